import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { addDays } from '#kernel/contract/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { rounds } from '../../../tests/depth.ts'
import { expirePrescriptions } from './reactions.ts'

let clinic: Clinic
let pid: number
let exam: number
const optometrist = () => clinic.as('optometrist')
const refraction = {
  kind: 4 as const,
  cycloplegia: 1 as const,
  dsOd: -3.25,
  dcOd: -0.5,
  axOd: 175,
  vaOd: 5,
  pdOd: 31.5,
  dsOs: -2.75,
  dcOs: -1,
  axOs: 5,
  vaOs: 5,
  pdOs: 31,
}
const member = async (name: string) =>
  (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name, gender: 1, birth: '2015-07-12', allergy: '托吡卡胺' })).pid

beforeAll(async () => {
  clinic = await freshClinic()
  pid = await member('林子涵')
  exam = (await optometrist().call('examRefraction.save', { pid, ...refraction })).id
  await optometrist().call('examPd.save', { pid, pdFar: 62.5, pdFarOd: 31.5, pdFarOs: 31, pdNear: 59 })
})
const draft = (line: object = {}, more: object = {}) =>
  optometrist().call('prescription.create', { pid, list: [{ kind: 1, examId: exam, ...line }], ...more })

describe('a prescription', () => {
  it('is copied from the examination by link, right eye first, each value with its origin', async () => {
    const rx = await draft()
    expect(rx).toMatchObject({ status: 0, allergy: '托吡卡胺', doctorId: clinic.ctid('optometrist') })
    expect(rx.rxNo).toMatch(/^RX\d{10}$/)
    expect(rx.list[0]).toMatchObject({
      dsOd: -3.25,
      dcOd: -0.5,
      axOd: 175,
      dsOs: -2.75,
      dcOs: -1,
      axOs: 5,
      pdOd: 31.5,
      pd: 62.5,
      addOd: null,
      examId: exam,
    })
    expect(rx.list[0]!.origin).toMatchObject({ dsOd: `copied:exam_refraction:${exam}`, pd: expect.stringMatching(/^copied:exam_pd:\d+$/) })
    expect(Object.keys(rx.list[0]!).indexOf('dsOd')).toBeLessThan(Object.keys(rx.list[0]!).indexOf('dsOs'))
  })

  it('a difference from the examination is named and must be confirmed; it is kept with who confirmed it', async () => {
    const refused = await optometrist().refusal('prescription.create', { pid, list: [{ kind: 1, examId: exam, dsOd: -3 }] })
    expect(refused).toMatchObject({ code: 1, field: 'list.0.dsOd' })
    expect(refused.message).toContain('−3 与 20')
    const rx = await draft({ dsOd: -3, confirmed: ['dsOd=-3'] })
    expect(rx.list[0]!.confirmed).toEqual([expect.objectContaining({ code: 'differs-dsOd', value: -3, ctid: clinic.ctid('optometrist') })])
    expect(rx.list[0]!.origin.dsOd).toBe('typed')
  })

  it('a near pair carries sphere plus addition, a contact lens the power at the cornea', async () => {
    const who = await member('王建国')
    const { id } = await optometrist().call('examRefraction.save', {
      pid: who,
      kind: 4,
      cycloplegia: 1,
      dsOd: -6,
      dcOd: -2,
      axOd: 180,
      dsOs: 1,
      addOd: 1.5,
      addOs: 1.5,
      confirmed: ['addOd=1.5', 'addOs=1.5'],
    })
    const rx = await optometrist().call('prescription.create', {
      pid: who,
      list: [
        { kind: 2, examId: id },
        { kind: 3, examId: id },
        { kind: 4, examId: id },
      ],
    })
    expect(rx.list.map((l) => [l.lineNo, l.kind, l.dsOd, l.dcOd, l.addOd, l.dsOs])).toEqual([
      [1, 2, -4.5, -2, null, 2.5],
      [2, 3, -6, -2, 1.5, 1],
      [3, 4, -5.5, -1.75, null, 1],
    ])
    expect(rx.list[0]!.origin.dsOd).toBe(`calculated:exam_refraction:${id}`)
  })

  it('a near line takes the near distance of each eye, never the far one', async () => {
    const rx = await draft({ kind: 2 })
    expect(rx.list[0]).toMatchObject({ pdOd: 29.5, pdOs: 29.5, pd: 59 })
    expect(rx.list[0]!.origin).toMatchObject({
      pdOd: expect.stringMatching(/^calculated:exam_pd:\d+$/),
      pd: expect.stringMatching(/^copied:exam_pd:\d+$/),
    })
    const who = await member('秦岚')
    const { id } = await optometrist().call('examRefraction.save', { pid: who, ...refraction })
    const unmeasured = await optometrist().call('prescription.create', { pid: who, list: [{ kind: 2, examId: id }] })
    expect(unmeasured.list[0]).toMatchObject({ pdOd: 29.5, pdOs: 29, pd: null })
    expect(unmeasured.list[0]!.origin.pdOd).toBe(`calculated:exam_refraction:${id}`)
  })

  it('holds no acuity of another visit; a distance of another day is dated, and not signed before somebody confirmed it', async () => {
    const who = await member('孟夏')
    const examTime = '2026-10-20 09:00'
    await optometrist().call('examVisual.save', { pid: who, examTime, ucvaOd: 4.5, ucvaOs: 4.5 })
    await optometrist().call('examPd.save', { pid: who, examTime, pdFar: 62 })
    const { id } = await optometrist().call('examRefraction.save', { pid: who, ...refraction })
    const line = { kind: 1 as const, examId: id }
    const rx = await optometrist().call('prescription.create', { pid: who, list: [line] })
    expect(rx.list[0]).toMatchObject({
      ucvaOd: null,
      ucvaOs: null,
      pd: 62,
      origin: { pd: expect.stringMatching(/^copied:exam_pd:\d+@2026-10-20$/) },
    })
    const refused = await clinic.as('doctor').refusal('prescription.sign', { id: rx.id })
    expect(refused).toMatchObject({ code: 1, field: 'list.0.pd', message: expect.stringContaining('62.0 是 2026-10-20 的数据') })
    const bare = clinic.tx((cx) =>
      cx.db.run(sql`
        update prescription
        set status = 1, signed_by = ${clinic.ctid('doctor')}, signed_at = app_now()
        where id = ${rx.id}
      `),
    )
    await expect(bare).rejects.toMatchObject({ constraint: 'prescription__rx_copied' })
    const sure = await optometrist().call('prescription.update', {
      id: rx.id,
      pid: who,
      version: rx.version,
      list: [{ ...line, confirmed: ['pd=62'] }],
    })
    expect(sure.list[0]!.confirmed).toMatchObject([{ code: 'copied-pd', value: 62 }])
    expect(await clinic.as('doctor').call('prescription.sign', { id: rx.id })).toMatchObject({ status: 1 })
    const paper = await clinic.as('doctor').call('prescription.print', { id: rx.id })
    expect(paper.list[0]!.origin.pd).toContain('@2026-10-20')
  })

  it('needs a power, an axis for its cylinder, and an examination of the same member', async () => {
    expect(await optometrist().refusal('prescription.create', { pid, list: [{ kind: 1 }] })).toMatchObject({
      code: 1,
      field: 'list.0.dsOd',
    })
    expect(await optometrist().refusal('prescription.create', { pid, list: [{ kind: 1, dsOd: -3, dcOd: -1 }] })).toMatchObject({
      code: 1,
      field: 'list.0.axOd',
    })
    const other = await member('周雨桐')
    expect(await optometrist().refusal('prescription.create', { pid: other, list: [{ kind: 1, examId: exam }] })).toMatchObject({
      code: 1,
      field: 'list.0.examId',
    })
  })

  it('keeps every power exactly as it was written', async () => {
    // Of somebody nothing was measured of today: what is typed is compared with nothing.
    const unmeasured = await member('顾安然')
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -48, max: 48 }),
        fc.integer({ min: -16, max: 0 }),
        fc.integer({ min: 1, max: 180 }),
        async (ds, dc, ax) => {
          const power = { dsOd: ds / 4, dcOd: dc / 4, axOd: dc === 0 ? null : ax, dsOs: ds / 4, dcOs: null, axOs: null }
          const rx = await optometrist().call('prescription.create', { pid: unmeasured, list: [{ kind: 1, ...power }] })
          const [line] = (await optometrist().call('prescription.get', { id: rx.id })).list
          expect({ dsOd: line!.dsOd, dcOd: line!.dcOd, axOd: line!.axOd, dsOs: line!.dsOs }).toEqual({
            dsOd: power.dsOd + 0,
            dcOd: power.dcOd! + 0,
            axOd: power.axOd,
            dsOs: power.dsOs + 0,
          })
          await optometrist().call('prescription.delete', { id: rx.id })
        },
      ),
      { numRuns: rounds(20, 5) },
    )
  })

  it('once signed never changes: by the call, by its lines, by SQL', async () => {
    const rx = await draft()
    const signed = await optometrist().call('prescription.sign', { id: rx.id, version: rx.version })
    expect(signed).toMatchObject({ status: 1, signedBy: clinic.ctid('optometrist') })
    expect(
      await optometrist().refusal('prescription.update', { id: rx.id, pid, version: signed.version, list: [{ kind: 1, examId: exam }] }),
    ).toMatchObject({ code: 1, message: expect.stringContaining('锁定') })
    expect(await optometrist().refusal('prescription.delete', { id: rx.id })).toMatchObject({ code: 1 })
    const who = {
      oid: clinic.oid,
      hid: clinic.hid,
      hids: clinic.hids,
      uid: 0,
      ctid: clinic.ctid('doctor'),
      name: '',
      account: '',
      role: '',
      roles: [],
      can: new Set<string>(),
    }
    for (const text of [
      `update prescription_line set ds_od = -1 where prescription_id = ${rx.id}`,
      `delete from prescription_line where prescription_id = ${rx.id}`,
      `update prescription set note = 'x' where id = ${rx.id}`,
      `delete from prescription where id = ${rx.id}`,
    ]) {
      await expect(
        clinic.booted.database.inTenant(who, { requestId: 'test' }, (cx) => cx.db.run({ sql: text, text, values: [] } as never)),
        text,
      ).rejects.toThrow(/signed prescription/)
    }
  })

  it('is signed by those who may, and voided with a reason only', async () => {
    const rx = await draft()
    expect(await clinic.as('manager').refusal('prescription.sign', { id: rx.id })).toMatchObject({ code: 20405 })
    await optometrist().call('prescription.sign', { id: rx.id })
    expect(await clinic.as('doctor').refusal('prescription.sign', { id: rx.id })).toMatchObject({
      code: 1,
      message: '当前状态为“已开具”，不能签发',
    })
    expect(await optometrist().refusal('prescription.void', { id: rx.id, reason: ' ' })).toMatchObject({ code: 1, field: 'reason' })
    await clinic.as('doctor').call('prescription.review', { id: rx.id })
    expect(await optometrist().call('prescription.void', { id: rx.id, reason: '瞳距有误，重开' })).toMatchObject({
      status: 8,
      voidReason: '瞳距有误，重开',
    })
  })

  it('a stale version is refused', async () => {
    const rx = await draft()
    await optometrist().call('prescription.update', { id: rx.id, pid, version: rx.version, list: [{ kind: 1, examId: exam }], note: '一' })
    expect(
      await optometrist().refusal('prescription.update', { id: rx.id, pid, version: rx.version, list: [{ kind: 1, examId: exam }] }),
    ).toMatchObject({ code: 1, message: expect.stringContaining('已被他人修改') })
    expect(await optometrist().refusal('prescription.sign', { id: rx.id, version: rx.version })).toMatchObject({ code: 1 })
  })

  it('runs out in the night after its last day', async () => {
    const today = (await draft()).orderDate
    const old = await draft({}, { orderDate: addDays(today, -20), validUntil: today })
    const fresh = await draft()
    for (const { id } of [old, fresh]) await optometrist().call('prescription.sign', { id })
    const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
    const system = {
      oid: clinic.oid,
      hid: clinic.hid,
      hids: clinic.hids,
      uid: 0,
      ctid: 0,
      name: '系统',
      account: '',
      role: 'system',
      roles: [],
      can: new Set<string>(),
    }
    const night = (clock: string) =>
      clinic.booted.database.inTenant(system, { requestId: 'night', clock }, (cx) => expirePrescriptions.run(cx as never))
    await night(`${today} 23:50:00`)
    expect((await optometrist().call('prescription.get', { id: old.id })).status).toBe(1)
    await night(`${tomorrow} 00:20:00`)
    expect((await optometrist().call('prescription.get', { id: old.id })).status).toBe(9)
    expect((await optometrist().call('prescription.get', { id: fresh.id })).status).toBe(1)
    const past = await draft({}, { orderDate: addDays(today, -20), validUntil: addDays(today, -1) })
    expect(await optometrist().refusal('prescription.sign', { id: past.id })).toMatchObject({ code: 1, field: 'validUntil' })
  })

  it('prints what the paper needs; another organisation finds nothing', async () => {
    const rx = await draft()
    const paper = await clinic.as('reception').call('prescription.print', { id: rx.id })
    expect(paper).toMatchObject({ rxNo: rx.rxNo, patient: { name: '林子涵' }, store: { sightStandard: 5 } })
    // Who is no physician is not printed as one.
    expect(paper).toMatchObject({ doctorType: 2, signerType: null, signerName: null })
    const signed = await optometrist().call('prescription.sign', { id: rx.id })
    expect(signed.signerName).toBe(paper.doctorName)
    expect(await clinic.as('reception').call('prescription.print', { id: rx.id })).toMatchObject({ doctorType: 2, signerType: 2 })
    const other = await freshClinic()
    expect(await other.as('optometrist').refusal('prescription.print', { id: rx.id })).toMatchObject({ code: 1 })
    expect(await other.as('optometrist').refusal('prescription.list', { pid })).toMatchObject({ code: 1 })
    expect((await optometrist().call('prescription.list', { pid, per_page: 2 })).list).toHaveLength(2)
    expect((await clinic.as('cashier').call('prescription.list', { rxNo: rx.rxNo })).list.map((r) => r.id)).toEqual([rx.id])
    expect((await other.as('cashier').call('prescription.list', { rxNo: rx.rxNo })).total).toBe(0)
  })
})

