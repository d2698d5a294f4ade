/** C.21: a payment order as PDF states the ledger's debt. */
import { expect, it } from 'vitest'
import { showMoney } from '#kernel/contract/index.ts'
import { balance } from '#kernel/server/index.ts'
import { freshClinic } from '../../../tests/harness.ts'
import { codesOn, wordsOn } from '../../../tests/journeys/paper.ts'
import { makeDelivery, makeSupplier } from './make.ts'

it('C.21: the payment order of a supplier is one amount on paper and in the ledger, line by line', async () => {
  const clinic = await freshClinic({ stores: 1 })
  const [keeper, finance] = [clinic.as('manager'), clinic.as('finance')]
  const { supplierId, lens } = await makeSupplier(keeper.call, '依视路')
  const items = [
    { productId: lens, sph: -2, cyl: 0, quantity: 10, cost: 80.35 },
    { productId: lens, sph: -3, cyl: 0, quantity: 5, cost: 90 },
  ]
  await makeDelivery(keeper.call, clinic.hid, supplierId, items, 'SH1')
  const { list } = await finance.call('payment-order.supplier', { id: supplierId })
  const order = await finance.call('payment-order.create', { supplierId, payableIds: list.map((p) => p.payableId) })
  const owed = Math.abs(await clinic.tx((cx) => balance(cx, 'payable', `supplier:${supplierId}`))) / 100
  expect(owed).toBe(1253.5)
  const answer = await finance.raw('papers.pdf', { hid: clinic.hid, path: `/contract/payment/print/${order.id}` })
  const pdf = Buffer.from(await answer.arrayBuffer())
  const words = wordsOn(pdf).replace(/\s/g, '')
  for (const text of [
    '依视路',
    order.paymentNo,
    `付款金额${showMoney(owed)}`,
    '壹仟贰佰伍拾叁元伍角',
    showMoney(803.5),
    showMoney(450),
    '−2.00',
    '−3.00',
  ])
    expect(words).toContain(text)
  expect(codesOn(pdf)).toEqual([`CODE-128:${order.paymentNo}`])
  // Accounts that may not see payments do not get the document.
  expect(await clinic.as('cashier').refusal('papers.pdf', { hid: clinic.hid, path: `/contract/payment/print/${order.id}` })).toMatchObject({
    code: 20405,
  })
})
