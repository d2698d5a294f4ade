/**
 * What `npm run verify` sees: of every table that tells of money or stock, a change of any column that was made behind the calls is found,
 * with the triggers or without; what is not found is personal and concealed in the record.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type pg from 'pg'
import { dbOn, type Db } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { tablesIn } from '#kernel/server/declared.ts'
import { ident, sql } from '#kernel/server/index.ts'
import { mend, type Check } from '#kernel/server/verify.ts'
import { auditKeys, lineDifferences, postingTables, recordsStand, rowDifferences } from '#kernel/server/verify/records.ts'
import { makeDelivery, makeReturn, makeSupplier } from '#modules/purchasing/server/make.ts'
import { checks } from '../../scripts/verify.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, server, type Clinic } from '../harness.ts'
import { tillOf } from '../till.ts'
import { makeFeeItems } from '#modules/billing/server/make.ts'

const declared = Object.fromEntries(tablesIn(modules))
let clinic: Clinic
const { till, manager, member, coupon, bill, pay, all } = tillOf(() => clinic)
const free = (price: number) => ({ name: '项目', price, priceReason: '其他收费' })

/** A day with everything: stored value, coupon, package, points, gift, refund, goods in and out, a payment, a shift. */
async function workedThrough(): Promise<void> {
  const chain = clinic.as('chain')
  const fiid = (await makeFeeItems(manager(), clinic.hid)).get('眼压检查')!
  const pid = await member()
  await till().call('chargebill.insert-and-pay', { hid: clinic.hid, pid, money: 500, moneyGift: 50, payWay: 1 })
  const { fgid } = await manager().call('feegroup.save', { name: '四次', packagePrice: 90, groupItems: [{ fiid, quantity: 4 }] })
  await pay((await bill(pid, [{ fgid }])).fbid, 90)
  const [pack] = (await till().call('packages.list', { pid })).list
  await till().call('packages.item.confirm', { package_item_id: pack!.items[0]!.package_item_id, quantity: 1 })
  const couponId = await coupon(pid, { couponType: 1, value: 30 })
  const { fbid } = await bill(pid, [free(200)])
  await till().call('feebill.confirm', {
    fbid,
    voucherId: couponId,
    payStyleList: [
      { payWay: 1, amount: 70 },
      { payWay: 5, amount: 100 },
    ],
  })
  await coupon(pid, { couponType: 1, value: 10 })
  const [item] = await all(fbid)
  await till().call('fee-bills.refund', { fbid, reason: '不要了', items: [{ ...item!, refundAmount: 50 }], consent: true })
  const { giftId } = await manager().call('points.gifts.create', { giftName: '镜布', points: 5, stock: 10 })
  await till().call('points.exchange', { pid, giftId, handOver: true })
  await till()
    .call('chargebill.transfer', { pid, transferPid: await member(), transferAmount: 20, confirmMoney: 20 })
    .catch(() => undefined)
  await manager().call('chargebill.transfer', { pid, transferPid: await member(), transferAmount: 20, confirmMoney: 20 })
  const { supplierId, lens } = await makeSupplier(manager().call, '核对供应商')
  await makeDelivery(clinic.as('warehouse').call, clinic.hid, supplierId, [{ productId: lens, sph: -2, cyl: 0, quantity: 10, cost: 80 }])
  await makeReturn(manager().call, clinic.hid, supplierId, [{ productId: lens, sph: -2, cyl: 0, quantity: 2 }])
  const { list } = await clinic.as('finance').call('payment-order.supplier', { id: supplierId })
  const order = await clinic.as('finance').call('payment-order.create', { supplierId, payableIds: list.map((p) => p.payableId) })
  await chain.call('payment-order.status', { id: order.id, status: 1 } as never)
}

