/** A result out of what stations entered: values, completeness, state, evaluation. Pure: server, tests and demo compute alike. */
import { sphericalEquivalent, type Power, type StateOf } from '#kernel/contract/index.ts'
import { meanRefraction, round } from '#modules/exams/contract/formulas/refraction.ts'
import {
  asksForVisit,
  evaluate,
  NIGHT_LENS,
  type EvaluationAnswer,
  type Evaluation,
  type GlassesType,
} from '#modules/exams/contract/standards/evaluate.ts'
import { acuityOf, readingOf, READINGS, RETEST, type ScreeningItem } from './entry.ts'
import type { FieldState, OpValue, StudentState } from './ops.ts'
import type { RetestMeasure, RetestPair } from './quality.ts'
import { screeningResult } from './states.results.ts'

/** Spherical equivalents of three readings that lie this far apart ask for a fourth, D. */
const READINGS_APART = 0.5
const { is } = screeningResult

/** Readings of one eye that count: of four, the one furthest from the rest is left out. */
export function usedReadings(readings: readonly Power[]): readonly Power[] {
  if (readings.length < 4) return readings
  const middle = readings.map(sphericalEquivalent).toSorted((a, b) => a - b)
  const centre = ((middle[1] ?? 0) + (middle[2] ?? 0)) / 2
  const far = readings.reduce((most, r) => (distance(r, centre) > distance(most, centre) ? r : most))
  return readings.filter((r) => r !== far)
}
const distance = (power: Power, centre: number) => Math.abs(sphericalEquivalent(power) - centre)
/** True while three readings are too far apart and there is no fourth. */
export function needsFourth(readings: readonly Power[]): boolean {
  if (readings.length !== 3) return false
  const equivalents = readings.map(sphericalEquivalent)
  return Math.max(...equivalents) - Math.min(...equivalents) >= READINGS_APART
}

export interface EyeResult {
  readonly ucva: number | null
  readonly ucvaCode: string | null
  readonly cva: number | null
  readonly cvaCode: string | null
  readonly sph: number | null
  readonly cyl: number | null
  readonly axis: number | null
  readonly al: number | null
  readonly iop: number | null
}
export interface ResultChild {
  readonly birth: string
  readonly gender: number
}
export interface ResultTask {
  readonly items: readonly ScreeningItem[]
  readonly myopiaOperator: '<' | '<='
}
export interface ComputedResult {
  readonly measuredOn: string | null
  readonly ctid: number | null
  readonly glassesType: GlassesType | null
  readonly od: EyeResult
  readonly os: EyeResult
  readonly height: number | null
  readonly weight: number | null
  readonly outerEye: string | null
  readonly disputed: readonly string[]
  readonly evaluation: Evaluation | null
  readonly forVisit: boolean
  readonly complete: boolean
  readonly status: StateOf<typeof screeningResult>
}

type Fields = StudentState
const valueOf = (fields: Fields, name: string): OpValue | undefined => fields[name]?.value
const numberOf = (fields: Fields, name: string): number | null => {
  const value = valueOf(fields, name)
  return typeof value === 'number' ? value : null
}
function eyeResult(fields: Fields, side: 'Od' | 'Os', prefix = ''): EyeResult {
  const ucva = acuityOf(valueOf(fields, `${prefix}ucva${side}`))
  const cva = acuityOf(valueOf(fields, `${prefix}cva${side}`))
  const readings = READINGS.flatMap((n) => readingOf(valueOf(fields, `${prefix}ar${side}${n}`)) ?? [])
  const power = readings.length ? meanRefraction(usedReadings(readings)) : undefined
  return {
    ucva: ucva?.line ?? null,
    ucvaCode: ucva?.code ?? null,
    cva: cva?.line ?? null,
    cvaCode: cva?.code ?? null,
    sph: power ? round(power.sph, 2) : null,
    cyl: power ? round(power.cyl, 2) : null,
    axis: power?.axis ?? null,
    al: numberOf(fields, `al${side}`),
    iop: numberOf(fields, `iop${side}`),
  }
}
const seen = (line: number | null, code: string | null): boolean => line !== null || code !== null
/** Clinical notes §4.3: bare eyes need acuity and refraction, corrected ones the acuity with them too, night lenses only that. */
export function isComplete(glassesType: GlassesType | null, eyes: readonly EyeResult[], items: readonly ScreeningItem[]): boolean {
  if (glassesType === null) return false
  const has = (of: (eye: EyeResult) => boolean) => eyes.every(of)
  const cva = has((eye) => seen(eye.cva, eye.cvaCode))
  if (glassesType === NIGHT_LENS) return cva
  if (!has((eye) => seen(eye.ucva, eye.ucvaCode))) return false
  if (items.includes('autorefraction') && !has((eye) => eye.sph !== null)) return false
  return glassesType === 0 || cva
}
/** Below the chart is worse than its lowest line. */
const lineOf = (line: number | null, code: string | null): number | null => (code ? 0 : line)
const measuredEye = (eye: EyeResult) => ({
  ucva: lineOf(eye.ucva, eye.ucvaCode),
  cva: lineOf(eye.cva, eye.cvaCode),
  sph: eye.sph,
  cyl: eye.cyl,
})

