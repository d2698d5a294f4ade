import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makeSchool, makeStudent } from './make.ts'

describe('results go into the examinations of the members', () => {
  let clinic: Clinic
  let studentId: number
  let resultId: number
  let pid: number
  const manager = () => clinic.as('manager')
  const optometrist = () => clinic.as('optometrist')
  beforeAll(async () => {
    clinic = await freshClinic()
    const school = await makeSchool(optometrist(), clinic.hid, '写入小学', [13])
    ;({ studentId } = await makeStudent(optometrist(), clinic.hid, school.classIds[0]!, { birth: '2017-05-06' }))
    resultId = await clinic.tx(async (cx) => {
      const task = await cx.db.the(
        { id: 'number' },
        sql`
          insert into screening_task (hid, school_id, name, school_year, term, standard, start_on, end_on, pin)
          values (${clinic.hid}, ${school.schoolId}, '秋季筛查', 2026, 1, 'x', app_now()::date - 3, app_now()::date, 'ABCDEFGH')
          returning id
        `,
      )
      const result = await cx.db.the(
        { id: 'number' },
        sql`
          insert into screening_result (
            hid, task_id, student_id, school_id, class_id, school_year, term, grade, gender, measured_on, glasses_type, ucva_od, ucva_os,
            ds_od, dc_od, ax_od, ds_os, dc_os, ax_os, al_od, al_os, height, weight, standard, letter_code, status
          )
          values (
            ${clinic.hid}, ${task.id}, ${studentId}, ${school.schoolId}, ${school.classIds[0]}, 2026, 1, 13, 1, app_now()::date - 2, 0,
            4.7, 4.8, -1.25, -0.5, 180, -1, -0.25, 10, 23.8, 23.7, 132.5, 28.3, 'x', 'ABCDEFG' || (2 + floor(random() * 8))::int, 1
          )
          returning id
        `,
      )
      return result.id
    })
  })

  it('of no member nothing is open; of a member every result is', async () => {
    expect(await manager().call('eyefile.sync.batch-num', { hid: clinic.hid })).toEqual({ num: 0, students: 0, unlinked: 1, consented: 0 })
    await optometrist().call('eyefile.students.consent', { hid: clinic.hid, studentIds: [studentId], way: 1, guardianRelation: 2 })
    await manager().call('eyefile.sync.batch-patients', { studentIds: [studentId] })
    pid = (await optometrist().call('eyefile.students.get', { id: studentId })).pid!
    expect(await manager().call('eyefile.sync.num', { pid })).toMatchObject({ num: 1, students: 1, unlinked: 0 })
  })
  it('twice is once: two runs at once write one examination of each kind, marked with the result', async () => {
    const both = await Promise.all([
      optometrist().call('eyefile.sync.one', { studentId }),
      manager().call('eyefile.sync.batch', { studentIds: [studentId] }),
    ])
    expect(both.map((r) => r.written).sort()).toEqual([0, 1])
    expect(await optometrist().call('eyefile.sync.one', { pid })).toMatchObject({ written: 0, unchanged: 1, refused: [] })
    const exams = await clinic.tx((cx) =>
      cx.db.rows(
        { table: 'string', n: 'number' },
        sql`
          select 'visual' "table", count(*) n
          from exam_visual
          where pid = ${pid} and origin ->> 'ucvaOd' = ${`screening:${resultId}`}
          union all
          select 'refraction', count(*)
          from exam_refraction
          where pid = ${pid} and kind = 2 and origin ->> 'dsOd' = ${`screening:${resultId}`}
          union all
          select 'biometry', count(*)
          from exam_bio_meter
          where pid = ${pid}
          union all
          select 'height', count(*)
          from exam_height_weight
          where pid = ${pid}
        `,
      ),
    )
    expect(exams.map((e) => e.n)).toEqual([1, 1, 1, 1])
    expect(await manager().call('eyefile.sync.batch-num', { hid: clinic.hid })).toMatchObject({ num: 0 })
  })
  it('R134 schedules are our own tasks where no host is connected', async () => {
    const [schedule] = await optometrist().call('external.schedule', {})
    expect(schedule).toMatchObject({ name: '秋季筛查', schoolName: '写入小学', total: 1, done: 1 })
    expect(await optometrist().call('external.schedule-result', { scheduleId: schedule!.scheduleId })).toMatchObject({
      students: 1,
      rows: [{ className: '1班', total: 1, done: 1 }],
    })
    expect(await optometrist().refusal('external.schedule-result', { scheduleId: '999999' })).toMatchObject({ field: 'scheduleId' })
  })
})
