/** What came of an order: compared, posted, held, handed over, taken back. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { available, heldPieces } from '#modules/stock/server/door.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { linkFor, makeGoods, makeSupplier, orderOf, statedOf } from '../make.ts'

let clinic: Clinic
let pid: number
let other: number
const goods = new Map<number, number>()
let nth = 0
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const member = async (name: string, mobile: string) =>
  (await as('reception').call('patients.save', { name, mobile, birth: '2012-07-01', gender: 1 })).pid
const status = (role: Parameters<Clinic['as']>[0], oid: number, to: number, more: object = {}) =>
  as(role).call('orders.status', { oid, status: to, ...more })
const udi = (serial: string) => `01069012345678921730053110K2609\u001d21${serial}`
const OD = { bc: 8.3, target: -3.25, dia: 10.6 }
const OS = { bc: 8.2, target: -2.5, dia: 10.6 }
const box = (eye: 'od' | 'os', serial: string, measured: object = eye === 'od' ? OD : OS) => ({ eye, code: udi(serial), measured })
/** An order of hard lenses on its way from the maker. */
async function shipped(person = pid) {
  const { input } = orderOf('okjing', { productId: goods.get(10)!, pid: person, ...(await linkFor(as, person, 'okjing')) })
  const made = await as('optometrist').call('orders.create', input as never)
  const waiting = await status('optometrist', made.orderId, 2)
  await as('cashier').call('feebill.confirm', { fbid: waiting.fbid!, payStyleList: [{ payWay: 1, amount: waiting.billPrice! }] })
  await as('doctor').call('orders.review', { id: made.orderId })
  await status('warehouse', made.orderId, 4)
  return status('warehouse', made.orderId, 5)
}
const pair = () => [`R${++nth}`, `L${nth}`] as const
async function ready(person = pid) {
  const order = await shipped(person)
  const [right, left] = pair()
  const input = { id: order.orderId, lines: [box('od', right), box('os', left)] }
  return { right, left, order: await as('warehouse').call('orders.receive', input) }
}
const held = (id: number) => clinic.tx(async (cx) => (await heldPieces(cx, `order:${id}`)).reduce((n, h) => n + h.quantity, 0))
const shelf = (productId: number) => clinic.tx((cx) => available(cx, { hid: clinic.hid, productId }))
const signed = { receiver: '本人', signature: 'M20 60 L60 30 L100 70 L140 40' }

beforeAll(async () => {
  clinic = await freshClinic()
  const supplierId = await makeSupplier(as('manager'))
  for (const category of [1, 5, 10])
    goods.set(category, await makeGoods(as('manager'), category, supplierId, category === 10 ? { barCode: '6901234567892' } : {}))
  pid = await member('林子涵', '13900000001')
  other = await member('林子萱', '13900000002')
})

