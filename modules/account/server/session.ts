/** Whom a token belongs to: asked of the database, remembered for seconds, forgotten at once when the session ends anywhere. */
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
const known = new Map<string, { who: Who; until: number }>()
/** How often a session was said to have ended; nothing is remembered of one that was looked up meanwhile. */
let ends = 0
/** Whether ends are heard of: while they are not, every token is asked of the database. */
let hearing = true

/** The account behind a token; refuses with the token code of the reason. */
export async function authenticate(database: Database, token: string): Promise<Who> {
  const session = hashToken(token)
  const cached = known.get(session)
  const before = ends
  if (hearing && cached && cached.until > Date.now()) return cached.who
  const row = await database.bare.one(
    SessionRow,
    sql`select s.*, session_withheld(s.oid) withheld, session_locked(s.oid) locked from session_of(${session}) s`,
  )
  if (!row) throw new Refused('bad_token')
  if (row.ended === 'elsewhere') throw new Refused('token_elsewhere')
  if (row.ended) throw new Refused(row.ended === 'stopped' ? 'account_stopped' : 'token_ended')
  if (row.expired) throw new Refused('token_expired')
  if (row.stopped) throw new Refused('account_stopped')
  const who = whoOf(row, session)
  if (known.size > 5000) known.clear()
  if (hearing && ends === before) known.set(session, { who, until: Date.now() + REMEMBER_MS })
  return who
}
/** Forgets a session that ended, wherever it ended (NOTIFY session). */
export const forgetSession = (hash: string): void => {
  ends++
  known.delete(hash)
}
/** Told when the database's notices are lost and when they come again: whatever ended meanwhile is not known. */
export const hearSessions = (heard: boolean): void => {
  ends++
  hearing = heard
  known.clear()
}

function whoOf(row: SessionRow, session: string): Who {
  const declared = row.custom ? new Set(row.codes) : codesOf(row.role)
  const held = row.edition === 'hospital' ? declared : new Set([...declared].filter((code) => heldIn(row.edition, code)))
  const { withheld, locked } = row
  const canIn = withheld ? (hid: number) => without(held, withheld[hid]) : undefined
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
    can: canIn ? canIn(row.hid) : held,
    session,
    ...(canIn ? { canIn } : {}),
    ...(row.role === 'expert' ? { casesOnly: true as const } : {}),
    ...(locked ? { lockedIn: new Set(locked) } : {}),
    ...(barred ? { barred } : {}),
    ...(row.openedBy ? { openedBy: row.openedBy } : {}),
  }
}
/** What a role holds less what the store was not granted. */
const without = (held: ReadonlySet<string>, withheld: readonly string[] | undefined): ReadonlySet<string> =>
  withheld ? new Set([...held].filter((code) => !withheld.includes(code))) : held

/** Calls of somebody who has yet to change the first password. */
const BEFORE_CHANGE: ReadonlySet<string> = new Set(['account.password', 'account.userinfo', 'account.logout'])

// The pages of the store and of the account pay and renew.
const RENEWING = /^(institution|balance|payments|message):/

/** A first password is changed before anything else (20001); past the expiry only what the kept screens need is answered (20402, R026–R028). */
function barredOf(row: SessionRow): Who['barred'] {
  if (row.mustChange) return { refusal: 'first_login', allows: ({ id, can }) => can === 'public' || BEFORE_CHANGE.has(id) }
  if (!isExpired(row.expireDate, clinicNow().slice(0, 10))) return undefined
  const left = leftAfterExpiry(kindOf(row))
  return left && { refusal: 'account_expired', day: row.expireDate!, allows: ({ can }) => left.allows(can) }
}

/** What is left to a kind of account once its time is up: its screens and the permissions they need. */
export interface Left {
  readonly screens: readonly string[]
  allows(can: string): boolean
}
/** What is left to a kind of account once its time is up; undefined = everything. */
export function leftAfterExpiry(kind: string): Left | undefined {
  const screens = keptAfterExpiry(kind)
  if (!screens) return undefined
  const codes = new Set(
    declaredScreens()
      .filter((s) => screens.includes(s.path))
      .map((s) => s.can),
  )
  return { screens, allows: (can) => can === 'public' || can === 'session' || codes.has(can) || (screens.length > 1 && RENEWING.test(can)) }
}
