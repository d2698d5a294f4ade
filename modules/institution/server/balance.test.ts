import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { balanceOf, moveBalance, rechargeBalance, returnBalance, rewardBalance, spendBalance } from './door.ts'

let clinic: Clinic
beforeAll(async () => void (clinic = await freshClinic()))
const held = (hid = clinic.hid) => clinic.tx((cx) => balanceOf(cx, hid))

describe('the hospital balance', () => {
  it('is what was paid in less what was spent; every movement has its paper', async () => {
    const { hid } = clinic
    await clinic.tx((cx) => rechargeBalance(cx, { hid, amount: 10_000, payWay: 2, reason: '充值', ref: 'test:1' }))
    const entry = await clinic.tx((cx) => spendBalance(cx, { hid, amount: 300, ref: 'sms:1', reason: '短信' }))
    await clinic.tx((cx) => spendBalance(cx, { hid, amount: 200, ref: 'sms:2', reason: '短信' }))
    await clinic.tx((cx) => returnBalance(cx, entry, '短信发送失败'))
    expect(await held()).toBe(9800)
    const papers = await clinic.tx((cx) =>
      cx.db.rows(
        { kind: 'number', amount: 'number', balance: 'number' },
        sql`
          select kind, amount, balance
          from balance_record
          where hid = ${hid}
          order by balance_record_id
        `,
      ),
    )
    expect(papers).toEqual([
      { kind: 1, amount: 10_000, balance: 10_000 },
      { kind: 2, amount: -300, balance: 9700 },
      { kind: 2, amount: -200, balance: 9500 },
      { kind: 6, amount: 300, balance: 9800 },
    ])
  })
  it('R091 a spending beyond it is refused with code 405 and nothing moves', async () => {
    const before = await held()
    await expect(clinic.tx((cx) => spendBalance(cx, { hid: clinic.hid, amount: before + 1, reason: '远程诊疗' }))).rejects.toMatchObject({
      key: 'balance_short',
    })
    expect(await held()).toBe(before)
  })
  it('a spending is returned once', async () => {
    const entry = await clinic.tx((cx) => spendBalance(cx, { hid: clinic.hid, amount: 100, reason: '短信' }))
    await clinic.tx((cx) => returnBalance(cx, entry, '退回'))
    await expect(clinic.tx((cx) => returnBalance(cx, entry, '退回'))).rejects.toThrow()
  })
  it('moves between stores and is rewarded by head office; the book sums to zero', async () => {
    const [a, b] = [clinic.hids[0]!, clinic.hids[1]!]
    const before = await held(a)
    await clinic.tx((cx) => moveBalance(cx, { hid: a, toHid: b, amount: 1000, reason: '调拨' }))
    await clinic.tx((cx) => rewardBalance(cx, { hid: a, otherHid: b, amount: 50, reason: '推荐奖励' }))
    expect([await held(a), await held(b)]).toEqual([before - 950, 1000])
    const sum = await clinic.tx((cx) =>
      cx.db.one({ sum: 'number' }, sql`select sum(amount)::bigint sum from ledger_line where book = 'hospital'`),
    )
    expect(sum!.sum).toBe(0)
  })
  it('ten spendings at once of the last amount: one succeeds', async () => {
    const last = await held()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => clinic.tx((cx) => spendBalance(cx, { hid: clinic.hid, amount: last, reason: '短信' }))),
    )
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1)
    expect(await held()).toBe(0)
  })
})
