import { beforeAll, describe, expect, it } from 'vitest'
import { receive } from '#modules/stock/server/door.ts'
import { sql, balance } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { CHECKS, SIGNATURE, MOTHER, makeOrder, readingsOf, makeGoodsCome } from './make.ts'

let clinic: Clinic
let pid: number
let frame: number
let lens: number
let custom: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const stockOf = (productId: number) =>
  clinic.tx(async (cx) => {
    const batches = await cx.db.rows({ batchId: 'number' }, sql`select batch_id from batch where product_id = ${productId}`)
    return (await Promise.all(batches.map((b) => balance(cx, 'stock', `batch:${b.batchId}`)))).reduce((a, b) => a + b, 0)
  })

beforeAll(async () => {
  clinic = await freshClinic()
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000001', birth: '2015-07-01', gender: 1 })).pid
  frame = (await as('manager').call('product.save', { category: 1, name: '钛架 52□18', unit: '副', price: 380 })).productId
  const power = {
    category: 3 as const,
    unit: '片',
    index: 1.6,
    diameter: '70',
    sphMin: -8,
    sphMax: 0,
    cylMin: -2,
    cylMax: 0,
    lensType: 1 as const,
  }
  lens = (await as('manager').call('product.save', { ...power, name: '1.60 单光', price: 260, classifyStatus: 1 })).productId
  custom = (await as('manager').call('product.save', { ...power, name: '1.60 离焦', price: 1280, classifyStatus: 2 })).productId
  await clinic.tx((cx) =>
    receive(cx, {
      ref: 'test',
      hid: clinic.hid,
      reason: '期初',
      lines: [
        { productId: frame, quantity: 5 },
        { productId: lens, sph: -3.25, cyl: -0.5, quantity: 4 },
        { productId: lens, sph: -2.75, cyl: -1, quantity: 4 },
      ],
    }),
  )
})

/** Chooses goods and pays the bill in cash. */
async function paid(goods: { lensProductOd: number; lensProductOs: number }) {
  const made = await makeOrder(as('optometrist'), { hid: clinic.hid, pid })
  const chosen = await as('optometrist').call('frame.product', { id: made.recordFrameId, frameProductId: frame, ...goods })
  const bill = await as('cashier').call('feebill.info', { id: chosen.fbid! })
  await as('cashier').call('feebill.confirm', { fbid: chosen.fbid!, payStyleList: [{ payWay: 1, amount: bill.feebill.billPrice }] })
  return as('workshop').call('frame.info', { id: made.recordFrameId })
}

