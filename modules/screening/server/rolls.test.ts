import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { schoolYearOf } from '../contract/grades.ts'
import { clinicNow } from '#kernel/contract/index.ts'
import { readSheet, sql } from '#kernel/server/index.ts'
import { forgetLeavers } from './privacy/forget.ts'
import { makeSchool, makeScreening, makeStudent, residentNumber, type MadeSchool } from './make.ts'

const year = schoolYearOf(clinicNow().slice(0, 10))
describe('rolls', () => {
  let clinic: Clinic
  const optometrist = () => clinic.as('optometrist')
  const manager = () => clinic.as('manager')
  beforeAll(async () => {
    clinic = await freshClinic()
  })
  const classesOf = async (schoolId: number, status?: 0 | 1) =>
    (
      await optometrist().call('eyefile.classes.list', {
        hid: clinic.hid,
        schoolId,
        page_size: 0,
        ...(status === undefined ? {} : { status }),
      })
    ).list.map((c) => [c.grade, c.status])

  it('grades tell label, ages and standard', async () => {
    const grades = await optometrist().call('eyefile.grades', {})
    expect(grades).toHaveLength(25)
    expect(grades.find((g) => g.grade === 13)).toMatchObject({ label: '三年级', ageFrom: 8, ageTo: 9 })
  })
  it('areas are read level by level', async () => {
    expect(await optometrist().call('eyefile.areas', {})).toContainEqual({ code: '33', name: '浙江省', path: '浙江省' })
    expect(await optometrist().call('eyefile.areas', { parent: '3301' })).toContainEqual({
      code: '330106',
      name: '西湖区',
      path: '浙江省杭州市西湖区',
    })
    expect(await optometrist().call('eyefile.areas', { parent: '4419' })).toEqual([
      { code: '441900', name: '东莞市', path: '广东省东莞市' },
    ])
  })

  describe('the year change', () => {
    let school: MadeSchool
    let leaver: number
    beforeAll(async () => {
      school = await makeSchool(optometrist(), clinic.hid, '升级小学', [11, 15, 16])
      for (const classId of school.classIds) leaver = (await makeStudent(optometrist(), clinic.hid, classId)).studentId
    })
    const move = { dryRun: false, schoolYear: year } as const
    it('is previewed: nothing moves, and each grade says where it goes', async () => {
      const preview = await manager().call('eyefile.students.upgrades', { schoolIds: [school.schoolId], schoolYear: year, dryRun: true })
      expect(preview).toMatchObject({
        moved: 2,
        leaving: 1,
        schools: [
          {
            refused: null,
            grades: [
              { from: 11, to: 12 },
              { from: 15, to: 16 },
              { from: 16, to: null },
            ],
          },
        ],
      })
      expect(await classesOf(school.schoolId)).toEqual([
        [11, 0],
        [15, 0],
        [16, 0],
      ])
    })
    it('is made once a school year, and of two at once one wins', async () => {
      const both = await Promise.allSettled(
        [1, 2].map(() => manager().call('eyefile.students.upgrades', { ...move, schoolIds: [school.schoolId] })),
      )
      expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await classesOf(school.schoolId)).toEqual([
        [12, 0],
        [16, 0],
        [16, 1],
      ])
      expect(await optometrist().call('eyefile.students.get', { id: leaver })).toMatchObject({
        status: 2,
        leftOn: clinicNow().slice(0, 10),
      })
      expect(await manager().refusal('eyefile.students.upgrades', { ...move, schoolIds: [school.schoolId] })).toMatchObject({
        code: 1,
        field: 'schoolIds',
      })
      expect(await optometrist().refusal('eyefile.students.upgrades', { ...move, schoolIds: [school.schoolId] })).toMatchObject({
        code: 20405,
      })
    })
    it('is taken back: classes and children are as they were', async () => {
      const [made] = await manager().call('eyefile.students.upgrades-list', { hid: clinic.hid, schoolId: school.schoolId })
      expect(made).toMatchObject({ moved: 2, leaving: 1, stays: null })
      expect(await manager().call('eyefile.students.upgrades-undo', { id: made!.id })).toMatchObject({ stays: '已经撤销' })
      expect(await classesOf(school.schoolId)).toEqual([
        [11, 0],
        [15, 0],
        [16, 0],
      ])
      expect(await optometrist().call('eyefile.students.get', { id: leaver })).toMatchObject({ status: 0, leftOn: null })
    })
    it('a year far away is refused', async () => {
      expect(
        await manager().refusal('eyefile.students.upgrades', { ...move, schoolYear: year + 2, schoolIds: [school.schoolId] }),
      ).toMatchObject({ field: 'schoolYear' })
    })
  })
  it('R133 the leaving cohort goes out of the active lists and comes back while nobody was moved since', async () => {
    const school = await makeSchool(optometrist(), clinic.hid, '毕业小学', [15, 16])
    const { studentId } = await makeStudent(optometrist(), clinic.hid, school.classIds[1]!)
    expect(await manager().call('eyefile.schools.graduate', { id: school.schoolId, status: 1 })).toMatchObject({ graduateStatus: 1 })
    expect(await classesOf(school.schoolId, 0)).toEqual([[15, 0]])
    expect(await optometrist().call('eyefile.students.get', { id: studentId })).toMatchObject({ status: 2 })
    expect(await manager().call('eyefile.schools.graduate', { id: school.schoolId, status: 0 })).toMatchObject({ graduateStatus: 0 })
    expect(await optometrist().call('eyefile.students.get', { id: studentId })).toMatchObject({ status: 0 })
    await manager().call('eyefile.schools.graduate', { id: school.schoolId, status: 1 })
    await manager().call('eyefile.students.upgrades', { schoolIds: [school.schoolId], schoolYear: year })
    await manager().call('eyefile.schools.graduate', { id: school.schoolId, status: 1 })
    await manager().call('eyefile.schools.graduate', { id: school.schoolId, status: 0 })
    expect(await classesOf(school.schoolId)).toEqual([
      [16, 0],
      [16, 1],
    ])
  })
  it('counts by school and class, and what is open', async () => {
    const school = await makeSchool(optometrist(), clinic.hid, '计数小学', [13])
    const a = await makeStudent(optometrist(), clinic.hid, school.classIds[0]!, { latent: true })
    await makeStudent(optometrist(), clinic.hid, school.classIds[0]!)
    await optometrist().call('eyefile.students.assign', { studentId: a.studentId, ctid: clinic.ctid('doctor') })
    const [counted] = (await optometrist().call('eyefile.students-num', { hid: clinic.hid, schoolId: school.schoolId })).schools
    expect(counted).toMatchObject({
      present: 2,
      unlinked: 2,
      unassigned: 1,
      latent: 1,
      areaName: '浙江省杭州市西湖区',
      classes: [{ present: 2, grade: 13 }],
    })
    await optometrist().call('eyefile.students.consent', { hid: clinic.hid, studentIds: [a.studentId], way: 1, guardianRelation: 1 })
    const [open] = (await optometrist().call('eyefile.students-num', { hid: clinic.hid, schoolId: school.schoolId })).schools
    expect(open).toMatchObject({ open: 1, toCall: 0, toScreen: 0, toPlace: 0, toLink: 1 })
    const agreed = await optometrist().call('eyefile.students.list', { hid: clinic.hid, schoolId: school.schoolId, next: 'link' })
    expect(agreed.list.map((s) => s.studentId)).toEqual([a.studentId])
    expect((await optometrist().call('eyefile.students.list', { hid: clinic.hid, schoolId: school.schoolId, next: 'call' })).total).toBe(0)
    await optometrist().call('eyefile.students.latent-delete', { id: a.studentId })
    expect(await optometrist().call('eyefile.students.get', { id: a.studentId })).toMatchObject({
      latent: false,
      staffName: expect.any(String),
    })
    expect(
      await manager().call('eyefile.students.batch-assign', { ctid: clinic.ctid('optometrist'), filter: { schoolId: school.schoolId } }),
    ).toEqual({ assigned: 2 })
    expect(await manager().refusal('eyefile.students.batch-assign', { ctid: null })).toMatchObject({ field: 'studentIds' })
    expect(
      await optometrist().refusal('eyefile.students.assign', { studentId: a.studentId, hid: clinic.hids[1], ctid: clinic.ctid('doctor') }),
    ).toMatchObject({ field: 'ctid' })
  })
  it('a call for many refuses a student of another store, and does nothing for the others', async () => {
    const own = await makeSchool(optometrist(), clinic.hid, '本店小学', [13])
    const { studentId } = await makeStudent(optometrist(), clinic.hid, own.classIds[0]!)
    const elsewhere = await freshClinic()
    const theirs = await makeSchool(elsewhere.as('optometrist'), elsewhere.hid, '别家小学', [13])
    const other = await makeStudent(elsewhere.as('optometrist'), elsewhere.hid, theirs.classIds[0]!)
    const studentIds = [studentId, other.studentId]
    const refused = { code: 1, field: 'studentIds' }
    const consent = { hid: clinic.hid, studentIds, way: 1, guardianRelation: 2 } as const
    expect(await optometrist().refusal('eyefile.students.consent', consent)).toMatchObject(refused)
    expect(await manager().refusal('eyefile.students.batch-assign', { studentIds, ctid: clinic.ctid('optometrist') })).toMatchObject(
      refused,
    )
    expect(await manager().refusal('eyefile.sync.batch-patients', { studentIds })).toMatchObject(refused)
    expect(await manager().refusal('eyefile.sync.batch', { studentIds })).toMatchObject(refused)
    expect(await optometrist().refusal('eyefile.sync.one', { studentId: other.studentId })).toMatchObject(refused)
    expect(await optometrist().call('eyefile.students.get', { id: studentId })).toMatchObject({ consented: false, ctid: null, pid: null })
  })
  it('a whole number is shown to who may see it, with a reason that is kept', async () => {
    const school = await makeSchool(optometrist(), clinic.hid, '证件小学', [12])
    const idCard = residentNumber('330106', '2016-03-04', 0, 7)
    const { studentId } = await makeStudent(optometrist(), clinic.hid, school.classIds[0]!, { gender: 0, birth: '2016-03-04', idCard })
    expect(await optometrist().refusal('eyefile.students.number', { id: studentId, reason: '核对' })).toMatchObject({ code: 20405 })
    expect(await manager().refusal('eyefile.students.number', { id: studentId, reason: ' ' })).toMatchObject({ field: 'reason' })
    expect(await manager().call('eyefile.students.number', { id: studentId, reason: '家长来电核对' })).toEqual({ idCard, passport: null })
    expect(await manager().call('eyefile.students.disclosures', { hid: clinic.hid })).toContainEqual(
      expect.objectContaining({ n: 1, purpose: 1, reason: '家长来电核对' }),
    )
    expect(
      await optometrist().refusal('eyefile.students.update', {
        id: studentId,
        version: 0,
        name: '甲',
        gender: 1,
        birth: '2016-03-04',
        idCard,
      }),
    ).toMatchObject({ field: 'idCard' })
    const file = await manager().raw('eyefile.students.export', { hid: clinic.hid, reason: '学校要求核对名册' })
    expect(file.headers.get('content-type')).toContain('spreadsheet')
    await file.arrayBuffer()
    expect((await manager().call('eyefile.students.disclosures', { hid: clinic.hid }))[0]).toMatchObject({
      purpose: 2,
      reason: '学校要求核对名册',
    })
  })
  it('a file of results and the yearly audit want a reason, carry who took them on each line, and stand in the audit', async () => {
    const year = Number(clinicNow().slice(0, 4))
    const reason = '年度合规审计'
    const results = await manager().raw('eyefile.results.export', { hid: clinic.hid, reason: '交给教育局' })
    expect(results.headers.get('content-type')).toContain('spreadsheet')
    await results.arrayBuffer()
    expect(await optometrist().refusal('eyefile.students.disclosures-export', { hid: clinic.hid, year, reason })).toMatchObject({
      code: 20405,
    })
    expect(await manager().refusal('eyefile.students.disclosures-export', { hid: clinic.hid, year, reason: ' ' })).toMatchObject({
      field: 'reason',
    })
    const file = await manager().raw('eyefile.students.disclosures-export', { hid: clinic.hid, year, reason })
    expect(file.headers.get('content-type')).toContain('spreadsheet')
    const { head, rows } = await readSheet({ bytes: new Uint8Array(await file.arrayBuffer()) })
    expect(head).toContain('导出人和用途')
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(rows.filter((row) => !JSON.stringify(row).includes(reason))).toEqual([])
    const [audit, taken] = await manager().call('eyefile.students.disclosures', { hid: clinic.hid, year })
    expect([audit, taken]).toMatchObject([
      { purpose: 5, reason },
      { purpose: 4, reason: '交给教育局' },
    ])
    expect(await manager().call('eyefile.students.disclosures', { hid: clinic.hid, year: year - 1 })).toEqual([])
  })
})