describe('a receipt', () => {
  it('of lenses as ordered posts them, holds them for their member, and makes the order ready', async () => {
    const { order } = await ready()
    expect(order).toMatchObject({ status: 7, received: 2, rejected: 0 })
    expect(order.receipts[0]!.lines.map((l) => [l.verdict, l.batchNo, l.expiry])).toEqual([
      ['pass', 'K2609', '2030-05-31'],
      ['pass', 'K2609', '2030-05-31'],
    ])
    expect(await held(order.orderId)).toBe(2)
    expect(await shelf(goods.get(10)!)).toBe(0)
    const paper = await as('warehouse').call('stockin.info', { id: order.receipts[0]!.stockinId! })
    expect(paper).toMatchObject({ status: 2, quantity: 2 })
    expect(await as('manager').refusal('stockin.status', { stockinId: paper.stockinId, status: 4, reason: '误收' })).toMatchObject({
      message: expect.stringContaining('一张订单的收货'),
    })
  })
  it('lies where the order says, until another warehouse of the store is named; one out of use takes nothing', async () => {
    const manager = as('manager')
    const upstairs = await manager.call('warehouses.create', { hid: clinic.hid, name: '二楼库' })
    const { orderId } = await shipped()
    const [right, left] = pair()
    const [due] = await as('warehouse').call('orders.expected', { orders: [orderId] })
    expect(due).toMatchObject({ inWareHouseId: null })
    const into = (lines: object[], inWareHouseId: number) => ({ id: orderId, lines, inWareHouseId }) as never
    const one = await as('warehouse').call('orders.receive', into([box('od', right)], upstairs.warehouseId))
    const paper = await as('warehouse').call('stockin.info', { id: one.receipts[0]!.stockinId! })
    expect(paper).toMatchObject({ warehouseId: upstairs.warehouseId, warehouseName: '二楼库', quantity: 1 })
    const shut = await manager.call('warehouses.create', { hid: clinic.hid, name: '旧库' })
    await manager.call('warehouses.update', { id: shut.warehouseId, name: '旧库', status: 1 })
    const refused = await as('warehouse').refusal('orders.receive', into([box('os', left)], shut.warehouseId))
    expect(refused.message).toContain('旧库')
    const rest = await as('warehouse').call('orders.receive', { id: orderId, lines: [box('os', left)] })
    const own = await as('warehouse').call('stockin.info', { id: rest.receipts[1]!.stockinId! })
    expect([rest.status, own.warehouseId === paper.warehouseId]).toEqual([7, false])
  })
  it('a difference names eye, field and both values; exchanged eyes stop it, and nothing is written', async () => {
    const { orderId } = await shipped()
    const [right, left] = pair()
    const receive = (lines: object[]) => as('warehouse').refusal('orders.receive', { id: orderId, lines } as never)
    expect(await receive([box('od', right, { ...OD, dia: 10.8 })])).toMatchObject({
      message: expect.stringMatching(/右眼.*订 10.6，到 10.8/),
      field: 'lines.0.measured.dia',
    })
    expect(await receive([box('od', right, OS), box('os', left, OD)])).toMatchObject({ message: expect.stringContaining('左右眼放反') })
    expect(await as('manager').call('orders.info', { id: orderId })).toMatchObject({ status: 5, receipts: [] })
  })
  it('a difference is accepted by a supervisor with a reason, never in power', async () => {
    const { orderId } = await shipped()
    const [right, left] = pair()
    const lines = [{ ...box('od', right, { ...OD, dia: 10.8 }), verdict: 'accepted' as const, reason: '医师同意' }, box('os', left)]
    expect(await as('warehouse').refusal('orders.receive', { id: orderId, lines })).toMatchObject({ code: 20405 })
    const power = [{ ...lines[0]!, measured: { ...OD, target: -3.5 } }]
    expect(await as('manager').refusal('orders.receive', { id: orderId, lines: power })).toMatchObject({ field: 'lines.0.measured.target' })
    expect(await as('manager').call('orders.receive', { id: orderId, lines })).toMatchObject({ status: 7, received: 2 })
  })
  it('in parts: one eye comes, the other is set aside and decided of later', async () => {
    const { orderId } = await shipped()
    const [right, left] = pair()
    const first = await as('warehouse').call('orders.receive', { id: orderId, lines: [box('od', right)] })
    expect(first).toMatchObject({ status: 6, received: 1 })
    const aside = { ...box('os', left, { ...OS, dia: 10.8 }), verdict: 'mismatch' as const, reason: '待主管' }
    const waiting = await as('warehouse').call('orders.confirm', { id: orderId, lines: [aside] })
    expect(waiting).toMatchObject({ status: 6, received: 1, rejected: 0 })
    const line = waiting.receipts[1]!.lines[0]!.receiptLineId
    expect(await as('warehouse').refusal('orders.judge', { id: line, verdict: 'accepted', reason: '可用' })).toMatchObject({ code: 20405 })
    expect(await as('manager').call('orders.judge', { id: line, verdict: 'accepted', reason: '可用' })).toMatchObject({
      status: 7,
      received: 2,
    })
    expect(await as('manager').refusal('orders.judge', { id: line, verdict: 'rejected', reason: '再判' })).toMatchObject({ code: 1 })
  })
  it('a piece that is set aside is due no more: receiving what is left leaves it to whoever decides, and none comes twice', async () => {
    const productId = await makeGoods(as('manager'), 1, await makeSupplier(as('manager')))
    const { call: id, input } = orderOf('frame', { productId })
    const made = await as('warehouse').call(id as 'frame-supplier-orders.create', input as never)
    for (const to of [2, 3]) await status('warehouse', made.orderId, to)
    const receive = (lines: object[]) => as('warehouse').call('frame-supplier-orders.receive', { id: made.orderId, lines } as never)
    const first = await receive([{ quantity: 1, verdict: 'mismatch', reason: '颜色待定' }])
    expect(first).toMatchObject({ received: 0, rejected: 0 })
    const [due] = await as('warehouse').call('orders.expected', { kind: 'frame', orders: [made.orderId] })
    expect(due!.lines).toMatchObject([{ ordered: 4, received: 0, aside: 1 }])
    const four = { id: made.orderId, lines: [{ quantity: 4 }] }
    expect((await as('warehouse').refusal('frame-supplier-orders.receive', four)).message).toContain('还应收 3')
    const rest = await receive([{ quantity: 3 }])
    expect([rest.received, rest.status, await shelf(productId)]).toEqual([3, 5, 3])
    const line = first.receipts[0]!.lines[0]!.receiptLineId
    const bare = clinic.tx(async (cx) => {
      await cx.db.run(
        sql`
          insert into supply_receipt_line (hid, receipt_id, line_id, quantity, verdict)
          select hid, receipt_id, line_id, 1, 'mismatch'
          from supply_receipt_line
          where receipt_line_id = ${line}
        `,
      )
    })
    await expect(bare).rejects.toMatchObject({ constraint: 'supply_order_line__over_received' })
    expect(await as('manager').call('orders.judge', { id: line, verdict: 'accepted', reason: '可用' })).toMatchObject({
      status: 6,
      received: 4,
    })
  })
  it('reads what a code says of its lens by itself: eye and parameters are compared though nobody sent them beside', async () => {
    const { orderId } = await shipped()
    const coded = (serial: string, article: string) => ({
      code: `01069012345678921730053110K2609\u001d21${serial}\u001d240${article}`,
    })
    const receive = (lines: object[]) => ({ id: orderId, lines }) as never
    const [right, left] = pair()
    const labelOf = (eye: 'R' | 'L', m: typeof OD) => `${eye},BC${m.bc.toFixed(2)},T${m.target.toFixed(2)},D${m.dia.toFixed(1)}`
    const wrong = coded(right, labelOf('R', { ...OD, target: -9 }))
    expect(await as('warehouse').refusal('orders.receive', receive([wrong]))).toMatchObject({ message: expect.stringContaining('到 -9') })
    const both = [coded(right, labelOf('R', OD)), coded(left, labelOf('L', OS))]
    expect(await as('warehouse').call('orders.receive', receive(both))).toMatchObject({ status: 7, received: 2 })
  })
  it('takes a number of ten digits for the lens’s own, though its last is as a check digit would be', async () => {
    const { orderId } = await shipped()
    const bare = (eye: 'od' | 'os', code: string) => ({
      eye,
      code,
      batchNo: 'K2609',
      expiry: '2030-05-31',
      measured: eye === 'od' ? OD : OS,
    })
    const order = await as('warehouse').call('orders.receive', { id: orderId, lines: [bare('od', '0963850742'), bare('os', '963850742')] })
    expect(order.receipts[0]!.lines.map((l) => l.serial)).toEqual(['0963850742', '963850742'])
  })
  it('all refused returns the order; more than is due, a lens twice and a lens without a number are refused', async () => {
    const { orderId } = await shipped()
    const [right, left] = pair()
    const refuse = (eye: 'od' | 'os', serial: string) => ({ ...box(eye, serial), verdict: 'rejected' as const, reason: '破损' })
    const receive = (lines: object[]) => as('warehouse').refusal('orders.receive', { id: orderId, lines } as never)
    expect(await receive([box('od', right), box('od', left)])).toMatchObject({ message: expect.stringContaining('还应收 0') })
    expect(await receive([box('od', right), box('os', right)])).toMatchObject({ message: expect.stringContaining(right) })
    expect(await receive([{ eye: 'od', measured: OD, batchNo: 'K', expiry: '2030-01-01' }])).toMatchObject({ field: 'lines.0.serial' })
    const gone = await as('warehouse').call('orders.receive', { id: orderId, lines: [refuse('od', right), refuse('os', left)] })
    expect(gone).toMatchObject({ status: 11, received: 0, rejected: 2 })
    expect(await held(orderId)).toBe(0)
  })
  it('of goods for the shelf comes in parts and is anybody’s', async () => {
    const { call: id, input } = orderOf('frame', { productId: goods.get(1)! })
    const made = await as('warehouse').call(id as 'frame-supplier-orders.create', input as never)
    await status('warehouse', made.orderId, 2)
    await status('warehouse', made.orderId, 3)
    const part = await as('warehouse').call('frame-supplier-orders.receive', { id: made.orderId, lines: [{ quantity: 3 }] })
    expect(part).toMatchObject({ status: 5, received: 3 })
    expect(await as('optometrist').refusal('frame-supplier-orders.receive', { id: made.orderId })).toMatchObject({ code: 20405 })
    const rest = { id: made.orderId, lines: [{ quantity: 1 }] }
    expect(await as('warehouse').call('frame-supplier-orders.receive', rest)).toMatchObject({ status: 6, received: 4 })
    expect(await shelf(goods.get(1)!)).toBe(4)
    expect(await as('warehouse').refusal('frame-supplier-orders.receive', { id: made.orderId })).toMatchObject({
      message: expect.stringContaining('已入库'),
    })
    expect(await as('warehouse').refusal('care-orders.receive', { id: made.orderId })).toMatchObject({
      message: expect.stringContaining('不存在'),
    })
  })
  it('twice at once is one: fifty scan the same box', async () => {
    const { orderId } = await shipped()
    const [right] = pair()
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => as('warehouse').call('orders.receive', { id: orderId, lines: [box('od', right)] })),
    )
    expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(1)
    expect(await held(orderId)).toBe(1)
  })
  it('a serial is one lens: of fifty orders’ boxes with one number at once, one comes', async () => {
    const [right] = pair()
    const orders = await Promise.all(Array.from({ length: 5 }, () => shipped()))
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        as('warehouse').call('orders.receive', { id: orders[i % orders.length]!.orderId, lines: [box('od', right)] }),
      ),
    )
    expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(1)
    const kept = await Promise.all(orders.map((o) => held(o.orderId)))
    expect(kept.reduce((sum, n) => sum + n, 0)).toBe(1)
  })
  it('what an order counts and what its receipts say cannot differ', async () => {
    const { order } = await ready()
    const bare = clinic.tx((cx) => cx.db.run(sql`update supply_order_line set received = 0 where order_id = ${order.orderId}`))
    await expect(bare).rejects.toMatchObject({ constraint: 'supply_order_line__other_count' })
  })
})

