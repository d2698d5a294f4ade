import { binary, get, outside, page, perPage } from '#kernel/contract/index.ts'
import { Sms } from '#modules/messages/contract/shapes.ts'
import { commission } from './commission.ts'
import { channelCalls } from './families.ts'
import * as s from './shapes.ts'

const fails = ['stat_range', 'stat_split', 'stat_figure'] as const
const guarded = { fails } as const
const figures = (path: string, summary: string) =>
  get(path, { ...guarded, can: 'stat:view', summary, input: s.StatQuery, output: s.Statistic })
const figuresAnywhere = (path: string, summary: string) =>
  get(path, { ...guarded, can: 'stat:view', summary, input: s.AnyStoreQuery, output: s.Statistic })
const table = (path: string, summary: string, timeout = 60) =>
  outside.get(path, {
    ...guarded,
    can: 'stat:export',
    summary,
    input: s.ExportQuery,
    output: binary(),
    binary: true,
    reads: 'nobody',
    timeout,
  })

export const statistics = {
  'statistics.charge': figures(
    '/statistic/charge/{hid}',
    'Stored value: topped up, given, spent, withdrawn, by scheme, way and consultant',
  ),
  'statistics.sales': figures(
    '/statistic/sales/{hid}',
    'Items of bills paid in full less items given back, with discounts, pieces and cost',
  ),
  'statistics.outpatient': figures('/statistic/outpatient/{hid}', 'Visits by doctor, type and source, no-shows and waiting'),
  'statistics.performance': get('/statistic/merit/{hid}', {
    ...guarded,
    can: 'session',
    summary: 'What each person sold, examined and made; everybody sees their own, with stat:staff all of them',
    input: s.StatQuery,
    output: s.Statistic,
  }),
  'statistics.performance-export': table('/statistic/merit/export/{hid}', 'Performance by person as Excel'),
  'statistics.channel': figures('/statistic/channel/{hid}', 'New members by source: visited, and what they paid after 30, 90 and 365 days'),
  'statistics.channel-export': table('/statistic/channel/export/{hid}', 'Channels as Excel'),
  'statistics.shop': figures('/statistic/shop/{hid}', 'Stores side by side'),
  'statistics.inventory': figures(
    '/statistic/inventory/{hid}',
    'Stock held at the end of the range, what came in and went out, idle goods',
  ),
  'statistics.orderstats': figures('/orderstats/list/{hid}', 'Orders by kind, state and supplier: days taken, late, made again'),
  'statistics.orderstats-export': table('/orderstats/export/{hid}', 'Orders by kind as Excel'),
  'statistics.sms': figures('/sms/statistics/{hid}', 'SMS by template and purpose: pieces, delivered, failed, cost'),
  'statistics.sms-records': get('/sms/records/{hid}', {
    can: 'stat:view',
    summary: 'The SMS behind the figures, newest first',
    input: s.ExportQuery.extend(perPage),
    reads: 'many',
    output: page(Sms),
    fails: ['stat_range'],
  }),
  'statistics.feebill': figures('/feebill/statistics/{hid}', 'Money taken and given back by way and cashier, bills by state'),
  'statistics.feebill-export': table('/feebill/export/{hid}', 'Money by way as Excel'),
  'statistics.fee-bills': figuresAnywhere('/{product}/fee-bills/statistics', 'The same as statistics.feebill (newer path)'),
  'statistics.fee-bills-export': outside.get('/{product}/fee-bills/export', {
    ...guarded,
    can: 'stat:export',
    summary: 'The same as statistics.feebill-export (newer path)',
    input: s.AnyStoreExport,
    output: binary(),
    binary: true,
    reads: 'nobody',
    timeout: 60,
  }),
  'statistics.feecategory': figures('/feecategory/statistics/{hid}', 'Items sold and given back by fee category'),
  'statistics.feecategory-list': get('/feecategory/list/{hid}', {
    can: 'session',
    summary: 'Fee categories: the kinds of charged items',
    input: s.ByStore,
    output: s.FeeCategories,
  }),
  'statistics.stock-in': figuresAnywhere(
    '/v1/{product}/statistic/stock-in',
    'Pieces and value that came in, by type, category, supplier and warehouse',
  ),
  'statistics.stock-out': figuresAnywhere(
    '/v1/{product}/statistic/stock-out',
    'Pieces and value that went out, by type, category, supplier and warehouse',
  ),
  'statistics.account': figuresAnywhere('/v1/account/statistics', "Stores' accounts at head office: recharged, spent by service, left"),
  'statistics.wechat-guest-export': outside.get('/statistic/wechat-guest/export/{hid}', {
    can: 'stat:export',
    summary: 'Members who were bound to WeChat in the range, as Excel',
    input: s.ExportQuery,
    output: binary(),
    binary: true,
    reads: 'many',
    timeout: 60,
    fails: ['stat_range'],
  }),
  'statistics.detail-export': outside.get('/statistic/detail/export/{hid}', {
    ...guarded,
    can: 'stat:export',
    summary: 'The lines behind a figure as Excel, streamed',
    input: s.DetailQuery,
    output: binary(),
    binary: true,
    reads: 'nobody',
    timeout: 300,
  }),
  'statistics.lines': get('/statistic/lines/{hid}', {
    ...guarded,
    can: 'stat:view',
    summary: 'Ours: the lines behind a figure, oldest first; their sum is the figure',
    input: s.LinesQuery,
    output: s.StatLines,
  }),
  'statistics.performance-lines': get('/statistic/merit/lines/{hid}', {
    ...guarded,
    can: 'session',
    summary: "Ours: the lines behind a figure of performance; everybody's own, with stat:staff of all",
    input: s.OwnLinesQuery,
    output: s.StatLines,
  }),
  ...commission,
  ...channelCalls,
}
export default statistics
/** The call of each statistic. */
export const callOf = {
  charge: 'statistics.charge',
  sales: 'statistics.sales',
  outpatient: 'statistics.outpatient',
  performance: 'statistics.performance',
  channel: 'statistics.channel',
  shop: 'statistics.shop',
  inventory: 'statistics.inventory',
  orderstats: 'statistics.orderstats',
  sms: 'statistics.sms',
  feebill: 'statistics.feebill',
  feecategory: 'statistics.feecategory',
} as const
