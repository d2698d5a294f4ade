/**
 * Standards of children's eyes as data with validity: each rule carries its number, operator, source and the day it came into force. A
 * judgement is that of the set in force on the day of the measurement; a later set never rewrites it.
 */

export type StandardOperator = '<' | '<=' | '>' | '>='

/** Compares a value with a limit by the operator a rule names. */
export function compares(value: number, operator: StandardOperator, limit: number): boolean {
  switch (operator) {
    case '<':
      return value < limit
    case '<=':
      return value <= limit
    case '>':
      return value > limit
    case '>=':
      return value >= limit
  }
}

/** What a rule finds. */
export type StandardFinding =
  | 'poorSight'
  | 'screeningMyopia.sight'
  | 'screeningMyopia'
  | 'preMyopia.above'
  | 'preMyopia.upTo'
  | 'hyperopia'
  | 'reserveLow'
  | 'reserveNone'
  | 'refractiveError.hyperopia'
  | 'refractiveError.myopia'
  | 'refractiveError.cylinder'
  | 'astigmatism'
  | 'anisometropia.sphere'
  | 'anisometropia.cylinder'
  | 'uncorrected'
  | 'warning.sight'
  | 'warning.refraction'

/** Of a finding, from light (1) to severe (3), or a warning level. */
export type Degree = 0 | 1 | 2 | 3
export interface StandardRule {
  readonly finding: StandardFinding
  /** Whole years of age the rule speaks of, both included; the whole life where left out. */
  readonly ages?: readonly [from: number, to: number]
  readonly operator: StandardOperator
  /** Five-grade line, D or |D|, as the finding says. */
  readonly value: number
  /** Degree, from light (1) to severe (3), or warning level. */
  readonly degree?: Degree
  /** The rule asks for a refraction under cycloplegia. */
  readonly cycloplegic?: true
  /** Clause or publication the number was taken from. */
  readonly source: string
  /** The number was not read in the text of the standard itself: 待核对原文. */
  readonly unverified?: true
}

/** What a set is for: at most one set of a topic is in force on a day. */
export type Topic = 'method' | 'school' | 'reserve' | 'preschool' | 'schedule' | 'definitions'

export interface StandardSet {
  /** Name results keep: number and year. */
  readonly id: string
  readonly title: string
  readonly topic: Topic
  /** Day it came into force. */
  readonly since: string
  /** The set that follows it once it is published: a test fails when that day has come and no set of the name is entered. */
  readonly successor?: { readonly id: string; readonly since: string }
  readonly rules: readonly StandardRule[]
  /** Ages of examinations by law, months; of topic `schedule` and `preschool`. */
  readonly visitMonths?: readonly number[]
  /** Goals of a plan: share of children with myopia at most, per cent. */
  readonly goals?: ReadonlyArray<{ readonly who: string; readonly atMost: number }>
}

/** The set of a topic in force on a day; undefined before the first. */
export const setInForce = (sets: readonly StandardSet[], topic: Topic, day: string): StandardSet | undefined =>
  sets
    .filter((set) => set.topic === topic && set.since <= day)
    .toSorted((a, b) => a.since.localeCompare(b.since))
    .at(-1)

/** Sets whose successor is in force on a day and not entered. */
export const overdueSets = (sets: readonly StandardSet[], day: string): readonly StandardSet[] =>
  sets.filter(({ successor }) => successor && successor.since <= day && !sets.some(({ id }) => id === successor.id))

/** Rules of a set for one finding at an age. */
export const rulesFor = (set: StandardSet | undefined, finding: StandardFinding, years: number): readonly StandardRule[] =>
  (set?.rules ?? []).filter((rule) => rule.finding === finding && (!rule.ages || (years >= rule.ages[0] && years <= rule.ages[1])))
