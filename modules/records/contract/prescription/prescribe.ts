/** Prescriptions of every kind: what each consists of, and what a line of drugs or training says. */
import { choice, clinical, count, eyes, id, moment, note, text, word, z } from '#kernel/contract/index.ts'

/** Kinds of prescriptions by name (`feeBillType`). */
export const rxType = { glasses: 0, contact: 1, orthok: 2, drug: 3, training: 4 } as const
export type RxType = (typeof rxType)[keyof typeof rxType]
const rxTypes = { 0: '配镜', 1: '接触镜', 2: '塑形镜', 3: '药品', 4: '训练' } as const satisfies Record<RxType, string>
export const feeBillType = choice('处方类别', rxTypes, { width: 88 })

/** The kind a stored number stands for; one of before kinds had a meaning counts as glasses. */
export const typeOf = (stored: number): RxType => feeBillType.safeParse(stored).data ?? rxType.glasses

/** Uses of lenses that a prescription of the kind consists of; one of glasses takes what it always did. */
export const usesOf: Readonly<Record<RxType, readonly number[]>> = {
  [rxType.glasses]: [1, 2, 3, 5, 4, 6, 7],
  [rxType.contact]: [4],
  [rxType.orthok]: [6],
  [rxType.drug]: [],
  [rxType.training]: [],
}

const eye = word('眼别', { ou: '双眼', od: '右眼', os: '左眼' })
/** What a contact lens is ordered by beside its power. */
export const contactFields = {
  ...eyes('bc', clinical('backCurve').nullable()),
  ...eyes('dia', clinical('contactDiameter').nullable()),
  productId: id('镜片商品').nullable(),
  product: text('镜片品名', { max: 100 }).nullable(),
  cycle: choice('更换周期', { 1: '日抛', 2: '双周抛', 3: '月抛', 4: '季抛', 5: '半年抛', 6: '年抛' }, { width: 88 }).nullable(),
}

/** Longest supply without a reason, and with one, days (处方管理办法 第十九条; the second is ours). */
export const USUAL_DAYS = 7
/** Days a prescription of drugs is good for where its writer says so, that of its issue included (第十八条). */
export const LONGEST_VALID = 3
export const MOST_DRUGS = 5
const NUMERALS = [/一次/, /[二两]次/, /三次/, /四次/, /五次/, /六次/]
/** Times a day a frequency says, 每日 4 次, tid; undefined where it says none. */
function timesADay(frequency: string): number | undefined {
  const latin: Readonly<Record<string, number>> = { qd: 1, qn: 1, bid: 2, tid: 3, qid: 4 }
  const times = /(\d+)\s*次/.exec(frequency)?.[1] ?? undefined
  const chinese = NUMERALS.findIndex((numeral) => numeral.test(frequency)) + 1
  const every = /每\s*(\d+)\s*(小时|h)/i.exec(frequency)?.[1]
  if (times) return Number(times)
  if (chinese) return chinese
  if (every) return Math.ceil(24 / Number(every))
  return latin[/\b(q[dn]|bid|tid|qid)\b/i.exec(frequency)?.[1]?.toLowerCase() ?? '']
}
/** Units that are used up one or a few at a time; all others are packages that last for days. */
const SINGLES = /^[片粒袋枚丸滴贴]$/
/** A tube or bottle of drops or ointment lasts for days; an ampoule, or one dose of less than a millilitre, does not. */
const isSingle = ({ unit, form, spec }: Pick<SaveDrugLine, 'unit' | 'form' | 'spec'>): boolean => {
  if (!/^支$/.test(unit.trim())) return SINGLES.test(unit.trim())
  const volume = /(\d+(?:\.\d+)?)\s*ml/i.exec(spec)?.[1]
  return /注射|粉针/.test(form ?? '') || (volume !== undefined && Number(volume) < 1)
}
/** Most of a unit the days need: four singles at a time, two packages a week begun. */
export function quantityAtMost(line: Pick<SaveDrugLine, 'days' | 'frequency' | 'unit' | 'form' | 'spec'>): number {
  const { days, frequency } = line
  return isSingle(line) ? days * (timesADay(frequency) ?? 6) * 4 : 2 * Math.ceil(days / 7)
}
const drugFields = {
  drugId: id('药品').nullable(),
  name: text('药品名称', { max: 50 }).min(1),
  form: text('剂型', { max: 20 }).nullable(),
  spec: text('规格', { max: 50 }).min(1),
  eye: eye.nullable(),
  route: text('给药途径', { max: 20 }).nullable(),
  dose: text('每次用量', { max: 20 }).min(1),
  frequency: text('频次', { max: 20 }).min(1),
  days: count('天数', { min: 1, max: 30, unit: '天' }),
  longReason: text('超过 7 日用量的理由', { max: 200 }).nullable(),
  quantity: count('数量', { min: 1, max: 99 }),
  unit: text('单位', { max: 10 }).min(1),
  note: text('用药说明', { max: 200 }).nullable(),
}
export const DrugLine = z.object({
  id: id('药品行'),
  lineNo: z.int().meta({ label: '行号' }),
  ...drugFields,
  /** What the member is allergic to, as the prescriber confirmed it. */
  allergyHit: text('过敏提示').nullable(),
  allergyBy: z.number().nullable().meta({ label: '过敏确认人' }),
  allergyAt: moment('过敏确认时间').nullable(),
})
export type DrugLine = z.output<typeof DrugLine>
/** A line of drugs on the way in. */
export const SaveDrugLine = z.object({
  ...drugFields,
  drugId: drugFields.drugId.optional(),
  form: drugFields.form.optional(),
  eye: drugFields.eye.optional(),
  route: drugFields.route.optional(),
  longReason: drugFields.longReason.optional(),
  note: drugFields.note.optional(),
  /** The allergy the line hits, by name, where its writer orders it nevertheless. */
  allergyHit: text('过敏提示').nullish(),
})
export type SaveDrugLine = z.output<typeof SaveDrugLine>

const trainingFields = {
  programId: id('训练项目').nullable(),
  name: text('训练项目', { max: 50 }).min(1),
  eye: eye.default('ou'),
  weeks: count('疗程', { min: 1, max: 52, unit: '周' }),
  perWeek: count('每周次数', { min: 1, max: 21, unit: '次' }),
  minutes: count('每次时长', { min: 1, max: 600, unit: '分钟' }).default(15),
  note: note('训练说明', 500).nullable(),
}
export const TrainingLine = z.object({
  id: id('训练行'),
  lineNo: z.int().meta({ label: '行号' }),
  ...trainingFields,
  eye,
  minutes: count('每次时长', { min: 1, max: 600, unit: '分钟' }),
})
export type TrainingLine = z.output<typeof TrainingLine>
export const SaveTrainingLine = z.object({
  ...trainingFields,
  programId: trainingFields.programId.optional(),
  note: trainingFields.note.optional(),
})
export type SaveTrainingLine = z.output<typeof SaveTrainingLine>
