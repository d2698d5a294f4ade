/**
 * A reference a measure is compared with: a publication's table by age and sex, as data, and where a value stands in it.
 * Three kinds, as the sources have them: columns of percentiles, LMS coefficients, limits with a word each.
 */
import { lmsZ } from '../formulas/eye.ts'

export type ReferenceMeasure = 'al' | 'height' | 'bmi'
type Sex = 'male' | 'female'
type BySex<R> = Readonly<Record<Sex, R>>
/** Gender 0 is male, any other value female (R083). */
const sexOf = (gender: number): Sex => (gender === 0 ? 'male' : 'female')

interface Named {
  readonly id: string
  readonly of: ReferenceMeasure
  /** As it is chosen: population, ages, publication. */
  readonly label: string
  readonly source: string
  readonly version: string
  /** Year. */
  readonly published: number
  readonly unit: string
  /** What is not known of the numbers, said on the screen. */
  readonly note?: string
}
interface Columns extends Named {
  readonly percentiles: readonly number[]
  /** Ages of the rows, years. */
  readonly at: readonly number[]
  readonly rows: BySex<ReadonlyArray<readonly number[]>>
  /** A row holds for its whole year of age; nothing is interpolated between rows. */
  readonly wholeYears?: true
}
interface Lms extends Named {
  readonly fromMonth: number
  readonly rows: BySex<{ readonly l: readonly number[]; readonly m: readonly number[]; readonly s: readonly number[] }>
}
interface Limits extends Named {
  readonly at: readonly number[]
  readonly rows: BySex<ReadonlyArray<readonly [moderate: number | null, light: number | null, overweight: number, obesity: number]>>
}
/** Where a value stands: its percentile, or the outermost one it is beyond. */
export type Percentile = number | `<${number}` | `>${number}`
export interface Reference extends Named {
  /** First and last age it speaks of, years. */
  readonly ages: readonly [from: number, to: number]
  /** Percentiles its curve is drawn at; none for limits, whose lines have words. */
  readonly shown: readonly number[]
  /** How a percentile, or a word, comes out of the table. */
  readonly formula: string
  /** Null outside of its ages, and of a reference without percentiles. */
  readonly placeOf: (gender: number, age: number, value: number) => Percentile | null
  /** Values of the lines that are drawn, least first; undefined outside of its ages. */
  readonly linesAt: (gender: number, age: number) => readonly number[] | undefined
  /** Names of those lines. */
  readonly names: readonly string[]
  /** What a value is called, of limits alone. */
  readonly wordOf?: (gender: number, age: number, value: number) => string | undefined
}

const between = (low: number, high: number, share: number): number => low + share * (high - low)
/** What stands at a place of a table (-1: the last one); a table that lacks it is wrong. */
function nth<T>(list: readonly T[], i: number): T {
  const found = list.at(i)
  if (found === undefined) throw new RangeError(`a table of ${list.length} has no place ${i}`)
  return found
}

/** Columns of percentiles: a line in age between the rows, then a line between the columns. */
export function columns(table: Columns): Reference {
  const { percentiles, at: ages, rows, wholeYears, ...named } = table
  const [from, last] = [nth(ages, 0), nth(ages, -1)]
  const covered = (age: number) => age >= from && (wholeYears ? age < last + 1 : age <= last)
  const linesAt = (gender: number, age: number): readonly number[] | undefined => {
    if (!covered(age)) return undefined
    const values = rows[sexOf(gender)]
    const i = ages.findLastIndex((year) => year <= age)
    const [row, next] = [nth(values, i), values[i + 1]]
    if (wholeYears || !next) return row
    const share = (age - nth(ages, i)) / (nth(ages, i + 1) - nth(ages, i))
    return row.map((value, n) => between(value, nth(next, n), share))
  }
  return {
    ...named,
    ages: [from, wholeYears ? last + 1 : last],
    shown: percentiles,
    names: percentiles.map((p) => `P${p}`),
    formula: wholeYears ? '按周岁取百分位表的行，行内在相邻百分位间按直线插值' : '百分位表：年龄间按直线插值，再在相邻百分位间按直线插值',
    linesAt,
    placeOf: (gender, age, value) => {
      const column = linesAt(gender, age)
      if (!column || !Number.isFinite(value)) return null
      if (value < nth(column, 0)) return `<${nth(percentiles, 0)}`
      if (value > nth(column, -1)) return `>${nth(percentiles, -1)}`
      const i = column.findIndex((limit, n) => n > 0 && value <= limit)
      const [low, high] = [nth(column, i - 1), nth(column, i)]
      return between(nth(percentiles, i - 1), nth(percentiles, i), high === low ? 0 : (value - low) / (high - low))
    },
  }
}

