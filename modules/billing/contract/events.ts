import { event } from '#kernel/contract/index.ts'
import type { IssueFail } from '#modules/stock/contract/refusals.ts'

/** A bill was paid in full. `ref` says what it was for: `frame:12`; whoever owns that may still stop it (`order_stopped`). */
export const billPaid = event<{ fbid: number; pid: number; hid: number; ref: string | null }, IssueFail | 'order_stopped'>('billing.paid')
/** Items of a bill are about to be given back; whoever owns what it was for may stop it. */
export const billRefundAsked = event<
  { fbid: number; ref: string | null; items: ReadonlyArray<{ biid: number; ref: string | null; quantity: number }> },
  'refund_order'
>('billing.refund-asked')
/** Items of a bill were given back; `quantity` pieces of each. */
export const billRefunded = event<
  {
    fbid: number
    refundId: number
    items: ReadonlyArray<{ biid: number; ref: string | null; quantity: number }>
    ref: string | null
  },
  'take_back_too_much'
>('billing.refunded')
/** A refund was taken back on the day it was made; refused where what it was for was given up with it. */
export const billRefundCancelled = event<
  {
    fbid: number
    refundId: number
    items: ReadonlyArray<{ biid: number; ref: string | null; quantity: number }>
    ref: string | null
  },
  'order_given_up'
>('billing.refund-cancelled')