describe('students who left', () => {
  it('lose name and numbers after the months the store keeps them, unless they are members; what was measured stays', async () => {
    const clinic = await freshClinic()
    const optometrist = clinic.as('optometrist')
    const school = await makeSchool(optometrist, clinic.hid, '离校小学', [16])
    const child = async (months: number, pid: number | null = null) => {
      const { studentId } = await makeStudent(optometrist, clinic.hid, school.classIds[0]!, { mobile: '13900001234' })
      await clinic.tx((cx) =>
        cx.db.run(sql`
          update student
          set status = 1, left_on = ${cx.today}::date - make_interval(months => ${months}), pid = ${pid}
          where id = ${studentId}
        `),
      )
      return studentId
    }
    const { pid } = await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '离校会员' })
    const [inside, on, member] = [await child(35), await child(36), await child(60, pid)]
    const names = () =>
      clinic.tx((cx) =>
        cx.db.rows({ id: 'number', name: 'string', mobile: 'string | null' }, sql`select id, name, mobile from student order by id`),
      )
    expect(await clinic.tx((cx) => forgetLeavers(cx, clinic.hid))).toBe(1)
    expect((await names()).map((s) => [s.id, s.name === '已去标识', s.mobile])).toEqual([
      [inside, false, '13900001234'],
      [on, true, null],
      [member, false, '13900001234'],
    ])
    // A store that keeps them a year loses the other; a second night finds nobody.
    await clinic.as('manager').call('settings.save', { hid: clinic.hid, studentKeepMonths: 12 })
    expect(await clinic.tx((cx) => forgetLeavers(cx, clinic.hid))).toBe(1)
    expect(await clinic.tx((cx) => forgetLeavers(cx, clinic.hid))).toBe(0)
  })
  it('are forgotten wherever their name was written: roll, consent, results, and the audit, sealed with a key that goes', async () => {
    const clinic = await freshClinic()
    const optometrist = clinic.as('optometrist')
    const school = await makeSchool(optometrist, clinic.hid, '去标识小学', [16])
    const facts = { name: '欧阳去标识', mobile: '13977770001', guardian: '欧阳监护', studentNo: 'GX770001' }
    const { studentId } = await makeStudent(optometrist, clinic.hid, school.classIds[0]!, facts)
    await optometrist.call('eyefile.students.consent', { hid: clinic.hid, studentIds: [studentId], way: 1, guardianRelation: 2 })
    await makeScreening(clinic.as('manager'), clinic.hid, school, clinicNow().slice(0, 10))
    const wanted = Object.values(facts)
    const left = () =>
      clinic.tx((cx) => cx.db.rows({ tbl: 'string', n: 'number' }, sql`select tbl, n from texts_left(${wanted}::text[], 0)`))
    expect((await left()).map(({ tbl }) => tbl)).toContain('student')
    expect((await left()).map(({ tbl }) => tbl)).not.toContain('audit')
    // Until then who may read the audit reads the name.
    const lines = () => clinic.as('manager').call('privacy.audit', { tbl: 'student', action: 'insert' })
    expect(JSON.stringify(await lines())).toContain(facts.name)
    await clinic.tx((cx) =>
      cx.db.run(sql`
        update student
        set status = 1, left_on = ${cx.today}::date - make_interval(months => 40)
        where id = ${studentId}
      `),
    )
    expect(await clinic.tx((cx) => forgetLeavers(cx, clinic.hid))).toBe(1)
    expect((await left()).filter(({ tbl }) => tbl !== 'idempotency')).toEqual([])
    expect(JSON.stringify(await lines())).not.toContain(facts.name)
  })
})

