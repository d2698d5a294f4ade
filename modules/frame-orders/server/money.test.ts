/** Money of an order (issue 10.1, points 1 and 10): its lines are changed by its own door only, and a refund asks it first. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { receive } from '#modules/stock/server/door.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { CHECKS, SIGNATURE, makeOrder, readingsOf, makeGoodsCome } from './make.ts'

let clinic: Clinic
let frame: number
let lens: number
let n = 0
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)

beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  frame = (await as('manager').call('product.save', { category: 1, name: '钛架 48□17', unit: '副', price: 380 })).productId
  lens = (
    await as('manager').call('product.save', { category: 3, name: '1.60 单光', unit: '片', price: 260, lensType: 1, classifyStatus: 2 })
  ).productId
  await clinic.tx((cx) => receive(cx, { ref: 'money', hid: clinic.hid, reason: '期初', lines: [{ productId: frame, quantity: 50 }] }))
})

/** An order with goods, waiting for payment. */
async function billed() {
  const { pid } = await as('reception').call('patients.save', {
    name: '收费',
    mobile: `139000${String(10_000 + n++)}`,
    birth: '1996-05-06',
  })
  const { recordFrameId: id } = await makeOrder(as('optometrist'), { hid: clinic.hid, pid })
  const goods = { frameProductId: frame, lensProductOd: lens, lensProductOs: lens, processingFee: 60 }
  const { fbid } = await as('optometrist').call('frame.product', { id, ...goods })
  const info = await as('cashier').call('feebill.info', { id: fbid! })
  const items = info.BillItemList.map((i) => ({
    name: i.name,
    price: i.price,
    quantity: i.quantity,
    ...(i.productId ? { productId: i.productId } : {}),
  }))
  return { id, pid, fbid: fbid!, items, version: info.feebill.version, lines: info.BillItemList }
}
/** An order that was paid and has come as far as a stage. */
async function orderAt(stage: 30 | 40 | 50 | 60 | 70 | 78 | 80) {
  const order = await billed()
  const { id, fbid } = order
  await as('cashier').call('feebill.confirm', { fbid, payStyleList: [{ payWay: 1, amount: 960 }] })
  const steps = {
    40: () => makeGoodsCome(as('warehouse'), id, 'LOT-1'),
    50: () => as('workshop').call('frame.processing', { id, checks: CHECKS }),
    60: () => as('workshop').call('frame.status', { id, status: 60 }),
    70: async () =>
      as('workshop').call('frame.status', { id, status: 70, measured: readingsOf(await as('workshop').call('frame.info', { id })) }),
    78: () => as('reception').call('frame.delivery', { id, trackingNumber: 'SF1' }),
    80: () => as('reception').call('frame.mirrors', { id, receiver: '本人', signature: SIGNATURE }),
  }
  for (const step of [40, 50, 60, 70, 78, 80] as const) if (step <= stage && (step !== 78 || stage === 78)) await steps[step]()
  return order
}
const statusOf = async (id: number) => (await as('workshop').call('frame.info', { id })).status
const all = ({ fbid, lines }: Awaited<ReturnType<typeof billed>>) => ({
  fbid,
  items: lines.map((l) => ({ biid: l.biid })),
  reason: '会员不要了',
})

