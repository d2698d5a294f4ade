/**
 * One evaluation of a child's eyes by the standards of the day: station, results, papers, the parents' page and the growth page read it.
 * Screening does not diagnose: it answers flags, and an answer it cannot give is `unknown`, never `no`.
 */
import { ageOn } from '#kernel/contract/index.ts'
import { chinaBmi } from '../references/bmi.ts'
import { chinaHeight } from '../references/height.ts'
import { standardSets } from './sets.ts'
import { compares, rulesFor, setInForce, type Degree, type StandardFinding, type StandardRule, type StandardSet } from './standard.ts'

export type EvaluationAnswer = 'yes' | 'no' | 'unknown'
/** Wearing: 0 none, 1 spectacles, 2 contact lenses, 3 ortho-k lenses at night. */
export type GlassesType = 0 | 1 | 2 | 3
export const NIGHT_LENS = 3

export interface EyeMeasured {
  /** Uncorrected acuity, five-grade; 0 stands for a code below the chart. */
  readonly ucva: number | null
  /** Acuity with what is worn. */
  readonly cva: number | null
  readonly sph: number | null
  readonly cyl: number | null
}
export interface ChildMeasured {
  readonly birth: string
  /** 0 male. */
  readonly gender: number
  /** Day of the measurement. */
  readonly day: string
  readonly glassesType: GlassesType | null
  readonly od: EyeMeasured
  readonly os: EyeMeasured
  readonly cycloplegic?: boolean
  /** cm and kg. */
  readonly height?: number | null
  readonly weight?: number | null
}
export interface EvaluationOptions {
  /** How a sphere equivalent of exactly −0.50 D counts from six years on: the wording of the sources differs. */
  readonly myopiaOperator?: '<' | '<='
  readonly sets?: readonly StandardSet[]
}
export type Correction = 'uncorrected' | 'under' | 'full' | 'unneeded' | 'unknown'
export interface Evaluation {
  /** Set results keep. */
  readonly standard: string
  readonly years: number
  readonly poorSight: EvaluationAnswer
  /** 1 light, 2 moderate, 3 severe; null without poor sight and below six years. */
  readonly poorSightDegree: Degree | null
  readonly screeningMyopia: EvaluationAnswer
  readonly preMyopia: EvaluationAnswer
  readonly hyperopia: EvaluationAnswer
  readonly reserveLow: EvaluationAnswer
  readonly refractiveError: EvaluationAnswer
  readonly astigmatism: EvaluationAnswer
  readonly astigmatismDegree: Degree | null
  readonly anisometropia: EvaluationAnswer
  readonly correction: Correction
  /** 0 to 3; null where nothing warns. */
  readonly warning: Degree | null
  readonly bmi: number | null
  /** 中重度消瘦 … 肥胖; null outside of 6 to 18 years. */
  readonly bmiWord: string | null
  /** Percentile of the height among Chinese children, or the outermost it is beyond. */
  readonly heightPlace: string | number | null
  /** Fitting heights of desk and chair, whole cm. */
  readonly desk: number | null
  readonly chair: number | null
  /** A rule that decided carries a number nobody has read in the standard itself. */
  readonly unverified: boolean
}

/** Spherical equivalent S + C/2; null while one of them is missing. */
const equivalentOf = ({ sph, cyl }: Pick<EyeMeasured, 'sph' | 'cyl'>): number | null =>
  sph === null || cyl === null ? null : sph + cyl / 2

const defined = <N extends number>(values: ReadonlyArray<N | null>): N[] => values.filter((v): v is N => v !== null)
const highest = (degrees: readonly Degree[]): Degree | null =>
  degrees.reduce<Degree | null>((most, d) => (most === null || d > most ? d : most), null)
/** Yes as soon as one says yes; no only when all are known. */
const anyOf = (answers: readonly EvaluationAnswer[]): EvaluationAnswer => {
  if (answers.includes('yes')) return 'yes'
  return answers.includes('unknown') ? 'unknown' : 'no'
}
const allOf = (answers: readonly EvaluationAnswer[]): EvaluationAnswer => {
  if (answers.includes('no')) return 'no'
  return answers.includes('unknown') ? 'unknown' : 'yes'
}

