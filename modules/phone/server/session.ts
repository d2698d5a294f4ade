/** Members' tokens: read from the database at every call, so that one that ended anywhere ends at once. */
import { z } from '#kernel/contract/index.ts'
import { hashToken, Refused, sql, type Database, type Who } from '#kernel/server/index.ts'

const SessionRow = z.object({
  oid: z.int(),
  id: z.int(),
  pid: z.int(),
  hid: z.int(),
  hids: z.array(z.int()),
  pids: z.array(z.int()),
  name: z.string(),
  ended: z.string().nullable(),
  expired: z.boolean(),
})

/** Calls of one phone a minute: a page makes five, a person opens a page in seconds. */
const MOST_A_MINUTE = 240
const MINUTE = 60_000
const counts = new Map<string, { since: number; calls: number }>()
function refuseMany(session: string): void {
  const now = performance.now()
  const count = counts.get(session)
  if (!count || now - count.since > MINUTE) {
    if (counts.size > 20_000) counts.clear()
    counts.set(session, { since: now, calls: 1 })
  } else if (++count.calls > MOST_A_MINUTE) throw new Refused('too_frequent')
}

/** The member of a token. Refuses with the token code of the reason. */
export async function authenticateMember(database: Database, token: string): Promise<Who> {
  const session = hashToken(token)
  const row = await database.bare.one(SessionRow, sql`select * from member_session_of(${session})`)
  if (!row) throw new Refused('bad_token')
  if (row.ended || !row.pids.includes(row.pid)) throw new Refused('token_ended')
  if (row.expired) throw new Refused('token_expired')
  refuseMany(session)
  return {
    oid: row.oid,
    hid: row.hid,
    hids: row.hids,
    // Idempotency keys are one person's: an account has a positive number, a member the negative of theirs.
    uid: -row.pid,
    ctid: 0,
    name: row.name,
    account: '',
    role: 'member',
    roles: [],
    can: new Set(),
    session,
    member: { pid: row.pid, pids: row.pids },
  }
}
