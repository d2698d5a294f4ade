import { count, date, flag, id, money, name, page, pageSize, text, word, z } from '#kernel/contract/index.ts'
import { gender, othersInfoFields, patientFields, pid } from './fields.ts'

const { pid: _pid, memberNo: _no, createdAt: _created, lastVisitAt: _visit, version: _version, ...edited } = patientFields

/** A member's record. */
export const Patient = z.object({ ...patientFields, levelName: text('会员等级').nullable(), sourceName: text('来源').nullable() })
export type Patient = z.output<typeof Patient>

/** A line of the member list. */
export const PatientRow = z.object({
  pid, memberNo: patientFields.memberNo, name: patientFields.name, gender: patientFields.gender, birth: patientFields.birth, mobile: patientFields.mobile, school: patientFields.school,
  levelName: text('会员等级', { width: 84 }).nullable(), sourceName: text('来源', { width: 84 }).nullable(), allergy: patientFields.allergy, createdAt: patientFields.createdAt, lastVisitAt: patientFields.lastVisitAt, version: patientFields.version,
})
export type PatientRow = z.output<typeof PatientRow>

/** What a search answers: enough to tell two people of one name apart. */
export const PatientHit = z.object({ pid, memberNo: patientFields.memberNo, name: patientFields.name, gender: patientFields.gender, birth: patientFields.birth, mobile: patientFields.mobile, levelName: text('会员等级').nullable() })
export type PatientHit = z.output<typeof PatientHit>

const optional = <S extends z.ZodRawShape>(shape: S) => Object.fromEntries(Object.entries(shape).map(([k, f]) => [k, (f as z.ZodType).nullish()])) as { [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K] extends z.ZodType ? S[K] : never>> }
const { hid, name: fullName, isPotential, ...rest } = edited

/** Registers (no pid) or changes a member. A stale version is refused. */
export const SavePatient = z.object({ pid: pid.optional(), version: patientFields.version.optional(), hid: hid.optional(), name: fullName, ...optional(rest), isPotential: isPotential.optional() })
export type SavePatient = z.output<typeof SavePatient>

export const PatientQuery = z.object({
  hid: id('门店'), name: text('姓名/拼音/手机尾号/会员号').optional(), gender: gender.optional(), levelId: id('会员等级').optional(), sourceId: id('来源').optional(), isPotential: flag('潜在会员').optional(),
  startDate: date('建档开始').optional(), endDate: date('建档结束').optional(), sort: word('排序', { created: '建档时间', visit: '最近就诊' }).default('created'), ...pageSize,
})
export const SearchQuery = z.object({ hid: id('门店'), name: text('姓名/拼音/手机尾号/会员号').min(1), limit: z.int().min(1).max(50).default(12) })

const Alert = z.object({ kind: word('提醒', { allergy: '过敏', minor: '未满14岁', balance: '余额', progression: '进展快', note: '备注' }), tone: word('级别', { warn: '注意', bad: '警示', info: '提示' }), text: text('内容', { max: 200 }) })
/** Head of every clinical screen: who it is, how old, what to be careful about. */
export const PatientIndex = Patient.extend({ age: z.object({ years: z.int(), months: z.int() }).nullable(), stored: money('储值'), gift: money('赠金'), money: money('余额'), points: count('积分'), alerts: z.array(Alert) })
export type PatientIndex = z.output<typeof PatientIndex>

export const Source = z.object({ id: id('来源'), hid: id('门店'), name: name('来源名称'), sort: count('排序') })
export const SourceQuery = z.object({ hid: id('门店'), ...pageSize })
export const SaveSource = z.object({ id: id('来源').optional(), hid: id('门店'), name: name('来源名称'), sort: count('排序').default(0) })

export const OthersInfo = z.object(othersInfoFields)
export type OthersInfo = z.output<typeof OthersInfo>
const { id: _id, at: _at, ctid: _ctid, hid: _hid, pid: _p, ...told } = othersInfoFields
export const SaveOthersInfo = z.object({ id: id('病史').optional(), pid, ...optional(told) })
export const SourcePage = page(Source)
export const PatientPage = page(PatientRow)
export const Hits = z.object({ list: z.array(PatientHit), total: z.int() })
