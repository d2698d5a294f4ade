import { clock, count, date, flag, id, money, page, pageSize, personal, planned, status, text, z } from '#kernel/contract/index.ts'
import {
  factField,
  fallReason,
  hid,
  purpose,
  segmentFields,
  settingFields,
  taskFields,
  taskId,
  templateFields,
  touchFields,
  tree,
  unsubscribeWay,
  wechatKind,
  wording,
} from './fields.ts'
import { ruleStates } from './states.ts'

const month = text('月份', { max: 7 }).regex(/^\d{4}-(0[1-9]|1[0-2])$/, '请写成 2026-11')

export const MemberSegment = z.object({ ...segmentFields, tree, sentence: text('条件', { max: 2000 }), tasks: count('任务') })
export type MemberSegment = z.output<typeof MemberSegment>
export const SaveSegment = z.object({
  id: segmentFields.id.optional(),
  hid,
  name: segmentFields.name,
  wholeChain: segmentFields.wholeChain.default(false),
  tree,
  status: segmentFields.status.default(ruleStates.is.active),
  version: segmentFields.version.optional(),
})
export const OfStore = z.object({ hid })
export const OfId = z.object({ id: id('编号') })
export const SegmentCount = z.object({ id: segmentFields.id, people: count('人') })

export const MessageTemplate = z.object({
  ...templateFields,
  /** Names the text is filled with beside 称呼 and 门店. */
  variables: z.array(text('变量')).meta({ label: '变量' }),
  /** Pieces an operator counts of the text as it stands, with the signature. */
  pieces: count('条数'),
  signature: text('签名'),
})
export type MessageTemplate = z.output<typeof MessageTemplate>
export const TemplatePage = page(MessageTemplate)
export const SaveTemplate = z.object({
  id: templateFields.id.optional(),
  hid,
  name: templateFields.name,
  purpose,
  text: templateFields.text,
  version: templateFields.version.optional(),
})
export const DecideTemplate = z.object({
  id: templateFields.id,
  state: templateFields.state,
  reason: text('驳回原因', { max: 200 }).nullish(),
})

export const MessageTaskRow = z.object({
  ...taskFields,
  handed: count('已发出'),
  failed: count('失败'),
  takenBack: count('已撤回'),
  control: count('对照'),
  spent: money('已花费'),
  overWechat: count('微信'),
  opened: count('打开链接'),
})
export type MessageTaskRow = z.output<typeof MessageTaskRow>
export const TaskPage = page(MessageTaskRow)
export const TaskQuery = z.object({
  hid: hid.optional(),
  status: taskFields.status.optional(),
  purpose: purpose.optional(),
  name: text('任务').optional(),
  ...pageSize,
})
const saved = {
  hid: hid.optional(),
  name: taskFields.name,
  purpose,
  segmentId: taskFields.segmentId.optional(),
  tree: tree.optional(),
  wholeChain: taskFields.wholeChain.default(false),
  wordings: z.array(wording).min(1).max(3).meta({ label: '写法' }),
  /** Care goes over WeChat first, by this template, where the member follows. */
  wechatTemplateId: taskFields.wechatTemplateId.optional(),
  sendAt: planned(taskFields.sendAt),
  ceiling: taskFields.ceiling,
  controlPercent: taskFields.controlPercent.optional(),
  outcome: taskFields.outcome.default('came'),
  outcomeDays: taskFields.outcomeDays.default(14),
}
export const CreateTask = z.object(saved)
export type CreateTask = z.output<typeof CreateTask>
export const UpdateTask = z.object({ id: taskId, version: taskFields.version.optional(), ...saved })
export const Decide = z.object({ id: taskId, agree: flag('同意'), reason: text('退回原因', { max: 200 }).nullish() })

