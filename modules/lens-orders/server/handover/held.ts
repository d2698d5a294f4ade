/** For whom the goods of an order are kept. */
import type { SupplyOrder } from '../queries.ts'
import { refOf } from '../money/money.ts'

/** The ref the goods of an order are held for: the glasses they were wanted for, their member by this order, or nobody. */
export const heldRef = ({ recordFrameId, pid, orderId }: Pick<SupplyOrder, 'recordFrameId' | 'pid' | 'orderId'>): string | null => {
  if (recordFrameId !== null) return `frame:${recordFrameId}`
  return pid === null ? null : refOf(orderId)
}
