/**
 * The menu of an account: screens of all modules that its permissions open and its store was granted, by section and as arranged by its
 * organisation. An entry lists permissions of its own only where elements of its screen were hidden; otherwise the account's codes apply.
 */
import { pinyin } from 'pinyin-pro'
import { declaredPermissions } from '#kernel/server/declared.ts'
import { sections, type CatalogueSection } from '#kernel/contract/index.ts'
import type { Who } from '#kernel/server/index.ts'
import { listsCommonPages } from '../contract/kinds.ts'
import type { UserInfo } from '../contract/shapes.ts'
import { nodesOf, type Arrangement } from './tree.ts'

const icons: Record<CatalogueSection, string> = {
  home: 'layout-dashboard',
  today: 'sun',
  'current-work': 'list-checks',
  patients: 'users',
  medical: 'calendar',
  revisit: 'phone',
  members: 'megaphone',
  train: 'activity',
  process: 'glasses',
  order: 'package-check',
  inventory: 'package',
  contract: 'file-text',
  statistics: 'chart-column',
  settings: 'settings',
}

const initials = new Map<string, string>()
/** 会员列表 → hylb, for the command palette. */
function initialsOf(title: string): string {
  const arranged =
    initials.get(title) ?? pinyin(title, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' }).join('').toLowerCase()
  initials.set(title, arranged)
  return arranged
}

export function menuOf(who: Who, arrangement: Arrangement): UserInfo['menuList'] {
  const declared = new Set(declaredPermissions().map((p) => p.code))
  const open = nodesOf(arrangement).filter((n) => n.path !== null && n.offered && (n.can === 'session' || who.can.has(n.can)))
  const isCommonListed = listsCommonPages(who.roles)
  const item = (n: (typeof open)[number]) => {
    const changed = [...arrangement.elements.values()].filter((e) => e.path === n.path)
    const off = changed.filter((e) => e.hidden).map((e) => e.code)
    // Own elements of the organisation require no permission; they belong to the screen.
    const own = changed.filter((e) => !e.hidden && !declared.has(e.code)).map((e) => e.code)
    return {
      path: n.path!,
      title: n.title,
      icon: n.icon,
      hidden: n.hidden || (n.can === 'session' && !isCommonListed),
      initials: initialsOf(n.title),
      ...(off.length || own.length ? { permissions: [...[...who.can].filter((code) => !off.includes(code)), ...own].sort() } : {}),
    }
  }
  // Object.keys loses the literal key type.
  return (Object.keys(sections) as CatalogueSection[]).flatMap((section) => {
    // Screens without a menu entry are included as hidden, so that the browser's route guard knows them.
    const children = open.filter((n) => n.section === section).map(item)
    return children.length
      ? [{ path: section === 'home' ? '/dashboard' : `/${section}`, title: sections[section], icon: icons[section], children }]
      : []
  })
}
