/**
 * Did the training work? A rule, not an opinion: adherence of 14 days first, then the slope of the last six measurements with its 95 %
 * interval (ordinary least squares, Student's t). Pure: the screens, the papers and the tests ask the same function.
 */
import { addDays, count, date, daysBetween, word, z } from '#kernel/contract/index.ts'
import { goalMeasure, goalEye, measures, type MeasureName } from './fields.ts'

/** Days of which adherence is told. */
export const ADHERENCE_DAYS = 14
/** Below it nothing is concluded from measurements: no training is no proof of no effect. */
export const LEAST_ADHERENCE = 60
/** Measurements a trend is read from; fewer are no trend. */
const LAST_MEASURES = 6
/** Weeks between measurements. */
export const MEASURE_WEEKS = 4

export const verdicts = { improving: '进步', flat: '持平', absent: '缺训', few: '不足' } as const
export type TrainVerdict = keyof typeof verdicts
export const verdict = word('结论', verdicts, { width: 76, tones: { improving: 'ok', flat: 'warn', absent: 'bad', few: 'neutral' } })

export interface MeasuredPoint {
  readonly day: string
  readonly value: number
}

/** Two-sided 95 % quantiles of Student's t by degrees of freedom, 1 to 4: six measurements have four. */
const T95: Readonly<Record<number, number>> = { 1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776 }

export interface Slope {
  /** Change in 28 days, in the unit of the measure (stereo: factor of ten, as a logarithm). */
  readonly perMonth: number
  readonly low: number
  readonly high: number
}
/** Slope of the last six measurements; undefined with fewer, or when all were taken on one day. */
export function slopeOf(name: MeasureName, list: readonly MeasuredPoint[]): Slope | undefined {
  const last = [...list].sort((a, b) => a.day.localeCompare(b.day)).slice(-LAST_MEASURES)
  if (last.length < LAST_MEASURES) return undefined
  const [first] = last
  if (!first) return undefined
  const points = last.map((m) => [daysBetween(first.day, m.day) / 28, measures[name].log ? Math.log10(m.value) : m.value] as const)
  const n = points.length
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / n
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / n
  const sxx = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  if (sxx === 0) return undefined
  const perMonth = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / sxx
  const rest = points.reduce((sum, [x, y]) => sum + (y - meanY - perMonth * (x - meanX)) ** 2, 0)
  const half = (T95[n - 2] ?? 2.776) * Math.sqrt(rest / (n - 2) / sxx)
  return { perMonth, low: perMonth - half, high: perMonth + half }
}

/** Days a trend is drawn beyond the last measurement: until the next is due, and one more. */
const PROJECTED_DAYS = 2 * MEASURE_WEEKS * 7
export interface Projection {
  /** Beginning at the last measurement. */
  readonly points: ReadonlyArray<{ readonly day: string; readonly value: number; readonly low: number; readonly high: number }>
  /** Day the goal would be reached at this pace, within half a year; null where the trend does not lead there. */
  readonly goalOn: string | null
}
/** Where the last six measurements lead, with the interval of their slope. Undefined where there is no trend. */
export function projectionOf(name: MeasureName, list: readonly MeasuredPoint[], goal: number | undefined): Projection | undefined {
  const slope = slopeOf(name, list)
  const last = [...list].sort((a, b) => a.day.localeCompare(b.day)).at(-1)
  if (!slope || !last) return undefined
  const { log, lower, from, to } = measures[name]
  const scaled = log ? Math.log10(last.value) : last.value
  const valueAt = (days: number, perMonth: number): number => {
    const value = scaled + (perMonth * days) / 28
    return Math.min(to, Math.max(from, log ? 10 ** value : value))
  }
  const points = [0, PROJECTED_DAYS / 2, PROJECTED_DAYS].map((days) => {
    const ends = [valueAt(days, slope.low), valueAt(days, slope.high)]
    return { day: addDays(last.day, days), value: valueAt(days, slope.perMonth), low: Math.min(...ends), high: Math.max(...ends) }
  })
  const good = lower ? slope.high < 0 : slope.low > 0
  const distance = goal === undefined ? 0 : (log ? Math.log10(goal) : goal) - scaled
  const days = (distance / slope.perMonth) * 28
  const goalOn = good && goal !== undefined && days > 0 && days <= HALF_YEAR ? addDays(last.day, Math.ceil(days)) : null
  return { points, goalOn }
}
const HALF_YEAR = 182

/** Share of the planned sessions that were trained, in percent; null where none was planned. */
export const adherenceOf = (planned: number, trained: number): number | null => (planned ? Math.round((trained / planned) * 100) : null)

/** `absent` below 60 % adherence whatever was measured; `improving` when the whole interval lies on the good side of zero. */
export function verdictOf(name: MeasureName, list: readonly MeasuredPoint[], adherence: number | null): TrainVerdict {
  if (adherence !== null && adherence < LEAST_ADHERENCE) return 'absent'
  const slope = slopeOf(name, list)
  if (!slope) return 'few'
  return (measures[name].lower ? slope.high < 0 : slope.low > 0) ? 'improving' : 'flat'
}

/**
 * Lowest corrected acuity of a healthy eye, decimal: 0.5 at 3–5 years, 0.7 from 6 (儿童弱视诊断专家共识, 2021). Below 3 years none is read.
 */
export const amblyopiaFloor = (years: number): number | undefined => (years < 3 ? undefined : years < 6 ? 0.5 : 0.7)
/** A decimal acuity on the five-grade scale (GB 11533—2011: L = 5 + lg V), to the line of the chart. */
export const lineOf = (decimal: number): number => Math.round((5 + Math.log10(decimal)) * 10) / 10

export const Point = z.object({ day: date('日期'), value: z.number().meta({ label: '值' }) })
/** What is shown of a plan beside its name. */
export const TrainTrend = z.object({
  measure: goalMeasure,
  eye: goalEye,
  goal: z.number().meta({ label: '目标值' }),
  points: z.array(Point),
  verdict,
  adherence: count('依从性', { max: 100, unit: '%' }).nullable(),
  /** Fourteen days, oldest first: trained, missed, none planned. */
  days: z.array(word('训练日', { trained: '已练', missed: '缺', none: '无' })),
})
export type TrainTrend = z.output<typeof TrainTrend>
