import { slot } from '#kernel/contract/declare.ts'

/** In the booking form: what the visit is about to cost. `note` is what the booking says of it, undefined while nothing is chosen. */
export const inBooking = slot<{ note: (plan: string | undefined) => void }>('reservations.booking')
