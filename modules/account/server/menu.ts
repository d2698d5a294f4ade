/**
 * The menu an account gets: screens of all modules that its permissions open and its store was granted, as its organisation arranged them, by
 * section. An entry brings a permission list of its own only where elements were taken off its screen; otherwise the account's codes hold.
 */
import { pinyin } from 'pinyin-pro'
import { declaredPermissions } from '#kernel/server/declared.ts'
import { sections, type Section } from '#kernel/contract/index.ts'
import type { Who } from '#kernel/server/index.ts'
import type { UserInfo } from '../contract/shapes.ts'
import { nodesOf, type Arrangement } from './tree.ts'

const icons: Record<Section, string> = {
  home: 'layout-dashboard',
  today: 'sun',
  'current-work': 'list-checks',
  patients: 'users',
  medical: 'calendar',
  revisit: 'phone',
  process: 'glasses',
  order: 'package-check',
  inventory: 'package',
  contract: 'file-text',
  statistics: 'chart-column',
  settings: 'settings',
}

const initials = new Map<string, string>()
/** 会员列表 → hylb: what one types into the command palette. */
function initialsOf(title: string): string {
  const known =
    initials.get(title) ?? pinyin(title, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' }).join('').toLowerCase()
  initials.set(title, known)
  return known
}

export function menuOf(who: Who, arrangement: Arrangement): UserInfo['menuList'] {
  const declared = new Set(declaredPermissions().map((p) => p.code))
  const open = nodesOf(arrangement).filter((n) => n.path !== null && n.offered && (n.can === 'session' || who.can.has(n.can)))
  const item = (n: (typeof open)[number]) => {
    const changed = [...arrangement.elements.values()].filter((e) => e.path === n.path)
    const off = changed.filter((e) => e.hidden).map((e) => e.code)
    // Elements of the organisation's own are nobody's permission: they belong to the screen.
    const own = changed.filter((e) => !e.hidden && !declared.has(e.code)).map((e) => e.code)
    return {
      path: n.path!,
      title: n.title,
      icon: n.icon,
      hidden: n.hidden,
      initials: initialsOf(n.title),
      ...(off.length || own.length ? { permissions: [...[...who.can].filter((code) => !off.includes(code)), ...own].sort() } : {}),
    }
  }
  // Object.keys forgets the names of a literal.
  return (Object.keys(sections) as Section[]).flatMap((section) => {
    // Screens without a menu entry ride along hidden, so that the guard of the browser knows them.
    const children = open.filter((n) => n.section === section).map(item)
    return children.length
      ? [{ path: section === 'home' ? '/dashboard' : `/${section}`, title: sections[section], icon: icons[section], children }]
      : []
  })
}
