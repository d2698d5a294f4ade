/** Examinations line by line, an item in each with both eyes side by side: for the export and for printers that set their own paper. */
import { fieldsOf, metaOf, show, type FileAnswer, type z, wordOf } from '#kernel/contract/index.ts'
import { everyRow, excel, sheet, sql, type Cx, type Out } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { ExamLine, type Printer } from '../contract/shapes.ts'
import { saysWhy, SIDES, wordOfEye } from '../contract/eyes.ts'
import { writtenBy } from '../contract/aids/template.ts'
import { families, type ExamFamily } from './families.ts'
import { examListing, examRows, examsOf, type ExamRow } from './queries.ts'
import { examStates } from '../contract/states.ts'

type Line = z.output<typeof ExamLine>
type Named = ExamRow & { examinerName: string; hospitalName: string }

/** An examination's filled items, right eye first; what belongs to both eyes or to none stands in the third column. */
function linesOf(family: ExamFamily, row: Named): Line[] {
  const fields = fieldsOf(family.shape)
  const head = {
    examTime: row.examTime,
    exam: family.machine.noun,
    status: wordOf(family.machine, row.status),
    examinerName: row.examinerName,
    hospitalName: row.hospitalName,
  }
  const items = new Map<string, Line>()
  for (const column of family.columns) {
    const meta = metaOf(fields[column]!)
    const value = row[column]
    // What a template asks for has its own words below; a number of another row tells people nothing.
    if (value === null || value === undefined || value === '' || typeof value === 'object' || meta.format === 'id') continue
    const key = meta.pair ?? column
    const line = items.get(key) ?? {
      ...head,
      item: (meta.label ?? column).replace(/^(右眼|左眼|双眼)/, ''),
      unit: meta.unit ?? null,
      od: null,
      os: null,
      ou: null,
    }
    line[meta.eye ?? 'ou'] = show(fields[column]!, value)
    items.set(key, line)
  }
  for (const { label, ...cells } of writtenBy(row)) items.set(`template ${label}`, { ...head, item: label, ...cells })
  return saysWhy(row) ? [unmeasured(row, head), ...[...items.values()].map((line) => named(row, line))] : [...items.values()]
}
/** Where an eye was not measured its items say so; why stands in a line of its own. */
function named(row: Named, line: Line): Line {
  if (line.od === null && line.os === null) return line
  return { ...line, od: line.od ?? wordOfEye(row, 'Od') ?? null, os: line.os ?? wordOfEye(row, 'Os') ?? null }
}
function unmeasured(row: Named, head: Pick<Line, 'examTime' | 'exam' | 'status' | 'examinerName' | 'hospitalName'>): Line {
  const [od, os] = SIDES.map(([side]) => {
    const word = wordOfEye(row, side)
    return word === undefined ? null : `${word}：${String(row[`eyeReason${side}`])}`
  })
  return { ...head, item: '检查情况', unit: null, od: od ?? null, os: os ?? null, ou: null }
}

const columns = sheet('检查记录', ExamLine)
/** The examinations of a member as an Excel file. */
export async function exportExams(out: Out, pid: number): Promise<FileAnswer> {
  const { name } = await out.tx((cx) => patientOf(cx, pid))
  return excel(columns, linesFor(out, pid), `${name}-检查记录-${out.today}.xlsx`)
}
/** Every submitted examination of a member, newest first within each kind. */
async function* linesFor(out: Out, pid: number): AsyncGenerator<Line> {
  for (const family of Object.values<ExamFamily>(families))
    for await (const exam of out.stream(examRows<Named>(family), everyRow(examListing(family, { pid }))))
      if (examStates.in.valid.includes(exam.status)) yield* linesOf(family, exam)
}
/** The newest examination of each kind that was submitted. */
async function newestFor(cx: Cx, pid: number): Promise<Line[]> {
  const newest = await Promise.all(
    Object.values<ExamFamily>(families).map(async (family) =>
      (await examsOf<Named>(cx, family, { pid }, { per_page: 1 })).list
        .filter((e) => examStates.in.valid.includes(e.status))
        .flatMap((e) => linesOf(family, e)),
    ),
  )
  return newest.flat()
}

/** What a printer needs of a member: who it is, and the newest examination of every kind. */
export async function printerOf(cx: Cx, id: number): Promise<z.output<typeof Printer>> {
  const { pid, memberNo, name, gender, birth, mobile, hid } = await patientOf(cx, id)
  const store = await cx.db.one({ name: 'string' }, sql`select name from store where hid = ${hid}`)
  return {
    pid,
    memberNo,
    name,
    // The constraint of the column knows these only.
    gender: gender as 0 | 1 | null,
    birth,
    mobile,
    storeName: store?.name ?? '',
    lines: await newestFor(cx, pid),
  }
}
