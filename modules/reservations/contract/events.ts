import { event } from '#kernel/contract/index.ts'

/** All requested examinations of a visit are done (status 15). */
export const reservationChecked = event<{ resid: number; pid: number; hid: number }>('reservations.checked')
/** A member was booked, at the desk or by a series. Walk-ins raise the check-in event instead. */
export const reservationBooked = event<{ resid: number; pid: number; hid: number; visitAt: string }>('reservations.booked')
/** A member checked in and has a number. */
export const reservationCame = event<{ resid: number; pid: number; hid: number }>('reservations.came')
/** A member did not come. */
export const reservationMissed = event<{ resid: number; pid: number; hid: number }>('reservations.missed')
