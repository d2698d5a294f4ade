/** What a client that knows only the seeds sees of visits. */
import { expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'
import { examItems } from '../contract/fields.ts'

it('the same member booked twice for one minute, or twice within one, is asked about and not refused', async () => {
  const clinic = await freshClinic()
  const { call, refusal } = clinic.as('reception')
  const { pid } = await call('patients.save', { name: '约两次' })
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const wish = (time: string) => ({ hid: clinic.hid, pid, visitAt: `${day} ${time}:00`, type: 1 as const })
  const first = await call('reservations.legacy.save', wish('10:00'))
  expect(await refusal('reservations.legacy.save', wish('10:00'))).toMatchObject({ code: 1, field: 'confirm' })
  expect(await refusal('reservations.legacy.save', wish('15:00'))).toMatchObject({
    code: 1,
    field: 'confirm',
    message: `该会员刚刚已预约 ${day.slice(5)} 10:00，确认要再约一次吗`,
  })
  expect(await call('reservations.legacy.save', { ...wish('15:00'), confirm: true })).toMatchObject({ pid })
  // Moving a booking is no second one.
  await call('reservations.legacy.save', { ...wish('11:00'), resid: first.resid, version: first.version } as never)
})
it('seed §2 corneal is the endothelium, cornea the topography', () => {
  expect(examItems).toMatchObject({ corneal: '角膜内皮', cornea: '角膜地形图' })
})
