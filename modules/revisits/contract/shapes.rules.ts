import { count, date, flag, name, text, word, z } from '#kernel/contract/index.ts'
import * as f from './fields.ts'
import { rule } from './shapes.ts'

const days = z.int().min(-365).max(730).meta({ label: '第几天', format: 'count', unit: '天' })
const step = { step: count('步骤', { min: 1, max: 99 }), on: flag('启用'), days, channel: f.channel }
/** A rule as a store has it. */
export const StoreRule = z.object({
  hid: f.hid,
  rule,
  label: name('规则'),
  cause: text('起因'),
  source: text('依据'),
  taskType: f.taskType,
  who: word('回访人', { doctor: '起因的医生', pool: '系统任务' }),
  urgency: f.urgency,
  script: text('话术', { max: 500 }),
  before: count('提前', { unit: '天' }),
  after: count('有效', { unit: '天' }),
  active: flag('启用'),
  type: f.type.nullable(),
  version: f.version,
  steps: z.array(z.object({ ...step, label: text('步骤') })),
})
export type StoreRule = z.output<typeof StoreRule>
export const SaveRule = z.object({
  hid: f.hid.optional(),
  rule,
  active: flag('启用').optional(),
  type: f.type.nullable().optional(),
  steps: z.array(z.object(step)).max(20).optional().meta({ label: '步骤' }),
  version: f.version.optional(),
})
export type SaveRule = z.output<typeof SaveRule>
/** What the rules would have made, without making it. */
export const DryRun = z.object({
  since: date('自'),
  list: z.array(z.object({ rule, label: text('规则'), active: flag('启用'), tasks: count('任务'), members: count('会员') })),
  skipped: z.array(z.object({ sentence: text('原因', { max: 200 }), count: count('人数') })),
})
export const DryRunQuery = z.object({ hid: f.hid.optional(), days: count('天数', { min: 1, max: 90, unit: '天' }).default(90) })
