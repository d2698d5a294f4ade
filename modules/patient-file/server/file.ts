/** The member's home page, read through all doors. */
import { monthsAfter } from '#kernel/contract/days.ts'
import { z } from '#kernel/contract/index.ts'
import { lit, may, sql, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { curveOf } from '#modules/exams/server/door.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { latestHistory, patientIndex } from '#modules/patients/server/door.ts'
import { ecaseMachine, prescriptionMachine } from '#modules/records/contract/states.ts'
import { prescriptionsOf } from '#modules/records/server/door.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { Booked, type MemberFile } from '../contract/shapes.ts'
import { lensName, lensOf, nowOf } from './now.ts'
import { visitsOf } from './visits.ts'

/** The file of a member. */
export async function fileOf(cx: Cx, pid: number): Promise<MemberFile> {
  const member = await patientIndex(cx, pid)
  const rxs = may(cx, 'prescription:view')
  const frames = may(cx, 'frame:view')
  const [now, curve, prescriptions, booked, cases, orders, history, owed] = await Promise.all([
    nowOf(cx, member),
    may(cx, 'exam:view') ? curveOf(cx, pid) : null,
    rxs ? prescriptionsOf(cx, pid) : [],
    may(cx, 'reservation:view') ? bookingsOf(cx, pid) : [],
    may(cx, 'ecase:view') ? casesOf(cx, pid) : [],
    frames ? ordersOf(cx, pid) : null,
    latestHistory(cx, pid),
    may(cx, 'feebill:view') ? owedBy(cx, pid) : null,
  ])
  const standing = prescriptions.filter((rx) => rx.status !== prescriptionMachine.is.voided)
  const came = booked.filter((b) => reservationStates.in.came.includes(b.status))
  return {
    member,
    now,
    curve,
    rx: standing[0] ?? null,
    next: { booked: aheadOf(cx, booked), due: dueOf(standing[0], cases[0]) },
    orders,
    visits: visitsOf({ curve, came, prescriptions: standing, cases }),
    history: history ?? null,
    owed,
  }
}

/** Next expected visit: booked, and requested by the last documents. Parts the account may not see are null. */
export async function nextOf(cx: Cx, pid: number): Promise<MemberFile['next']> {
  const [booked, prescriptions, cases] = await Promise.all([
    may(cx, 'reservation:view') ? bookingsOf(cx, pid) : [],
    may(cx, 'prescription:view') ? prescriptionsOf(cx, pid) : [],
    may(cx, 'ecase:view') ? casesOf(cx, pid) : [],
  ])
  const standing = prescriptions.filter((rx) => rx.status !== prescriptionMachine.is.voided)
  return { booked: aheadOf(cx, booked), due: dueOf(standing[0], cases[0]) }
}
/** The next upcoming visit. */
const aheadOf = (cx: Cx, booked: readonly Booking[]): Booking | null =>
  booked.findLast((b) => reservationStates.in.ahead.includes(b.status) && b.visitAt.slice(0, 10) >= cx.today) ?? null

const Booking = z.object({ ...Booked.shape, status: z.int() })
export type Booking = z.output<typeof Booking>
/** Past and upcoming visits, latest first. */
const bookingsOf = (cx: Cx, pid: number): Promise<Booking[]> =>
  cx.db.rows(
    Booking,
    sql`
      select r.resid, r.visit_at, r.type, r.status, c.name doctor_name
      from reservation r
      left join contact c on c.oid = r.oid and c.ctid_ = r.doctor_id
      where r.pid = ${pid} and r.status in ${lit([...reservationStates.in.ahead, ...reservationStates.in.came])}
      order by r.visit_at desc
      limit 60
    `,
  )

const Case = { day: 'string', words: 'string', nextDate: 'string | null' } as const
export type FileCase = ShapedRow<typeof Case>
const casesOf = (cx: Cx, pid: number): Promise<FileCase[]> =>
  cx.db.rows(
    Case,
    sql`
      select visit_at::date "day", coalesce(nullif(diagnosis, ''), nullif(advice, ''), '') words, next_date
      from ecase
      where pid = ${pid} and status in ${lit(ecaseMachine.in.kept)}
      order by visit_at desc, ecase_id desc
      limit 60
    `,
  )

const Order = {
  recordFrameId: 'number',
  orderNo: 'string',
  status: 'number',
  lens: 'string',
  promisedAt: 'string | null',
  late: 'boolean',
} as const
const ordersOf = (cx: Cx, pid: number): Promise<Array<ShapedRow<typeof Order>>> =>
  cx.db.rows(
    Order,
    sql`
      select f.record_frame_id, f.order_no, f.status, ${lensName} lens, f.promised_at,
        coalesce(f.promised_at < ${cx.now}::timestamptz, false) late
      from record_frame f ${lensOf}
      where f.pid = ${pid} and f.status in ${lit(frameOrder.in.open)}
      order by f.record_frame_id desc
      limit 20
    `,
  )

/** Open amounts, fen. */
const owedBy = (cx: Cx, pid: number): Promise<{ bills: number; money: number }> =>
  cx.db.the(
    { bills: 'number', money: 'number' },
    sql`
      select count(*) bills, coalesce(sum(bill_price - paid), 0)::bigint "money"
      from fee_bill
      where pid = ${pid} and status in ${lit(feeBill.in.due)} and bill_price > paid
    `,
  )

/** The later request of the two newest documents: the prescription's interval, or the day of the case record. */
function dueOf(rx: { orderDate: string; reviewMonths: number | null } | undefined, kase: FileCase | undefined): string | null {
  const byRx = rx?.reviewMonths ? monthsAfter(rx.orderDate, rx.reviewMonths) : null
  if (!rx || !kase?.nextDate) return byRx ?? kase?.nextDate ?? null
  return kase.day >= rx.orderDate ? kase.nextDate : (byRx ?? kase.nextDate)
}
