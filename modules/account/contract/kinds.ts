import type { Edition } from '#modules/institution/contract/editions.ts'

/**
 * Account kinds (seed 1 §6). The kind follows from the role and, for store staff, from the edition the store bought: the manager of a
 * standard store is `hospital`, its doctor `hospital_doctor`; in an advanced store `advance` and `advance_doctor`.
 */

/**
 * Features of an edition beyond permissions. The legacy contract names these five in the user information without saying who has them
 * (gaps.md D): certificates belong to editions with examinations, the eye-guardian database to its own editions, amblyopia training (sdx)
 * to the full ones.
 */
const editionOpens = {
  certificateAuth: ['hospital', 'advance', 'eyefile'],
  egDbAuth: ['advance', 'egone', 'egtwo', 'egthree'],
  sdx_auth: ['hospital', 'advance'],
  sdxDaysAuth: ['advance'],
  sdxMappingAuth: ['advance'],
} as const satisfies Record<string, readonly Edition[]>
export const opens = (edition: string, what: keyof typeof editionOpens): boolean => editionOpens[what].some((each) => each === edition)

export function kindOf({ role, edition, organisation }: { role: string; edition: string; organisation: string }): string {
  if (role === 'tv') return 'TV'
  if (role === 'expert' || role === 'eg') return role
  if (role === 'chain') return organisation === 'joint' ? 'joint' : 'chain'
  return role === 'manager' ? edition : `${edition}_${role}`
}

/** Landing page of an account kind after login (R002–R006). */
export function landingOf(kind: string, eyeGuardian = false): string {
  if (eyeGuardian || kind === 'eg') return '/eg/home'
  if (kind.endsWith('_inspector')) return '/inventory/gsp/inspect'
  return kind === 'TV' ? '/tv/screen_manage' : kind === 'expert' ? '/expert' : '/dashboard'
}

/**
 * Page an account opens first: the usual one of its kind where its menu has it, else the first page its menu lists; undefined where no page
 * is its own. `pages` are the leaves of its menu in order.
 */
export function homeOf(
  kind: string,
  pages: ReadonlyArray<{ readonly path: string; readonly hidden?: boolean }>,
  eyeGuardian = false,
): string | undefined {
  const usual = landingOf(kind, eyeGuardian)
  // The eye guardians' page is public.
  if (usual === '/eg/home' || pages.some(({ path }) => path === usual)) return usual
  return pages.find(({ path, hidden }) => !hidden && !path.includes('{'))?.path
}

/**
 * Accounts of one task, none of the clinic's staff: their menu lists what their role opens. The pages every account has are reached from
 * the account's own menu in the head.
 */
const ofOneTask: ReadonlySet<string> = new Set(['tv', 'expert', 'eg'])
export const listsCommonPages = (roles: readonly string[]): boolean => roles.some((role) => !ofOneTask.has(role))

const plain: ReadonlySet<string> = new Set(['hospital', 'advance', 'free', 'ask', 'eyefile', 'egone', 'egtwo', 'egthree'])
/** Screens an account kind keeps after its expiry (R026, R027); undefined = all, because the legacy contract removes none. */
export function keptAfterExpiry(kind: string): readonly string[] | undefined {
  if (plain.has(kind)) return ['/dashboard', '/settings/institution', '/settings/my_account']
  // Staff kinds of the remaining editions, which the legacy names (chain, joint, okjing, hospital_…, advance_…) do not cover.
  return kind === 'TV' || kind === 'expert' || kind === 'eg' ? undefined : ['/dashboard']
}

/** The expiry date itself is still valid. */
export const isExpired = (expireDate: string | null, today: string): boolean => expireDate !== null && expireDate < today

/** In the free edition all existing data can be read and exported; new data is limited to members, bookings and the store's settings. */
const FREE = /:(view|export)$|^(patient|reservation|queue|screen|institution|settings|staff|role|store|account|message):/
/** True when an edition allows its staff to hold a permission. */
export const heldIn = (edition: string, code: string): boolean => edition !== 'free' || FREE.test(code)

/** The next lower edition, which a store is demoted to (R039). */
export const demoted = (edition: string): Edition => (edition === 'advance' ? 'hospital' : 'free')
