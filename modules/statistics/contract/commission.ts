/** Commission rules: the share a role gets of its sales, from a day on. */
import { date, del, get, id, choice, money, page, perPage, post, text, z, term } from '#kernel/contract/index.ts'
import { kind } from '#modules/billing/contract/fields.ts'

/** Roles of a person on a bill or a top-up. */
export const roles = { 1: '销售', 2: '医生', 3: '加工', 4: '验光师', 5: '顾问' } as const
const fields = {
  role: choice('角色', roles),
  kind: kind.nullable().default(null),
  brandId: id('品牌').nullable().default(null),
  productId: id('商品').nullable().default(null),
  /** Percentage of the charged amount. Without it and without `piece`, the scope has no rule of its own from that day on. */
  percent: z.number().min(0).max(100).multipleOf(0.01).nullable().default(null).meta({ label: '百分比', format: 'measure', unit: '%' }),
  piece: money('每件', { max: 100_000 }).nullable().default(null),
}
export const CommissionRule = z.object({
  ruleId: id('规则'),
  hid: id('门店'),
  ...fields,
  brandName: text('品牌').nullable(),
  productName: text('商品').nullable(),
  fromDay: date('生效日期'),
  /** The day the next rule of the same scope takes effect; null while this one is in force. */
  untilDay: date('被替换').nullable(),
  byName: text('设置人').nullable(),
})
export type CommissionRule = z.output<typeof CommissionRule>
export const NewCommissionRule = z.object({ hid: id('门店'), ...fields, fromDay: term(date('生效日期')).optional() })
export type NewCommissionRule = z.output<typeof NewCommissionRule>
const can = 'stat:commission'
export const commission = {
  'statistics.commission-rules': get('/statistic/commission/{hid}', {
    can,
    summary: 'Ours: rules of commission of a store, of each scope the one that holds first',
    input: z.object({ hid: id('门店'), ...perPage }),
    output: page(CommissionRule),
  }),
  'statistics.commission-add': post('/statistic/commission', {
    can,
    summary: 'Ours: adds a rule of commission from a day on, of the present month at the earliest; what was sold since is reckoned anew',
    input: NewCommissionRule,
    output: CommissionRule,
    fails: ['commission_past', 'commission_twice', 'commission_scope', 'commission_rate'],
  }),
  'statistics.commission-remove': del('/statistic/commission/{ruleId}', {
    can,
    summary: 'Ours: takes away a rule that has not begun',
    input: z.object({ ruleId: id('规则') }),
    output: z.object({ ruleId: id('规则') }),
    fails: ['commission_begun'],
  }),
}