describe('the workshop fee of an order', () => {
  it('stays when goods are chosen again, and whoever changes it says why: history and audit keep it', async () => {
    const { id } = await billed()
    const goods = { id, frameProductId: frame, lensProductOd: lens, lensProductOs: lens }
    const choose = (more: object) => as('optometrist').call('frame.product', { ...goods, ...more })
    const feeOf = ({ items }: Awaited<ReturnType<typeof choose>>) => items.find((i) => i.part === 'service')?.price
    expect(feeOf(await choose({}))).toBe(60)
    expect(await as('optometrist').refusal('frame.product', { ...goods, processingFee: 80, feeReason: ' ' })).toMatchObject({
      code: 1,
      message: '加工费由 60.00 元改为 80.00 元，请填写原因',
    })
    const changed = await choose({ processingFee: 80, feeReason: '无框开槽打孔' })
    expect(feeOf(changed)).toBe(80)
    expect(changed.billPrice).toBe(980)
    expect(changed.history.at(-1)).toMatchObject({ label: '改加工费', note: '60.00 → 80.00：无框开槽打孔', fromStatus: 20, toStatus: 20 })
    expect(changed.history.at(-1)!.person).toBeTruthy()
    // The price itself stands in the audit of the order's lines.
    const audit = await clinic.tx((cx) =>
      cx.db.rows(
        { after: 'string' },
        sql`
          select after::text after
          from audit
          where tbl = 'record_frame_item'
            and action = 'insert'
            and after ->> 'part' = 'service'
            and after ->> 'record_frame_id' = ${String(id)}
          order by audit_id desc
          limit 1
        `,
      ),
    )
    expect(JSON.parse(audit[0]!.after)).toMatchObject({ price: 8000 })
    expect(feeOf(await choose({ processingFee: 0, feeReason: '会员自取，不加工' }))).toBeUndefined()
  })
})

describe('the bill of an order', () => {
  it('loses none of its lines and none of their prices at the till', async () => {
    const { pid, fbid, items, version } = await billed()
    const save = (lines: object[]) => as('manager').refusal('feebill.save', { pid, fbid, version, items: lines })
    const owned = { code: 1, message: expect.stringContaining('由订单带入') }
    expect(await save(items.filter((i) => !i.name.includes('单光')))).toMatchObject(owned)
    expect(await save(items.map((i) => ({ ...i, price: 0.01 })))).toMatchObject(owned)
    expect(await save(items.map((i) => ({ ...i, quantity: 2 })))).toMatchObject(owned)
    expect(await save([{ name: '清洁布', price: 10, quantity: 1 }])).toMatchObject(owned)
  })
  it('takes what the till adds, and a discount of the house', async () => {
    const { id, pid, fbid, items, version } = await billed()
    const more = [...items, { name: '清洁布', price: 10, priceReason: '赠品补差', quantity: 1 }]
    const saved = await as('manager').call('feebill.save', { pid, fbid, version, discount: 9, items: more })
    expect(saved.feebill).toMatchObject({ originalPrice: 970, billPrice: 873 })
    await as('cashier').call('feebill.confirm', { fbid, payStyleList: [{ payWay: 1, amount: 873 }] })
    expect(await statusOf(id)).toBe(30)
  })
  it('keeps the price it was ordered at when the catalogue changes', async () => {
    const { pid, fbid, items, version } = await billed()
    await as('manager').call('product.save', { productId: frame, category: 1, name: '钛架 48□17', unit: '副', price: 399 } as never)
    expect((await as('reception').call('feebill.save', { pid, fbid, version, items })).feebill.billPrice).toBe(960)
    await as('manager').call('product.save', { productId: frame, category: 1, name: '钛架 48□17', unit: '副', price: 380 } as never)
  })
  it('differs from the order nowhere: the database refuses it, whoever writes', async () => {
    const { id, fbid } = await billed()
    const behind = (work: ReturnType<typeof sql>) => clinic.tx((cx) => cx.db.run(work))
    for (const work of [
      sql`delete from bill_item where fbid = ${fbid} and ref is not null`,
      sql`update bill_item set price = 1 where fbid = ${fbid}`,
      sql`update bill_item set ref = null where fbid = ${fbid} and product_id is not null`,
      sql`update record_frame_item set price = 1 where record_frame_id = ${id}`,
      sql`delete from record_frame_item where record_frame_id = ${id} and part = 'lens_od'`,
      sql`update record_frame set total = 1 where record_frame_id = ${id}`,
    ])
      await expect(behind(work)).rejects.toThrow(/bill of order|add up/)
  })
})

it('R108: glasses that are sent carry their tracking number', async () => {
  const { id } = await orderAt(70)
  expect(await as('reception').refusal('frame.delivery', { id, trackingNumber: '' })).toMatchObject({ field: 'trackingNumber' })
  await as('reception').call('frame.delivery', { id, trackingNumber: 'SF1' })
  expect(await as('reception').call('frame.info', { id })).toMatchObject({ status: 78, trackingNumber: 'SF1' })
})

