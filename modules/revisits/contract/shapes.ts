import { count, date, flag, id, moment, name, page, perPage, personal, text, z, planned, span } from '#kernel/contract/index.ts'
import * as f from './fields.ts'
import { ruleKeys, rules } from './rules.ts'

export const rule = z
  .literal(ruleKeys)
  .meta({ label: '规则', format: 'choice', options: Object.fromEntries(ruleKeys.map((key) => [key, rules[key].label])) })

/** A task as lists, the queue and the member's page show it. */
export const Revisit = z.object({
  rvid: f.rvid,
  hid: f.hid,
  pid: f.pid.nullable(),
  studentId: f.studentId.nullable(),
  patientName: personal(name('会员'), 'name').nullable(),
  memberNo: text('会员号').nullable(),
  mobile: personal(text('手机号', { format: 'phone', width: 124 })).nullable(),
  type: f.type.nullable(),
  typeName: text('回访类型', { width: 110 }).nullable(),
  taskType: f.taskType,
  category: f.category,
  reviewStaff: f.reviewStaff.nullable(),
  reviewStaffName: text('回访人', { width: 88 }).nullable(),
  creatorType: f.creatorType,
  revisitTime: f.revisitTime,
  dueAt: moment('应办时间'),
  content: personal(f.content, 'words').nullable(),
  note: personal(f.remark, 'words').nullable(),
  doneRevisitTime: moment('完成时间').nullable(),
  doneByName: text('完成人', { width: 88 }).nullable(),
  status: f.status,
  overdue: flag('逾期'),
  tailStartDate: f.tailStartDate.nullable(),
  tailEndDate: f.tailEndDate.nullable(),
  addParams: f.addParams,
  rule: text('规则').nullable(),
  channel: f.channel,
  urgency: f.urgency,
  outcome: f.outcome.nullable(),
  tries: count('未接通次数'),
  nextTryAt: moment('下次时间').nullable(),
  promised: flag('约好回电'),
  claimedBy: id('正在联系').nullable(),
  claimedByName: text('正在联系').nullable(),
  claimedUntil: moment('保留至').nullable(),
  seriesId: id('系列').nullable(),
  cancelReason: text('取消原因', { max: 200 }).nullable(),
  resid: id('预约').nullable(),
  version: f.version,
  createdAt: moment('建立时间'),
})
export type Revisit = z.output<typeof Revisit>
export const RevisitPage = page(Revisit)

/** What the list, the export and a bulk change ask for: the seeds' filters and ours. */
const filters = {
  pid: f.pid.optional(),
  status: f.status.optional(),
  type: f.type.optional(),
  taskType: f.taskType.optional(),
  category: f.category.optional(),
  reviewStaff: f.reviewStaff.optional(),
  /** The days planned for, both optional (R089). */
  tailStartDate: date('计划日期从').optional(),
  tailEndDate: date('计划日期至').optional(),
  studentId: f.studentId.optional(),
  name: text('姓名或手机号').optional(),
  /** Open ones to be worked on by the end of this day. */
  due: date('到期至').optional(),
  overdue: flag('逾期').optional(),
  channel: f.channel.optional(),
  urgency: f.urgency.optional(),
  rule: rule.optional(),
  mine: f.mine.optional(),
}
export const RevisitFilter = z.object({ hid: f.hid.optional(), ...filters })
export type RevisitFilter = z.output<typeof RevisitFilter>
/** R087: `per_page` and `page`. */
export const RevisitQuery = z.object({ hid: f.hid.optional(), ...filters, ...perPage })

const written = {
  studentId: f.studentId.nullable().optional(),
  reviewStaff: f.reviewStaff.nullable().optional(),
  content: f.content.nullable().optional(),
  type: f.type.nullable().optional(),
  taskType: f.taskType.optional(),
  note: f.remark.nullable().optional(),
  category: f.category.optional(),
  tailStartDate: f.tailStartDate.nullable().optional(),
  tailEndDate: f.tailEndDate.nullable().optional(),
  addParams: f.addParams.optional(),
  channel: f.channel.optional(),
  urgency: f.urgency.optional(),
}
export const NewRevisit = z.object({ hid: f.hid.optional(), pid: f.pid.nullable().optional(), revisitTime: f.revisitTime, ...written })
export type NewRevisit = z.output<typeof NewRevisit>
export const EditRevisit = z.object({
  rvid: f.rvid,
  version: f.version.optional(),
  hid: f.hid.optional(),
  pid: f.pid.nullable().optional(),
  revisitTime: f.revisitTime.optional(),
  ...written,
})
export type EditRevisit = z.output<typeof EditRevisit>

