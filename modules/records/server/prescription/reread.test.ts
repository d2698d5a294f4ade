/**
 * A prescription is held against its examinations when it is written, signed and reviewed: one signs what was measured, as oneself, and
 * another reviews.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'

let clinic: Clinic
let nth = 0
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const SUBJECTIVE = { kind: 4 as const, dsOd: -3, dcOd: -0.75, axOd: 180, dsOs: -1.5, dcOs: -0.75, axOs: 180, pdOd: 31, pdOs: 31 }
const member = async () =>
  (await as('reception').call('patients.save', { name: `复核${++nth}`, mobile: `1370000${1000 + nth}`, birth: '1990-07-01', gender: 1 }))
    .pid
const measured = async (pid: number, more: object = {}) =>
  (await as('optometrist').call('examRefraction.save', { pid, ...SUBJECTIVE, ...more } as never)) as { id: number; version: number }
const draft = (pid: number, line: object, role: 'optometrist' | 'doctor' = 'optometrist') =>
  as(role).call('prescription.create', { pid, list: [{ kind: 1, ...line }] } as never)

beforeAll(async () => {
  clinic = await freshClinic()
})

describe('a prescription made from an examination', () => {
  it('is not signed once the examination says something else, until it is refreshed; both stand side by side', async () => {
    const pid = await member()
    const exam = await measured(pid)
    const rx = await draft(pid, { examId: exam.id })
    await as('optometrist').call('examRefraction.save', { ...SUBJECTIVE, pid, id: exam.id, version: exam.version, dsOd: -5 } as never)
    expect(await as('doctor').refusal('prescription.sign', { id: rx.id })).toMatchObject({
      field: 'list.0.dsOd',
      message: expect.stringMatching(/处方 −3，验光 −5.*请先刷新/),
    })
    const seen = await as('doctor').call('prescription.reread', { id: rx.id })
    expect(seen).toMatchObject({ stale: true, lines: [{ lost: false, fields: [{ field: 'dsOd', drafted: -3, measured: -5 }] }] })
    const fresh = await as('optometrist').call('prescription.refresh', { id: rx.id, version: seen.version })
    expect(fresh.list[0]).toMatchObject({ dsOd: -5, dsOs: -1.5, examId: exam.id })
    expect((await as('doctor').call('prescription.sign', { id: rx.id })).status).toBe(1)
  })
  it('is neither signed nor reviewed once the examination was voided', async () => {
    const pid = await member()
    const [exam, second] = [await measured(pid), await measured(pid)]
    const [rx, signed] = [await draft(pid, { examId: exam.id }), await draft(pid, { examId: second.id })]
    await as('optometrist').call('prescription.sign', { id: signed.id })
    for (const { id } of [exam, second]) await as('doctor').call('exams.void', { kind: 'refraction', id, reason: '测错人' })
    expect((await as('doctor').refusal('prescription.sign', { id: rx.id })).message).toContain('验光记录已作废')
    expect((await as('doctor').refusal('prescription.review', { id: signed.id })).message).toContain('请作废或重开')
  })
})
describe('a prescription that is typed', () => {
  it('is compared with its day’s subjective refraction: half a dioptre passes, more is confirmed, eyes and signs by a doctor', async () => {
    const pid = await member()
    await measured(pid)
    const typed = { dsOd: -3, dcOd: -0.75, axOd: 180, dsOs: -1.5, dcOs: -0.75, axOs: 180 }
    expect((await draft(pid, { ...typed, dsOd: -3.5 })).status).toBe(0)
    const refused = (line: object, role: 'optometrist' | 'doctor' = 'optometrist') =>
      as(role).refusal('prescription.create', { pid, list: [{ kind: 1, ...typed, ...line }] } as never)
    expect(await refused({ dsOd: -3.75 })).toMatchObject({ field: 'list.0.dsOd', message: expect.stringContaining('相差过大') })
    // Repeating the value gives no reason, nor does that the member agrees.
    expect((await refused({ dsOd: -3.75, confirmed: ['dsOd=-3.75'] })).message).toContain('须选择或写明理由')
    expect(await refused({ dsOd: -3.75, confirmReason: '会员已知情' })).toMatchObject({ field: expect.stringContaining('confirmReason') })
    const made = await draft(pid, { ...typed, dsOd: -3.75, confirmReason: '双眼平衡后调整' })
    expect(made.list[0]!.confirmed).toMatchObject([{ code: 'far-sphere-od', reason: '双眼平衡后调整' }])
    expect(await refused({ axOs: 165 })).toMatchObject({ field: 'list.0.axOs' })
    const exchanged = { dsOd: -1.5, dsOs: -3 }
    expect((await refused(exchanged)).message).toContain('填反')
    expect(await refused({ ...exchanged, confirmReason: '按试戴结果' })).toMatchObject({ code: 20405 })
    expect(await refused({ dsOs: 1.5, confirmReason: '按试戴结果' })).toMatchObject({ code: 20405 })
    expect((await draft(pid, { ...typed, dsOs: 1.5, confirmReason: '按试戴结果' }, 'doctor')).status).toBe(0)
  })
  it('is not signed once a refraction of the day says something else', async () => {
    const pid = await member()
    const rx = await draft(pid, { dsOd: -3, dsOs: -3 })
    await measured(pid, { dsOd: -5, dsOs: -5 })
    expect((await as('doctor').refusal('prescription.sign', { id: rx.id })).message).toContain('主觉验光')
    const fresh = await as('doctor').call('prescription.refresh', { id: rx.id, version: rx.version })
    expect(fresh.list[0]).toMatchObject({ dsOd: -5, dsOs: -5, examId: expect.any(Number) })
  })
})
describe('whose signature it is', () => {
  it('one signs as oneself, whoever was named in the draft; another person reviews, which the database keeps', async () => {
    const pid = await member()
    const rx = await as('optometrist').call('prescription.create', {
      pid,
      doctorId: clinic.ctid('manager'),
      list: [{ kind: 1, dsOd: -1, dsOs: -1 }],
    } as never)
    const signed = await as('doctor').call('prescription.sign', { id: rx.id })
    expect(signed).toMatchObject({ doctorId: clinic.ctid('doctor'), signedBy: clinic.ctid('doctor') })
    expect((await as('doctor').refusal('prescription.review', { id: rx.id })).message).toContain('另一个人')
    const own = sql`update prescription set reviewed_by = signed_by where id = ${rx.id}`
    await expect(clinic.tx((cx) => cx.db.run(own))).rejects.toThrow(/own_rx_review|does not review/)
    expect((await as('manager').call('prescription.review', { id: rx.id })).reviewedBy).toBe(clinic.ctid('manager'))
  })
  it('a case record is its signer’s, whoever was named', async () => {
    const pid = await member()
    const named = { pid, doctorId: clinic.ctid('manager'), chiefComplaint: '视远不清', status: 2 as const }
    expect(await as('doctor').call('ecase.save', named as never)).toMatchObject({ doctorId: clinic.ctid('doctor') })
  })
})
