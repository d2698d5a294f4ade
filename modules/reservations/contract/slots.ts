import { slot } from '#kernel/contract/declare.ts'

/** Slot of the booking form: expected cost of the visit. `note` is its text for the reservation, undefined while nothing is selected. */
export const inBooking = slot<{ note: (plan: string | undefined) => void }>('reservations.booking')