let client: pg.Client
let db: Db
let done: () => void
beforeAll(async () => {
  clinic = await freshClinic()
  await workedThrough()
  const { ownerUrl } = await server()
  await new Promise<void>((ready) => {
    void onClient(ownerUrl, async (opened) => {
      client = opened
      db = dbOn(opened)
      ready()
      await new Promise<void>((end) => void (done = end))
    })
  })
})
afterAll(() => done())
/** Another value of the type; null becomes one. */
const other: Readonly<Record<string, string>> = {
  bigint: 'coalesce(%C, 0) + 1',
  integer: 'coalesce(%C, 0) + 1',
  numeric: 'coalesce(%C, 0) + 1',
  boolean: 'not coalesce(%C, false)',
  text: "coalesce(%C, '') || '改'",
  date: "coalesce(%C, '2026-01-01') + 1",
  'timestamp with time zone': "coalesce(%C, now()) + interval '1 month'",
  jsonb: `'{"planted": 1}'`,
}
const own = (list: readonly string[]) => list.filter((d) => d.startsWith(`organisation ${clinic.oid},`))
async function found(checked: readonly Check[]): Promise<string[]> {
  const differences: string[] = []
  for (const check of checked) differences.push(...(await check.run(db)).differences)
  return own(differences)
}

describe('papers as recorded', () => {
  it('stand as the audit says while nobody was at them', async () => {
    expect(await found([recordsStand(declared)])).toEqual([])
  })
  it('a planted change of any column is found, or the column is personal', async () => {
    const unseen: string[] = []
    let planted = 0
    for (const { name, key, single } of await auditKeys(db, postingTables(declared))) {
      const columns = await db.rows(
        { col: 'string', type: 'string' },
        sql`
          select a.attname::text col, format_type(a.atttypid, null) "type"
          from pg_attribute a
          where a.attrelid = ${name}::regclass
            and a.attnum > 0
            and not a.attisdropped
            and a.attgenerated = ''
            and a.attname not in ('oid', ${key})
        `,
      )
      const row = await db.one({ id: 'number' }, sql`select ${ident(key)} id from ${ident(name)} where oid = ${clinic.oid} limit 1`)
      if (!row) continue
      const personal = Object.values(declared[name]?.personal ?? {}).flat()
      for (const { col, type } of columns) {
        const value = other[type.replace(/\(.*\)/, '')]
        if (!value) continue
        await client.query('begin; set local session_replication_role = replica')
        const written = await client
          .query(`update ${name} set ${col} = ${value.replaceAll('%C', col)} where oid = ${clinic.oid} and ${key} = ${row.id}`)
          .then(
            () => true,
            () => false,
          )
        if (written) {
          planted++
          const differs = await db.any(
            sql`
              select 1
              from (${single ? rowDifferences(name, key) : lineDifferences(name, key)}) d
              where d.oid = ${clinic.oid}
              limit 1
            `,
          )
          if (!differs && !personal.includes(col)) unseen.push(`${name}.${col}`)
        }
        await client.query('rollback')
      }
    }
    expect(unseen.filter((column) => !/\.(note|reason|remark)$/.test(column))).toEqual([])
    expect(planted).toBeGreaterThan(200)
  })
  it('a planted deletion is found, and a change that the triggers noted but no request made', async () => {
    await client.query('begin')
    await client.query(`update fee_bill set points_earned = points_earned + 7 where oid = ${clinic.oid} and paid > 0`)
    expect((await found([recordsStand(declared)])).join('\n')).toMatch(/fee_bill \d+ was changed by nobody on .*points_earned/)
    await client.query('rollback; begin; set local session_replication_role = replica')
    await client.query(`delete from package_record where oid = ${clinic.oid}`)
    expect((await found([recordsStand(declared)])).join('\n')).toMatch(/package_record \d+ is gone, and no record says who deleted it/)
    await client.query('rollback')
  })
})

