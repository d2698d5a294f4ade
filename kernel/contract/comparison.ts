/**
 * Comparing two facts: they are the same, they differ, or it cannot be said because one of them is missing. What is unknown never passes
 * and is never green; whoever compares asks for the one thing that is missing. The only way to compare what was ordered, prescribed,
 * scanned or said (`scripts/rules-comparisons.mjs`).
 */
import type { Tone } from './field.ts'

export type Comparison = 'same' | 'different' | 'unknown'
export type ComparedFact = string | number | boolean | null | undefined

/** True for a fact nobody stated: null, undefined, or text without a character. */
export const isMissing = (fact: ComparedFact): fact is null | undefined => fact === null || fact === undefined || String(fact).trim() === ''

/**
 * Compares two facts. Answers `unknown` when either is missing, whatever the other says.
 * @param isSame how two stated facts are the same; by default they are identical, text without the blanks around it
 */
export function compareFacts<T extends Exclude<ComparedFact, null | undefined>>(
  expected: T | null | undefined,
  actual: T | null | undefined,
  isSame: (expected: T, actual: T) => boolean = identical,
): Comparison {
  if (isMissing(expected) || isMissing(actual)) return 'unknown'
  return isSame(expected, actual) ? 'same' : 'different'
}
const identical = (a: unknown, b: unknown): boolean => (typeof a === 'string' && typeof b === 'string' ? a.trim() === b.trim() : a === b)

/** What binary fractions add to a difference. */
const EPSILON = 1e-9
/** Compares two numbers that may lie apart by a tolerance in their own unit; a number that is none is unknown. */
export const compareNumbers = (expected: number | null | undefined, actual: number | null | undefined, tolerance = 0): Comparison =>
  Number.isNaN(expected) || Number.isNaN(actual)
    ? 'unknown'
    : compareFacts(expected, actual, (a, b) => Math.abs(a - b) <= tolerance + EPSILON)

/** Several comparisons as one: one difference makes it different, else one unknown makes it unknown; nothing compared is unknown. */
export function combineComparisons(comparisons: readonly Comparison[]): Comparison {
  if (comparisons.includes('different')) return 'different'
  return comparisons.length === 0 || comparisons.includes('unknown') ? 'unknown' : 'same'
}
/** The word of a comparison on screens and papers. */
export const comparisonWords: Readonly<Record<Comparison, string>> = { same: '相符', different: '不符', unknown: '未核对' }
/** Its colour: green is kept for what was compared. */
export const comparisonTones: Readonly<Record<Comparison, Tone>> = { same: 'ok', different: 'bad', unknown: 'warn' }
