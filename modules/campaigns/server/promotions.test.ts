import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { makeFrame } from '#modules/products/server/make.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makePromotion } from './make.ts'

let clinic: Clinic
let today: string
let letter = 0
const manager = () => clinic.as('manager')
const cashier = () => clinic.as('cashier')
const member = async (levelId?: number) =>
  (
    await clinic.as(levelId ? 'manager' : 'reception').call('patients.save', {
      name: `会员${String.fromCharCode(0x4e00 + ++letter)}`,
      hid: clinic.hid,
      ...(levelId ? { levelId } : {}),
    } as never)
  ).pid
const newItem = async (name: string, price: number) =>
  (await manager().call('feeitem.save', { hid: clinic.hid, name: `${name}${++letter}`, price, type: 0 })).fiid
const bill = (pid: number, fiid: number, quantity = 1, more: object = {}) =>
  cashier().call('feebill.save', { pid, items: [{ fiid, quantity }], ...more })
const pay = async (fbid: number, amount: number) =>
  cashier().call('feebill.confirm', { fbid, payStyleList: amount ? [{ payWay: 1, amount }] : [] })
const sell = async (pid: number, fiid: number, quantity = 1, more: object = {}) => {
  const { feebill } = await bill(pid, fiid, quantity, more)
  return pay(feebill.fbid, feebill.billPrice)
}
const offered = (fiid: number, promotionPrice: number, more: object = {}) =>
  makePromotion(manager(), { name: '双十一验光', category: 2, fiid, promotionPrice, fromDate: today, toDate: '2099-12-31', ...more })

/** A promotion as it is written again, with changes. */
const again = (made: Answered, more: object) => {
  const { name, category, fiid, promotionPrice, fromDate, toDate, promotionId, version } = made
  return { name, category, fiid, promotionPrice, fromDate, toDate, promotionId, version, ...more }
}
type Answered = Awaited<ReturnType<typeof offered>>

beforeAll(async () => {
  clinic = await freshClinic()
  today = await clinic.tx(async (cx) => cx.today)
})

