/** Points: adjusted for many, transferred, exchanged, drawn for, expiring. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { post, sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { lapsing } from '../contract/rules.ts'
import { earningLines } from './door.ts'
import { pick } from './lottery.ts'
import { lapsePoints } from './points.ts'

let clinic: Clinic
const till = () => clinic.as('cashier')
const manager = () => clinic.as('manager')
let n = 0
async function member(points = 0): Promise<number> {
  const { pid } = await clinic
    .as('reception')
    .call('patients.save', { name: `积分${String.fromCharCode(0x4e00 + ++n)}`, hid: clinic.hid } as never)
  if (points) await manager().call('patients.points.adjust', { pid, points, reason: '期初' })
  return pid
}
const pointsOf = async (pid: number) => (await till().call('loyalty.wallet', { pid })).points
const bookSum = (book: string) =>
  clinic.tx(
    async (cx) =>
      (await cx.db.one({ n: 'number' }, sql`select coalesce(sum(balance), 0)::bigint n from ledger_account where book = ${book}`))!.n,
  )
beforeAll(async () => {
  clinic = await freshClinic()
})

describe('points between members', () => {
  it('many are adjusted together, all or none', async () => {
    const [a, b] = [await member(30), await member(5)]
    expect(await manager().refusal('patients.points.adjust-batch', { pids: [a, b], points: -10, reason: '清理' })).toMatchObject({
      code: 1,
      field: 'pids',
      message: expect.stringContaining('现有 5'),
    })
    expect([await pointsOf(a), await pointsOf(b)]).toEqual([30, 5])
    expect(await manager().call('patients.points.adjust-batch', { pids: [a, b, a], points: 7, reason: '店庆' })).toEqual({ adjusted: 2 })
    expect([await pointsOf(a), await pointsOf(b)]).toEqual([37, 12])
    expect((await till().refusal('patients.points.adjust-batch', { pids: [a], points: 1, reason: '店庆' })).code).toBe(20405)
  })
  it('are passed on once, never to oneself, never more than there are', async () => {
    const [a, b] = [await member(100), await member()]
    expect((await till().refusal('points.transfer', { pid: a, transferId: a, pointsNumber: 1 })).field).toBe('transferId')
    expect((await till().refusal('points.transfer', { pid: a, transferId: b, pointsNumber: 101 })).message).toContain('积分不足：现有 100')
    for (let i = 0; i < 3; i++)
      await till().call('points.transfer', { pid: a, transferId: b, pointsNumber: 60, transferRemark: '家人' }, { key: 'pass-on' })
    expect([await pointsOf(a), await pointsOf(b)]).toEqual([40, 60])
    expect((await till().call('patients.points.list', { id: b })).list[0]).toMatchObject({
      reason: '积分转赠',
      amount: 60,
      note: expect.stringContaining('家人'),
    })
    expect((await till().call('points.record', { pid: a, reason: '积分转赠' })).list).toMatchObject([{ amount: -60, balance: 40 }])
  })
})

describe('gifts', () => {
  it('cost points and leave the shelf of the store; cancelled before they are handed over, both go back', async () => {
    const pid = await member(500)
    const gift = await manager().call('points.gifts.create', { giftName: '护眼台灯', points: 200, stock: 2 })
    expect(gift).toMatchObject({ stock: 2, exchanged: 0 })
    const now = await till().call('points.exchange', { pid, giftId: gift.giftId })
    expect(now).toMatchObject({ status: 1, points: 200 })
    const later = await till().call('points.exchange', { pid, giftId: gift.giftId, handOver: false })
    expect(later.status).toBe(0)
    expect(await pointsOf(pid)).toBe(100)
    const short = await member(200)
    expect((await till().refusal('points.exchange', { pid, giftId: gift.giftId })).message).toContain('积分不足')
    expect((await till().refusal('points.exchange', { pid: short, giftId: gift.giftId })).message).toContain('在本店没有库存')
    await till().call('points.orders.cancel', { giftOrderId: later.giftOrderId, reason: '不想要了' })
    expect(await pointsOf(pid)).toBe(300)
    expect((await till().refusal('points.orders.cancel', { giftOrderId: now.giftOrderId, reason: '退' })).message).toContain('已领取')
    expect((await till().call('points.gifts.list', {})).list.find((g) => g.giftId === gift.giftId)).toMatchObject({
      stock: 1,
      exchanged: 1,
    })
    expect((await manager().refusal('points.gifts.delete', { id: gift.giftId })).message).toContain('正在使用')
    expect(await bookSum('gifts')).toBe(0)
  })
  it('the last one goes to one of two who ask at once', async () => {
    const [a, b] = [await member(10), await member(10)]
    const { giftId } = await manager().call('points.gifts.create', { giftName: '最后一个', points: 10, stock: 1 })
    const tried = await Promise.allSettled([a, b].map((pid) => till().call('points.exchange', { pid, giftId })))
    expect(tried.filter((t) => t.status === 'fulfilled')).toHaveLength(1)
    expect((await pointsOf(a)) + (await pointsOf(b))).toBe(10)
  })
})

describe('the lottery', () => {
  it('takes its price, gives what was drawn, keeps the chance, and stops at the number a day', async () => {
    const pid = await member(1000)
    expect((await till().refusal('points.lottery.draw', { pid })).message).toBe('没有可抽的奖项')
    const { giftId } = await manager().call('points.gifts.create', { giftName: '眼镜布', points: 5, stock: 9 })
    await manager().call('points.lottery.save', { name: '20 积分', kind: 1, points: 20, weight: 1 })
    await manager().call('points.lottery.save', { name: '眼镜布', kind: 2, giftId, weight: 3, quantity: 1 })
    const { list, cost } = await till().call('points.lottery.prizes', {})
    expect(list.map((p) => p.chance)).toEqual([25, 75])
    let points = 1000
    for (let i = 0; i < 3; i++) {
      const drawn = await till().call('points.lottery.draw', { pid })
      points += -cost + (drawn.kind === 1 ? 20 : 0)
      expect(await pointsOf(pid)).toBe(points)
    }
    expect((await till().refusal('points.lottery.draw', { pid })).message).toContain('每天最多 3 次')
    const draws = (await till().call('points.lottery.records', { pid })).list
    expect(draws.filter((d) => d.kind === 2).length).toBeLessThanOrEqual(1)
    expect((await till().call('points.orders', { pid })).total).toBe(draws.filter((d) => d.kind === 2).length)
    expect((await manager().refusal('points.lottery.save', { name: '空', kind: 3, weight: 1 })).field).toBe('couponKindId')
  })
  it('draws by weight', () => {
    const list = [{ weight: 1 }, { weight: 0 }, { weight: 3 }] as const
    expect([0, 1, 2, 3].map((position) => list.indexOf(pick(list, position) as (typeof list)[0]))).toEqual([0, 2, 2, 2])
  })
})

describe('lapsing', () => {
  it('first in, first out: what came in before the day and was not used since', async () => {
    await manager().call('points.rules.update', { id: 7, pointsNumber: 12 })
    const pid = await member(0)
    const backdate = (months: number, amount: number) =>
      clinic.tx(async (cx) => {
        await cx.db.run(sql`select set_config('app.now', (now() - make_interval(months => ${months}::int))::text, true)`)
        await post(cx, { reason: '积分调整', lines: earningLines(pid, amount) })
      })
    await backdate(14, 100)
    await backdate(13, -30)
    await backdate(2, 50)
    expect(await till().call('points.member', { pid })).toMatchObject({ points: 120, earned: 150, spent: 30, expiring: 70 })
    await clinic.tx((cx) => lapsePoints(cx))
    await clinic.tx((cx) => lapsePoints(cx))
    expect(await pointsOf(pid)).toBe(50)
    expect((await till().call('patients.points.list', { id: pid })).list[0]).toMatchObject({ reason: '积分过期', amount: -70 })
    await manager().call('points.rules.update', { id: 7, pointsNumber: 0 })
  })
  it('never takes more than is there, and nothing twice', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ in: fc.nat(1000), out: fc.nat(1000) }), { maxLength: 20 }), fc.nat(20), (days, cut) => {
        let balance = 0
        let inBefore = 0
        let outEver = 0
        days.forEach((day, i) => {
          const out = Math.min(day.out, balance + day.in)
          balance += day.in - out
          outEver += out
          if (i < cut) inBefore += day.in
        })
        const lapsed = lapsing(inBefore, outEver)
        expect(lapsed).toBeLessThanOrEqual(balance)
        expect(lapsing(inBefore, outEver + lapsed)).toBe(0)
      }),
    )
  })
})

describe('rules', () => {
  it('of earning stand per way of payment and kind of item, with limits', async () => {
    const rows = await till().call('points.rules.earning', {})
    expect(rows.find((r) => r.pointsRule === 'way:6')).toMatchObject({ pointsNumber: 0 })
    expect(rows.find((r) => r.pointsRule === 'kind:101')).toMatchObject({ label: '镜架', pointsNumber: 100 })
    expect((await manager().refusal('points.rules.update', { id: 1101, pointsNumber: 1001 })).message).toContain('应在 0 到 1000 之间')
    await manager().call('points.rules.save-all', { list: [{ pointsRuleId: 1101, pointsNumber: 50 }] })
    expect((await till().call('points.rules.get', { id: 1101 })).pointsNumber).toBe(50)
  })
  it('accounts and figures of the store agree with the ledger', async () => {
    const figures = await till().call('points.figures', {})
    const list = (await till().call('points.accounts', { per_page: 200 })).list
    expect(list.reduce((sum, a) => sum + a.points, 0)).toBe(figures.held)
    expect(list.every((a) => a.earned - a.spent === a.points)).toBe(true)
    expect(await bookSum('points')).toBe(0)
  })
  it('another clinic sees nothing of it', async () => {
    const other = await freshClinic()
    const pid = await member(10)
    expect((await other.as('cashier').refusal('points.member', { pid })).message).toContain('会员不存在')
    expect((await other.as('cashier').call('points.gifts.list', {})).total).toBe(0)
    expect((await other.as('cashier').refusal('points.transfer', { pid, transferId: pid + 1, pointsNumber: 1 })).code).toBe(1)
  })
})