/** Field that says who screened the child: acuity comes first at every station. */
const LEADING = ['ucvaOd', 'ucvaOs', 'cvaOd', 'cvaOs', 'arOd1', 'height'] as const
const leading = (fields: Fields): FieldState | undefined => LEADING.map((name) => fields[name]).find((state) => state?.first)

/** Whether the drawn second measurement is there: acuity of both eyes, with what is worn at night in place of the bare eyes. */
const retested = (fields: Fields, glassesType: GlassesType | null): boolean => {
  const name = glassesType === NIGHT_LENS ? 'cva' : 'ucva'
  return (['Od', 'Os'] as const).every((side) => acuityOf(valueOf(fields, `${RETEST}${name}${side}`)))
}
function statusOf(fields: Fields, complete: boolean, drawn: boolean, glassesType: GlassesType | null): ComputedResult['status'] {
  if (valueOf(fields, 'unable') === true) return is.unable
  if (!complete || valueOf(fields, 'absent') === true) return is.open
  if (!drawn) return is.done
  return retested(fields, glassesType) ? is.retested : is.retest
}

export function computeResult(fields: Fields, child: ResultChild, task: ResultTask, drawn: boolean): ComputedResult {
  const first = leading(fields)
  const glasses = numberOf(fields, 'glassesType') as GlassesType | null
  const [od, os] = [eyeResult(fields, 'Od'), eyeResult(fields, 'Os')]
  const [height, weight] = [numberOf(fields, 'height'), numberOf(fields, 'weight')]
  const complete = isComplete(glasses, [od, os], task.items)
  const day = first?.first.at.slice(0, 10) ?? null
  const evaluation = day
    ? evaluate(
        { ...child, day, glassesType: glasses, od: measuredEye(od), os: measuredEye(os), height, weight },
        { myopiaOperator: task.myopiaOperator },
      )
    : null
  const outer = valueOf(fields, 'outerEye')
  return {
    measuredOn: day,
    ctid: first?.heads[0]?.ctid ?? null,
    glassesType: glasses,
    od,
    os,
    height,
    weight,
    outerEye: typeof outer === 'string' ? outer : null,
    disputed: Object.entries(fields).flatMap(([name, state]) => (state.disputed ? [name] : [])),
    evaluation,
    forVisit: complete && evaluation !== null && asksForVisit(evaluation),
    complete,
    status: statusOf(fields, complete, drawn, glasses),
  }
}

/** Flags as a table keeps them: 0 no, 1 yes, null could not be judged. */
export const flagOf = (answer: EvaluationAnswer | undefined): number | null => {
  if (answer === undefined || answer === 'unknown') return null
  return answer === 'yes' ? 1 : 0
}
export const corrections = { 0: '无需矫正', 1: '未矫', 2: '欠矫', 3: '足矫' } as const
export const correctionOf = (of: Evaluation['correction'] | undefined): number | null =>
  ({ unneeded: 0, uncorrected: 1, under: 2, full: 3, unknown: null })[of ?? 'unknown']

/** First and second measurements of a child side by side, under the first one's examiner. */
export function retestPairs(fields: Fields): readonly RetestPair[] {
  const pair = (what: RetestMeasure, name: string, read: (value: OpValue | undefined) => number | null): RetestPair[] => {
    const [first, second] = [fields[name], fields[`${RETEST}${name}`]]
    const [a, b] = [read(first?.first.value), read(second?.value)]
    return first && a !== null && b !== null ? [{ ctid: first.first.ctid, what, first: a, second: b }] : []
  }
  const acuity = (value: OpValue | undefined) => acuityOf(value)?.line ?? null
  const number = (value: OpValue | undefined) => (typeof value === 'number' ? value : null)
  const equivalent = (value: OpValue | undefined) => {
    const power = readingOf(value)
    return power ? sphericalEquivalent(power) : null
  }
  return [
    ...(['Od', 'Os'] as const).flatMap((side) => [
      ...pair('ucva', `ucva${side}`, acuity),
      ...pair('cva', `cva${side}`, acuity),
      ...pair('se', `ar${side}1`, equivalent),
    ]),
    ...pair('height', 'height', number),
    ...pair('weight', 'weight', number),
  ]
}
