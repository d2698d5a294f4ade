/**
 * A prescription beside its examinations as they are now: asked when it is signed and reviewed, shown side by side, and taken over anew.
 */
import { fieldsOf, metaOf, z } from '#kernel/contract/index.ts'
import { locked, remove, sameVersion, type Cx } from '#kernel/server/index.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { mayChange, findRefraction, latestSubjective } from '#modules/exams/server/door.ts'
import { confirmation } from '#modules/exams/contract/checks/confirm.ts'
import { lineMeasures } from '../../contract/fields.ts'
import { contactFields } from '../../contract/prescription/prescribe.ts'
import type { RxComparison } from '../../contract/prescription/reread.ts'
import { SaveRxLine, type Prescription, type RxLine } from '../../contract/shapes.ts'
import { prescriptionMachine } from '../../contract/states.ts'
import { dayRefraction, filledFrom, measuredFindings, writeLines, type LineFails } from '../lines.ts'
import { prescription } from '../queries.ts'

export type StaleFails = 'rx_stale'
type Compared = RxComparison['lines'][number]
type Field = Compared['fields'][number]
type Values = Readonly<Record<string, unknown>>
const names = Object.keys(lineMeasures)
const shape = fieldsOf(z.object(lineMeasures))
const labelOf = (name: string): string => (shape[name] && metaOf(shape[name]).label) ?? name
const valueOf = (value: unknown): Field['drafted'] => (typeof value === 'number' || typeof value === 'string' ? value : null)

/**
 * One line: what was copied and is another value now, and what was typed and is not what was measured, unless it was confirmed as it is.
 */
async function compared(cx: Cx, rx: Prescription, line: RxLine): Promise<Compared> {
  const drafted: Values = line
  const exam = line.examId === null ? undefined : await findRefraction(cx, line.examId)
  const ofDay = exam ? undefined : await dayRefraction(cx, { pid: rx.pid, day: rx.orderDate })
  const lost = exam !== undefined && !examStates.in.valid.includes(exam.status)
  const from = lost ? undefined : (exam ?? ofDay)
  const now = from && exam ? (await filledFrom(cx, rx.pid, { kind: line.kind }, exam)).values : {}
  const copied = names.filter((name) => {
    const origin = line.origin[name]
    return exam && !lost && origin !== undefined && origin !== 'typed' && valueOf(drafted[name]) !== valueOf(now[name])
  })
  const found = lost ? [] : measuredFindings(line.kind, drafted, exam, ofDay)
  const open = found.filter((f) => !copied.includes(f.field) && !line.confirmed.some((c) => c.code === f.code && c.sentence === f.sentence))
  const measured = from && !exam ? (await filledFrom(cx, rx.pid, { kind: line.kind }, from)).values : now
  const differing = [...new Set([...copied, ...open.map((f) => f.field)])].map((name): Field => ({
    field: name,
    label: labelOf(name),
    drafted: valueOf(drafted[name]),
    measured: valueOf(measured[name]),
  }))
  return {
    lineId: line.lineId,
    lineNo: line.lineNo,
    kind: line.kind,
    examOn: (exam ?? ofDay)?.examTime.slice(0, 10) ?? null,
    examKind: (exam ?? ofDay)?.kind ?? null,
    lost,
    fields: differing,
    sentences: open.map((f) => f.sentence),
  }
}
/** A prescription beside its examinations as they are now. */
export async function rereadRx(cx: Cx, id: number): Promise<RxComparison> {
  const rx = await prescription(cx, id)
  const lines: Compared[] = []
  for (const line of rx.list) lines.push(await compared(cx, rx, line))
  return { id, version: rx.version, pid: rx.pid, stale: lines.some((l) => l.lost || l.fields.length > 0), lines }
}

const shown = (value: Field['drafted']): string => (value === null ? '空' : String(value).replace('-', '−'))
/** Refuses while an examination says something else than the prescription made from it. */
export async function refuseStale(cx: Cx<StaleFails>, rx: Prescription, advice: string): Promise<void> {
  for (const [index, line] of rx.list.entries()) {
    const { lost, fields, examOn, sentences } = await compared(cx, rx, line)
    if (lost) cx.refuse('rx_stale', { what: `${examOn ?? ''} 的验光记录已作废；${advice}`, field: `list.${index}.examId` })
    const [first] = fields
    if (!first) continue
    const both = fields.map((f) => `${f.label} 处方 ${shown(f.drafted)}，验光 ${shown(f.measured)}`)
    cx.refuse('rx_stale', { what: `${[...both, ...sentences].join('；')}；${advice}`, field: `list.${index}.${first.field}` })
  }
}

/**
 * The line as it is to be written anew: what was typed stays, but where it is not what was measured; all else is copied from the
 * examination of now.
 */
async function refreshed(
  cx: Cx<LineFails>,
  rx: Prescription,
  line: RxLine,
  index: number,
  confirmed: readonly string[],
): Promise<SaveRxLine> {
  const { lost, fields } = await compared(cx, rx, line)
  const drafted: Values = line
  const ofDay = lost || line.examId === null ? await latestSubjective(cx, rx.pid) : undefined
  if (lost && !ofDay) return cx.refuse('rx_exam', { field: `list.${index}.examId` })
  const renewed = new Set(fields.map((f) => f.field))
  const examId = lost || (line.examId === null && renewed.size) ? ofDay?.id : line.examId
  const typed = names.filter((name) => !lost && line.origin[name] === 'typed' && !renewed.has(name))
  const lens = Object.fromEntries(Object.keys(contactFields).map((name) => [name, drafted[name]]))
  return SaveRxLine.parse({
    ...lens,
    ...Object.fromEntries(typed.map((name) => [name, drafted[name]])),
    kind: line.kind,
    examId: examId ?? null,
    advice: line.advice,
    confirmed: [...line.confirmed.map((c) => confirmation(c.field, c.value)), ...confirmed],
    confirmReason: line.confirmed.find((c) => c.reason)?.reason,
  })
}
/** Takes what the examinations say now over into a draft. */
export async function refreshRx(
  cx: Cx<LineFails>,
  {
    id,
    version,
    reason,
    confirmed,
  }: { id: number; version?: number | undefined; reason?: string | undefined; confirmed: readonly string[] },
): Promise<Prescription> {
  const row = await locked(cx, 'prescription', { id })
  await mayChange(cx, row, reason)
  if (row.status !== prescriptionMachine.is.draft) cx.refuse('locked', { what: '处方' })
  await sameVersion(cx, 'prescription', { id }, row, { version: version ?? null })
  const rx = await prescription(cx, id)
  const list: SaveRxLine[] = []
  for (const [index, line] of rx.list.entries()) list.push(await refreshed(cx, rx, line, index, confirmed))
  await remove(cx, 'prescription_line', { prescriptionId: id })
  await writeLines(cx, row, list)
  return prescription(cx, id)
}
