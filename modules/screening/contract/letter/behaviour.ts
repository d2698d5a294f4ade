/**
 * Behaviour forms: what a child does with its eyes in a day, told by the parents up to grade 3 and by the pupil from grade 4 (国疾控综卫免函
 * 〔2023〕218号 附表1、附表2). Answers give advice its order and words; they are no finding and raise no flag. A form that changes gets another
 * version, and answers keep theirs.
 */
import { count, word, z } from '#kernel/contract/index.ts'

interface Question {
  /** As it is put to the parents, and to the pupil. */
  readonly parents: string
  readonly pupil: string
  /** From the best to the worst. */
  readonly answers: readonly [string, string, string, string]
}
export const QUESTIONS: readonly Question[] = [
  {
    parents: '孩子白天在户外，平均每天',
    pupil: '我白天在户外，平均每天',
    answers: ['2 小时以上', '1–2 小时', '30–60 分钟', '不到 30 分钟'],
  },
  {
    parents: '孩子用手机、平板（不算上课），平均每天',
    pupil: '我用手机、平板（不算上课），平均每天',
    answers: ['不用', '20 分钟以内', '20–60 分钟', '1 小时以上'],
  },
  {
    parents: '孩子看近（读写、屏幕）多久会停下来远眺',
    pupil: '我看近（读写、屏幕）多久会停下来远眺',
    answers: ['20 分钟', '20–40 分钟', '1 小时', '更久'],
  },
  { parents: '孩子读写时眼离书本一尺', pupil: '我读写时眼离书本一尺', answers: ['总是', '经常', '偶尔', '从不'] },
  { parents: '孩子读写时胸离桌一拳、手离笔尖一寸', pupil: '我读写时胸离桌一拳、手离笔尖一寸', answers: ['总是', '经常', '偶尔', '从不'] },
  {
    parents: '孩子会躺着、趴着或在走路、乘车时看书看屏幕',
    pupil: '我会躺着、趴着或在走路、乘车时看书看屏幕',
    answers: ['从不', '偶尔', '经常', '总是'],
  },
  { parents: '晚上读写时，顶灯和台灯', pupil: '晚上读写时，顶灯和台灯', answers: ['两盏都开', '只开台灯', '只开顶灯', '光线常常不够'] },
  { parents: '孩子晚上睡觉，平均', pupil: '我晚上睡觉，平均', answers: ['10 小时以上', '9–10 小时', '8–9 小时', '不到 8 小时'] },
]
export const behaviourForms = {
  parents: { version: 1, label: '附表1 家长填写' },
  pupil: { version: 1, label: '附表2 学生填写' },
} as const
export type BehaviourForm = keyof typeof behaviourForms
const LAST_TOLD = 13
/** Kindergarten to grade 3 is answered for; from grade 4 the pupil answers. */
export const formOf = (grade: number | null): BehaviourForm =>
  grade === null || grade <= LAST_TOLD || (grade > 50 && grade < 60) ? 'parents' : 'pupil'
export const behaviourForm = word('行为表', { parents: '附表1 家长填写', pupil: '附表2 学生填写' })

/** Entries of a station: one a question. */
export const questionFields: readonly string[] = QUESTIONS.map((_, i) => `bq${i + 1}`)
export const behaviourAnswers = z
  .array(count('回答', { max: 3 }))
  .length(QUESTIONS.length)
  .meta({ label: '回答' })
type Answers = readonly number[]

interface Advice {
  readonly title: string
  readonly text: string
}
/** What answers ask for, the worst first; nothing of a habit that is good. */
const habits: ReadonlyArray<readonly [question: number, Advice]> = [
  [0, { title: '白天在户外 2 小时', text: '您填的户外时间不够：上学路上、课间、放学后各加一段，阴天也算' }],
  [1, { title: '少用手机平板', text: '您填的屏幕时间偏长：不算上课每天不超过 20 分钟，能投大屏就投大屏' }],
  [2, { title: '看近 20 分钟，望远 20 秒', text: '您填的连续看近偏久：定个闹钟，到点看窗外 6 米以外' }],
  [3, { title: '书本离眼一尺', text: '您填的距离偏近：调桌椅，书本立起来读' }],
  [4, { title: '胸离桌一拳，手离笔尖一寸', text: '坐姿不稳多半是桌椅不合身高，先调椅子' }],
  [5, { title: '不躺着看，不边走边看', text: '走路、乘车时屏幕一直在晃，眼睛最累' }],
  [6, { title: '晚上顶灯和台灯一起开', text: '台灯放在写字手的对侧，不直照眼睛' }],
  [7, { title: '每天睡够', text: '小学 10 小时，初中 9 小时，高中 8 小时' }],
]
/** Answers from here on ask for advice. */
const POOR = 2
export const adviceFrom = (answers: Answers): Advice[] =>
  habits
    .filter(([question]) => (answers[question] ?? 0) >= POOR)
    .toSorted(([a], [b]) => (answers[b] ?? 0) - (answers[a] ?? 0) || a - b)
    .map(([, advice]) => advice)
