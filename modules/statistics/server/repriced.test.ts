import { expect, it } from 'vitest'
import { makeDelivery, makeSupplier } from '#modules/purchasing/server/make.ts'
import { freshClinic } from '../../../tests/harness.ts'

it('prices agreed after posting stand in a figure of the stock, line by line, and leave what the goods cost', async () => {
  const clinic = await freshClinic({ stores: 1 })
  const [warehouse, manager] = [clinic.as('warehouse'), clinic.as('manager')]
  const { supplierId, lens } = await makeSupplier(manager.call, '调价供应商')
  const paper = await makeDelivery(warehouse.call, clinic.hid, supplierId, [{ productId: lens, sph: -2, cyl: 0, quantity: 10, cost: 80 }])
  const value = async (key: string) =>
    (await manager.call('statistics.inventory', { hid: clinic.hid })).figures.find((figure) => figure.key === key)?.amount
  const before = await value('value')
  const [item] = paper.items
  await manager.call('stockin.prices.create', { stockinId: paper.stockinId, priceRecords: [{ itemId: item?.itemId ?? 0, price: 72.5 }] })
  expect([await value('repriced'), await value('value')]).toEqual([-75, before])
  const lines = await manager.call('statistics.lines', { hid: clinic.hid, view: 'inventory', figure: 'repriced' })
  expect(lines.list.map((line) => line.amount)).toEqual([-75])
})
