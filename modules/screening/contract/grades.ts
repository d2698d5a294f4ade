/** Grades of the seeds' numbering, stages of schools, school years, and the one spelling a class is kept in. */
export interface Grade {
  readonly grade: number
  readonly label: string
  /** Usual ages, years. */
  readonly ages: readonly [number, number]
  /** The set of rules a child of this grade is screened by. */
  readonly standard: string
}
const PRESCHOOL = '国卫办妇幼发〔2021〕11号'
const SCHOOL = 'WS/T 663—2020'
const grade = (number: number, label: string, age: number, standard = SCHOOL): Grade => ({
  grade: number,
  label,
  ages: [age, age + 1],
  standard,
})
/** 51–53 kindergarten, 11–16 primary, 21–24 junior, 31–33 high, 41–43 vocational, 61–66 university. */
export const grades: readonly Grade[] = [
  grade(51, '小班', 3, PRESCHOOL),
  grade(52, '中班', 4, PRESCHOOL),
  grade(53, '大班', 5, PRESCHOOL),
  ...['一年级', '二年级', '三年级', '四年级', '五年级', '六年级'].map((label, i) => grade(11 + i, label, 6 + i)),
  ...['初一', '初二', '初三', '初四'].map((label, i) => grade(21 + i, label, 12 + i)),
  ...['高一', '高二', '高三'].map((label, i) => grade(31 + i, label, 15 + i)),
  ...['职一', '职二', '职三'].map((label, i) => grade(41 + i, label, 15 + i)),
  ...['大一', '大二', '大三', '大四', '大五', '大六'].map((label, i) => grade(61 + i, label, 18 + i)),
]
export const gradeOptions = Object.fromEntries(grades.map((g) => [g.grade, g.label])) as Readonly<Record<number, string>>
export const gradeLabel = (number: number): string => gradeOptions[number] ?? String(number)

export const stages = {
  1: '幼儿园',
  2: '小学',
  3: '初中',
  4: '高中',
  5: '中职',
  6: '大学',
  7: '九年一贯制',
  8: '完全中学',
} as const
const gradesOfStage: Readonly<Record<number, readonly number[]>> = {
  1: [51, 52, 53],
  2: [11, 12, 13, 14, 15, 16],
  3: [21, 22, 23, 24],
  4: [31, 32, 33],
  5: [41, 42, 43],
  6: [61, 62, 63, 64, 65, 66],
  7: [11, 12, 13, 14, 15, 16, 21, 22, 23],
  8: [21, 22, 23, 31, 32, 33],
}
/** Grades that a school of a stage has, from the lowest up. */
export const gradesOf = (stage: number): readonly number[] => gradesOfStage[stage] ?? []
/** The last grade where schools of the stage usually end; a school with classes above it ends at its highest one. */
const usualTop: Readonly<Record<number, number>> = { 3: 23, 6: 64 }
export const topGradeOf = (stage: number, present: readonly number[]): number => {
  const own = gradesOf(stage)
  const top = usualTop[stage] ?? own.at(-1) ?? 0
  return present.reduce((highest, one) => (own.indexOf(one) > own.indexOf(highest) ? one : highest), top)
}
/** The grade after this one in a school; null where the class leaves. */
export const gradeAfter = (stage: number, from: number, present: readonly number[]): number | null => {
  const own = gradesOf(stage)
  const index = own.indexOf(from)
  return index < 0 || from === topGradeOf(stage, present) ? null : (own[index + 1] ?? null)
}
/** The school year a day lies in, by the calendar year it begins in: from September on the new one. */
export const schoolYearOf = (day: string): number => Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < 9 ? 1 : 0)
/** The calendar year in which a class that is in this grade now entered the first grade of its part of the school. */
export const entryYearOf = (number: number, day: string): number => schoolYearOf(day) - ((number % 10) - 1)

const digits = '〇一二三四五六七八九'
/** 十二 → 12, 二十 → 20, 三 → 3; undefined for what is no number up to 99. */
function numberOf(text: string): number | undefined {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  const found = /^([一二三四五六七八九]?)(十?)([一二三四五六七八九]?)$/.exec(text)
  if (!found || !text) return undefined
  const [, tens, ten, ones] = found
  if (!ten) return tens && ones ? undefined : digits.indexOf(tens || ones || '〇')
  return (tens ? digits.indexOf(tens) : 1) * 10 + (ones ? digits.indexOf(ones) : 0)
}
/** What people write before the class number: 三年级, 初一, 高2, 2024级. */
const gradeWords = /^(?:[一二三四五六七八九\d]{1,2}年级|(?:小学|初中|高中|初|高|职|大)[一二三四五六\d](?:年级)?|\d{4}级|[小中大]班)/
/** A class in the one spelling it is kept, compared and found by: 一班, （1）班, 三年级１班 and 1 are all 1班; 实验班 stays. */
export function classNameOf(written: string): string {
  const plain = written.normalize('NFKC').replace(/[\s()[\]【】（）_.·-]/g, '')
  const short = plain.replace(gradeWords, '') || plain
  const number = numberOf(short.replace(/班$/, ''))
  return number === undefined || number === 0 ? (short.endsWith('班') ? short : `${short}班`) : `${number}班`
}
/** The grade people mean: 三年级, 小学三年级, 七年级, 初一, 高二年级, 大班, 13. Undefined for what is none. */
export function gradeIn(written: string): number | undefined {
  const text = written.normalize('NFKC').replace(/[\s()（）]/g, '')
  if (gradeOptions[Number(text)]) return Number(text)
  const kindergarten = { 小: 51, 中: 52, 大: 53 }[/^(?:幼儿园)?([小中大])班/.exec(text)?.[1] ?? '']
  if (kindergarten) return kindergarten
  const years = /^(?:小学|初中)?([一二三四五六七八九]|[1-9])年级/.exec(text)
  if (years) return fromYears(numberOf(years[1]!) ?? 0, text)
  const part = /^(小学|小|初中|初|高中|高|职高|职|大学|大)([一二三四五六]|[1-6])/.exec(text)
  if (!part) return undefined
  const base = { 小: 10, 初: 20, 高: 30, 职: 40, 大: 60 }[part[1]![0]!] ?? 0
  const found = base + (numberOf(part[2]!) ?? 0)
  return gradeOptions[found] ? found : undefined
}
const fromYears = (n: number, text: string): number | undefined => {
  if (text.startsWith('初中') && n <= 4) return 20 + n
  return n <= 6 ? 10 + n : n <= 9 ? 14 + n : undefined
}