describe('students become members', () => {
  let clinic: Clinic
  beforeAll(async () => {
    clinic = await freshClinic()
  })
  it('only with the consent; the same name and number is linked; a second run makes nothing', async () => {
    const optometrist = clinic.as('optometrist')
    const manager = clinic.as('manager')
    const school = await makeSchool(optometrist, clinic.hid, '转入小学', [12])
    const card = (nth: number, birth: string) => residentNumber('330106', birth, 0, nth)
    const child = (name: string, nth: number, birth: string) =>
      makeStudent(optometrist, clinic.hid, school.classIds[0]!, {
        name,
        gender: 0,
        birth,
        idCard: card(nth, birth),
        mobile: `1390000${1000 + nth}`,
      })
    const [fresh, linked, silent] = [
      await child('新学生', 1, '2016-01-01'),
      await child('老会员', 2, '2016-01-02'),
      await child('没同意', 3, '2016-01-03'),
    ]
    const { pid } = await clinic.as('reception').call('patients.save', { name: '老会员', idCard: card(2, '2016-01-02') })
    expect(
      await optometrist.call('eyefile.students.consent', {
        hid: clinic.hid,
        studentIds: [fresh!.studentId, linked!.studentId],
        way: 1,
        guardianRelation: 2,
      }),
    ).toEqual({ consented: 2, skipped: 0 })
    const studentIds = [fresh!.studentId, linked!.studentId, silent!.studentId]
    const run = await manager.call('eyefile.sync.batch-patients', { studentIds })
    expect(run).toMatchObject({
      total: 3,
      created: 1,
      linked: 1,
      refused: [{ studentId: silent!.studentId, sentence: expect.stringContaining('筛查转入门诊') }],
    })
    expect(run.finishedAt).not.toBeNull()
    expect(await optometrist.call('eyefile.students.get', { id: linked!.studentId })).toMatchObject({ pid })
    const made = (await optometrist.call('eyefile.students.get', { id: fresh!.studentId })).pid!
    expect(await clinic.as('reception').call('patients.get', { id: made })).toMatchObject({
      name: '新学生',
      idCard: card(1, '2016-01-01'),
      school: '转入小学',
      className: '二年级1班',
    })
    expect((await clinic.as('reception').call('patients.consent.states', { pid: made })).find((c) => c.kind === 6)).toMatchObject({
      state: 1,
      guardianName: '家长',
    })
    expect(await manager.call('eyefile.sync.batch-patients', { studentIds })).toMatchObject({ created: 0, linked: 0 })
  })
})

describe('the picture before the page of results', () => {
  it('a wrong answer is told, and the picture is used up', async () => {
    const clinic = await freshClinic()
    const ask = (input: object) => clinic.as('reception').call('picture-verification', input)
    const picture = await ask({})
    expect(picture).toMatchObject({ passed: false, image: expect.stringContaining('data:image/png') })
    expect(await clinic.as('reception').refusal('picture-verification', { ticket: picture.ticket, captcha: 'x' })).toMatchObject({
      code: 20409,
    })
  })
})
