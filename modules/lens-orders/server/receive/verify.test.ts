/** What `npm run verify` says of orders: nothing while they agree, and each planted fault by its sentence. */
import { beforeAll, describe, expect, it } from 'vitest'
import { dbOn, type Db } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { sql, type Sql } from '#kernel/server/index.ts'
import { freshClinic, server, type Clinic } from '../../../../tests/harness.ts'
import { linkFor, makeGoods, makeSupplier, orderOf } from '../make.ts'
import { orderChecks } from './verify.ts'

let clinic: Clinic
const ids: Record<'handed' | 'ready' | 'cancelled', number> = { handed: 0, ready: 0, cancelled: 0 }
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const found = async (spoil: (db: Db) => Promise<unknown> = async () => undefined): Promise<string[]> =>
  onClient((await server()).ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const db = dbOn(client)
    await spoil(db)
    const all: string[] = []
    for (const check of orderChecks) all.push(...(await check.run(db)).differences)
    await client.query('rollback')
    return all.filter((d) => d.startsWith(`organisation ${clinic.oid},`))
  })

beforeAll(async () => {
  clinic = await freshClinic()
  await as('chain').call('orders.credit-limit', { hid: clinic.hid, limit: 100_000, reason: '年度额度' })
  const supplierId = await makeSupplier(as('manager'))
  const productId = await makeGoods(as('manager'), 10, supplierId)
  const pid = (await as('reception').call('patients.save', { name: '核对人', mobile: '13900000055', birth: '2010-07-01', gender: 1 })).pid
  const { input } = orderOf('okjing', { productId, pid, ...(await linkFor(as, pid, 'okjing')) })
  const submitted = async () => {
    const { orderId } = await as('optometrist').call('orders.create', input as never)
    return as('optometrist').call('orders.status', { oid: orderId, status: 2 })
  }
  const ready = async (serial: string) => {
    const { orderId, fbid, billPrice } = await submitted()
    await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: billPrice! }] })
    await as('doctor').call('orders.review', { id: orderId })
    for (const status of [4, 5]) await as('warehouse').call('orders.status', { oid: orderId, status })
    const lot = { batchNo: 'V1', expiry: '2031-01-01' }
    const lines = [
      { eye: 'od' as const, serial: `${serial}R`, ...lot, measured: { bc: 8.3, target: -3.25, dia: 10.6 } },
      { eye: 'os' as const, serial: `${serial}L`, ...lot, measured: { bc: 8.2, target: -2.5, dia: 10.6 } },
    ]
    await as('warehouse').call('orders.receive', { id: orderId, lines })
    return orderId
  }
  ids.handed = await ready('A')
  const signed = { receiver: '本人', signature: 'M20 60 L60 30 L100 70 L140 40' }
  await as('optometrist').call('orders.hand-over', { id: ids.handed, ...signed, od: 'AR', os: 'AL' })
  ids.ready = await ready('B')
  ids.cancelled = (await submitted()).orderId
  await as('reception').call('orders.status', { oid: ids.cancelled, status: 9, reason: '不要了' })
})

describe('verify: orders', () => {
  it('agree', async () => expect(await found()).toEqual([]))
  const own = () => sql`oid = ${clinic.oid}`
  const lineOf = (id: number) => sql`(select min(line_id) from supply_order_line where oid = ${clinic.oid} and order_id = ${id})`
  it.each<[string, () => Sql, RegExp]>([
    [
      'a count',
      () => sql`
        update supply_order_line
        set received = 0
        where ${own()} and line_id = ${lineOf(ids.ready)}
      `,
      /counts 0 received/,
    ],
    [
      'a paper',
      () =>
        sql`
          update stock_in
          set status = 4
          where ${own()}
            and stockin_id in (select stockin_id from supply_receipt where ${own()} and order_id = ${ids.ready})
        `,
      /with 2 pieces, its posted papers have 0/,
    ],
    [
      'a price',
      () => sql`
        update bill_item
        set price = price + 1
        where ${own()} and ref = 'order-line:' || ${lineOf(ids.ready)}
      `,
      /its bill has/,
    ],
    [
      'a bill of what was given up',
      () => sql`update fee_bill set status = 0 where ${own()} and ref = ${`order:${ids.cancelled}`}`,
      /was cancelled, its bill .* still holds 0/,
    ],
    [
      'the eye of a lens',
      () => sql`update ok_lens set eye = 'os', spare = true where ${own()} and serial = 'AR'`,
      /received no such lens for this eye/,
    ],
    ['a lens', () => sql`delete from ok_lens where ${own()} and serial = 'AR'`, /lens AR of it is in nobody's eye/],
    [
      'the credit of what was given up',
      () => sql`
        delete from ledger_entry
        where ${own()} and ref = ${`order:${ids.cancelled}`} and reason = '订单释放额度'
      `,
      /was given up and holds \d+ of credit/,
    ],
    ['a cost', () => sql`update supply_order set cost_total = 1 where ${own()} and order_id = ${ids.ready}`, /of credit and costs 1/],
    [
      'a balance of credit',
      () => sql`
        update ledger_account
        set balance = balance + 5
        where ${own()} and book = 'credit' and key = ${`used:${clinic.hid}`}
      `,
      /used:\d+ holds \d+, the orders of the store/,
    ],
    [
      'for whom goods are held',
      () => sql`
        update batch
        set held_for = 'order:999999'
        where ${own()} and held_for = ${`order:${ids.ready}`}
      `,
      /held for order:999999, which waits for none/,
    ],
    [
      'goods that are free',
      () => sql`update batch set held_for = null where ${own()} and held_for = ${`order:${ids.ready}`}`,
      /waits for its member with 2 pieces, 0 are held/,
    ],
  ])('%s that was changed is named', async (_, spoil, sentence) => {
    expect(await found((db) => db.run(spoil()))).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]))
  })
})
