import { beforeAll, describe, expect, it } from 'vitest'
import { dbOn, type Db } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { ledgers } from '#kernel/server/verify/ledger.ts'
import type { Check } from '#kernel/server/verify.ts'
import { rechargeBalance, spendBalance } from '#modules/institution/server/door.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, server, type Clinic } from '../../../tests/harness.ts'
import { moneyPapers } from './verify.ts'

let clinic: Clinic
let pid: number
beforeAll(async () => {
  clinic = await freshClinic()
  pid = (await clinic.as('reception').call('patients.save', { name: '核对', gender: 0, birth: '1990-01-01' } as never)).pid
  await clinic.as('cashier').call('chargebill.insert-and-pay', { hid: clinic.hid, pid, money: 300, moneyGift: 60, payWay: 1 })
  const { feebill } = await clinic
    .as('cashier')
    .call('feebill.save', { pid, items: [{ name: '验光费', price: 120, priceReason: '其他收费', quantity: 1 }] })
  await clinic.as('cashier').call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 5, amount: 120 }] })
  await clinic.tx((cx) => rechargeBalance(cx, { hid: clinic.hid, amount: 5000, payWay: 4, reason: '充值' }))
  await clinic.tx((cx) => spendBalance(cx, { hid: clinic.hid, amount: 1200, reason: '短信' }))
})
/** What the checks find in this organisation after somebody with the owner's password has been at it; nothing of it stays. */
const differences = async (checks: readonly Check[], spoil: (db: Db) => Promise<unknown>): Promise<string[]> =>
  onClient((await server()).ownerUrl, async (client) => {
    await client.query('begin')
    const db = dbOn(client)
    const all: string[] = []
    await spoil(db)
    for (const check of checks) all.push(...(await check.run(db)).differences)
    await client.query('rollback')
    return all.filter((d) => d.startsWith(`organisation ${clinic.oid},`))
  })
const ownRows = () => sql`oid = ${clinic.oid}`

describe('verify: members who were merged', () => {
  it('their papers agree with lines that stay where they were written, a transfer between the two as well', async () => {
    const other = (await clinic.as('reception').call('patients.save', { name: '核对乙', gender: 0, birth: '1990-01-02' } as never)).pid
    const chain = clinic.as('chain')
    await clinic.as('cashier').call('chargebill.insert-and-pay', { hid: clinic.hid, pid: other, money: 100, moneyGift: 0, payWay: 1 })
    await chain.call('chargebill.transfer', { pid: other, transferPid: pid, transferAmount: 40, confirmMoney: 40 } as never)
    const { id } = await chain.call('patients.merge', { keepPid: pid, dropPid: other, take: [] })
    expect(await differences([ledgers, ...moneyPapers], async () => undefined)).toEqual([])
    await chain.call('patients.merge-undo', { id })
    expect(await differences([ledgers, ...moneyPapers], async () => undefined)).toEqual([])
  })
})

describe('verify: the ledgers', () => {
  it('agree, and so do their papers', async () => expect(await differences([ledgers, ...moneyPapers], async () => undefined)).toEqual([]))
  it.each([
    [
      'a balance',
      () => sql`
        update ledger_account
        set balance = balance + 1
        where ${ownRows()} and book = 'stored' and key = ${`member:${pid}`}
      `,
      /account member:\d+ of book stored holds \d+, its lines sum to \d+/,
    ],
    [
      'an amount',
      () => sql`
        update ledger_line
        set amount = amount + 1
        where ${ownRows()} and book = 'gift' and amount > 0
      `,
      /entry \d+ sums to 1 in book gift/,
    ],
    [
      'a running balance',
      () => sql`
        update ledger_line
        set balance = 7
        where ${ownRows()} and book = 'hospital' and amount = -1200
      `,
      /line \d+ says 7 was held after it, the lines up to it sum to 3800/,
    ],
    [
      'an entry without lines',
      () => sql`insert into ledger_entry (oid, reason) values (${clinic.oid}, 'nothing')`,
      /entry \d+ has no lines/,
    ],
    [
      'a reversal that is none',
      () =>
        sql`
          update ledger_entry
          set reverses = (select min(entry_id) from ledger_entry where ${ownRows()})
          where ${ownRows()} and reason = '短信'
        `,
      /reverses \d+, but is not its opposite/,
    ],
  ])('name %s that was changed', async (_, spoil, message) =>
    expect((await differences([ledgers], (db) => db.run(spoil()))).join('\n')).toMatch(message),
  )
  it.each([
    [
      'a stored-value bill',
      () => sql`update charge_bill set money = 30100 where ${ownRows()}`,
      /stored-value bill CZ\S+ says 30100 of principal, its entry moved 30000/,
    ],
    [
      'a balance record',
      () => sql`update balance_record set amount = 5001 where ${ownRows()} and kind = 1`,
      /balance record \d+ of store \d+ says 5001, its entry moved 5000/,
    ],
    [
      'a payment',
      () => sql`update bill_payment set stored = stored - 1, gift = gift + 1 where ${ownRows()}`,
      /payments of entry \d+ took 9999 of principal, the entry moved 10000/,
    ],
  ])('name %s that was changed', async (_, spoil, message) =>
    expect((await differences(moneyPapers, (db) => db.run(spoil()))).join('\n')).toMatch(message),
  )
})
