/** Orders found by what their lines hold. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makeGoods, makeSupplier } from './make.ts'

let clinic: Clinic
let orders: Record<'zeiss' | 'hoya' | 'plano', number>
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const found = async (query: object): Promise<number[]> =>
  (await as('manager').call('lens-orders.list', query)).list.map((o) => o.orderId).sort((a, b) => a - b)

beforeAll(async () => {
  clinic = await freshClinic()
  const supplierId = await makeSupplier(as('manager'))
  const pid = (await as('reception').call('patients.save', { name: '筛选人', mobile: '13900000031', birth: '1990-07-01', gender: 1 })).pid
  const zeiss = await makeGoods(as('manager'), 3, supplierId, { brand: '蔡司', version: 'A100%' })
  const hoya = await makeGoods(as('manager'), 3, supplierId, { brand: '豪雅 Hoya', version: 'B_2' })
  const order = async (productId: number, dsOd: number, dsOs: number) =>
    (await as('optometrist').call('lens-orders.create', { pid, productId, dsOd, dsOs, pdOd: 31, pdOs: 31, eyeGlassOd: 1, eyeGlassOs: 1 }))
      .orderId
  orders = { zeiss: await order(zeiss, -3.25, -2.5), hoya: await order(hoya, -2.5, 0.75), plano: await order(hoya, 0, -0.25) }
})

describe('a list of orders', () => {
  it('answers the number of an order under every name by which the seeds ask for it', async () => {
    const { list } = await as('manager').call('lens-orders.list', {})
    for (const { orderId, id, oid, apparatusOrderId } of list) expect([id, oid, apparatusOrderId]).toEqual([orderId, orderId, orderId])
    expect(list).toHaveLength(3)
  })
  it('finds the sphere of either eye to the hundredth, zero too', async () => {
    expect(await found({ standard: -2.5 })).toEqual([orders.zeiss, orders.hoya])
    expect(await found({ standard: -3.25 })).toEqual([orders.zeiss])
    expect(await found({ standard: 0 })).toEqual([orders.plano])
    expect(await found({ standard: -4.5 })).toEqual([])
  })
  it('finds a part of brand and version in either case, signs as they are written', async () => {
    expect(await found({ brand: '蔡' })).toEqual([orders.zeiss])
    expect(await found({ brand: 'HOYA' })).toEqual([orders.hoya, orders.plano])
    expect(await found({ version: '0%' })).toEqual([orders.zeiss])
    expect(await found({ version: '_' })).toEqual([orders.hoya, orders.plano])
    expect(await found({ brand: '蔡', version: 'B_2' })).toEqual([])
    expect(await found({ brand: 'hoya', version: 'b_2', standard: -2.5 })).toEqual([orders.hoya])
    expect(await found({ brand: '没有的品牌' })).toEqual([])
  })
})
