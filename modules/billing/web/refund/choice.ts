/** What of a bill is to be given back. Pure; yuan. */
import type { FeeBillInfo } from '../../contract/shapes.ts'

export interface Chosen {
  quantity: number
  /** Absent for a combo: the server says what its unused part is worth. */
  amount?: number
}
/** By line. */
export type Choice = Readonly<Record<number, Chosen>>
type Item = FeeBillInfo['BillItemList'][number]
/** A line with what is left of it. */
export type Rest = Item & { left: number; pieces: number }

export const restOf = (item: Item): Rest => ({
  ...item,
  left: Math.round((item.amount - item.refundedAmount) * 100) / 100,
  pieces: item.quantity - item.refundedQuantity,
})
export const isGone = (item: Rest): boolean => item.left === 0 && item.pieces === 0
export const isCombo = (item: Rest): boolean => item.fgid !== null

/** Some pieces of a line with their part of its money, all of them with what is left. */
export const someOf = (item: Rest, quantity: number): Chosen => {
  if (isCombo(item)) return { quantity }
  const part = Math.floor((item.left * 100 * quantity) / (item.pieces || 1)) / 100
  return { quantity, amount: quantity >= item.pieces ? item.left : part }
}
export const wholeOf = (item: Rest): Chosen => someOf(item, item.pieces)

/** The choice as the refund call takes it. */
export const itemsOf = (choice: Choice) =>
  Object.entries(choice).map(([biid, c]) => ({
    biid: Number(biid),
    ...(c.amount === undefined ? {} : { refundAmount: c.amount }),
    quantity: c.quantity,
  }))
