import { all, dayEnd, dayStart, excel, everyRow, sheet, sql, verbsOf, type Cx, type Handlers, type Out } from '#kernel/server/index.ts'
import { text, type FileAnswer, type z } from '#kernel/contract/index.ts'
import { archives } from '../contract/archives.ts'
import { grades } from '../contract/grades.ts'
import { Disclosure, type rollEndpoints } from '../contract/rolls.ts'
import { Student } from '../contract/students.ts'
import { archiveHooks } from './archives.ts'
import { studentsNum } from './counts.ts'
import { agree, assignStudent, assignStudents, unmarkLatent, wholeNumbers, withdraw } from './follow.ts'
import { latestOf } from './results/latest.ts'
import { movesOf, takeBack } from './moves.ts'
import { studentConditions, studentListing } from './queries.ts'
import { graduate, upgrade } from './upgrades.ts'

const schools = verbsOf(archives['eyefile.schools'], archiveHooks['eyefile.schools'])

export const rollHandlers: Handlers<typeof rollEndpoints> = {
  'eyefile.grades': () =>
    Promise.resolve(
      grades.map(({ grade, label, ages: [ageFrom, ageTo], standard }) => ({ grade: grade as never, label, ageFrom, ageTo, standard })),
    ),
  'eyefile.areas': (cx, { parent }) =>
    cx.db.rows({ code: 'string', name: 'string', path: 'string' }, sql`select code, name, path from area_list(${parent || null})`),
  'eyefile.students-num': studentsNum,
  'eyefile.students.latest': latestOf,
  'eyefile.students.assign': assignStudent,
  'eyefile.students.batch-assign': assignStudents,
  'eyefile.students.upgrades': upgrade,
  'eyefile.students.upgrades-list': movesOf,
  'eyefile.students.upgrades-undo': (cx, { id }) => takeBack(cx, id),
  'eyefile.students.latent-delete': (cx, { id }) => unmarkLatent(cx, id),
  'eyefile.schools.graduate': async (cx, { id, status }) => {
    await graduate(cx, id, status)
    return schools.get(cx, { id })
  },
  'eyefile.students.number': (cx, { id, reason }) => wholeNumbers(cx, id, reason),
  'eyefile.students.disclosures': disclosures,
  'eyefile.students.consent': agree,
  'eyefile.students.consent-withdraw': (cx, { id }) => withdraw(cx, id),
  'eyefile.students.export': exportRoll,
}

function disclosures(cx: Cx, { hid, year }: { hid: number; year?: number | undefined }) {
  return cx.db.rows(Disclosure, disclosuresOf(hid, year ?? yearOf(cx.today)))
}
const yearOf = (day: string): number => Number(day.slice(0, 4))
const disclosuresOf = (hid: number, year: number) => sql`
  select d.id, d.at, d.purpose, d.n, d.reason, f.name staff_name
  from student_disclosure d
  left join contact f on f.oid = d.oid and f.ctid_ = d.ctid_
  where d.hid = ${hid} and d.at >= ${dayStart(`${year}-01-01`)} and d.at < ${dayEnd(`${year}-12-31`)}
  order by d.id desc
`
const Marked = Student.extend({ mark: text('导出人和用途', { max: 400 }) })
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
] as const
type Exported = z.output<(typeof rollEndpoints)['eyefile.students.export']['input']>
/** The roll as a file. Each line carries who took it, when and why; that it left is written down before it does. */
async function exportRoll(out: Out, { reason, ...query }: Exported): Promise<FileAnswer> {
  const listing = studentListing(query)
  await out.tx(async (cx) => {
    const { n } = await cx.db.the({ n: 'number' }, sql`select count(*) n from student s where ${all(studentConditions(query))}`)
    await cx.db.run(sql`select student_file_noted(${query.hid}, ${n}, ${reason})`)
  })
  const mark = `${out.who.name} ${out.now.slice(0, 16)} ${reason}`
  async function* marked() {
    for await (const row of out.stream(Student, everyRow(listing))) yield { ...row, mark }
  }
  return excel(sheet('学生名册', Marked, [...EXPORTED, 'mark']), marked(), `学生名册-${out.today}.xlsx`)
}
