import { count, date, flag, id, moment, money, name, text, word, z, personal } from '#kernel/contract/index.ts'
import { everyKind } from '#modules/exams/contract/kinds/index.ts'
import { inLineWord } from '#modules/reservations/contract/states.ts'

const Queue = z.object({
  booked: count('今日预约'),
  arrived: count('已到'),
  waiting: count(inLineWord),
  seeing: count('就诊中'),
  checked: count('已检查'),
  done: count('已完成'),
  noShow: count('爽约'),
  tomorrow: count('明日预约'),
  waitMinutes: count('平均等候', { unit: '分' }),
})
const Line = z.object({
  resid: id('预约'),
  pid: id('会员'),
  ticketNo: text('号码').nullable(),
  patientName: personal(name('会员'), 'name'),
  type: z.int().meta({ label: '预约类型' }),
  status: z.int().meta({ label: '状态' }),
  ticketStatus: z.int().nullable().meta({ label: '号码状态' }),
  visitAt: moment('就诊时间'),
  waited: count('等候', { unit: '分' }).nullable(),
})
const Stage = z.object({ status: z.int().meta({ label: '阶段' }), label: text('阶段'), count: count('数量'), late: count('逾期') })
const Late = z.object({
  recordFrameId: id('订单'),
  orderNo: text('订单号'),
  status: z.int().meta({ label: '状态' }),
  pid: id('会员'),
  patientName: personal(name('会员'), 'name'),
  promisedAt: moment('取镜时间'),
})
const Warnings = z.object({
  low: count('低库存'),
  high: count('高库存'),
  expired: count('已过期'),
  expiring: count('近效期'),
  locked: count('锁定'),
})

/** The day of a store on one page. Parts the account may not see are null. */
export const Today = z.object({
  hid: id('门店'),
  storeName: text('门店'),
  date: date('日期'),
  queue: Queue.nullable(),
  lines: z.array(Line).nullable(),
  stages: z.array(Stage).nullable(),
  late: z.array(Late).nullable(),
  takings: z
    .object({
      net: money('今日营收', { min: -10_000_000 }),
      money: money('现金及在线', { min: -10_000_000 }),
      bills: count('收费单'),
      lastWeek: money('上周同日', { min: -10_000_000 }),
      unpaid: count('待收费'),
    })
    .nullable(),
  stock: Warnings.nullable(),
})
export type Today = z.output<typeof Today>
/** A store over 30 days against the 30 before, as usual in the trade; 28 would align weekdays. */
const StoreFigures = z.object({
  hid: id('门店'),
  name: text('门店'),
  days: z.array(
    z.object({
      date: date('日期'),
      net: money('收入', { min: -10_000_000 }),
      before: money('前 30 天收入', { min: -10_000_000 }),
      visits: count('就诊'),
    }),
  ),
  net: money('收入', { min: -1_000_000_000 }),
  before: money('前 30 天收入', { min: -1_000_000_000 }),
  visits: count('就诊'),
  making: count('在制'),
  late: count('逾期订单'),
  warnings: count('库存预警'),
})
export type StoreFigures = z.output<typeof StoreFigures>
export const Stores = z.object({ list: z.array(StoreFigures), total: z.int() })
/** Next steps with a member who paid or collected glasses: complete the visit, book the review. */
export const Closing = z.object({
  pid: id('会员'),
  patientName: personal(name('会员'), 'name'),
  why: z.literal([1, 2]).meta({ label: '缘由', format: 'choice', options: { 1: '已付清', 2: '已取镜' } }),
  /** Today's visit that can be completed. */
  resid: id('预约').nullable(),
  /** Day the prescription recommends for the next visit; null if one is booked. */
  reviewAt: date('复查日期').nullable(),
  reviewMonths: count('复查间隔', { unit: '月' }).nullable(),
  /** Time on that day: ten o'clock, or the store's opening time. */
  reviewHour: text('复查时间', { max: 5 }),
})
export type Closing = z.output<typeof Closing>
export const ClosingList = z.object({ list: z.array(Closing), total: z.int() })
/** An unsigned examination of the last seven days with abnormal findings. */
export const Result = z.object({
  id: id('检查'),
  kind: z.enum(everyKind.map((kind) => kind.kind)).meta({ label: '检查' }),
  pid: id('会员'),
  patientName: personal(name('会员'), 'name'),
  examTime: moment('检查时间'),
  examinerName: text('检查者').nullable(),
  /** Confirmed values, one sentence each. */
  findings: z.array(text('结果', { max: 300 })).meta({ label: '不寻常的结果' }),
})
export type Result = z.output<typeof Result>
export const ResultList = z.object({ list: z.array(Result), total: z.int() })
/** An order that is stopped because what it stands on has fallen, and what the till offers for it. */
export const StoppedWork = z.object({
  of: word('订单', { frame: '配镜订单', supply: '镜片订单' }),
  id: id('订单'),
  orderNo: text('订单号'),
  kind: text('种类'),
  pid: id('会员').nullable(),
  patientName: personal(name('会员'), 'name').nullable(),
  status: z.int().meta({ label: '状态' }),
  stopReason: text('停止原因', { max: 600 }),
  stoppedAt: moment('停止时间'),
  fbid: id('收费单').nullable(),
  /** Money the member has paid and not got back. */
  paid: money('已收款'),
  offer: word('可提供', { refund: '退费，或按新处方重做', cancel: '取消订单，或改用新处方' }),
})
export type StoppedWork = z.output<typeof StoppedWork>
export const StoppedList = z.object({ list: z.array(StoppedWork), total: z.int() })
const DayFigure = z.object({ date: date('日期'), visits: count('接诊'), orders: count('配镜单') })
export const Days = z.object({ list: z.array(DayFigure), total: z.int() })
/** A background job that gave up. */
export const DeadJob = z.object({
  id: id('任务号'),
  name: text('任务', { width: 200 }),
  attempts: count('尝试次数'),
  error: text('失败原因', { max: 2000, width: 420 }).nullable(),
  queuedAt: moment('提交时间'),
  failedAt: moment('最后失败'),
})
export const ByJob = z.object({ id: id('任务号') })
export const OfStore = z.object({ hid: id('门店') })
/** Restricts to one member. */
export const OfStoreAndMember = OfStore.extend({ pid: id('会员').optional() })
/** Default: the current store. */
export const OfAnyStore = OfStore.partial()
export const StockWarn = Warnings.extend({ any: flag('有预警') })
