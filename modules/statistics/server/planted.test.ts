/**
 * What is wrong in a clinic stands on the screen that is about it: a batch nobody buys, one about to expire, a power sold out, a slow
 * supplier, a heavy discounter, a dear channel.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, insert } from '#kernel/server/index.ts'
import { makeFrame, makeLens } from '#modules/products/server/make.ts'
import { issue, receive } from '#modules/stock/server/door.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { tillOf } from '../../../tests/till.ts'
import type { Statistic } from '../contract/shapes.ts'
import { cubeDifferences } from './verify.ts'

let clinic: Clinic
const { till, manager, member } = tillOf(() => clinic)
const today = clinicNow().slice(0, 10)
beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
})
const ask = (id: string, more: object = {}) =>
  manager().call(id as 'statistics.inventory', { hid: clinic.hid, ...more } as never) as Promise<Statistic>
/** Rows of a split by their label: column → value. */
const rows = (statistic: Statistic, key: string) => {
  const split = statistic.splits.find((s) => s.key === key)!
  return new Map(
    split.rows.map((r) => [r.label, Object.fromEntries(split.columns.map((c, i) => [c.key, r.values[i]!.amount ?? r.values[i]!.count]))]),
  )
}
const warehouse = () => clinic.as('warehouse').call
const linesOf = async (view: string, figure: string, split: string, key: string) =>
  (await manager().call('statistics.lines', { hid: clinic.hid, view, figure, split, key, per_page: 0 } as never)).list

