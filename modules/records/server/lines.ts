/** Lines of a prescription: copied by link from the examination they name, every difference from it confirmed by the writer. */
import { needsOf } from '#kernel/contract/index.ts'
import { insertMany, sql, Whole, whyNot, type Cx, type Row } from '#kernel/server/index.ts'
import type { Finding } from '#modules/exams/contract/checks/checks.ts'
import { confirmation, rareValues } from '#modules/exams/contract/checks/confirm.ts'
import { copiedFindings, originOf } from '#modules/exams/contract/copied.ts'
import { findRefraction, latestPd, latestSubjective, latestVisual } from '#modules/exams/server/door.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { differences, distancesOf, expectedOf, farFrom } from '../contract/derive.ts'
import { lineMeasures } from '../contract/fields.ts'
import { lineFindings } from '../contract/prescription/line.checks.ts'
import type { contactFields } from '../contract/prescription/prescribe.ts'
import { SaveRxLine, type NewPrescription } from '../contract/shapes.ts'

export type LineFails = 'rx_wrong' | 'rx_unconfirmed' | 'rx_empty' | 'rx_exam' | 'validity' | 'validity_long'
type Values = Record<string, unknown>
type Exam = Row<'exam_refraction'>
export interface PrescriptionLine extends Values {
  kind: number
  examId: number | null
  advice: string | null
  origin: Record<string, string>
  confirmed: Array<{ code: string; field: string; value: unknown; sentence: string; ctid: number; at: string; reason?: string | null }>
}
const names = Object.keys(lineMeasures)
const lensNames = ['bcOd', 'bcOs', 'diaOd', 'diaOs', 'productId', 'product', 'cycle'] as const satisfies ReadonlyArray<
  keyof typeof contactFields
>

/** Whose line it is, and the day of its prescription. */
interface OfRx {
  readonly pid: number
  readonly day: string
}
/** The refraction a typed line is compared with: the last subjective one of the day of its prescription, or of today. */
export const dayRefraction = (cx: Cx, { pid, day }: OfRx): Promise<Exam | undefined> =>
  latestSubjective(cx, pid, [...new Set([day, cx.today])])

/** What a line is asked about beside what it was measured from: the examination it names, else the refraction of its day. */
export const measuredFindings = (kind: number, values: Values, exam: Exam | undefined, ofDay: Exam | undefined): Finding[] => {
  const from = exam ?? ofDay
  return [...(exam ? differences(kind, exam, values) : []), ...(from ? farFrom(kind, from, values) : [])]
}

/** A line as it is to be kept, or the refusal that stands in its way. `index` is its place in the list. */
async function lineOf(cx: Cx<LineFails>, { pid, day }: OfRx, entered: SaveRxLine, index: number): Promise<PrescriptionLine> {
  const exam = entered.examId ? await examFor(cx, pid, entered.examId, index) : undefined
  const { values, origin } = await filledFrom(cx, pid, entered, exam)
  if (values.dsOd === null && values.dsOs === null) cx.refuse('rx_empty', { field: `list.${index}.dsOd` })
  const ofDay = exam ? undefined : await dayRefraction(cx, { pid, day })
  const found: Finding[] = [
    ...rareValues(SaveRxLine, values),
    ...lineFindings(entered.kind, values),
    ...measuredFindings(entered.kind, values, exam, ofDay),
  ]
  const blocked = found.find((f) => f.level === 'block')
  if (blocked) cx.refuse('rx_wrong', { what: blocked.sentence, field: `list.${index}.${blocked.field}` })
  const wantsReason = ({ needs }: Finding) => needs !== 'never' && needs.reasons !== undefined
  const sentenceOf = (f: Finding) =>
    wantsReason(f) ? entered.confirmReason != null : entered.confirmed.includes(confirmation(f.field, values[f.field]))
  const barred = found.find((f) => sentenceOf(f) && whyNot(cx, f, { hid: cx.who.hid, writersOf: () => [cx.who.ctid] }))
  if (barred) cx.refuse('no_access', { what: barred.sentence, code: needsOf(barred), field: `list.${index}.${barred.field}` })
  const open = found.filter((f) => !sentenceOf(f))
  if (open.length)
    cx.refuse('rx_unconfirmed', {
      what: `${open.map((f) => f.sentence).join('；')}${open.some(wantsReason) ? '（须选择或写明理由）' : ''}`,
      field: `list.${index}.${open[0]!.field}`,
    })
  // What was measured on another day may wait in a draft; it is not signed before somebody confirmed it.
  const copied = copiedFindings(SaveRxLine, values, origin).filter(sentenceOf)
  const confirmed = [...found, ...copied].map((f) => ({
    code: f.code,
    field: f.field,
    value: values[f.field],
    sentence: f.sentence,
    ctid: cx.who.ctid,
    at: cx.now,
    ...(wantsReason(f) ? { reason: entered.confirmReason } : {}),
  }))
  const lens = Object.fromEntries(lensNames.map((name) => [name, entered[name] ?? null]))
  return { ...values, ...lens, kind: entered.kind, examId: entered.examId ?? null, advice: entered.advice ?? null, origin, confirmed }
}

