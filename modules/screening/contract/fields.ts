import {
  birthday,
  choice,
  count,
  date,
  flag,
  id,
  inUse,
  moment,
  name,
  personal,
  phone,
  status,
  text,
  type z,
} from '#kernel/contract/index.ts'
import { gender, patientFields } from '#modules/patients/contract/fields.ts'
import { gradeOptions, stages } from './grades.ts'
import { graduating, studentStates, classStates } from './states.ts'

export const grade = choice('年级', gradeOptions)
/** A county of GB/T 2260, six digits. */
const areaCode = text('地区', { max: 6 }).regex(/^\d{6}$/, '地区应为 6 位区县代码')
export const consentWay = choice('取得方式', { 1: '纸质签字', 2: '电子签名', 3: '微信确认', 4: '当面口头' })
/** How files write it as a code: ours and the former system's, or the other way round as most others have it. */
const inUseCodes = {
  legacy: { label: '本系统和原系统：0 启用，1 停用', codes: { 0: 0, 1: 1 } },
  usual: { label: '其他系统：1 启用，0 停用', codes: { 1: 0, 0: 1 } },
} as const
export const archiveFields = {
  name: name('名称', { max: 60 }),
  kind: choice('类型', { 1: '教育', 2: '卫健', 3: '学校', 4: '社区', 5: '自行' }),
  contact: text('联系人', { max: 50 }).nullable().default(null),
  mobile: phone('联系电话').nullable().default(null),
  status: status('状态', inUse, { conventions: inUseCodes }).default(inUse.is.on),
  areaCode,
  communityId: id('街道社区'),
  channelId: id('筛查渠道').nullable().default(null),
  stage: choice('学段', stages),
  address: text('地址', { max: 200 }).nullable().default(null),
  graduateStatus: status('毕业状态', graduating),
  schoolId: id('学校'),
  grade,
  className: name('班级', { max: 30 }),
  teacher: text('班主任', { max: 50 }).nullable().default(null),
  entryYear: count('入学年份', { min: 1990, max: 2199 }).nullable().default(null),
  classStatus: status('状态', classStates).default(classStates.is.present),
}

/** What an answer holds of a number: its tail behind points. Sent back as it came, it changes nothing. */
const MASK = /^\*{4,30}[\dA-Za-z]{1,4}$/
const maskable = (field: z.ZodType<string>, label: string, max: number) =>
  text(label, { max }).superRefine((value, ctx) => {
    if (value === '' || MASK.test(value)) return
    const result = field.safeParse(value)
    if (!result.success) for (const { message } of result.error.issues) ctx.addIssue({ code: 'custom', message })
  })
export const isMasked = (number: string): boolean => MASK.test(number)

const passportNo = text('护照号', { max: 20 }).regex(/^([A-Za-z0-9]{5,20})?$/, '护照号应为 5 到 20 位字母和数字')
/** The resident identity number with its check digit, as members have it. */
export const residentNo = patientFields.idCard.unwrap()
export const studentFields = {
  studentId: id('学生'),
  hid: id('门店'),
  name: personal(name('姓名', { width: 92 }), 'name'),
  gender,
  birth: birthday(personal(date('出生日期'))),
  nation: text('民族', { max: 20 }).nullable(),
  idCard: personal(maskable(residentNo, '身份证号', 18), 'number').nullable(),
  passport: personal(maskable(passportNo, '护照号', 20), 'number').nullable(),
  studentNo: personal(text('学号', { max: 30 })).nullable(),
  guardian: personal(name('监护人'), 'name').nullable(),
  mobile: personal(phone('监护人手机')).nullable(),
  schoolId: id('学校').nullable(),
  classId: id('班级').nullable(),
  villageId: id('村居委').nullable(),
  seat: count('座号', { min: 1, max: 999 }).nullable(),
  pid: id('会员').nullable(),
  latent: flag('潜在会员'),
  ctid: id('跟进人').nullable(),
  followHid: id('跟进门店').nullable(),
  glasses: choice('戴镜', { 0: '不戴镜', 1: '框架镜', 2: '软镜', 3: '夜戴镜' }),
  status: status('状态', studentStates),
  leftOn: date('离校日期').nullable(),
  createdAt: moment('建档时间'),
  version: count('版本'),
}
