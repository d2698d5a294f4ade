import { historyOf, implement, sql, type Cx } from '#kernel/server/index.ts'
import { staffNames } from '#modules/account/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import endpoints from '../contract/endpoints.ts'
import type { LegacyQuery } from '../contract/shapes.ts'
import { reservationStates } from '../contract/states.ts'
import { speechPort } from '#ports/speech/choose.ts'
import { board } from './board.ts'
import { checkInCode } from './check-in.ts'
import { askTwice, saveReservation } from './book.ts'
import { todayCounts } from './door.ts'
import { clearDuties, copyDuties, deleteDuty, dutyDoctors, dutyLeft, intervals, putOnDuty } from './duties.ts'
import { editExam, examPage, examReservationOf, examsBy, examToStatus, wantExams } from './exams.ts'
import { placeHandlers, roomsInUse } from './places.ts'
import { exportReservations } from './export.ts'
import { reservationOf, reservationPage, secretOf } from './queries.ts'
import { bookSeries } from './series.ts'
import { takeNumber } from './queue.ts'
import { wechatDays } from './wechat.ts'
import { cancelReservation, toStatus } from './status.ts'

const byTime = sql`r.visit_at, r.resid`
const legacy = (cx: Cx, q: LegacyQuery) => (ownStore(cx, q.hid), reservationPage(cx, q, q))

export default implement(endpoints, {
  'reservations.legacy.list': legacy,
  'reservations.legacy.list-day': (cx, { hid, day = cx.today, doctorId }) => (
    ownStore(cx, hid),
    reservationPage(cx, { hid, doctorId, startDate: day, endDate: day }, { per_page: 0 }, byTime)
  ),
  'reservations.legacy.save': async (cx, input) => {
    await askTwice(cx, input)
    return saveReservation(cx, input)
  },
  'reservations.legacy.status': (cx, { id, status, note }) => toStatus(cx, id, status, note),
  'reservations.legacy.infos': async (cx, { id }) => {
    const [visit, names] = [await reservationOf(cx, id), await staffNames(cx)]
    const steps = await historyOf(cx, reservationStates, id)
    return { ...visit, history: steps.map((s) => ({ ...s, staffName: s.ctid === null ? null : (names.get(s.ctid) ?? null) })) }
  },
  'reservations.legacy.secret': (cx, { id }) => secretOf(cx, id),
  'reservations.legacy.cancel': (cx, { id, reason, version }) => cancelReservation(cx, id, reason, version),
  'reservations.legacy.export': exportReservations,
  'reservations.list': (cx, q) => {
    ownStore(cx, q.hid)
    const { reservation_date: day, doctor_id: doctorId, train_type: trainType, request_from: requestFrom, ...rest } = q
    return reservationPage(
      cx,
      { ...rest, doctorId, trainType, requestFrom, ...(day ? { startDate: day, endDate: day } : {}) },
      q,
      day ? byTime : undefined,
    )
  },
  'reservations.by-template': bookSeries,
  'reservations.get': (cx, { id }) => reservationOf(cx, id),
  'reservations.status': (cx, { id, status, note }) => toStatus(cx, id, status, note),
  'reservations.numbers': takeNumber,
  'reservations.check-in-code': checkInCode,
  'reservations.exam.create': wantExams,
  'reservations.exam.update': editExam,
  'reservations.exam.list': (cx, q) => examPage(cx, { ...q, hid: ownStore(cx, q.hid ?? cx.who.hid) }),
  'reservations.exam.get': (cx, { id }) => examReservationOf(cx, id),
  'reservations.exam.by-resid': async (cx, { id }) => (await reservationOf(cx, id), examsBy(cx, sql`e.resid = ${id}`)),
  'reservations.exam.by-id': (cx, { id }) => examReservationOf(cx, id),
  'reservations.exam.status': (cx, { id, status, note }) => examToStatus(cx, id, status, note),

  'duties.doctors': (cx, { hid, startDate, endDate }) => dutyDoctors(cx, hid, startDate, endDate),
  'duties.create': putOnDuty,
  'duties.delete': (cx, { id, force }) => deleteDuty(cx, id, force),
  'duties.clear': clearDuties,
  'duties.copy': copyDuties,
  'duties.left': (cx, { id, hid, startDate, endDate }) => dutyLeft(cx, id, hid, startDate, endDate),
  'reservations.wechat-intervals': wechatDays,
  'duties.interval': (cx, { id, hid, day, minutes }) => intervals(cx, id, hid, day, minutes),

  ...placeHandlers,
  'consulting-rooms': (cx, { hid }) => roomsInUse(cx, hid),
  'queue.check-office': board,

  'large-screens.baidu-token': () => speechPort().token(),
  'large-screens.statistic-today': (cx, { hid }) => todayCounts(cx, ownStore(cx, hid ?? cx.who.hid)),
})
