/** The number of an order, or the serial number of a lens that came for one, scanned or typed anywhere. */
import { wordOf, type Move } from '#kernel/contract/index.ts'
import { may, on, sql } from '#kernel/server/index.ts'
import { codeAsked } from '#modules/stock/contract/events.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import { pathOf } from '../../contract/kinds/paths.ts'
import { fitted, machineOf, supply } from '../../contract/states.ts'

const Told = {
  orderId: 'number',
  kind: 'string',
  flow: 'string',
  orderNo: 'string',
  status: 'number',
  pid: 'number | null',
  patientName: 'string | null',
  recordFrameId: 'number | null',
  reviewed: 'boolean',
  handed: 'boolean',
  refunded: 'boolean',
} as const
export const tellsNumber = on(codeAsked, async (cx, { hid, number, serial, tell }) => {
  const whose = may(cx, 'order:view', hid)
  const orders = await cx.db.rows(
    Told,
    sql`
      select
        o.order_id, o.kind, o.flow, o.order_no, o.status, o.pid, p.name patient_name, o.record_frame_id, o.reviewed_by is not null reviewed,
        o.handed_at is not null handed, coalesce(b.paid > 0 and b.refunded >= b.paid, false) refunded
      from supply_order o
      left join patient p on p.oid = o.oid and p.pid = o.pid
      left join fee_bill b on b.oid = o.oid and b.fbid = o.fbid
      where o.hid = ${hid}
        and (
          o.order_no = ${number}
          or o.order_id in (
            select h.order_id
            from supply_receipt_line r
            join supply_receipt h on h.oid = r.oid and h.receipt_id = r.receipt_id
            where r.hid = ${hid} and r.serial = ${serial ?? null} and r.verdict <> 'rejected'
          )
        )
      order by o.order_id desc
      limit 20
    `,
  )
  for (const { orderId, kind, orderNo, patientName, ...order } of orders) {
    const paper = { what: kindOf(kind).label, number: orderNo, stateName: wordOf(machineOf(order.flow), order.status) }
    tell(whose ? { ...paper, pid: order.pid, whose: patientName, ...stepOf(order), at: pathOf(kind, orderId) } : paper)
  }
})

export interface HandoverState {
  readonly flow: string
  readonly status: number
  readonly pid: number | null
  readonly recordFrameId: number | null
  /** Somebody looked at it: it waits for its money. */
  readonly reviewed: boolean
  readonly handed: boolean
  /** The member has the money back. */
  readonly refunded: boolean
}
/** The one thing to do with an order now; where nothing is, why. */
export type HandoverStep = { readonly next: string } | { readonly why: string }

/** The moves of an order's way, in their order: the first that may be made is what is to be done now. */
const WAY = ['submit', 'accept', 'make', 'ship', 'receive', 'receiveAhead', 'confirm', 'handOver']
/** Pure. */
export function stepOf(order: HandoverState): HandoverStep {
  const { flow, status, reviewed } = order
  const machine = machineOf(flow)
  if (machine.in.givenUp.includes(status)) return { why: '订单已终止，无需处理' }
  if (flow === 'supply' && status === supply.is.stocked) return lying(order)
  // Complete, it goes into stock by itself: what is open of it is still to come.
  if (flow === 'supply' && status === supply.is.received) return { next: supply.moves.receive.label }
  if (flow === 'fitted' && status === fitted.is.reviewing && reviewed) return { next: '收费' }
  const moves: Readonly<Record<string, Move | undefined>> = machine.moves
  const move = WAY.map((name) => moves[name]).find((m) => m?.from.includes(status))
  return move ? { next: move.label } : { why: HANDED }
}
const HANDED = '已交给会员，无需处理'
/** Goods that lie in stock: a member's wait for the member, the others are done with. */
function lying({ pid, recordFrameId, handed, refunded }: HandoverState): HandoverStep {
  if (handed) return { why: HANDED }
  if (recordFrameId !== null) return { why: '镜片已交加工，看配镜订单' }
  if (pid === null) return { why: '已上架，照常出库' }
  return refunded ? { why: '已退费，商品不再留给会员' } : { next: fitted.moves.handOver.label }
}
