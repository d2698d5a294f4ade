import { count, date, id, moment, money, page, perPage, text, word, z } from '#kernel/contract/index.ts'
import { views, type ViewName } from './views/views.ts'

const most = { min: -1_000_000_000, max: 1_000_000_000 } as const
export const units = { money: '元', count: '个', rate: '百分比', minutes: '分钟', days: '天' } as const
export const unit = word('单位', units)
export const by = word('汇总', { day: '日', week: '周', month: '月' })
const titles = {
  charge: views.charge.title,
  sales: views.sales.title,
  outpatient: views.outpatient.title,
  performance: views.performance.title,
  channel: views.channel.title,
  shop: views.shop.title,
  inventory: views.inventory.title,
  orderstats: views.orderstats.title,
  sms: views.sms.title,
  feebill: views.feebill.title,
  feecategory: views.feecategory.title,
  'stock-in': views['stock-in'].title,
  'stock-out': views['stock-out'].title,
  account: views.account.title,
} satisfies Record<ViewName, string>
export const viewName = word('统计', titles)

/** Value of a figure: money in `amount`, anything else in `count`. Both are null without a value (a rate of fewer than ten cases). */
const value = { amount: money('金额', most).nullable(), count: z.number().nullable().meta({ label: '数值', format: 'count' }) }
export const StatValue = z.object(value)
export type StatValue = z.output<typeof StatValue>
const key = text('键', { max: 200 })
const label = text('名称', { max: 200 })
const StatColumn = z.object({ key, label, unit })
export const StatFigure = z.object({
  key,
  label,
  unit,
  means: text('口径', { max: 200 }),
  bad: z.boolean().meta({ label: '上升不利', format: 'flag' }),
  aside: z.boolean().meta({ label: '只在表中', format: 'flag' }),
  ...value,
  former: StatValue,
  lastYear: StatValue,
  /** Figure of the corresponding ledger book; null where no book corresponds. */
  ledger: StatValue.nullable(),
})
export type StatFigure = z.output<typeof StatFigure>
const StatPoint = z.object({ day: date('日期'), values: z.array(StatValue), former: StatValue })
const StatRow = z.object({ key, label, values: z.array(StatValue) })
export const StatSplit = z.object({ key, label, columns: z.array(StatColumn), rows: z.array(StatRow) })
export type StatSplit = z.output<typeof StatSplit>
/** A line of the bridge between two bases. `gap` of a total is the sum of the lines above it less the figure. */
export const stepIs = word('作用', { plus: '加', minus: '减', total: '合计', note: '另' })
const StatStep = z.object({ figure: key, is: stepIs, gap: money('差', most).nullable() })
/** A day whose main figure deviates by more than three MAD from its weekday in the twelve weeks before the end of the range. */
const Unusual = z.object({ day: date('日期'), ...value, low: StatValue, high: StatValue, cases: count('同星期几的天数') })
export const Statistic = z.object({
  view: viewName,
  title: text('统计'),
  hid: z.int().min(0).meta({ label: '门店', format: 'id' }),
  stores: z.array(z.object({ hid: id('门店'), name: text('门店') })),
  startTime: date('开始日期'),
  endTime: date('结束日期'),
  formerStart: date('上期开始'),
  formerEnd: date('上期结束'),
  by,
  main: key,
  figures: z.array(StatFigure),
  columns: z.array(StatColumn),
  points: z.array(StatPoint),
  splits: z.array(StatSplit),
  bridge: z.array(StatStep),
  /** Keys of the figures of a funnel. */
  steps: z.array(key),
  unusual: Unusual.nullable(),
})
export type Statistic = z.output<typeof Statistic>

const store = z.int().min(0).meta({ label: '门店', format: 'id' })
const days = { startTime: date('开始日期').optional(), endTime: date('结束日期').optional() }
/** Restricts to one value of one split. */
const only = { split: text('拆分', { max: 40 }).optional(), key: text('键', { max: 200 }).optional() }
const range = { ...days, by: by.default('day'), ...only }
export const StatQuery = z.object({ hid: store, ...range })
export type StatQuery = z.output<typeof StatQuery>
/** Optional store for paths without one: 0, the default, means all stores of the account. */
export const AnyStoreQuery = z.object({ hid: store.default(0), ...range })
export const ExportQuery = z.object({ hid: store, ...days })
export const AnyStoreExport = z.object({ hid: store.default(0), ...days })
export const FeeCategories = page(z.object({ fcid: z.int().meta({ label: '类别', format: 'count' }), name: text('名称') }))
export const ByStore = z.object({ hid: store })

const figure = { view: viewName, figure: text('数字', { max: 40 }) }
/** The selected figure, with one value of a split if one was selected, and its days. */
export const LinesQuery = z.object({ hid: store, ...figure, ...days, ...only, ...perPage })
export type LinesQuery = z.output<typeof LinesQuery>
/** The same for performance, where every account may see its own figures. */
export const OwnLinesQuery = LinesQuery.omit({ view: true })
/** Default figure: the main one of sales. */
export const DetailQuery = z.object({
  hid: store,
  view: viewName.default('sales'),
  figure: text('数字', { max: 40 }).optional(),
  ...days,
  ...only,
})
export const StatLine = z.object({
  at: moment('时间'),
  storeName: text('门店'),
  what: text('单据', { max: 400, width: 240 }),
  ...value,
  /** Page of the document; null if there is none. */
  path: text('页面', { max: 200 }).nullable(),
})
export type StatLine = z.output<typeof StatLine>
export const StatLines = page(StatLine)