describe('the hand-over', () => {
  it('is to the member, a guardian, or somebody who says their relation and number, against a drawn signature', async () => {
    const { order, right, left } = await ready()
    const hand = (more: object) =>
      as('optometrist').refusal('orders.hand-over', { id: order.orderId, ...signed, od: udi(right), os: udi(left), ...more } as never)
    expect(await hand({ receiver: '路人甲' })).toMatchObject({ field: 'receiverRelation', message: expect.stringContaining('路人甲') })
    expect(await hand({ receiver: '路人甲', receiverRelation: '邻居' })).toMatchObject({ field: 'receiverPhone' })
    for (const signature of ['M1', 'M1 2 L3 4', '路人甲']) expect(await hand({ signature })).toMatchObject({ field: 'signature' })
    const neighbour = { receiver: '路人甲', receiverRelation: '邻居', receiverPhone: '13900006666' }
    const done = await as('optometrist').call('orders.hand-over', {
      id: order.orderId,
      ...signed,
      ...neighbour,
      od: udi(right),
      os: udi(left),
    })
    expect(done).toMatchObject({ status: 8, ...neighbour })
  })
  it('of soft lenses is by scan as well: what its kind scans at the receipt it scans when it leaves', async () => {
    const productId = await makeGoods(as('manager'), 4, await makeSupplier(as('manager')))
    const { input } = orderOf('soft', { productId, pid, ...(await linkFor(as, pid, 'soft')) })
    const made = await as('optometrist').call('orders.create', input as never)
    const codes = made.findings.map((f) => ({ code: f.code, reason: '会员自带参数' }))
    if (codes.length) await as('optometrist').call('orders.update', { order: { orderId: made.orderId }, overrides: codes })
    const waiting = await status('optometrist', made.orderId, 2)
    await as('cashier').call('feebill.confirm', { fbid: waiting.fbid!, payStyleList: [{ payWay: 1, amount: waiting.billPrice! }] })
    await as('doctor').call('orders.review', { id: made.orderId })
    for (const to of [4, 5]) await status('warehouse', made.orderId, to)
    const lines = made.items.map((item) => ({
      lineId: item.lineId,
      quantity: item.ordered,
      batchNo: `SOFT-${item.eye}`,
      expiry: '2031-01-01',
      measured: statedOf('soft', item),
    }))
    await as('warehouse').call('orders.receive', { id: made.orderId, lines })
    const hand = (more: object) => as('optometrist').refusal('orders.hand-over', { id: made.orderId, ...signed, ...more } as never)
    expect(await hand({})).toMatchObject({ message: expect.stringContaining('还没有扫描：右眼') })
    expect(await hand({ codes: ['SOFT-od', 'SOFT-od'] })).toMatchObject({ message: expect.stringContaining('已经扫过') })
    expect(await hand({ codes: ['SOFT-od', 'SOFT-xx'] })).toMatchObject({ message: expect.stringContaining('不是这张订单') })
    const done = await as('optometrist').call('orders.hand-over', { id: made.orderId, ...signed, codes: ['SOFT-od', 'SOFT-os'] })
    expect(done.status).toBe(8)
  })
  it('is by scan of each lens and a signature; the member’s file has both lenses from that day', async () => {
    const { order, right, left } = await ready()
    const hand = (more: object) => as('optometrist').refusal('orders.hand-over', { id: order.orderId, ...signed, ...more })
    expect(await hand({ od: udi(right) })).toMatchObject({ message: expect.stringContaining('还没有扫描：左眼') })
    expect(await hand({ od: udi(left), os: udi(right) })).toMatchObject({ message: expect.stringContaining('扫到的是左眼的镜片') })
    const waiting = async (role: Parameters<Clinic['as']>[0]) => (await as(role).call('output.orders', {})).list
    const scanned = { number: order.orderNo, what: '硬镜订单', pid, pieces: 2, at: `/order/hand-over/${order.orderId}` }
    expect((await waiting('warehouse')).find((o) => o.number === order.orderNo)).toMatchObject(scanned)
    const foreign = await ready(other)
    expect(await hand({ od: udi(foreign.right), os: udi(left) })).toMatchObject({ message: expect.stringContaining('不是这张订单') })
    const done = await as('optometrist').call('orders.hand-over', { id: order.orderId, ...signed, od: udi(right), os: left })
    expect(done).toMatchObject({ status: 8, receiver: '本人', handedAt: expect.any(String) })
    expect(await held(order.orderId)).toBe(0)
    expect((await waiting('warehouse')).filter((o) => o.number === order.orderNo)).toEqual([])
    const { lenses } = await as('doctor').call('okjing.case', { pid })
    expect(
      lenses
        .filter((l) => l.ref === `order:${order.orderId}`)
        .map((l) => [l.eye, l.status])
        .sort(),
    ).toEqual([
      ['od', 1],
      ['os', 1],
    ])
    expect(await hand({ od: udi(right), os: udi(left) })).toMatchObject({ message: expect.stringContaining('已交付') })
  })
  it('a lens scanned anywhere says its order, whose it is and what is to be done now; handed over, who wears it', async () => {
    const { order, right, left } = await ready(other)
    const read = async (role: Parameters<Clinic['as']>[0], code: string) =>
      (await as(role).call('product.batch-code', { code })).papers.map(({ what, number, stateName, whose, next, at: time }) => ({
        what,
        number,
        said: [stateName, whose, next],
        at: time,
      }))
    const paper = { what: '硬镜订单', number: order.orderNo, at: `/order/okjing-view/${order.orderId}` }
    expect(await read('warehouse', udi(right))).toEqual([{ ...paper, said: ['待取镜', '林子萱', '取镜'] }])
    expect(await read('reception', order.orderNo.toLowerCase())).toEqual([{ ...paper, said: ['待取镜', '林子萱', '取镜'] }])
    await as('optometrist').call('orders.hand-over', { id: order.orderId, ...signed, od: udi(right), os: udi(left) })
    const lens = { what: '左眼塑形镜片', number: left, said: ['在用', '林子萱', null], at: `/patients/detail/${other}/okjing` }
    expect(await read('doctor', left)).toEqual([lens, { ...paper, said: ['已取镜', '林子萱', null] }])
    expect(await read('cashier', left)).toEqual([{ ...paper, said: ['已取镜', '林子萱', null] }])
    expect((await (await freshClinic()).as('doctor').call('product.batch-code', { code: left })).papers).toEqual([])
  })
  it('of lenses without a take record is followed to the day they are to be renewed', async () => {
    const { order, right, left } = await ready(other)
    await as('optometrist').call('orders.hand-over', { id: order.orderId, ...signed, od: udi(right), os: udi(left) })
    expect(await as('manager').call('revisits.rules.run', { hid: clinic.hid })).toBeNull()
  })
  it('of a recalled or expired lens is refused', async () => {
    const { order, right, left } = await ready()
    const codes = { od: udi(right), os: udi(left) }
    const lock = (locked: boolean) =>
      clinic.tx((cx) =>
        cx.db.run(
          sql`
            update batch
            set locked = ${locked}, lock_reason = case when ${locked} then '召回' end
            where held_for = ${`order:${order.orderId}`}
          `,
        ),
      )
    await lock(true)
    expect(await as('optometrist').refusal('orders.hand-over', { id: order.orderId, ...signed, ...codes })).toMatchObject({
      message: expect.stringContaining('召回'),
    })
    await lock(false)
    await clinic.tx((cx) => cx.db.run(sql`update batch set expiry = '2026-01-31' where held_for = ${`order:${order.orderId}`}`))
    expect(await as('optometrist').refusal('orders.hand-over', { id: order.orderId, ...signed, ...codes })).toMatchObject({
      message: expect.stringContaining('过期'),
    })
  })
  it('fifty at once: one hands the lenses over', async () => {
    const { order, right, left } = await ready(other)
    const receiver = { id: order.orderId, ...signed, od: udi(right), os: udi(left) }
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => as('optometrist').call('orders.hand-over', receiver)))
    expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(1)
    expect(await held(order.orderId)).toBe(0)
  })
  it('against a return at the same moment: exactly one', async () => {
    const { order, right, left } = await ready()
    const both = await Promise.allSettled([
      as('optometrist').call('orders.hand-over', { id: order.orderId, ...signed, od: udi(right), os: udi(left) }),
      as('warehouse').call('orders.return', { id: order.orderId, reason: '划痕' }),
    ])
    expect(both.filter((b) => b.status === 'fulfilled').length).toBeGreaterThan(0)
    const after = await as('manager').call('orders.info', { id: order.orderId })
    expect([8, 11]).toContain(after.status)
    expect(await held(order.orderId)).toBe(0)
  })
})