/** Writes the lines of a draft; what is typed is compared with what was measured on the day of the prescription. */
export async function writeLines(
  cx: Cx<LineFails>,
  { id, hid, pid, orderDate: day }: Pick<Row<'prescription'>, 'id' | 'hid' | 'pid' | 'orderDate'>,
  list: NewPrescription['list'],
): Promise<void> {
  const lines: PrescriptionLine[] = []
  for (const [index, entered] of list.entries()) lines.push(await lineOf(cx, { pid, day }, entered, index))
  await insertMany(
    cx,
    'prescription_line',
    lines.map(
      (line, i) =>
        // A jsonb column is written as text; the rest are columns under the names of the shape.
        ({
          ...line,
          prescriptionId: id,
          hid,
          lineNo: i + 1,
          origin: JSON.stringify(line.origin),
          confirmed: JSON.stringify(line.confirmed),
        }) as unknown as Partial<Row<'prescription_line'>>,
    ),
  )
}

async function examFor(cx: Cx<LineFails>, pid: number, id: number, index: number): Promise<Exam> {
  const exam = await findRefraction(cx, id)
  return exam && exam.pid === pid && examStates.in.valid.includes(exam.status)
    ? exam
    : cx.refuse('rx_exam', { field: `list.${index}.examId` })
}

/** What the writer left out comes from the examinations; where each value came from is kept. */
export async function filledFrom(
  cx: Cx,
  pid: number,
  fields: Values & { kind: number },
  exam: Exam | undefined,
): Promise<{ values: Values; origin: Record<string, string> }> {
  const sources: Array<readonly [string, Values]> = []
  if (exam) {
    const inward = fields.kind === 2 || fields.kind === 5
    const derived = inward || fields.kind === 4
    const [pd, visual] = await Promise.all([latestPd(cx, pid), latestVisual(cx, pid)])
    // What was measured of the distances stands before what follows from it.
    sources.push(
      [`${derived ? 'calculated' : 'copied'}:exam_refraction:${exam.id}`, expectedOf(fields.kind, exam)],
      [`copied:exam_refraction:${exam.id}`, { vaOd: exam.vaOd, vaOs: exam.vaOs, ...(inward ? {} : { pdOd: exam.pdOd, pdOs: exam.pdOs }) }],
    )
    const ofPd = (how: string) => originOf(`${how}:exam_pd:${pd?.id ?? 0}`, pd?.examTime ?? exam.examTime, exam.examTime)
    if (pd) sources.push([ofPd('copied'), { phOd: pd.phOd, phOs: pd.phOs, ...(fields.kind === 2 ? { pd: pd.pdNear } : {}) }])
    sources.push([
      pd ? ofPd(inward ? 'calculated' : 'copied') : `${inward ? 'calculated' : 'copied'}:exam_refraction:${exam.id}`,
      distancesOf(fields.kind, exam, pd),
    ])
    // An acuity of another visit says nothing of this one.
    if (visual?.examTime.slice(0, 10) === exam.examTime.slice(0, 10))
      sources.push([
        `copied:exam_visual:${visual.id}`,
        { ucvaOd: visual.ucvaOd, ucvaOs: visual.ucvaOs, vaOd: visual.bcvaOd, vaOs: visual.bcvaOs },
      ])
  }
  const values: Values = {}
  const origin: Record<string, string> = {}
  for (const name of names) {
    const source = sources.find(([, from]) => from[name] !== undefined && from[name] !== null)
    values[name] = fields[name] === undefined ? (source?.[1][name] ?? null) : fields[name]
    if (values[name] !== null) origin[name] = source && source[1][name] === values[name] ? source[0] : 'typed'
  }
  return { values, origin }
}

/** Rows of lines by prescription, in order, with the time of their examination. */
export interface LineRow extends PrescriptionLine {
  lineId: number
  lineNo: number
  prescriptionId: number
  examAt: string | null
}
// What stands in `origin` and `confirmed` is what saving a line wrote there.
const RxLine = new Whole<LineRow>('prescription_line', { examAt: 'string | null' })
export const linesOf = (cx: Cx, ids: readonly number[]): Promise<LineRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : cx.db.rows(
        RxLine,
        sql`
          select l.*, e.exam_time exam_at
          from prescription_line l
          left join exam_refraction e on e.oid = l.oid and e.id = l.exam_id
          where l.prescription_id = any(${ids})
          order by l.prescription_id, l.line_no
        `,
      )
