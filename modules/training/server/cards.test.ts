import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { balanceOf, rechargeBalance } from '#modules/institution/server/door.ts'
import { makePaidBill } from '#modules/billing/server/make.ts'
import { deep } from '../../../tests/depth.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makeCard, makeUser } from './make.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
  // Mapping belongs to the edition of the store.
  await clinic.tx((cx) => cx.db.run(sql`update store set edition = 'advance' where hid = ${clinic.hid}`))
  await topUp(clinic, 1_000_000)
})
const topUp = (item: Clinic, amount: number) => item.tx((cx) => rechargeBalance(cx, { hid: item.hid, amount, payWay: 4, reason: '充值' }))
const money = (item = clinic) => item.tx((cx) => balanceOf(cx, item.hid))
const desk = () => clinic.as('cashier')
const trainer = () => clinic.as('trainer')
let users = 0
const userOf = (more: object = {}) =>
  makeUser(trainer(), { name: `学员${++users}`, mobile: `139${String(users).padStart(8, '0')}`, ...more })
const cardOf = async (id: number) => (await desk().call('train.sdx-users.list', { pageSize: 5 })).list.find((u) => u.id === id)!

describe('training users', () => {
  it('R135 a new user has brand sdx unless another is given', async () => {
    expect((await userOf()).brand).toBe('sdx')
    expect((await userOf({ brand: 'hsx' })).brand).toBe('hsx')
  })
  it('the same name and number is one user of a brand', async () => {
    const { name, mobile } = await userOf()
    expect(await trainer().refusal('train.sdx-users.create', { name, mobile })).toMatchObject({ code: 1, field: 'name' })
    expect((await makeUser(trainer(), { name, mobile, brand: 'zsk' })).brand).toBe('zsk')
  })
  it('R139 the list honours pageSize and pageNum, and finds by brand, state and days left', async () => {
    const low = await userOf({ brand: 'amy' })
    await makeCard(desk(), { sdxUid: low.id, days: 5 })
    await userOf({ brand: 'amy' })
    expect(await desk().call('train.sdx-users.list', { brand: 'amy', pageSize: 1, pageNum: 2 })).toMatchObject({
      total: 2,
      list: [{ id: low.id }],
    })
    expect((await desk().call('train.sdx-users.list', { brand: 'amy', status: 2 })).list.map((u) => u.id)).toEqual([low.id])
    expect((await desk().call('train.sdx-users.list', { brand: 'amy', status: 0 })).total).toBe(1)
  })
  it('is not found from another store or organisation', async () => {
    const { id } = await userOf()
    const other = await freshClinic()
    expect(await other.as('cashier').refusal('train.sdx.renew', { sdxUid: id, days: 1 })).toMatchObject({ code: 1 })
    expect(await clinic.as('reception').refusal('train.sdx-users.list', {})).toMatchObject({ code: 20405 })
    expect(await trainer().refusal('train.sdx.renew', { sdxUid: id, days: 1 })).toMatchObject({ code: 20405 })
  })
  it('a single session is no longer than the day', async () => {
    const { id } = await userOf()
    const stated = { sdxUid: id, dailyTrainDuration: 40, singleTrainDuration: 20, intervalDays: 1, trainTypes: [3 as const, 8 as const] }
    expect(await trainer().call('train.sdx.durations', stated)).toEqual(stated)
    expect(await trainer().call('train.sdx.durations.get', { sdxUid: id })).toEqual(stated)
    expect(await trainer().refusal('train.sdx.durations', { ...stated, singleTrainDuration: 41 })).toMatchObject({
      code: 1,
      field: 'singleTrainDuration',
    })
    for (const wrong of [{ dailyTrainDuration: 4 }, { dailyTrainDuration: 121 }, { intervalDays: 31 }])
      expect(await trainer().refusal('train.sdx.durations', { ...stated, ...wrong })).toMatchObject({
        code: 1,
        field: Object.keys(wrong)[0],
      })
  })
  it('a family takes its own users alone; the account family takes all', async () => {
    const far = await userOf({ purpose: 1 })
    expect(await desk().refusal('train.sdx.renew', { sdxUid: far.id, days: 1 })).toMatchObject({ code: 1, field: 'sdxUid' })
    expect(await desk().call('train.myopia.renew', { sdxUid: far.id, days: 1 })).toMatchObject({ left: 1 })
    expect(await desk().call('train.sdxAccount.renew', { sdxUid: far.id, days: 1 })).toMatchObject({ left: 2 })
  })
})