describe('promotions as a step of the price', () => {
  it('a promotion lowers the line after the level, is named in the trace, and leaves cheaper level prices alone', async () => {
    const fiid = await newItem('视功能套检', 200)
    const gold = await manager().call('settings.level.save', { hid: clinic.hid, name: '九折', discount: 9, pointMultiple: 1, sort: 1 })
    const silver = await manager().call('settings.level.save', { hid: clinic.hid, name: '七折', discount: 7, pointMultiple: 1, sort: 2 })
    expect((await offered(fiid, 150)).itemName).toMatch(/^视功能套检/)
    const plain = await bill(await member(), fiid, 2)
    expect(plain.feebill.billPrice).toBe(300)
    expect(plain.trace.map((s) => s.label)).toEqual(['原价', '促销 双十一验光'])
    const nine = await bill(await member(gold.id), fiid)
    expect(nine.trace.map((s) => [s.label, s.total])).toEqual([
      ['原价', 200],
      ['九折 9 折', 180],
      ['促销 双十一验光', 150],
    ])
    const seven = await bill(await member(silver.id), fiid)
    expect(seven.trace.map((s) => s.label)).toEqual(['原价', '七折 7 折'])
    expect(seven.feebill.billPrice).toBe(140)
  })
  it('a promotion for some levels is for those alone', async () => {
    const fiid = await newItem('会员检查', 100)
    const level = await manager().call('settings.level.save', { hid: clinic.hid, name: '金卡', discount: 10, pointMultiple: 1, sort: 3 })
    await offered(fiid, 60, { levels: [level.id] })
    expect((await bill(await member(), fiid)).feebill.billPrice).toBe(100)
    expect((await bill(await member(level.id), fiid)).feebill.billPrice).toBe(60)
  })
  it('the last pieces are sold once, then it is sold out by itself; a refund gives the piece back', async () => {
    const fiid = await newItem('限量', 100)
    const { promotionId } = await offered(fiid, 50, { limitTotal: 2 })
    const [one, two, three] = [await member(), await member(), await member()]
    const sold = await sell(one, fiid)
    expect((await bill(two, fiid, 2)).feebill.billPrice).toBe(150)
    expect(
      await cashier()
        .call('promotions.get', { id: promotionId })
        .catch((e: Error) => e.message),
    ).toContain('20405')
    expect(await manager().call('promotions.get', { id: promotionId })).toMatchObject({ sold: 2, left: 0, soldout: 1, running: false })
    expect((await bill(three, fiid)).feebill.billPrice).toBe(100)
    expect(await cashier().refusal('feebill.save', { pid: three, items: [{ fiid, quantity: 1, promotionId }] })).toMatchObject({
      code: 1,
      field: 'items.0',
      message: expect.stringContaining('售罄'),
    })
    const [line] = sold.BillItemList
    await manager().call('fee-bills.refund', { fbid: sold.feebill.fbid, items: [{ biid: line!.biid, quantity: 1 }], reason: '不想要' })
    expect(await manager().call('promotions.get', { id: promotionId })).toMatchObject({ sold: 1, left: 1, soldout: 0 })
    await manager().call('fee-bills.cancellation-refund', { fbid: sold.feebill.fbid })
    expect(await manager().call('promotions.get', { id: promotionId })).toMatchObject({ sold: 2, left: 0 })
  })
  it('an unpaid bill holds its pieces until it is changed, cancelled or deleted', async () => {
    const fiid = await newItem('占用', 100)
    const { promotionId } = await offered(fiid, 40, { limitTotal: 3 })
    const left = async () => (await manager().call('promotions.get', { id: promotionId })).left
    const pid = await member()
    const { feebill } = await bill(pid, fiid, 3)
    expect([feebill.billPrice, await left()]).toEqual([120, 0])
    const changed = await bill(pid, fiid, 1, { fbid: feebill.fbid, version: feebill.version })
    expect([changed.feebill.billPrice, await left()]).toEqual([40, 2])
    await cashier().call('feebill.cancel', { id: feebill.fbid })
    expect(await left()).toBe(3)
    const other = await bill(pid, fiid, 2)
    await cashier().call('feebill.delete', { id: other.feebill.fbid })
    expect(await left()).toBe(3)
  })
  it('a promotion holds in its stores alone, and nobody sets one for stores they have no permission in', async () => {
    const chain = clinic.as('chain')
    const { productId } = await makeFrame(chain.call)
    const both = { name: '两店镜架', category: 1 as const, productId, promotionPrice: 1, fromDate: today, toDate: '2099-12-31' }
    expect(await manager().refusal('promotions.create', { ...both, stores: [...clinic.hids] })).toMatchObject({ code: 1, field: 'stores' })
    const own = await makePromotion(chain, { ...both, hid: clinic.hid })
    const offersIn = async (hid: number) => (await chain.call('feebill.offers', { hid, pid: await member() })).map((o) => o.promotionId)
    const other = clinic.hids.find((hid) => hid !== clinic.hid)!
    expect([await offersIn(clinic.hid), await offersIn(other)].map((ids) => ids.includes(own.promotionId))).toEqual([true, false])
    const shared = await makePromotion(chain, { ...both, hid: clinic.hid, stores: [...clinic.hids] })
    expect((await offersIn(other)).includes(shared.promotionId)).toBe(true)
  })
  it('a member buys no more than the limit for each, over all bills', async () => {
    const fiid = await newItem('限购', 100)
    await offered(fiid, 80, { limitMember: 2 })
    const pid = await member()
    await sell(pid, fiid)
    expect((await bill(pid, fiid, 2)).feebill.billPrice).toBe(180)
  })
  it('five hundred tills on the last ten pieces sell ten, and the book agrees', async () => {
    const fiid = await newItem('疯抢', 100)
    const { promotionId } = await offered(fiid, 10, { limitTotal: 10 })
    const pid = await member()
    const answers: Array<Awaited<ReturnType<typeof bill>>> = []
    // Fifty at a time, as many as the connections of one server let wait.
    for (let wave = 0; wave < 10; wave++) answers.push(...(await Promise.all(Array.from({ length: 50 }, () => bill(pid, fiid)))))
    expect(answers.filter((a) => a.feebill.billPrice === 10)).toHaveLength(10)
    expect(answers.filter((a) => a.feebill.billPrice === 100)).toHaveLength(490)
    expect(await manager().call('promotions.get', { id: promotionId })).toMatchObject({ sold: 10, left: 0, soldout: 1 })
    const account = await clinic.tx((cx) =>
      cx.db.the(
        { balance: 'number' },
        sql`
          select balance
          from ledger_account
          where book = 'offers' and key = ${`promotion:${promotionId}`}
        `,
      ),
    )
    expect(account.balance).toBe(0)
  }, 240_000)
})

