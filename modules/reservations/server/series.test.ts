import { expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic } from '../../../tests/harness.ts'

it('a template books its visits, each its days later; when one day cannot be booked none is', async () => {
  const clinic = await freshClinic({ stores: 1 }),
    { hid } = clinic,
    desk = clinic.as('reception')
  const template = await clinic.as('manager').call('reservations.templates.save', {
    hid,
    name: '塑形镜复查',
    minutes: 20,
    steps: [
      { days: 1, note: '次日' },
      { days: 7, note: '一周' },
    ],
  })
  const { pid } = await desk.call('patients.save', { name: '林子涵', mobile: '13900000001', gender: 1 })
  const { today } = await clinic.tx(async (cx) => ({ today: cx.today }))
  const later = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
  const made = await desk.call('reservations.by-template', { hid, pid, templateId: template.id, startDate: today, time: '10:00' })
  expect(made.map((r) => [r.visitAt.slice(0, 16), r.visitEnd.slice(11, 16), r.note])).toEqual([
    [`${later(1)} 10:00`, '10:20', '塑形镜复查 · 次日'],
    [`${later(7)} 10:00`, '10:20', '塑形镜复查 · 一周'],
  ])
  const count = () => clinic.tx(async (cx) => (await cx.db.one({ n: 'number' }, sql`select count(*) n from reservation`))!.n)
  // The store is closed at night, and the first day of this series has passed.
  expect(
    await desk.refusal('reservations.by-template', { hid, pid, templateId: template.id, startDate: later(-3), time: '10:00' }),
  ).toMatchObject({ code: 1 })
  expect(
    await desk.refusal('reservations.by-template', { hid, pid, templateId: template.id, startDate: today, time: '23:00' }),
  ).toMatchObject({ code: 1 })
  expect(await count()).toBe(2)
  const other = await freshClinic({ stores: 1 })
  expect(
    await desk.refusal('reservations.by-template', { hid: other.hid, pid, templateId: template.id, startDate: today, time: '10:00' }),
  ).toMatchObject({ code: 1 })
  expect(
    await clinic
      .as('warehouse')
      .refusal('reservations.by-template', { hid, pid, templateId: template.id, startDate: today, time: '10:00' }),
  ).toMatchObject({ code: 20405 })
})
