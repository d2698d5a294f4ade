import { event } from '#kernel/contract/index.ts'
import type { PhoneCampaign, PhoneShelf } from './shapes.shelf.ts'
import type { SignUpFail } from './endpoints.shelf.ts'

/** A member wants no marketing any more, for everybody on the number (digits), which is null where the record has none, and for `pids`. */
export const memberUnsubscribed = event<{ readonly mobile: string | null; readonly pids: readonly number[] }>('phone.unsubscribed')

/** A member asked the clinic to erase or correct; `words` are theirs. */
export const memberRequested = event<{ readonly pid: number; readonly kind: 1 | 2; readonly words: string | null }>('phone.requested')

/** A member's page asks what the house shows. Told as the house sees it: the rows are nobody's, so a member's session sees none of them. */
export const shelfAsked = event<{ readonly pid: number; readonly hid: number; tell(shelf: PhoneShelf): void }>('phone.shelf-asked')
interface CampaignQuestion {
  readonly pid: number
  /** The family, whose sign-ups are shown. */
  readonly pids: readonly number[]
  readonly campaignId: number
  tell(page: PhoneCampaign): void
}
export const campaignAsked = event<CampaignQuestion>('phone.campaign-asked')
export type CampaignAct =
  | { readonly kind: 'signUp'; readonly input: Readonly<Record<string, unknown>>; readonly visitor: string | undefined }
  | { readonly kind: 'take' | 'cancel'; readonly applyId: number }
  | { readonly kind: 'claim' | 'code' }
/** A member signs up, takes a place that is held, cancels, claims, or wants a code to hand on. */
export const campaignActed = event<
  CampaignQuestion & {
    readonly act: CampaignAct
  },
  SignUpFail
>('phone.campaign-acted')
