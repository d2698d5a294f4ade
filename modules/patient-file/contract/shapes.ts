import { clinical, count, date, flag, id, moment, money, text, z } from '#kernel/contract/index.ts'
import { Curve } from '#modules/exams/contract/shapes.ts'
import { linePowers } from '#modules/records/contract/fields.ts'
import { Prescription } from '#modules/records/contract/shapes.ts'
import { OthersInfo, PatientIndex } from '#modules/patients/contract/shapes.ts'
import { type as visitType } from '#modules/reservations/contract/fields.ts'

const number = (label: string, unit: string) => z.number().meta({ label, unit }).nullable()
const ofBoth = <F extends z.ZodType>(field: F) => z.object({ od: field.nullable(), os: field.nullable() })
const equivalent = ofBoth(clinical('sphere', { label: '等效球镜' }))
const state = (label: string) => z.int().meta({ label })

/** Today's queue number. */
const Ticket = z.object({ resid: id('预约'), ticketNo: text('号码'), status: state('状态'), ticketStatus: state('号码状态') })
/** Latest comparable spherical equivalent, D. */
const Equivalent = equivalent.extend({
  at: moment('检查时间'),
  kind: z.int(),
  cycloplegia: z.int().nullable().meta({ label: '散瞳' }),
})
/** Latest axial length of an eye (mm), its percentile for the age and its growth (mm per year, since `since`). */
const Growth = z.object({
  al: clinical('axialLength'),
  at: moment('检查时间'),
  percentile: z.union([z.number(), z.enum(['<3', '>95'])]).nullable(),
  perYear: number('年增长', 'mm/年'),
  since: moment('起算').nullable(),
})
/** The last glasses handed over. */
const Wearing = z.object({
  recordFrameId: id('订单'),
  lens: text('镜片', { max: 200 }),
  since: moment('取镜时间'),
  ...linePowers,
})
/** Facts shown next to the member on every clinical page. Parts the account may not see are null. */
export const Now = z.object({
  pid: id('会员'),
  ticket: Ticket.nullable(),
  se: Equivalent.nullable(),
  growth: z.object({ od: Growth.nullable(), os: Growth.nullable() }).nullable(),
  wearing: Wearing.nullable(),
})
export type Now = z.output<typeof Now>

export const Booked = z.object({ resid: id('预约'), visitAt: moment('就诊时间'), type: visitType, doctorName: text('医生').nullable() })
const Order = z.object({
  recordFrameId: id('订单'),
  orderNo: text('订单号'),
  status: state('状态'),
  lens: text('镜片', { max: 200 }),
  promisedAt: moment('取镜时间').nullable(),
  late: flag('逾期'),
})
/** A day with findings or decisions, newest first. `changed`: a different prescription or different glasses. */
const Visit = z.object({
  day: date('日期'),
  type: visitType.nullable(),
  ucva: ofBoth(z.number().meta({ label: '裸眼视力' })),
  se: equivalent,
  al: ofBoth(clinical('axialLength')),
  words: text('结论', { max: 500 }),
  changed: flag('方案有变'),
})
export type MemberVisit = z.output<typeof Visit>

/** The member's home page in one response. Parts the account may not see are null. */
export const MemberFile = z.object({
  member: PatientIndex,
  now: Now,
  curve: Curve.nullable(),
  rx: Prescription.nullable(),
  next: z.object({
    booked: Booked.nullable(),
    /** Day for which the last prescription or case record requests the next visit. */
    due: date('建议复查').nullable(),
  }),
  orders: z.array(Order).nullable(),
  visits: z.array(Visit),
  history: OthersInfo.nullable(),
  owed: z.object({ bills: count('待收费'), money: money('欠费') }).nullable(),
})
export type MemberFile = z.output<typeof MemberFile>
