import { binary, get, outside, page, patch, post, put, z } from '#kernel/contract/index.ts'
import { rooms } from './endpoints.rooms.ts'
import * as s from './shapes.ts'

const bookFails = [
  'slot_taken',
  'closed_hours',
  'off_duty',
  'quota_full',
  'past_time',
  'time_order',
  'number_open',
  'not_today',
  'status_step',
  'room_stopped',
] as const
const stepFails = [
  'cancel_by_call',
  'move_by_save',
  'status_step',
  'not_today',
  'number_open',
  'no_number',
  'room_stopped',
  'visit_ended',
] as const
const numberFails = [
  'not_today',
  'number_open',
  'no_number',
  'nobody_waiting',
  'room_stopped',
  'room_needed',
  'status_step',
  'visit_ended',
] as const

/** Bookings and the line; one table behind both call families of the seeds. */
export const reservations = {
  'reservations.legacy.list': get('/reservation/list/{hid}', {
    can: 'reservation:view',
    summary: 'Bookings of a store',
    input: s.LegacyQuery,
    output: s.ReservationPage,
  }),
  'reservations.legacy.list-day': get('/reservation/list/day', {
    can: 'reservation:view',
    summary: 'All bookings of a day (today when left out), by time',
    input: s.DayQuery,
    output: s.ReservationPage,
  }),
  'reservations.legacy.save': post('/reservation/addOrupdate', {
    can: 'reservation:edit',
    summary: 'Books, changes or moves; with walkIn books now and gives a number',
    input: s.SaveReservation,
    output: s.Reservation,
    fails: bookFails,
  }),
  'reservations.legacy.status': put('/reservation/update/{id}/{status}', {
    can: 'reservation:edit',
    summary: 'Sets the status; 15 = checked; refuses 30',
    input: s.ToStatus,
    output: s.Reservation,
    fails: stepFails,
  }),
  'reservations.legacy.infos': get('/reservation/infos/{id}', {
    can: 'reservation:view',
    summary: 'A booking with its history',
    input: s.ById,
    output: s.ReservationInfos,
    reads: 'pid',
  }),
  'reservations.legacy.cancel': put('/reservation/cancel/{id}', {
    can: 'reservation:cancel',
    summary: 'Cancels with a reason; cancelling what is cancelled succeeds',
    input: s.Cancel,
    output: s.Reservation,
  }),
  'reservations.legacy.export': outside.get('/reservation/export/{hid}', {
    can: 'reservation:export',
    summary: 'Bookings of a store as an Excel file',
    input: s.LegacyQuery,
    output: binary(),
    binary: true,
    timeout: 60,
  }),
  'reservations.list': get('/{product}/reservations', {
    can: 'reservation:view',
    summary: "Bookings by the seeds' query",
    input: s.ReservationQuery,
    output: s.ReservationPage,
  }),
  'reservations.by-template': post('/{product}/reservations/byTemplate', {
    can: 'reservation:edit',
    summary: 'Books the visits of a template from a day on; all of them or none',
    input: s.BookTemplate,
    output: z.array(s.Reservation),
    fails: bookFails,
  }),
  'reservations.get': get('/{product}/reservations/{id}', {
    can: 'reservation:view',
    summary: 'One booking',
    input: s.ById,
    output: s.Reservation,
    reads: 'pid',
  }),
  'reservations.status': patch('/{product}/reservations/{id}/status/{status}', {
    can: 'reservation:edit',
    summary: 'Sets the status; refuses 30',
    input: s.ToStatus,
    output: s.Reservation,
    fails: stepFails,
  }),
  'reservations.numbers': patch('/{product}/reservations/numbers', {
    can: 'queue:run',
    summary: 'Gives a number, calls, sees, passes',
    input: s.TakeNumber,
    output: s.Reservation,
    fails: numberFails,
    query: ['resid', 'consulting_id', 'status'],
  }),
  'reservations.exam.create': post('/{product}/reservations/examination', {
    can: 'exam-reservation:edit',
    summary: 'Asks for examinations in a visit',
    input: s.NewExamReservation,
    output: z.array(s.ExamReservation),
    fails: ['exam_exists', 'visit_ended'],
  }),
  'reservations.exam.update': put('/{product}/reservations/examination', {
    can: 'exam-reservation:edit',
    summary: 'Changes examiner or note',
    input: s.EditExamReservation,
    output: s.ExamReservation,
  }),
  'reservations.exam.list': get('/{product}/reservations/examination', {
    can: 'reservation:view',
    summary: 'Examinations wanted on a day',
    input: s.ExamQuery,
    output: page(s.ExamReservation),
  }),
  'reservations.exam.get': get('/{product}/reservations/examination/{id}', {
    can: 'reservation:view',
    summary: 'One wanted examination',
    input: z.object({ id: s.ExamReservation.shape.id }),
    output: s.ExamReservation,
    reads: 'pid',
  }),
  'reservations.exam.by-resid': get('/{product}/reservations/examination-resid/{id}', {
    can: 'reservation:view',
    summary: 'Examinations wanted in a visit',
    input: s.ById,
    output: z.array(s.ExamReservation),
  }),
  'reservations.exam.by-id': get('/{product}/reservations/examination-id/{id}', {
    can: 'reservation:view',
    summary: 'One wanted examination',
    input: z.object({ id: s.ExamReservation.shape.id }),
    output: s.ExamReservation,
    reads: 'pid',
  }),
  'reservations.exam.status': patch('/{product}/reservations/examination/{id}/status', {
    can: 'exam-reservation:edit',
    summary: 'Starts, finishes or cancels; the last finished one marks the visit 15',
    input: z.object({
      id: s.ExamReservation.shape.id,
      status: s.ExamReservation.shape.status,
      note: s.ExamReservation.shape.note.optional(),
    }),
    output: s.ExamReservation,
    fails: ['status_step'],
    query: ['status'],
  }),
}

export default { ...reservations, ...rooms }
