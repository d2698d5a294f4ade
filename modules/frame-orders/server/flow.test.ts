import { expect, it } from 'vitest'
import { receive } from '#modules/stock/server/door.ts'
import { freshClinic } from '../../../tests/harness.ts'
import { makeOrder, makeGoodsCome } from './make.ts'

it('the initial inspection a store switched off is passed by itself, and the history says why; the final one stays', async () => {
  const clinic = await freshClinic({ stores: 1 }),
    { hid } = clinic
  const as = clinic.as
  const { pid } = await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000001', birth: '2015-07-01', gender: 1 })
  const frame = (await as('manager').call('product.save', { category: 1, name: '钛架 52□18', unit: '副', price: 380 })).productId
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
    price: 260,
  }
  const lens = (await as('manager').call('product.save', { ...power, name: '1.60 单光', classifyStatus: 1 })).productId
  const custom = (await as('manager').call('product.save', { ...power, name: '1.60 离焦', classifyStatus: 2 })).productId
  await clinic.tx((cx) =>
    receive(cx, {
      ref: 'test',
      hid,
      reason: '期初',
      lines: [
        { productId: frame, quantity: 5 },
        { productId: lens, sph: -3.25, cyl: -0.5, quantity: 4 },
        { productId: lens, sph: -2.75, cyl: -1, quantity: 4 },
      ],
    }),
  )
  await as('manager').call('settings.save', { hid, frameInitialInspection: false })
  const paid = async (paidAmount: number) => {
    const { recordFrameId: id } = await makeOrder(as('optometrist'), { hid, pid })
    const chosen = await as('optometrist').call('frame.product', {
      id,
      frameProductId: frame,
      lensProductOd: paidAmount,
      lensProductOs: paidAmount,
    })
    const bill = await as('cashier').call('feebill.info', { id: chosen.fbid! })
    await as('cashier').call('feebill.confirm', { fbid: chosen.fbid!, payStyleList: [{ payWay: 1, amount: bill.feebill.billPrice }] })
    return as('workshop').call('frame.info', { id })
  }
  const order = await paid(lens)
  expect(order.status).toBe(50)
  const ready = await as('workshop').call('frame.status', { id: order.recordFrameId, status: 60 })
  expect(ready.status).toBe(60)
  expect(ready.history.map((h) => [h.toStatus, h.note]).slice(-2)).toEqual([
    [50, '本店流程不设初检'],
    [60, null],
  ])
  const arrived = async (batchNo: string) => (await makeGoodsCome(as('warehouse'), (await paid(custom)).recordFrameId, batchNo)).status
  // Each kind of lens has its own switch.
  expect(await arrived('LOT-0')).toBe(40)
  await as('manager').call('settings.save', { hid, frameInitialInspection: true, frameCustomInspection: false })
  expect(await arrived('LOT-1')).toBe(50)
  expect((await paid(lens)).status).toBe(40)
})

it('where the store asks for it, an order has a prescription or an optometrist who answers for its powers', async () => {
  const clinic = await freshClinic({ stores: 1 }),
    { hid } = clinic,
    as = clinic.as
  const { pid } = await as('reception').call('patients.save', { name: '无处方', mobile: '13900000002' })
  const powers = { hid, pid, dsOd: -1, dsOs: -1 }
  const before = await as('optometrist').call('frame.create', powers as never)
  await as('manager').call('saler.save', { hid, name: '店', shortName: '店', isOptRequired: true })
  expect(await as('optometrist').refusal('frame.create', powers)).toMatchObject({
    code: 1,
    field: 'optristId',
    message: '处方和验光师：请填写其中一项',
  })
  expect(
    await as('optometrist').refusal('frame.update', { ...powers, recordFrameId: before.recordFrameId, version: before.version }),
  ).toMatchObject({ field: 'optristId' })
  expect((await as('optometrist').call('frame.create', { ...powers, optristId: clinic.ctid('optometrist') } as never)).optristId).toBe(
    clinic.ctid('optometrist'),
  )
})
