import { clinical, count, date, eyes, flag, id, money, name, page, pageSize, phone, text, word, z } from '#kernel/contract/index.ts'
import { anyGender, othersInfoFields, patientFields, pid } from './fields.ts'

const { pid: _pid, memberNo: _no, createdAt: _created, lastVisitAt: _visit, version: _version, ...edited } = patientFields

const Tag = z.object({ id: id('标签'), name: text('标签'), color: text('颜色') })
/** What a member holds: principal, gift money and points. The balance is the sum of the first two. */
const held = { money: money('储值'), moneyGift: money('赠金'), points: count('积分') }
/** A member's record. */
export const Patient = z.object({
  ...patientFields,
  ...held,
  levelName: text('会员等级').nullable(),
  sourceName: text('来源').nullable(),
  staffName: text('跟进员工').nullable(),
})
export type Patient = z.output<typeof Patient>

/** A line of the member list. */
export const PatientRow = z.object({
  pid,
  memberNo: patientFields.memberNo,
  name: patientFields.name,
  gender: patientFields.gender,
  birth: patientFields.birth,
  mobile: patientFields.mobile,
  school: patientFields.school,
  levelName: text('会员等级', { width: 84 }).nullable(),
  sourceName: text('来源', { width: 84 }).nullable(),
  staffName: text('跟进员工', { width: 84 }).nullable(),
  isPotential: patientFields.isPotential,
  allergy: patientFields.allergy,
  nextFollowAt: patientFields.nextFollowAt,
  createdAt: patientFields.createdAt,
  lastVisitAt: patientFields.lastVisitAt,
  ...held,
  version: patientFields.version,
})
export type PatientRow = z.output<typeof PatientRow>
/** Columns of the members' Excel file. */
export const exportedFields = [
  'memberNo',
  'name',
  'gender',
  'birth',
  'mobile',
  'school',
  'levelName',
  'sourceName',
  'staffName',
  'allergy',
  'createdAt',
  'lastVisitAt',
] as const satisfies ReadonlyArray<keyof PatientRow>

/** What a search answers: enough to tell two people of one name apart. */
export const PatientHit = z.object({
  pid,
  memberNo: patientFields.memberNo,
  name: patientFields.name,
  gender: patientFields.gender,
  birth: patientFields.birth,
  mobile: patientFields.mobile,
  levelName: text('会员等级').nullable(),
})
export type PatientHit = z.output<typeof PatientHit>

const { hid, name: fullName, isPotential, ...rest } = { ...edited, gender: anyGender.nullable() }
/** Facts of a member that may be unknown: what is emptied in the form is taken away. */
export const emptied = Object.keys(rest)

/** Registers (no pid) or changes a member. A stale version is refused. */
/** Why a level is set by hand. */
const levelReason = text('等级原因', { max: 200 }).optional()
export const SavePatient = z.object({
  pid: pid.optional(),
  version: patientFields.version.optional(),
  hid: hid.optional(),
  name: fullName,
  ...z.object(rest).partial().shape,
  isPotential: isPotential.optional(),
  levelReason,
})
export type SavePatient = z.output<typeof SavePatient>

export const PatientQuery = z.object({
  hid: id('门店'),
  name: text('姓名/拼音/手机尾号/会员号').optional(),
  gender: anyGender.optional(),
  levelId: id('会员等级').optional(),
  sourceId: id('来源').optional(),
  isPotential: flag('潜在会员').optional(),
  startDate: date('建档开始').optional(),
  endDate: date('建档结束').optional(),
  staffCtid: id('跟进员工').optional(),
  tagId: id('标签').optional(),
  sort: word('排序', {
    createdAt: '建档时间',
    '-createdAt': '建档时间，新的在前',
    lastVisitAt: '最近就诊',
    '-lastVisitAt': '最近就诊，新的在前',
    name: '姓名',
    '-name': '姓名，倒序',
    birth: '出生日期',
    '-birth': '出生日期，小的在前',
  }).default('-createdAt'),
  ...pageSize,
})
export type PatientQuery = z.output<typeof PatientQuery>
/** `hid` 0 asks for the chain alike; another store's own members come first among equals. */
export const SearchQuery = z.object({
  hid: z.int().min(0).meta({ label: '门店', format: 'id' }),
  name: text('姓名/拼音/手机尾号/会员号').min(1),
  limit: count('条数', { min: 1, max: 50 }).default(12),
})

const Alert = z.object({
  kind: word('提醒', { allergy: '过敏', minor: '未满 14 岁', balance: '余额', progression: '进展快', note: '备注' }),
  tone: word('级别', { warn: '注意', bad: '警示', info: '提示' }),
  text: text('内容', { max: 200 }),
})
/** Head of every clinical screen: who it is, how old, what to be careful about. */
export const PatientIndex = Patient.extend({
  age: z.object({ years: z.int(), months: z.int() }).nullable(),
  balance: money('余额', { adds: false }),
  tags: z.array(Tag),
  alerts: z.array(Alert),
})
export type PatientIndex = z.output<typeof PatientIndex>

