/**
 * Sister stores read a member's record; what one of them recorded another one changes only with the permission for it and a reason, which
 * stays.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { addStaff } from '#modules/account/server/door.ts'
import { hashPassword } from '#modules/account/server/password.ts'
import { callerOf, freshClinic, send, server, type Caller, type Clinic } from '../harness.ts'

let clinic: Clinic
let pid: number
/** A doctor and an optometrist of the second store. */
let sister: { doctor: Caller; optometrist: Caller }
beforeAll(async () => {
  clinic = await freshClinic()
  const passwordHash = await hashPassword('Sister-2026')
  const { booted, base } = await server()
  const working = async (role: 'doctor' | 'optometrist', type: 1 | 2): Promise<Caller> => {
    const account = `${role}-sister-${clinic.oid}`
    await clinic.tx((cx) => addStaff(cx, { hid: clinic.hids[1]!, name: `二店${role}`, type, account, passwordHash, role }))
    return callerOf(booted, base, async () => {
      const login = booted.calls.get('account.login')!.endpoint
      const response = await send(base, login, { account, password: 'Sister-2026' }, { 'x-forwarded-for': `10.66.0.${type}` })
      return ((await response.json()) as { data: { token: string } }).data.token
    })
  }
  sister = { doctor: await working('doctor', 1), optometrist: await working('optometrist', 2) }
  pid = (await clinic.as('reception').call('patients.save', { name: '连锁会员', mobile: '13800002222', birth: '2014-05-05', gender: 1 }))
    .pid
})
const here = () => ({ optometrist: clinic.as('optometrist'), doctor: clinic.as('doctor') })
const refraction = () =>
  here().optometrist.call('examRefraction.save', { pid, kind: 4, cycloplegia: 1, dsOd: -2, dsOs: -2, pdOd: 30, pdOs: 30 })
const no = { code: 20405, message: '没有权限：修改其他门店的记录' }
const reason = '会员在二店复诊，一店录入有误'

