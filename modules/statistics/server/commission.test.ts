/** Commission: rules with a day they begin on, added and never changed; what a month that is over came to stays, to the byte. */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, sql, type Who } from '#kernel/server/index.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { makeFrame } from '#modules/products/server/make.ts'
import { receive } from '#modules/stock/server/door.ts'
import { tellerOf, type Teller } from '../../../database/demo/teller.ts'
import { freshClinic, server, type Clinic } from '../../../tests/harness.ts'
import { tillOf } from '../../../tests/till.ts'
import type { Statistic } from '../contract/shapes.ts'
import { commissionDifferences, cubeDifferences } from './verify.ts'

let clinic: Clinic
const { till, manager, member, all } = tillOf(() => clinic)
const today = clinicNow().slice(0, 10)
const monthFirst = `${today.slice(0, 7)}-01`
beforeAll(async () => {
  clinic = await freshClinic()
})
const add = (rule: object) =>
  manager().call('statistics.commission-add', { hid: clinic.hid, role: 1, fromDay: monthFirst, ...rule } as never)
const refused = (rule: object) => manager().refusal('statistics.commission-add', { hid: clinic.hid, role: 1, fromDay: monthFirst, ...rule })
const sell = async (price: number, more: object = {}, item: object = {}) => {
  const { feebill } = await till().call('feebill.save', {
    pid: await member(),
    salerId: clinic.ctid('optometrist'),
    items: [{ name: '项目', price, quantity: 1, priceReason: '测试', ...item }],
    ...more,
  } as never)
  await till().call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 1, amount: feebill.billPrice }] } as never)
  return feebill.fbid
}
const performance = (startTime = monthFirst, endTime = today) =>
  manager().call('statistics.performance', { hid: clinic.hid, startTime, endTime } as never) as Promise<Statistic>
const came = async (startTime?: string, endTime?: string) =>
  (await performance(startTime, endTime)).figures.find((f) => f.key === 'commission')?.amount
const back = (fbid: number, items?: object[]) =>
  till().call('fee-bills.refund', { fbid, consent: true, reason: '不要了', items: items ?? [] } as never)
