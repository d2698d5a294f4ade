/** Who is logged in and what they may see here. */
import { createContext, useContext, type ReactNode } from 'react'
import type { PaperSetting } from '#kernel/contract/paper.ts'
import { useScreen } from './nav.tsx'

export interface MenuEntry {
  path: string
  title: string
  icon?: string | null
  /** Initials of its title in pinyin, for the command palette. */
  initials?: string
  /** Opened from elsewhere, not listed. */
  hidden?: boolean
  /** Element codes of the route; absent when the route has none (R031). */
  permissions?: string[]
  children?: MenuEntry[]
}
/** The user info the server answers at login: whose menus, stores and permissions these are. */
export interface SignedIn {
  uid: number
  name: string
  ctid: number
  oid: number
  hid: number
  role: string
  roles: string[]
  rolesName: string
  account: string
  mobile: string | null
  company: string
  logo: string | null
  hospitalName: string
  /** What the store has printed at the head and the foot of its papers. */
  printHead: string | null
  includeOrgName: boolean
  printFoot: string | null
  /** How the store prints each paper, by its path (absent where it never said), and whether training users may be tied to members. */
  hospitalSettings?: { printSetup: { papers?: Readonly<Record<string, PaperSetting>> }; sdxMappingAuth?: boolean }
  /** Lenses a new order begins with: 1 in stock, 2 made to order. */
  orderMethod: number
  mingmouExpireDate: string | null
  openId: string | null
  stores: Array<{ hid: number; name: string }>
  permissions: string[]
  menuList: MenuEntry[]
  /** Paths pinned in the menu. */
  stars: string[]
  /** What the drafts of the account are encrypted with in this browser: kept in memory alone. */
  draftKey: string
}

export const WhoContext = createContext<SignedIn | null>(null)

/** The logged-in account. Only screens inside the shell or behind the guard may ask. */
export function useWho(): SignedIn {
  const who = useContext(WhoContext)
  if (!who) throw new Error('useWho outside of a guarded screen')
  return who
}

/** The menu entry of a path, wherever it stands in the menu. */
const menuEntryOf = (menu: readonly MenuEntry[], path: string): MenuEntry | undefined => {
  for (const entry of menu) {
    const found = entry.path === path ? entry : menuEntryOf(entry.children ?? [], path)
    if (found) return found
  }
  return undefined
}

/**
 * Whether an element may be shown: one code must be in the route's permission list, of several any (R029, R030). A route outside the menu
 * (a detail page, a form) has the account's own list. Without any list the check is skipped and an error logged (R031).
 */
export function allowed(code: string | readonly string[], list: readonly string[] | undefined): boolean {
  if (!list) {
    console.error(`no permission list for this route, check of ${String(code)} skipped`)
    return true
  }
  return typeof code === 'string' ? list.includes(code) : code.some((c) => list.includes(c))
}

/** A function that answers whether a code (or any of several) is held on this route. */
export function useCan(): (code: string | readonly string[]) => boolean {
  const who = useContext(WhoContext)
  const screen = useScreen()
  return (code) => {
    if (code === 'session' || code === 'public') return true
    return allowed(code, (screen && who && menuEntryOf(who.menuList, screen.path)?.permissions) ?? who?.permissions)
  }
}

/**
 * A function that answers whether the account holds a code at all, wherever it stands: for moves, which belong to a machine and not to a
 * route.
 */
export function useHolds(): (code: string) => boolean {
  const who = useContext(WhoContext)
  return (code) => code === 'session' || allowed(code, who?.permissions)
}

/** Shows its children only to those who hold the code, or any of the codes. */
export const Can = ({
  code,
  children,
  otherwise = null,
}: {
  code: string | readonly string[]
  children: ReactNode
  otherwise?: ReactNode
}) => (useCan()(code) ? children : otherwise)
