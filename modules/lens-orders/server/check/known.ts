/**
 * What an order of lenses for eyes is held against: what it follows by its link, the member's last order and autorefraction, what was
 * measured for a fitting.
 */
import { eyesOf, z } from '#kernel/contract/index.ts'
import { lit, sql, wholeRow, type Cx } from '#kernel/server/index.ts'
import { latestSubjective } from '#modules/exams/server/door.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { firstMeasured, prescriptionOf } from '#modules/records/server/door.ts'

import type { CheckedOrder } from '../../contract/check/check.ts'
import { powerIn, type LinkedPowers, type KnownToday } from '../../contract/check/link.ts'
import { lineParameters } from '../../contract/fields.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import { machineOf } from '../../contract/states.ts'
import { machineIn, type SupplyOrder } from '../queries.ts'
import { eyesOfOrder, saidBy, type Linked, type SourceEye } from './source.ts'

/** What of an order is looked up beside it. */
export type Looked = Linked & Pick<SupplyOrder, 'orderId' | 'kind' | 'flow' | 'status' | 'hid'>
const Parameters = z.object(lineParameters).partial()
const parametersOf = (eye: SourceEye | undefined) => eye && Parameters.parse(eye.parameters)
/** What people call the thing an order follows, the nearest link first. */
function nameOf(order: Looked): string {
  if (order.originalId) return '原订单'
  if (order.fittingId) return '配适记录'
  return order.recordFrameId ? '配镜订单' : '处方'
}
const CONTACT = 4
/** Powers of a line that is not for contact lenses stand before the eye. */
async function ofSpectacles(cx: Cx, order: Looked): Promise<boolean> {
  if (order.kind !== 'soft' || order.originalId || !order.prescriptionId) return false
  const { list } = await prescriptionOf(cx, order.prescriptionId)
  const line = list.find((l) => l.lineId === order.rxLineId)
  return line !== undefined && line.kind !== CONTACT
}
/** Eyes of glasses whose lens is not this order's to bring: it came from the shelf, or another order brings it. */
async function orderedElsewhere(cx: Cx, { orderId, recordFrameId }: Looked): Promise<Set<string>> {
  if (recordFrameId === null) return new Set()
  const rows = await cx.db.rows(
    { eye: 'string' },
    sql`
      (
        select substr(i.part, 6) eye
        from record_frame_item i
        where i.record_frame_id = ${recordFrameId} and i.part in ('lens_od', 'lens_os') and i.source = 'stock' and i.issued
        union
        select l.eye
        from supply_order_line l
        join supply_order o on o.oid = l.oid and o.order_id = l.order_id
        where o.record_frame_id = ${recordFrameId} and o.order_id <> ${orderId} and l.eye is not null and not ${machineIn('givenUp')}
      )
      except
      select l.eye
      from supply_order_line l
      where l.order_id = ${orderId}
    `,
  )
  return new Set(rows.map((r) => r.eye))
}
async function basisOf(cx: Cx, order: Looked): Promise<LinkedPowers | undefined> {
  const source = await saidBy(cx, kindOf(order.kind), order)
  const [od, os] = [parametersOf(source?.od), parametersOf(source?.os)]
  if (!od && !os) return undefined
  const elsewhere = await orderedElsewhere(cx, order)
  return {
    od: elsewhere.has('od') ? undefined : od,
    os: elsewhere.has('os') ? undefined : os,
    name: nameOf(order),
    spectacles: await ofSpectacles(cx, order),
    fitted: order.fittingId !== null || order.originalId !== null,
  }
}

/** The member's last order of the kind before this one, and the last autorefraction. */
async function knownOf(cx: Cx, order: Looked, pid: number): Promise<KnownToday> {
  const { in: sets } = machineOf(order.flow)
  const subjective = await latestSubjective(cx, pid)
  const [former, auto] = [
    await cx.db.one(
      wholeRow('supply_order'),
      sql`
        select *
        from supply_order
        where pid = ${pid}
          and kind = ${order.kind}
          and order_id < ${order.orderId}
          and status not in ${lit([...sets.givenUp, ...sets.draft])}
        order by order_id desc
        limit 1
      `,
    ),
    await cx.db.one(
      wholeRow('exam_refraction'),
      sql`
        select *
        from exam_refraction
        where pid = ${pid} and kind = 2 and status in ${lit(examStates.in.valid)}
        order by exam_time desc, id desc
        limit 1
      `,
    ),
  ]
  const eyes = former && (await eyesOfOrder(cx, former.orderId))
  const power = (eye: SourceEye | undefined) => {
    const parameters = parametersOf(eye)
    if (order.kind !== 'okjing') return parameters ? powerIn(parameters) : null
    return typeof parameters?.target === 'number' ? { sph: parameters.target, cyl: 0, axis: null } : null
  }
  return {
    today: cx.today,
    former: former && { at: former.orderDate, od: power(eyes?.od), os: power(eyes?.os) },
    auto: auto && { ...eyesOf(auto), at: auto.examTime },
    subjective: subjective && { ...eyesOf(subjective), at: subjective.examTime },
  }
}

/** All of it; of orders for the shelf nothing. What was measured since an order was placed says nothing of it. */
export async function context(cx: Cx, order: Looked): Promise<Pick<CheckedOrder, 'basis' | 'known' | 'measured'>> {
  if (order.pid === null) return {}
  const written = machineOf(order.flow).in.written.includes(order.status)
  return {
    basis: await basisOf(cx, order),
    known: written && kindOf(order.kind).parameters.length > 0 ? await knownOf(cx, order, order.pid) : undefined,
    measured: order.kind === 'okjing' ? await firstMeasured(cx, order.pid, order.hid) : undefined,
  }
}
