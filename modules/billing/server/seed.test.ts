/** What a client that knows only the seeds sees of combos. */
import { expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'
import { makeFeeItems } from './make.ts'

it('R122: feegroup/info holds feeGroup and feeGroupItem', async () => {
  const clinic = await freshClinic()
  const manager = clinic.as('manager')
  const fiid = (await makeFeeItems(manager, clinic.hid)).get('验光费')!
  const { fgid } = await manager.call('feegroup.save', { name: '验光三次', packagePrice: 90, groupItems: [{ fiid, quantity: 3 }] })
  const info = await manager.call('feegroup.info', { id: fgid })
  expect(info).toMatchObject({ feeGroup: { fgid, name: '验光三次', packagePrice: 90 }, feeGroupItem: [{ fiid, quantity: 3 }] })
})