const file = async (startTime: string, endTime: string) => {
  const response = await manager().raw('statistics.performance-export', { hid: clinic.hid, startTime, endTime })
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')
}
/** A call at a moment of the past, as somebody who may do everything. */
class Everything extends Set<string> {
  override has(): boolean {
    return true
  }
}
const then = (clock: string): Teller => {
  const { oid, hid, hids } = clinic
  const base = { oid, hid, hids, uid: 1, name: '店长', account: 'manager', role: 'manager', roles: ['manager'] }
  const who: Who = { ...base, ctid: clinic.ctid('manager'), can: new Everything() }
  return tellerOf(clinic.booted)(who, clock)
}
const soldThen = async (clock: string, price: number): Promise<number> => {
  const moment = then(clock)
  const items = [{ name: '项目', price, quantity: 1, priceReason: '测试' }]
  const { feebill } = await moment('feebill.save', { pid: await member(), salerId: clinic.ctid('optometrist'), items } as never)
  await moment('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 1, amount: price }] } as never)
  return feebill.fbid
}
/** What the cubes and the lines of commission say against their sources, as the owner of the database. */
const differences = async () =>
  onClient((await server()).ownerUrl, async (client) => {
    const found: string[] = []
    for (const query of [cubeDifferences('commission'), cubeDifferences('work'), commissionDifferences])
      for (const row of (await client.query(query.text, query.values)).rows as Array<{ what: string }>) found.push(row.what)
    return found
  })

describe('commission', () => {
  it('a past month replays to the identical file after a new rule and a refund, which takes back later by the old rule', async () => {
    const [first, last] = ['2026-03-01', '2026-03-31']
    await then('2026-03-01 09:00:00')('statistics.commission-add', { hid: clinic.hid, role: 1, percent: 5, fromDay: first } as never)
    const fbid = await soldThen('2026-03-10 10:00:00', 333.33)
    await soldThen('2026-03-20 10:00:00', 100)
    const before = await file(first, last)
    expect(await came(first, last)).toBe(16.67 + 5)
    await add({ percent: 3 })
    await back(fbid, await all(fbid))
    expect(await file(first, last)).toBe(before)
    expect(await came(first, last)).toBe(16.67 + 5)
    // What was sold at 5 % is taken back at 5 %, this month.
    expect(await came()).toBe(-16.67)
    await till().call('fee-bills.cancellation-refund', { fbid })
    expect(await came()).toBe(0)
    expect(await differences()).toEqual([])
  })
  it('the narrowest rule holds, by the piece too; one without a rate leaves it to the wider', async () => {
    const { productId } = await makeFrame(clinic.as('warehouse').call, { name: '提成镜架', brand: '提成牌', price: 200 })
    await clinic.tx((cx) => receive(cx, { ref: 'test', hid: clinic.hid, reason: '入库', lines: [{ productId, quantity: 20, cost: 100 }] }))
    const { list } = await manager().call('brand.list', { text: '提成牌' } as never)
    const start = (await came()) ?? 0
    const frame = () => sell(200, {}, { name: undefined, productId, price: 200, quantity: 2, priceReason: undefined })
    const sold = await frame()
    expect(await came()).toBe(start + 12)
    await add({ kind: 101, percent: 10 })
    expect(await came()).toBe(start + 40)
    await add({ brandId: list[0]!.brandId, piece: 8 })
    expect(await came()).toBe(start + 16)
    await add({ productId, percent: 50 })
    expect(await came()).toBe(start + 200)
    await back(
      sold,
      (await all(sold)).map((i) => ({ ...i, quantity: 1 })),
    )
    expect(await came()).toBe(start + 100)
    await add({ productId, fromDay: addDays(today, 1) })
    expect(await came()).toBe(start + 100)
    expect(await differences()).toEqual([])
  })
  it('every figure of commission is its lines, each of which tells the rule', async () => {
    const { list } = await manager().call('statistics.performance-lines', {
      hid: clinic.hid,
      figure: 'commission',
      startTime: monthFirst,
      endTime: today,
      per_page: 0,
    } as never)
    expect(Math.round(list.reduce((n, l) => n + (l.amount ?? 0), 0) * 100)).toBe(Math.round(((await came()) ?? 0) * 100))
    expect(list.some((l) => l.what.endsWith('· 50%'))).toBe(true)
  })
  it('a consultant earns by the principal of a top-up', async () => {
    await add({ role: 5, percent: 1 })
    const start = (await came()) ?? 0
    await manager().call('chargebill.insert-and-pay', {
      hid: clinic.hid,
      pid: await member(),
      money: 1000,
      moneyGift: 100,
      payWay: 2,
      chargeConsultantId: clinic.ctid('reception'),
    } as never)
    expect(await came()).toBe(start + 10)
  })
  it('a rule of a past month, one twice, two scopes and two rates are refused; one that holds stays, one to come goes', async () => {
    expect(await refused({ percent: 1, fromDay: addDays(monthFirst, -1) })).toMatchObject({ field: 'fromDay' })
    expect(await refused({ percent: 1 })).toMatchObject({ code: expect.any(Number), message: expect.stringContaining('已经有规则') })
    expect(await refused({ kind: 101, productId: 1, percent: 1 })).toMatchObject({ field: 'kind' })
    expect(await refused({ percent: 1, piece: 1 })).toMatchObject({ field: 'percent' })
    expect(await refused({ percent: 101 })).toMatchObject({ field: 'percent' })
    expect(await refused({ percent: 1, productId: 999_999_999 })).toMatchObject({ code: 1 })
    const { list } = await manager().call('statistics.commission-rules', { hid: clinic.hid, per_page: 100 } as never)
    const [held, coming] = [list.find((r) => r.fromDay <= today), list.find((r) => r.fromDay > today)]
    expect(await manager().refusal('statistics.commission-remove', { ruleId: held!.ruleId })).toMatchObject({
      message: expect.stringContaining('已经生效'),
    })
    await manager().call('statistics.commission-remove', { ruleId: coming!.ruleId })
    expect(list.find((r) => r.productId && r.fromDay <= today)?.untilDay).toBe(addDays(today, 1))
  })
  it('the database keeps both: nothing is written into a month that is over, no rule is changed', async () => {
    const tried = (query: ReturnType<typeof sql>) => expect(clinic.tx((cx) => cx.db.run(query))).rejects.toThrow()
    await tried(
      sql`
        insert into commission_rule (hid, role, percent, from_day)
        values (${clinic.hid}, 2, 1, ${addDays(monthFirst, -1)}::date)
      `,
    )
    await tried(sql`update commission_rule set percent = 99`)
    await tried(sql`delete from commission_rule where from_day <= current_date`)
    await tried(sql`update commission_line set amount = 0`)
  })
  it('bills that are paid while a rule is added earn by it, each once', async () => {
    const start = (await came()) ?? 0
    const kind = 0
    const { list } = await manager().call('feeitem.items', { hid: clinic.hid, type: [kind], status: 0 } as never)
    const fiid = list[0]?.fiid
    await Promise.all([...Array.from({ length: 5 }, () => sell(10, {}, fiid ? { fiid } : {})), add({ role: 1, kind, percent: 20 })])
    // What was paid while the rule was added is reckoned by the job of the next minutes.
    await clinic.tx((cx) => cx.db.run(sql`select commission_settle()`))
    expect(await came()).toBeGreaterThan(start)
    expect(await differences()).toEqual([])
  })
  it('everybody sees their own commission, nobody that of others without the right', async () => {
    const own = await clinic
      .as('optometrist')
      .call('statistics.performance', { hid: clinic.hid, startTime: monthFirst, endTime: today } as never)
    expect(own.figures.find((f) => f.key === 'commission')?.amount).not.toBe(0)
    const other = await till().call('statistics.performance', { hid: clinic.hid, startTime: monthFirst, endTime: today } as never)
    expect(other.figures.find((f) => f.key === 'commission')?.amount).toBe(0)
    expect(await till().refusal('statistics.commission-rules', { hid: clinic.hid })).toMatchObject({ code: 20405 })
  })
})
