/** Results as they are listed, read one by one with their entries, corrected and exported. */
import type { FileAnswer, Page } from '#kernel/contract/index.ts'
import {
  all,
  columnsOf,
  everyRow,
  excel,
  ident,
  lit,
  pageOf,
  sheet,
  snake,
  sql,
  type Condition,
  type Cx,
  type Listing,
  type Out,
} from '#kernel/server/index.ts'
import type { FieldState, Op } from '../../contract/ops.ts'
import { disclosed } from '../../contract/rolls.ts'
import { screeningReferral } from '../../contract/states.results.ts'
import {
  ResultRow,
  type CorrectResult,
  type ExportResults,
  type ScreeningResult,
  type ResultFilter,
  type ResultQuery,
} from '../../contract/shapes.results.ts'
import { mark, marked, markOf, noteFile } from '../privacy/disclosures.ts'
import { correct, stateOf } from './ops.ts'

const own = ResultRow.omit({
  name: true,
  gender: true,
  birth: true,
  schoolName: true,
  grade: true,
  className: true,
  taskName: true,
  staffName: true,
  referralStatus: true,
  toldOn: true,
})
const columns = sql`
  ${columnsOf(own, 'r')}, s.name, s.gender, s.birth, k.name school_name, r.grade, coalesce(c.name, v.name) class_name, t.name task_name,
  e.name staff_name, f.status referral_status, f.told_on
`
const tables = sql`
  screening_result r
  join screening_task t on t.oid = r.oid and t.id = r.task_id
  join student s on s.oid = r.oid and s.id = r.student_id
  left join school k on k.oid = r.oid and k.id = r.school_id
  left join school_class c on c.oid = r.oid and c.id = r.class_id
  left join village v on v.oid = r.oid and v.id = r.village_id
  left join contact e on e.oid = r.oid and e.ctid_ = r.ctid_
  left join screening_referral f on f.oid = r.oid and f.result_id = r.id
`
const DAYS_TO_VISIT = 30
const flags = [
  'taskId',
  'studentId',
  'schoolId',
  'classId',
  'villageId',
  'grade',
  'schoolYear',
  'term',
  'status',
  'glassesType',
  'poorSight',
  'poorSightDegree',
  'screeningMyopia',
  'preMyopia',
  'hyperopia',
  'astigmatism',
  'anisometropia',
  'correction',
  'warning',
  'forVisit',
] as const
function conditions(cx: { who: { hid: number }; today: string }, query: ResultFilter): Condition[] {
  return [
    sql`r.hid = ${query.hid ?? cx.who.hid}`,
    ...flags.map((name): Condition => query[name] !== undefined && sql`r.${ident(snake(name))} = ${query[name]}`),
    query.gender !== undefined && sql`s.gender = ${query.gender}`,
    query.name !== undefined && query.name !== '' && sql`strpos(lower(s.name), lower(${query.name})) > 0`,
    query.channelId !== undefined && sql`k.channel_id = ${query.channelId}`,
    query.ucvaBelow !== undefined && sql`least(r.ucva_od, r.ucva_os) < ${query.ucvaBelow}`,
    query.seBelow !== undefined && sql`least(r.se_od, r.se_os) < ${query.seBelow}`,
    query.ageFrom !== undefined && sql`r.age >= ${query.ageFrom}`,
    query.isDisputed !== undefined && (query.isDisputed ? sql`r.disputed <> '[]'` : sql`r.disputed = '[]'`),
    query.referralStatus !== undefined && sql`f.status = ${query.referralStatus}`,
    query.isLate === true &&
      sql`
        f.status = ${lit(screeningReferral.is.advised)}
        and f.told_on < ${cx.today}::date - ${lit(DAYS_TO_VISIT)}
      `,
    query.startDate !== undefined && sql`r.measured_on >= ${query.startDate}`,
    query.endDate !== undefined && sql`r.measured_on <= ${query.endDate}`,
  ]
}
const listing = (cx: { who: { hid: number }; today: string }, query: ResultFilter): Listing => ({
  select: columns,
  from: tables,
  where: conditions(cx, query),
  order: sql`r.warning desc nulls last, r.id desc`,
  key: sql`r.id`,
})
export const resultPage = (cx: Cx, query: ResultQuery): Promise<Page<ResultRow>> =>
  pageOf(cx, { of: ResultRow, ...listing(cx, query) }, query)

