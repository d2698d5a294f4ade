/** Visits beside each other: every measure that was taken on two days or more, with what it changed by. */
import { metaOf, type FieldMeta } from '#kernel/contract/index.ts'
import { everyKind, type AnyExam } from '../kinds/index.ts'
import type { ExamValues } from '../kinds/kind.ts'

/** Days one page compares. */
export const MOST_DAYS = 6
/** `t=2026-11-21,2025-11-20` of an address: the days, oldest first, each once; what is no day is left out. */
export const daysOf = (list: string | undefined): string[] =>
  [...new Set((list ?? '').split(',').filter((day) => /^\d{4}-\d{2}-\d{2}$/.test(day)))].sort().slice(-MOST_DAYS)

export interface ComparedExamLine {
  /** Heading of the examination, and where it is made in several ways, which. */
  readonly title: string
  readonly way?: string
  readonly field: string
  readonly label: string
  readonly unit: string | undefined
  readonly decimals: number
  /** A power: it is written with its sign, plus or minus. */
  readonly power: boolean
  /** A value for each day, oldest first. */
  readonly values: ReadonlyArray<number | null>
  /** Against the value before, where there is one. */
  readonly changes: ReadonlyArray<number | null>
}

/** The shorter way round for an axis, else the difference; without what floats add. */
function changeOf(now: number, before: number, unit: string | undefined): number {
  const plain = now - before
  const turned = unit === '°' ? ((((plain + 90) % 180) + 180) % 180) - 90 : plain
  return Math.round(turned * 1000) / 1000
}
function changesOf(values: ReadonlyArray<number | null>, unit: string | undefined): Array<number | null> {
  let before: number | null = null
  return values.map((value) => {
    const change = value === null || before === null ? null : changeOf(value, before, unit)
    before = value ?? before
    return change
  })
}

const metaIn = ({ fields }: AnyExam, name: string): FieldMeta => {
  const field = fields[name]
  return field ? metaOf(field) : {}
}

type Made = ExamValues | undefined
/** What was made of a kind on a day, by the way it was made. */
function rowsOf(exam: AnyExam, day: ExamValues): ReadonlyMap<string, ExamValues> {
  const found = day[exam.several ?? exam.kind]
  const rows = (Array.isArray(found) ? found : [found]).filter((row): row is ExamValues => typeof row === 'object' && row !== null)
  // The list of a day is newest first: the first of each way stands.
  return new Map(rows.toReversed().map((row) => [exam.within ? String(row[exam.within]) : '', row]))
}
const numberOf = (row: Made, field: string): number | null => {
  const value = row?.[field]
  return typeof value === 'number' ? value : null
}

/** The lines of some days, oldest first: those with a number on two of them at least. */
export function compared(days: readonly ExamValues[]): ComparedExamLine[] {
  return everyKind.flatMap((exam) => {
    const made = days.map((day) => rowsOf(exam, day))
    const ways = [...new Set(made.flatMap((rows) => [...rows.keys()]))].sort()
    const named = exam.within ? metaIn(exam, exam.within).options : undefined
    return ways.flatMap((way) =>
      exam.measures.flatMap((field) => {
        const { label = field, unit, decimals = 2, options, format } = metaIn(exam, field)
        const values = made.map((rows) => numberOf(rows.get(way), field))
        if (options || values.filter((value) => value !== null).length < 2) return []
        const sentence = named?.[way]
        const head = { title: exam.title, ...(sentence ? { way: sentence } : {}), field, label, unit, decimals }
        return [{ ...head, power: format === 'dioptre', values, changes: changesOf(values, unit) }]
      }),
    )
  })
}
