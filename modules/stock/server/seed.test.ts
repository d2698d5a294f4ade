/** What a client that knows only the seeds sees of stock. */
import { expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'
import { makeFrame } from '#modules/products/server/make.ts'
import { makeStock } from './make.ts'

it('R116: the adjust call takes hid, productId, stockNumber and batchId, and no note', async () => {
  const clinic = await freshClinic()
  const { call } = clinic.as('warehouse')
  const frame = await makeFrame(call)
  const { batchId } = (await makeStock(call, clinic.hid, [{ productId: frame.productId, quantity: 5 }])).items[0]!
  const counted = { hid: clinic.hid, productId: frame.productId, batchId: batchId!, stockNumber: 3 }
  expect(await clinic.as('manager').call('stock.adjust', counted)).toMatchObject({ before: 5, quantity: 3, difference: -2 })
  expect((await call('stock.inventorys.get', { id: frame.productId })).list[0]).toMatchObject({ amount: -2, note: '盘点调整' })
})
