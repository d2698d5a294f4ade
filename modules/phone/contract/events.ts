import { event } from '#kernel/contract/index.ts'

/** A member wants no marketing any more, for everybody on the number (digits), which is null where the record has none, and for `pids`. */
export const memberUnsubscribed = event<{ readonly mobile: string | null; readonly pids: readonly number[] }>('phone.unsubscribed')

/** A member asked the clinic to erase or correct; `words` are theirs. */
export const memberRequested = event<{ readonly pid: number; readonly kind: 1 | 2; readonly words: string | null }>('phone.requested')