describe('a case record', () => {
  it('is drafted, submitted and signed; a signed one is amended with a reason and keeps its version', async () => {
    const note = await optometrist().call('ecase.save', { pid, status: 0, chiefComplaint: '视远模糊半年' })
    expect(
      await optometrist().refusal('ecase.save', { ecaseId: note.ecaseId, pid, status: 1, version: note.version, chiefComplaint: null }),
    ).toMatchObject({
      code: 1,
      field: 'chiefComplaint',
    })
    expect(
      await optometrist().refusal('ecase.save', { ecaseId: note.ecaseId, pid, status: 2, version: note.version, diagnosis: '双眼近视' }),
    ).toMatchObject({ code: 20405 })
    const signed = await clinic.as('doctor').call('ecase.save', {
      ecaseId: note.ecaseId,
      pid,
      status: 2,
      version: note.version,
      chiefComplaint: '视远模糊半年',
      diagnosis: '双眼近视',
    })
    expect(signed.status).toBe(2)
    const change = { ecaseId: note.ecaseId, pid, version: signed.version, diagnosis: '双眼近视、散光' }
    expect(await clinic.as('doctor').refusal('ecase.save', change)).toMatchObject({ code: 1, message: expect.stringContaining('锁定') })
    expect(await clinic.as('doctor').call('ecase.save', { ...change, reason: '补充诊断' })).toMatchObject({
      status: 2,
      diagnosis: '双眼近视、散光',
    })
    expect(await clinic.as('doctor').call('ecase.void', { id: note.ecaseId, reason: '录错会员' })).toMatchObject({ status: 9 })
    expect((await optometrist().call('ecase.list', { pid })).total).toBe(1)
  })
})
