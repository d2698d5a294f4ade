/** Requested examinations of a visit; finishing the last one marks the visit as checked (15). */
import {
  begin,
  change,
  dayEnd,
  dayStart,
  find,
  insertMany,
  locked,
  move,
  pageOf,
  sql,
  lit,
  type Cx,
  type Sql,
} from '#kernel/server/index.ts'
import { openMoves, type Page, wordOf } from '#kernel/contract/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { ExamReservation } from '../contract/shapes.ts'
import { examReservationStates, reservationStates } from '../contract/states.ts'
import { step } from './status.ts'

const { is } = reservationStates

const select = sql`
  e.id, e.hid, e.resid, e.pid, p.name patient_name, e.item, e.examiner_id, x.name examiner_name, e.status, e.version, e.note, e.created_at,
  e.done_at, q.series || lpad(q.no::text, 3, '0') ticket_no
`
const from = sql`
  exam_reservation e
  join patient p using (oid, pid)
  join reservation r on r.oid = e.oid and r.resid = e.resid
  left join contact x on x.oid = e.oid and x.ctid_ = e.examiner_id
  left join queue_ticket q on q.oid = e.oid and q.resid = e.resid
`

export const examsBy = (cx: Cx, where: Sql): Promise<ExamReservation[]> =>
  cx.db.rows(ExamReservation, sql`select ${select} from ${from} where ${where} order by e.id`)
export async function examReservationOf(cx: Cx, id: number): Promise<ExamReservation> {
  return (await examsBy(cx, sql`e.id = ${id}`))[0] ?? cx.refuse('not_found', { what: '检查预约' })
}
export const examPage = (
  cx: Cx,
  q: { hid: number; day?: string | undefined; status?: number | undefined; pid?: number | undefined; item?: string | undefined },
): Promise<Page<ExamReservation>> =>
  pageOf(
    cx,
    {
      of: ExamReservation,
      select,
      from,
      order: sql`r.visit_at, e.id`,
      where: [
        sql`e.hid = ${q.hid}`,
        q.day !== undefined && sql`r.visit_at >= ${dayStart(q.day)} and r.visit_at < ${dayEnd(q.day)}`,
        q.status !== undefined && sql`e.status = ${q.status}`,
        q.pid !== undefined && sql`e.pid = ${q.pid}`,
        q.item !== undefined && sql`e.item = ${q.item}`,
      ],
    },
    q,
  )

/** Requests examinations. A member who is with the doctor is sent to them. */
export async function wantExams(
  cx: Cx<'exam_exists' | 'visit_ended'>,
  input: { resid: number; items: readonly string[]; examinerId?: number | undefined; note?: string | undefined },
): Promise<ExamReservation[]> {
  const { resid, items, examinerId, note } = input
  const visit = (await find(cx, 'reservation', { resid })) ?? cx.refuse('not_found', { what: '预约' })
  if (reservationStates.in.over.includes(visit.status)) cx.refuse('visit_ended', { state: wordOf(reservationStates, visit.status) })
  if (examinerId) await staffOf(cx, examinerId)
  const rows = await insertMany(
    cx,
    'exam_reservation',
    [...new Set(items)].map((item) => ({
      hid: visit.hid,
      resid,
      pid: visit.pid,
      item,
      examinerId: examinerId ?? null,
      note: note ?? null,
    })),
  )
  for (const row of rows) await begin(cx, examReservationStates, row.id, examReservationStates.is.waiting)
  if (visit.status === is.consulting) await step(cx, resid, 'examine', undefined, true)
  return examsBy(cx, sql`e.resid = ${resid}`)
}

export async function editExam(
  cx: Cx,
  {
    id,
    version,
    ...set
  }: { id: number; version?: number | undefined; examinerId?: number | null | undefined; note?: string | null | undefined },
): Promise<ExamReservation> {
  await locked(cx, 'exam_reservation', { id }, { version: version ?? null })
  if (set.examinerId) await staffOf(cx, set.examinerId)
  const { examinerId, note } = set
  await change(
    cx,
    'exam_reservation',
    { id },
    {},
    { ...(examinerId === undefined ? {} : { examinerId }), ...(note === undefined ? {} : { note }) },
  )
  return examReservationOf(cx, id)
}

export async function examToStatus(cx: Cx<'status_step'>, id: number, target: number, note?: string | null): Promise<ExamReservation> {
  const existing = await examReservationOf(cx, id)
  if (existing.status === target) return existing
  const name = openMoves(examReservationStates, existing.status).find((m) => examReservationStates.moves[m].to === target)
  if (!name)
    return cx.refuse('status_step', {
      state: wordOf(examReservationStates, existing.status),
      target: wordOf(examReservationStates, target),
    })
  await move(cx, examReservationStates, id, name, {
    note: note ?? null,
    set: {
      ...(target === examReservationStates.is.finished ? { doneAt: cx.now } : {}),
      ...(existing.examinerId ? {} : { examinerId: cx.who.ctid }),
    },
  })
  await followVisit(cx, existing.resid)
  return examReservationOf(cx, id)
}

/** 就诊中 becomes 检查中 with the first examination and 已检查 with the last. */
async function followVisit(cx: Cx, resid: number): Promise<void> {
  const sums = await cx.db.one(
    { status: 'number', open: 'number', started: 'number', done: 'number' },
    sql`
      select r.status, count(*) filter (where e.status in ${lit(examReservationStates.in.open)}) as open,
        count(*) filter (where e.status = ${lit(examReservationStates.is.started)}) started,
        count(*) filter (where e.status = ${lit(examReservationStates.is.finished)}) done
      from reservation r
      join exam_reservation e on e.oid = r.oid and e.resid = r.resid
      where r.resid = ${resid}
      group by r.oid, r.resid, r.status
    `,
  )
  if (!sums) return
  if (sums.status === is.consulting && sums.started) await step(cx, resid, 'examine', undefined, true)
  if (reservationStates.in.seeing.includes(sums.status) && sums.done && !sums.open) await step(cx, resid, 'checked', undefined, true)
}