describe('frame-glasses orders', () => {
  it('R105: orderOptions are declared tokens joined by commas; an unknown one is refused, by the table too', async () => {
    const { recordFrameId: id } = await makeOrder(as('optometrist'), { hid: clinic.hid, pid })
    const goods = { id, frameProductId: frame, lensProductOd: lens, lensProductOs: lens }
    expect(await as('optometrist').refusal('frame.product', { ...goods, orderOptions: '加急,镀金' })).toMatchObject({
      code: 1,
      field: 'orderOptions',
    })
    await as('optometrist').call('frame.product', { ...goods, orderOptions: '美薄,加急,加急' })
    expect((await as('workshop').call('frame.info', { id })).orderOptions).toBe('加急,美薄')
    await expect(
      clinic.tx((cx) => cx.db.run(sql`update record_frame set order_options = '随便写' where record_frame_id = ${id}`)),
    ).rejects.toThrow('record_frame__options')
  })
  it('the bill of an order is of its store, whoever chooses the goods from where', async () => {
    const [one, two] = clinic.hids as [number, number]
    const made = await makeOrder(as('optometrist'), { hid: one, pid })
    const goods = { id: made.recordFrameId, frameProductId: frame, lensProductOd: lens, lensProductOs: lens }
    await as('chain').call('frame.product', goods, { hid: two })
    // Once more: the bill that is open is written anew.
    const { fbid } = await as('chain').call('frame.product', goods, { hid: two })
    const stores = await clinic.tx((cx) =>
      cx.db.rows(
        { hid: 'number' },
        sql`
          select hid
          from fee_bill
          where fbid = ${fbid}
          union all
          select hid
          from bill_item
          where fbid = ${fbid}
        `,
      ),
    )
    expect(stores.length).toBeGreaterThan(2)
    expect(new Set(stores.map((s) => s.hid))).toEqual(new Set([one]))
    expect((await as('cashier').call('feebill.info', { id: fbid! })).feebill.fbid).toBe(fbid)
  })

  it('R110 a pair out of stock goes select → paid → inspection → processing → final → pick-up, each by its role', async () => {
    const before = await stockOf(lens)
    const order = await paid({ lensProductOd: lens, lensProductOs: lens })
    expect(order).toMatchObject({ status: 40, total: 900, onOrder: false })
    expect(await stockOf(lens)).toBe(before - 2)
    const id = order.recordFrameId
    expect((await as('workshop').call('frame.processing', { id, checks: CHECKS })).status).toBe(50)
    expect((await as('workshop').call('frame.status', { id, status: 60 })).status).toBe(60)
    const passed = await as('workshop').call('frame.status', { id, status: 70, measured: readingsOf(order), shelf: 'A3' })
    expect(passed.inspections.at(-1)).toMatchObject({ kind: 'final', verdict: 'pass', setId: 'GB/T13511-2025' })
    expect((await as('reception').call('frame.notification', { id })).notifiedAt).not.toBeNull()
    const stranger = { id, receiver: '路人甲', signature: SIGNATURE }
    expect(await as('reception').refusal('frame.mirrors', stranger)).toMatchObject({ field: 'receiverRelation' })
    expect(await as('reception').refusal('frame.mirrors', { ...stranger, ...MOTHER, signature: 'M1' })).toMatchObject({
      field: 'signature',
    })
    const taken = await as('reception').call('frame.mirrors', { id, receiver: '林妈妈', ...MOTHER, signature: SIGNATURE })
    expect(taken).toMatchObject({ status: 80, receiver: '林妈妈' })
    expect(taken.history.map((h) => h.toStatus)).toEqual([10, 20, 40, 50, 60, 70, 70, 80])
  })

  it('a lens on order waits for goods; its receipt and issue leave no stock behind', async () => {
    const order = await paid({ lensProductOd: custom, lensProductOs: custom })
    expect(order).toMatchObject({ status: 30, onOrder: true })
    const got = await makeGoodsCome(as('warehouse'), order.recordFrameId, 'LOT-1')
    expect(got.status).toBe(40)
    expect(got.items.every((i) => i.issued)).toBe(true)
    expect(await stockOf(custom)).toBe(0)
  })

  it("a pair outside of the tolerance is stopped in words and goes on only by a supervisor's concession", async () => {
    const order = await paid({ lensProductOd: lens, lensProductOs: lens })
    const id = order.recordFrameId
    await as('workshop').call('frame.processing', { id, checks: CHECKS })
    await as('workshop').call('frame.status', { id, status: 60 })
    const turned = { ...readingsOf(order), axOd: 150 }
    expect(
      await as('manager').refusal('frame.status', { id, status: 70, measured: turned, concession: '医师面诊试戴后同意' }),
    ).toMatchObject({
      message: expect.stringContaining('不能让步放行'),
    })
    const exchanged = {
      ...readingsOf(order),
      dsOd: order.dsOs,
      dcOd: order.dcOs,
      axOd: order.axOs,
      dsOs: order.dsOd,
      dcOs: order.dcOd,
      axOs: order.axOd,
    }
    expect(
      await as('manager').refusal('frame.status', { id, status: 70, measured: exchanged, concession: '医师面诊试戴后同意' }),
    ).toMatchObject({
      message: expect.stringContaining('左右眼镜片装反'),
    })
    const measured = { ...readingsOf(order), axOd: 165 }
    expect(await as('workshop').call('frame.judge', { id, measured })).toMatchObject({ verdict: 'fail' })
    expect(await as('workshop').refusal('frame.status', { id, status: 70, measured })).toMatchObject({
      code: 1,
      message: expect.stringContaining('右眼轴位'),
    })
    expect(await as('workshop').refusal('frame.status', { id, status: 70, measured, concession: '急用，已约定日期重做' })).toMatchObject({
      code: 20405,
    })
    for (const concession of ['.', '会员同意'])
      expect(await as('manager').refusal('frame.status', { id, status: 70, measured, concession })).toMatchObject({
        code: 1,
        field: 'concession',
      })
    expect(await as('manager').call('frame.status', { id, status: 70, measured, concession: '医师面诊试戴后同意' })).toMatchObject({
      status: 70,
    })
    // Behind the calls the table itself bounds what is let pass.
    const off = { eye: 'od', what: '单眼瞳距', columns: ['pd'], ordered: 31.5, measured: 33, tolerance: 1, ok: false, sentence: '' }
    const conceding = (items: object[], over: { note?: string; dsOd?: number } = {}) =>
      clinic.tx(async (cx) => {
        await cx.db.run(sql`
          insert into record_frame_inspection (hid, record_frame_id, kind, ctid_, verdict, note, items, ds_od)
          values (
            ${clinic.hid}, ${id}, 'final', ${clinic.ctid('manager')}, 'concession', ${over.note ?? '厂家不能更好'},
            ${JSON.stringify(items)}::jsonb, ${over.dsOd ?? -3.25}
          )
        `)
        throw new Error('let pass')
      })
    await expect(conceding([off])).rejects.toThrow('let pass')
    const sphere = { ...off, columns: ['ds'], ordered: -3.25, measured: 3.25, tolerance: 9 }
    for (const [items, over] of [
      [[{ ...off, measured: 33.1 }]],
      [[{ ...off, measured: null }]],
      [[{ ...off, eye: 'os', columns: ['ax'], ordered: 5, measured: 6, tolerance: 1 }]],
      [[sphere], { dsOd: 3.25 }],
      [[{ ...off, ok: true }]],
      [[]],
      [[off], { note: ' ' }],
    ] as Array<[object[], { note?: string; dsOd?: number }?]>)
      await expect(conceding(items, over)).rejects.toMatchObject({ constraint: 'record_frame_inspection__conceded' })
  })

  it('an initial inspection without its checks is none, and a final one passes only what was measured', async () => {
    const order = await paid({ lensProductOd: custom, lensProductOs: custom })
    const id = order.recordFrameId
    await makeGoodsCome(as('warehouse'), id, 'LOT-1')
    expect(await as('workshop').refusal('frame.processing', { id, checks: CHECKS.slice(1) })).toMatchObject({
      code: 1,
      field: 'checks',
      message: expect.stringContaining('还有 1 项'),
    })
    await as('workshop').call('frame.processing', { id, checks: CHECKS })
    await as('workshop').call('frame.status', { id, status: 60 })
    const whole = readingsOf(order)
    for (const cell of ['dsOd', 'dcOs', 'axOd', 'pdOd', 'phOs'] as const)
      expect(await as('workshop').refusal('frame.status', { id, status: 70, measured: { ...whole, [cell]: null } }), cell).toMatchObject({
        message: expect.stringContaining('未测量'),
      })
    expect(await as('workshop').refusal('frame.status', { id, status: 70, measured: {} })).toMatchObject({ code: 1 })
    expect((await as('workshop').call('frame.status', { id, status: 70, measured: whole })).status).toBe(70)
  })

  it('an outside lab is no way around the initial inspection', async () => {
    const order = await paid({ lensProductOd: custom, lensProductOs: custom })
    const id = order.recordFrameId
    await makeGoodsCome(as('warehouse'), id, 'LOT-1')
    expect(await as('workshop').refusal('frame.processing-external', { id, lab: '康视加工' })).toMatchObject({
      code: 1,
      field: 'checks',
      message: expect.stringContaining('初检还有'),
    })
    await expect(clinic.tx((cx) => cx.db.run(sql`update record_frame set status = 55 where record_frame_id = ${id}`))).rejects.toThrow(
      /initial inspection/,
    )
    const out = await as('workshop').call('frame.processing-external', { id, lab: '康视加工', checks: CHECKS })
    expect(out).toMatchObject({ status: 55, lab: '康视加工', inspections: [{ kind: 'initial', verdict: 'pass' }] })
    expect((await as('workshop').call('frame.processing-external', { id })).status).toBe(60)
  })

  it('the database itself keeps glasses without a passed inspection out of pick-up, and a status from jumping', async () => {
    const { recordFrameId } = await makeOrder(as('optometrist'), { hid: clinic.hid, pid })
    await expect(
      clinic.tx((cx) => cx.db.run(sql`update record_frame set status = 80 where record_frame_id = ${recordFrameId}`)),
    ).rejects.toThrow(/illegal step/)
  })

  it('unqualified keeps the former stage; only a supervisor takes it back', async () => {
    const order =
      (await paid({ lensProductOd: lens, lensProductOs: lens }).catch(() => undefined)) ??
      (await paid({ lensProductOd: custom, lensProductOs: custom }))
    const id = order.recordFrameId
    if (order.status === 30) await makeGoodsCome(as('warehouse'), id, 'LOT-1')
    await as('workshop').call('frame.processing', { id, checks: CHECKS })
    expect(await as('workshop').call('frame.unqualified', { id, cause: 'process', side: 'od', cost: 120, reason: '崩边' })).toMatchObject({
      status: 65,
      slips: [{ foundAt: 50, cost: 120 }],
    })
    expect(await as('workshop').refusal('frame.cancel-status', { id })).toMatchObject({ code: 20405 })
    expect((await as('manager').call('frame.cancel-status', { id })).status).toBe(50)
  })

  it('a move that is not open is refused with the present state in the sentence', async () => {
    const { recordFrameId: id } = await makeOrder(as('optometrist'), { hid: clinic.hid, pid })
    expect(await as('reception').refusal('frame.mirrors', { id, receiver: '本人', signature: SIGNATURE })).toMatchObject({
      code: 1,
      message: '当前状态为“待选择商品”，不能取镜',
    })
  })

  it('R109 cancelling needs a reason, takes the unpaid bill with it, and asks for a refund once paid', async () => {
    const made = await makeOrder(as('optometrist'), { hid: clinic.hid, pid })
    const { fbid } = await as('optometrist').call('frame.product', {
      id: made.recordFrameId,
      frameProductId: frame,
      lensProductOd: custom,
      lensProductOs: custom,
    })
    expect(await as('optometrist').refusal('frame.cancel', { id: made.recordFrameId, reason: '' })).toMatchObject({ code: 1 })
    expect((await as('optometrist').call('frame.cancel', { id: made.recordFrameId, reason: '会员改主意' })).status).toBe(90)
    expect((await as('cashier').call('feebill.info', { id: fbid! })).feebill.status).toBe(4)
    const order = await paid({ lensProductOd: custom, lensProductOs: custom })
    expect(await as('optometrist').refusal('frame.cancel', { id: order.recordFrameId, reason: '退' })).toMatchObject({
      code: 1,
      message: '订单已付款，请先退费再取消',
    })
  })

  it('a full refund puts uncut goods back on the shelf exactly and cancels the order', async () => {
    await clinic.tx((cx) =>
      receive(cx, {
        ref: 'test2',
        hid: clinic.hid,
        reason: '补货',
        lines: [
          { productId: lens, sph: -3.25, cyl: -0.5, quantity: 2 },
          { productId: lens, sph: -2.75, cyl: -1, quantity: 2 },
        ],
      }),
    )
    const [lenses, frames] = [await stockOf(lens), await stockOf(frame)]
    const order = await paid({ lensProductOd: lens, lensProductOs: lens })
    const bill = await as('cashier').call('feebill.info', { id: order.fbid! })
    await as('manager').call('fee-bills.refund', {
      fbid: order.fbid!,
      items: bill.BillItemList.map((i) => ({ biid: i.biid })),
      reason: '不配了',
    })
    expect([await stockOf(lens), await stockOf(frame)]).toEqual([lenses, frames])
    expect((await as('workshop').call('frame.info', { id: order.recordFrameId })).status).toBe(90)
  })

  it('the order check stops what the lens is not made in and asks about what differs from good sense', async () => {
    const strong = await makeOrder(as('optometrist'), { hid: clinic.hid, pid, dsOd: -9 })
    expect(
      await as('optometrist').refusal('frame.product', {
        id: strong.recordFrameId,
        frameProductId: frame,
        lensProductOd: lens,
        lensProductOs: lens,
      }),
    ).toMatchObject({ code: 1, message: expect.stringContaining('超出 1.60 单光 的范围') })
    const odd = await makeOrder(as('optometrist'), { hid: clinic.hid, pid, dsOd: -3.3 })
    const choice = { id: odd.recordFrameId, frameProductId: frame, lensProductOd: custom, lensProductOs: custom }
    expect(await as('optometrist').refusal('frame.product', choice)).toMatchObject({ message: expect.stringContaining('0.25') })
    const overrides = [{ code: 'quarter-ds-od', reason: '仪器读数，未取整' }]
    // Who typed a power is not the one who confirms it.
    expect(await as('optometrist').refusal('frame.product', { ...choice, overrides })).toMatchObject({ code: 20405 })
    expect((await as('doctor').call('frame.product', { ...choice, overrides })).status).toBe(20)
  })

  it('eyes exchanged against the former order are asked about, a reason lets them through; a PD not measured has not passed', async () => {
    const member = (await as('reception').call('patients.save', { name: '周屿', mobile: '13900000002', birth: '2012-03-01', gender: 0 }))
      .pid
    const goods = { frameProductId: frame, lensProductOd: custom, lensProductOs: custom }
    const first = await makeOrder(as('optometrist'), { hid: clinic.hid, pid: member, dsOd: -5, dsOs: -2 })
    const { fbid } = await as('optometrist').call('frame.product', { id: first.recordFrameId, ...goods })
    const bill = await as('cashier').call('feebill.info', { id: fbid! })
    await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: bill.feebill.billPrice }] })
    const second = await makeOrder(as('optometrist'), { hid: clinic.hid, pid: member, dsOd: -2.25, dsOs: -5.25 })
    expect(await as('optometrist').refusal('frame.product', { id: second.recordFrameId, ...goods })).toMatchObject({
      code: 1,
      message: expect.stringContaining('左右眼的度数更像是填反了'),
    })
    expect(
      (
        await as('doctor').call('frame.product', {
          id: second.recordFrameId,
          ...goods,
          overrides: [{ code: 'swap-former', reason: '其他：上次订单填反' }],
        })
      ).status,
    ).toBe(20)
    const judgement = await as('workshop').call('frame.judge', { id: first.recordFrameId, measured: { ...readingsOf(first), pdOs: null } })
    expect(judgement).toMatchObject({
      verdict: 'fail',
      items: expect.arrayContaining([expect.objectContaining({ eye: 'os', what: '单眼瞳距', measured: null, ok: false })]),
    })
  })

  it("a scanned number finds its order, not another clinic's", async () => {
    const made = await makeOrder(as('optometrist'), { hid: clinic.hid, pid })
    expect(made.orderNo).toMatch(/^PJ\d{10}$/)
    expect((await as('workshop').call('frame.by-number', { orderNo: made.orderNo.toLowerCase() })).recordFrameId).toBe(made.recordFrameId)
    const other = await freshClinic()
    expect(await other.as('workshop').refusal('frame.info', { id: made.recordFrameId })).toMatchObject({ code: 1 })
    expect(await other.as('workshop').refusal('frame.by-number', { orderNo: made.orderNo })).toMatchObject({ code: 1 })
  })

  it('the prescription behind an order is paid with it and dispensed with the glasses', async () => {
    const exam = await as('optometrist').call('examRefraction.save', {
      pid,
      kind: 4,
      cycloplegia: 1,
      dsOd: -2,
      dsOs: -2,
      pdOd: 31,
      pdOs: 31,
      confirmed: ['dsOd=-2', 'dsOs=-2'],
    })
    const rx = await as('doctor').call('prescription.create', { pid, list: [{ kind: 1, examId: exam.id }] })
    await as('doctor').call('prescription.sign', { id: rx.id })
    const { recordFrameId: id } = await as('optometrist').call('frame.create', { hid: clinic.hid, pid, prescriptionId: rx.id })
    const chosen = await as('optometrist').call('frame.product', { id, ownFrame: true, lensProductOd: custom, lensProductOs: custom })
    const { feebill } = await as('cashier').call('feebill.info', { id: chosen.fbid! })
    await as('cashier').call('feebill.confirm', { fbid: chosen.fbid!, payStyleList: [{ payWay: 1, amount: feebill.billPrice }] })
    expect((await as('doctor').call('prescription.get', { id: rx.id })).status).toBe(3)
    await makeGoodsCome(as('warehouse'), id, 'LOT-1')
    await as('workshop').call('frame.processing', { id, checks: CHECKS })
    await as('workshop').call('frame.status', { id, status: 60 })
    await as('workshop').call('frame.status', { id, status: 70, measured: readingsOf(chosen) })
    await as('reception').call('frame.mirrors', { id, receiver: '林妈妈', ...MOTHER, signature: SIGNATURE })
    expect((await as('doctor').call('prescription.get', { id: rx.id })).status).toBe(4)
  })

  it('a double submit with one key makes one order', async () => {
    const input = { hid: clinic.hid, pid, dsOd: -1, pdOd: 31, dsOs: -1, pdOs: 31 }
    const [a, b] = await Promise.all([
      as('optometrist').call('frame.create', input, { key: 'same' }),
      as('optometrist').call('frame.create', input, { key: 'same' }),
    ])
    expect(a.recordFrameId).toBe(b.recordFrameId)
  })
})