/** Asks rules of one child's age; remembers whether an unread number decided. */
class Reader {
  unverified = false
  constructor(
    readonly years: number,
    private readonly sets: readonly StandardSet[],
    private readonly day: string,
    private readonly operator: '<' | '<=',
  ) {}
  set(topic: StandardSet['topic']): StandardSet | undefined {
    return setInForce(this.sets, topic, this.day)
  }
  rules(topic: StandardSet['topic'], finding: StandardFinding): readonly StandardRule[] {
    const rules = rulesFor(this.set(topic), finding, this.years)
    return finding === 'screeningMyopia' && this.years >= 6 ? rules.map((rule) => ({ ...rule, operator: this.operator })) : rules
  }
  meets(rule: StandardRule, value: number): boolean {
    const met = compares(value, rule.operator, rule.value)
    if (met && rule.unverified) this.unverified = true
    return met
  }
  /** Whether any rule of a finding holds for a value; `no` where the standard has no rule for the age. */
  asks(topic: StandardSet['topic'], finding: StandardFinding, value: number | null): EvaluationAnswer {
    const rules = this.rules(topic, finding)
    if (!rules.length) return 'no'
    if (value === null) return 'unknown'
    return rules.some((rule) => this.meets(rule, value)) ? 'yes' : 'no'
  }
  degree(topic: StandardSet['topic'], finding: StandardFinding, value: number | null): Degree | null {
    if (value === null) return null
    const degrees = this.rules(topic, finding).flatMap((rule) =>
      rule.degree !== undefined && this.meets(rule, value) ? [rule.degree] : [],
    )
    return highest(degrees)
  }
}

/** The worse of two acuities; null while an eye is not measured. */
const worse = (od: number | null, os: number | null): number | null => (od === null || os === null ? null : Math.min(od, os))
const worst = (values: ReadonlyArray<number | null>): number | null => {
  const all = defined(values)
  return all.length ? Math.min(...all) : null
}
const tenth = (n: number): number => Math.round(n * 10) / 10

/**
 * Least reserve of an age by the set in force on a day, and whether a spherical equivalent under cycloplegia lies below it; undefined at
 * ages without a rule.
 */
export function reserveOn(
  birth: string,
  day: string,
  se: number,
  sets: readonly StandardSet[] = standardSets,
): { readonly limit: number; readonly isLow: boolean; readonly source: string; readonly unverified: boolean } | undefined {
  const age = ageOn(birth, day)
  const [rule] = age ? rulesFor(setInForce(sets, 'reserve', day), 'reserveLow', age.years) : []
  return (
    rule && { limit: rule.value, isLow: compares(se, rule.operator, rule.value), source: rule.source, unverified: rule.unverified ?? false }
  )
}

/** Whole cm, half a centimetre up. */
export const deskHeight = (height: number): number => Math.round(height * 0.43)
export const chairHeight = (height: number): number => Math.round(height * 0.24)

function myopiaOf(read: Reader, eyes: readonly EyeMeasured[], night: boolean): EvaluationAnswer {
  // Lenses worn at night change both numbers: what screening sees says nothing of the eye.
  if (night) return 'unknown'
  return anyOf(
    eyes.map((eye) =>
      allOf([read.asks('school', 'screeningMyopia.sight', eye.ucva), read.asks('school', 'screeningMyopia', equivalentOf(eye))]),
    ),
  )
}
function preMyopiaOf(read: Reader, equivalents: ReadonlyArray<number | null>, myopia: EvaluationAnswer, night: boolean): EvaluationAnswer {
  if (night) return 'unknown'
  if (myopia !== 'no') return myopia === 'yes' ? 'no' : 'unknown'
  return anyOf(equivalents.map((se) => allOf([read.asks('school', 'preMyopia.above', se), read.asks('school', 'preMyopia.upTo', se)])))
}
/** Without cycloplegia plus power is hidden: enough is enough, too little is only told where none is left. */
function reserveOf(read: Reader, equivalents: ReadonlyArray<number | null>, cycloplegic: boolean, night: boolean): EvaluationAnswer {
  if (night) return 'unknown'
  return anyOf(
    equivalents.map((se) => {
      const low = read.asks('reserve', 'reserveLow', se)
      if (cycloplegic || low !== 'yes') return low
      return read.asks('reserve', 'reserveNone', se) === 'yes' ? 'yes' : 'unknown'
    }),
  )
}
function correctionOf(read: Reader, child: ChildMeasured, poorSight: EvaluationAnswer): Correction {
  const { od, os, glassesType } = child
  if (glassesType === null) return 'unknown'
  if (glassesType === 0) {
    if (poorSight === 'unknown') return 'unknown'
    return poorSight === 'yes' ? 'uncorrected' : 'unneeded'
  }
  const answer = anyOf([read.asks('school', 'uncorrected', od.cva), read.asks('school', 'uncorrected', os.cva)])
  if (answer === 'unknown') return 'unknown'
  return answer === 'yes' ? 'under' : 'full'
}
function anisometropiaOf(read: Reader, { od, os }: ChildMeasured, night: boolean): EvaluationAnswer {
  if (night) return 'unknown'
  const apart = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.abs(a - b))
  return anyOf([
    read.asks('school', 'anisometropia.sphere', apart(od.sph, os.sph)),
    read.asks('school', 'anisometropia.cylinder', apart(od.cyl, os.cyl)),
  ])
}
function errorOf(read: Reader, eyes: readonly EyeMeasured[], night: boolean): EvaluationAnswer {
  if (night) return 'unknown'
  return anyOf(
    eyes.flatMap((eye) => [
      read.asks('preschool', 'refractiveError.hyperopia', equivalentOf(eye)),
      read.asks('preschool', 'refractiveError.myopia', equivalentOf(eye)),
      read.asks('preschool', 'refractiveError.cylinder', eye.cyl === null ? null : Math.abs(eye.cyl)),
    ]),
  )
}

