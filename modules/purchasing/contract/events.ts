import { event } from '#kernel/contract/index.ts'

/** A supplier was paid: the payment order with day, bank and voucher. */
export const supplierPaid = event<{ paymentId: number; hid: number; supplierId: number }>('purchasing.supplier-paid')

/** One kind of goods of an order, and what was received of it. */
export interface OrderedGoods {
  readonly orderId: number
  readonly orderNo: string
  readonly productId: number
  /** Minus cylinder; null for goods without a power. */
  readonly sph: number | null
  readonly cyl: number | null
  readonly quantity: number
  readonly received: number
  readonly rejected: number
  /** Fen per piece. */
  readonly price: number
  readonly day: string
  readonly stateName: string
  readonly promisedOn: string | null
  readonly tracking: string | null
  /** Why pieces were rejected on delivery. */
  readonly refused: string | null
  /** Cancelled before any delivery. */
  readonly cancelled: boolean
  /** Numbers of the stock-ins that received the goods. */
  readonly papers: readonly string[]
}
/**
 * Asks all modules with orders what a store ordered from a supplier: open orders, those received in the period, or those named by number.
 * Each listener reports its own (decision 0164).
 */
export const ordersAsked = event<{
  readonly supplierId: number
  readonly hid: number
  readonly fromOn: string
  readonly toOn: string
  readonly numbers: readonly string[]
  readonly tell: (goods: readonly OrderedGoods[]) => void
}>('purchasing.orders-asked')
