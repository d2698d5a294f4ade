/**
 * Tree of sections, screens and permissions. It follows from the modules' declarations; rows of an organisation only arrange it. Ids are
 * hashes of paths and codes, so a declared screen has the same id in every organisation and needs no row.
 */
import { createHash } from 'node:crypto'
import { sections, type CatalogueSection } from '#kernel/contract/index.ts'
import { declaredCalls, declaredPermissions, declaredScreens } from '#kernel/server/declared.ts'
import { sql, type Cx, type Row, wholeRow } from '#kernel/server/index.ts'
import type { MenuElement, MenuNode } from '../contract/shapes.access.ts'

/** Hashes text to an integer below 2^48. */
const idOf = (text: string): number => parseInt(createHash('sha256').update(text).digest('hex').slice(0, 12), 16) + 1
export const menuId = (path: string): number => idOf(path)
const sectionId = (section: CatalogueSection): number => idOf(`section ${section}`)
export const elementId = (path: string, code: string): number => idOf(`${path} ${code}`)

/** A node that is a screen or a link, which is every node except the one for permissions without a screen. */
export type ScreenNode = MenuNode & { path: string }
export const isPlaced = (n: MenuNode): n is ScreenNode => n.path !== null

/** Changes of an organisation, and what a store was not granted. */
export interface Arrangement {
  readonly menus: ReadonlyMap<string, Row<'menu'>>
  readonly elements: ReadonlyMap<string, Row<'element'>>
  readonly withheldMenus: ReadonlySet<string>
  readonly withheldCodes: ReadonlySet<string>
}
/** Arrangement of the organisation for a store. */
export async function arrangementOf(cx: Cx, hid: number): Promise<Arrangement> {
  const [menus, elements, withheld] = await Promise.all([
    cx.db.rows(wholeRow('menu'), sql`select * from menu`),
    cx.db.rows(wholeRow('element'), sql`select * from element`),
    cx.db.rows({ kind: 'string', code: 'string' }, sql`select kind, code from store_withheld where hid = ${hid}`),
  ])
  const codesOf = (kind: string) => new Set(withheld.filter((w) => w.kind === kind).map((w) => w.code))
  return {
    menus: new Map(menus.map((m) => [m.path, m])),
    elements: new Map(elements.map((e) => [`${e.path} ${e.code}`, e])),
    withheldMenus: codesOf('menu'),
    withheldCodes: codesOf('element'),
  }
}

/** Screens that can be granted: pages of their own behind a login. */
export const screensGiven = () => declaredScreens().filter((s) => s.can !== 'public' && (!s.redirect || s.menu))

type Screen = ReturnType<typeof screensGiven>[number]
/** Permissions to grant permissions. Without them nobody in a store could restore anything. */
export const GIVING: ReadonlySet<string> = new Set(['role:edit', 'store:grant'])
/** Screens no store can lose: the landing pages, and where grants are edited. */
const neverTaken = ({ path, can }: Pick<Screen, 'path' | 'can'>): boolean => path === '/dashboard' || GIVING.has(can)

/** Parent screen of a permission: the first one in the menu that it opens, else any it opens, else any of its module. */
function homesOf(screens: readonly Screen[]): Map<string, string> {
  const homes = new Map<string, string>()
  for (const p of declaredPermissions()) {
    const opens = screens.filter((s) => s.can === p.code)
    const home =
      opens.find((s) => s.menu) ??
      opens[0] ??
      screens.find((s) => s.module === p.module && s.menu) ??
      screens.find((s) => s.module === p.module)
    homes.set(p.code, home?.path ?? '')
  }
  return homes
}

/** Permissions below each path as arranged by the organisation; those without a screen are below ''. */
function elementsOf(screens: readonly Screen[], { elements, withheldCodes }: Arrangement): (path: string) => MenuElement[] {
  const homes = homesOf(screens)
  const calls = new Map<string, number>()
  for (const { endpoint } of declaredCalls()) calls.set(endpoint.can, (calls.get(endpoint.can) ?? 0) + 1)
  const permissions = declaredPermissions()
  return (path) =>
    permissions
      .filter((p) => homes.get(p.code) === path)
      .map((p) => {
        const changed = elements.get(`${path} ${p.code}`)
        return {
          id: elementId(path, p.code),
          menuId: menuId(path),
          code: p.code,
          label: p.label,
          name: changed?.name ?? null,
          hidden: changed?.hidden ?? false,
          granted: !withheldCodes.has(p.code),
          opens: screens.filter((s) => s.can === p.code).map((s) => s.title),
          calls: calls.get(p.code) ?? 0,
        }
      })
}

