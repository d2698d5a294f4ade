/** What a screening may say to parents and teachers: hints and advice in our own words. It never diagnoses. */
import { addDays } from '#kernel/contract/index.ts'
import { chairHeight, deskHeight } from '#modules/exams/contract/standards/evaluate.ts'
import { adviceFrom } from './behaviour.ts'
import type { ParentsLetter } from '../shapes.results.ts'

export interface LetterFacts {
  readonly glassesType: number | null
  readonly ucvaOd: number | null
  readonly ucvaOs: number | null
  readonly ucvaCodeOd: string | null
  readonly ucvaCodeOs: string | null
  readonly cvaOd: number | null
  readonly cvaOs: number | null
  readonly poorSight: number | null
  readonly screeningMyopia: number | null
  readonly preMyopia: number | null
  readonly hyperopia: number | null
  readonly astigmatism: number | null
  readonly anisometropia: number | null
  readonly reserveLow: number | null
  readonly correction: number | null
  readonly forVisit: boolean
  readonly height: number | null
  readonly age: number | null
  /** What the parents or the pupil told; advice only. */
  readonly behaviour?: { readonly answers: readonly number[] } | null
}
/** Words of the flags that are up; the word stands in 「」. */
export function hintsOf(found: LetterFacts): string[] {
  const flags: ReadonlyArray<readonly [boolean, string]> = [
    [found.screeningMyopia === 1, '筛查性近视'],
    [found.screeningMyopia !== 1 && found.poorSight === 1, '视力不良'],
    [found.preMyopia === 1, '前期倾向'],
    [found.hyperopia === 1, '远视提示'],
    [found.reserveLow === 1, '远视储备不足'],
    [found.astigmatism === 1 && found.forVisit, '散光提示'],
    [found.anisometropia === 1, '屈光参差提示'],
    [found.correction === 2, '现戴眼镜欠矫'],
  ]
  return flags.flatMap(([up, word]) => (up ? [word] : []))
}
/** Days parents have to see a doctor: six weeks, two where an eye sees 4.5 or less. */
export function visitByOf(found: LetterFacts, toldOn: string): string | null {
  if (!found.forVisit) return null
  const lines = [found.ucvaOd, found.ucvaOs].filter((line): line is number => line !== null)
  const isUrgent = found.ucvaCodeOd !== null || found.ucvaCodeOs !== null || Math.min(...lines, 5.3) <= 4.5
  return addDays(toldOn, isUrgent ? 14 : 42)
}
/** Best acuity a child sits with in class: with glasses where it wears some. */
const inClass = (found: LetterFacts): number | null => {
  const worn = [found.cvaOd, found.cvaOs]
  const bare = [found.ucvaOd, found.ucvaOs]
  const lines = ((found.glassesType ?? 0) > 0 ? worn : bare).filter((line): line is number => line !== null)
  return lines.length ? Math.max(...lines) : null
}
/** Seats in the first two rows until the better eye sees 5.0 from the back. */
export function frontSeat(found: LetterFacts): boolean {
  const best = inClass(found)
  return found.ucvaCodeOd !== null || found.ucvaCodeOs !== null || (best !== null && best < 4.9)
}
export const wearsInClass = (found: Pick<LetterFacts, 'glassesType'>): boolean => found.glassesType === 1 || found.glassesType === 2
export const furnitureOf = (found: LetterFacts): { desk: number | null; chair: number | null } =>
  found.height === null ? { desk: null, chair: null } : { desk: deskHeight(found.height), chair: chairHeight(found.height) }

/** Three things to do, the most pressing first. */
export function adviceOf(found: LetterFacts): ParentsLetter['advice'] {
  const all: ReadonlyArray<readonly [boolean, string, string]> = [
    [
      found.forVisit && (found.age ?? 8) >= 3,
      '到医院散瞳验光',
      found.glassesType ? '哪家都可以，带上现在的眼镜和通知单' : '哪家都可以，带上这张通知单',
    ],
    [true, '白天在户外 2 小时', '课间、放学路上都算，可以分几次'],
    [wearsInClass(found), '上课把眼镜戴好', frontSeat(found) ? '座位已请老师调到前 2 排' : '看不清时请先到医院复查，不要自己加度数'],
    [found.glassesType === 3, '夜戴镜按时复查', '镜片要护理干净，眼红、眼痛当天停戴就诊'],
    [true, '看近 20 分钟，望远 20 秒', '书本离眼一尺，写字时身体离桌一拳'],
    [true, '每天睡够', '小学 10 小时，初中 9 小时，高中 8 小时'],
  ]
  const [doctor, ...usual] = all.map(([holds, title, text]) => (holds ? [{ title, text }] : []))
  const own = found.behaviour ? adviceFrom(found.behaviour.answers) : []
  const titles = new Set(own.map(({ title }) => title))
  return [...(doctor ?? []), ...own, ...usual.flat().filter(({ title }) => !titles.has(title))].slice(0, 3)
}