describe('a return', () => {
  it('before the hand-over sends the lenses back to their supplier; their numbers may come again', async () => {
    const { order, right, left } = await ready()
    const back = await as('warehouse').call('orders.return', { id: order.orderId, reason: '划痕' })
    expect(back).toMatchObject({ status: 11, received: 0, rejected: 2, cancelReason: '划痕' })
    expect(await held(order.orderId)).toBe(0)
    expect(await shelf(goods.get(10)!)).toBe(0)
    const again = await shipped()
    expect(await as('warehouse').call('orders.receive', { id: again.orderId, lines: [box('od', right), box('os', left)] })).toMatchObject({
      status: 7,
    })
  })
  it('after it is the supervisor’s: the lenses are worn no more and never sold', async () => {
    const { order, right, left } = await ready()
    await as('optometrist').call('orders.hand-over', { id: order.orderId, ...signed, od: udi(right), os: udi(left) })
    expect(await as('warehouse').refusal('orders.return', { id: order.orderId, reason: '不适' })).toMatchObject({ code: 20405 })
    expect(await as('manager').call('orders.return', { id: order.orderId, reason: '不适' })).toMatchObject({ status: 11 })
    const { lenses } = await as('doctor').call('okjing.case', { pid })
    expect(lenses.filter((l) => l.ref === `order:${order.orderId}`).map((l) => l.status)).toEqual([2, 2])
    expect(await shelf(goods.get(10)!)).toBe(0)
  })
})
