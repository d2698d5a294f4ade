import type { Edition } from '#modules/institution/contract/editions.ts'

/**
 * Kinds of account (seed 1 §6). A kind follows from the role, and for the people of a store from the edition the store bought: the manager of a
 * standard store is `hospital`, its doctor `hospital_doctor`; in an advanced store `advance` and `advance_doctor`.
 */

/**
 * What an edition opens beside permissions. The seeds name these five of the user information without saying who has them (gaps.md D): certificates are written where
 * examinations are, the eye-guardian database is read by its own editions, amblyopia training (sdx) belongs to the full ones.
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

/** Where a kind of account lands after its login (R002–R006). */
export function landingOf(kind: string, eyeGuardian = false): string {
  if (eyeGuardian || kind === 'eg') return '/eg/home'
  if (kind.endsWith('_inspector')) return '/inventory/gsp/inspect'
  return kind === 'TV' ? '/tv/screen_manage' : kind === 'expert' ? '/expert' : '/dashboard'
}

/**
 * Page an account opens first: the usual one of its kind where its menu has it, else the first page its menu lists; undefined where no page is its own.
 * `pages` are the leaves of its menu in order.
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

const plain: ReadonlySet<string> = new Set(['hospital', 'advance', 'free', 'ask', 'eyefile', 'egone', 'egtwo', 'egthree'])
/** Screens a kind keeps once its time is up (R026, R027); undefined = the seeds take nothing from it. */
export function keptAfterExpiry(kind: string): readonly string[] | undefined {
  if (plain.has(kind)) return ['/dashboard', '/settings/institution', '/settings/my_account']
  // Beside chain, joint, okjing and the hospital_… and advance_… names of the seeds: the staff of the other editions, like these.
  return kind === 'TV' || kind === 'expert' || kind === 'eg' ? undefined : ['/dashboard']
}

/** The last day of an account is still its own. */
export const isExpired = (expireDate: string | null, today: string): boolean => expireDate !== null && expireDate < today

/** In the free edition everything kept so far can be seen and exported; new work is members, bookings and the store's own settings. */
const FREE = /:(view|export)$|^(patient|reservation|queue|screen|institution|settings|staff|role|store|account|message):/
/** Whether an edition lets its people hold a permission at all. */
export const heldIn = (edition: string, code: string): boolean => edition !== 'free' || FREE.test(code)

/** One step down: what a hospital is demoted to (R039). */
export const demoted = (edition: string): Edition => (edition === 'advance' ? 'hospital' : 'free')
