import {
  count,
  date,
  eyes,
  flag,
  id,
  moment,
  name,
  note,
  perPage,
  personal,
  status as stateField,
  statusOptions,
  text,
  word,
  z,
} from '#kernel/contract/index.ts'
import { PatientHit } from '#modules/patients/contract/shapes.ts'
import { examFields, refractionFields, visualFields } from './fields.ts'
import { assess } from './kinds/assess.ts'
import { byKind, everyKind, type AnyExam, type ExamKind, type Kinds } from './kinds/index.ts'
import type { ExamShape } from './kinds/kind.ts'
import { examStates, eyeStates } from './states.ts'

const examStatus = z.int().meta({ label: '状态', format: 'choice', ...statusOptions(examStates), width: 84 })

/** Whether each eye could be measured, and why not: said by every kind (C.7). */
const eyeFields = {
  ...eyes('eyeState', stateField('检查情况', eyeStates)),
  ...eyes('eyeReason', text('未测原因', { max: 100 }).nullable()),
}
/** What every examination carries beside its measures. */
const head = {
  ...examFields,
  ...eyeFields,
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
  /** An eye that was not measured has a reason and no values; null is measured. */
  eyeStateOd: eyeFields.eyeStateOd.nullable().optional(),
  eyeStateOs: eyeFields.eyeStateOs.nullable().optional(),
  eyeReasonOd: eyeFields.eyeReasonOd.optional(),
  eyeReasonOs: eyeFields.eyeReasonOs.optional(),
  /** 0 keeps a draft, 1 submits; left out, a new one is submitted and a change leaves it as it is. */
  status: z.literal(examStates.in.open).optional().meta({ label: '状态' }),
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

type Head = typeof head
type SaveHead = typeof saveHead
type Saved<F, R> = { [K in keyof F]: K extends R ? F[K] : z.ZodOptional<Extract<F[K], z.ZodType>> }
/** The shapes of one kind: a row as it is answered, and what may be sent. */
export interface ShapesOf<F extends ExamShape = ExamShape, R extends string = string> {
  readonly row: z.ZodObject<Head & F>
  /** Without an id a new one; what is left out of a change stays, null empties. */
  readonly save: z.ZodObject<SaveHead & Saved<F, R>>
  /** Of one that is there nothing is needed but what changes. */
  readonly edit: z.ZodObject<Omit<SaveHead, 'id'> & { id: (typeof examFields)['id'] } & Saved<F, never>>
}
type ExamShapes = { readonly [K in ExamKind]: ShapesOf<Kinds[K]['fields'], NonNullable<Kinds[K]['required']>[number]> }
const shapesOf = ({ calls, fields, required = [] }: AnyExam) => {
  const needed = Object.fromEntries(Object.entries(fields).filter(([name]) => required.includes(name)))
  const free = { ...saveHead, ...z.object(fields).partial().shape }
  return {
    row: z.object({ ...head, ...fields }),
    save: calls.style === 'legacy' ? needsOfNew(z.object(free), required) : z.object({ ...free, ...needed }),
    edit: z.object({ ...free, id: examFields.id }),
  }
}
/** Where one call writes and changes, only a new examination must say everything: of one that is there, what is left out stays. */
const needsOfNew = (save: z.ZodObject, required: readonly string[]): z.ZodObject =>
  save.superRefine((sent, context) => {
    if (sent.id !== undefined) return
    for (const name of required) if (sent[name] === undefined) context.addIssue({ code: 'invalid_type', expected: 'number', path: [name] })
  })
function shapesOfKinds(): ExamShapes
function shapesOfKinds(): object {
  return byKind(shapesOf)
}
/** The shapes of every kind. */
export const examShapes = shapesOfKinds()
type RowOf<K extends ExamKind> = z.output<(typeof examShapes)[K]['row']>
export type ExamVisual = RowOf<'visual'>
export type ExamRefraction = RowOf<'refraction'>
export type ExamBioMeter = RowOf<'bioMeter'>
export type ExamHeightWeight = RowOf<'heightWeight'>
export type ExamAssess = RowOf<'assess'>

/** Examinations of a member, newest first; voided ones are left out unless asked for. */
export const ExamQuery = z.object({
  pid: id('会员'),
  withVoid: flag('含作废').optional(),
  ...perPage,
  per_page: z.int().min(0).max(200).default(50).meta({ label: '每页条数' }),
})
/** Of a kind whose rows are told apart, those of one sort alone. */
export function queryOf({ within, fields }: AnyExam): z.ZodObject {
  const sort = within === undefined ? undefined : fields[within]
  return within !== undefined && sort ? ExamQuery.extend({ [within]: sort.optional() }) : ExamQuery
}
/** Why the record of another store is changed. */
export const chainReason = note('跨店修改的原因', 500).optional()
export const ExamId = z.object({ id: id('检查') })
export const DeleteExam = ExamId.extend({ reason: chainReason })

const examKind = word(
  '检查',
  byKind(({ title }) => title),
)
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
export const LastTime = z.object({ pid: id('会员'), ...byKind(({ title }) => moment(title).nullable()) })
export type LastTime = z.output<typeof LastTime>

const CurvePoint = z.object({
  id: id('检查'),
  at: moment('检查时间'),
  age: z.number().nullable().meta({ label: '年龄' }),
  od: z.number().nullable().meta({ label: '右眼' }),
  os: z.number().nullable().meta({ label: '左眼' }),
  /** Why an eye was not measured, where somebody said: 不配合. */
  notOd: text('右眼未测原因').nullable(),
  notOs: text('左眼未测原因').nullable(),
})
/** What a kind declares as a trend (decision 0144): of a pair of eyes, or of the person in `value`. */
const Trend = z.object({
  kind: z.string().meta({ label: '检查' }),
  of: z.string().meta({ label: '项目' }),
  points: z.array(CurvePoint.extend({ value: z.number().nullable().meta({ label: '数值' }) })),
})
/** Development of a member: acuity, spherical equivalent, axial length and what the kinds declare over time, with who the member is. */
export const Curve = z.object({
  pid: id('会员'),
  name: personal(name('姓名'), 'name'),
  gender: z.number().nullable().meta({ label: '性别' }),
  birth: personal(date('出生日期')).nullable(),
  /** What the member's record knows of the parents, for visits before anybody asked. */
  parentsMyopic: assess.fields.parents,
  visual: z.array(CurvePoint.extend({ glassesType: visualFields.glassesType })),
  se: z.array(CurvePoint.extend({ kind: refractionFields.kind, cycloplegia: refractionFields.cycloplegia })),
  al: z.array(CurvePoint),
  height: z.array(
    z.object({
      id: id('检查'),
      at: moment('检查时间'),
      age: z.number().nullable(),
      height: z.number().nullable().meta({ label: '身高' }),
      weight: z.number().nullable().meta({ label: '体重' }),
    }),
  ),
  /** What was asked at a visit about the risk. */
  asked: z.array(z.object({ at: moment('检查时间'), parents: assess.fields.parents, outdoorHours: assess.fields.outdoorHours })),
  trends: z.array(Trend),
})
export type Curve = z.output<typeof Curve>

type DayShape = { readonly [K in Exclude<ExamKind, 'refraction'>]: z.ZodNullable<ExamShapes[K]['row']> } & {
  readonly refractions: z.ZodArray<ExamShapes['refraction']['row']>
}
/** The last one of a kind; of a kind that is made in several ways all. */
function dayShape(): DayShape
function dayShape(): Record<string, z.ZodType> {
  return Object.fromEntries(
    everyKind.map(({ kind, several }): [string, z.ZodType] => {
      const { row } = examShapes[kind]
      return several ? [several, z.array(row)] : [kind, row.nullable()]
    }),
  )
}

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
  ...dayShape(),
})
export type Report = z.output<typeof Report>
export type OfDay = Pick<Report, keyof DayShape>

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
