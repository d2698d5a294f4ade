import { event } from '#kernel/contract/index.ts'

/** Everything that was to be examined in a visit is examined (status 15). */
export const reservationChecked = event<{ resid: number; pid: number; hid: number }>('reservations.checked')
