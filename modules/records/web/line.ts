/** Lines of a prescription while they are written: started from an examination, differences asked for. Pure. */
import type { Problem, FormValues } from '#kernel/web/form/check.ts'
import type { Finding } from '#modules/exams/contract/checks/checks.ts'
import { confirmation, rareValues } from '#modules/exams/contract/checks/confirm.ts'
import { copiedFindings, originOf } from '#modules/exams/contract/copied.ts'
import { SUBJECTIVE } from '#modules/exams/contract/fields.ts'
import { differences, distancesOf, expectedOf, farFrom, type Distances, type DerivedRefraction } from '../contract/derive.ts'
import { lineMeasures } from '../contract/fields.ts'
import { lineFindings } from '../contract/prescription/line.checks.ts'
import { contactFields } from '../contract/prescription/prescribe.ts'
import { SaveRxLine } from '../contract/shapes.ts'

export interface LineDraft extends Record<string, unknown> {
  kind: number
  examId?: number | null
  confirmed: string[]
  confirmReason?: string | null
}
export type Exam = DerivedRefraction & { id: number; vaOd: number | null; vaOs: number | null; pdOd: number | null; pdOs: number | null }
export interface MeasuredBefore {
  pd?: (Distances & { examTime: string; phOd: number | null; phOs: number | null }) | undefined
  visual?: { examTime: string; ucvaOd: number | null; ucvaOs: number | null; bcvaOd: number | null; bcvaOs: number | null } | undefined
}
const names = [...Object.keys(lineMeasures), ...Object.keys(contactFields)]

/** A line of a use as the examinations say it: what the server would copy, shown before it is saved. */
export function lineFrom(kind: number, exam: Exam | undefined, { pd, visual: newest }: MeasuredBefore): LineDraft {
  if (!exam) return { kind, examId: null, confirmed: [] }
  // An acuity of another visit says nothing of this one.
  const visual = newest?.examTime.slice(0, 10) === exam.examTime.slice(0, 10) ? newest : undefined
  return {
    kind,
    examId: exam.id,
    confirmed: [],
    ...expectedOf(kind, exam),
    vaOd: exam.vaOd ?? visual?.bcvaOd ?? null,
    vaOs: exam.vaOs ?? visual?.bcvaOs ?? null,
    ucvaOd: visual?.ucvaOd ?? null,
    ucvaOs: visual?.ucvaOs ?? null,
    ...distancesOf(kind, exam, pd),
    phOd: pd?.phOd ?? null,
    phOs: pd?.phOs ?? null,
  }
}

/**
 * What a line holds of distances and heights that were measured on another day than the refraction: coloured until somebody confirms it.
 */
export function copiedInto(line: LineDraft, exam: Exam | undefined, { pd }: MeasuredBefore): Finding[] {
  if (!exam || !pd) return []
  const from = lineFrom(line.kind, exam, { pd })
  const own: FormValues = lineFrom(line.kind, exam, {})
  const source = originOf('copied:exam_pd', pd.examTime, exam.examTime)
  const taken = (['pdOd', 'pdOs', 'pd', 'phOd', 'phOs'] as const).filter((name) => line[name] === from[name] && own[name] !== from[name])
  return copiedFindings(SaveRxLine, line, Object.fromEntries(taken.map((name) => [name, source])))
}

/** What a line is too far from, of the refraction it names or else of the last subjective one of its day: confirmed with one reason. */
export function farFindings(line: LineDraft, exams: readonly Exam[], today: string): Finding[] {
  const ofDay = exams.filter((e) => SUBJECTIVE.includes(e.kind) && e.examTime.slice(0, 10) === today)
  const exam = exams.find((e) => e.id === line.examId) ?? ofDay.toSorted((a, b) => b.examTime.localeCompare(a.examTime))[0]
  return exam ? farFrom(line.kind, exam, line) : []
}
/** What is wrong or unusual about a line and not yet confirmed, at its own field names. */
export function lineProblems(line: LineDraft, exam: Exam | undefined, context: MeasuredBefore = {}): Problem[] {
  const found = [
    ...copiedInto(line, exam, context),
    ...lineFindings(line.kind, line),
    ...rareValues(SaveRxLine, line),
    ...(exam ? differences(line.kind, exam, line) : []),
  ]
  const problems = new Map<string, Problem>()
  for (const f of found) {
    if (f.level === 'warn' && line.confirmed.includes(confirmation(f.field, line[f.field] ?? null))) continue
    if (!problems.has(f.field)) problems.set(f.field, { field: f.field, sentence: f.sentence, kind: f.level === 'block' ? 'wrong' : 'ask' })
  }
  if ((line.dsOd ?? null) === null && (line.dsOs ?? null) === null)
    problems.set('dsOd', { field: 'dsOd', sentence: '请填写度数', kind: 'wrong', missing: true })
  return [...problems.values()]
}

/** Confirms the present values of fields. */
export const confirmed = (line: LineDraft, ...fields: readonly string[]): LineDraft => ({
  ...line,
  confirmed: [...line.confirmed, ...fields.map((field) => confirmation(field, line[field] ?? null))],
})

/** A stored line as it is edited: values explicit, so that an emptied one stays empty. */
export function editable(stored: FormValues): LineDraft {
  const kept = (stored.confirmed as Array<{ field: string; value: unknown; reason?: string | null }> | undefined) ?? []
  return {
    kind: stored.kind as number,
    examId: (stored.examId as number | null) ?? null,
    advice: stored.advice ?? null,
    ...Object.fromEntries(names.map((n) => [n, stored[n] ?? null])),
    confirmReason: kept.find((c) => c.reason)?.reason ?? null,
    confirmed: kept.map((c) => confirmation(c.field, c.value)),
  }
}
