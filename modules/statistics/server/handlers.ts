import type { z } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, familyHandlers, implement, pageOf, sql, type Cx } from '#kernel/server/index.ts'
import { chargeKinds } from '#modules/loyalty/contract/fields.ts'
import { Sms } from '#modules/messages/contract/shapes.ts'
import { smsRows } from '#modules/messages/server/door.ts'
import { statistics } from '../contract/endpoints.ts'
import { channels } from '../contract/families.ts'
import type { LinesQuery, StatLines } from '../contract/shapes.ts'
import { rangeOf, requestedStores } from './request.ts'
import { addRule, removeRule, rules } from './commission.ts'
import { detailFile, guestFile, tableFile } from './files.ts'
import { Line, linesOf, shownLine } from './lines.ts'
import { statisticOf } from './statistic.ts'

async function lines(cx: Cx<'stat_range' | 'stat_split' | 'stat_figure'>, query: LinesQuery): Promise<z.output<typeof StatLines>> {
  const { listing, unit } = linesOf(cx, query)
  const { list, total } = await pageOf(cx, { of: Line, ...listing }, query)
  return { list: list.map((line) => shownLine(unit, line)), total }
}

export default implement(statistics, {
  'statistics.charge': (cx, query) => statisticOf(cx, 'charge', query),
  'statistics.sales': (cx, query) => statisticOf(cx, 'sales', query),
  'statistics.outpatient': (cx, query) => statisticOf(cx, 'outpatient', query),
  'statistics.performance': (cx, query) => statisticOf(cx, 'performance', query),
  'statistics.channel': (cx, query) => statisticOf(cx, 'channel', query),
  'statistics.shop': (cx, query) => statisticOf(cx, 'shop', query),
  'statistics.inventory': (cx, query) => statisticOf(cx, 'inventory', query),
  'statistics.orderstats': (cx, query) => statisticOf(cx, 'orderstats', query),
  'statistics.sms': (cx, query) => statisticOf(cx, 'sms', query),
  'statistics.feebill': (cx, query) => statisticOf(cx, 'feebill', query),
  'statistics.fee-bills': (cx, query) => statisticOf(cx, 'feebill', query),
  'statistics.feecategory': (cx, query) => statisticOf(cx, 'feecategory', query),
  'statistics.stock-in': (cx, query) => statisticOf(cx, 'stock-in', query),
  'statistics.stock-out': (cx, query) => statisticOf(cx, 'stock-out', query),
  'statistics.account': (cx, query) => statisticOf(cx, 'account', query),
  'statistics.sms-records': async (cx, query) => {
    const { from, until } = rangeOf(cx, query)
    const hids = [...requestedStores(cx, query.hid)]
    const where = [sql`s.hid = any(${hids}::bigint[])`, sql`s.created_at >= ${dayStart(from)}`, sql`s.created_at < ${dayEnd(until)}`]
    return pageOf(cx, { of: Sms, ...smsRows, where }, query)
  },
  'statistics.feecategory-list': async (cx, { hid }) => {
    requestedStores(cx, hid)
    const list = Object.entries(chargeKinds).map(([fcid, name]) => ({ fcid: Number(fcid), name }))
    return { list, total: list.length }
  },
  'statistics.commission-rules': rules,
  'statistics.commission-add': addRule,
  'statistics.commission-remove': removeRule,
  ...familyHandlers(channels),
  'statistics.lines': lines,
  'statistics.performance-lines': (cx, query) => lines(cx, { ...query, view: 'performance' }),
  'statistics.performance-export': (out, query) => tableFile(out, 'performance', 'person', query),
  'statistics.channel-export': (out, query) => tableFile(out, 'channel', 'source', query),
  'statistics.orderstats-export': (out, query) => tableFile(out, 'orderstats', 'kind', query),
  'statistics.feebill-export': (out, query) => tableFile(out, 'feebill', 'way', query),
  'statistics.fee-bills-export': (out, query) => tableFile(out, 'feebill', 'way', query),
  'statistics.wechat-guest-export': guestFile,
  'statistics.detail-export': detailFile,
})
