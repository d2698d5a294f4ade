/**
 * 新客 and 初诊: the first bill a member paid and the first visit, each once in the whole organisation, whatever happens to bills, visits and
 * members.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { makeWalkIn } from '#modules/reservations/server/make.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { tillOf } from '../../../tests/till.ts'
import type { Statistic } from '../contract/shapes.ts'
import { cubeDifferences, firstDifferences } from './verify.ts'

let clinic: Clinic
const { till, manager, member, bill, pay } = tillOf(() => clinic)
beforeAll(async () => {
  clinic = await freshClinic()
})
const outpatient = () => manager().call('statistics.outpatient', { hid: clinic.hid }) as Promise<Statistic>
const count = async (key: string): Promise<number> => (await outpatient()).figures.find((f) => f.key === key)?.count ?? 0
const paid = async (pid: number, price = 100) => {
  const { fbid } = await bill(pid, [{ name: '项目', price, priceReason: '测试' }])
  await pay(fbid, price)
  return fbid
}
const came = (pid: number) =>
  makeWalkIn((id, input) => clinic.as('reception').call(id as 'reservations.legacy.save', input as never), { hid: clinic.hid, pid })
const differences = () =>
  clinic.tx(async (cx) => {
    const checks = [cubeDifferences('firsts'), firstDifferences]
    const rows = await Promise.all(checks.map((query) => cx.db.rows({ oid: 'number', what: 'string' }, query)))
    return rows.flat().map((r) => r.what)
  })

describe('新客 and 初诊', () => {
  it('count a member once, with the first bill that was paid and the first visit, and open their lines', async () => {
    const [customers, visits] = [await count('newCustomers'), await count('first')]
    const pid = await member()
    const { fbid } = await bill(pid, [{ name: '项目', price: 100, priceReason: '测试' }])
    expect(await count('newCustomers')).toBe(customers)
    await pay(fbid, 100)
    await paid(pid)
    await came(pid)
    await clinic.tx((cx) =>
      cx.db.run(
        sql`
          update reservation
          set visit_at = visit_at - interval '1 day', visit_end = visit_end - interval '1 day'
          where pid = ${pid}
        `,
      ),
    )
    expect([await count('newCustomers'), await count('first')]).toEqual([customers + 1, visits + 1])
    expect(await count('again')).toBe((await count('came')) - (await count('first')))
    for (const figure of ['newCustomers', 'first']) {
      const { list } = await manager().call('statistics.lines', { hid: clinic.hid, view: 'outpatient', figure, per_page: 0 } as never)
      expect(list.reduce((n, l) => n + (l.count ?? 0), 0)).toBe(await count(figure))
      expect(list.every((l) => l.path !== null)).toBe(true)
    }
    expect(await differences()).toEqual([])
  })
  it('a bill that costs nothing makes no customer', async () => {
    const customers = await count('newCustomers')
    await paid(await member(), 0)
    expect(await count('newCustomers')).toBe(customers)
  })
  it('merged members are one customer, and two again when that is undone', async () => {
    const [customers, visits] = [await count('newCustomers'), await count('first')]
    const [keepPid, dropPid] = [await member(), await member()]
    for (const pid of [keepPid, dropPid]) {
      await paid(pid)
      await came(pid)
    }
    expect(await count('newCustomers')).toBe(customers + 2)
    const { id } = await manager().call('patients.merge', { keepPid, dropPid })
    expect([await count('newCustomers'), await count('first')]).toEqual([customers + 1, visits + 1])
    expect(await differences()).toEqual([])
    await manager().call('patients.merge-undo', { id })
    expect(await count('newCustomers')).toBe(customers + 2)
    expect(await differences()).toEqual([])
  })
  it('bills of one member that are paid at once make one customer, the earliest', async () => {
    const customers = await count('newCustomers')
    const pid = await member()
    const bills = await Promise.all(Array.from({ length: 8 }, () => bill(pid, [{ name: '项目', price: 10, priceReason: '测试' }])))
    await Promise.all(bills.map(({ fbid }) => till().call('feebill.confirm', { fbid, payStyleList: [{ payWay: 1, amount: 10 }] } as never)))
    expect(await count('newCustomers')).toBe(customers + 1)
    expect(await differences()).toEqual([])
  })
  it('a member whose source is corrected moves to it', async () => {
    const pid = await member()
    await paid(pid)
    await clinic.tx((cx) => cx.db.run(sql`update patient set source_id = (select min(id) from patient_source) where pid = ${pid}`))
    expect(await differences()).toEqual([])
  })
})