describe('one live mapping each way', () => {
  const member = async (name: string) =>
    (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name, birth: '2018-05-01' })).pid
  it('is refused to a second, ended by null, and shown by store', async () => {
    const [a, b] = [await userOf(), await userOf()]
    const [pid, other] = [await member('映射甲'), await member('映射乙')]
    expect(await trainer().call('train.sdx.mapping', { sdxUid: a.id, pid })).toEqual({ sdxUid: a.id, pid })
    expect(await trainer().refusal('train.sdx.mapping', { sdxUid: b.id, pid })).toMatchObject({ code: 1, field: 'pid' })
    expect(await trainer().refusal('train.sdx.mapping', { sdxUid: a.id, pid: other })).toMatchObject({ code: 1, field: 'sdxUid' })
    await trainer().call('train.sdx.mapping', { sdxUid: a.id, pid: null })
    await trainer().call('train.sdx.mapping', { sdxUid: b.id, pid })
    const live = await trainer().call('train.sdx.mapping.get', { hid: clinic.hid, per_page: 0 })
    expect(live.list.filter((m) => m.pid === pid).map((m) => m.sdxUid)).toEqual([b.id])
  })
  it('needs the store to have it', async () => {
    const plain = await freshClinic()
    const user = await makeUser(plain.as('trainer'), { name: '无权' })
    const { pid } = await plain.as('reception').call('patients.save', { hid: plain.hid, name: '会员甲' })
    expect(await plain.as('trainer').refusal('train.sdx.mapping', { sdxUid: user.id, pid })).toMatchObject({
      code: 1,
      message: '门店没有开通训练账号对应',
    })
  })
})

