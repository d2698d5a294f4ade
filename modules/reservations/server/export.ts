import { everyRow, excel, sheet, type Out } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import type { FileAnswer } from '#kernel/contract/index.ts'
import { Reservation, type LegacyQuery } from '../contract/shapes.ts'
import { bookingsByTime } from './queries.ts'

const bookings = sheet('预约', Reservation, [
  'visitAt',
  'visitEnd',
  'patientName',
  'memberNo',
  'mobile',
  'doctorName',
  'consultingName',
  'type',
  'trainType',
  'requestFrom',
  'status',
  'walkIn',
  'ticketNo',
  'takenAt',
  'seenAt',
  'note',
  'offDutyNote',
  'cancelReason',
  'createdAt',
])

/** Exports reservations to Excel, by time. */
export const exportReservations = async (out: Out, query: LegacyQuery): Promise<FileAnswer> =>
  excel(
    bookings,
    out.stream(Reservation, everyRow(bookingsByTime(out, { ...query, hid: ownStore(out, query.hid) }))),
    `预约-${out.today}.xlsx`,
  )
