import { clock, count, date, id, moment, name, page, perPage, pageSize, text, z, personal, planned } from '#kernel/contract/index.ts'
import * as f from './fields.ts'

/** A reservation in lists, the agenda and the queue. */
export const Reservation = z.object({
  resid: f.resid,
  hid: f.hid,
  pid: f.pid,
  patientName: personal(name('会员'), 'name'),
  memberNo: text('会员号').nullable(),
  gender: z.int().nullable().meta({ label: '性别' }),
  birth: personal(date('出生日期')).nullable(),
  mobile: personal(text('手机号', { format: 'phone', width: 124 })).nullable(),
  doctorId: f.doctorId.nullable(),
  doctorName: text('医生', { width: 88 }).nullable(),
  officeId: f.officeId.nullable(),
  officeName: text('科室').nullable(),
  consultingId: f.consultingId.nullable(),
  consultingName: text('诊室').nullable(),
  visitAt: f.visitAt,
  visitEnd: f.visitEnd,
  type: f.type,
  trainType: f.trainType.nullable(),
  requestFrom: f.requestFrom,
  walkIn: f.walkIn,
  status: f.status,
  version: f.version,
  note: text('备注', { max: 500 }).nullable(),
  offDutyNote: f.offDutyNote.nullable(),
  cancelReason: text('取消原因', { max: 200 }).nullable(),
  movedFrom: id('原预约').nullable(),
  movedTo: id('改约到').nullable(),
  createdAt: moment('登记时间'),
  ticketNo: f.ticketNo.nullable(),
  ticketStatus: f.ticketStatus.nullable(),
  calls: count('叫号次数').nullable(),
  passes: count('过号次数').nullable(),
  position: z.number().nullable().meta({ label: '排队位置' }),
  takenAt: moment('取号时间').nullable(),
  calledAt: moment('叫号时间').nullable(),
  seenAt: moment('接诊时间').nullable(),
  waited: count('等候', { unit: '分' }).nullable(),
  noShows: count('爽约次数'),
})
export type Reservation = z.output<typeof Reservation>
export const ReservationPage = page(Reservation)

/**
 * Creates a reservation, or changes it with `resid`. A new time or doctor moves it: the old one becomes 32 and the new one is returned.
 */
export const SaveReservation = z.object({
  resid: f.resid.optional(),
  version: f.version.optional(),
  hid: f.hid,
  pid: f.pid,
  doctorId: f.doctorId.nullable().optional(),
  visitAt: f.visitAt.optional(),
  visitEnd: f.visitEnd.optional(),
  type: f.type.default(1),
  trainType: f.trainType.nullable().optional(),
  requestFrom: f.requestFrom.default(1),
  officeId: f.officeId.nullable().optional(),
  consultingId: f.consultingId.nullable().optional(),
  note: f.remark.nullable().optional(),
  offDutyNote: f.offDutyNote.nullable().optional(),
  walkIn: f.walkIn.default(false),
  /** Confirms a booking although the member is already booked. */
  confirm: f.confirm.optional(),
})
export type SaveReservation = z.output<typeof SaveReservation>
/** A series of visits from a settings template: each its number of days after `startDate`, all at `time`. */
export const BookTemplate = z.object({
  hid: f.hid,
  pid: f.pid,
  templateId: id('预约模板'),
  startDate: planned(date('开始日期')),
  time: clock('时间'),
  doctorId: f.doctorId.nullable().optional(),
  type: f.type.default(2),
  offDutyNote: f.offDutyNote.nullable().optional(),
})

const both = {
  name: text('姓名').optional(),
  pid: f.pid.optional(),
  startDate: date('开始日期').optional(),
  endDate: date('结束日期').optional(),
}
/** The legacy list of a store. */
export const LegacyQuery = z.object({
  hid: f.hid,
  ...both,
  doctorId: f.doctorId.optional(),
  status: f.status.optional(),
  type: f.type.optional(),
  trainType: f.trainType.optional(),
  requestFrom: f.requestFrom.optional(),
  ...pageSize,
})
export type LegacyQuery = z.output<typeof LegacyQuery>
/** The legacy reservation query. */
export const ReservationQuery = z.object({
  hid: f.hid,
  reservation_date: f.day.optional(),
  doctor_id: f.doctorId.optional(),
  status: f.status.optional(),
  type: f.type.optional(),
  train_type: f.trainType.optional(),
  request_from: f.requestFrom.optional(),
  ...both,
  ...perPage,
})
export const DayQuery = z.object({ hid: f.hid, day: f.day.optional(), doctorId: f.doctorId.optional() })
export const ById = z.object({ id: f.resid })
export const ToStatus = z.object({ id: f.resid, status: f.status, note: text('说明', { max: 200 }).optional() })
export const Cancel = z.object({ id: f.resid, reason: f.reason, version: f.version.optional() })

/** Fields of a reservation that lists mask: contact data, and the guardian of a child. */
export const ReservationSecret = z.object({
  resid: f.resid,
  pid: f.pid,
  mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  mobile2: personal(text('备用手机号', { format: 'phone' })).nullable(),
  guardian: personal(name('监护人'), 'name').nullable(),
  idCard: personal(text('身份证号'), 'number').nullable(),
  address: personal(text('地址')).nullable(),
})
export type ReservationSecret = z.output<typeof ReservationSecret>

/** A step in the history of a reservation. */
export const Step = z.object({
  at: moment('时间'),
  ctid: id('员工').nullable(),
  staffName: text('员工').nullable(),
  move: text('动作'),
  fromStatus: z.int().meta({ label: '原状态' }),
  toStatus: z.int().meta({ label: '新状态' }),
  note: text('说明', { max: 2000 }).nullable(),
})
export const ReservationInfos = Reservation.extend({ history: z.array(Step) })

/** Queue call: without `status` issues a number or requeues; 1 calls (without `resid` the next of the room), 2 admits, 3 passes. */
export const TakeNumber = z.object({
  resid: f.resid.optional(),
  consulting_id: f.consultingId.optional(),
  status: f.ticketStatus.optional(),
})
export type TakeNumber = z.output<typeof TakeNumber>

export const ExamReservation = z.object({
  id: id('编号'),
  hid: f.hid,
  resid: f.resid,
  pid: f.pid,
  patientName: personal(name('会员'), 'name'),
  item: f.examItem,
  examinerId: id('检查者').nullable(),
  examinerName: text('检查者').nullable(),
  status: f.examStatus,
  version: f.version,
  note: text('备注', { max: 200 }).nullable(),
  createdAt: moment('开单时间'),
  doneAt: moment('完成时间').nullable(),
  ticketNo: f.ticketNo.nullable(),
})
export type ExamReservation = z.output<typeof ExamReservation>
export const NewExamReservation = z.object({
  resid: f.resid,
  items: z.array(f.examItem).min(1).max(Object.keys(f.examItems).length).meta({ label: '检查项目' }),
  examinerId: id('检查者').optional(),
  note: text('备注', { max: 200 }).optional(),
})
export const EditExamReservation = z.object({
  id: id('编号'),
  version: f.version.optional(),
  examinerId: id('检查者').nullable().optional(),
  note: text('备注', { max: 200 }).nullable().optional(),
})
/** Default: the current store. */
export const ExamQuery = z.object({
  hid: f.hid.optional(),
  day: f.day.optional(),
  status: f.examStatus.optional(),
  pid: f.pid.optional(),
  item: f.examItem.optional(),
  ...perPage,
})