describe('cards', () => {
  it('R091 R092 a renewal takes the price from the balance of the store; too little is 405 and nothing moves', async () => {
    const poor = await freshClinic()
    await topUp(poor, 2999)
    const user = await makeUser(poor.as('trainer'), { name: '缺钱' })
    expect(await poor.as('cashier').refusal('train.sdx.renew', { sdxUid: user.id, days: 3 })).toMatchObject({ code: 405 })
    expect([await money(poor), (await poor.as('cashier').call('train.sdx-users.list', {})).list[0]?.left]).toEqual([2999, 0])
    expect(await poor.as('cashier').call('train.sdx.renew', { sdxUid: user.id, days: 2 })).toMatchObject({
      left: 2,
      amount: 20,
      balance: 9.99,
    })
  })
  it('a repeated renewal with its key counts once', async () => {
    const { id } = await userOf()
    const once = () => desk().call('train.sdx.renew', { sdxUid: id, days: 4 }, { key: `renew-${id}` })
    expect([(await once()).left, (await once()).left]).toEqual([4, 4])
  })
  it('a refund takes the newest lines first, each at what was paid for it, to the fen', async () => {
    const { id } = await userOf({ brand: 'zsb' })
    await makeCard(desk(), { sdxUid: id, days: 20 })
    await clinic.as('manager').call('train.brands.save', { hid: clinic.hid, brand: 'zsb', price: 12.34 })
    await makeCard(desk(), { sdxUid: id, days: 5 })
    const before = await money()
    const answer = await desk().call('train.sdx.refund', { sdxUid: id, refundDay: 12, reason: '孩子转学' })
    expect(answer).toMatchObject({ left: 13, amount: -(5 * 12.34 + 7 * 10) })
    expect((await money()) - before).toBe(5 * 1234 + 7 * 1000)
    const lines = (await desk().call('train.sdxAccount.records', { sdxUid: id })).list
    expect(lines.map((l) => [l.kind, l.units, l.unitPrice])).toEqual([
      [2, -7, 10],
      [2, -5, 12.34],
      [1, 5, 12.34],
      [1, 20, 10],
    ])
    expect(await desk().refusal('train.sdx.refund', { sdxUid: id, refundDay: 14, reason: '太多' })).toMatchObject({
      code: 1,
      field: 'refundDay',
    })
    expect(await desk().call('train.sdx.refund', { sdxUid: id, refundDay: 13, reason: '全退' })).toMatchObject({ left: 0 })
  })
  it('an upgrade carries what is left at its paid price, and the store pays the rest', async () => {
    const { id } = await userOf({ brand: 'zsk' })
    await makeCard(desk(), { sdxUid: id, days: 10 })
    await clinic.as('manager').call('train.brands.save', { hid: clinic.hid, brand: 'gyxt', price: 15, unit: 1 })
    const before = await money()
    expect(await desk().refusal('train.sdx.upgrade', { sdxUid: id, brand: 'zsk' })).toMatchObject({ code: 1, field: 'brand' })
    expect(await desk().refusal('train.sdx.upgrade', { sdxUid: id, brand: 'gyxt', times: 6 })).toMatchObject({ code: 1, field: 'brand' })
    expect(await desk().call('train.sdx.upgrade', { sdxUid: id, brand: 'gyxt', times: 8 })).toMatchObject({
      brand: 'gyxt',
      unit: 1,
      left: 8,
      amount: 20,
    })
    expect(before - (await money())).toBe(2000)
    // All that was ever paid comes back, no more.
    await desk().call('train.sdx.refund', { sdxUid: id, refundDay: 8, reason: '退' })
    expect((await money()) - before).toBe(10_000)
  })
  it('a delay moves the end and not the days: 90 days a year, with a reason and another approver', async () => {
    const { id } = await userOf()
    const { endsOn } = await makeCard(desk(), { sdxUid: id, days: 10 })
    const stated = { sdxUid: id, days: 60, reason: '手术休养', approver: clinic.ctid('manager') }
    expect(await desk().call('train.sdx.delay', stated)).toMatchObject({ left: 10, endsOn: addDays(endsOn ?? '', 60) })
    expect(await desk().refusal('train.sdx.delay', { ...stated, days: 31 })).toMatchObject({ code: 1, field: 'days' })
    expect(await desk().refusal('train.sdx.delay', { ...stated, approver: clinic.ctid('cashier') })).toMatchObject({
      code: 1,
      field: 'approver',
    })
    expect(await desk().refusal('train.sdx.delay', { ...stated, days: 10, reason: ' ' })).toMatchObject({ code: 1, field: 'reason' })
    expect(await desk().call('train.sdx.delay', { ...stated, days: 30 })).toMatchObject({ left: 10 })
  })
  it('a paid bill opens a card once, for its own member', async () => {
    const { pid } = await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '买卡人' })
    const user = await userOf()
    const { fiid } = await clinic.as('manager').call('feeitem.save', { hid: clinic.hid, name: '弱视训练', price: 90, type: 3 })
    const { feebill } = await desk().call('feebill.save', { pid, items: [{ fiid, quantity: 1 }] })
    expect(await desk().refusal('train.sdx.renew', { sdxUid: user.id, days: 1, fbid: feebill.fbid })).toMatchObject({
      code: 1,
      field: 'fbid',
    })
    await trainer().call('train.sdx.mapping', { sdxUid: user.id, pid })
    expect((await desk().refusal('train.sdx.renew', { sdxUid: user.id, days: 1, fbid: feebill.fbid })).message).toContain('还没有收费')
    await makePaidBill(desk(), pid, [{ fiid }])
    await desk().call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 1, amount: 90 }] })
    await desk().call('train.sdx.renew', { sdxUid: user.id, days: 1, fbid: feebill.fbid })
    expect((await desk().refusal('train.sdx.renew', { sdxUid: user.id, days: 1, fbid: feebill.fbid })).message).toContain('已开过')
  })
  describe('a card and the bill it was sold by obey one rule', () => {
    let buyers = 0
    /** A card of ten days, bought with a bill of 100 yuan; some of them used. */
    const bought = async (used: number) => {
      const { pid } = await clinic
        .as('reception')
        .call('patients.save', { hid: clinic.hid, name: `买卡${String.fromCharCode(0x4e00 + ++buyers)}` })
      const user = await userOf()
      await trainer().call('train.sdx.mapping', { sdxUid: user.id, pid })
      const { fiid } = await clinic.as('manager').call('feeitem.save', { hid: clinic.hid, name: `训练卡${buyers}`, price: 100, type: 3 })
      const { fbid } = (await makePaidBill(desk(), pid, [{ fiid }])).feebill
      await desk().call('train.sdx.renew', { sdxUid: user.id, days: 10, fbid })
      for (let i = 1; i <= used; i++)
        await trainer().call('train.home', {
          sdxUid: user.id,
          doneOn: addDays(clinicNow().slice(0, 10), -i),
          minutes: 10,
          backdateReason: '补记',
        })
      const [item] = (await desk().call('feebill.info', { id: fbid })).BillItemList
      const refund = (refundAmount: number) => ({
        fbid,
        goodsBack: false,
        items: [{ biid: item?.biid ?? 0, refundAmount }],
        reason: '孩子不练了',
      })
      return { id: user.id, fbid, refund }
    }
    it('money goes back only for what the card still holds, and the card loses it', async () => {
      const { id, refund } = await bought(3)
      const before = await money()
      expect((await desk().refusal('fee-bills.refund', refund(71))).message).toBe('该收费单开的训练卡只剩 7 天，最多还可退 70.00 元')
      await desk().call('fee-bills.refund', refund(35))
      // A part of a day is a day.
      expect([(await cardOf(id)).left, (await money()) - before]).toEqual([3, 4000])
      expect((await desk().refusal('fee-bills.refund', refund(36))).message).toContain('最多还可退 35.00 元')
      await desk().call('fee-bills.refund', refund(35))
      expect([(await cardOf(id)).left, (await money()) - before]).toEqual([0, 7000])
      await expectSound(id)
    })
    it('days the card gave back before are not taken a second time', async () => {
      const { id, refund } = await bought(2)
      await desk().call('train.sdx.refund', { sdxUid: id, refundDay: 5, reason: '退五天' })
      await desk().call('fee-bills.refund', refund(50))
      expect((await cardOf(id)).left).toBe(3)
      await desk().call('fee-bills.refund', refund(30))
      expect((await cardOf(id)).left).toBe(0)
      expect((await desk().refusal('fee-bills.refund', refund(1))).message).toContain('最多还可退 0.00 元')
      await expectSound(id)
    })
    it('a refund that took the card is not taken back; one whose days went back before is', async () => {
      const { id, fbid, refund } = await bought(0)
      await desk().call('train.sdx.refund', { sdxUid: id, refundDay: 4, reason: '退四天' })
      await desk().call('fee-bills.refund', refund(40))
      await clinic.as('manager').call('fee-bills.cancellation-refund', { fbid })
      await desk().call('fee-bills.refund', refund(60))
      expect((await cardOf(id)).left).toBe(4)
      expect((await clinic.as('manager').refusal('fee-bills.cancellation-refund', { fbid })).message).toContain('请重新收费开卡')
    })
    it('a bill that is refunded while it opens a card opens none, or the card goes with it', async () => {
      const { pid } = await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '同时退' })
      const user = await userOf()
      await trainer().call('train.sdx.mapping', { sdxUid: user.id, pid })
      const { fiid } = await clinic.as('manager').call('feeitem.save', { hid: clinic.hid, name: '同时退的卡', price: 100, type: 3 })
      const { fbid } = (await makePaidBill(desk(), pid, [{ fiid }])).feebill
      const [item] = (await desk().call('feebill.info', { id: fbid })).BillItemList
      await Promise.allSettled([
        desk().call('train.sdx.renew', { sdxUid: user.id, days: 10, fbid }),
        desk().call('fee-bills.refund', { fbid, goodsBack: false, items: [{ biid: item?.biid ?? 0, quantity: 1 }], reason: '退' }),
      ])
      expect((await cardOf(user.id)).left).toBe(0)
    })
  })
  it('two renewals and a refund at once keep the ledger', async () => {
    const { id } = await userOf()
    await makeCard(desk(), { sdxUid: id, days: 6 })
    const before = await money()
    const answers = await Promise.allSettled([
      makeCard(desk(), { sdxUid: id, days: 3 }),
      desk().call('train.sdx.refund', { sdxUid: id, refundDay: 6, reason: '退' }),
      makeCard(desk(), { sdxUid: id, days: 5 }),
    ])
    expect(answers.map((a) => a.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect([(await cardOf(id)).left, before - (await money())]).toEqual([8, 2 * 1000])
    await expectSound(id)
  })
})