/** Section an entry was moved to; the endpoint admits existing sections only. */
const sectionOf = (row: Row<'menu'> | undefined): CatalogueSection | null => (row?.section ?? null) as CatalogueSection | null

/** A screen as the organisation shows it, with its elements. */
function nodeOf(s: Screen, { menus, withheldMenus, withheldCodes }: Arrangement): Omit<MenuNode, 'elements'> {
  const changed = menus.get(s.path)
  return {
    id: menuId(s.path),
    path: s.path,
    title: changed?.title ?? s.title,
    section: sectionOf(changed) ?? s.menu ?? 'home',
    icon: changed?.icon ?? s.icon ?? null,
    rank: changed?.rank ?? s.rank ?? 50,
    hidden: changed ? changed.hidden : !s.menu,
    module: s.module,
    can: s.can,
    changed: changed !== undefined,
    granted: !withheldMenus.has(s.path) && !withheldCodes.has(s.can),
    offered: !withheldMenus.has(s.path),
    fixed: neverTaken(s),
  }
}

/** Printable characters without white space, as an address allows. */
const ADDRESS = /^[^\s\p{C}]+$/u
/** The screen of an own entry (`/patients/list?levelId=3`), null for an external link (`https://…`), undefined for anything else. */
export function targetOf(path: string): Screen | null | undefined {
  if (!ADDRESS.test(path)) return undefined
  if (path.startsWith('https://')) return URL.canParse(path) ? null : undefined
  const [screen, query] = path.split('?')
  return query ? screensGiven().find((s) => s.path === screen) : undefined
}
/** Own entries of the organisation, next to the declared screens. */
const ownNodes = (screens: readonly Screen[], { menus, withheldMenus, withheldCodes }: Arrangement): MenuNode[] =>
  [...menus.values()].flatMap((row): MenuNode[] => {
    const target = screens.some((s) => s.path === row.path) ? undefined : targetOf(row.path)
    if (target === undefined) return []
    const can = target?.can ?? 'session'
    const offered = !withheldMenus.has(row.path) && !(target && withheldMenus.has(target.path))
    return [
      {
        id: row.menuId,
        path: row.path,
        title: row.title ?? row.path,
        section: sectionOf(row) ?? target?.menu ?? 'home',
        icon: row.icon ?? (target ? (target.icon ?? null) : 'external-link'),
        rank: row.rank ?? 90,
        hidden: row.hidden,
        module: target?.module ?? 'account',
        can,
        changed: true,
        granted: offered && !withheldCodes.has(can),
        offered,
        fixed: false,
        elements: [],
      },
    ]
  })

/** The last node, without a path, for permissions of modules without a screen. */
const elsewhere: Omit<MenuNode, 'elements'> = {
  id: menuId(''),
  path: null,
  title: '其他权限',
  section: 'settings',
  icon: null,
  rank: 999,
  hidden: true,
  module: 'account',
  can: 'session',
  changed: false,
  granted: true,
  offered: true,
  fixed: true,
}

/** All screens with their elements; permissions of modules without a screen are below the last node. */
export function nodesOf(arrangement: Arrangement): MenuNode[] {
  const screens = screensGiven()
  const elementsAt = elementsOf(screens, arrangement)
  const nodes = screens.map((s): MenuNode => ({ ...nodeOf(s, arrangement), elements: elementsAt(s.path) }))
  const rest = elementsAt('')
  return [...nodes, ...ownNodes(screens, arrangement), ...(rest.length ? [{ ...elsewhere, elements: rest }] : [])].sort(
    (a, b) => a.rank - b.rank,
  )
}

/** Nodes by section, in menu order. Screens outside the menu are placed by path, permission or module. */
export function bySection(nodes: readonly MenuNode[]) {
  const listed = nodes.filter((n) => !n.hidden)
  const place = (n: MenuNode): CatalogueSection => {
    const first = n.path?.split('/')[1] ?? ''
    if (!n.hidden || n.changed) return n.section
    // `in` does not narrow a string to literal keys.
    if (first in sections) return first as CatalogueSection
    return (listed.find((l) => l.can === n.can && l.can !== 'session') ?? listed.find((l) => l.module === n.module))?.section ?? n.section
  }
  // Object.keys loses the literal key type.
  return (Object.keys(sections) as CatalogueSection[])
    .map((section) => ({
      id: sectionId(section),
      section,
      // Literal title types are of no use in a tree.
      title: sections[section] as string,
      children: nodes.filter((n) => place(n) === section).sort((a, b) => Number(a.hidden) - Number(b.hidden)),
    }))
    .filter((s) => s.children.length)
}
