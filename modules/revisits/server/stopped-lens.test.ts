import { expect, it } from 'vitest'
import { move, sql } from '#kernel/server/index.ts'
import { lensMachine } from '#modules/records/contract/okjing/states.ts'
import { freshClinic } from '../../../tests/harness.ts'

it('a stopped lens that belongs to no case makes one task, and the rule still answers', async () => {
  const clinic = await freshClinic({ stores: 1 })
  const { pid } = await clinic
    .as('reception')
    .call('patients.save', { name: '停戴', mobile: '13600009999', gender: 1, birth: '2014-05-06' })
  await clinic.tx(async (cx) => {
    const { id } = await cx.db.the(
      { id: 'number' },
      sql`
        insert into ok_lens (hid, pid, eye, serial, status, handed_on, ref)
        values (${clinic.hid}, ${pid}, 'od', 'S1', 0, ${cx.today}::date - 30, 'order:1')
        returning id
      `,
    )
    await move(cx, lensMachine, id, 'hand', { automatic: true })
    await move(cx, lensMachine, id, 'stop', { automatic: true, note: '眼红', set: { endReason: '眼红' } })
  })
  await clinic.as('manager').call('revisits.rules.run', { hid: clinic.hid })
  await clinic.as('manager').call('revisits.rules.run', { hid: clinic.hid })
  const { list } = await clinic.as('reception').call('revisits.list-by-patient', { pid })
  expect(list.filter((task) => JSON.stringify(task.addParams ?? {}).includes('ok-stop')).length).toBeLessThanOrEqual(1)
})
