import { event } from '#kernel/contract/index.ts'
import type { CodedPaper } from './codes.ts'
import type { OrderOut } from './output.ts'

/** Pieces bought from a supplier or returned to one. `price` in fen per piece, power in minus cylinder. */
export interface SupplierGoods {
  readonly itemId: number
  readonly productId: number
  readonly sph: number | null
  readonly cyl: number | null
  readonly axis: number | null
  readonly quantity: number
  readonly price: number
}
/** A posted document between a store and a supplier: a purchase (`in`) or a return (`out`). */
export interface SupplierPaper {
  readonly of: 'in' | 'out'
  readonly paperId: number
  readonly hid: number
  readonly supplierId: number
  readonly docNo: string
  /** The supplier's delivery number. */
  readonly deliveryNo: string | null
  readonly day: string
  readonly lines: readonly SupplierGoods[]
}
/** A purchase was posted. */
export const goodsReceived = event<SupplierPaper>('stock.goods-received')
/** A return to the supplier was posted. */
export const goodsReturned = event<SupplierPaper>('stock.goods-returned')
/** A posted document of either kind was revoked. A module that is about to pay for it may refuse. */
export const goodsRevoked = event<Pick<SupplierPaper, 'of' | 'paperId' | 'docNo'>, 'payable_claimed'>('stock.goods-revoked')
/** A different price was agreed for a line of a posted document; fen per piece. */
export const goodsRepriced = event<{ of: 'in' | 'out'; itemId: number; price: number }>('stock.goods-repriced')
/** The outgoing desk was opened. Modules with goods held for members report them through `tell`. */
export const outputAsked = event<{ readonly hid: number; readonly tell: (orders: readonly OrderOut[]) => void }>('stock.output-asked')
type CodedPaperNotice = Pick<CodedPaper, 'what' | 'number' | 'stateName'> & Partial<CodedPaper>
/**
 * The number of a document was scanned or typed. Modules that know such a document in the store, or a lens with that serial number,
 * report it (decision 0164).
 */
export const codeAsked = event<{
  readonly hid: number
  readonly number: string
  readonly serial?: string
  readonly tell: (paper: CodedPaperNotice) => void
}>('stock.code-asked')
