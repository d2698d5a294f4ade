/** What a case record holds beside its texts: coded diagnoses, and the treatment chosen from the store's medical items. */
import { choice, count, flag, id, note, text, word, z } from '#kernel/contract/index.ts'
import { icd10Code } from './icd10.ts'

const eye = word('眼别', { ou: '双眼', od: '右眼', os: '左眼' }).nullable()
/** Certain, or to be ruled out. */
const certainty = choice('把握', { 1: '确诊', 2: '疑似' }, { width: 88 })
const suspected = 2
export const Diagnosis = z.object({
  code: icd10Code.nullable(),
  name: text('诊断名称', { max: 100 }).min(1),
  eye,
  certainty,
  /** One of the diagnoses is the main one. */
  main: flag('主要诊断'),
})
export type Diagnosis = z.output<typeof Diagnosis>
export const SaveDiagnosis = Diagnosis.extend({
  code: Diagnosis.shape.code.default(null),
  eye: eye.default(null),
  certainty: certainty.default(1),
  main: flag('主要诊断').default(false),
})
export const CaseItem = z.object({
  meditemId: id('医疗项目').nullable(),
  name: text('项目', { max: 50 }).min(1),
  eye,
  times: count('次数', { min: 1, max: 99, unit: '次' }),
  note: note('说明', 200).nullable(),
})
export type CaseItem = z.output<typeof CaseItem>
export const SaveCaseItem = CaseItem.extend({
  meditemId: CaseItem.shape.meditemId.default(null),
  eye: eye.default(null),
  times: CaseItem.shape.times.default(1),
  note: CaseItem.shape.note.default(null),
})

const eyes = { ou: '双眼', od: '右眼', os: '左眼' } as const
/** The diagnoses as one text, as clients read it that know no lines: 双眼近视；右眼弱视？ */
export const diagnosisText = (lines: readonly Diagnosis[]): string =>
  [...lines]
    .sort((a, b) => Number(b.main) - Number(a.main))
    .map((line) => `${line.eye ? eyes[line.eye] : ''}${line.name}${line.certainty === suspected ? '？' : ''}`)
    .join('；')
