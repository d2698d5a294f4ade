import {
  happened,
  choice,
  count,
  date,
  eyes,
  id,
  moment,
  note,
  clinical,
  statusOptions,
  text,
  z,
  planned,
  expires,
} from '#kernel/contract/index.ts'
import { acuity, refractionFields } from '#modules/exams/contract/fields.ts'
import { ecaseMachine, prescriptionMachine } from './states.ts'

export const rxId = id('处方')
export const rxStatus = z.int().meta({ label: '状态', format: 'choice', ...statusOptions(prescriptionMachine), width: 88 })
export const rxKind = choice(
  '用途',
  { 1: '远用', 2: '近用', 3: '渐进', 4: '隐形眼镜', 5: '中间距离', 6: '角膜塑形', 7: '视觉训练' },
  { width: 88 },
)
/** What a line orders, right eye first; every value comes from an examination or is marked as typed. */
const { dsOd, dsOs, dcOd, dcOs, axOd, axOs, addOd, addOs, prismOd, prismOs, baseOd, baseOs, vaOd, vaOs, pdOd, pdOs } = refractionFields
/** What a pair of glasses is made to. */
export const linePowers = { dsOd, dsOs, dcOd, dcOs, axOd, axOs, addOd, addOs }
export const lineMeasures = {
  ...linePowers,
  prismOd,
  prismOs,
  baseOd,
  baseOs,
  ...eyes('ucva', acuity('裸眼视力').nullable()),
  vaOd,
  vaOs,
  pdOd,
  pdOs,
  pd: clinical('pd').nullable(),
  ...eyes('ph', clinical('fittingHeight').nullable()),
}
export const prescriptionFields = {
  id: rxId,
  hid: id('门店'),
  pid: id('会员'),
  rxNo: text('处方号', { max: 30, width: 140 }),
  status: rxStatus,
  version: count('版本'),
  orderDate: happened(date('处方日期')),
  doctorId: id('医师'),
  operatorId: id('操作人'),
  resid: id('就诊').nullable(),
  feeBillType: z.int().min(0).max(20).meta({ label: '费用类别', format: 'count' }),
  replaces: id('处方').nullable(),
  fittingId: id('配适记录').nullable(),
  diagnose: text('诊断', { max: 500 }).nullable(),
  allergy: text('过敏史', { max: 200 }).nullable(),
  note: note().nullable(),
  validUntil: expires(date('有效期至')),
  reviewMonths: count('复查间隔', { min: 1, max: 36, unit: '月' }).nullable(),
  signedBy: z.number().nullable().meta({ label: '签发人' }),
  signedAt: moment('签发时间').nullable(),
  reviewedBy: z.number().nullable().meta({ label: '审核人' }),
  reviewedAt: moment('审核时间').nullable(),
  voidReason: note('作废原因').nullable(),
  voidedAt: moment('作废时间').nullable(),
}
const ecaseStatus = z.int().meta({ label: '状态', format: 'choice', ...statusOptions(ecaseMachine), width: 84 })
export const ecaseFields = {
  ecaseId: id('病历'),
  hid: id('门店'),
  pid: id('会员'),
  visitAt: happened(moment('就诊时间')),
  doctorId: id('医师'),
  resid: id('就诊').nullable(),
  status: ecaseStatus,
  version: count('版本'),
  chiefComplaint: note('主诉', 500).nullable(),
  history: note('病史').nullable(),
  findings: note('检查所见').nullable(),
  diagnosis: note('诊断', 500).nullable(),
  advice: note('处理与建议').nullable(),
  nextDate: planned(date('下次复诊')).nullable(),
  signedAt: moment('签名时间').nullable(),
}