describe('the record of a sister store', () => {
  it('is read', async () => {
    const exam = await refraction()
    expect(await sister.optometrist.call('examRefraction.info', { id: exam.id })).toMatchObject({ id: exam.id, hid: clinic.hid, dsOd: -2 })
  })

  it('examinations are not overwritten, deleted, signed or voided', async () => {
    const exam = await refraction()
    const { optometrist, doctor } = sister
    const over = { id: exam.id, pid, kind: 4, cycloplegia: 1, dsOd: -6, dsOs: -6, pdOd: 30, pdOs: 30 } as const
    expect(await optometrist.refusal('examRefraction.save', over)).toMatchObject(no)
    expect(await optometrist.refusal('examRefraction.save', { ...over, reason })).toMatchObject(no)
    expect(await doctor.refusal('exams.sign', { kind: 'refraction', id: exam.id })).toMatchObject(no)
    expect(await optometrist.refusal('exams.void', { kind: 'refraction', id: exam.id, reason })).toMatchObject(no)
    expect(await optometrist.refusal('patients.delete-inspection', { type: 'refraction', id: exam.id, reason })).toMatchObject(no)
    const growth = await here().optometrist.call('examHeightWeight.save', { pid, height: 140, weight: 35, status: 0 } as never)
    expect(await optometrist.refusal('examHeightWeight.delete', { id: (growth as { id: number }).id })).toMatchObject(no)
    expect(await here().optometrist.call('examRefraction.info', { id: exam.id })).toMatchObject({ dsOd: -2, status: 1 })
  })

  it('prescriptions and case records are not changed, signed, reviewed, voided or deleted', async () => {
    const exam = await refraction()
    const { doctor } = sister
    const body = { pid, list: [{ kind: 1 as const, examId: exam.id }] }
    const draft = await here().doctor.call('prescription.create', { ...body, diagnose: '近视' })
    expect(await doctor.refusal('prescription.update', { ...body, id: draft.id, diagnose: '改' })).toMatchObject(no)
    expect(await doctor.refusal('prescription.delete', { id: draft.id })).toMatchObject(no)
    expect(await doctor.refusal('prescription.sign', { id: draft.id })).toMatchObject(no)
    await here().doctor.call('prescription.sign', { id: draft.id })
    expect(await doctor.refusal('prescription.review', { id: draft.id })).toMatchObject(no)
    expect(await doctor.refusal('prescription.void', { id: draft.id, reason })).toMatchObject(no)
    const note = await here().doctor.call('ecase.save', { pid, chiefComplaint: '视物模糊' })
    expect(await doctor.refusal('ecase.save', { ecaseId: note.ecaseId, pid, chiefComplaint: '改' })).toMatchObject(no)
    expect(await doctor.refusal('ecase.void', { id: note.ecaseId, reason })).toMatchObject(no)
    expect(await here().doctor.call('prescription.get', { id: draft.id })).toMatchObject({ status: 1, diagnose: '近视' })
  })

  it('the database keeps it so, whatever the code does', async () => {
    const exam = await refraction()
    const rx = await here().doctor.call('prescription.create', { pid, list: [{ kind: 1, examId: exam.id }] })
    const who = {
      oid: clinic.oid,
      hid: clinic.hids[1]!,
      hids: [clinic.hids[1]!],
      uid: 0,
      ctid: 0,
      name: '',
      account: '',
      role: '',
      roles: [],
      can: new Set<string>(),
    }
    for (const change of [
      sql`update exam_refraction set ds_od = -9 where id = ${exam.id}`,
      sql`delete from prescription where id = ${rx.id}`,
      sql`update prescription_line set add_od = 1 where prescription_id = ${rx.id}`,
      sql`
        insert into exam_pd (pid, hid, examiner, exam_time, status, pd_far)
        values (${pid}, ${clinic.hid}, ${clinic.ctid('doctor')}, now(), 0, 60)
      `,
    ])
      await expect(clinic.booted.database.inTenant(who, { requestId: 'attack' }, (cx) => cx.db.run(change))).rejects.toMatchObject({
        code: 'M0002',
      })
  })

  it('is changed with the permission and a reason, which stands in its history', async () => {
    const chain = clinic.as('chain')
    const doctors = (await chain.call('roles.list', {})).find((r) => r.code === 'doctor')!
    const director = await chain.call('roles.save', { name: `医务总监${clinic.oid}`, copyOf: doctors.roleId })
    await chain.call('auth.element.grant', { roleId: director.roleId, codes: ['record:chain'] })
    const { list } = await chain.call('staff.accounts', { hid: clinic.hids[1]!, text: `doctor-sister-${clinic.oid}` })
    await chain.call('staff.save', { ctid: list[0]!.ctid, name: '医务总监', type: 1, roleId: director.roleId })
    await expect.poll(async () => (await sister.doctor.call('account.userinfo', {})).permissions.includes('record:chain')).toBe(true)
    const exam = await refraction()
    const over = { id: exam.id, version: exam.version, pid, kind: 4, cycloplegia: 1, dsOd: -2.25, dsOs: -2, pdOd: 30, pdOs: 30 } as const
    expect(await sister.doctor.refusal('examRefraction.save', over)).toMatchObject({ code: 1, field: 'reason' })
    expect(await sister.doctor.call('examRefraction.save', { ...over, reason })).toMatchObject({ dsOd: -2.25, hid: clinic.hid })
    const versions = await clinic.as('doctor').call('exams.versions', { kind: 'refraction', id: exam.id })
    expect(versions.list).toMatchObject([{ reason, person: '医务总监', data: { ds_od: -2 } }])
    const rx = await here().doctor.call('prescription.create', { pid, list: [{ kind: 1, examId: exam.id }] })
    await here().doctor.call('prescription.sign', { id: rx.id })
    expect(await sister.doctor.call('prescription.void', { id: rx.id, reason })).toMatchObject({ status: 8 })
    expect((await clinic.as('doctor').call('prescription.versions', { id: rx.id })).list).toMatchObject([{ reason, person: '医务总监' }])
  })

  it('what follows by itself goes on: glasses paid in one store use the prescription of another', async () => {
    const exam = await refraction()
    const rx = await here().doctor.call('prescription.create', { pid, list: [{ kind: 1, examId: exam.id }] })
    await here().doctor.call('prescription.sign', { id: rx.id })
    const { prescriptionPaid } = await import('#modules/records/server/door.ts')
    const who = {
      oid: clinic.oid,
      hid: clinic.hids[1]!,
      hids: [clinic.hids[1]!],
      uid: 0,
      ctid: 0,
      name: '',
      account: '',
      role: '',
      roles: [],
      can: new Set<string>(),
    }
    await clinic.booted.database.inTenant(who, { requestId: 'paid' }, (cx) => prescriptionPaid(cx, rx.id))
    expect(await here().doctor.call('prescription.get', { id: rx.id })).toMatchObject({ status: 3 })
  })
})
