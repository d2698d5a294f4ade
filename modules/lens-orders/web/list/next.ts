/** The one thing to do now with an order, for somebody with these rights: a move of its machine, or the screen it is done on. */
import type { Machine } from '#kernel/contract/index.ts'
import { writing } from '../../contract/calls.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import type { OrderRow } from '../../contract/shapes.ts'
import { fitted, receivable } from '../../contract/states.ts'
import { waits, type WaitingOrder } from '../handover/waits.ts'
import { handOverPathOf, pathOf, receivePathOf } from '../kinds.ts'

export type ListedOrder = WaitingOrder & Pick<OrderRow, 'orderId'>
export interface Next {
  readonly label: string
  /** Where it is done; without it, the state it is moved to. */
  readonly at?: string
  readonly to?: number
}
/** Moves that need nothing but the order. */
const PLAIN = ['submit', 'make', 'ship'] as const
/** Pure; undefined where nothing is this person's to do. */
export function nextOf(machine: Machine<string>, standing: ListedOrder, holds: (code: string) => boolean): Next | undefined {
  const { orderId, kind, status } = standing
  if (waits(standing))
    return holds(fitted.moves.handOver.can) ? { label: fitted.moves.handOver.label, at: handOverPathOf(orderId) } : undefined
  if (receivable(machine).includes(status) && holds('order:receive')) return { label: '扫码收货', at: receivePathOf(kind, orderId) }
  const may = (name: string) => holds(name === 'submit' ? writing(kindOf(kind)) : (machine.moves[name]?.can ?? ''))
  const plain = PLAIN.filter(may)
    .map((name) => machine.moves[name])
    .find((move) => move?.from.includes(status))
  if (plain && typeof plain.to === 'number') return { label: plain.label, to: plain.to }
  const { accept } = machine.moves
  return accept?.from.includes(status) && holds(accept.can) ? { label: accept.label, at: pathOf(kind, orderId) } : undefined
}
