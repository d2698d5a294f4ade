/** What a screening plans beside its classes: who examines, and with which instruments. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'

let clinic: Clinic
let plan: { hid: number; name: string; schoolId: number; startOn: string; endOn: string; classIds: number[] }
const today = clinicNow().slice(0, 10)
const manager = () => clinic.as('manager')
beforeAll(async () => {
  clinic = await freshClinic()
  const { hid } = clinic
  const { id: schoolId } = await manager().call('eyefile.schools.create', { hid, name: '计划小学', stage: 2, areaCode: '110105' })
  const { id: classId } = await manager().call('eyefile.classes.create', { hid, schoolId, grade: 13, name: '2班' })
  await manager().call('eyefile.students.create', { hid, name: '学生', gender: 0, birth: '2017-08-01', schoolId, classId, seat: 1 })
  plan = { hid, name: '秋季筛查', schoolId, startOn: today, endOn: today, classIds: [classId] }
})

describe('the plan of a screening', () => {
  it('names its instruments; one past its verification keeps it from being published', async () => {
    const examiners = [clinic.ctid('optometrist')]
    const { id } = await manager().call('eyefile.tasks.create', { ...plan, examiners, devices: ['AR-17', 'AR-18'] })
    await clinic.tx((cx) =>
      cx.db.run(sql`
        insert into gsp_equipment (hid, at, name, serial, kind, result, next_on)
        values (${clinic.hid}, app_now() - interval '1 day', '验光仪', 'AR-18', 2, 1, ${addDays(today, -1)})
      `),
    )
    expect(await manager().refusal('eyefile.tasks.move', { id, move: 'publish' })).toMatchObject({
      message: '仪器 AR-18 已过检定有效期，请先检定或换一台',
      field: 'devices',
    })
    await manager().call('eyefile.tasks.update', { id, devices: ['AR-17'] })
    expect(await manager().call('eyefile.tasks.move', { id, move: 'publish' })).toMatchObject({ examiners, devices: ['AR-17'], total: 1 })
  })
  it('names examiners of the staff, and nobody else', async () => {
    expect(await manager().refusal('eyefile.tasks.create', { ...plan, examiners: [9_999_999] })).toMatchObject({ field: 'examiners' })
  })
})
