/** The scorecard says of each supplier what its orders and receipts say, and nothing of another store. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { linkFor, makeGoods, makeSupplier, orderOf } from '../make.ts'

let clinic: Clinic
let today: string
let [supplierId, frame, lens, pid]: [number, number, number, number] = [0, 0, 0, 0]
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const status = (role: Parameters<Clinic['as']>[0], oid: number, to: number) => as(role).call('orders.status', { oid, status: to })
const rows = async (query: object = {}) => (await as('finance').call('supplier-scorecard.list', query)).list
/** Was ordered so many days ago, for so many days later. */
const dated = (id: number, ago: number, promised: number) =>
  clinic.tx((cx) =>
    cx.db.run(
      sql`
        update supply_order
        set order_date = ${addDays(today, -ago)}, promised_on = ${addDays(today, promised - ago)}
        where order_id = ${id}
      `,
    ),
  )
/** Four frames at 101 yuan of cost, placed. */
async function placed(): Promise<number> {
  const { call, input } = orderOf('frame', { productId: frame })
  const { orderId } = await as('warehouse').call(call as 'frame-supplier-orders.create', input as never)
  for (const to of [2, 3]) await status('warehouse', orderId, to)
  return orderId
}
const receive = (id: number, lines: object[]) => as('warehouse').call('frame-supplier-orders.receive', { id, lines } as never)

beforeAll(async () => {
  clinic = await freshClinic()
  today = await clinic.tx((cx) => Promise.resolve(cx.today))
  supplierId = await makeSupplier(as('manager'), { name: '准时光学' })
  frame = await makeGoods(as('manager'), 1, supplierId)
  lens = await makeGoods(as('manager'), 10, supplierId, { barCode: '6901234567892' })
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000001', birth: '2012-07-01', gender: 1 })).pid
})

describe('the scorecard of a supplier', () => {
  it('counts lead times, what came late or is late, wrong and defective pieces and what they cost', async () => {
    expect(await rows()).toEqual([])
    // Ten frames' orders: 1 to 10 days to their receipt, promised in nine: the last is late.
    for (let lead = 1; lead <= 10; lead++) {
      const id = await placed()
      await dated(id, lead, 9)
      await receive(id, lead === 3 ? [{ quantity: 3 }, { quantity: 1, verdict: 'rejected', reason: '镜腿断' }] : [{ quantity: 4 }])
    }
    // One waits past its day; a draft and one that was cancelled before it was placed say nothing.
    await dated(await placed(), 30, 5)
    const { call, input } = orderOf('frame', { productId: frame })
    await as('warehouse').call(call as 'frame-supplier-orders.create', input as never)
    expect(await rows()).toMatchObject([
      {
        supplierId,
        supplierName: '准时光学',
        orders: 11,
        arrived: 10,
        p50: 5,
        p90: 9,
        late: 2,
        pieces: 40,
        wrong: 0,
        defective: 1,
        remakeCost: 101,
      },
    ])
    expect(await rows({ startTime: addDays(today, -4) })).toMatchObject([{ orders: 4, arrived: 4, p90: 4, late: 0 }])
    expect(await rows({ kind: 'okjing' })).toEqual([])
    expect(await rows({ text: '没有' })).toEqual([])
  })
  it('a lens that is another one than ordered is wrong, whatever became of it; one replaced for quality is defective', async () => {
    const made = await as('optometrist').call(
      'orders.create',
      orderOf('okjing', { productId: lens, pid, ...(await linkFor(as, pid, 'okjing')) }).input as never,
    )
    const { fbid, billPrice } = await status('optometrist', made.orderId, 2)
    await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: billPrice! }] })
    await as('doctor').call('orders.review', { id: made.orderId })
    for (const to of [4, 5]) await status('warehouse', made.orderId, to)
    const box = (eye: 'od' | 'os', measured: object) => ({ eye, serial: `S${eye}`, batchNo: 'K1', expiry: '2031-01-01', measured })
    const lines = [
      { ...box('od', { bc: 8.3, target: -3.25, dia: 10.8 }), verdict: 'accepted', reason: '医师同意' },
      box('os', { bc: 8.2, target: -2.5, dia: 10.6 }),
    ]
    await as('manager').call('orders.receive', { id: made.orderId, lines } as never)
    const codes = { od: 'Sod', os: 'Sos', receiver: '本人', signature: 'M20 60 L60 30 L100 70 L140 40' }
    await as('optometrist').call('orders.hand-over', { id: made.orderId, ...codes })
    const again = { order: { originalId: made.orderId, cause: 'quality' }, orderLen: { numberOd: 0, numberOs: 1 }, orderType: 1 }
    const { orderId, version } = await as('optometrist').call('orders.create', again as never)
    const found = (await as('manager').call('orders.info', { id: orderId })).findings.filter((f) => f.level === 'warn')
    const overrides = found.map(({ code }) => ({ code, reason: '原片缺陷' }))
    await as('doctor').call('orders.update', { order: { orderId }, version, overrides } as never)
    await status('optometrist', orderId, 2)
    expect(await rows({ kind: 'okjing' })).toMatchObject([{ supplierId, orders: 1, pieces: 2, wrong: 1, defective: 1, remakeCost: 110 }])
  })
  it('is of the store alone, and for who keeps contracts', async () => {
    expect((await as('chain').call('supplier-scorecard.list', { hid: clinic.hids[1]! })).list).toEqual([])
    expect(await as('finance').refusal('supplier-scorecard.list', { hid: clinic.hids[1]! })).toMatchObject({ code: 1 })
    expect(await as('optometrist').refusal('supplier-scorecard.list', {})).toMatchObject({ code: 20405 })
  })
})
