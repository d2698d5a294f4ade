import { event } from '#kernel/contract/index.ts'

/** A member wants no marketing any more, for everybody on the number (digits), which is null where the record has none, and for `pids`. */
export const memberUnsubscribed = event<{ readonly mobile: string | null; readonly pids: readonly number[] }>('phone.unsubscribed')
