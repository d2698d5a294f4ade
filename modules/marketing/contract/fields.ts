import { clock, count, flag, id, moment, money, name, note, personal, phone, status, text, word, z } from '#kernel/contract/index.ts'
import { ConditionTree } from '#kernel/contract/segments/condition.ts'
import { ruleStates, taskStates, templateStates } from './states.ts'

export const taskId = id('短信任务')
export const hid = id('门店')
export const purpose = word('用途', { care: '关怀', marketing: '营销' })
export const outcome = word('看什么', { booked: '预约', came: '到店', bought: '消费', coupon: '用券' })
/** Trees nest in themselves, which the types of endpoints do not follow; `asTree` reads one again. */
export const tree: z.ZodType<object> = ConditionTree.meta({ label: '条件' })
export const wording = z.object({
  templateId: id('模板'),
  params: z.record(z.string().max(40), z.string().trim().max(60)).default({}).meta({ label: '变量' }),
})
export const segmentFields = {
  id: id('人群'),
  hid,
  name: name('人群', { max: 40 }),
  wholeChain: flag('跨门店'),
  no: count('版本'),
  status: status('状态', ruleStates),
  version: count('修订'),
  createdAt: moment('建立时间'),
}
export const templateFields = {
  id: id('模板'),
  hid,
  name: name('模板', { max: 40 }),
  purpose,
  text: note('内容', 300).min(4),
  state: status('报备', templateStates),
  reason: text('驳回原因', { max: 200 }).nullable(),
  version: count('修订'),
}
export const taskFields = {
  id: taskId,
  hid,
  name: name('任务', { max: 40 }),
  purpose,
  status: status('状态', taskStates),
  people: count('号码'),
  sendAt: moment('发送时间'),
  ceiling: money('封顶'),
  controlPercent: count('对照组', { max: 50, unit: '%' }),
  outcome,
  outcomeDays: count('观察', { min: 1, max: 90, unit: '天' }),
  segmentId: id('人群').nullable(),
  wechatTemplateId: id('微信模板').nullable(),
  needsApproval: flag('须审批'),
  wholeChain: flag('跨门店'),
  submittedAt: moment('提交时间').nullable(),
  submittedByName: text('提交人').nullable(),
  approvedAt: moment('审批时间').nullable(),
  approvedByName: text('审批人').nullable(),
  rejectedReason: text('退回原因', { max: 200 }).nullable(),
  stoppedAt: moment('停止时间').nullable(),
  sentAt: moment('开始发送').nullable(),
  version: count('修订'),
}
export const settingFields = {
  sendFrom: clock('发送从'),
  sendTo: clock('发送到'),
  restDays: count('两次营销之间', { max: 365, unit: '天' }),
  monthMax: money('每月短信预算'),
  approveFrom: count('超过多少个号码须另一人审批', { max: 200 }),
}
/** Why somebody who matches is not written to. */
export const fallReason = word('原因', {
  noNumber: '没有手机号',
  stopped: '不再联系',
  unsubscribed: '已退订',
  noConsent: '没同意收营销短信',
  noHealth: '没同意健康信息营销',
  toldRecently: '近期收过消息',
  inTest: '正在别的测试里',
  shared: '同一号码合成一条',
})
/** Conditions a member fits, some of them of health: nothing of the list is left under a mask. */
export const factField = personal(
  z.array(z.object({ label: text('条件'), words: text('符合', { max: 200 }) })).meta({ label: '为什么是他' }),
)
export const touchFields = {
  id: id('触达'),
  at: moment('时间'),
  purpose,
  taskId: taskId.nullable(),
  taskName: text('任务').nullable(),
  mobile: personal(phone('手机号')),
  text: personal(text('内容', { max: 1000 })),
  facts: factField,
  arm: count('写法'),
  cost: money('费用'),
  channel: word('渠道', { sms: '短信', wechat: '微信' }),
  smsStatus: count('短信状态').nullable(),
  openedAt: moment('打开链接').nullable(),
  result: text('结果'),
}
/** What a WeChat template of a store says. */
export const wechatKind = word('模板', {
  recheck: '复查提醒',
  booked: '预约成功',
  tomorrow: '明天就诊',
  moved: '改约通知',
  called: '叫号通知',
  report: '报告可看',
  orderReady: '订单可取',
  orderLate: '订单延期',
  lensDue: '镜片到期',
  balance: '余额变动',
  couponGiven: '领到卡券',
  couponEnds: '卡券将到期',
})
export const unsubscribeWay = word('方式', { reply: '回复R', link: '点链接', h5: '手机页', desk: '到店', phone: '电话' })
