import { event } from '#kernel/contract/index.ts'
import type { CodedPaper } from './codes.ts'
import type { OrderOut } from './output.ts'

/** Pieces that came from a supplier or went back to one; `price` in fen a piece, power in minus cylinder. */
export interface SupplierGoods {
  readonly itemId: number
  readonly productId: number
  readonly sph: number | null
  readonly cyl: number | null
  readonly axis: number | null
  readonly quantity: number
  readonly price: number
}
/** A posted paper between a store and a supplier: a purchase (`in`), or goods returned (`out`). */
export interface SupplierPaper {
  readonly of: 'in' | 'out'
  readonly paperId: number
  readonly hid: number
  readonly supplierId: number
  readonly docNo: string
  /** The supplier's own number of the delivery. */
  readonly deliveryNo: string | null
  readonly day: string
  readonly lines: readonly SupplierGoods[]
}
/** What was bought came in. */
export const goodsReceived = event<SupplierPaper>('stock.goods-received')
/** Goods went back to whom they were bought from. */
export const goodsReturned = event<SupplierPaper>('stock.goods-returned')
/** A posted paper of either kind was revoked; whoever is about to pay for it may stop that. */
export const goodsRevoked = event<Pick<SupplierPaper, 'of' | 'paperId' | 'docNo'>, 'payable_claimed'>('stock.goods-revoked')
/** Another price was agreed for a line of a posted paper; fen a piece. */
export const goodsRepriced = event<{ of: 'in' | 'out'; itemId: number; price: number }>('stock.goods-repriced')
/** The desk of what goes out was opened: whoever holds goods for a member tells them. */
export const outputAsked = event<{ readonly hid: number; readonly tell: (orders: readonly OrderOut[]) => void }>('stock.output-asked')
type Told = Pick<CodedPaper, 'what' | 'number' | 'stateName'> & Partial<CodedPaper>
/** Somebody scanned or typed the number of a paper: whoever has one of that number in the store, or of that serial number of a lens, tells what it is (decision 0164). */
export const codeAsked = event<{
  readonly hid: number
  readonly number: string
  readonly serial?: string
  readonly tell: (paper: Told) => void
}>('stock.code-asked')
