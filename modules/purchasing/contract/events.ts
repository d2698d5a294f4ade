import { event } from '#kernel/contract/index.ts'

/** A supplier was paid: the payment order, with day, bank and voucher. */
export const supplierPaid = event<{ paymentId: number; hid: number; supplierId: number }>('purchasing.supplier-paid')

/** One kind of goods of an order, and what came of it. */
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
  /** Fen a piece. */
  readonly price: number
  readonly day: string
  readonly stateName: string
  readonly promisedOn: string | null
  readonly tracking: string | null
  /** Why pieces were sent away at the door. */
  readonly refused: string | null
  /** It was cancelled before anything came. */
  readonly cancelled: boolean
  /** Numbers of the stock-ins its goods came by. */
  readonly papers: readonly string[]
}
/**
 * What was ordered of a supplier for a store is asked of whoever writes orders: all that is under way, came in the period, or is named by its number. Each
 * that hears it tells what it has (decision 0164).
 */
export const ordersAsked = event<{
  readonly supplierId: number
  readonly hid: number
  readonly fromOn: string
  readonly toOn: string
  readonly numbers: readonly string[]
  readonly tell: (goods: readonly OrderedGoods[]) => void
}>('purchasing.orders-asked')
