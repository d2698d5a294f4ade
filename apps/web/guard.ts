/** Who may open what (R001–R009, R026–R028): pure functions, so that every rule is a line of a test. */
import type { MenuEntry, SignedIn } from '#kernel/web/access.tsx'
import { homeOf, keptAfterExpiry, landingOf } from '#modules/account/contract/kinds.ts'

/** Paths open without login (R001). */
export const publicPaths: ReadonlySet<string> = new Set([
  '/',
  '/login',
  '/portal',
  '/forgotPassword',
  '/download',
  '/price',
  '/mall',
  '/eg/login',
  '/eg/home',
  '/404',
])
const loginPaths: ReadonlySet<string> = new Set(['/login', '/eg/login'])

export interface Visit {
  /** Legacy pattern of the route, such as `/patients/detail/{patientId}/home`. */
  path: string
  /** Declared permission of the screen. */
  can: string
  hasToken: boolean
  /** The site runs as the eye-guardian variant. */
  eyeGuardian: boolean
}

/** Where a visit goes before anybody is asked who they are; undefined = on to the check of the account. */
export function beforeIdentity({ path, can, hasToken, eyeGuardian }: Visit): string | undefined {
  if (eyeGuardian && path === '/login') return '/eg/login'
  if (eyeGuardian && (path === '/portal' || path === '/dashboard')) return '/eg/home'
  if (!hasToken && !publicPaths.has(path) && can !== 'public') return eyeGuardian ? '/eg/login' : '/login'
  return undefined
}

/** Where a known account is sent instead; undefined = let it in. */
export function afterIdentity({ path, can, eyeGuardian }: Visit, who: SignedIn, now: string): string | undefined {
  const menu = menuNow(who, now)
  const home = homeOf(who.role, leavesOf(menu), eyeGuardian) ?? '/404'
  // Not every account has a desk of the clinic: links to the desk lead to the account's own first page.
  if (loginPaths.has(path) || ((path === '/dashboard' || path === landingOf(who.role)) && home !== path)) return home
  if (publicPaths.has(path) || can === 'public') return undefined
  if (pathsOf(menu).has(path)) return undefined
  // A screen for every account need not stand in the menu, unless expiry took it away.
  return can === 'session' && !isExpired(who, now) ? undefined : '/404'
}

/** The default child of a section, or the first one the account has (R010). */
export function sectionTarget(redirect: string, who: SignedIn | undefined, now: string): string {
  if (!who) return redirect
  const paths = pathsOf(menuNow(who, now))
  if ([...paths].some((path) => matches(path, redirect))) return redirect
  const section = `/${redirect.split('/')[1]}/`
  return [...paths].find((p) => p.startsWith(section) && !p.includes('{')) ?? redirect
}

/** A path is one of a pattern: `/patients/rank/paid` of `/patients/rank/{rankName}`. */
function matches(pattern: string, path: string): boolean {
  const [wanted, actual] = [pattern.split('/'), path.split('/')]
  return wanted.length === actual.length && wanted.every((part, i) => part === actual[i] || part.startsWith('{'))
}

/** The account's time has run out on a day. */
export const isExpired = (who: Pick<SignedIn, 'mingmouExpireDate'>, now: string): boolean =>
  Boolean(who.mingmouExpireDate && who.mingmouExpireDate.slice(0, 10) < now)

/** The menu of a day: whole before expiry, what is left after it (R026–R028). The server cuts it too. */
export function menuNow(who: SignedIn, now: string): readonly MenuEntry[] {
  if (!isExpired(who, now)) return who.menuList
  const kept = keptAfterExpiry(who.role)
  if (!kept) return who.menuList
  const cut = (entries: readonly MenuEntry[]): MenuEntry[] =>
    entries.flatMap((e) => {
      const children = e.children && cut(e.children)
      return children?.length || (kept.includes(e.path) && !e.children) ? [{ ...e, ...(children ? { children } : {}) }] : []
    })
  return cut(who.menuList)
}

/** The pages of a menu, in its order. */
const leavesOf = (menu: readonly MenuEntry[]): MenuEntry[] => menu.flatMap((e) => (e.children ? leavesOf(e.children) : [e]))

/** Every path a menu opens. */
export const pathsOf = (menu: readonly MenuEntry[]): ReadonlySet<string> =>
  new Set(menu.flatMap((e) => [...(e.children ? [] : [e.path]), ...pathsOf(e.children ?? [])]))
