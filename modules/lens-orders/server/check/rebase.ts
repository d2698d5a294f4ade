/**
 * An order goes on with the prescription or fitting that replaces its own. What was ordered stays: the new one must ask for the same
 * lenses.
 */
import { wordOf } from '#kernel/contract/index.ts'
import { change, find, mustStand, resumeWork, type Cx } from '#kernel/server/index.ts'
import { link, targets } from '../../contract/check/link.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import type { RebaseOrder } from '../../contract/shapes.ts'
import { machineOf } from '../../contract/states.ts'
import { findingsOf } from './check.ts'
import { lockOrder, type SupplyOrder } from '../queries.ts'
import { sourceOf } from './source.ts'

export async function rebaseOrder(
  cx: Cx<'basis_other' | 'fitting_unchecked' | 'original_other'>,
  { id, version, ...changes }: RebaseOrder,
): Promise<SupplyOrder> {
  const order = await lockOrder(cx, id, version)
  const machine = machineOf(order.flow)
  if (!machine.in.open.includes(order.status)) return cx.refuse('illegal_move', { state: wordOf(machine, order.status), move: '改用处方' })
  const prescriptionId = changes.prescriptionId ?? order.prescriptionId
  const follows = {
    prescriptionId,
    rxLineId: changes.rxLineId ?? (prescriptionId === order.prescriptionId ? order.rxLineId : null),
    fittingId: changes.fittingId ?? order.fittingId,
  }
  const source = await sourceOf(cx, kindOf(order.kind), { ...order, ...follows })
  const now = await change(cx, 'supply_order', { orderId: id }, {}, { ...follows, rxLineId: follows.rxLineId ?? source?.rxLineId ?? null })
  const differs = (await findingsOf(cx, now, undefined, [link, targets])).length > 0
  if (differs) {
    const rx = prescriptionId === null ? undefined : await find(cx, 'prescription', { id: prescriptionId })
    return cx.refuse('basis_other', { rx: rx?.rxNo ?? '', field: 'prescriptionId' })
  }
  await mustStand(cx, machine, id)
  await resumeWork(cx, machine, id)
  cx.touch('orders')
  return lockOrder(cx, id)
}
