/** Lenses with prices by power: till and order ask the same rule. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makeOrder } from './make.ts'

let clinic: Clinic
let pid: number
let lens: number
const band = { sphFrom: -4, sphTo: 0, cylFrom: -2, cylTo: 0, price: 300 }

beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  const manager = clinic.as('manager')
  const made = { name: '1.60 非球面', lensType: 1, classifyStatus: 2, price: 999, prismPrice: 50 } as const
  lens = (await manager.call('product.lens.create', { ...made, bands: [band, { ...band, sphFrom: -8, sphTo: -4.25, price: 380 }] }))
    .productId
  pid = (await clinic.as('reception').call('patients.save', { name: '陈光度', mobile: '13800138111', birth: '1996-05-06' })).pid
})

describe('lenses at the price of their power', () => {
  it('the till takes it in either notation; a gap, or no power, is refused at its line', async () => {
    const cashier = clinic.as('cashier')
    const bill = await cashier.call('feebill.save', { pid, items: [{ productId: lens, sph: -5.5, cyl: 0.5 }] })
    expect(bill.feebill.billPrice).toBe(380)
    expect(await cashier.refusal('feebill.save', { pid, items: [{ productId: lens, sph: 1 }] })).toMatchObject({
      message: '“1.60 非球面”的价格表没有 +1.00 的价格',
      field: 'items.0',
    })
    expect(await cashier.refusal('feebill.save', { pid, items: [{ productId: lens }] })).toMatchObject({
      message: expect.stringContaining('未填光度'),
    })
  })

  it('an order takes it for each eye, prism included; a power without a price is offered as not possible and refused', async () => {
    const optometrist = clinic.as('optometrist')
    const order = (over: object) => makeOrder(optometrist, { hid: clinic.hid, pid, dsOs: -5, dcOs: 0, axOs: null, ...over })
    const { recordFrameId: id } = await order({ prismOs: 2, baseOs: 'IN' })
    const goods = { lensProductOd: lens, lensProductOs: lens }
    const looked = await optometrist.call('frame.preview', { id, ...goods })
    expect(looked.items.map((i) => [i.part, i.price])).toEqual([
      ['lens_od', 300],
      ['lens_os', 480],
    ])
    expect((await optometrist.call('frame.lenses', { id })).list).toMatchObject([{ productId: lens, price: 480 }])
    const { recordFrameId: strong } = await order({ dsOd: -9 })
    expect((await optometrist.call('frame.lenses', { id: strong })).list).toMatchObject([
      { level: 'block', reasons: expect.arrayContaining([expect.stringContaining('价格表没有')]) },
    ])
    expect(await optometrist.refusal('frame.preview', { id: strong, ...goods })).toMatchObject({ field: 'lensProductOd' })
  })
})