describe('a refund asks the order first', () => {
  it.each([50, 70, 78, 80] as const)(
    'at %i a cashier may not take the money out of a running job, a manager stops it with it',
    async (stage) => {
      const order = await orderAt(stage)
      expect(await as('cashier').refusal('fee-bills.refund', all(order))).toMatchObject({ code: 20405 })
      expect(await as('cashier').refusal('fee-bills.refund', { ...all(order), dryRun: true })).toMatchObject({ code: 20405 })
      await as('manager').call('fee-bills.refund', all(order))
      expect(await statusOf(order.id)).toBe(stage === 80 ? 95 : 90)
      expect(await as('reception').refusal('frame.mirrors', { id: order.id, receiver: '本人', signature: SIGNATURE })).toMatchObject({
        code: 1,
      })
    },
  )
  it('before it is cut the till gives it all back; the goods lie on the shelf again', async () => {
    const order = await orderAt(40)
    await as('cashier').call('fee-bills.refund', all(order))
    expect(await statusOf(order.id)).toBe(90)
  })
  it('a lens is not given back out of a running job; the fee for the work is', async () => {
    const order = await orderAt(50)
    const billOf = (name: string) => ({
      fbid: order.fbid,
      items: [{ biid: order.lines.find((l) => l.name.includes(name))!.biid }],
      reason: '少收',
    })
    expect(await as('manager').refusal('fee-bills.refund', billOf('右 '))).toMatchObject({
      code: 1,
      message: expect.stringContaining('订单仍在进行'),
    })
    await as('cashier').call('fee-bills.refund', billOf('加工费'))
    expect(await statusOf(order.id)).toBe(50)
  })
  it('has a reason', async () => {
    const order = await orderAt(40)
    expect(await as('manager').refusal('fee-bills.refund', { ...all(order), reason: ' ' })).toMatchObject({ code: 1, field: 'reason' })
  })
  it('is not taken back once the order was given up with it', async () => {
    const order = await orderAt(40)
    await as('cashier').call('fee-bills.refund', all(order))
    expect(await as('manager').refusal('fee-bills.cancellation-refund', { fbid: order.fbid })).toMatchObject({
      code: 1,
      message: expect.stringContaining('重新下单'),
    })
  })
  it('glasses of a bill that was given back leave no shelf: the database keeps it', async () => {
    const order = await orderAt(70)
    await clinic.tx((cx) =>
      cx.db.run(
        sql`
          update record_frame
          set fbid = (select fbid from fee_bill where ref = ${`frame:${order.id}`} limit 1)
          where record_frame_id = ${order.id}
        `,
      ),
    )
    const finished = await orderAt(70)
    await as('manager').call('fee-bills.refund', all(finished))
    await expect(
      clinic.tx((cx) =>
        cx.db.run(
          sql`
            update record_frame
            set fbid = ${finished.fbid}, status = 80, picked_at = app_now()
            where record_frame_id = ${order.id}
          `,
        ),
      ),
    ).rejects.toThrow(/given back/)
  })
})

describe('a code that was paid for an order the check then stops', () => {
  it('becomes stored value of the member: seen at the till, spent or given back like any, and the bill is free again', async () => {
    const { id, pid, fbid } = await billed()
    const due = (await as('cashier').call('feebill.info', { id: fbid })).feebill.due
    const { orderNo } = await as('cashier').call('pay.wx4fee', { fbid, payWay: 2, amount: due })
    expect(await as('cashier').refusal('pay.keep', { fbid, orderNo })).toMatchObject({ message: expect.stringContaining('还没有付款') })
    await as('cashier').call('payments.phone-answer', { orderNo, act: 'pay' })
    await clinic.tx((cx) => cx.db.run(sql`update record_frame set pd_od = null where record_frame_id = ${id}`))
    const pay = { fbid, payStyleList: [{ payWay: 2 as const, amount: due, orderNo }] }
    expect(await as('cashier').refusal('feebill.confirm', pay)).toMatchObject({ message: expect.stringContaining('订单检查未通过') })
    expect(await as('optometrist').refusal('frame.cancel', { id, reason: '不做了' })).toMatchObject({ code: 1 })
    expect(await as('reception').refusal('pay.keep', { fbid, orderNo })).toMatchObject({ code: 20405 })
    const before = await as('cashier').call('loyalty.wallet', { pid })
    const kept = await as('cashier').call('pay.keep', { fbid, orderNo })
    expect(kept.FeeRecordlist).toMatchObject([{ type: '扫码付款已转储值', amount: due, orderNo }])
    expect((await as('cashier').call('loyalty.wallet', { pid })).money).toBe(before.money + due)
    expect(await as('cashier').refusal('pay.keep', { fbid, orderNo })).toMatchObject({ message: expect.stringContaining('已经入账') })
    expect(await as('cashier').refusal('feebill.confirm', pay)).toMatchObject({ code: 1 })
    expect((await as('optometrist').call('frame.cancel', { id, reason: '不做了' })).status).toBe(90)
  })
})

