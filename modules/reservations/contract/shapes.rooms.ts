import { clock, count, date, flag, id, moment, name, text, z, planned, span } from '#kernel/contract/index.ts'
import * as f from './fields.ts'
import { inLineWord } from './states.ts'

export const OfStore = z.object({ hid: f.hid })
export const ById = z.object({ id: id('编号') })

export const RosterDuty = z.object({
  id: id('编号'),
  hid: f.hid,
  doctorId: f.doctorId,
  day: f.day,
  shift: f.shift,
  timeFrom: clock('开始'),
  timeTo: clock('结束'),
  quota: count('号数', { min: 1, max: 200 }).nullable(),
  note: text('备注', { max: 100 }).nullable(),
})
export type RosterDuty = z.output<typeof RosterDuty>
export const DutyDoctor = z.object({
  ctid: f.doctorId,
  name: name('医生'),
  title: text('职称').nullable(),
  type: z.int().meta({ label: '岗位' }),
  duties: z.array(RosterDuty),
  halfDays: count('半天数'),
})
export const DutyQuery = z.object({ hid: f.hid, startDate: date('开始日期').optional(), endDate: date('结束日期').optional() })
/** `shift` 0 is a day off: the day is cleared. `replace` clears the day first. */
export const NewDuty = z.object({
  hid: f.hid,
  doctorId: f.doctorId,
  day: f.day,
  shift: z.literal([0, 1, 2, 3, 4]).meta({ label: '班次', format: 'choice', options: { 0: '休', ...f.shifts } }),
  timeFrom: clock('开始').optional(),
  timeTo: clock('结束').optional(),
  quota: RosterDuty.shape.quota.optional(),
  note: RosterDuty.shape.note.optional(),
  replace: flag('替换当天').default(false),
  force: flag('强制').default(false),
})
export const DeleteDuty = z.object({ id: id('编号'), force: flag('强制').default(false) })
export const ClearDuties = z.object({
  hid: f.hid,
  startDate: span(date('开始日期')),
  endDate: span(date('结束日期')),
  doctorId: f.doctorId.optional(),
  force: flag('强制').default(false),
})
/** Copies the duties of startDate to endDate to the days from `targetDate` (default: the day after endDate). */
export const CopyDuties = z.object({
  hid: f.hid,
  startDate: span(date('开始日期')),
  endDate: span(date('结束日期')),
  targetDate: planned(date('复制到')).optional(),
})
export const Copied = z.object({ copied: count('已复制'), skipped: count('已跳过') })
export const LeftQuery = z.object({
  id: f.doctorId,
  hid: f.hid,
  startDate: date('开始日期').optional(),
  endDate: date('结束日期').optional(),
})
export const DutyLeft = z.object({
  id: id('编号'),
  day: f.day,
  shift: f.shift,
  timeFrom: clock('开始'),
  timeTo: clock('结束'),
  quota: count('号数').nullable(),
  booked: count('已约'),
  left: count('剩余'),
})
export const IntervalQuery = z.object({
  id: f.doctorId,
  hid: f.hid,
  day: f.day,
  minutes: z.int().min(5).max(480).default(30).meta({ label: '时长', unit: '分', format: 'count' }),
})
export const Interval = z.object({ time: clock('开始'), end: clock('结束'), free: flag('可约') })

/** Request of the members' WeChat page: `days` days of a store from `startDate`, of one doctor or all. */
export const WechatQuery = z.object({
  hid: f.hid,
  doctorId: f.doctorId.optional(),
  startDate: f.day.optional(),
  days: z.int().min(1).max(14).default(7).meta({ label: '天数', unit: '天', format: 'count' }),
})
/** A doctor's day as members can book it. `left` is the number of free places of a slot. */
export const WechatDay = z.object({
  date: f.day,
  doctorId: f.doctorId,
  doctorName: text('医生'),
  slots: z.array(z.object({ from: clock('开始'), to: clock('结束'), left: count('余号') })),
})
export type WechatDay = z.output<typeof WechatDay>

/** Speech of the screen: a token of the speech service, or the browser's own voice. */
export const SpeechToken = z.object({
  local: flag('本机播报'),
  token: text('令牌').optional(),
  expiresAt: moment('有效至').optional(),
})

/** Content of the check-in code. */
export const CheckInCode = z.object({
  url: text('二维码内容'),
  day: date('日期'),
  store: text('门店'),
  simulated: flag('本地模拟'),
})
export type CheckInCode = z.output<typeof CheckInCode>

const Called = z.object({
  ticketId: id('号码编号'),
  no: f.ticketNo,
  name: text('姓名'),
  consultingId: f.consultingId,
  room: text('诊室'),
  calledAt: moment('叫号时间'),
  calls: count('叫号次数'),
  status: f.ticketStatus,
})
const Waiting = z.object({
  ticketId: id('号码编号'),
  no: f.ticketNo,
  name: text('姓名'),
  room: text('诊室').nullable(),
  passed: flag('过号'),
  minutes: count('预计等候', { unit: '分' }),
})
const RoomLine = z.object({
  id: f.consultingId,
  name: f.roomName,
  officeId: f.officeId.nullable(),
  officeName: text('科室').nullable(),
  doctorName: text('医生').nullable(),
  called: f.ticketNo.nullable(),
  waiting: count('排队人数'),
  minutes: count('预计等候', { unit: '分' }),
})
/** Waiting-room screen: numbers, rooms, masked names. No other member data leaves the server here. */
export const Board = z.object({
  at: moment('更新时间'),
  store: text('门店'),
  rooms: z.array(RoomLine),
  called: z.array(Called),
  waiting: z.array(Waiting),
})
export type Board = z.output<typeof Board>
export const BoardQuery = z.object({ hid: f.hid, office_id: f.officeId.optional(), consulting_id: f.consultingId.optional() })

/** Figures of the day. */
export const TodayCounts = z.object({
  booked: count('预约'),
  arrived: count('已到店'),
  waiting: count(inLineWord),
  seeing: count('就诊中'),
  checked: count('已检查'),
  done: count('已完成'),
  cancelled: count('已取消'),
  noShow: count('爽约'),
  walkIn: count('现场登记'),
  tomorrow: count('明日预约'),
  waitMinutes: count('平均等候', { unit: '分' }),
})
export type TodayCounts = z.output<typeof TodayCounts>
