/** Where an order stands after a receipt: in the house, complete, or all of it refused. */
import { move, type Cx } from '#kernel/server/index.ts'
import { goodsArrived } from '#modules/frame-orders/server/door.ts'
import type { IssueFail } from '#modules/stock/server/door.ts'
import { orderCancelled } from '../../contract/events.ts'
import { machineOf } from '../../contract/states.ts'
import { release, settle } from '../money/credit.ts'
import { lockOrder, type SupplyOrder } from '../queries.ts'
import { linesOf } from '../check/source.ts'

/**
 * Makes the moves that follow: into the house by `arrives`, on to the shelf or the hand-over when nothing is due, off when nothing was
 * accepted.
 */
export async function passOn(
  cx: Cx<IssueFail>,
  order: SupplyOrder,
  arrives: string | undefined,
  note: string | null,
): Promise<SupplyOrder> {
  const machine = machineOf(order.flow)
  cx.touch('orders')
  if (arrives) await move(cx, machine, order.orderId, arrives, { note })
  await settle(cx, order)
  const lines = await linesOf(cx, order.orderId)
  const received = lines.reduce((n, l) => n + l.received, 0)
  if (received > 0 && order.recordFrameId !== null) await goodsArrived(cx, order.recordFrameId)
  if (lines.some((l) => l.received + l.rejected < l.ordered)) return lockOrder(cx, order.orderId)
  const fitted = order.flow === 'fitted'
  if (received > 0) return move(cx, machine, order.orderId, fitted ? 'confirm' : 'stock', { note, automatic: true })
  const reason = note?.trim() || '全部拒收'
  const gone = await move(cx, machine, order.orderId, fitted ? 'refuse' : 'reject', { note: reason, set: { reason }, automatic: true })
  await release(cx, order)
  await cx.announce(orderCancelled, { orderId: order.orderId, kind: order.kind, hid: order.hid, pid: order.pid })
  return gone
}
