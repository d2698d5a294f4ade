import { event } from '#kernel/contract/index.ts'
import type { IssueFail } from '#modules/stock/contract/refusals.ts'
import type { PromotionOffer } from './pricing.ts'

/** A bill was paid in full. `ref` names the document it pays for (`frame:12`); its owner may still refuse (`order_stopped`). */
export const billPaid = event<{ fbid: number; pid: number; hid: number; ref: string | null }, IssueFail | 'order_stopped'>('billing.paid')
/** Payment of a bill was promised: a deposit was taken, or the bill was put on account (`onAccount`). Amounts in fen. */
export const billPromised = event<
  { fbid: number; hid: number; ref: string | null; onAccount: boolean; paid: number; billPrice: number },
  IssueFail | 'order_stopped'
>('billing.promised')
/** A bill is about to be cancelled at the till. The owner of the document it pays for may refuse. */
export const billCancelAsked = event<{ fbid: number; ref: string | null }, 'refund_order'>('billing.cancel-asked')
/** Items of a bill are about to be refunded. The owner of the document they belong to may refuse. */
export const billRefundAsked = event<
  { fbid: number; ref: string | null; items: ReadonlyArray<{ biid: number; ref: string | null; quantity: number; amount: number }> },
  'refund_order' | 'card_used'
>('billing.refund-asked')
/** Items of a bill were refunded, `quantity` pieces of each. */
export const billRefunded = event<
  {
    fbid: number
    refundId: number
    items: ReadonlyArray<{ biid: number; ref: string | null; quantity: number }>
    ref: string | null
  },
  'take_back_too_much'
>('billing.refunded')
/** A refund was cancelled on the day it was made. Refused when the document it belonged to was given up with the refund. */
export const billRefundCancelled = event<
  {
    fbid: number
    refundId: number
    items: ReadonlyArray<{ biid: number; ref: string | null; quantity: number }>
    ref: string | null
  },
  'order_given_up' | 'card_given_back'
>('billing.refund-cancelled')

/** What a bill or a quotation asks promotions for. Without `things`, every offer of the store is told. */
export interface OffersQuestion {
  readonly hid: number
  readonly pid: number
  /** The bill being rewritten, whose own pieces count as free. */
  readonly fbid: number | null
  readonly things?: { readonly productIds: readonly number[]; readonly fiids: readonly number[] }
  /** Locks what is offered until the transaction ends, so that it is still there when the bill takes it. */
  readonly locks: boolean
  tell(offer: PromotionOffer): void
}
/** A bill is priced: modules after billing tell the promotions that hold for the member now (decision 0164). */
export const offersAsked = event<OffersQuestion>('billing.offers-asked')
/** A bill took pieces of promotions; an empty list gives back all it held. What it held before is replaced. */
export const offersTaken = event<{
  readonly fbid: number
  readonly hid: number
  readonly pid: number
  readonly taken: ReadonlyArray<{ readonly promotionId: number; readonly biid: number; readonly pieces: number }>
}>('billing.offers-taken')