const share = (label: string) => z.number().meta({ label, format: 'measure' })
export const ArmEffect = z.object({
  arm: count('组'),
  people: count('人数'),
  hits: count('做到的'),
  share: share('比例'),
  /** Against those not written to; null where a side has too few to say. */
  difference: share('相差').nullable(),
  low: share('区间下限').nullable(),
  high: share('区间上限').nullable(),
  money: money('人均消费', { min: -10_000_000 }),
  moneyDifference: money('人均相差', { min: -10_000_000 }).nullable(),
  moneyLow: money('人均相差下限', { min: -10_000_000 }).nullable(),
  moneyHigh: money('人均相差上限', { adds: false, min: -10_000_000 }).nullable(),
  cost: money('花费'),
  perExtra: money('每多来一人').nullable(),
  unsubscribed: count('退订'),
})
export type ArmEffect = z.output<typeof ArmEffect>
export const Effect = z.object({
  until: date('观察到'),
  over: flag('观察结束'),
  arms: z.array(ArmEffect).meta({ label: '各组' }),
  /** Additional people who did it because of the message, with the interval; null where it cannot be said. */
  extra: share('多来').nullable(),
  extraLow: share('至少').nullable(),
  extraHigh: share('至多').nullable(),
  sentence: text('结论', { max: 200 }),
  /** Share of a group that did it by the nth day after the sending. */
  curves: z.array(z.object({ arm: count('组'), shares: z.array(z.number()).meta({ label: '累计' }) })).meta({ label: '曲线' }),
  /** What those who were written to did afterwards. */
  after: z.object({ came: count('到店'), bought: count('买了'), coupon: count('用了券'), refunded: count('退了') }),
  /** The same difference within ages; null where a side has too few to say. */
  ages: z
    .array(
      z.object({
        label: text('年龄'),
        sent: count('发了'),
        control: count('不发'),
        difference: share('相差').nullable(),
        low: share('区间下限').nullable(),
        high: share('区间上限').nullable(),
      }),
    )
    .meta({ label: '分开看' }),
  left: z.object({ reply: count('回R'), link: count('点链接'), other: count('其他'), cancelled: count('一并撤下') }),
})
export type Effect = z.output<typeof Effect>
export const MessageTask = MessageTaskRow.extend({
  tree,
  sentence: text('条件', { max: 2000 }),
  wordings: z.array(wording.extend({ text: text('内容', { max: 600 }), name: text('模板') })).meta({ label: '写法' }),
  reasons: z
    .array(z.object({ reason: text('原因', { max: 500 }), people: count('号码'), canMend: flag('可重发') }))
    .meta({ label: '没发出' }),
  effect: Effect.nullable(),
})
export type MessageTask = z.output<typeof MessageTask>

/** GET /sms-mass-tasks/target-customer: whom a tree finds; the tree travels as JSON. */
export const TargetQuery = z.object({
  hid: hid.optional(),
  purpose: purpose.default('care'),
  tree: text('条件', { max: 16_000 }).optional(),
  segmentId: segmentFields.id.optional(),
  wholeChain: segmentFields.wholeChain.default(false),
  sendAt: taskFields.sendAt.optional(),
})
export const TargetPerson = z.object({
  pid: id('会员'),
  name: personal(text('姓名'), 'name'),
  mobile: personal(text('手机号'), 'number'),
  age: count('年龄').nullable(),
  facts: factField,
})
export const Target = z.object({
  matched: count('符合条件'),
  falls: z.array(z.object({ why: fallReason, people: count('人') })).meta({ label: '发不了' }),
  numbers: count('可以发'),
  /** Numbers of which somebody follows on WeChat. */
  overWechat: count('能走微信'),
  people: z.array(TargetPerson).meta({ label: '名单' }),
  sensitive: z.array(text('条件')).meta({ label: '健康条件' }),
})
export type Target = z.output<typeof Target>

