/**
 * Dry eye: the questionnaire's score, and which limb of the consensus the measured values meet. It names the limb; a diagnosis is a
 * doctor's.
 */
import { osdi } from '../formulas/eye.ts'
import { numberOf, type AidValues } from './values.ts'

/** An answer that the question does not apply to the person: it counts neither in the sum nor among those answered. */
export const NOT_APPLICABLE = 9
/** The names of the twelve answers. */
export const osdiAnswers = [
  'osdi1',
  'osdi2',
  'osdi3',
  'osdi4',
  'osdi5',
  'osdi6',
  'osdi7',
  'osdi8',
  'osdi9',
  'osdi10',
  'osdi11',
  'osdi12',
] as const
/** Named scales of corneal staining; of different ones no two grades are compared. */
export const stainScales = { 1: 'NEI（0–3）', 2: 'Oxford（0–5）', 3: 'CCLRU（0–4）' } as const
/** The highest grade of a zone, by scale. */
export const stainMost: Readonly<Record<number, number>> = { 1: 3, 2: 5, 3: 4 }
/**
 * Ocular Surface Disease Index, 0–100 (Schiffman RM et al., Arch Ophthalmol 2000;118:615): sum · 25 / answered. Null without an answer.
 * Answers are 0 to 4; `NOT_APPLICABLE` and empty ones are left out of both.
 */
export function osdiOf(values: AidValues): { score: number; sum: number; answered: number; formula: string } | null {
  const answers = osdiAnswers.map((name) => numberOf(values, name)).filter((n): n is number => n !== null && n !== NOT_APPLICABLE)
  const sum = answers.reduce((total, n) => total + n, 0)
  const score = osdi(sum, answers.length)
  return score === null ? null : { score, sum, answered: answers.length, formula: `${sum} × 25 / ${answers.length}` }
}
/** Bands of the score: 13, 23 and 33 begin mild, moderate, severe (Miller KL et al., Arch Ophthalmol 2010;128:94). */
export function osdiBand(score: number): '正常' | '轻度' | '中度' | '重度' {
  if (score < 13) return '正常'
  if (score < 23) return '轻度'
  return score < 33 ? '中度' : '重度'
}

/** Mean of up to three break-up times of one eye, s. */
export function breakUpOf(values: AidValues, side: 'Od' | 'Os'): number | null {
  const readings = [1, 2, 3].map((n) => numberOf(values, `fbut${n}${side}`)).filter((n): n is number => n !== null)
  return readings.length ? readings.reduce((sum, n) => sum + n, 0) / readings.length : null
}

/** Values of one eye as the consensus compares them. */
const TESTS = ['fbut', 'nibut', 'schirmer'] as const
export type Test = (typeof TESTS)[number]
export interface DryAid {
  /** 1: low values alone; 2: middle values with staining; null: neither limb is met. */
  readonly limb: 1 | 2 | null
  /** By which the person has symptoms. */
  readonly symptom: 'osdi' | 'complaint' | null
  /** The tests that met the limb, or came near it, with their values. */
  readonly fired: ReadonlyArray<{ test: Test; value: number }>
  /** What would have to be asked or measured before more can be said. */
  readonly lacks: ReadonlyArray<'symptom' | 'signs' | 'staining'>
}
export const DRY_SOURCE = '中国干眼专家共识：检查和诊断（2020年），中华眼科杂志 2020;56(10):741'
/** Low: limb 1. Middle: limb 2, with five dots of fluorescein or more. Schirmer I counts without anaesthetic only. */
const LIMITS: Readonly<Record<Test, { low: (n: number) => boolean; middle: (n: number) => boolean }>> = {
  fbut: { low: (s) => s <= 5, middle: (s) => s > 5 && s <= 10 },
  nibut: { low: (s) => s < 10, middle: (s) => s >= 10 && s <= 12 },
  schirmer: { low: (mm) => mm <= 5, middle: (mm) => mm > 5 && mm <= 10 },
}
const DOTS = 5
/** Which limb of the 2020 consensus the values of one eye meet, and by which of them. */
export function dryAid(values: AidValues, side: 'Od' | 'Os'): DryAid {
  const osdiScore = osdiOf(values)?.score ?? null
  const symptom = symptomOf(osdiScore, values.symptoms)
  const measured: Readonly<Record<Test, number | null>> = {
    fbut: breakUpOf(values, side),
    nibut: numberOf(values, `nibut${side}`),
    schirmer: values.schirmerAnaesthetic === true ? null : numberOf(values, `schirmer${side}`),
  }
  const those = (band: 'low' | 'middle') =>
    TESTS.flatMap((test) => {
      const value = measured[test]
      return value !== null && LIMITS[test][band](value) ? [{ test, value }] : []
    })
  const [low, middle] = [those('low'), those('middle')]
  const dots = numberOf(values, `stainDots${side}`)
  const signs = Object.values(measured).some((n) => n !== null)
  const lacks: Array<DryAid['lacks'][number]> = []
  if (osdiScore === null && typeof values.symptoms !== 'boolean') lacks.push('symptom')
  if (!signs) lacks.push('signs')
  if (!low.length && middle.length && dots === null) lacks.push('staining')
  return { ...limbOf(symptom !== null, low, middle, dots), symptom, lacks }
}
function symptomOf(score: number | null, complaint: unknown): DryAid['symptom'] {
  if (score !== null && score >= 13) return 'osdi'
  return complaint === true ? 'complaint' : null
}
function limbOf(symptom: boolean, low: DryAid['fired'], middle: DryAid['fired'], dots: number | null): Pick<DryAid, 'limb' | 'fired'> {
  if (low.length) return { limb: symptom ? 1 : null, fired: low }
  return { limb: symptom && middle.length && dots !== null && dots >= DOTS ? 2 : null, fired: middle }
}
