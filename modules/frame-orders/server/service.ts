/** After-sales cases: opened when glasses come back (80→85), closed with their outcome (85→80), or by the refund that takes them back. */
import { addDays } from '#kernel/contract/days.ts'
import type { z } from '#kernel/contract/index.ts'
import { change, columnsOf, insert, move, sql, update, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { ServiceCase, type EditService, type Service } from '../contract/service.ts'
import { frameOrder } from '../contract/states.ts'
import { lockOrder } from './queries.ts'

type Case = Row<'record_frame_service'>
/** The last case of an order, open or not. */
export async function serviceOf(cx: Cx, recordFrameId: number): Promise<ServiceCase> {
  const row = await cx.db.one(
    ServiceCase,
    sql`
      select
        ${columnsOf(ServiceCase, 's', 'orderNo', 'pid', 'patientName', 'inWarranty', 'linkedNo', 'opener', 'closer')}, f.order_no, f.pid,
        p.name patient_name, coalesce(s.warranty_until >= s.opened_at::date, false) in_warranty, l.order_no linked_no, o.name opener,
        c.name closer
      from record_frame_service s
      join record_frame f on f.oid = s.oid and f.record_frame_id = s.record_frame_id
      join patient p on p.oid = f.oid and p.pid = f.pid
      left join record_frame l on l.oid = s.oid and l.record_frame_id = s.linked_id
      left join contact o on o.oid = s.oid and o.ctid_ = s.opened_by
      left join contact c on c.oid = s.oid and c.ctid_ = s.closed_by
      where s.record_frame_id = ${recordFrameId}
      order by s.service_id desc
      limit 1
    `,
  )
  return row ?? cx.refuse('not_found', { what: '售后单' })
}
const openCase = (cx: Cx, recordFrameId: number): Promise<Case | undefined> =>
  cx.db.one(
    wholeRow('record_frame_service'),
    sql`
      select *
      from record_frame_service
      where record_frame_id = ${recordFrameId} and closed_at is null
      for no key update
    `,
  )

/** The order that makes the new glasses is the same member's. */
async function linkable(cx: Cx, order: Row<'record_frame'>, linkedId: number | null | undefined): Promise<void> {
  if (!linkedId) return
  const linked = await cx.db.one(wholeRow('record_frame'), sql`select * from record_frame where record_frame_id = ${linkedId}`)
  if (linked?.pid !== order.pid || linkedId === order.recordFrameId) cx.refuse('not_found', { what: '该会员的关联订单', field: 'linkedId' })
}

/** Last day of the warranty: as many days after the hand-over as the store gives. */
async function warrantyOf(cx: Cx, order: Row<'record_frame'>): Promise<string | null> {
  return order.pickedAt && addDays(order.pickedAt.slice(0, 10), await settingOf(cx, order.hid, 'frameWarrantyDays'))
}

async function open(cx: Cx, order: Row<'record_frame'>, { id, note, outcome: _, ...details }: z.output<typeof Service>): Promise<void> {
  const warrantyUntil = await warrantyOf(cx, order)
  const covered = warrantyUntil !== null && warrantyUntil >= cx.today
  await insert(cx, 'record_frame_service', {
    ...details,
    kind: details.kind ?? 'adjust',
    complaint: details.complaint ?? note ?? null,
    payer: details.payer ?? (covered ? 'store' : 'member'),
    hid: order.hid,
    recordFrameId: id,
    warrantyUntil,
    openedAt: cx.now,
    openedBy: cx.who.ctid,
  })
  await move(cx, frameOrder, id, 'afterSales', { note: details.complaint ?? note ?? null })
}
async function close(cx: Cx, before: Case, { id, note, outcome, ...changes }: z.output<typeof Service>): Promise<void> {
  const result = (outcome ?? note)?.trim()
  if (!result) return cx.refuse('bad_input', { what: '处理结果：必填', field: 'outcome' })
  await change(
    cx,
    'record_frame_service',
    { serviceId: before.serviceId },
    {},
    {
      ...changes,
      outcome: result,
      closedAt: cx.now,
      closedBy: cx.who.ctid,
    },
  )
  await move(cx, frameOrder, id, 'afterSalesDone', { note: result })
}
/** Opens a case, or closes the open one. */
export async function customerService(cx: Cx, input: z.output<typeof Service>): Promise<void> {
  const order = await lockOrder(cx, input.id)
  await linkable(cx, order, input.linkedId)
  const before = await openCase(cx, input.id)
  await (before ? close(cx, before, input) : open(cx, order, input))
}

/** Changes an open case: the new order often comes days after the complaint. */
export async function editService(cx: Cx, { id, version, ...changes }: z.output<typeof EditService>): Promise<ServiceCase> {
  const order = await lockOrder(cx, id)
  const before = await openCase(cx, id)
  if (!before) return cx.refuse('not_found', { what: '处理中的售后单' })
  await linkable(cx, order, changes.linkedId)
  await change(cx, 'record_frame_service', { serviceId: before.serviceId }, { version: version ?? before.version }, changes)
  return serviceOf(cx, id)
}

/** Glasses that are taken back end their case. */
export async function endedByReturn(cx: Cx, recordFrameId: number, outcome: string): Promise<void> {
  const before = await openCase(cx, recordFrameId)
  if (before)
    await update(
      cx,
      'record_frame_service',
      { serviceId: before.serviceId },
      { kind: 'return', outcome, closedAt: cx.now, closedBy: cx.who.ctid },
    )
}
