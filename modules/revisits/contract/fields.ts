import {
  anything,
  choice,
  count,
  date,
  flag,
  id,
  moment,
  note,
  planned,
  status as stateField,
  text,
  z,
  term,
} from '#kernel/contract/index.ts'
import { followUp, followUpChannel, urgency as urgencyOf } from '#modules/settings/contract/kinds.ts'
import { revisitMachine } from './states.ts'

export const rvid = id('回访编号')
export const hid = id('门店')
export const pid = id('会员')
export const studentId = id('学生')
export const type = id('回访类型')
export const taskType = followUp
export const channel = followUpChannel
export const urgency = urgencyOf
/** 0: one person is to do it; 1: anybody of the store (R086). */
export const category = choice('分派', { 0: '指定回访人', 1: '系统任务' }, { width: 84 })
export const reviewStaff = id('回访人')
export const creatorType = choice('来源', { 1: '人工', 2: '系统' }, { width: 64 })
export const revisitTime = planned(moment('计划时间'))
export const content = text('回访内容', { max: 500 })
export const remark = note('备注', 2000)
export const status = stateField('状态', revisitMachine, { width: 84 })
export const tailStartDate = term(date('有效期从'))
export const tailEndDate = term(date('有效期至'))
export const reason = text('原因', { max: 200 }).min(1)
export const version = count('版本')

export const outcomes = {
  1: '已预约',
  2: '已到店',
  3: '已购买',
  4: '稍后再打',
  5: '拒绝',
  6: '号码错误',
  7: '停止联系',
  8: '投诉',
} as const
/** What came of a call that was answered. */
export const outcome = choice('结果', outcomes, { tones: { 1: 'ok', 2: 'ok', 3: 'ok', 4: 'info', 7: 'bad', 8: 'bad' }, width: 84 })
export type FollowUpOutcome = keyof typeof outcomes
/** Outcomes by name. */
export const result = {
  booked: 1,
  came: 2,
  bought: 3,
  later: 4,
  refused: 5,
  wrongNumber: 6,
  stop: 7,
  complaint: 8,
} as const satisfies Record<string, FollowUpOutcome>
/** After these a person is still looked after: the next day is said, or why there is none (C.18). */
export const asksNext: readonly FollowUpOutcome[] = [result.came, result.bought, result.refused]

/** What made a task (rule, ref, step), and whatever else came with it. JSON of at most 4 kB. */
export const addParams = z
  .record(z.string().max(60), anything())
  .refine((values) => JSON.stringify(values).length <= 4000, '附加参数最多 4 KB')
  .meta({ label: '附加参数' })
export const stopKind = choice('种类', { 1: '停止联系', 2: '号码错误' })
export const stop = { asked: 1, wrongNumber: 2 } as const
export const mine = flag('只看我的')