describe('what a promotion may say', () => {
  it('R123 drops images with an empty URL, and R124 takes the status from the path', async () => {
    const fiid = await newItem('图片', 100)
    const made = await manager().call('promotions.create', {
      name: '图片',
      category: 2,
      fiid,
      promotionPrice: 50,
      fromDate: today,
      toDate: '2099-12-31',
      imageUrls: ['', ' '],
    })
    expect(made).toMatchObject({ imageUrls: [], status: 0 })
    expect(await manager().call('promotions.status', { id: made.promotionId, status: 1 })).toMatchObject({ status: 1 })
    expect(
      await manager().refusal('promotions.update', again({ ...made, version: 1 }, { imageUrls: ['https://elsewhere.example/a.png'] })),
    ).toMatchObject({ code: 1, field: 'imageUrls' })
  })
  it('the price crossed out is the lowest really paid in the seven days before, else the last deal; a higher one is refused', async () => {
    const fiid = await newItem('划线', 300)
    const input = { name: '划线', category: 2 as const, fiid, promotionPrice: 100, fromDate: '2099-01-01', toDate: '2099-12-31' }
    expect(await manager().call('promotions.base', { hid: clinic.hid, fiid })).toMatchObject({ base: null, source: 3, list: 300 })
    expect(await manager().refusal('promotions.create', { ...input, price: 300 })).toMatchObject({ code: 1, field: 'price' })
    const old = await sell(await member(), fiid, 1, { discount: 8 })
    await clinic.tx((cx) =>
      cx.db.run(sql`
        update fee_bill
        set paid_at = paid_at - interval '20 days'
        where fbid = ${old.feebill.fbid}
      `),
    )
    expect(await manager().call('promotions.base', { hid: clinic.hid, fiid, fromDate: '2099-01-01' })).toMatchObject({
      base: 240,
      source: 2,
    })
    await sell(await member(), fiid)
    await sell(await member(), fiid, 1, { discount: 9 })
    expect(await manager().call('promotions.base', { hid: clinic.hid, fiid, fromDate: '2099-01-01' })).toMatchObject({
      base: 270,
      source: 1,
    })
    expect(await manager().refusal('promotions.create', { ...input, price: 300 })).toMatchObject({
      code: 1,
      field: 'price',
      message: expect.stringContaining('270.00'),
    })
    expect(await manager().call('promotions.create', input)).toMatchObject({ price: 270 })
  })
  it('forbidden words are refused at their field with the source', async () => {
    const fiid = await newItem('用词', 100)
    const input = { category: 2 as const, fiid, promotionPrice: 50, fromDate: today, toDate: '2099-12-31' }
    expect(await manager().refusal('promotions.create', { ...input, name: '近视治愈套餐' })).toMatchObject({
      code: 1,
      field: 'name',
      message: expect.stringContaining('不能说'),
    })
    expect(await manager().refusal('promotions.create', { ...input, name: '套餐', description: '全城最低' })).toMatchObject({
      code: 1,
      field: 'description',
    })
    expect(
      await manager().call('promotions.create', { ...input, name: '套餐', description: '全城最低', wordingReason: '有价格表为证' }),
    ).toMatchObject({
      name: '套餐',
    })
  })
  it('a medical service is shown with a valid certificate only, and taken down when it is over', async () => {
    const fiid = await newItem('飞秒', 9000)
    const made = await manager().call('promotions.create', {
      name: '手术优惠',
      category: 3,
      fiid,
      promotionPrice: 8000,
      fromDate: today,
      toDate: '2099-12-31',
    })
    expect(await manager().refusal('promotions.status', { id: made.promotionId, status: 1 })).toMatchObject({ code: 1, field: 'adNo' })
    await manager().call('promotions.update', again(made, { adNo: '京医广〔2026〕第1号', adUntil: today }))
    expect(await manager().call('promotions.status', { id: made.promotionId, status: 1 })).toMatchObject({ status: 1 })
    await clinic.tx(async (cx) => {
      await cx.db.run(sql`update promotion set ad_until = ad_until - 1 where promotion_id = ${made.promotionId}`)
      const { takeDownExpired } = await import('./nights.ts')
      await takeDownExpired(cx as never)
    })
    expect(await manager().call('promotions.get', { id: made.promotionId })).toMatchObject({
      status: 0,
      downReason: expect.stringContaining('到期'),
    })
  })
  it('what bills took keeps its item and price', async () => {
    const fiid = await newItem('固定', 100)
    const made = await offered(fiid, 50, { limitTotal: 5 })
    await sell(await member(), fiid, 2)
    const change = (more: object) => manager().refusal('promotions.update', again(made, more))
    expect(await change({ promotionPrice: 40 })).toMatchObject({ code: 1, field: 'promotionPrice' })
    expect(await change({ limitTotal: 1 })).toMatchObject({ code: 1, field: 'limitTotal' })
    expect(await manager().call('promotions.update', again(made, { limitTotal: 4 }))).toMatchObject({ left: 2 })
  })
})
