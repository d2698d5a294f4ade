import {
  choice,
  code,
  clinicNow,
  count,
  date,
  flag,
  id,
  measure,
  moment,
  name,
  note,
  personal,
  phone,
  text,
  z,
  planned,
  birthday,
} from '#kernel/contract/index.ts'

export const pid = id('会员')
/** Gender 0 is male, any other value female (R083). */
const genders = { 0: '男', 1: '女' } as const
/** How files write it as a code: 1 is male in the standard and female in the former system. */
const genderCodes = {
  gb: { label: '国标 GB/T 2261.1：1 男，2 女', codes: { 0: null, 1: 0, 2: 1, 9: null } },
  legacy: { label: '原系统：0 男，1 女', codes: { 0: 0, 1: 1 } },
} as const
export const gender = choice('性别', genders, { width: 56, conventions: genderCodes })
/** A gender as a client may send it: any other value than 0 is female. */
export const anyGender = z
  .int()
  .min(0)
  .max(99)
  .meta({ label: '性别', format: 'choice', options: genders, width: 56 })
  .transform((sent): 0 | 1 => (sent === 0 ? 0 : 1))

/**
 * A resident identity number: 17 digits, the day of birth among them, and a check character (GB 11643-1999, ISO 7064 MOD 11-2), an X in
 * upper case.
 */
const residentNo = code('身份证号', { max: 18 })
  .toUpperCase()
  .regex(/^(\d{17}[\dXx])?$/, '身份证号应为 18 位')
  .refine((no) => !/^\d{17}[\dXx]$/.test(no) || checkOf(no) === no[17]!.toUpperCase(), '身份证号校验位不对，请核对')
  .refine(
    (no) => no.length < 18 || isBirthday(`${no.slice(6, 10)}-${no.slice(10, 12)}-${no.slice(12, 14)}`),
    '身份证号中的出生日期不对，请核对',
  )
/** A day of the calendar that is not in the future. */
const isBirthday = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(day) && day <= clinicNow().slice(0, 10)
}
function checkOf(no: string): string {
  const sum = Array.from(no.slice(0, 17), (digit, i) => Number(digit) * (2 ** (17 - i) % 11)).reduce((total, n) => total + n, 0)
  return '10X98765432'[sum % 11]!
}
export const patientFields = {
  pid,
  hid: id('门店'),
  memberNo: text('会员号', { max: 30, width: 118 }),
  name: personal(name('姓名', { width: 100 }), 'name'),
  gender: gender.nullable(),
  birth: birthday(personal(date('出生日期'))).nullable(),
  mobile: personal(phone('手机号')).nullable(),
  mobile2: personal(phone('备用手机号')).nullable(),
  guardian: personal(name('监护人'), 'name').nullable(),
  idCard: personal(residentNo).nullable(),
  address: personal(text('地址', { max: 200 })).nullable(),
  school: personal(text('学校')).nullable(),
  className: personal(text('班级', { max: 50 })).nullable(),
  occupation: personal(text('职业', { max: 50 })).nullable(),
  sourceId: id('来源').nullable(),
  levelId: id('会员等级').nullable(),
  inviterPid: id('推荐人').nullable(),
  staffCtid: id('跟进员工').nullable(),
  allergy: text('过敏史', { max: 200 }).nullable(),
  eyeHistory: text('眼病史', { max: 500 }).nullable(),
  familyHistory: text('家族史', { max: 500 }).nullable(),
  parentsMyopic: choice('父母近视', { 0: '均无', 1: '一方', 2: '双方' }).nullable(),
  isPotential: flag('潜在会员'),
  nextFollowAt: planned(moment('下次跟进')).nullable(),
  note: personal(note()).nullable(),
  createdAt: moment('建档时间'),
  lastVisitAt: moment('最近就诊').nullable(),
  version: count('版本'),
}
export const othersInfoFields = {
  id: id('病史'),
  pid,
  hid: id('门店'),
  at: moment('记录时间'),
  ctid: id('记录人').nullable(),
  allergy: patientFields.allergy,
  eyeHistory: patientFields.eyeHistory,
  familyHistory: patientFields.familyHistory,
  treatments: text('既往治疗', { max: 500 }).nullable(),
  outdoorHours: measure('每日户外', { block: [0, 24], unit: 'h', step: 0.5, decimals: 1 }).nullable(),
  nearWorkHours: measure('每日近距离用眼', { block: [0, 24], unit: 'h', step: 0.5, decimals: 1 }).nullable(),
  parentsMyopic: patientFields.parentsMyopic,
  note: note().nullable(),
}
