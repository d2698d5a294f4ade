import {
  backdateReason,
  happened,
  date,
  id,
  moment,
  name,
  note,
  page,
  perPage,
  status,
  text,
  z,
  personal,
  planned,
  expires,
  findingReason,
} from '#kernel/contract/index.ts'
import { chainReason } from '#modules/exams/contract/shapes.ts'
import { staffType } from '#modules/account/contract/fields.ts'
import { storeFields } from '#modules/institution/contract/fields.ts'
import { CaseItem, Diagnosis, SaveCaseItem, SaveDiagnosis } from './ecase.ts'
import { ecaseFields, lineMeasures, prescriptionFields, rxId, rxKind, rxStatus } from './fields.ts'
import { rxReasons } from './derive.ts'
import { contactFields, DrugLine, feeBillType, SaveDrugLine, SaveTrainingLine, TrainingLine } from './prescription/prescribe.ts'
import { recordMachine } from './okjing/states.ts'
import { ecaseMachine } from './states.ts'

const Confirmed = z
  .array(
    z.object({
      code: text('检查'),
      field: text('字段'),
      value: z.unknown(),
      sentence: text('说明', { max: 300 }),
      ctid: z.number(),
      at: text('时间'),
      reason: text('理由').nullish(),
    }),
  )
  .meta({ label: '已确认' })
export const RxLine = z.object({
  lineId: id('处方行'),
  lineNo: z.int().meta({ label: '行号' }),
  kind: rxKind,
  examId: z.number().nullable().meta({ label: '验光记录' }),
  examAt: moment('验光时间').nullable(),
  ...lineMeasures,
  ...contactFields,
  advice: note('镜片建议', 500).nullable(),
  origin: z.record(z.string(), z.string()).meta({ label: '来源' }),
  confirmed: Confirmed,
})
export type RxLine = z.output<typeof RxLine>
/** A line on the way in. With `examId`, what is left out is copied from that refraction. */
export const SaveRxLine = z.object({
  kind: rxKind,
  examId: id('验光记录').nullish(),
  ...z.object({ ...lineMeasures, ...contactFields }).partial().shape,
  advice: note('镜片建议', 500).nullish(),
  confirmed: z.array(z.string().max(100)).max(100).default([]).meta({ label: '已确认' }),
  /** Why the line is so far from what was measured: without it such a line is not kept. */
  confirmReason: findingReason(rxReasons).meta({ label: '与验光不同的理由' }).nullish(),
})
export type SaveRxLine = z.output<typeof SaveRxLine>

const names = {
  patientName: personal(name('会员'), 'name'),
  doctorName: text('开具人').nullable(),
  hospitalName: text('门店').nullable(),
}
/** The prescription this one took the place of, and the one that took its own. */
const replaced = {
  replacesNo: text('替代的处方').nullable(),
  replacedBy: id('处方').nullable(),
  replacedByNo: text('已由处方替代').nullable(),
}
/** Where it comes from when another house wrote it. */
const outside = z
  .object({ issuer: name('开方机构', { max: 80 }), issuedOn: date('开方日期'), fileId: id('处方照片').nullable() })
  .nullable()
  .meta({ label: '外来处方' })
/** The fitting that its ortho-k lenses were decided by. */
const fitting = z
  .object({ recordAt: moment('记录时间'), product: text('产品', { max: 80 }).nullable(), status: status('状态', recordMachine) })
  .nullable()
  .meta({ label: '配适记录' })
