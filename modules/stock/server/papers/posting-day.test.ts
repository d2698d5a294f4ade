import { expect, it } from 'vitest'
import { addDays } from '#kernel/contract/index.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { makeFrame } from '#modules/products/server/make.ts'
import { freshClinic } from '../../../../tests/harness.ts'

const today = clinicNow().slice(0, 10)
const yesterday = addDays(today, -1)

it('a paper of an earlier business day needs the right and a reason; one written before is posted on the day of posting', async () => {
  const clinic = await freshClinic()
  const [warehouse, manager] = [clinic.as('warehouse'), clinic.as('manager')]
  await clinic.tx((cx) => cx.db.run(sql`update store set opened_on = '2020-01-01'`))
  const { productId } = await makeFrame(warehouse.call)
  const paper = { hid: clinic.hid, stockinType: 1 as const, status: 1 as const, items: [{ productId, quantity: 5, cost: 10 }] }
  const early = { ...paper, stockinDate: yesterday }
  expect(await warehouse.refusal('stockin.create', early)).toMatchObject({ field: 'stockinDate' })
  expect(await warehouse.refusal('stockin.create', { ...early, backdateReason: '昨天忘记入库' })).toMatchObject({
    code: expect.any(Number),
  })
  expect(await manager.refusal('stockin.create', early)).toMatchObject({ field: 'backdateReason' })
  const late = await manager.call('stockin.create', { ...early, backdateReason: '昨天忘记入库' })
  expect(await warehouse.call('stockin.status', { stockinId: late.stockinId, status: 2 })).toMatchObject({ stockinDate: yesterday })
  const out = { hid: clinic.hid, stockoutDate: yesterday, items: [{ productId, quantity: 1 }] }
  expect(await warehouse.refusal('stockout.create', out)).toMatchObject({ field: 'stockoutDate' })
  const { stockinId } = await warehouse.call('stockin.create', paper)
  await clinic.tx(async (cx) => {
    await cx.db.run(sql`select set_config('app.backdate', '昨天写的', true), set_config('app.backdate_hids', ${`{${clinic.hid}}`}, true)`)
    await cx.db.run(sql`
      update stock_in
      set created_at = created_at - interval '1 day', stockin_date = stockin_date - 1
      where stockin_id = ${stockinId}
    `)
  })
  expect(await warehouse.call('stockin.status', { stockinId, status: 2 })).toMatchObject({ stockinDate: today })
})
