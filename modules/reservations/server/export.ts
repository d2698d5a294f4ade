import { excel, sheet, type Out } from '#kernel/server/index.ts'
import type { FileAnswer } from '#kernel/contract/index.ts'
import { Reservation, type LegacyQuery } from '../contract/shapes.ts'
import { reservationsAfter } from './queries.ts'

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

/** Bookings as Excel, read a thousand at a time: nobody holds a transaction while the file is sent. */
export async function exportReservations(out: Out, query: LegacyQuery): Promise<FileAnswer> {
  if (!out.who.hids.includes(query.hid)) return out.refuse('not_found', { what: '门店' })
  return excel(bookings, rows(out, query), `预约-${out.now.slice(0, 10)}.xlsx`)
}
async function* rows(out: Out, query: LegacyQuery): AsyncGenerator<Reservation> {
  let last: Reservation | undefined
  do {
    const batch: Reservation[] = await out.tx((cx) => reservationsAfter(cx, query, last))
    yield* batch
    last = batch.length === 1000 ? batch.at(-1) : undefined
  } while (last)
}
