/** What stands first in the sidebar: the role's own five screens, and those somebody pinned with a star. */
import { useCallback, useState } from 'react'
import type { MenuEntry, SignedIn } from '#kernel/web/access.tsx'
import { call } from '#kernel/web/calls/api.ts'

const OWN: Readonly<Record<string, readonly string[]>> = {
  chain: ['/statistics/revenue', '/patients/list', '/inventory/list', '/settings/staff', '/settings/institution'],
  manager: [
    '/current-work/reservations',
    '/current-work/frame-glass-current',
    '/patients/list',
    '/statistics/revenue',
    '/inventory/warning',
  ],
  doctor: ['/current-work/reservations', '/current-work/check', '/patients/list', '/medical/reserve', '/process/index'],
  optometrist: [
    '/current-work/check',
    '/current-work/reservations',
    '/patients/list',
    '/process/index',
    '/current-work/frame-glass-current',
  ],
  cashier: ['/today/today-fee', '/medical/fee', '/patients/store', '/patients/list', '/statistics/revenue'],
  finance: ['/contract/supplier-check', '/contract/payment', '/contract/list', '/contract/supplier', '/inventory/import'],
  warehouse: ['/inventory/list', '/inventory/import', '/inventory/export', '/inventory/warning', '/current-work/frame-glass-current'],
  workshop: ['/current-work/frame-glass-current', '/process/index', '/inventory/list', '/inventory/import', '/patients/list'],
  reception: [
    '/today/reservations',
    '/current-work/reservations',
    '/medical/reserve',
    '/patients/list',
    '/current-work/frame-glass-current',
  ],
  trainer: ['/today/reservations', '/current-work/reservations', '/patients/list', '/medical/reserve', '/medical/shifts'],
}
/** Of a role of the organisation's own: what most people do most. */
const GENERAL = [
  '/current-work/reservations',
  '/patients/list',
  '/medical/reserve',
  '/process/index',
  '/today/today-fee',
  '/inventory/list',
]
/** Stars beyond these would make the list as long as the menu. */
const MOST_STARS = 7

/** The first entries of an account, of what its menu lists: its roles' own five, then the stars. */
export function favouritesOf(roles: readonly string[], listed: readonly MenuEntry[], stars: readonly string[]): readonly MenuEntry[] {
  const byPath = new Map(listed.map((entry) => [entry.path, entry]))
  const own = ownOf(roles)
  return [...new Set([...own, ...stars])].flatMap((path) => byPath.get(path) ?? [])
}
const ownOf = (roles: readonly string[]): readonly string[] => {
  const own = roles.flatMap((role) => OWN[role] ?? [])
  return (own.length ? own : GENERAL).slice(0, 5)
}
/** True for an entry that needs no star: it stands first already. */
export const isOwn = (roles: readonly string[], path: string): boolean => ownOf(roles).includes(path)

// Written by hand, so that the shell does not load the contracts of the whole module.
const keep = { method: 'PUT', path: '/account/stars' } as const
/** What was pinned since the account was asked for, by account: the sidebar of a phone comes and goes. */
const pinned = new Map<number, readonly string[]>()
/**
 * The starred paths of an account, and setting or taking a star: seen at once, kept with the account; the eighth takes the oldest one's
 * place.
 */
export function useStars({ uid, stars: kept }: SignedIn): [readonly string[], (path: string) => void] {
  const [stars, setStars] = useState(pinned.get(uid) ?? kept)
  const toggle = useCallback(
    (path: string) => {
      const stand = (paths: readonly string[]) => (pinned.set(uid, paths), setStars(paths))
      const next = stars.includes(path) ? stars.filter((p) => p !== path) : [...stars, path].slice(-MOST_STARS)
      stand(next)
      call(keep, { stars: next }).catch(() => stand(stars))
    },
    [uid, stars],
  )
  return [stars, toggle]
}
