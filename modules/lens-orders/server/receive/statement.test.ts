/** A supplier's statement is held against orders, delivery notes and receipts: twelve planted differences are found, and none else. */
import { expect, it } from 'vitest'
import { writeXlsx } from 'hucre/xlsx'
import { clinicNow } from '#kernel/contract/index.ts'
import { findings } from '#modules/purchasing/contract/states.ts'
import { freshClinic } from '../../../../tests/harness.ts'
import { makeMonth, sheetOf } from '../../../../tests/month.ts'

it('twelve differences planted among orders are found, and none else; a line tells its order', async () => {
  const clinic = await freshClinic()
  const [manager, finance] = [clinic.as('manager'), clinic.as('finance')]
  const month = await makeMonth(manager, clinic.as('finance'))
  const { supplierId, planted } = month
  const today = clinicNow().slice(0, 10)
  const bytes = new Uint8Array(await writeXlsx({ sheets: [{ name: '对账单', rows: sheetOf(month) }] }))
  const upload = { hid: clinic.hid, supplierId, from_on: `${today.slice(0, 8)}01`, to_on: today }
  const file = { filename: '对账.xlsx', mimetype: 'x', bytes }
  expect(await finance.call('supplier-statement.import', { ...upload, file: file as never })).toMatchObject({ bad: 0, errors: [] })
  const seen = await finance.call('supplier.reconciliation', { supplierId })
  const different = seen.list.filter((l) => l.finding !== findings.is.same)
  const expected = different.map((l) => [l.finding, l.difference, l.basis] as const)
  expect(expected.map(([finding, difference]) => [finding, difference].join()).sort()).toEqual(
    planted.map(([finding, difference]) => [finding, difference].join()).sort(),
  )
  for (const [finding, difference, basis] of planted) expect(expected).toContainEqual([finding, difference, expect.stringMatching(basis)])
  expect(seen).toMatchObject({ same: { amount: month.same }, ours: month.ours, closing: month.ours })
  // Every line of an order says which, with what was ordered, came and was refused.
  const refused = different.find((l) => l.order?.rejected === 1)
  expect(refused).toMatchObject({ order: { ordered: 4, received: 3, price: 107 }, delivery: { deliveryNo: expect.stringMatching(/^SH-/) } })
  expect(different.filter((l) => !l.order).map((l) => l.finding)).toEqual([findings.is.unordered, findings.is.unreturned])
})
