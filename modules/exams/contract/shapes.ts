import { count, date, flag, id, moment, name, note, page, perPage, personal, statusOptions, text, word, z } from '#kernel/contract/index.ts'
import { PatientHit } from '#modules/patients/contract/shapes.ts'
import { bioFields, examFields, heightWeightFields, iopFields, pdFields, refractionFields, visualFields } from './fields.ts'
import { examStates, visualMachine } from './states.ts'

const examStatus = z.int().meta({ label: '状态', format: 'choice', ...statusOptions(visualMachine), width: 84 })

/** What every examination carries beside its measures. */
const head = {
  ...examFields,
  status: examStatus,
  origin: z.record(z.string(), z.string()).meta({ label: '来源' }),
  confirmed: z
    .array(
      z.object({
        code: text('检查'),
        field: text('字段'),
        value: z.unknown(),
        sentence: text('说明', { max: 300 }),
        ctid: z.number(),
        at: text('时间'),
      }),
    )
    .meta({ label: '已确认' }),
  examinerName: text('检查者').nullable(),
  hospitalName: text('门店').nullable(),
  signerName: text('审核人').nullable(),
  signedAt: moment('审核时间').nullable(),
  importId: z.number().nullable().meta({ label: '导入批次' }),
}
const saveHead = {
  /** Absent for a new examination. */
  id: id('检查').optional(),
  pid: id('会员'),
  hid: id('门店').optional(),
  examTime: examFields.examTime.optional(),
  examiner: examFields.examiner.optional(),
  device: examFields.device.optional(),
  resid: examFields.resid.optional(),
  note: examFields.note.optional(),
  /** 0 keeps a draft, 1 submits. */
  status: z.literal(examStates.in.open).default(examStates.is.submitted).meta({ label: '状态' }),
  /** The version seen by the writer; another one is refused as stale. */
  version: z.int().min(0).optional().meta({ label: '版本' }),
  /** Where a value came from when it was not typed: `{ dsOd: 'copied:12' }`. */
  origin: z.record(z.string().max(40), z.string().max(200)).optional().meta({ label: '来源' }),
  /** Unusual values confirmed by the writer, as `field=value`. */
  confirmed: z.array(z.string().max(100)).max(100).default([]).meta({ label: '已确认' }),
  /** Needed to amend a signed examination. */
  reason: note('更正原因', 500).optional(),
  /** Needed for an examination longer ago than the store allows. */
  backdateReason: note('补录原因', 500).optional(),
}

export const ExamVisual = z.object({ ...head, ...visualFields })
export type ExamVisual = z.output<typeof ExamVisual>
export const SaveVisual = z.object({ ...saveHead, ...z.object(visualFields).partial().shape })
export const ExamRefraction = z.object({ ...head, ...refractionFields })
export type ExamRefraction = z.output<typeof ExamRefraction>
export const SaveRefraction = z.object({ ...saveHead, ...z.object(refractionFields).partial().shape, kind: refractionFields.kind })
export const ExamPd = z.object({ ...head, ...pdFields })
export type ExamPd = z.output<typeof ExamPd>
export const SavePd = z.object({ ...saveHead, ...z.object(pdFields).partial().shape })
export const ExamBioMeter = z.object({ ...head, ...bioFields })
export type ExamBioMeter = z.output<typeof ExamBioMeter>
export const SaveBioMeter = z.object({ ...saveHead, ...z.object(bioFields).partial().shape })
export const EditBioMeter = SaveBioMeter.extend({ id: id('检查') })
export const ExamIop = z.object({ ...head, ...iopFields })
export type ExamIop = z.output<typeof ExamIop>
export const SaveIop = z.object({ ...saveHead, ...z.object(iopFields).partial().shape, iopMethod: iopFields.iopMethod.optional() })
export const ExamHeightWeight = z.object({ ...head, ...heightWeightFields })
export type ExamHeightWeight = z.output<typeof ExamHeightWeight>
export const SaveHeightWeight = z.object({ ...saveHead, ...z.object(heightWeightFields).partial().shape })

/** Examinations of a member, newest first; voided ones are left out unless asked for. */
export const ExamQuery = z.object({
  pid: id('会员'),
  withVoid: flag('含作废').optional(),
  ...perPage,
  per_page: z.int().min(0).max(200).default(50).meta({ label: '每页条数' }),
})
export const RefractionQuery = ExamQuery.extend({ kind: refractionFields.kind.optional() })
/** Why the record of another store is changed. */
export const chainReason = note('跨店修改的原因', 500).optional()
export const ExamId = z.object({ id: id('检查') })
export const DeleteExam = ExamId.extend({ reason: chainReason })