/** Balance of the ledger = sum of its documents; what a line gave back is no more than it brought in. */
async function expectSound(id: number): Promise<void> {
  const seen = await clinic.tx((cx) =>
    cx.db.the(
      { units: 'number', ledger: 'number', fen: 'number', over: 'number' },
      sql`
        select coalesce(sum(l.units), 0)::int units, coalesce(max(a.balance), 0)::int ledger, coalesce(sum(l.amount), 0)::int fen,
          (
            select count(*)
            from train_card_line o
            where o.user_id = ${id}
              and o.kind in (1, 4)
              and o.units < (
                select coalesce(sum(-g.units), 0)
                from train_card_line g
                where g.of_line = o.id and g.kind in (2, 3)
              )
          )::int "over"
        from train_card_line l
        left join ledger_account a on a.oid = l.oid and a.book = 'train' and a.key = 'train_card:' || l.user_id
        where l.user_id = ${id}
      `,
    ),
  )
  const paid = await clinic.tx((cx) =>
    cx.db.the(
      { fen: 'number' },
      sql`
        select coalesce(-sum(amount), 0)::int fen
        from balance_record
        where ref = ${`train_card:${id}`}
      `,
    ),
  )
  expect(seen).toEqual({ units: seen.ledger, ledger: seen.ledger, fen: paid.fen, over: 0 })
  expect(seen.ledger).toBeGreaterThanOrEqual(0)
}

