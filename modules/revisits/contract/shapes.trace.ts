import { count, date, id, money, text, word, z } from '#kernel/contract/index.ts'
import * as f from './fields.ts'

const share = (label: string) => z.number().min(-1).max(1).meta({ label, decimals: 3 })
export const dimensions = { task: '任务类别', type: '回访类型', channel: '方式', script: '话术', staff: '回访人' } as const
export type Dimension = keyof typeof dimensions
export const TraceQuery = z.object({ hid: f.hid.optional(), startDate: date('开始日期').optional(), endDate: date('结束日期').optional() })
export const TraceRow = z.object({
  by: word('按', dimensions),
  /** Number of what it is: task, type, channel, caller; of a script its type. */
  key: z.int().nullable().meta({ label: '编号' }),
  label: text('名称'),
  n: count('已回访'),
  came: count('到店'),
  share: share('到店率'),
  low: share('下限'),
  high: share('上限'),
  cost: money('短信费'),
  takings: money('之后消费'),
})
export type TraceRow = z.output<typeof TraceRow>
const Arm = z.object({ n: count('已回访'), came: count('到店') })
export const FollowUpTrace = z.object({
  startDate: date('开始日期'),
  endDate: date('结束日期'),
  days: count('回访见效', { unit: '天' }),
  rows: z.array(TraceRow),
  scripts: z.array(
    z.object({
      type: id('回访类型'),
      name: text('名称'),
      a: Arm,
      b: Arm,
      by: share('差'),
      low: share('下限'),
      high: share('上限'),
      tells: z.boolean().meta({ label: '有差别' }),
    }),
  ),
})
export type FollowUpTrace = z.output<typeof FollowUpTrace>
export const CalendarQuery = z.object({ hid: f.hid.optional(), from: date('从'), to: date('至') })
export const Calendar = z.object({
  capacity: count('每人每天回访'),
  list: z.array(
    z.object({
      day: date('日期'),
      reviewStaff: f.reviewStaff.nullable(),
      staffName: text('回访人').nullable(),
      open: count('待办'),
      urgent: count('紧急'),
      done: count('已回访'),
    }),
  ),
})
