/**
 * The menu an account gets: screens of all modules that its permissions open, by section. An entry brings no permission list of its own: the
 * account's codes hold on every route, and a route that shows another module's action asks for that module's code.
 */
import { pinyin } from 'pinyin-pro'
import { sections, type Section } from '#kernel/contract/index.ts'
import { declaredScreens } from '#kernel/server/declared.ts'
import type { Who } from '#kernel/server/index.ts'
import type { UserInfo } from '../contract/shapes.ts'

const icons: Record<Section, string> = { home: 'layout-dashboard', today: 'sun', 'current-work': 'list-checks', patients: 'users', medical: 'calendar', process: 'glasses', inventory: 'package', statistics: 'chart-column', settings: 'settings' }

const initials = new Map<string, string>()
/** 会员列表 → hylb: what one types into the command palette. */
function initialsOf(title: string): string {
  const known = initials.get(title) ?? pinyin(title, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' }).join('').toLowerCase()
  initials.set(title, known)
  return known
}

export function menuOf(who: Who): UserInfo['menuList'] {
  const open = declaredScreens().filter((s) => s.can === 'session' || (s.can !== 'public' && who.can.has(s.can)))
  const item = (s: (typeof open)[number]) => ({ path: s.path, title: s.title, icon: s.icon ?? null, hidden: !s.menu, initials: initialsOf(s.title) })
  return (Object.keys(sections) as Section[]).flatMap((section) => {
    // Screens without a menu entry ride along hidden, so that the guard of the browser knows them.
    const children = open.filter((s) => (s.menu ?? 'home') === section && !s.redirect).sort((a, b) => (a.rank ?? 50) - (b.rank ?? 50)).map(item)
    return children.length ? [{ path: section === 'home' ? '/dashboard' : `/${section}`, title: sections[section], icon: icons[section], children }] : []
  })
}
