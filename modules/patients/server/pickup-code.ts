/**
 * Pick-up codes: six digits a member receives when goods wait for them, shown instead of a signature. Kept as a hash, good for one pick-up
 * and five tries; a new notice replaces the code.
 */
import { randomInt } from 'node:crypto'
import { hashToken, sql, type Cx, type Out } from '#kernel/server/index.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import { sendSms } from '#modules/messages/server/door.ts'
import { CODE_DAYS, CODE_TRIES, type PickupProof } from '../contract/collector.ts'
import { patientOf } from './queries.ts'

export type PickupCodeFail = 'pickup_code_wrong' | 'pickup_code_locked'
const hashOf = (ref: string, code: string): string => hashToken(`${ref} ${code}`)

interface Waiting {
  /** What waits, by a name unique in the organisation: `frame:12`. */
  readonly ref: string
  readonly hid: number
  readonly pid: number
}
/** Sends the member a fresh code for what waits; false where the member has no mobile number. */
export async function sendPickupCode(cx: Cx, { ref, hid, pid }: Waiting): Promise<boolean> {
  const { mobile, name } = await patientOf(cx, pid)
  if (!mobile) return false
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  await cx.db.run(
    sql`
      insert into pickup_code (hid, pid, ref, code_hash, expires_at)
      values (${hid}, ${pid}, ${ref}, ${hashOf(ref, code)}, app_now() + ${CODE_DAYS} * interval '1 day')
      on conflict (oid, ref) do update
      set pid = excluded.pid, code_hash = excluded.code_hash, tries = 0, created_at = excluded.created_at, expires_at = excluded.expires_at,
        used_at = null
    `,
  )
  const { shortName } = await storeOf(cx, hid)
  const params = { name, store: shortName, code, days: String(CODE_DAYS) }
  await sendSms(cx, { hid, pid, mobile, template: 'pickup-code', params })
  return true
}

const Kept = { codeHash: 'string', tries: 'number', open: 'boolean' } as const
/** Counts a try before it is made, in a transaction of its own: a refusal afterwards does not take it back. */
async function countTry(cx: Cx, ref: string, code: string): Promise<'right' | 'wrong' | 'locked'> {
  const kept = await cx.db.one(
    Kept,
    sql`
      select code_hash, tries, used_at is null and expires_at > app_now() "open"
      from pickup_code
      where ref = ${ref}
      for update
    `,
  )
  if (!kept?.open) return 'wrong'
  if (kept.tries >= CODE_TRIES) return 'locked'
  if (kept.codeHash === hashOf(ref, code)) return 'right'
  await cx.db.run(sql`update pickup_code set tries = tries + 1 where ref = ${ref}`)
  return 'wrong'
}
/**
 * Checks what proves a pick-up: a drawn signature, or the code the member received. Refuses `bad_input` without either, `pickup_code_wrong`
 * for a code that is wrong, used or out of date, `pickup_code_locked` after five wrong ones.
 */
export async function checkPickupProof(out: Out<PickupCodeFail>, ref: string, { signature, pickupCode }: PickupProof): Promise<void> {
  if (!pickupCode) {
    if (!signature) out.refuse('bad_input', { what: '请手写签名，或填写会员收到的取镜码', field: 'signature' })
    return
  }
  const outcome = await out.tx((cx) => countTry(cx, ref, pickupCode))
  if (outcome === 'locked') return out.refuse('pickup_code_locked', { field: 'pickupCode' })
  if (outcome !== 'right') out.refuse('pickup_code_wrong', { field: 'pickupCode' })
}
/** Uses the code up with the pick-up, so that of two at once only one succeeds. */
export async function spendPickupCode(cx: Cx<PickupCodeFail>, ref: string, code: string): Promise<void> {
  const used = await cx.db.run(
    sql`
      update pickup_code
      set used_at = app_now()
      where ref = ${ref} and code_hash = ${hashOf(ref, code)} and used_at is null and expires_at > app_now() and tries < ${CODE_TRIES}
    `,
  )
  if (!used) cx.refuse('pickup_code_wrong', { field: 'pickupCode' })
}
