/** Builders for tests and demo data: they go through the endpoints, with whatever makes a call. */
import type { z } from '#kernel/contract/index.ts'
import type { ConsultingRoom, Office, places } from '../contract/families.ts'
import type { Reservation, SaveReservation } from '../contract/shapes.ts'

/** Makes a call by its legacy id: the test harness and the demo builder each bring one. */
export type MakeCall = (id: string, input: object) => Promise<unknown>

type NewPlace<K extends keyof typeof places> = z.input<(typeof places)[K]['create']>
export const makeOffice = (call: MakeCall, input: NewPlace<'settings.office-manage'>) =>
  // The call answers its declared shape; a caller by name does not know which.
  call('settings.office-manage.create', input) as Promise<Office>
export const makeRoom = (call: MakeCall, input: NewPlace<'settings.consulting-manage'>) =>
  // As above.
  call('settings.consulting-manage.create', input) as Promise<ConsultingRoom>
const makeReservation = (call: MakeCall, input: z.input<typeof SaveReservation>) =>
  // As above.
  call('reservations.legacy.save', input) as Promise<Reservation>
/** Books a member who stands at the desk and gives a number. */
export const makeWalkIn = (call: MakeCall, input: Omit<z.input<typeof SaveReservation>, 'walkIn'>) =>
  makeReservation(call, { ...input, walkIn: true })
