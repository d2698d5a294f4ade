import { axis, clinical, count, date, flag, id, moment, money, name, personal, text, word, z } from '#kernel/contract/index.ts'
import * as f from './fields.ts'
import { Revisit } from './shapes.ts'

/** Groups of the work list, in working order. */
export const groups = { urgent: '紧急', promised: '约好回电', due: '今日到期', overdue: '逾期' } as const
export type QueueGroup = keyof typeof groups
const person = { pid: f.pid, patientName: personal(name('会员'), 'name') }
/** A family in the work list: the task that orders it, and the others of the same number. */
export const QueueRow = z.object({
  rvid: f.rvid,
  ...person,
  group: word('组', groups),
  taskType: f.taskType,
  content: personal(f.content, 'words').nullable(),
  dueAt: moment('应办时间'),
  daysLate: count('逾期天数', { unit: '天' }),
  tries: count('未接通次数'),
  others: z.array(personal(name('会员'), 'name')),
  claimedBy: id('正在联系').nullable(),
  claimedByName: text('正在联系').nullable(),
})
export type QueueRow = z.output<typeof QueueRow>
const Back = z.object({
  at: moment('时间'),
  ...person,
  what: word('回来的', { booked: '已预约', came: '已到店', bought: '已购买', wrote: '来信' }),
  amount: money('金额').nullable(),
})
/** One's own day; nobody else sees it. */
export const MyDay = z.object({
  hours: z.array(z.object({ hour: count('时'), calls: count('通数') })),
  called: count('已打'),
  reached: count('接通'),
  booked: count('约到'),
  week: z.object({ booked: count('约到'), came: count('到店'), bought: count('成交') }),
  back: z.array(Back),
  last: z.object({ rvid: f.rvid, ...person, status: f.status, outcome: f.outcome.nullable(), until: moment('可撤销至') }).nullable(),
})
export type MyDay = z.output<typeof MyDay>
export const Queue = z.object({
  groups: z.array(z.object({ group: word('组', groups), total: count('件数'), list: z.array(QueueRow) })),
  total: count('件数'),
  /** The next promised call-back. */
  next: moment('下一通').nullable(),
  mine: MyDay,
})
export type Queue = z.output<typeof Queue>
export const Claim = z.object({ hid: f.hid.optional(), rvid: f.rvid.optional() })
export const Claimed = z.object({ rvid: f.rvid, until: moment('保留至') })

const eye = { ds: clinical('sphere'), dc: clinical('cylinder') }
const Power = z.object({
  ds: eye.ds.nullable(),
  dc: eye.dc.nullable(),
  ax: axis().nullable(),
  change: z.number().nullable().meta({ label: '一年', unit: 'D', reason: 'by how much an eye changed, not what it is' }),
})
const Open = z.object({
  kind: word('没完的事', { booking: '预约', frame: '待取眼镜', balance: '储值', lens: '镜片到期', task: '其他回访' }),
  ...person,
  at: moment('时间').nullable(),
  amount: money('金额').nullable(),
})
/** Everything a caller needs of one family, on one card. */
export const FollowUpCard = z.object({
  tasks: z.array(Revisit),
  members: z.array(
    z.object({
      ...person,
      memberNo: text('会员号'),
      gender: z.int().nullable().meta({ label: '性别' }),
      birth: personal(date('出生日期')).nullable(),
      mobile: personal(text('手机号', { format: 'phone' })).nullable(),
      guardian: personal(text('监护人'), 'name').nullable(),
      wechat: flag('已绑定微信'),
    }),
  ),
  until: moment('保留至').nullable(),
  visits: z.array(z.object({ at: moment('时间'), type: count('预约类型'), doctorName: text('医生').nullable() })),
  rx: z.object({ at: date('日期'), od: Power, os: Power }).nullable(),
  al: z.array(z.object({ at: date('日期'), od: clinical('axialLength').nullable(), os: clinical('axialLength').nullable() })),
  open: z.array(Open),
  calls: z.array(
    z.object({
      at: moment('时间'),
      status: f.status,
      outcome: f.outcome.nullable(),
      taskType: f.taskType,
      note: personal(f.remark, 'words').nullable(),
      staffName: text('员工').nullable(),
    }),
  ),
  script: z.object({
    title: text('话术'),
    version: count('版本').nullable(),
    arm: count('话术组').nullable(),
    pieces: z.array(z.object({ text: personal(text('话术', { max: 500 }), 'words'), fact: flag('填入') })),
  }),
  slots: z.object({
    doctorId: id('医生').nullable(),
    doctorName: text('医生').nullable(),
    minutes: count('时长', { unit: '分钟' }),
    list: z.array(moment('时间')),
  }),
})
export type FollowUpCard = z.output<typeof FollowUpCard>
export const Book = z.object({
  rvid: f.rvid,
  visitAt: f.revisitTime,
  doctorId: id('医生').nullable().optional(),
  note: f.remark.nullable().optional(),
})
export const Message = z.object({
  rvid: f.rvid,
  channel: z.literal([2, 3]).meta({ label: '方式', format: 'choice', options: { 2: '短信', 3: '微信' } }),
  text: text('内容', { max: 300 }).min(1),
})
/** How much there is for whom, for the badge of the menu. */
export const Counts = z.object({ mine: count('我的'), due: count('到期'), overdue: count('逾期') })