describe('what is wrong stands on its screen', () => {
  it('goods nobody bought for half a year are idle; what expires soon stands by the time it keeps', async () => {
    const [dead, live] = [await makeFrame(warehouse(), { name: '没人买' }), await makeFrame(warehouse(), { name: '好卖' })]
    const long = { requestId: 'test', clock: `${addDays(today, -300)} 10:00:00` }
    const got = (productId: number, more: object = {}) => ({
      ref: 'test',
      hid: clinic.hid,
      reason: '入库',
      lines: [{ productId, quantity: 5, cost: 10_000, ...more }],
    })
    const who = await clinic.tx((cx) => Promise.resolve(cx.who))
    await clinic.booted.database.inTenant(who, long, (then) => receive(then as never, got(dead.productId)))
    await clinic.tx((cx) => receive(cx, got(live.productId, { expiry: addDays(today, 20) })))
    const stat = await ask('statistics.inventory')
    expect([...rows(stat, 'idle')]).toEqual([['没人买', { held: 5, value: 500 }]])
    expect(rows(stat, 'keeps').get('30 天内到期')).toEqual({ held: 5, value: 500 })
    expect(rows(stat, 'keeps').get('没有效期')).toEqual({ held: 5, value: 500 })
    await clinic.tx((cx) =>
      issue(cx, { ref: 'sale:1', hid: clinic.hid, reason: '销售', lines: [{ productId: live.productId, quantity: 2 }] }),
    )
    // 800 yuan held, 200 out in thirty days: 120 days.
    expect((await ask('statistics.inventory')).figures.find((f) => f.key === 'turn')?.count).toBe(120)
  })
  it('a power that sold and of which nothing is left is out of stock, and opens its movements', async () => {
    const { productId } = await makeLens(warehouse(), { name: '断货镜片' })
    const power = { sph: -3, cyl: 0 }
    await clinic.tx((cx) =>
      receive(cx, {
        ref: 'test',
        hid: clinic.hid,
        reason: '入库',
        lines: [
          { productId, quantity: 2, cost: 100, ...power },
          { productId, quantity: 2, cost: 100, sph: -2, cyl: 0 },
        ],
      }),
    )
    await clinic.tx((cx) =>
      issue(cx, {
        ref: 'sale:2',
        hid: clinic.hid,
        reason: '销售',
        lines: [
          { productId, quantity: 2, ...power },
          { productId, quantity: 1, sph: -2, cyl: 0 },
        ],
      }),
    )
    const gone = (await ask('statistics.inventory')).splits.find((s) => s.key === 'gone')!
    expect(gone.rows.map((r) => [r.label.endsWith('-3.00/+0.00'), r.values[0]!.count])).toEqual([[true, 2]])
    const list = await linesOf('inventory', 'out', 'gone', gone.rows[0]!.key)
    expect(list.reduce((n, l) => n + (l.count ?? 0), 0)).toBe(2)
  })
  it('a slow supplier stands beside a quick one with days and share of late deliveries', async () => {
    await clinic.tx(async (cx) => {
      for (const [name, took, times] of [
        ['快的', 2, 10],
        ['慢的', 15, 10],
      ] as const) {
        const { supplierId } = await insert(cx, 'supplier', { name, hid: clinic.hid } as never)
        for (let n = 0; n < times; n++) {
          const day = addDays(today, -20)
          const { orderId } = await insert(cx, 'supply_order', {
            hid: clinic.hid,
            kind: 'care',
            flow: 'supply',
            orderNo: `${name}${n}`,
            mode: 1,
            supplierId,
            orderDate: day,
            promisedOn: addDays(day, 5),
          } as never)
          await insert(cx, 'supply_receipt', {
            hid: clinic.hid,
            orderId,
            receiptNo: `R${name}${n}`,
            at: `${addDays(day, took)} 10:00:00`,
          } as never)
        }
      }
    })
    const by = rows(await ask('statistics.orderstats'), 'supplier')
    expect(by.get('慢的')).toMatchObject({ receipts: 10, supplied: 15, suppliedLateRate: 100 })
    expect(by.get('快的')).toMatchObject({ receipts: 10, supplied: 2, suppliedLateRate: 0 })
  })
  it('a heavy discounter stands out by the share given away', async () => {
    const sell = async (role: 'optometrist' | 'reception', discount: number) => {
      const items = [{ name: '项目', price: 100, quantity: 1, priceReason: '测试' }]
      const { feebill } = await till().call('feebill.save', { pid: await member(), salerId: clinic.ctid(role), items, discount } as never)
      await till().call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 1, amount: feebill.billPrice }] } as never)
    }
    for (let n = 0; n < 3; n++) {
      await sell('optometrist', 10)
      await sell('reception', 8.5)
    }
    const rates = [...rows(await ask('statistics.sales'), 'saler').values()].map((r) => r.offRate)
    expect(rates.sort()).toEqual([0, 15])
  })
  it('a channel that costs is set against the members it brought; a correction moves it', async () => {
    const { id } = await clinic.tx((cx) => insert(cx, 'patient_source', { hid: clinic.hid, name: '地推' }))
    for (let n = 0; n < 10; n++) await member({ sourceId: id })
    const cost = await manager().call('channel-costs.create', { hid: clinic.hid, sourceId: id, day: today, amount: 1500 } as never)
    expect(rows(await ask('statistics.channel'), 'source').get('地推')).toMatchObject({ members: 10, cost: 1500, each: 150 })
    await manager().call('channel-costs.update', { ...cost, amount: 500 } as never)
    expect(rows(await ask('statistics.channel'), 'source').get('地推')).toMatchObject({ cost: 500, each: 50 })
    expect(await till().refusal('channel-costs.create', { hid: clinic.hid, sourceId: id, day: today, amount: 1 })).toMatchObject({
      code: 20405,
    })
  })
  it('costs of channels come in from a file, each by the name of its source; a name nobody has is told by row', async () => {
    await clinic.tx((cx) => insert(cx, 'patient_source', { hid: clinic.hid, name: '公众号' }))
    const csv = `来源,日期,费用,备注\n公众号,${today},88.5,七月\n没有的,${today},1,`
    const file = { filename: '费用.csv', mimetype: 'text/csv', bytes: new TextEncoder().encode(csv) }
    const done = (await manager().call('channel-costs.import', { hid: clinic.hid, file } as never)) as { good: number; errors: unknown }
    expect(done).toMatchObject({ good: 1, bad: 1 })
    expect(JSON.stringify(done.errors)).toContain('没有的')
    const { list } = await manager().call('channel-costs.list', { hid: clinic.hid } as never)
    expect(list).toMatchObject(expect.arrayContaining([expect.objectContaining({ sourceName: '公众号', amount: 88.5, note: '七月' })]))
  })
  it('stores grow against the period before; staff days come from the roster', async () => {
    await clinic.tx((cx) =>
      insert(cx, 'duty', {
        hid: clinic.hid,
        doctorId: clinic.ctid('doctor'),
        day: today,
        shift: 1,
        timeFrom: '09:00',
        timeTo: '17:00',
      } as never),
    )
    const [row] = [...rows(await ask('statistics.shop'), 'store').values()]
    expect(row).toMatchObject({ staffDays: 1, growth: null })
    const differences = await clinic.tx(async (cx) => {
      const found: string[] = []
      for (const name of ['onDuty', 'spent', 'deliveries', 'orders', 'stock', 'prescriptions'] as const)
        for (const { what } of await cx.db.rows({ oid: 'number', what: 'string' }, cubeDifferences(name))) found.push(what)
      return found
    })
    expect(differences).toEqual([])
  })
})