describe('a price the till changes', () => {
  const bill = (item: object, discount = 10) => ({ pid: 0, discount, items: [{ quantity: 1, ...item }] })
  it('keeps the list price, who changed it and why, and stays in the range of discounts', async () => {
    const { pid } = await billed()
    const fiid = (await as('manager').call('feeitem.save', { hid: clinic.hid, name: '验光费', price: 100, type: 0 })).fiid
    const sent = (price: number, more: object = {}) => ({ ...bill({ fiid, price, ...more }), pid })
    expect(await as('manager').refusal('feebill.save', sent(80))).toMatchObject({ code: 1, message: expect.stringContaining('改价原因') })
    expect(await as('manager').refusal('feebill.save', sent(0.01, { priceReason: '熟人' }))).toMatchObject({
      code: 1,
      message: expect.stringContaining('折'),
    })
    expect(await as('manager').refusal('feebill.save', { ...sent(80, { priceReason: '熟人' }), discount: 8 })).toMatchObject({
      message: expect.stringContaining('折'),
    })
    const { feebill, BillItemList, trace } = await as('manager').call('feebill.save', sent(80, { priceReason: '熟人' }))
    expect(feebill).toMatchObject({ originalPrice: 100, totalDiscount: 20, billPrice: 80 })
    expect(BillItemList[0]).toMatchObject({ price: 80, listPrice: 100, priceReason: '熟人', priceBy: clinic.ctid('manager') })
    expect(trace.map((s) => s.label)).toEqual(['原价', '改价'])
  })
  it('a line that no list prices says why it stands there, and who wrote it: with the line, or as the note of the bill', async () => {
    const { pid } = await billed()
    const sent = (more: object = {}, head: object = {}) => ({ ...bill({ name: '镜架', price: 0.01, ...more }), ...head, pid })
    const says = { code: 1, field: 'items.0', message: expect.stringContaining('镜架不在价目中，请填写原因') }
    expect(await as('cashier').refusal('feebill.save', sent())).toMatchObject(says)
    expect(await as('cashier').refusal('feebill.save', sent({ priceReason: ' ' }, { note: ' ' }))).toMatchObject(says)
    expect(await as('reception').refusal('feebill.save', sent({ priceReason: '样品' }))).toMatchObject({
      message: expect.stringContaining('改价需要'),
    })
    const kept = { price: 0.01, priceBy: clinic.ctid('cashier') }
    const { feebill, BillItemList } = await as('cashier').call('feebill.save', sent({ priceReason: '样品处理' }))
    expect(BillItemList[0]).toMatchObject({ ...kept, priceReason: '样品处理' })
    // A legacy client knows no reason of a line.
    const noted = await as('cashier').call('feebill.save', sent({}, { note: '样品处理，店长同意' }))
    expect(noted.BillItemList[0]).toMatchObject({ ...kept, priceReason: '样品处理，店长同意' })
    await expect(clinic.tx((cx) => cx.db.run(sql`update bill_item set price_reason = null where fbid = ${feebill.fbid}`))).rejects.toThrow(
      /bill_item__free_reason/,
    )
  })
})
