/** What a client that knows only the seeds sees of the desk. */
import { expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'

it('seed §7 GET home_page/stock_warn needs no hid: it tells of the store the account works in', async () => {
  const clinic = await freshClinic()
  const warnings = await clinic.as('warehouse').call('home.stock-warn', {})
  expect(warnings).toEqual(await clinic.as('warehouse').call('home.stock-warn', { hid: clinic.hid }))
  expect(warnings).toMatchObject({ any: false })
})
