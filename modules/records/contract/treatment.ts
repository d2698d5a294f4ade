/** Myopia control of an eye, from when to when: the bands under the growth curves. */
import {
  binary,
  choice,
  date,
  flag,
  get,
  id,
  measure,
  note,
  outside,
  post,
  put,
  text,
  word,
  z,
  planned,
  happened,
} from '#kernel/contract/index.ts'
import { chainReason } from '#modules/exams/contract/shapes.ts'

export const treatmentKinds = {
  1: '低浓度阿托品',
  2: '角膜塑形镜',
  3: '多焦软镜',
  4: '离焦框架镜',
  5: '红光照射',
  6: '户外活动计划',
  9: '其他',
} as const
export type TreatmentKind = keyof typeof treatmentKinds
/** Kinds by name. */
export const treatment = {
  atropine: 1,
  orthok: 2,
  multifocal: 3,
  defocus: 4,
  redLight: 5,
  outdoors: 6,
  other: 9,
} as const satisfies Record<string, TreatmentKind>

const kind = choice('干预方式', treatmentKinds, { width: 120 })
const fields = {
  pid: id('会员'),
  eye: word('眼别', { ou: '双眼', od: '右眼', os: '左眼' }),
  kind,
  /** Of atropine alone, per cent. */
  concentration: measure('浓度', {
    block: [0.005, 1],
    warn: [0.01, 0.1],
    unit: '%',
    step: 0.01,
    decimals: 3,
  }).nullable(),
  /** The lens, the device or the plan, as the trade calls it. */
  what: text('产品或方案', { max: 100 }).nullable(),
  start: happened(date('开始日期')),
  /** The day it ended; another one may begin on it. Null: it goes on. */
  end: planned(date('结束日期')).nullable(),
  reason: note('开始原因', 500).nullable(),
  stopReason: note('停止原因', 500).nullable(),
  /** The guardian was told of what red light may do to the retina and that its device must be registered as class III. */
  riskTold: flag('已告知红光风险'),
}
export const Treatment = z.object({
  id: id('干预'),
  hid: id('门店'),
  ...fields,
  doctorId: id('医师'),
  doctorName: text('医师').nullable(),
  hospitalName: text('门店').nullable(),
  version: z.int().meta({ label: '版本' }),
})
export type Treatment = z.output<typeof Treatment>
const TreatmentList = z.object({ list: z.array(Treatment) })
export const SaveTreatment = z.object({
  id: id('干预').optional(),
  hid: id('门店').optional(),
  pid: fields.pid,
  eye: fields.eye,
  kind,
  concentration: fields.concentration.optional(),
  what: fields.what.optional(),
  start: fields.start,
  end: fields.end.optional(),
  reason: fields.reason.optional(),
  stopReason: fields.stopReason.optional(),
  riskTold: fields.riskTold.default(false),
  doctorId: id('医师').optional(),
  version: z.int().min(0).optional().meta({ label: '版本' }),
  changeReason: chainReason,
})
export type SaveTreatment = z.output<typeof SaveTreatment>

export const treatments = {
  'treatments.list': get('/v1/{product}/treatments', {
    can: 'exam:view',
    summary: 'Ours: what was done against the growth of a member’s eyes, from when to when, oldest first',
    input: z.object({ pid: fields.pid }),
    output: TreatmentList,
    reads: 'one',
  }),
  'development.export': outside.get('/v1/{product}/development/export/{pid}', {
    can: 'exam:view',
    summary: 'Ours: the development of refraction with what was done against it as an Excel file',
    input: z.object({ pid: fields.pid, alRef: text('参考曲线', { max: 40 }).optional() }),
    output: binary(),
    binary: true,
    timeout: 60,
    reads: 'one',
  }),
  'treatments.save': post('/v1/{product}/treatments', {
    changes: 'id',
    can: 'ecase:edit',
    summary: 'Ours: begins, corrects or ends a treatment; two of one kind never overlap on an eye',
    input: SaveTreatment,
    output: Treatment,
    reads: 'written',
    fails: ['treatment_days', 'treatment_strength', 'treatment_what', 'treatment_risk', 'treatment_overlap', 'treatment_born'],
  }),
  'treatments.void': put('/v1/{product}/treatments/{id}/void', {
    can: 'ecase:edit',
    summary: 'Ours: takes away a treatment that never was, with a reason',
    input: z.object({ id: id('干预'), reason: note('作废原因', 500).min(1), version: SaveTreatment.shape.version }),
    output: Treatment,
    reads: 'written',
  }),
}
