/** Door of reservations: actions, visits of the day, this machine's room and its next visit. */
export { VisitButtons, useOpenVisit, type ActionVisit } from './actions.tsx'
export { Booking, type BookingStart } from './book/Booking.tsx'
export { isMine, useDay } from './data.ts'
export { useMyRoom, useNext } from './rooms/MyRoom.tsx'
