/** What the screens of the examinations know of a member's rows: which one is written now, which one came before. Pure. */
import type { FormValues } from '#kernel/web/form/check.ts'
import { SIDES, wordOfEye } from '../../contract/eyes.ts'
import { examStates } from '../../contract/states.ts'

export interface ExamBase {
  id: number
  pid: number
  hid: number
  hospitalName: string | null
  status: number
  version: number
  examTime: string
  examinerName: string | null
  signerName: string | null
  device: string | null
  note: string | null
  resid: number | null
  origin: Record<string, string>
  kind?: number
}

/**
 * The examination to show: the one asked for, else the one of today that is still open, else today's signed one; undefined means a new one.
 * Rows come newest first.
 */
export function shownExam<R extends ExamBase>(rows: readonly R[], requested: string | undefined, today: string): R | undefined {
  if (requested === 'new') return undefined
  if (requested) return rows.find((r) => String(r.id) === requested)
  const todays = rows.filter((r) => r.examTime.slice(0, 10) === today && r.status !== examStates.is.voided)
  return todays.find((r) => examStates.in.open.includes(r.status)) ?? todays[0]
}

/** The submitted examination before the one shown. */
export const examBefore = <R extends ExamBase>(rows: readonly R[], shown: R | undefined): R | undefined =>
  rows.find((r) => examStates.in.valid.includes(r.status) && r.id !== shown?.id && (!shown || r.examTime < shown.examTime))

/** What somebody answered for up to the one shown, newest first. */
export const formerOf = <R extends ExamBase>(rows: readonly R[], shown: R | undefined): R[] =>
  rows.filter((r) => r.status !== examStates.is.draft && r.id !== shown?.id && (!shown || r.examTime <= shown.examTime))
export const isSigned = (exam: ExamBase | undefined): boolean => exam?.status === examStates.is.signed

/** Measures of a row, for the form to start with. */
export const measuresOf = (row: object | undefined, names: readonly string[]): Record<string, unknown> =>
  row ? Object.fromEntries(names.map((n) => [n, (row as Record<string, unknown>)[n]])) : {}

/** Difference of two numbers, or undefined. */
export const difference = (now: unknown, former: unknown): number | undefined =>
  typeof now === 'number' && typeof former === 'number' ? Math.round((now - former) * 1e6) / 1e6 : undefined

/** A value of a form as a number, or null. */
export const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** What is missing on the other eye of pairs of which one is measured; of single fields, those not filled while another one is. */
export function lackingIn(values: FormValues, needs: readonly string[]): string[] {
  const empty = (name: string) => values[name] === undefined || values[name] === null || values[name] === ''
  const unmeasured = (name: string) => SIDES.some(([side]) => name.endsWith(side) && wordOfEye(values, side) !== undefined)
  const pairs = needs.filter((base) => base.endsWith('*')).map((base) => base.slice(0, -1))
  const single = needs.filter((base) => !base.endsWith('*'))
  return [
    ...pairs.flatMap((base) => {
      const missing = [`${base}Od`, `${base}Os`].filter(empty)
      return missing.length === 1 ? missing.filter((name) => !unmeasured(name)) : []
    }),
    ...(single.some((name) => !empty(name)) ? single.filter(empty) : []),
  ]
}
