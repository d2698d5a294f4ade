/** Selection of lines to refund. Pure; amounts in yuan. */
import type { FeeBillInfo } from '../../contract/shapes.ts'

export interface ChosenItem {
  quantity: number
  /** Absent for a combo: the server calculates its unused part. */
  amount?: number
}
/** By biid. */
export type RefundChoice = Readonly<Record<number, ChosenItem>>
type Item = FeeBillInfo['BillItemList'][number]
/** A line with its refundable balance. */
export type RefundableLine = Item & { left: number; pieces: number }

export const refundableLine = (item: Item): RefundableLine => ({
  ...item,
  left: Math.round((item.amount - item.refundedAmount) * 100) / 100,
  pieces: item.quantity - item.refundedQuantity,
})
export const isRefunded = (item: RefundableLine): boolean => item.left === 0 && item.pieces === 0
export const isCombo = (item: RefundableLine): boolean => item.fgid !== null

/** Selects pieces of a line with their share of its money; all pieces take the whole balance. */
export const partOf = (item: RefundableLine, quantity: number): ChosenItem => {
  if (isCombo(item)) return { quantity }
  const part = Math.floor((item.left * 100 * quantity) / (item.pieces || 1)) / 100
  return { quantity, amount: quantity >= item.pieces ? item.left : part }
}
export const wholeOf = (item: RefundableLine): ChosenItem => partOf(item, item.pieces)

/** Items of the refund call. */
export const itemsOf = (choice: RefundChoice) =>
  Object.entries(choice).map(([biid, c]) => ({
    biid: Number(biid),
    ...(c.amount === undefined ? {} : { refundAmount: c.amount }),
    quantity: c.quantity,
  }))
