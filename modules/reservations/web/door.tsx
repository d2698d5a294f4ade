/** Pieces of visits that other modules show: what can be done with one, the day's visits, the room of this machine and its next one. */
export { VisitButtons, useOpenVisit, type Visit } from './actions.tsx'
export { Booking, type BookingStart } from './book/Booking.tsx'
export { isMine, useDay } from './data.ts'
export { useMyRoom, useNext } from './rooms/MyRoom.tsx'