export const MarketingSetting = z.object({ hid, ...settingFields, version: count('修订') })
export type MarketingSetting = z.output<typeof MarketingSetting>
export const MonthQuery = z.object({ hid, month: month.optional() })
export const MarketingMonth = z.object({
  month: month,
  ceiling: money('预算'),
  reserved: money('已占用'),
  spent: money('已花费'),
  unsubscribed: count('退订'),
  days: z.array(z.object({ day: date('日期'), tasks: count('任务'), numbers: count('号码') })).meta({ label: '日历' }),
})
/** What was sent and opened by the hour it went out, over ninety days. */
export const HourOpenings = z.array(z.object({ hour: count('点', { max: 23 }), sent: count('发出'), opened: count('打开') }))
const Choices = z.array(z.object({ value: id('编号'), label: text('名称') }))
export const ConditionChoices = z.object({
  stores: Choices.meta({ label: '门店' }),
  levels: Choices.meta({ label: '等级' }),
  sources: Choices.meta({ label: '来源' }),
  tags: Choices.meta({ label: '标签' }),
})
export type ConditionChoices = z.output<typeof ConditionChoices>

/** A template message of a store: its number in the account, and what stands in its fields. */
const templateField = z.object({
  key: text('字段', { max: 20 }).regex(/^[a-z_]+\d+$/, '请写成 thing1、time2'),
  label: text('名称', { max: 20 }).min(1),
  text: text('内容', { max: 60 }).min(1),
})
export const WechatTemplateRow = z.object({
  id: id('微信模板'),
  version: count('修订'),
  status: status('状态', ruleStates),
  hid,
  kind: wechatKind,
  number: text('模板编号', { max: 60 }).min(1),
  fields: z.array(templateField).min(1).max(8).meta({ label: '字段' }),
})
export type WechatTemplateRow = z.output<typeof WechatTemplateRow>
export const SaveWechatTemplate = WechatTemplateRow.partial({ id: true, version: true }).extend({
  status: WechatTemplateRow.shape.status.default(ruleStates.is.active),
})

/** A standing task as a store has it; what it never chose is switched off. */
export const StandingTask = z.object({
  hid,
  kind: text('常设任务', { max: 40 }),
  label: text('常设任务'),
  purpose,
  isOn: flag('打开'),
  templateId: id('短信模板').nullable(),
  wechatTemplateId: id('微信模板').nullable(),
  sendAt: clock('发送时间'),
  ceiling: money('每天封顶'),
  onByName: text('谁打开的').nullable(),
  lastDay: date('上次').nullable(),
  /** Over thirty days. */
  handed: count('近 30 天发出'),
  spent: money('近 30 天花费'),
  version: count('修订'),
})
export type StandingTask = z.output<typeof StandingTask>
export const SaveStanding = StandingTask.pick({
  hid: true,
  kind: true,
  isOn: true,
  templateId: true,
  wechatTemplateId: true,
  sendAt: true,
  ceiling: true,
}).extend({ version: StandingTask.shape.version.optional() })

export const Touch = z.object(touchFields)
export type Touch = z.output<typeof Touch>
export const TouchPage = page(Touch)
export const TouchQuery = z.object({ pid: id('会员'), ...pageSize })
export const Unsubscribe = z.object({ pid: id('会员'), way: unsubscribeWay.default('desk') })
export const Unsubscribed = z.object({ withdrawn: count('撤回同意'), cancelled: count('撤下短信') })

export const ManagedTag = z.object({
  id: id('规则标签'),
  hid,
  tagId: id('标签'),
  name: text('标签'),
  tree,
  sentence: text('规则', { max: 2000 }),
  status: segmentFields.status,
  lastRunAt: taskFields.sendAt.nullable(),
  members: count('会员'),
  version: count('修订'),
})
export type ManagedTag = z.output<typeof ManagedTag>
export const ManagedTagPage = page(ManagedTag)
export const ManagedTagQuery = z.object({ hid: hid.optional(), status: segmentFields.status.optional(), ...pageSize })
export const SaveManagedTag = z.object({
  hid: hid.optional(),
  name: text('标签', { max: 20 }).min(1),
  tree,
  status: segmentFields.status.default(ruleStates.is.active),
})
export const UpdateManagedTag = SaveManagedTag.extend({ id: id('规则标签') })
export const TagStatus = z.object({ id: id('规则标签'), status: segmentFields.status })