/** Standard scores of the percentiles an LMS curve is drawn at. */
const SCORES: ReadonlyArray<readonly [percentile: number, z: number]> = [
  [3, -1.880794],
  [10, -1.281552],
  [25, -0.67449],
  [50, 0],
  [75, 0.67449],
  [90, 1.281552],
  [97, 1.880794],
]
/** Share of a standard normal distribution below z, per cent (Abramowitz and Stegun 26.2.17; error below 0.00001). */
export function percentOf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 100 * (z < 0 ? tail : 1 - tail)
}
/** LMS coefficients by month of age (years · 12), a line between two months. Further than 3 standard scores nothing finer is said. */
export function lms(table: Lms): Reference {
  const { fromMonth, rows, ...named } = table
  const to = fromMonth + rows.male.l.length - 1
  const curveAt = (gender: number, age: number) => {
    const month = age * 12 - fromMonth
    if (!(month >= 0 && age * 12 <= to)) return undefined
    const { l, m, s } = rows[sexOf(gender)]
    const [i, share] = [Math.floor(month), month - Math.floor(month)]
    const valueOf = (values: readonly number[]) => between(nth(values, i), values[i + 1] ?? nth(values, i), share)
    return { L: valueOf(l), M: valueOf(m), S: valueOf(s) }
  }
  return {
    ...named,
    ages: [fromMonth / 12, to / 12],
    shown: SCORES.map(([p]) => p),
    names: SCORES.map(([p]) => `P${p}`),
    formula: 'LMS：z = ((x/M)^L − 1)/(L·S)，L = 0 时 z = ln(x/M)/S；百分位 = Φ(z)；月龄间 L、M、S 按直线插值',
    linesAt: (gender, age) => {
      const curve = curveAt(gender, age)
      return (
        curve &&
        SCORES.map(([, z]) => (curve.L === 0 ? curve.M * Math.exp(curve.S * z) : curve.M * (1 + curve.L * curve.S * z) ** (1 / curve.L)))
      )
    },
    placeOf: (gender, age, value) => {
      const curve = curveAt(gender, age)
      if (!curve || !(value > 0)) return null
      const z = lmsZ(value, curve)
      if (z < -3) return '<0.1'
      return z > 3 ? '>99.9' : percentOf(z)
    },
  }
}

const WORDS = ['中重度消瘦', '轻度消瘦', '超重', '肥胖'] as const
/** Limits by half a year of age, rounded down: words, no percentiles. */
export function limits(table: Limits): Reference {
  const { at: ages, rows, ...named } = table
  const [from, to] = [nth(ages, 0), nth(ages, -1) + 0.5]
  const rowAt = (gender: number, age: number) =>
    age >= from && age < to ? rows[sexOf(gender)][ages.findLastIndex((half) => half <= age)] : undefined
  return {
    ...named,
    ages: [from, to],
    shown: [],
    names: ['超重', '肥胖'],
    formula: '界值按半岁向下取行：不低于界值为超重、肥胖，不高于界值为消瘦',
    placeOf: () => null,
    linesAt: (gender, age) => {
      const row = rowAt(gender, age)
      return row && [row[2], row[3]]
    },
    wordOf: (gender, age, value) => {
      const row = rowAt(gender, age)
      if (!row || !(value > 0)) return undefined
      const [moderate, light, overweight, obesity] = row
      if (moderate !== null && value <= moderate) return WORDS[0]
      if (light !== null && value <= light) return WORDS[1]
      if (value >= obesity) return WORDS[3]
      return value >= overweight ? WORDS[2] : '正常'
    },
  }
}
