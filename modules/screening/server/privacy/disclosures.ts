/** Files about students that leave the house, each written down before it does, and the list of a year of what was shown and taken. */
import { text, type FileAnswer, type z } from '#kernel/contract/index.ts'
import { all, dayEnd, dayStart, everyRow, excel, sheet, sql, type Cx, type Out } from '#kernel/server/index.ts'
import { disclosed, Disclosure, type rollEndpoints } from '../../contract/rolls.ts'
import { Student } from '../../contract/students.ts'
import { studentConditions, studentListing } from '../queries.ts'

/** Column of a file that carries who took it, when and why, on each line. */
export const mark = text('导出人和用途', { max: 400 })
export const markOf = (out: Out, reason: string): string => `${out.who.name} ${out.now.slice(0, 16)} ${reason}`
export async function* marked<Row extends object>(rows: AsyncIterable<Row>, line: string): AsyncGenerator<Row & { mark: string }> {
  for await (const row of rows) yield { ...row, mark: line }
}
/** Writes down that a file leaves: which, of how many, by whom and why. */
export const noteFile = (cx: Cx, hid: number, purpose: number, n: number, reason: string): Promise<number> =>
  cx.db.run(sql`select student_file_noted(${hid}, ${purpose}, ${n}, ${reason})`)

const MarkedStudent = Student.extend({ mark })
const EXPORTED = [
  'schoolName',
  'grade',
  'className',
  'seat',
  'name',
  'gender',
  'birth',
  'idCard',
  'passport',
  'studentNo',
  'nation',
  'guardian',
  'mobile',
  'villageName',
  'glasses',
  'status',
  'staffName',
  'consented',
  'mark',
] as const
type ExportRoll = z.output<(typeof rollEndpoints)['eyefile.students.export']['input']>
/** The roll as a file. */
export async function exportRoll(out: Out, { reason, ...query }: ExportRoll): Promise<FileAnswer> {
  await out.tx(async (cx) => {
    const { n } = await cx.db.the({ n: 'number' }, sql`select count(*) n from student s where ${all(studentConditions(query))}`)
    await noteFile(cx, query.hid, disclosed.roll, n, reason)
  })
  return excel(
    sheet('学生名册', MarkedStudent, EXPORTED),
    marked(out.stream(Student, everyRow(studentListing(query))), markOf(out, reason)),
    `学生名册-${out.today}.xlsx`,
  )
}

const disclosuresOf = (hid: number, year: number) => sql`
  select d.id, d.at, d.purpose, d.n, d.reason, f.name staff_name
  from student_disclosure d
  left join contact f on f.oid = d.oid and f.ctid_ = d.ctid_
  where d.hid = ${hid} and d.at >= ${dayStart(`${year}-01-01`)} and d.at < ${dayEnd(`${year}-12-31`)}
  order by d.id desc
`
/** What was shown and taken of students in a year, this one where none is named. */
export const disclosuresOfYear = (cx: Cx, hid: number, year = Number(cx.today.slice(0, 4))) =>
  cx.db.rows(Disclosure, disclosuresOf(hid, year))
const MarkedDisclosure = Disclosure.extend({ mark })
type ExportDisclosures = z.output<(typeof rollEndpoints)['eyefile.students.disclosures-export']['input']>
/** The audit of a year as a file. That it was taken is its own last line. */
export async function exportDisclosures(out: Out, { hid, year, reason }: ExportDisclosures): Promise<FileAnswer> {
  await out.tx(async (cx) => {
    const { n } = await cx.db.the({ n: 'number' }, sql`select count(*) n from (${disclosuresOf(hid, year)}) d`)
    await noteFile(cx, hid, disclosed.audit, n, reason)
  })
  return excel(
    sheet(`未成年人信息查看 ${year}`, MarkedDisclosure, ['at', 'purpose', 'n', 'reason', 'staffName', 'mark']),
    marked(out.stream(Disclosure, disclosuresOf(hid, year)), markOf(out, reason)),
    `未成年人信息查看审计-${year}-${out.today}.xlsx`,
  )
}
