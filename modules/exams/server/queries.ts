import type { Page } from '#kernel/contract/index.ts'
import {
  dayEnd,
  dayStart,
  find,
  ident,
  snake,
  locked,
  pageOf,
  sql,
  lit,
  type Cx,
  type Listing,
  type Sql,
  Whole,
} from '#kernel/server/index.ts'
import type { ExamFamily, Measures } from './families.ts'
import { examStates } from '../contract/states.ts'

/** A row of any examination with the names people read. */
export interface ExamRow {
  id: number
  pid: number
  hid: number
  status: number
  version: number
  examTime: string
  examiner: number
  resid: number | null
  confirmed: Array<{ code: string; field: string; value: unknown; sentence: string; ctid: number; at: string }>
  origin: Record<string, string>
  [measure: string]: unknown
}

const select = sql`e.*, c.name examiner_name, s.name hospital_name, g.name signer_name`
const from = (family: ExamFamily): Sql =>
  sql`
    ${ident(family.table)} e
    join contact c on c.oid = e.oid and c.ctid_ = e.examiner
    join store s on s.oid = e.oid and s.hid = e.hid
    left join contact g on g.oid = e.oid and g.ctid_ = e.signed_by
  `

interface OfMember {
  pid: number
  withVoid?: boolean | undefined
  /** Made on this day, of those that count. */
  onDay?: string | undefined
  [asked: string]: unknown
}
/** Examinations of a member, newest first. */
export const examListing = (family: ExamFamily, query: OfMember): Listing => ({
  select,
  from: from(family),
  where: [
    sql`e.pid = ${query.pid}`,
    !query.withVoid && sql`e.status in ${lit(query.onDay === undefined ? examStates.in.kept : examStates.in.valid)}`,
    query.onDay !== undefined && sql`e.exam_time >= ${dayStart(query.onDay)} and e.exam_time < ${dayEnd(query.onDay)}`,
    family.within !== undefined && query[family.within] !== undefined && sql`e.${ident(snake(family.within))} = ${query[family.within]}`,
  ],
  order: sql`e.exam_time desc, e.id desc`,
})
/** Examinations of a family as `R`, which its callers know: a table, and the names beside it. */
export const examRows = <R>(family: ExamFamily): Whole<R> =>
  new Whole(family.table, { examinerName: 'string', hospitalName: 'string', signerName: 'string | null' })
export const examsOf = <R>(cx: Cx, family: ExamFamily, query: OfMember, window: object = query): Promise<Page<R>> =>
  pageOf(cx, { of: examRows<R>(family), ...examListing(family, query) }, window)

/** One examination; another clinic's is not found. */
export async function examRow<R = ExamRow>(cx: Cx, family: ExamFamily, id: number): Promise<R> {
  return (
    (await cx.db.one(examRows<R>(family), sql`select ${select} from ${from(family)} where e.id = ${id}`)) ??
    cx.refuse('not_found', { what: family.machine.noun })
  )
}

/** The member's submitted examination before a moment; where rows of a kind are told apart, of the same sort as these values. */
export const examBefore = (
  cx: Cx,
  { table, within }: ExamFamily,
  values: Measures,
  { pid, before, not }: { pid: number; before: string; not: number },
): Promise<ExamRow | undefined> =>
  cx.db.one(
    new Whole<ExamRow>(table, {}),
    sql`
      select *
      from ${ident(table)}
      where pid = ${pid}
        and status in ${lit(examStates.in.valid)}
        and exam_time < ${before}::timestamptz
        and id <> ${not} ${within === undefined ? sql`` : sql`and ${ident(snake(within))} = ${values[within]}`}
      order by exam_time desc, id desc
      limit 1
    `,
  )

/** Locks an examination for a change. */
export const lockExam = async (cx: Cx, family: ExamFamily, id: number): Promise<ExamRow> =>
  // Every family's table has these columns.
  (await locked(cx, family.table, { id }, { what: family.machine.noun })) as unknown as ExamRow

/** Refuses a visit that is not the member's. */
export async function visitBelongs(cx: Cx, resid: number, pid: number): Promise<void> {
  const visit = await find(cx, 'reservation', { resid })
  if (visit?.pid !== pid) cx.refuse('not_found', { what: '就诊', field: 'resid' })
}
