/**
 * Marketing of the first store: segments, wordings that passed the operators and one that did not, tasks at their stages, rule tags, who
 * unsubscribed.
 */
import type { ConditionTree } from '#kernel/contract/segments/condition.ts'
import { templateStates } from '#modules/marketing/contract/states.ts'
import type { Chain } from './clinic.ts'
import { inTurn } from './teller.ts'
import { shiftDay } from './random.ts'
import type { DemoMember } from './visits.ts'

const age = (from: number, to: number): ConditionTree => ({ key: 'age', op: 'between', value: [from, to] })
const least = (key: string, value: number): ConditionTree => ({ key, op: 'atLeast', value })
const yes = (key: string): ConditionTree => ({ key, op: 'yes' })
const no = (key: string): ConditionTree => ({ key, op: 'no' })
const SEGMENTS: ReadonlyArray<readonly [string, readonly ConditionTree[]]> = [
  ['OK镜戴满 11 个月、90 天未复查', [least('okMonths', 11), least('okCheckedDays', 90)]],
  ['儿童半年没来', [age(3, 17), least('lastVisitDays', 180)]],
  ['成人一年没来', [least('age', 18), least('lastVisitDays', 365)]],
  ['两年镜', [least('glassesMonths', 24), no('frameOpen')]],
  ['七天内生日', [{ key: 'birthdayIn', op: 'atMost', value: 7 }]],
  ['卡券 30 天内到期', [{ key: 'couponEndsIn', op: 'atMost', value: 30 }]],
  ['套餐 30 天内到期', [{ key: 'packageEndsIn', op: 'atMost', value: 30 }]],
  ['储值还有余额', [least('balance', 1)]],
  ['积分满 500', [least('points', 500)]],
  ['眼轴长得快', [age(6, 17), least('axialGrowth', 0.3)]],
  ['家里有 6–12 岁孩子', [{ key: 'childAge', op: 'between', value: [6, 12] }]],
  ['爽约过又没再约', [least('noShows', 1), no('booked')]],
]
const TEMPLATES = [
  { name: '复查提醒', purpose: 'care', text: '该复查了，约40分钟：{link}', passed: true },
  { name: '塑形镜到期', purpose: 'care', text: '该检查镜片了：{link}', passed: true },
  { name: '换镜片减 100', purpose: 'marketing', text: '换镜片减100元，月底止：{link}', passed: true },
  { name: '换镜片减 100（短）', purpose: 'marketing', text: '换镜片减100元，月底止。', passed: true },
  { name: '会员日九折', purpose: 'marketing', text: '本周六会员日，镜架九折，每人一副。', passed: false },
] as const

export async function marketingOf(chain: Chain, everyone: readonly DemoMember[], now: string): Promise<void> {
  const [shop] = chain.shops
  if (!shop) return
  const { hid } = shop
  const today = now.slice(0, 10)
  const marketer = shop.as('marketer', now)
  const manager = shop.as('manager', now)
  const desk = shop.as('reception', now)
  const segments = await inTurn(SEGMENTS, ([name, all]) => marketer('segments.save', { hid, name, tree: { all } }))
  const templates = await inTurn(TEMPLATES, async ({ passed, ...values }) => {
    const { id } = await marketer('marketing.templates.save', { hid, ...values })
    if (passed) await manager('marketing.templates.decide', { id, state: templateStates.is.passed })
    return id
  })
  const { id: wechatTemplateId } = await marketer('marketing.wechat-templates.save', {
    hid,
    kind: 'recheck',
    number: 'TM00417',
    fields: [
      { key: 'thing1', label: '就诊人', text: '{name}' },
      { key: 'thing2', label: '项目', text: '复查，约 40 分钟' },
      { key: 'thing4', label: '门店', text: '{store}' },
      { key: 'thing5', label: '提示', text: '带上平时用的东西，点开选时间' },
    ],
  })
  // The store asks another person for a few households already, so that somebody has something to approve.
  await manager('marketing.settings.save', { hid, sendFrom: '09:00', sendTo: '20:00', restDays: 7, monthMax: 2000, approveFrom: 5 })
  await manager('marketing.standing.save', {
    hid,
    kind: 'orthokYear',
    isOn: true,
    templateId: templates[1] ?? null,
    wechatTemplateId,
    sendAt: '10:30',
    ceiling: 20,
  })
  const wordings = (nth: number) => [{ templateId: templates[nth] ?? 0, params: {} }]
  const sendAt = `${shiftDay(today, 1)} 10:00:00`
  const plan = { hid, sendAt, ceiling: 20 }
  const recall = await marketer('sms-tasks.create', {
    ...plan,
    name: '儿童半年复查',
    purpose: 'care',
    segmentId: segments[1]?.id ?? null,
    wordings: wordings(0),
    wechatTemplateId,
  })
  if ((await marketer('sms-tasks.target-customer', { hid, segmentId: segments[1]?.id })).numbers)
    await marketer('sms-tasks.submit', { id: recall.id })
  await marketer('sms-tasks.create', {
    ...plan,
    name: '换镜片减 100 元',
    purpose: 'marketing',
    segmentId: segments[3]?.id ?? null,
    wordings: wordings(2),
  })
  await marketer('tag-manage.create', { hid, name: '久未到店', tree: least('lastVisitDays', 365) })
  await marketer('tag-manage.create', { hid, name: '微信会员', tree: yes('wechat') })
  for (const { pid } of everyone.filter((m) => m.shop.hid === hid).slice(0, 2)) await desk('marketing.unsubscribe', { pid, way: 'desk' })
}
