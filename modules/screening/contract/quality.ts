/** Quality of a screening while it runs: which children are measured again, what counts as an error, who reads too high or too low. */
import { groupsOf } from './groups.ts'
import { meanOf, varianceOf, wilson, Z99, type ShareInterval } from './intervals.ts'

/** CountedShare of a class that is measured again by somebody else (WS/T 663—2020 asks for 5 %). */
const RETEST_SHARE = 0.05
/** Differences above these are errors. */
const TOLERANCE = { ucva: 0.1, cva: 0.1, se: 0.5, height: 0.5, weight: 0.1 } as const
export type RetestMeasure = keyof typeof TOLERANCE

/** FNV-1a of a text, 32 bits, mixed at the end: the same number on every device. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) {
    hash ^= char.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
const rankOf = (taskId: number, studentId: number) => hashOf(`${taskId}:${studentId}`)
const byRank = (taskId: number) => (a: number, b: number) => rankOf(taskId, a) - rankOf(taskId, b) || a - b

/** Children of a class who are measured again: five of a hundred, at least one, the same on every device. */
export const drawRetests = (taskId: number, roll: readonly number[]): readonly number[] =>
  roll.toSorted(byRank(taskId)).slice(0, Math.ceil(roll.length * RETEST_SHARE))

/** Fewest children of an examiner in a class of whom one is measured again. */
const LEAST_MEASURED = 10
/** What the draw of the class missed: one more of each examiner who measured ten or more and of whom none was drawn. */
export function retestsByExaminer(
  taskId: number,
  drawn: readonly number[],
  measured: ReadonlyArray<{ studentId: number; ctid: number }>,
): readonly number[] {
  const byExaminer = groupsOf(measured, ({ ctid }) => ctid)
  return [...byExaminer.values()].flatMap((own) => {
    const students = own.map(({ studentId }) => studentId)
    if (students.length < LEAST_MEASURED || students.some((id) => drawn.includes(id))) return []
    return students.toSorted(byRank(taskId)).slice(0, 1)
  })
}

// Lines and centimetres are decimals: a tenth is not a tenth in binary.
const SLACK = 1e-9
/** Whether two measurements of a thing differ by more than the tolerance. */
export const beyondTolerance = (what: RetestMeasure, first: number, second: number): boolean =>
  Math.abs(first - second) > TOLERANCE[what] + SLACK

export interface RetestPair {
  readonly ctid: number
  readonly what: RetestMeasure
  readonly first: number
  readonly second: number
}
export interface ErrorRate extends ShareInterval {
  readonly errors: number
  readonly total: number
}
/** Errors of retests with Wilson's interval; of one examiner when named. */
export function errorRate(pairs: readonly RetestPair[], ctid?: number): ErrorRate {
  const own = ctid === undefined ? pairs : pairs.filter((pair) => pair.ctid === ctid)
  const errors = own.filter(({ what, first, second }) => beyondTolerance(what, first, second)).length
  return { errors, total: own.length, ...wilson(errors, own.length) }
}

/** Chi-square of the last digits 0 to 9 against equal shares. */
export function endDigits(values: readonly number[], step = 0.1): { counts: readonly number[]; chiSquare: number; preferred: boolean } {
  const counts = Array.from({ length: 10 }, () => 0)
  for (const value of values) {
    const digit = Math.round(value / step) % 10
    counts[digit] = (counts[digit] ?? 0) + 1
  }
  const expected = values.length / 10
  const chiSquare = expected ? counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0) : 0
  // 99 % of the chi-square distribution with nine degrees of freedom; below five expected a digit it says nothing.
  return { counts, chiSquare, preferred: expected >= 5 && chiSquare > 21.666 }
}

export interface ExaminerReading {
  /** Whose readings are compared: an examiner, a station, a device, a day. */
  readonly by: number | string
  /** Only children of one stratum (class) are compared with each other. */
  readonly stratum: number | string
  readonly value: number
}
export interface ReadingShift extends ShareInterval {
  readonly by: number | string
  readonly count: number
  /** Mean difference from the others of the same strata; null where nobody else measured there. */
  readonly difference: number | null
  readonly share: number | null
  readonly otherShare: number | null
  /** The 99 % interval leaves out zero and the difference is more than a fifth of a line. */
  readonly found: boolean
}
const LEAST_PER_SIDE = 5
const LEAST_DIFFERENCE = 0.02

/** Differences within strata, weighted by their precision: a class that sees badly accuses nobody. */
function pooled(rows: readonly ExaminerReading[], by: ExaminerReading['by']): { difference: number; variance: number } | undefined {
  let [weights, sum] = [0, 0]
  for (const stratum of groupsOf(rows, (row) => row.stratum).values()) {
    const own = stratum.flatMap((row) => (row.by === by ? [row.value] : []))
    const others = stratum.flatMap((row) => (row.by === by ? [] : [row.value]))
    if (own.length < LEAST_PER_SIDE || others.length < LEAST_PER_SIDE) continue
    // The spread of the stratum without the difference looked for.
    const spread =
      ((own.length - 1) * varianceOf(own) + (others.length - 1) * varianceOf(others)) / (own.length + others.length - 2) || 1e-6
    const weight = 1 / (spread * (1 / own.length + 1 / others.length))
    weights += weight
    sum += weight * (meanOf(own) - meanOf(others))
  }
  return weights ? { difference: sum / weights, variance: 1 / weights } : undefined
}

const shareAt = (rows: readonly ExaminerReading[], line: number): number | null =>
  rows.length ? rows.filter(({ value }) => Math.abs(value - line) < 0.05).length / rows.length : null

/**
 * Who reads differently from the others of the same strata, by the 99 % interval of the difference. `line` is the acuity whose share is
 * told beside it: an examiner who rounds up heaps there.
 */
export function shiftsOf(rows: readonly ExaminerReading[], line = 5): readonly ReadingShift[] {
  return [...groupsOf(rows, ({ by }) => by)].map(([by, own]) => {
    const strata = new Set(own.map(({ stratum }) => stratum))
    const others = rows.filter((row) => row.by !== by && strata.has(row.stratum))
    const found = pooled(rows, by)
    const half = found ? Z99 * Math.sqrt(found.variance) : 0
    const [low, high] = found ? [found.difference - half, found.difference + half] : [-Infinity, Infinity]
    return {
      by,
      count: own.length,
      difference: found?.difference ?? null,
      low,
      high,
      share: shareAt(own, line),
      otherShare: shareAt(others, line),
      found: found !== undefined && (low > 0 || high < 0) && Math.abs(found.difference) > LEAST_DIFFERENCE,
    }
  })
}

/** Mean of first less second measurement of one examiner's retests, with its 99 % interval: the same child, so no class effect is in it. */
export function retestBias(pairs: readonly RetestPair[], ctid: number): (ShareInterval & { mean: number; found: boolean }) | undefined {
  const own = pairs.flatMap((pair) => (pair.ctid === ctid ? [pair.first - pair.second] : []))
  if (own.length < LEAST_PER_SIDE) return undefined
  const mean = meanOf(own)
  // Lines are steps of 0.1: less spread than a third of one is the step, not the examiner.
  const half = Z99 * Math.sqrt(Math.max(varianceOf(own), 0.03 ** 2) / own.length)
  return { mean, low: mean - half, high: mean + half, found: mean - half > 0 || mean + half < 0 }
}