/** What became of a task. The seeds' client sends nothing but the path (R088). */
export const ToStatus = z.object({
  rvid: f.rvid,
  status: f.status,
  version: f.version.optional(),
  outcome: f.outcome.optional(),
  note: f.remark.nullable().optional(),
  /** When the next one is to be: of “later” the moment to call back, else the day of a new task. */
  nextDate: f.revisitTime.optional(),
  /** That there is none, and why. */
  noNext: text('不再安排的原因', { max: 200 }).min(1).optional(),
  reason: f.reason.optional(),
})
export type ToStatus = z.output<typeof ToStatus>
export const ByRvid = z.object({ rvid: f.rvid })
export const ById = z.object({ id: f.rvid })
export const ByPid = z.object({ pid: f.pid, ...perPage, per_page: perPage.per_page.default(100) })

/** A line in the life of a task. */
export const RevisitStep = z.object({
  at: moment('时间'),
  staffName: text('员工').nullable(),
  step: text('动作'),
  note: personal(text('说明', { max: 2000 }), 'words').nullable(),
})
/** A member's follow-up: tasks, newest first, and whether calls were forbidden. */
export const MemberRevisits = z.object({
  list: z.array(Revisit),
  total: z.int().meta({ label: '总数' }),
  stops: z.array(
    z.object({
      id: id('编号'),
      kind: f.stopKind,
      reason: text('原因', { max: 200 }).nullable(),
      at: moment('时间'),
      staffName: text('员工').nullable(),
    }),
  ),
})

/** Members of a batch: by number, or all that a filter of the member list finds. */
const members = {
  pids: z.array(f.pid).min(1).max(5000, '一次最多 5000 人').optional().meta({ label: '会员' }),
  levelId: id('会员等级').optional(),
  tagId: id('标签').optional(),
  sourceId: id('来源').optional(),
  isPotential: flag('潜在会员').optional(),
  /** Nobody who was here after this day. */
  notSince: span(date('此日之后未到店')).optional(),
}
const plan = { reviewStaff: f.reviewStaff.nullable().optional(), category: f.category.optional() }
export const Batch = z.object({
  hid: f.hid.optional(),
  ...members,
  ...plan,
  revisitTime: f.revisitTime,
  content: f.content.nullable().optional(),
  type: f.type.nullable().optional(),
  taskType: f.taskType.optional(),
  channel: f.channel.optional(),
  urgency: f.urgency.optional(),
  tailStartDate: f.tailStartDate.nullable().optional(),
  tailEndDate: f.tailEndDate.nullable().optional(),
})
export type Batch = z.output<typeof Batch>
export const ByTemplate = z.object({
  hid: f.hid.optional(),
  templateId: id('回访模板'),
  pids: z.array(f.pid).min(1).max(5000, '一次最多 5000 人').meta({ label: '会员' }),
  startDate: planned(date('开始日期')),
  ...plan,
})
export type ByTemplate = z.output<typeof ByTemplate>
export const Made = z.object({
  created: count('已生成'),
  merged: count('已合并'),
  skipped: z.array(z.object({ pid: f.pid, sentence: text('原因', { max: 200 }) })),
})
export type Made = z.output<typeof Made>

/** Several tasks at once: moved to a time, given to somebody or to the pool, or cancelled with a reason. */
export const BulkMove = z.object({
  rvids: z.array(f.rvid).min(1).max(1000).meta({ label: '回访' }),
  revisitTime: f.revisitTime.optional(),
  /** Null: to the pool. */
  reviewStaff: f.reviewStaff.nullable().optional(),
  cancel: text('取消原因', { max: 200 }).min(1).optional(),
})
export const Moved = z.object({
  changed: count('已修改'),
  skipped: z.array(z.object({ rvid: f.rvid, sentence: text('原因', { max: 200 }) })),
})

export const TypeInfo = z.object({
  id: f.type,
  name: text('名称'),
  taskType: f.taskType,
  channel: f.channel,
  urgency: f.urgency,
  dueDays: count('须在几天内').nullable(),
  script: text('话术', { max: 500 }).nullable(),
  scriptB: text('对照话术', { max: 500 }).nullable(),
  use: count('使用'),
  open: count('待办'),
  overdue: count('逾期'),
})

export const Store = z.object({ hid: f.hid.optional() })
