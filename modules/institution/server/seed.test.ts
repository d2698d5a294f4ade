/** What a client that knows only the seeds sees of a store. */
import { expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'

it("seed §3 working hours: PUT /saler/hours takes the seed's four fields alone and sets the store the account works in", async () => {
  const clinic = await freshClinic()
  const hours = { timeOpen: '09:00', timeClose: '12:00', timeOpen2: '13:30', timeClose2: '18:00' }
  expect(await clinic.as('manager').call('saler.hours', hours)).toMatchObject({ hid: clinic.hid, ...hours })
  expect(await clinic.as('chain').call('saler.index', { hid: clinic.hids[1]! })).toMatchObject({ timeOpen: '08:00', timeClose: '20:00' })
})
