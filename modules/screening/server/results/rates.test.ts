/** Rates of a screening against those of the same children a year before. */
import { expect, it } from 'vitest'
import { clinicNow } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic } from '../../../../tests/harness.ts'
import { makeSchool, makeScreening, makeStudent } from '../make.ts'

it('a child measured twice in a term of the year before is compared once, with the later result', async () => {
  const clinic = await freshClinic()
  const { hid } = clinic
  const manager = clinic.as('manager')
  const school = await makeSchool(manager, hid, '对照小学', [13])
  for (let i = 0; i < 3; i++) await makeStudent(manager, hid, school.classIds[0] ?? 0)
  const screen = async () => (await makeScreening(manager, hid, school, clinicNow().slice(0, 10))).taskId
  const [before, repeated, taskId] = [await screen(), await screen(), await screen()]
  await clinic.tx(async (cx) => {
    await cx.db.run(sql`
      update screening_result
      set school_year = school_year - 1
      where task_id in (${before}, ${repeated})
    `)
    await cx.db.run(sql`update screening_result set poor_sight = 1 where task_id = ${repeated}`)
  })
  const { rows } = await manager.call('eyefile.results.statistics', { hid, taskId, by: 'class' })
  expect(rows.map(({ rates }) => rates.find(({ measure }) => measure === 'poorSight'))).toMatchObject([
    { hits: 1, total: 3, formerHits: 3, formerTotal: 3 },
  ])
})
