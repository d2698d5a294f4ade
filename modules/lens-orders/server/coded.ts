/** The number of an order, or the serial number of a lens that came for one, scanned or typed anywhere. */
import { wordOf, type Move } from '#kernel/contract/index.ts'
import { may, on, sql } from '#kernel/server/index.ts'
import { codeAsked } from '#modules/stock/contract/events.ts'
import { kindOf } from '../contract/kinds/index.ts'
import { pathOf } from '../contract/kinds/paths.ts'
import { machineOf } from '../contract/states.ts'

const Told = {
  orderId: 'number',
  kind: 'string',
  flow: 'string',
  orderNo: 'string',
  status: 'number',
  pid: 'number | null',
  patientName: 'string | null',
} as const
export const tellsNumber = on(codeAsked, async (cx, { hid, number, serial, tell }) => {
  const whose = may(cx, 'order:view', hid)
  const orders = await cx.db.rows(
    Told,
    sql`select o.order_id, o.kind, o.flow, o.order_no, o.status, o.pid, p.name patient_name from supply_order o left join patient p on p.oid = o.oid and p.pid = o.pid
      where o.hid = ${hid} and (o.order_no = ${number} or o.order_id in (select h.order_id from supply_receipt_line r join supply_receipt h on h.oid = r.oid and h.receipt_id = r.receipt_id
        where r.hid = ${hid} and r.serial = ${serial ?? null} and r.verdict <> 'rejected')) order by o.order_id desc limit 20`,
  )
  for (const { orderId, kind, flow, orderNo, status, pid, patientName } of orders) {
    const machine = machineOf(flow)
    const paper = { what: kindOf(kind).label, number: orderNo, stateName: wordOf(machine, status) }
    tell(whose ? { ...paper, pid, whose: patientName, next: nextOf(machine.moves, status), at: pathOf(kind, orderId) } : paper)
  }
})
/** The moves of an order's way, in their order: the first that may be made is what is to be done now. */
const WAY = ['submit', 'accept', 'make', 'ship', 'receive', 'receiveAhead', 'confirm', 'stock', 'handOver']
const nextOf = (moves: Readonly<Record<string, Move | undefined>>, status: number): string | null =>
  WAY.map((name) => moves[name]).find((move) => move?.from.includes(status))?.label ?? null
