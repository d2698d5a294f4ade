/** The remake ledger tells what the papers say: no more, no less, and who bears it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { makeOrder, makeGoodsCome } from '#modules/frame-orders/server/make.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { makeGoods, makeSupplier, orderOf } from '../make.ts'

let clinic: Clinic
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const ledger = async (query: object = {}) => (await as('manager').call('remakes.list', query)).list
beforeAll(async () => {
  clinic = await freshClinic()
})

/** Glasses whose lenses lie on the shelf, paid and found unqualified by the workshop. */
async function unqualified(pid: number, cause: 'process' | 'member', cost: number): Promise<void> {
  const own = { hid: clinic.hid, pid }
  const lens = (
    await as('manager').call('product.save', { category: 3, name: `单光 ${cause}`, unit: '片', price: 260, lensType: 1, classifyStatus: 2 })
  ).productId
  const { recordFrameId: id } = await makeOrder(as('optometrist'), own)
  const { fbid } = await as('optometrist').call('frame.product', {
    id,
    ownFrame: true,
    frameBrand: '自带',
    lensProductOd: lens,
    lensProductOs: lens,
  })
  const { feebill } = await as('cashier').call('feebill.info', { id: fbid! })
  await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: feebill.billPrice }] })
  await makeGoodsCome(as('warehouse'), id, 'LOT-1')
  await as('workshop').call('frame.unqualified', { id, cause, side: 'od', cost, reason: '崩边' })
}

describe('the remake ledger', () => {
  it('holds slips, refused pieces and replacements with cause, cost and who bears it; sums and list are one', async () => {
    const { pid } = await as('reception').call('patients.save', { name: '返工', mobile: '13900007001', birth: '2000-01-01', gender: 1 })
    expect(await ledger()).toEqual([])
    await unqualified(pid, 'process', 120)
    await unqualified(pid, 'member', 80)
    const supplierId = await makeSupplier(as('manager'))
    const { call, input } = orderOf('frame', { productId: await makeGoods(as('manager'), 1, supplierId) })
    const { orderId } = await as('warehouse').call(call as 'frame-supplier-orders.create', input as never)
    for (const status of [2, 3]) await as('warehouse').call('orders.status', { oid: orderId, status })
    const refused = { quantity: 3, verdict: 'rejected' as const, reason: '镜腿断' }
    await as('warehouse').call('frame-supplier-orders.receive', { id: orderId, lines: [{ quantity: 1 }, refused] })

    const today = await clinic.tx(async (cx) => cx.today)
    const rows = (await ledger({ startTime: today, endTime: today })).toSorted((a, b) => b.cost - a.cost)
    expect(rows.map((r) => [r.what, r.cause, r.payer, r.cost, r.pieces])).toEqual([
      ['refused', 'refused', 'supplier', 303, 3],
      ['slip', 'process', 'store', 120, 1],
      ['slip', 'member', 'member', 80, 1],
    ])
    expect(rows[0]).toMatchObject({ orderId, recordFrameId: null, note: '镜腿断' })
    expect(rows[1]).toMatchObject({ foundAt: 40, side: 'od', orderId: null })
    expect(await ledger({ payer: 'supplier', supplierId })).toEqual([rows[0]])
    expect(await ledger({ endTime: '2020-01-01' })).toEqual([])
    const sums = await as('manager').call('remakes.sums', {})
    expect(sums.map((s) => [s.cause, s.payer, s.count, s.pieces, s.cost])).toEqual([
      ['refused', 'supplier', 1, 3, 303],
      ['process', 'store', 1, 1, 120],
      ['member', 'member', 1, 1, 80],
    ])
  })
  it('is told to whoever may see costs, of their own stores', async () => {
    expect(await as('workshop').refusal('remakes.list', {})).toMatchObject({ code: 20405 })
    const other = await freshClinic()
    expect((await other.as('manager').call('remakes.list', {})).list).toEqual([])
  })
})
