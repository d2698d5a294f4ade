/** Who takes goods away for a member. */
import { sql, type Cx } from '#kernel/server/index.ts'
import { isEntitled, type PickupProof } from '../contract/collector.ts'
import { spendPickupCode, type PickupCodeFail } from './pickup-code.ts'
import { patientOf } from './queries.ts'

export type CollectorFail = 'collector_unknown' | PickupCodeFail
export interface Collector {
  readonly receiver: string
  readonly receiverRelation: string | null
  readonly receiverPhone: string | null
  readonly signature: string
  readonly byCode: boolean
}
interface GivenCollector extends PickupProof {
  readonly receiver: string
  readonly receiverRelation?: string | null | undefined
  readonly receiverPhone?: string | null | undefined
}
/** Names of the guardians of a member: of the record, of the family, and of a consent. */
async function guardiansOf(cx: Cx, pid: number): Promise<Array<string | null>> {
  const { guardian } = await patientOf(cx, pid)
  const rows = await cx.db.rows(
    { name: 'string | null' },
    sql`
      select coalesce(o.name, f.name) "name"
      from patient_family f
      left join patient o on o.oid = f.oid and o.pid = f.other_pid
      where f.pid = ${pid} and f.is_guardian
      union
      select c.guardian_name
      from consent c
      where c.pid = ${pid} and c.withdrawn_at is null
    `,
  )
  return [guardian, ...rows.map((r) => r.name)]
}
/**
 * Columns of who takes what waits under `ref`; refuses a stranger who does not say what they are to the member and how to reach them. A
 * code that was shown is used up with it.
 */
export async function collectorOf(cx: Cx<CollectorFail>, pid: number, ref: string, collector: GivenCollector): Promise<Collector> {
  const { name } = await patientOf(cx, pid)
  const receiver = collector.receiver.trim()
  const [receiverRelation, receiverPhone] = [collector.receiverRelation?.trim() || null, collector.receiverPhone?.trim() || null]
  if (!isEntitled(receiver, { name, guardians: await guardiansOf(cx, pid) }))
    if (!receiverRelation || !receiverPhone)
      return cx.refuse('collector_unknown', { who: receiver, field: receiverRelation ? 'receiverPhone' : 'receiverRelation' })
  if (collector.pickupCode) await spendPickupCode(cx, ref, collector.pickupCode)
  return { receiver, receiverRelation, receiverPhone, signature: collector.signature ?? '', byCode: Boolean(collector.pickupCode) }
}
