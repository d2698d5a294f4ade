import { count, date, id, moment, money, page, perPage, text, word, z } from '#kernel/contract/index.ts'
import { views, type ViewName } from './views.ts'

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

/** A figure's value: money in `amount`, anything else in `count`; neither where there is none (a rate of fewer than ten cases). */
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
  /** What the book behind it says; null where no book says the same. */
  ledger: StatValue.nullable(),
})
export type StatFigure = z.output<typeof StatFigure>
const StatPoint = z.object({ day: date('日期'), values: z.array(StatValue), former: StatValue })
const StatRow = z.object({ key, label, values: z.array(StatValue) })
export const StatSplit = z.object({ key, label, columns: z.array(StatColumn), rows: z.array(StatRow) })
export type StatSplit = z.output<typeof StatSplit>
/** A line of the bridge between two bases; `gap` of a total: what the lines above it come to, less the figure. */
export const stepIs = word('作用', { plus: '加', minus: '减', total: '合计', note: '另' })
const StatStep = z.object({ figure: key, is: stepIs, gap: money('差', most).nullable() })
/** A day whose main figure lies beyond three MAD of its weekday in the twelve weeks before the range's end. */
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
  /** Keys of the figures that follow one from the other. */
  steps: z.array(key),
  unusual: Unusual.nullable(),
})
export type Statistic = z.output<typeof Statistic>

const store = z.int().min(0).meta({ label: '门店', format: 'id' })
const days = { startTime: date('开始日期').optional(), endTime: date('结束日期').optional() }
/** One value of one split: the figures of that alone. */
const only = { split: text('拆分', { max: 40 }).optional(), key: text('键', { max: 200 }).optional() }
const range = { ...days, by: by.default('day'), ...only }
export const StatQuery = z.object({ hid: store, ...range })
export type StatQuery = z.output<typeof StatQuery>
/** The same where the path has no store: 0, as without it, is every store the account may enter. */
export const AnyStoreQuery = z.object({ hid: store.default(0), ...range })
export const ExportQuery = z.object({ hid: store, ...days })
export const AnyStoreExport = z.object({ hid: store.default(0), ...days })
export const FeeCategories = page(z.object({ fcid: z.int().meta({ label: '类别', format: 'count' }), name: text('名称') }))
export const ByStore = z.object({ hid: store })

const figure = { view: viewName, figure: text('数字', { max: 40 }) }
/** What was clicked on: a figure, of one value of a split where one was meant, in some days. */
export const LinesQuery = z.object({ hid: store, ...figure, ...days, ...only, ...perPage })
export type LinesQuery = z.output<typeof LinesQuery>
/** The same of performance, which everybody sees of themselves. */
export const OwnLinesQuery = LinesQuery.omit({ view: true })
/** Without a figure: the main one of sales. */
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
  /** Where the paper is shown; null where there is no page of it. */
  path: text('页面', { max: 200 }).nullable(),
})
export type StatLine = z.output<typeof StatLine>
export const StatLines = page(StatLine)