/** Changes the same facts of many members; what is left out stays, null empties. */
export const BatchUpdate = z.object({
  pids: z.array(pid).min(1).max(1000).meta({ label: '会员' }),
  levelId: patientFields.levelId.optional(),
  sourceId: patientFields.sourceId.optional(),
  staffCtid: patientFields.staffCtid.optional(),
  nextFollowAt: patientFields.nextFollowAt.optional(),
  isPotential: isPotential.optional(),
  levelReason,
})
export type BatchUpdate = z.output<typeof BatchUpdate>
export const Changed = z.object({ changed: count('已修改') })
export const ChangeHospital = z.object({ id: pid, hid: id('门店'), version: patientFields.version.optional() })

/** A day that has come in every zone a clinic may be in. */
const past = <S extends z.ZodISODate>(day: S) => day.refine((d) => Date.parse(d) < Date.now() + 14 * 3_600_000, '不能晚于今天')
/**
 * +86 138-1234-5678 and 008613812345678 are 13812345678. A number that begins with 1 is a mobile of eleven digits: files hold ones with a
 * digit lost or doubled.
 */
const elevenDigits = (label: string) =>
  phone(label)
    .transform((no) => /^(?:\+|00)?(?:86)?(1[3-9]\d{9})$/.exec(no.replace(/[ -]/g, ''))?.[1] ?? no)
    .refine((no) => !/^(86)?1\d+$/.test(no.replace(/[ -]/g, '')) || /^1\d{10}$/.test(no), '手机号应为 11 位')
/** A row of a member file: the person, and biometry where the file has it. Level and source are told by their names. */
export const ImportPatient = z.object({
  memberNo: patientFields.memberNo.nullish(),
  name: fullName,
  ...z
    .object({
      gender: patientFields.gender,
      birth: past(date('出生日期')).nullable(),
      mobile: elevenDigits('手机号').nullable(),
      mobile2: elevenDigits('备用手机号').nullable(),
      guardian: patientFields.guardian,
      idCard: patientFields.idCard,
      address: patientFields.address,
      school: patientFields.school,
      className: patientFields.className,
      occupation: patientFields.occupation,
      allergy: patientFields.allergy,
      eyeHistory: patientFields.eyeHistory,
      familyHistory: patientFields.familyHistory,
      parentsMyopic: patientFields.parentsMyopic,
      note: patientFields.note,
    })
    .partial().shape,
  outdoorHours: othersInfoFields.outdoorHours.optional(),
  nearWorkHours: othersInfoFields.nearWorkHours.optional(),
  levelName: text('会员等级', { max: 50 }).nullish(),
  sourceName: text('来源', { max: 50 }).nullish(),
  /** A member who is here, or stands above in the file. */
  inviterNo: text('推荐人会员号', { max: 30 }).nullish(),
  examDate: past(date('检查日期')).nullish(),
  ...eyes('al', clinical('axialLength').nullish()),
  ...eyes('acd', clinical('chamberDepth').nullish()),
  ...eyes('lt', clinical('lensThickness', { label: '晶状体厚度' }).nullish()),
  ...eyes('vt', clinical('vitreousDepth', { label: '玻璃体腔深度' }).nullish()),
  ...eyes('se', clinical('sphere', { label: '等效球镜' }).nullish()),
})
export type ImportPatient = z.output<typeof ImportPatient>

export const Source = z.object({
  id: id('来源'),
  hid: id('门店'),
  name: name('来源名称'),
  sort: count('排序'),
  uses: count('使用').optional(),
})
/** Uses are only counted where they are shown. */
export const SourceQuery = z.object({ hid: id('门店'), withUses: flag('计算使用次数').optional(), ...pageSize })
export const SaveSource = z.object({ id: id('来源').optional(), hid: id('门店'), name: name('来源名称'), sort: count('排序').optional() })
export const OrderSources = z.object({ hid: id('门店'), ids: z.array(id('来源')).min(1).max(1000).meta({ label: '顺序' }) })

export const OthersInfo = z.object(othersInfoFields)
export type OthersInfo = z.output<typeof OthersInfo>
const { id: _id, at: _at, ctid: _ctid, hid: _hid, pid: _p, ...fields } = othersInfoFields
export const SaveOthersInfo = z.object({ id: id('病史').optional(), pid, ...z.object(fields).partial().shape })
export const SourcePage = page(Source)
/** A source that another store of the chain keeps. */
export const ChainSources = page(z.object({ id: id('编号'), name: Source.shape.name, hospitalName: text('门店') }))
export const PatientPage = page(PatientRow)
export const Hits = z.object({ list: z.array(PatientHit), total: z.int() })
