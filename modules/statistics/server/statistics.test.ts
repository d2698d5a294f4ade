/** Figures through the calls: what they say, who may see them, what they refuse. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { tillOf } from '../../../tests/till.ts'
import type { StatFigure, Statistic } from '../contract/shapes.ts'
import { callOf } from '../contract/endpoints.ts'

let clinic: Clinic
const { till, member, bill, giveBack } = tillOf(() => clinic)
const today = clinicNow().slice(0, 10)
beforeAll(async () => {
  clinic = await freshClinic()
})
const figure = (statistic: Statistic, key: string): StatFigure | undefined => statistic.figures.find((f) => f.key === key)
const manager = () => clinic.as('manager')
const paid = async (price: number, payWay = 1) => {
  const { fbid } = await bill(await member(), [{ name: '项目', price, priceReason: '测试' }])
  await till().call('feebill.confirm', { fbid, payStyleList: [{ payWay, amount: price }] } as never)
  return fbid
}

describe('statistics', () => {
  it('实收 and 销售 count what was paid and given back, and the books behind them say the same', async () => {
    await paid(200)
    await giveBack(await paid(50, 2))
    const money = await manager().call('statistics.feebill', { hid: clinic.hid })
    expect(figure(money, 'received')).toMatchObject({ amount: 200 })
    expect(figure(money, 'income')).toMatchObject({ amount: 200, ledger: { amount: 200 } })
    expect(figure(money, 'refunded')).toMatchObject({ amount: 50 })
    expect(money.splits.find((s) => s.key === 'way')!.rows.map((r) => [r.label, r.values[0]!.amount])).toEqual([
      ['现金', 200],
      ['微信', 0],
    ])
    const sold = await manager().call('statistics.sales', { hid: clinic.hid })
    expect(figure(sold, 'net')).toMatchObject({ amount: 200, ledger: { amount: 200 } })
    expect(figure(sold, 'bills')).toMatchObject({ count: 2, ledger: { count: 2 } })
    expect(sold.points).toHaveLength(30)
    expect(sold.points.at(-1)!.day).toBe(today)
    expect(await manager().call('statistics.fee-bills', { hid: clinic.hid })).toEqual(money)
  })
  it.each(Object.values(callOf))('%s: every figure is the sum of the lines behind it', async (id) => {
    const stat = (await manager().call(id, { hid: clinic.hid })) as Statistic
    for (const f of stat.figures) {
      if (['rate', 'minutes', 'days'].includes(f.unit) || ['each', 'daily'].includes(f.key)) continue
      const { list } = await manager().call('statistics.lines', { hid: clinic.hid, view: stat.view, figure: f.key, per_page: 0 } as never)
      const sum = list.reduce((n, l) => n + (l.amount ?? l.count ?? 0), 0)
      expect([f.key, Math.round(sum * 100)]).toEqual([f.key, Math.round((f.amount ?? f.count ?? 0) * 100)])
    }
  })
  it('somebody without the right sees their own performance and nothing of others', async () => {
    const own = await till().call('statistics.performance', { hid: clinic.hid })
    expect(own.splits.find((s) => s.key === 'person')?.rows ?? []).toEqual([])
    expect(await till().refusal('statistics.sales', { hid: clinic.hid })).toMatchObject({ code: 20405 })
    expect(await till().refusal('statistics.lines', { hid: clinic.hid, view: 'sales', figure: 'net' })).toMatchObject({ code: 20405 })
    expect((await till().call('statistics.performance-lines', { hid: clinic.hid, figure: 'net' })).list).toEqual([])
  })
  it('a reversed range, more than five years, an unknown split and figure, and a store of another are refused', async () => {
    const refused = (more: object) => manager().refusal('statistics.sales', { hid: clinic.hid, ...more })
    expect(await refused({ startTime: today, endTime: addDays(today, -1) })).toMatchObject({ field: 'startTime' })
    expect(await refused({ startTime: addDays(today, -1900), endTime: today })).toMatchObject({ field: 'startTime' })
    expect(await refused({ split: 'moon', key: '1' })).toMatchObject({ field: 'split' })
    expect(await manager().refusal('statistics.lines', { hid: clinic.hid, view: 'sales', figure: 'moon' })).toMatchObject({
      field: 'figure',
    })
    expect(await refused({ hid: 999_999_999 })).toMatchObject({ code: 1 })
  })
  it('days sum to weeks and to months', async () => {
    const range = { hid: clinic.hid, startTime: addDays(today, -100), endTime: today }
    const ask = (by: 'day' | 'week' | 'month') => manager().call('statistics.sales', { ...range, by })
    const [day, week, month] = await Promise.all([ask('day'), ask('week'), ask('month')])
    const sums = (s: Statistic) =>
      s.columns.map((_, i) =>
        s.points.reduce((n, p) => n + (s.columns[i]!.unit === 'rate' ? 0 : (p.values[i]!.amount ?? p.values[i]!.count ?? 0)), 0),
      )
    const whole = day.columns.map((c) => c.key !== 'each' && c.unit !== 'rate')
    const only = (values: number[]) => values.filter((_, i) => whole[i])
    expect(only(sums(week))).toEqual(only(sums(day)))
    expect(only(sums(month))).toEqual(only(sums(day)))
  })
  it('a table and the lines behind a figure come as files', async () => {
    for (const id of [
      'statistics.performance-export',
      'statistics.channel-export',
      'statistics.orderstats-export',
      'statistics.feebill-export',
      'statistics.detail-export',
      'statistics.wechat-guest-export',
    ] as const) {
      const response = await manager().raw(id, { hid: clinic.hid })
      expect([id, response.headers.get('content-type')]).toEqual([id, expect.stringContaining('spreadsheetml')])
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(500)
    }
  })
})