function bodyOf({ height, weight, gender }: ChildMeasured, age: number) {
  const tall = height ?? null
  const bmi = tall === null || weight == null ? null : weight / (tall / 100) ** 2
  return {
    bmi: bmi === null ? null : tenth(bmi),
    // Limits have one decimal: the value is compared as it is written.
    bmiWord: bmi === null ? null : (chinaBmi.wordOf?.(gender, age, tenth(bmi)) ?? null),
    heightPlace: tall === null ? null : chinaHeight.placeOf(gender, age, tall),
    desk: tall === null ? null : deskHeight(tall),
    chair: tall === null ? null : chairHeight(tall),
  }
}

/** Evaluates a child. Without an age (a birth after the day) nothing is judged: the caller refuses such a result. */
export function evaluate(child: ChildMeasured, { myopiaOperator = '<', sets = standardSets }: EvaluationOptions = {}): Evaluation | null {
  const age = ageOn(child.birth, child.day)
  if (!age) return null
  const read = new Reader(age.years, sets, child.day, myopiaOperator)
  const night = child.glassesType === NIGHT_LENS
  const eyes = [child.od, child.os]
  const equivalents = eyes.map(equivalentOf)
  const sight = night ? null : worse(child.od.ucva, child.os.ucva)
  // One eye below the limit is enough, even where the other was not measured.
  const seen = night ? null : worst(eyes.map((eye) => eye.ucva))
  const poor = seen !== null && read.asks('school', 'poorSight', seen) === 'yes' ? 'yes' : read.asks('school', 'poorSight', sight)
  const myopia = myopiaOf(read, eyes, night)
  const cylinder = night ? null : worst(eyes.map((eye) => (eye.cyl === null ? null : -Math.abs(eye.cyl))))
  const warnings = defined<Degree>([
    read.degree('school', 'warning.sight', seen),
    read.degree('school', 'warning.refraction', night ? null : worst(equivalents)),
    !night && read.asks('reserve', 'reserveNone', worst(equivalents)) === 'yes' ? 0 : null,
  ])
  return {
    standard: read.set('school')?.id ?? '',
    years: age.years,
    poorSight: poor,
    poorSightDegree: poor === 'yes' ? read.degree('school', 'poorSight', seen) : null,
    screeningMyopia: myopia,
    preMyopia: preMyopiaOf(read, equivalents, myopia, night),
    hyperopia: night ? 'unknown' : anyOf(equivalents.map((se) => read.asks('school', 'hyperopia', se))),
    reserveLow: reserveOf(read, equivalents, child.cycloplegic ?? false, night),
    refractiveError: errorOf(read, eyes, night),
    astigmatism: night ? 'unknown' : anyOf(eyes.map(({ cyl }) => read.asks('school', 'astigmatism', cyl === null ? null : Math.abs(cyl)))),
    astigmatismDegree: cylinder === null ? null : read.degree('school', 'astigmatism', -cylinder),
    anisometropia: anisometropiaOf(read, child, night),
    correction: correctionOf(read, child, poor),
    warning: highest(warnings),
    ...bodyOf(child, Number(age.halfYear)),
    unverified: read.unverified,
  }
}

/** Whether a child should be seen by an eye doctor: any flag that asks for one. */
export const asksForVisit = (found: Evaluation): boolean =>
  found.poorSight === 'yes' ||
  found.screeningMyopia === 'yes' ||
  found.refractiveError === 'yes' ||
  found.anisometropia === 'yes' ||
  found.correction === 'under' ||
  (found.warning ?? 0) > 0 ||
  (found.astigmatismDegree ?? 0) >= 2 ||
  (found.years < 6 && found.reserveLow === 'yes')
