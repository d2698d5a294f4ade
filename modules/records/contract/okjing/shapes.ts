/** The case as it is read: where the chain stands, its lenses, its records. */
import {
  code,
  count,
  date,
  flag,
  id,
  moment,
  name,
  note,
  page,
  page_size,
  personal,
  status,
  statusIn,
  text,
  word,
  z,
} from '#kernel/contract/index.ts'
import { kindWord, RecordEnvelope } from '../kinds/kind.ts'
import { eyeWord } from './fields.ts'
import { caseMachine, lensMachine } from './states.ts'
import { prescriptionMachine } from '../states.ts'

const stage = word('阶段', { first: '初检', trial: '试戴', fitting: '定片', order: '下单', take: '取镜', review: '复查' }, { width: 76 })
export type OrthokStage = z.output<typeof stage>
/** A station of the rail. `late` is due before today and not done. */
export const OrthokStation = z.object({
  key: text('站'),
  label: text('站'),
  state: word('进度', { done: '已完成', now: '当前', late: '已逾期', next: '未到', missed: '未做' }),
  on: date('日期').nullable(),
  recordId: z.number().nullable().meta({ label: '记录' }),
})
export type OrthokStation = z.output<typeof OrthokStation>
export const OkLens = z.object({
  id: id('镜片'),
  hid: id('门店'),
  pid: id('会员'),
  caseId: id('验配').nullable(),
  takeId: id('取镜记录').nullable(),
  ref: text('交付订单', { max: 30 }).nullable(),
  eye: eyeWord,
  serial: text('序列号', { max: 40 }),
  gtin: text('产品标识', { max: 14 }).nullable(),
  batch: code('批号', { max: 40 }).nullable(),
  expiry: date('效期').nullable(),
  product: text('产品', { max: 80 }).nullable(),
  parameters: z.record(z.string(), z.unknown()).meta({ label: '参数' }),
  spare: flag('备用片'),
  status: status('状态', lensMachine),
  version: count('版本'),
  handedOn: date('交付日期').nullable(),
  dueOn: date('到期更换').nullable(),
  endReason: note('停用原因', 500).nullable(),
})
export type OkLens = z.output<typeof OkLens>
/** A record of the chain as the rail lists it. */
export const ChainRecord = RecordEnvelope.pick({
  id: true,
  recordAt: true,
  status: true,
  version: true,
  recorderName: true,
  signerName: true,
  hid: true,
}).extend({
  kind: kindWord,
  body: z.record(z.string(), z.unknown()).meta({ label: '内容' }),
})
export type ChainRecord = z.output<typeof ChainRecord>
const caseFields = {
  caseId: id('验配'),
  hid: id('门店'),
  pid: id('会员'),
  status: status('状态', caseMachine),
  version: count('版本'),
  stage,
  openedAt: moment('开始时间'),
  /** The day its lenses were ordered here. */
  orderedOn: date('下单日期').nullable(),
  nextDue: date('下次应到').nullable(),
  nextLabel: text('下一步').nullable(),
  closeReason: note('结束原因', 500).nullable(),
}
const disinfection = word('消毒方式', { peroxide: '双氧水', heat: '加热', multi: '多功能液浸泡', clean: '清洁剂揉洗并冲洗' })
export const TrialLensUse = z.object({
  useId: id('领用'),
  trialLensId: id('试戴片'),
  recordId: id('试戴记录'),
  pid: id('会员'),
  outAt: moment('取出时间'),
  backAt: moment('归还时间').nullable(),
  disinfection: disinfection.nullable(),
})
/** A trial lens that is not back yet, with its name. */
const TrialLensOut = TrialLensUse.pick({ recordId: true, trialLensId: true, outAt: true }).extend({ lensName: text('试戴片') })
export const disinfections = disinfection.meta()?.options ?? {}
/** A prescription that names a fitting. */
const RxOfFitting = z.object({
  id: id('处方'),
  fittingId: id('配适记录'),
  rxNo: text('处方号', { max: 30 }),
  status: status('状态', prescriptionMachine),
  orderDate: date('处方日期'),
})
export const CaseOfMember = z.object({
  pid: id('会员'),
  case: z.object(caseFields).nullable(),
  rail: z.array(OrthokStation),
  records: z.array(ChainRecord),
  lenses: z.array(OkLens),
  trialLenses: z.array(TrialLensOut),
  prescriptions: z.array(RxOfFitting).meta({ label: '处方' }),
  consented: flag('监护人已同意'),
})
export type CaseOfMember = z.output<typeof CaseOfMember>
export const OrthokCaseRow = z.object({
  ...caseFields,
  patientName: personal(name('会员'), 'name'),
  memberNo: text('会员号'),
  birth: personal(date('出生日期')).nullable(),
  hospitalName: text('门店'),
  lateDays: count('逾期', { unit: '天' }),
  stopped: flag('有停戴镜片'),
})
export type OrthokCaseRow = z.output<typeof OrthokCaseRow>
export const CasePage = page(OrthokCaseRow)
export const CaseQuery = z.object({
  hid: id('门店').optional(),
  stage: stage.optional(),
  status: status('状态', caseMachine).optional(),
  patientName: text('会员').optional(),
  ...page_size,
})
export const OfMember = z.object({ pid: id('会员') })
export const CloseCase = z.object({ id: id('验配'), reason: note('结束原因', 500).min(1) })
const LENS_STEPS = [lensMachine.is.stopped, lensMachine.is.broken, lensMachine.is.lost] as const
export const StepLens = z.object({
  id: id('镜片'),
  status: statusIn('状态', lensMachine, LENS_STEPS),
  version: z.int().min(0).optional().meta({ label: '版本' }),
  reason: note('原因', 500).min(1),
})
export const ReturnTrialLens = z.object({ id: id('试戴记录'), disinfection, version: z.int().min(0).optional().meta({ label: '版本' }) })
/** Worn again. */
export const ResumeLens = StepLens.omit({ status: true })
export const RecordId = z.object({ id: id('记录') })
