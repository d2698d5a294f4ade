/** Builders for tests and demo data, through the endpoints. */
import type { z } from '#kernel/contract/index.ts'
import type { ConsultingRoom, Office, places } from '../contract/families.ts'
import type { Reservation, SaveReservation } from '../contract/shapes.ts'

/** Calls an endpoint by its legacy id; the test harness and the demo builder supply one each. */
export type ReservationCaller = (id: string, input: object) => Promise<unknown>

type NewPlace<K extends keyof typeof places> = z.input<(typeof places)[K]['create']>
export const makeOffice = (call: ReservationCaller, input: NewPlace<'settings.office-manage'>) =>
  // The response has the declared shape; a caller by name cannot know its type.
  call('settings.office-manage.create', input) as Promise<Office>
export const makeRoom = (call: ReservationCaller, input: NewPlace<'settings.consulting-manage'>) =>
  // As above.
  call('settings.consulting-manage.create', input) as Promise<ConsultingRoom>
const makeReservation = (call: ReservationCaller, input: z.input<typeof SaveReservation>) =>
  // As above.
  call('reservations.legacy.save', input) as Promise<Reservation>
/** Books a member who is at the desk, and issues a number. */
export const makeWalkIn = (call: ReservationCaller, input: Omit<z.input<typeof SaveReservation>, 'walkIn'>) =>
  makeReservation(call, { ...input, walkIn: true })