/** Twenty-five faults, as an auditor planted them. */
const faults: ReadonlyArray<readonly [string, string]> = [
  ['refund.amount', 'update refund set amount = amount - 1'],
  ['stock_out_item.quantity', 'update stock_out_item set quantity = quantity + 1'],
  ['stock_in_item.quantity', 'update stock_in_item set quantity = quantity + 1'],
  ['batch.cost', 'update batch set cost = cost + 100'],
  ['package_item.quantity', 'update package_item set quantity = quantity + 1'],
  ['package_record', 'update package_record set quantity = quantity + 1'],
  ['package_record gone', 'delete from package_record'],
  ['coupon marked used', 'update receive_record set status = 1 where status = 0 and oid = %O'],
  ['points_earned', 'update fee_bill set points_earned = points_earned + 10 where paid > 0 and oid = %O'],
  ['bill of another member', 'update fee_bill set pid = (select max(pid) from patient where oid = %O) where oid = %O'],
  ['gift_order.points', 'update gift_order set points = points + 1'],
  ['paid_at a month earlier', "update fee_bill set paid_at = paid_at - interval '1 month' where oid = %O"],
  [
    'till and revenue with matching balances',
    `
      update ledger_line l
      set amount = l.amount - 1000 * sign(l.amount), balance = l.balance - 1000 * sign(l.amount)
      from ledger_account a
      where a.oid = l.oid
        and a.account_id = l.account_id
        and l.oid = %O
        and a.key ~ '^(till|revenue):'
        and l.entry_id = (
          select max(entry_id)
          from ledger_line x
          join ledger_account y using (oid, account_id)
          where x.oid = %O and y.key ~ '^till:'
        );
      update ledger_account a
      set balance = (
        select sum(l.amount)
        from ledger_line l
        where l.oid = a.oid and l.account_id = a.account_id
      )
      where a.oid = %O
        and exists (select from ledger_line l where l.oid = a.oid and l.account_id = a.account_id)
    `,
  ],
  ['bill_payment.amount', 'update bill_payment set amount = amount + 1 where pay_way = 1 and oid = %O'],
  ['bill_item.amount', 'update bill_item set amount = amount + 1'],
  ['fee_bill.paid', 'update fee_bill set paid = paid + 1 where paid > 0 and oid = %O'],
  ['fee_bill.refunded', 'update fee_bill set refunded = refunded + 1 where refunded > 0 and oid = %O'],
  ['refund_item.amount', 'update refund_item set amount = amount + 1'],
  ['refund_payment.amount', 'update refund_payment set amount = amount + 1 where pay_way = 1 and oid = %O'],
  ['charge_bill.money', 'update charge_bill set money = money + 1'],
  ['charge_bill.pay_way', 'update charge_bill set pay_way = 4 where pay_way = 1 and oid = %O'],
  ['member_package.price', 'update member_package set price = price + 1'],
  ['supplier_payment.total', 'update supplier_payment set total = total + 1'],
  ['ledger_account.balance', "update ledger_account set balance = balance + 1 where book = 'stored' and oid = %O and key ~ '^member:'"],
  ['payable.amount', 'update payable set amount = amount + 1'],
]
describe('verify', () => {
  it.each(faults)('finds a planted change of %s, and builds nothing anew over it', async (_, fault) => {
    const mine = checks.filter(({ name }) => name !== 'audit chain' && name !== 'tables as declared')
    await client.query('begin; set local session_replication_role = replica')
    const text = fault.replaceAll('%O', String(clinic.oid))
    // What a constraint refuses cannot be planted at all.
    const refused = await client.query(text.includes(`= ${clinic.oid}`) ? text : `${text} where oid = ${clinic.oid}`).then(
      () => undefined,
      (error: { code?: string }) => error.code,
    )
    const lines: string[] = []
    const seen = refused ? 1 : (await found(mine)).length
    const built = refused ? false : await mend(db, mine, (line) => void lines.push(line))
    await client.query('rollback')
    expect([undefined, '23514', '23505']).toContain(refused)
    expect(seen).toBeGreaterThan(0)
    expect(built).toBe(false)
    if (!refused) expect(lines.join('\n')).toContain('Nothing is built anew')
  })
})