async function resultRow(cx: Cx, id: number): Promise<ResultRow> {
  const row = await cx.db.one(ResultRow, sql`select ${columns} from ${tables} where r.id = ${id}`)
  return row ?? cx.refuse('not_found', { what: '筛查结果' })
}
/** Rows of some results, by id. */
export async function resultRows(cx: Cx, ids: readonly number[]): Promise<Map<number, ResultRow>> {
  const rows = await cx.db.rows(ResultRow, sql`select ${columns} from ${tables} where r.id = any(${[...ids]})`)
  return new Map(rows.map((row) => [row.id, row]))
}
export async function resultOf(cx: Cx, id: number): Promise<ScreeningResult> {
  const row = await resultRow(cx, id)
  const fields = await stateOf(cx, row.taskId, row.studentId)
  const letter = await cx.db.the(
    { letterCode: 'string', isLetterShut: 'boolean' },
    sql`
      select letter_code, letter_wrong >= 5 is_letter_shut
      from screening_result
      where id = ${id}
    `,
  )
  const people = await cx.db.rows(
    { deviceId: 'string', name: 'string' },
    sql`select device_id, name from screening_station where task_id = ${row.taskId}`,
  )
  const staff = await cx.db.rows({ ctid: 'number', name: 'string' }, sql`select ctid_, name from contact`)
  const stations = new Map(people.map(({ deviceId, name }) => [deviceId, name]))
  const names = new Map(staff.map(({ ctid, name }) => [ctid, name]))
  const entry = (op: Op) => ({
    opId: op.opId,
    value: op.value,
    at: op.at,
    ctid: op.ctid,
    staffName: names.get(op.ctid) ?? null,
    stationName: stations.get(op.deviceId) ?? null,
    device: op.device ?? null,
    reason: op.reason ?? null,
  })
  const shownField = ([field, state]: [string, FieldState]) => ({
    field,
    first: entry(state.first),
    changes: state.changes.map(entry),
    heads: state.heads.map(entry),
    disputed: state.disputed,
  })
  return { ...row, ...letter, fields: Object.entries(fields).map(shownField) }
}
export async function correctResult(cx: Cx<'entry_wrong' | 'task_closed'>, { id, ...change }: CorrectResult): Promise<ScreeningResult> {
  await correct(cx, id, change)
  return resultOf(cx, id)
}

const exported = [
  'schoolName',
  'grade',
  'className',
  'name',
  'gender',
  'birth',
  'measuredOn',
  'glassesType',
  'ucvaOd',
  'ucvaOs',
  'cvaOd',
  'cvaOs',
  'dsOd',
  'dcOd',
  'axOd',
  'seOd',
  'dsOs',
  'dcOs',
  'axOs',
  'seOs',
  'height',
  'weight',
  'bmi',
  'bmiWord',
  'poorSight',
  'poorSightDegree',
  'screeningMyopia',
  'preMyopia',
  'hyperopia',
  'astigmatism',
  'anisometropia',
  'correction',
  'warning',
  'forVisit',
  'referralStatus',
  'status',
  'standard',
  'mark',
] as const
const MarkedResult = ResultRow.extend({ mark })
/** Results as a file, which is written down before it leaves. */
export async function exportResults(out: Out, { reason, ...query }: ExportResults): Promise<FileAnswer> {
  await out.tx(async (cx) => {
    const { n } = await cx.db.the({ n: 'number' }, sql`select count(*) n from ${tables} where ${all(conditions(out, query))}`)
    await noteFile(cx, query.hid ?? cx.who.hid, disclosed.results, n, reason)
  })
  return excel(
    sheet('筛查结果', MarkedResult, exported),
    marked(out.stream(ResultRow, everyRow(listing(out, query))), markOf(out, reason)),
    `筛查结果-${out.today}.xlsx`,
  )
}
