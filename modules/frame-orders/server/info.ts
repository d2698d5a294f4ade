import { z } from '#kernel/contract/index.ts'
import { columnsOf, historyOf, sql, Whole, type Cx, type Row } from '#kernel/server/index.ts'
import { staffNames } from '#modules/account/server/door.ts'
import { traceOf } from '#modules/devices/server/door.ts'
import { dayOf } from '#modules/exams/contract/copied.ts'
import { statedSize } from '../contract/check/geometry.ts'
import { FrameOrderInfo } from '../contract/shapes.ts'
import { frameOrder } from '../contract/states.ts'
import { findingsOf, shownFindings } from './check.ts'
import { from, late } from './queries.ts'

/** What the check finds while somebody still waits for the glasses and they are not ready. */
async function openFindings(cx: Cx, order: Row<'record_frame'>): Promise<FrameOrderInfo['findings']> {
  const { is, in: sets } = frameOrder
  if (!sets.open.includes(order.status) || order.status === is.ready || order.status === is.sent) return []
  return shownFindings(cx, order, await findingsOf(cx, order, { history: sets.unpaid.includes(order.status) }))
}
const Item = FrameOrderInfo.shape.items.element
const Inspection = FrameOrderInfo.shape.inspections.element.omit({ inspector: true })
const Slip = FrameOrderInfo.shape.slips.element.extend({ responsible: z.int().nullable() })
type Head = Omit<
  FrameOrderInfo,
  'followed' | 'trace' | 'items' | 'inspections' | 'findings' | 'slips' | 'history' | 'saler' | 'optrist'
> & {
  frameName: string | null
  frameSpec: string | null
}
/** What is kept in the history beside the moves. */
const steps: Readonly<Record<string, string>> = { begin: '建单', notify: '通知取镜', fee: '改加工费' }
/**
 * The order whole, as it is checked, with the names of its member and store. Which states and bases its columns have, their constraints and
 * its machine keep.
 */
const Shown = new Whole<Row<'record_frame'> & Head>('record_frame', {
  patientName: 'string',
  mobile: 'string | null',
  gender: 'number | null',
  birth: 'string | null',
  late: 'boolean',
  memberNo: 'string',
  guardian: 'string | null',
  storeName: 'string',
  billStatus: 'number | null',
  frameName: 'string | null',
  frameSpec: 'string | null',
  billPrice: 'number | null',
})
const Line = z.object({
  rxNo: z.string(),
  orderDate: z.string(),
  examOn: z.string().nullable(),
  origin: z.record(z.string(), z.string()).nullable(),
})
/** The prescription of an order with the days its values were measured on. */
async function followedBy(
  cx: Cx,
  { prescriptionId, rxLineId }: Pick<Row<'record_frame'>, 'prescriptionId' | 'rxLineId'>,
): Promise<FrameOrderInfo['followed']> {
  if (prescriptionId === null) return null
  const line = await cx.db.one(
    Line,
    sql`
      select r.rx_no, r.order_date, e.exam_time::date exam_on, l.origin
      from prescription r
      left join prescription_line l on l.oid = r.oid and l.prescription_id = r.id and l.line_id = ${rxLineId}
      left join exam_refraction e on e.oid = l.oid and e.id = l.exam_id
      where r.id = ${prescriptionId}
    `,
  )
  if (!line) return null
  const { origin, ...followed } = line
  const sources = ['pdOd', 'pdOs', 'pd', 'phOd', 'phOs'].map((name) => dayOf(origin?.[name]))
  return { ...followed, distancesOn: sources.find((day) => day !== undefined) ?? null }
}
/** An order with its goods, inspections, slips and the steps it took. */
export async function frameInfo(cx: Cx, id: number): Promise<FrameOrderInfo> {
  const row = await cx.db.one(
    Shown,
    sql`
      select f.*, p.name patient_name, p.mobile, p.gender, p.birth, ${late(cx.now)} late, p.member_no, p.guardian, s.name store_name,
        b.status bill_status, b.bill_price, g.name frame_name, g.spec frame_spec
      from ${from}
      join store s on s.oid = f.oid and s.hid = f.hid
      left join fee_bill b on b.oid = f.oid and b.fbid = f.fbid
      left join product g on g.oid = f.oid and g.product_id = f.frame_product_id
      where f.record_frame_id = ${id}
    `,
  )
  if (!row) return cx.refuse('not_found', { what: '框架镜订单' })
  const [items, inspections, slips, history, names] = await Promise.all([
    cx.db.rows(
      Item,
      sql`
        select ${columnsOf(Item, 'record_frame_item')}
        from record_frame_item
        where record_frame_id = ${id}
        order by item_id
      `,
    ),
    cx.db.rows(
      Inspection,
      sql`
        select ${columnsOf(Inspection, 'record_frame_inspection')}
        from record_frame_inspection
        where record_frame_id = ${id}
        order by inspection_id
      `,
    ),
    cx.db.rows(
      Slip,
      sql`
        select ${columnsOf(Slip, 'record_frame_unqualified')}
        from record_frame_unqualified
        where record_frame_id = ${id}
        order by slip_id
      `,
    ),
    historyOf(cx, frameOrder, id),
    staffNames(cx),
  ])
  const named = (ctid: number | null): string | null => (ctid === null ? null : (names.get(ctid) ?? null))
  const { frameName, frameSpec, ...order } = row
  // An order chosen before its frame's size was kept shows the one its product states.
  const size = frameName === null ? undefined : statedSize({ name: frameName, spec: frameSpec })
  return {
    ...order,
    followed: await followedBy(cx, row),
    trace: (await traceOf(cx, row.traceId)) ?? null,
    frameA: row.frameA ?? size?.a ?? null,
    frameDbl: row.frameDbl ?? size?.dbl ?? null,
    items,
    saler: named(row.salerId),
    optrist: named(row.optristId),
    inspections: inspections.map((i) => ({ ...i, inspector: named(i.ctid) })),
    findings: await openFindings(cx, row),
    slips: slips.map((s) => ({ ...s, responsible: named(s.responsible) })),
    history: history.map((h) => ({
      ...h,
      person: named(h.ctid),
      label:
        // The history holds moves of this machine and steps beside them, and of former versions the bare word.
        steps[h.move] ?? frameOrder.moves[h.move as keyof typeof frameOrder.moves]?.label ?? h.move,
    })),
  }
}
