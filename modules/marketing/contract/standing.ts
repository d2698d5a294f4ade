/** Standing tasks: whom the house writes to by itself, day after day, where a store switched it on. */
import type { ConditionTree } from '#kernel/contract/segments/condition.ts'

export interface StandingDeclaration {
  readonly label: string
  readonly purpose: 'care' | 'marketing'
  /** The WeChat template of a store it goes by first. */
  readonly wechat?: 'recheck' | 'lensDue' | 'orderReady' | 'couponEnds'
  readonly tree: ConditionTree
  /** Days within which nobody gets it again. */
  readonly again: number
  readonly outcome: 'booked' | 'came' | 'bought' | 'coupon'
}
const least = (key: string, value: number): ConditionTree => ({ key, op: 'atLeast', value })
const most = (key: string, value: number): ConditionTree => ({ key, op: 'atMost', value })
const between = (key: string, from: number, to: number): ConditionTree => ({ key, op: 'between', value: [from, to] })
const notBooked: ConditionTree = { key: 'booked', op: 'no' }
/** What is written to within a month of falling due; whoever did not answer then is a call, not another message. */
const MONTH = 30

export const standingTasks = {
  recheckChild: {
    label: '孩子该复查',
    purpose: 'care',
    wechat: 'recheck',
    tree: { all: [most('age', 17), between('lastVisitDays', 180, 180 + MONTH), notBooked] },
    again: 90,
    outcome: 'came',
  },
  recheckAdult: {
    label: '成人该复查',
    purpose: 'care',
    wechat: 'recheck',
    tree: { all: [least('age', 18), between('lastVisitDays', 365, 365 + MONTH), notBooked] },
    again: 180,
    outcome: 'came',
  },
  orthokYear: {
    label: '塑形镜满 11 个月',
    purpose: 'care',
    wechat: 'lensDue',
    tree: { all: [between('okMonths', 11, 13), notBooked] },
    again: 180,
    outcome: 'came',
  },
  careGoods: {
    label: '护理产品快用完',
    purpose: 'care',
    tree: { all: [between('careDays', 75, 75 + MONTH)] },
    again: 60,
    outcome: 'bought',
  },
  softLens: {
    label: '软镜快用完',
    purpose: 'care',
    tree: { all: [between('softDays', 60, 60 + MONTH)] },
    again: 30,
    outcome: 'bought',
  },
  uncollected: {
    label: '眼镜做好没来取',
    purpose: 'care',
    wechat: 'orderReady',
    tree: { all: [{ key: 'frameReady', op: 'yes' }] },
    again: 4,
    outcome: 'came',
  },
  noShow: {
    label: '爽约没再约',
    purpose: 'care',
    wechat: 'recheck',
    tree: { all: [least('noShows', 1), notBooked] },
    again: 180,
    outcome: 'booked',
  },
  packageEnds: {
    label: '套餐快到期',
    purpose: 'care',
    tree: { all: [most('packageEndsIn', 30)] },
    again: 20,
    outcome: 'came',
  },
  birthday: {
    label: '生日前 3 天',
    purpose: 'marketing',
    tree: { all: [most('birthdayIn', 3), { key: 'marketingConsent', op: 'yes' }] },
    again: 300,
    outcome: 'came',
  },
  couponEnds: {
    label: '卡券快到期',
    purpose: 'marketing',
    tree: { all: [most('couponEndsIn', 14), { key: 'marketingConsent', op: 'yes' }] },
    again: 30,
    outcome: 'coupon',
  },
} as const satisfies Readonly<Record<string, StandingDeclaration>>
export type StandingKind = keyof typeof standingTasks
export const isStandingKind = (kind: string): kind is StandingKind => kind in standingTasks