export const VisualPage = page(ExamVisual)
export const RefractionPage = page(ExamRefraction)
export const PdPage = page(ExamPd)
export const BioMeterPage = page(ExamBioMeter)
export const IopPage = page(ExamIop)
export const HeightWeightPage = page(ExamHeightWeight)

const examKind = word('检查', {
  visual: '视力',
  refraction: '屈光',
  pd: '瞳距',
  bioMeter: '生物测量',
  iop: '眼压',
  heightWeight: '身高体重',
})
export const ExamKey = z.object({ kind: examKind, id: id('检查'), version: z.int().min(0).optional().meta({ label: '版本' }) })
export const SignExam = ExamKey.extend({ reason: chainReason })
export const VoidExam = ExamKey.extend({ reason: note('原因', 500).min(1) })
export const RemoveExam = z.object({ type: examKind, id: id('检查'), reason: note('原因', 500).optional() })
/** A former version of a signed record, as it was. */
const Version = z.object({
  versionId: id('版本'),
  version: count('版本'),
  data: personal(z.record(z.string(), z.unknown()), 'record'),
  reason: note('原因').nullable(),
  at: moment('时间'),
  ctid: z.number().nullable(),
  person: text('人员').nullable(),
})
export const Versions = z.object({ pid: id('会员'), list: z.array(Version), total: z.int() })

/** When each kind of examination was last made. */
export const LastTime = z.object({
  pid: id('会员'),
  visual: moment('视力').nullable(),
  refraction: moment('屈光').nullable(),
  pd: moment('瞳距').nullable(),
  bioMeter: moment('生物测量').nullable(),
  iop: moment('眼压').nullable(),
  heightWeight: moment('身高体重').nullable(),
})

const CurvePoint = z.object({
  id: id('检查'),
  at: moment('检查时间'),
  age: z.number().nullable().meta({ label: '年龄' }),
  od: z.number().nullable().meta({ label: '右眼' }),
  os: z.number().nullable().meta({ label: '左眼' }),
})
/** Development of a member: acuity, spherical equivalent and axial length over time, with who the member is. */
export const Curve = z.object({
  pid: id('会员'),
  name: personal(name('姓名'), 'name'),
  gender: z.number().nullable().meta({ label: '性别' }),
  birth: personal(date('出生日期')).nullable(),
  visual: z.array(CurvePoint),
  se: z.array(CurvePoint.extend({ kind: refractionFields.kind, cycloplegia: refractionFields.cycloplegia })),
  al: z.array(CurvePoint),
  height: z.array(
    z.object({ id: id('检查'), at: moment('检查时间'), age: z.number().nullable(), height: z.number().nullable().meta({ label: '身高' }) }),
  ),
})
export type Curve = z.output<typeof Curve>

/** One visit's examinations together: what the report prints and the result page shows. */
export const Report = z.object({
  pid: id('会员'),
  day: date('日期').nullable(),
  days: z.array(date('日期')),
  patient: z.object({
    name: personal(name('姓名'), 'name'),
    gender: z.number().nullable(),
    birth: personal(date('出生日期')).nullable(),
    memberNo: text('会员号'),
    allergy: text('过敏史', { max: 200 }).nullable(),
  }),
  visual: ExamVisual.nullable(),
  refractions: z.array(ExamRefraction),
  pd: ExamPd.nullable(),
  bioMeter: ExamBioMeter.nullable(),
  iop: ExamIop.nullable(),
  heightWeight: ExamHeightWeight.nullable(),
})
export type Report = z.output<typeof Report>

/** One item of an examination with both eyes, as people read it. */
export const ExamLine = z.object({
  examTime: moment('检查时间'),
  exam: text('检查'),
  item: text('项目'),
  od: text('右眼').nullable(),
  os: text('左眼').nullable(),
  ou: text('双眼或全身').nullable(),
  unit: text('单位').nullable(),
  status: text('状态'),
  examinerName: text('检查者').nullable(),
  hospitalName: text('门店').nullable(),
})
/** What a printer needs of a member. */
export const Printer = z.object({ ...PatientHit.omit({ levelName: true }).shape, storeName: text('门店'), lines: z.array(ExamLine) })
