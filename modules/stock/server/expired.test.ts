/** Device rules: goods may be used up to and including their expiry date; from the next day on they are locked, even if no job ran. */
import { expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, post, sql } from '#kernel/server/index.ts'
import { makeSolution } from '#modules/products/server/make.ts'
import { freshClinic } from '../../../tests/harness.ts'
import { available, issue } from './door.ts'
import { makeStock } from './make.ts'

it('a lot is sold on its last day; a day later lists, picking and the database say expired, all at once and by themselves', async () => {
  const clinic = await freshClinic()
  const { call } = clinic.as('warehouse')
  const today = clinicNow().slice(0, 10)
  const { productId } = await makeSolution(call)
  await makeStock(call, clinic.hid, [{ productId, quantity: 5, batchNo: 'LAST', expiry: addDays(today, 30), cost: 10 }])
  // Simulates the passing of time: sets the lot's expiry.
  const ends = (day: string) => clinic.tx((cx) => cx.db.run(sql`update batch set expiry = ${day}::date where product_id = ${productId}`))
  const sell = (ref: string) => clinic.tx((cx) => issue(cx, { ref, hid: clinic.hid, reason: '销售', lines: [{ productId, quantity: 1 }] }))
  const refusals = async () => ({
    free: await clinic.tx((cx) => available(cx, { hid: clinic.hid, productId })),
    listed: (await call('stock.list', { hid: clinic.hid, text: 'LAST' })).list.map((r) => [r.quantity, r.available]),
    forSale: (await call('stock.view', { hid: clinic.hid })).list
      .filter((r) => r.productId === productId)
      .map((r) => [r.quantity, r.available]),
  })
  await ends(today)
  await sell('sale:1')
  expect(await refusals()).toEqual({ free: 4, listed: [[4, 4]], forSale: [[4, 4]] })
  await ends(addDays(today, -1))
  expect(await refusals()).toEqual({ free: 0, listed: [[4, 0]], forSale: [[4, 0]] })
  await expect(sell('sale:2')).rejects.toThrow('stock_short')
  const past = sql`select 'batch:' || batch_id "key" from batch where product_id = ${productId}`
  const move = clinic.tx(async (cx) => {
    const { key } = await cx.db.the({ key: 'string' }, past)
    return post(cx, {
      reason: '试',
      ref: 'sale:3',
      lines: [
        { book: 'stock', key, amount: -1 },
        { book: 'stock', key: 'outside', amount: 1 },
      ],
    })
  })
  await expect(move).rejects.toThrow(/expired/)
})
