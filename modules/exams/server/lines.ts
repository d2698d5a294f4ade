/** Examinations line by line, an item in each with both eyes side by side: for the export and for printers that set their own paper. */
import { fieldsOf, metaOf, show, type FileAnswer, type z } from '#kernel/contract/index.ts'
import { excel, sheet, sql, type Cx, type Out } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { ExamLine, type Printer } from '../contract/shapes.ts'
import { families, type Family } from './families.ts'
import { examsOf, type ExamRow } from './queries.ts'

type Line = z.output<typeof ExamLine>
type Named = ExamRow & { examinerName: string; hospitalName: string }

/** An examination's filled items, right eye first; what belongs to both eyes or to none stands in the third column. */
function linesOf(family: Family, row: Named): Line[] {
  const fields = fieldsOf(family.shape)
  const head = {
    examTime: row.examTime,
    exam: family.machine.noun,
    status: family.machine.states[row.status]!.label,
    examinerName: row.examinerName,
    hospitalName: row.hospitalName,
  }
  const items = new Map<string, Line>()
  for (const column of family.columns) {
    const meta = metaOf(fields[column]!)
    const value = row[column]
    if (value === null || value === undefined || value === '') continue
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
  return [...items.values()]
}

/** Every submitted examination of a member, newest first within each kind. */
async function linesFor(cx: Cx, pid: number, most: number): Promise<Line[]> {
  const all = await Promise.all(
    Object.values(families).map(async (family: Family) =>
      (await examsOf<Named>(cx, family, { pid }, { per_page: most, page: 1 })).list
        .filter((e) => e.status > 0)
        .flatMap((e) => linesOf(family, e)),
    ),
  )
  return all.flat()
}

const columns = sheet('检查记录', ExamLine)
/** The examinations of a member as an Excel file. */
export async function exportExams(out: Out, pid: number): Promise<FileAnswer> {
  const { name, lines } = await out.tx(async (cx) => ({ name: (await patientOf(cx, pid)).name, lines: await linesFor(cx, pid, 0) }))
  return excel(columns, lines, `${name}-检查记录-${out.now.slice(0, 10)}.xlsx`)
}

/** What a printer needs of a member: who it is, and the newest examination of every kind. */
export async function printerOf(cx: Cx, id: number): Promise<z.output<typeof Printer>> {
  const { pid, memberNo, name, gender, birth, mobile, hid } = await patientOf(cx, id)
  const store = await cx.db.one<{ name: string }>(sql`select name from store where hid = ${hid}`)
  return {
    pid,
    memberNo,
    name,
    gender: gender as 0 | 1 | null,
    birth,
    mobile,
    storeName: store?.name ?? '',
    lines: await linesFor(cx, pid, 1),
  }
}