type Step = { kind: 'renew' | 'refund'; n: number } | { kind: 'upgrade'; brand: 'zsk' | 'zsb' | 'sdx' } | { kind: 'delay'; n: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('renew' as const), n: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('refund' as const), n: fc.integer({ min: 1, max: 9 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('upgrade' as const), brand: fc.constantFrom('zsk' as const, 'zsb' as const, 'sdx' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delay' as const), n: fc.integer({ min: 1, max: 40 }) }) },
)
const RUNS = deep ? 10_000 : 60
it(
  `${RUNS} random lives of a card end with the ledger, its documents and the balance of the store agreeing`,
  { timeout: 3_000_000 },
  async () => {
    await topUp(clinic, 1_000_000_000)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const { id } = await userOf()
        let left = 0
        for (const s of steps) {
          if (s.kind === 'renew') left = (await makeCard(desk(), { sdxUid: id, days: s.n })).left
          else if (s.kind === 'refund') {
            const request = { sdxUid: id, refundDay: s.n, reason: '随机' }
            if (s.n <= left) left = (await desk().call('train.sdxAccount.refund', request)).left
            else expect((await desk().refusal('train.sdxAccount.refund', request)).code).toBe(1)
          } else {
            const call = s.kind === 'upgrade' ? ('train.sdxAccount.upgrade' as const) : ('train.sdxAccount.delay' as const)
            const sent = s.kind === 'upgrade' ? { brand: s.brand } : { days: s.n, reason: '随机', approver: clinic.ctid('manager') }
            const response = await desk().raw(call, { sdxUid: id, ...sent })
            expect(response.status).toBe(200)
          }
        }
        expect((await cardOf(id)).left).toBe(left)
        await expectSound(id)
      }),
      { numRuns: RUNS },
    )
  },
)
