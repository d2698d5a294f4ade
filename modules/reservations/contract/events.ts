import { event } from '#kernel/contract/index.ts'

/** Everything that was to be examined in a visit is examined (status 15). */
export const reservationChecked = event<{ resid: number; pid: number; hid: number }>('reservations.checked')
/** A member was booked, at the desk or by a series; walk-ins are told of as they come. */
export const reservationBooked = event<{ resid: number; pid: number; hid: number; visitAt: string }>('reservations.booked')
/** A member stands at the desk and has a number. */
export const reservationCame = event<{ resid: number; pid: number; hid: number }>('reservations.came')
/** A member did not come. */
export const reservationMissed = event<{ resid: number; pid: number; hid: number }>('reservations.missed')
