/** Cash wants an open shift: who moves it while nobody is on opens one, in the own name and with what the last one left. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { tillOf } from '../../../tests/till.ts'
import { makeTopUp } from './make.ts'

let clinic: Clinic
const { till, manager, member, bill, giveBack } = tillOf(() => clinic)
beforeAll(async () => void (clinic = await freshClinic()))
const shift = async () => (await till().call('till.now', { hid: clinic.hid })).shift
const paid = async (...ways: ReadonlyArray<readonly [payWay: 1 | 2, amount: number]>) => {
  const price = ways.reduce((sum, [, amount]) => sum + amount, 0)
  const { fbid } = await bill(await member(), [{ name: '项目', price, priceReason: '测试' }])
  await till().call('feebill.confirm', { fbid, payStyleList: ways.map(([payWay, amount]) => ({ payWay, amount })) })
  return fbid
}
/** Counts the open shift as expected, and leaves the cash in the drawer. */
const close = async () => {
  const { shiftId, ways } = (await shift())!
  const counts = ways.map((w) => ({ payWay: w.payWay, counted: Math.max(0, w.expected), ...(w.expected < 0 ? { reason: '退款' } : {}) }))
  const leftFloat = Math.max(0, ways.find((w) => w.payWay === 1)!.expected)
  await till().call('till.hand-over', { hid: clinic.hid, shiftId, leftFloat, counts })
  return leftFloat
}

describe('a shift', () => {
  it('opens by itself with the very first cash of a store, says so, and counts all of that payment', async () => {
    const online = await paid([2, 10])
    expect(await shift()).toBeNull()
    await paid([1, 20], [2, 30])
    const opened = (await shift())!
    expect(opened).toMatchObject({ openingFloat: 0, floatBefore: null, floatReason: '收付现金时无人当班，自动接班' })
    expect(opened.ways.filter((w) => w.received).map((w) => [w.payWay, w.expected])).toEqual([
      [1, 20],
      [2, 30],
    ])
    expect(await till().refusal('till.open', { hid: clinic.hid, cash: 20 })).toMatchObject({ message: '本店已有人当班，请先交班' })
    expect(await close()).toBe(20)
    // What went by another way between two shifts belongs to the next one.
    await giveBack(online)
    expect(await shift()).toBeNull()
  })
  it('opens by itself with what the last one left when cash is given back, topped up or paid out', async () => {
    const fbid = await paid([1, 50])
    const { floatBefore, openingFloat, floatReason, openedByName } = (await shift())!
    expect({ floatBefore, openingFloat, floatReason }).toEqual({
      floatBefore: 20,
      openingFloat: 20,
      floatReason: '收付现金时无人当班，按上一班留存自动接班',
    })
    expect(openedByName).toContain('收银')
    const left = await close()
    await giveBack(fbid)
    expect(await shift()).toMatchObject({ floatBefore: left, openingFloat: left })
    await close()
    const pid = await member()
    await makeTopUp(till(), clinic.hid, pid, 100, 0, 1)
    expect(await shift()).not.toBeNull()
    await close()
    await manager().call('chargebill.withdrawal', { pid, money: 100, payWay: 1, note: '搬走了' })
    expect((await shift())!.openedByName).toContain('店长')
    await close()
  })
})

describe('money that leaves', () => {
  it('says why, whichever call gives it back; the database keeps no refund without a reason', async () => {
    const pid = await member()
    const { fbid } = await bill(pid, [{ name: '项目', price: 100, priceReason: '测试' }])
    await till().call('feebill.confirm', { fbid, part: true, payStyleList: [{ payWay: 1, amount: 40 }] })
    for (const reason of [undefined, ' ', '。'])
      for (const [call, input] of [
        ['feebill.cancel', { id: fbid, reason }],
        ['fee-bills.status', { fbid, status: 4, reason }],
      ] as const)
        expect(await till().refusal(call, input as never)).toMatchObject({ field: 'reason', message: '请填写退费原因' })
    await till().call('feebill.cancel', { id: fbid, reason: '不配了' })
    const full = await paid([2, 30])
    expect(await till().refusal('fee-bills.refund', { fbid: full, items: [{ biid: 0 }] } as never)).toMatchObject({ code: 1 })
    const { BillItemList } = await till().call('feebill.info', { id: full })
    const items = BillItemList.map(({ biid }) => ({ biid }))
    expect(await till().refusal('fee-bills.refund', { fbid: full, items })).toMatchObject({ field: 'reason' })
    await makeTopUp(till(), clinic.hid, pid, 50, 0, 1)
    for (const note of ['', ' '])
      expect(await manager().refusal('chargebill.withdrawal', { pid, money: 50, payWay: 1, note })).toMatchObject({ field: 'note' })
    const kept = await clinic.tx((cx) =>
      cx.db.rows({ reason: 'string' }, sql`select reason from bill_payment where fbid = ${fbid} and returns is not null`),
    )
    expect(kept).toEqual([{ reason: '不配了' }])
    await expect(
      clinic.tx((cx) =>
        cx.db.run(sql`
          insert into refund (hid, fbid, refund_no, amount)
          values (${clinic.hid}, ${full}, 'TF-TEST', 100)
        `),
      ),
    ).rejects.toMatchObject({ constraint: 'refund__refund_reason' })
  })
})