export const Prescription = z.object({
  ...prescriptionFields,
  ...names,
  outside,
  fitting,
  signerName: text('签发人').nullable(),
  ...replaced,
  list: z.array(RxLine),
  drugs: z.array(DrugLine),
  trainings: z.array(TrainingLine),
})
export type Prescription = z.output<typeof Prescription>
export const PrescriptionPage = page(Prescription)
export const PrescriptionQuery = z.object({
  hid: id('门店').optional(),
  pid: id('会员').optional(),
  status: z.array(rxStatus.min(0).max(999)).optional().meta({ label: '状态' }),
  /** Beginning of a number, as scanned or typed; looked for in the whole chain. */
  rxNo: text('处方号', { max: 30 }).optional(),
  ...perPage,
})
const body = {
  orderDate: happened(date('处方日期')).optional(),
  backdateReason,
  doctorId: id('医师').optional(),
  hid: id('门店').optional(),
  operatorId: id('操作人').optional(),
  pid: id('会员'),
  resid: id('就诊').nullish(),
  feeBillType: feeBillType.default(0),
  diagnose: text('诊断', { max: 500 }).nullish(),
  allergy: text('过敏史', { max: 200 }).nullish(),
  note: note().nullish(),
  validUntil: expires(date('有效期至')).optional(),
  reviewMonths: prescriptionFields.reviewMonths.optional(),
  /** Of ortho-k lenses: a fitting of the member; it is checked before the prescription is signed. */
  fittingId: id('配适记录').nullish(),
  list: z.array(SaveRxLine).max(10).meta({ label: '处方明细' }),
  /** Five at most stand on a paper; the sixth is told so, not that a list is too long. */
  drugs: z.array(SaveDrugLine).max(20).default([]).meta({ label: '药品明细' }),
  trainings: z.array(SaveTrainingLine).max(10).default([]).meta({ label: '训练明细' }),
}
export const NewPrescription = z.object(body)
export type NewPrescription = z.output<typeof NewPrescription>
export const EditPrescription = z.object({
  ...body,
  /** Left out, the lines stay; an empty list takes them away. */
  list: body.list.optional(),
  drugs: z.array(SaveDrugLine).max(20).optional().meta({ label: '药品明细' }),
  trainings: z.array(SaveTrainingLine).max(10).optional().meta({ label: '训练明细' }),
  id: rxId,
  version: z.int().min(0).optional().meta({ label: '版本' }),
  reason: chainReason,
})
export const RxId = z.object({ id: rxId })
export const DeleteRx = RxId.extend({ reason: chainReason })
export const RxMove = z.object({ id: rxId, version: z.int().min(0).optional().meta({ label: '版本' }), reason: chainReason })
export const VoidRx = RxMove.extend({ reason: note('作废原因', 500).min(1) })
/** Everything the paper shows. */
export const RxPrint = Prescription.extend({
  patient: z.object({
    name: personal(name('姓名'), 'name'),
    gender: z.number().nullable(),
    birth: personal(date('出生日期')).nullable(),
    memberNo: text('会员号'),
    mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  }),
  store: z.object({
    name: text('门店'),
    phone: text('电话', { format: 'phone' }).nullable(),
    address: text('地址', { max: 200 }).nullable(),
    printHead: text('打印抬头', { max: 220 }),
    logo: storeFields.logo,
    foot: text('打印页脚'),
    sightStandard: z.number(),
  }),
  /** What the writer and the signer are by trade: an optometrist is not printed as a physician. */
  doctorType: staffType.nullable(),
  signerType: staffType.nullable(),
  reviewerName: text('审核人').nullable(),
})
export type RxPrint = z.output<typeof RxPrint>

export const Ecase = z.object({
  ...ecaseFields,
  ...names,
  signerName: text('签名').nullable(),
  diagnoses: z.array(Diagnosis).meta({ label: '诊断明细' }),
  items: z.array(CaseItem).meta({ label: '处理项目' }),
})
export type Ecase = z.output<typeof Ecase>
export const EcasePage = page(Ecase)
export const EcaseQuery = z.object({ pid: id('会员'), ...perPage })
/** Case records of a store that wait for their signature. */
export const WaitingEcases = z.object({ hid: id('门店'), ...perPage })
export const SaveEcase = z.object({
  ecaseId: id('病历').optional(),
  pid: id('会员'),
  hid: id('门店').optional(),
  visitAt: happened(moment('就诊时间')).optional(),
  backdateReason,
  doctorId: id('医师').optional(),
  resid: id('就诊').nullish(),
  status: z.literal(ecaseMachine.in.kept).default(ecaseMachine.is.submitted).meta({ label: '状态' }),
  version: z.int().min(0).optional().meta({ label: '版本' }),
  chiefComplaint: note('主诉', 500).nullish(),
  history: note('病史').nullish(),
  findings: note('检查所见').nullish(),
  diagnosis: note('诊断', 500).nullish(),
  advice: note('处理与建议').nullish(),
  nextDate: planned(date('下次复诊')).nullish(),
  /** Left out, the lines stay; where `diagnosis` is left out too, it says what they say. */
  diagnoses: z.array(SaveDiagnosis).max(20).optional().meta({ label: '诊断明细' }),
  items: z.array(SaveCaseItem).max(20).optional().meta({ label: '处理项目' }),
  reason: note('更正原因', 500).optional(),
})
export const EcaseId = z.object({ id: id('病历') })
export const VoidEcase = EcaseId.extend({ reason: note('作废原因', 500).min(1) })
