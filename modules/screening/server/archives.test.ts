import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

const county = '330106'
describe('archives of schools and students', () => {
  let clinic: Clinic
  let school: { id: number; schoolId: number }
  let classId: number
  const optometrist = () => clinic.as('optometrist')
  beforeAll(async () => {
    clinic = await freshClinic()
    school = await optometrist().call('eyefile.schools.create', { hid: clinic.hid, name: '文新小学', stage: 2, areaCode: county })
    classId = (
      await optometrist().call('eyefile.classes.create', { hid: clinic.hid, schoolId: school.id, grade: 13, name: '三年级（二）班' })
    ).classId
  })
  const child = { name: '夏若溪', gender: 1, birth: '2017-05-06' } as const
  const number = '330106201705060021'

  it('a school answers its id under both names, and stands once per county', async () => {
    expect(school.schoolId).toBe(school.id)
    const again = { hid: clinic.hid, name: '文新小学', stage: 2 as const }
    expect(await optometrist().refusal('eyefile.schools.create', { ...again, areaCode: county })).toMatchObject({
      code: 1,
      message: '该地区已有同名学校',
    })
    expect(await optometrist().call('eyefile.schools.create', { ...again, areaCode: '330105' })).toMatchObject({ name: '文新小学' })
  })
  it('一班, （1）班 and 1班 are one class', async () => {
    const { list } = await optometrist().call('eyefile.classes.list', { hid: clinic.hid, schoolId: school.id })
    expect(list).toMatchObject([{ name: '2班', grade: 13, schoolName: '文新小学' }])
    for (const name of ['二班', '（2）班', '２班', '2'])
      expect(
        await optometrist().refusal('eyefile.classes.create', { hid: clinic.hid, schoolId: school.id, grade: 13, name }),
      ).toMatchObject({ message: '该学校已有这个班级' })
    expect(
      await optometrist().refusal('eyefile.classes.create', { hid: clinic.hid, schoolId: school.id, grade: 31, name: '1班' }),
    ).toMatchObject({ field: 'grade' })
  })
  it('the same identity number is the same student (1406), and only its tail is answered', async () => {
    const made = await optometrist().call('eyefile.students.create', { hid: clinic.hid, ...child, classId, idCard: number })
    expect(made).toMatchObject({ idCard: `**************${number.slice(-4)}`, schoolId: school.id, grade: 13, className: '2班', status: 0 })
    expect(
      await optometrist().refusal('eyefile.students.create', { hid: clinic.hid, ...child, name: '别名', classId, idCard: number }),
    ).toMatchObject({ code: 1406, field: 'idCard' })
    const changed = await optometrist().call('eyefile.students.update', {
      id: made.studentId,
      version: made.version,
      ...child,
      idCard: made.idCard,
      guardian: '夏先生',
    })
    expect(changed).toMatchObject({ idCard: made.idCard, guardian: '夏先生', classId })
  })
})
