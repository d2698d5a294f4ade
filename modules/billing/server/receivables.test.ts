/** 应收: who owes what since when. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { tillOf } from '../../../tests/till.ts'
import { feeBill } from '../contract/states.ts'
import { bookFrom } from '../../../tests/workbook.ts'

let clinic: Clinic
const { till, member, bill, pay } = tillOf(() => clinic)
const ids: Record<'account' | 'deposit' | 'unpaid' | 'paid', number> = { account: 0, deposit: 0, unpaid: 0, paid: 0 }
beforeAll(async () => {
  clinic = await freshClinic()
  for (const kind of ['account', 'deposit', 'unpaid', 'paid'] as const) {
    const { fbid } = await bill(await member(), [{ name: '镜架', price: 200, priceReason: '测试' }])
    ids[kind] = fbid
  }
  await till().call('fee-bills.status', { fbid: ids.account, status: feeBill.is.owed, reason: '单位结算' })
  await pay(ids.deposit, 0, { part: true, payStyleList: [{ payWay: 1, amount: 50 }] })
  await pay(ids.paid, 200)
  await clinic.tx((cx) => cx.db.run(sql`update fee_bill set owed_at = owed_at - interval '95 days' where fbid = ${ids.account}`))
})
const list = async (more: object = {}) => (await till().call('receivables.list', { hid: clinic.hid, ...more } as never)).list

describe('receivables', () => {
  it('are bills on account and rests after a deposit, the oldest first, with what is due since when and why', async () => {
    expect((await list()).map((r) => [r.fbid, r.kind, r.due, r.days, r.reason])).toEqual([
      [ids.account, 'account', 200, 95, '单位结算'],
      [ids.deposit, 'deposit', 150, 0, null],
    ])
  })
  it('are found by kind, age, day and member', async () => {
    const listed = async (more: object) => (await list(more)).map((r) => r.fbid)
    expect(await listed({ kind: 'unpaid' })).toEqual([ids.unpaid])
    expect(await listed({ kind: 'deposit' })).toEqual([ids.deposit])
    expect(await listed({ minDays: 90 })).toEqual([ids.account])
    expect(await listed({ minDays: 180 })).toEqual([])
    const { since, billNo } = (await list({ kind: 'account' }))[0]!
    expect(await listed({ startTime: since, endTime: since })).toEqual([ids.account])
    expect(await listed({ search: billNo })).toEqual([ids.account])
  })
  it('leave the list once they are paid, on account or not', async () => {
    const { fbid } = await bill(await member(), [{ name: '镜片', price: 80, priceReason: '测试' }])
    await till().call('fee-bills.status', { fbid, status: feeBill.is.owed, reason: '月结' })
    expect((await list()).map((r) => r.fbid)).toContain(fbid)
    await pay(fbid, 80)
    expect((await list()).map((r) => r.fbid)).not.toContain(fbid)
  })
  it('go into a file with the same rows, for who may see them and of their own store only', async () => {
    const raw = await till().raw('receivables.export', { hid: clinic.hid })
    expect((await bookFrom(raw)).lines).toHaveLength((await list()).length)
    expect(await clinic.as('doctor').refusal('receivables.list', { hid: clinic.hid })).toMatchObject({ code: 20405 })
    const other = await freshClinic()
    expect((await other.as('cashier').call('receivables.list', { hid: other.hid })).total).toBe(0)
    expect(await other.as('cashier').refusal('receivables.list', { hid: clinic.hid })).toMatchObject({ code: 1 })
  })
})
