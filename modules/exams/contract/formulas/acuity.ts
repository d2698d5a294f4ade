/**
 * Visual acuity in its notations. Kept in five-grade notation L (GB 11533-2011, L = 5 + lg V); what cannot be read off the chart is a code.
 */

/** Decimal acuity as printed on charts for each line of the five-grade notation (GB 11533-2011); 5.2 is printed 1.5, exactly 1.58. */
export const DECIMAL_OF_LINE: Readonly<Record<string, string>> = {
  '4.0': '0.1',
  '4.1': '0.12',
  '4.2': '0.15',
  '4.3': '0.2',
  '4.4': '0.25',
  '4.5': '0.3',
  '4.6': '0.4',
  '4.7': '0.5',
  '4.8': '0.6',
  '4.9': '0.8',
  '5.0': '1.0',
  '5.1': '1.2',
  '5.2': '1.5',
  '5.3': '2.0',
}
// Nominal Snellen denominators of the same lines, as charts print them.
const SNELLEN_20 = [200, 160, 125, 100, 80, 63, 50, 40, 32, 25, 20, 16, 12.5, 10]
const SNELLEN_6 = [60, 48, 38, 30, 24, 19, 15, 12, 9.5, 7.5, 6, 4.8, 3.8, 3]
const tenth = (n: number): number => Math.round(n * 10) / 10

/** logMAR of a five-grade value: 5 − L. */
export const logMar = (fiveGrade: number): number => 5 - fiveGrade
/** Five-grade value of a logMAR: 5 − logMAR. */
export const fiveGradeOfLogMar = (value: number): number => 5 - value
/** Printed decimal of a five-grade value; between and below the lines 10^(L − 5). */
export const decimalOf = (fiveGrade: number): string => DECIMAL_OF_LINE[fiveGrade.toFixed(1)] ?? (10 ** (fiveGrade - 5)).toFixed(2)
/** Five-grade value of a decimal acuity, to the nearest line; a decimal must be above 0 (no light is a code, not 0). */
export function fiveGradeOf(decimal: number): number {
  if (!(decimal > 0)) throw new RangeError('decimal acuity must be above 0')
  const line = Object.entries(DECIMAL_OF_LINE).find(([, d]) => Number(d) === decimal)
  return line ? Number(line[0]) : tenth(5 + Math.log10(decimal))
}
/** Letters of the ETDRS chart at 4 m: 85 − 50·logMAR. */
export const etdrsLetters = (fiveGrade: number): number => Math.round(85 - 50 * logMar(fiveGrade))
/** Snellen fraction of a line of the chart, `20/40` or `6/12`; undefined below 4.0 and above 5.3. */
export function snellen(fiveGrade: number, feet: 20 | 6 = 20): string | undefined {
  const denominator = (feet === 20 ? SNELLEN_20 : SNELLEN_6)[Math.round((fiveGrade - 4) * 10)]
  return denominator === undefined ? undefined : `${feet}/${denominator}`
}

/** Below the chart, from better to worse: 指数, 手动, 光感, 无光感. An order, not numbers: codes are compared, never averaged. */
export const ACUITY_CODES = ['CF', 'HM', 'LP', 'NLP'] as const
export type AcuityCode = (typeof ACUITY_CODES)[number]
/** What was seen: a line of the chart, or a code with the distance it was seen at (cm). */
export type Acuity = { line: number; code?: undefined } | { code: AcuityCode; cm: number | null; line?: undefined }

const CODE_WORDS: ReadonlyArray<readonly [RegExp, AcuityCode]> = [
  [/^(NLP|NPL|无光感)/i, 'NLP'],
  [/^(CF|FC|指数|数指)/i, 'CF'],
  [/^(HM|手动)/i, 'HM'],
  [/^(LP|PL|光感)/i, 'LP'],
]
/**
 * Reads an acuity as it is written: `4.8`, `0.6`, `20/32`, `6/9.5`, `CF/50cm`, `指数/30cm`, `手动`, `NLP`. From 3.0 up a number is
 * five-grade, up to 2.0 a decimal (so 2.0 is the chart's top line). Undefined when it is none of them.
 */
export function readAcuity(sentence: string): Acuity | undefined {
  const text = sentence
    .trim()
    .replace(/，/g, ',')
    .replace(/(\d),(\d)/, '$1.$2')
  const word = CODE_WORDS.find(([pattern]) => pattern.test(text))
  if (word) {
    const rest = text.replace(word[0], '')
    const distance = /^\s*[/@=]?\s*(\d+(?:\.\d+)?)\s*(cm|厘米|m|米)?$/i.exec(rest)
    if (rest && !distance) return undefined
    return { code: word[1], cm: distance ? Number(distance[1]) * (/^(m|米)$/i.test(distance[2] ?? '') ? 100 : 1) : null }
  }
  const fraction = /^(20|6)\/(\d+(?:\.\d+)?)$/.exec(text)
  if (fraction && Number(fraction[2]) > 0) return onChart(fiveGradeOf(Number(fraction[1]) / Number(fraction[2])))
  if (!/^\d(\.\d{1,2})?$/.test(text)) return undefined
  const n = Number(text)
  if (n >= 3) return n <= 5.3 && Math.abs(n * 10 - Math.round(n * 10)) < 1e-6 ? { line: n } : undefined
  return n >= 0.01 && n <= 2 ? onChart(fiveGradeOf(n)) : undefined
}
const onChart = (line: number): Acuity | undefined => (line >= 3 && line <= 5.3 ? { line } : undefined)

/**
 * Which of two acuities is better: above 0 for the first, 0 for equals. A line is better than every code; a code seen from farther is
 * better.
 */
export function compareAcuity(a: Acuity, b: Acuity): number {
  if (a.line !== undefined || b.line !== undefined) return (a.line ?? 0) - (b.line ?? 0)
  return ACUITY_CODES.indexOf(b.code) - ACUITY_CODES.indexOf(a.code) || (a.cm ?? 0) - (b.cm ?? 0)
}
/** Mean of readings of the chart, as logMAR is averaged; null when one of them is a code: codes are ranks, and a rank has no mean. */
export function meanAcuity(readings: readonly Acuity[]): number | null {
  const lines = readings.map((r) => r.line).filter((l): l is number => l !== undefined)
  return readings.length > 0 && lines.length === readings.length ? lines.reduce((sum, l) => sum + l, 0) / lines.length : null
}
