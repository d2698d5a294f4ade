/** Resolves tokens: loaded from the database, cached for seconds, dropped at once when the session ends anywhere. */
import { z } from '#kernel/contract/index.ts'
import { codesOf, declaredScreens } from '#kernel/server/declared.ts'
import { Refused, clinicNow, sql, hashToken, type Database, type Who } from '#kernel/server/index.ts'
import { heldIn, isExpired, keptAfterExpiry, kindOf } from '../contract/kinds.ts'

const SessionRow = z.object({
  oid: z.int(),
  uid: z.int(),
  ctid: z.int(),
  hid: z.int(),
  hids: z.array(z.int()),
  name: z.string(),
  account: z.string(),
  role: z.string(),
  roleName: z.string(),
  custom: z.boolean(),
  codes: z.array(z.string()),
  ended: z.string().nullable(),
  expired: z.boolean(),
  stopped: z.boolean(),
  withheld: z.record(z.string(), z.array(z.string())).nullable(),
  mustChange: z.boolean(),
  edition: z.string(),
  expireDate: z.string().nullable(),
  organisation: z.string(),
  openedBy: z.int().nullable(),
  locked: z.array(z.int()).nullable(),
})
type SessionRow = z.output<typeof SessionRow>
const REMEMBER_MS = 10_000
const cache = new Map<string, { who: Who; until: number }>()
/** Number of ended sessions. A lookup that overlaps with an end is not cached. */
let ends = 0
/** True while notifications arrive. Otherwise every token is loaded from the database. */
let hearing = true

/** The account of a token. Refuses with the token code of the reason. */
export async function authenticate(database: Database, token: string): Promise<Who> {
  const session = hashToken(token)
  const cached = cache.get(session)
  const before = ends
  if (hearing && cached && cached.until > Date.now()) return cached.who
  const row = await database.bare.one(
    SessionRow,
    sql`
      select s.*, session_withheld(s.oid) withheld, session_locked(s.oid) locked
      from session_of(${session}) s
    `,
  )
  if (!row) throw new Refused('bad_token')
  if (row.ended === 'elsewhere') throw new Refused('token_elsewhere')
  if (row.ended) throw new Refused(row.ended === 'stopped' ? 'account_stopped' : 'token_ended')
  if (row.expired) throw new Refused('token_expired')
  if (row.stopped) throw new Refused('account_stopped')
  const who = whoOf(row, session)
  if (cache.size > 5000) cache.clear()
  if (hearing && ends === before) cache.set(session, { who, until: Date.now() + REMEMBER_MS })
  return who
}
/** Drops an ended session, wherever it ended (NOTIFY session). */
export const forgetSession = (hash: string): void => {
  ends++
  cache.delete(hash)
}
/** Called when database notifications are lost or restored. Ends in between are unknown, so the cache is invalid. */
export const hearSessions = (connected: boolean): void => {
  ends++
  hearing = connected
  cache.clear()
}

function whoOf(row: SessionRow, session: string): Who {
  const declared = row.custom ? new Set(row.codes) : codesOf(row.role)
  const inStore = row.edition === 'hospital' ? declared : new Set([...declared].filter((code) => heldIn(row.edition, code)))
  const { withheld, locked } = row
  const canIn = withheld ? (hid: number) => without(inStore, withheld[hid]) : undefined
  const barred = barredOf(row)
  return {
    oid: row.oid,
    hid: row.hid,
    hids: row.hids,
    uid: row.uid,
    ctid: row.ctid,
    name: row.name,
    account: row.account,
    role: row.role,
    roles: [row.role],
    can: canIn ? canIn(row.hid) : inStore,
    session,
    ...(canIn ? { canIn } : {}),
    ...(row.role === 'expert' ? { casesOnly: true as const } : {}),
    ...(locked ? { lockedIn: new Set(locked) } : {}),
    ...(barred ? { barred } : {}),
    ...(row.openedBy ? { openedBy: row.openedBy } : {}),
  }
}
/** Codes of a role without those withheld from the store. */
const without = (codes: ReadonlySet<string>, withheld: readonly string[] | undefined): ReadonlySet<string> =>
  withheld ? new Set([...codes].filter((code) => !withheld.includes(code))) : codes

/** Calls allowed before the first password is changed. */
const BEFORE_CHANGE: ReadonlySet<string> = new Set(['account.password', 'account.userinfo', 'account.logout'])

// Calls of the pages that show and renew the store's and the account's subscription.
const RENEWING = /^(institution|balance|payments|message):/

/**
 * A first password must be changed before anything else (20001). After the expiry only calls of the remaining screens succeed (20402,
 * R026–R028).
 */
function barredOf(row: SessionRow): Who['barred'] {
  if (row.mustChange) return { refusal: 'first_login', allows: ({ id, can }) => can === 'public' || BEFORE_CHANGE.has(id) }
  if (!isExpired(row.expireDate, clinicNow().slice(0, 10))) return undefined
  const left = leftAfterExpiry(kindOf(row))
  return left && { refusal: 'account_expired', day: row.expireDate!, allows: ({ can }) => left.allows(can) }
}

/** Screens and permissions an account kind keeps after its expiry. */
export interface ScreensAfterExpiry {
  readonly screens: readonly string[]
  allows(can: string): boolean
}
/** Screens and permissions an account kind keeps after its expiry; undefined = all. */
export function leftAfterExpiry(kind: string): ScreensAfterExpiry | undefined {
  const screens = keptAfterExpiry(kind)
  if (!screens) return undefined
  const codes = new Set(
    declaredScreens()
      .filter((s) => screens.includes(s.path))
      .map((s) => s.can),
  )
  return { screens, allows: (can) => can === 'public' || can === 'session' || codes.has(can) || (screens.length > 1 && RENEWING.test(can)) }
}
