import { event } from '#kernel/contract/index.ts'
import type { IssueFail } from '#modules/stock/contract/refusals.ts'

/** A bill was paid in full. `ref` says what it was for: `frame:12`; whoever owns that may still stop it (`order_stopped`). */
export const billPaid = event<{ fbid: number; pid: number; hid: number; ref: string | null }, IssueFail | 'order_stopped'>('billing.paid')
/** A deposit was taken, or the bill was put on account (`onAccount`): money is promised. Fen. */
export const billPromised = event<
  { fbid: number; hid: number; ref: string | null; onAccount: boolean; paid: number; billPrice: number },
  IssueFail | 'order_stopped'
>('billing.promised')
/** A bill is about to be cancelled at the till; whoever owns what it was for may stop it. */
export const billCancelAsked = event<{ fbid: number; ref: string | null }, 'refund_order'>('billing.cancel-asked')
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
