import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { bareOf, z } from '#kernel/contract/index.ts'
import { snake, sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { rounds } from '../../../tests/depth.ts'
import { everyKind } from '../contract/kinds/index.ts'
import { OLSM_COLUMNS } from '#modules/patients/contract/olsm.ts'

let clinic: Clinic
let pid: number
const member = async (of: Clinic, name = '林子涵') =>
  (await of.as('reception').call('patients.save', { hid: of.hid, name, gender: 1, birth: '2015-07-12' })).pid

beforeAll(async () => {
  clinic = await freshClinic()
  pid = await member(clinic)
})

const subjective = {
  kind: 4 as const,
  cycloplegia: 1 as const,
  dsOd: -3.25,
  dcOd: -0.5,
  axOd: 175,
  dsOs: -2.75,
  dcOs: -1,
  axOs: 5,
  pdOd: 31.5,
  pdOs: 31,
}
const optometrist = () => clinic.as('optometrist')

describe('what is saved', () => {
  it('comes back exactly, whatever number a device gave within the limits', async () => {
    const power = (limit: number) =>
      fc.oneof(
        fc.integer({ min: -limit * 4, max: limit * 4 }).map((n) => n / 4),
        fc.double({ min: -limit, max: limit, noNaN: true }),
      )
    await fc.assert(
      fc.asyncProperty(
        power(12),
        power(4),
        fc.integer({ min: 1, max: 180 }),
        fc.double({ min: 20, max: 28, noNaN: true }),
        async (ds, dc, ax, al) => {
          const saved = await optometrist().call('examRefraction.save', { pid, kind: 2, status: 0, dsOd: ds, dcOd: dc, axOd: ax, dsOs: -1 })
          const read = await optometrist().call('examRefraction.info', { id: saved.id })
          // JSON has no −0.
          expect([read.dsOd, read.dcOd, read.axOd]).toEqual([ds + 0, dc + 0, ax])
          const bio = await optometrist().call('exam-bio-meter.create', { pid, status: 0, alOd: al })
          expect((await optometrist().call('exam-bio-meter.get', { id: bio.id })).alOd).toBe(al)
        },
      ),
      { numRuns: rounds(25, 6) },
    )
  })

  it('is a number in the database: no clinical measure is text', async () => {
    const rows = await clinic.tx((cx) =>
      cx.db.rows(
        { at: 'string', dataType: 'string' },
        sql`
          select table_name || '.' || column_name as at, data_type
          from information_schema.columns
          where table_schema = 'public'
        `,
      ),
    )
    const types = new Map(rows.map((r) => [r.at, r.dataType]))
    const numbers = everyKind.flatMap(({ table, fields }) =>
      Object.entries(fields).flatMap(([name, field]) => (bareOf(field) instanceof z.ZodNumber ? [`${table}.${snake(name)}`] : [])),
    )
    expect(numbers.length).toBeGreaterThan(200)
    expect(numbers.filter((column) => !/^(numeric|integer|bigint)$/.test(types.get(column) ?? ''))).toEqual([])
  })
})

describe('checks on the server', () => {
  it('a cylinder without an axis is refused at the axis', async () => {
    const refused = await optometrist().refusal('examRefraction.save', { pid, ...subjective, axOs: null })
    expect(refused).toMatchObject({ code: 1, field: 'axOs', message: expect.stringContaining('有柱镜时必须填写轴位') })
  })

  it('a prism without its base and a value beyond the limits are refused at their field', async () => {
    expect(await optometrist().refusal('examRefraction.save', { pid, ...subjective, prismOd: 2 })).toMatchObject({
      code: 1,
      field: 'baseOd',
    })
    expect(await optometrist().refusal('examRefraction.save', { pid, ...subjective, dsOd: -46 })).toMatchObject({ code: 1, field: 'dsOd' })
  })

  it('an unusual value is named and refused until it is confirmed, and who confirmed it is kept', async () => {
    const high = { pid, ...subjective, dsOd: -13.5 }
    const refusal = await optometrist().refusal('examRefraction.save', high)
    expect(refusal).toMatchObject({ code: 1, field: 'dsOd', message: expect.stringContaining('请确认') })
    expect(refusal.message).toContain('−13.50')
    expect(await optometrist().refusal('examRefraction.save', { ...high, confirmed: ['dsOd=-13.25'] })).toMatchObject({
      code: 1,
      field: 'dsOd',
    })
    const saved = await optometrist().call('examRefraction.save', { ...high, confirmed: ['dsOd=-13.5'] })
    expect(saved.confirmed).toEqual([expect.objectContaining({ field: 'dsOd', value: -13.5, ctid: clinic.ctid('optometrist') })])
    // Saved again unchanged, it need not be confirmed twice.
    const again = await optometrist().call('examRefraction.save', { ...high, id: saved.id, version: saved.version, note: '复核' })
    expect(again.confirmed).toHaveLength(1)
    await clinic.as('optometrist').call('exams.void', { kind: 'refraction', id: saved.id, reason: '测试' })
  })

  it('drops of a drug the member is allergic to are given only once somebody confirmed it', async () => {
    const allergic = (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '过敏者', allergy: '阿托品过敏' })).pid
    const drops = { pid: allergic, drug: 3 as const, drop1: '08:00', narrowAngle: false, allergic: false, heart: false, fever: false }
    expect(await optometrist().refusal('examCycloplegia.save', drops)).toMatchObject({
      field: 'drug',
      message: expect.stringMatching(/^请确认：.*阿托品”过敏/),
    })
    expect((await optometrist().call('examCycloplegia.save', { ...drops, confirmed: ['drug=3'] })).confirmed).toMatchObject([
      { code: 'drops-allergy' },
    ])
  })
  it('a change of a dioptre within a year is asked, against the former examination of the same kind', async () => {
    const other = await member(clinic, '周一一')
    await optometrist().call('examRefraction.save', { pid: other, ...subjective, examTime: '2026-05-18 09:00' })
    const refused = await optometrist().refusal('examRefraction.save', {
      pid: other,
      ...subjective,
      dsOd: -4.5,
      examTime: '2026-11-18 09:00',
    })
    expect(refused).toMatchObject({ field: 'dsOd', message: expect.stringContaining('2026-05-18') })
    const auto = await optometrist().call('examRefraction.save', {
      pid: other,
      ...subjective,
      kind: 2,
      dsOd: -4.5,
      examTime: '2026-11-18 09:00',
    })
    expect(auto.dsOd).toBe(-4.5)
  })

  it('a value taken over from another day is dated and waits for a confirmation; from the same visit it does not', async () => {
    const child = await member(clinic, '于是之')
    const power = { dsOd: -2, dcOd: -0.5, axOd: 175 }
    const old = await optometrist().call('examRefraction.save', { pid: child, kind: 2, examTime: '2026-10-20 09:00', ...power })
    const own = await optometrist().call('examRefraction.save', { pid: child, kind: 3, ...power })
    const taken = (id: number) => ({
      pid: child,
      kind: 4 as const,
      cycloplegia: 1 as const,
      ...power,
      origin: { dsOd: `copied:exam_refraction:${id}` },
    })
    const refusal = await optometrist().refusal('examRefraction.save', taken(old.id))
    expect(refusal).toMatchObject({ field: 'dsOd', message: expect.stringContaining('是 2026-10-20 的数据') })
    const sure = await optometrist().call('examRefraction.save', { ...taken(old.id), confirmed: ['dsOd=-2'] })
    expect(sure).toMatchObject({ origin: { dsOd: `copied:exam_refraction:${old.id}@2026-10-20` }, confirmed: [{ code: 'copied-dsOd' }] })
    expect(await optometrist().call('examRefraction.save', taken(own.id))).toMatchObject({ status: 1, confirmed: [] })
  })

  it('a slip is asked about before anything is made of it; so are a child’s addition and its acuity', async () => {
    const child = await member(clinic, '钱多多')
    await optometrist().call('exam-bio-meter.create', { pid: child, examTime: '2025-11-21', alOd: 24.1, alOs: 24.1 })
    const slip = { pid: child, examTime: '2026-11-20', alOd: 34.45, alOs: 24.2, confirmed: ['alOd=34.45x'] }
    const refusal = await optometrist().refusal('exam-bio-meter.create', slip)
    expect(refusal).toMatchObject({ field: 'alOd', message: expect.stringContaining('打错了吗？2025-11-21 为 24.10 mm') })
    expect(refusal.message).not.toContain('mm/年')
    expect(await optometrist().refusal('examRefraction.save', { pid: child, kind: 4, dsOd: -2 })).toMatchObject({ field: 'cycloplegia' })
    expect(await optometrist().refusal('examRefraction.save', { pid: child, ...subjective, addOd: 1.5 })).toMatchObject({ field: 'addOd' })
    expect(await optometrist().refusal('examVisual.save', { pid: child, bcvaOd: 4.8 })).toMatchObject({ field: 'bcvaOd' })
    const sure = { pid: child, kind: 4 as const, dsOd: -2, confirmed: ['cycloplegia=null'] }
    expect(await optometrist().call('examRefraction.save', sure)).toMatchObject({ status: 1, confirmed: [{ code: 'no-cycloplegia' }] })
  })

  it('an examination without any measure is refused', async () => {
    expect(await optometrist().refusal('examIop.save', { pid, iopMethod: 1 })).toMatchObject({ code: 1, message: '请至少填写一项检查结果' })
    expect(await optometrist().refusal('examHeightWeight.save', { pid, status: 0 })).toMatchObject({ code: 1 })
  })

  it('each of the other examinations keeps its values', async () => {
    const o = optometrist()
    expect(await o.call('examVisual.save', { pid, ucvaOd: 4.3, ucvaOs: 4.4, bcvaOd: 5, bcvaOs: 5, ucvaOu: 4.5 })).toMatchObject({
      ucvaOd: 4.3,
      bcvaOs: 5,
      status: 1,
    })
    expect(await o.call('examPd.save', { pid, pdFar: 62.5, pdFarOd: 31.5, pdFarOs: 31, pdNear: 59.5 })).toMatchObject({
      pdFar: 62.5,
      pdNear: 59.5,
    })
    expect(await o.refusal('examPd.save', { pid, pdFar: 62.5, pdFarOd: 33.5, pdFarOs: 33 })).toMatchObject({ field: 'pdFar' })
    expect(await o.call('examIop.save', { pid, iopOd: 15.3, iopOs: 16, examTime: '2026-11-21 09:42' })).toMatchObject({
      iopOd: 15.3,
      iopTime: '09:42',
      iopMethod: 1,
    })
    expect(await o.call('examHeightWeight.save', { pid, height: 141.2, weight: 33.4 })).toMatchObject({ height: 141.2, weight: 33.4 })
    const bio = await o.call('exam-bio-meter.create', { pid, alOd: 24.31, alOs: 24.28, k1Od: 42.5, k2Od: 43.25 })
    expect(await o.call('exam-bio-meter.update', { ...bio, pid, status: 1, confirmed: [], alOd: 24.32 })).toMatchObject({
      alOd: 24.32,
      version: bio.version + 1,
    })
    const last = await o.call('exams.last-time', { pid })
    expect(last.iop).toBe('2026-11-21 09:42:00')
    const report = await o.call('exams.report', { pid })
    expect(report.visual).toMatchObject({ ucvaOd: 4.3 })
    expect(report.bioMeter).toMatchObject({ alOd: 24.32 })
  })
})

describe('states and versions', () => {
  it('a stale version is refused and nothing is written', async () => {
    const saved = await optometrist().call('examRefraction.save', { pid, ...subjective })
    await optometrist().call('examRefraction.save', { pid, ...subjective, id: saved.id, version: saved.version, note: '一' })
    expect(
      await optometrist().refusal('examRefraction.save', { pid, ...subjective, id: saved.id, version: saved.version, note: '二' }),
    ).toMatchObject({ code: 1, message: expect.stringContaining('已被他人修改') })
    expect((await optometrist().call('examRefraction.info', { id: saved.id })).note).toBe('一')
    // Who knows no versions and never read it changes what is sent; whoever read it before that is told.
    await clinic.as('doctor').call('examRefraction.save', { pid, ...subjective, id: saved.id, dsOd: -3.75 })
    expect(await optometrist().refusal('examRefraction.save', { pid, ...subjective, id: saved.id, dsOd: -4 })).toMatchObject({ code: 1 })
    expect(await optometrist().call('examRefraction.info', { id: saved.id })).toMatchObject({ note: '一', dsOd: -3.75 })
  })

  it('a signed examination is read only; an amendment with a reason keeps both versions', async () => {
    const saved = await optometrist().call('examRefraction.save', { pid, ...subjective })
    expect(await optometrist().refusal('exams.sign', { kind: 'refraction', id: saved.id })).toMatchObject({ code: 20405 })
    await clinic.as('doctor').call('exams.sign', { kind: 'refraction', id: saved.id })
    const signed = await clinic.as('doctor').call('examRefraction.info', { id: saved.id })
    expect(signed).toMatchObject({ status: 2, signerName: expect.stringContaining('医生') })
    const change = { pid, ...subjective, dsOd: -3.5, id: saved.id, version: signed.version }
    expect(await clinic.as('doctor').refusal('examRefraction.save', change)).toMatchObject({
      code: 1,
      message: expect.stringContaining('锁定'),
    })
    expect(await optometrist().refusal('examRefraction.save', { ...change, reason: '录入错误' })).toMatchObject({ code: 20405 })
    const amended = await clinic.as('doctor').call('examRefraction.save', { ...change, reason: '录入错误' })
    expect(amended).toMatchObject({ status: 2, dsOd: -3.5, version: signed.version + 1 })
    const versions = await clinic.as('doctor').call('exams.versions', { kind: 'refraction', id: saved.id })
    expect(versions.list).toMatchObject([{ version: signed.version, reason: '录入错误', data: { ds_od: -3.25 } }])
  })

  it('the database itself refuses to change or delete a signed examination', async () => {
    const saved = await optometrist().call('examIop.save', { pid, iopOd: 15, iopOs: 15 })
    await clinic.as('doctor').call('exams.sign', { kind: 'iop', id: saved.id })
    expect(await optometrist().refusal('patients.delete-inspection', { type: 'iop', id: saved.id, reason: '误录' })).toMatchObject({
      code: 20405,
    })
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
    const sqlOf = (text: string) => ({ sql: text, text, values: [] }) as never
    await expect(
      clinic.booted.database.inTenant(who, { requestId: 'test' }, (cx) =>
        cx.db.run(sqlOf(`update exam_iop set iop_od = 30 where id = ${saved.id}`)),
      ),
    ).rejects.toThrow(/do not change/)
    await expect(
      clinic.booted.database.inTenant(who, { requestId: 'test' }, (cx) => cx.db.run(sqlOf(`delete from exam_iop where id = ${saved.id}`))),
    ).rejects.toThrow(/voided/)
    await expect(
      clinic.booted.database.inTenant(who, { requestId: 'test' }, (cx) => cx.db.run(sqlOf(`update record_version set reason = ''`))),
    ).rejects.toThrow(/permission/)
  })

  it('a draft may be deleted, what was submitted only voided with a reason', async () => {
    const draft = await optometrist().call('examHeightWeight.save', { pid, height: 141, status: 0 })
    await optometrist().call('examHeightWeight.delete', { id: draft.id })
    const kept = await optometrist().call('examHeightWeight.save', { pid, height: 141 })
    expect(await optometrist().refusal('examHeightWeight.delete', { id: kept.id })).toMatchObject({ code: 1 })
    await optometrist().call('patients.delete-inspection', { type: 'heightWeight', id: kept.id, reason: '误录' })
    const list = await optometrist().call('examHeightWeight.list', { pid })
    expect(list.list.map((e) => e.id)).not.toContain(kept.id)
    expect((await optometrist().call('examHeightWeight.list', { pid, withVoid: true })).list.map((e) => e.id)).toContain(kept.id)
  })

  it('a change that does not name its state leaves it: a draft stays one', async () => {
    const draft = await optometrist().call('examHeightWeight.save', { pid, height: 141, status: 0 })
    const changed = await optometrist().call('examHeightWeight.save', { id: draft.id, pid, weight: 33 })
    expect(changed).toMatchObject({ status: 0, height: 141, weight: 33 })
    const submitted = await optometrist().call('examHeightWeight.save', { id: draft.id, pid, status: 1 })
    expect(submitted.status).toBe(1)
    expect(await optometrist().call('examHeightWeight.save', { id: draft.id, pid, weight: 34 })).toMatchObject({ status: 1, weight: 34 })
  })
  it('a draft is not asked for confirmations, its submission is', async () => {
    const draft = await optometrist().call('examVisual.save', { pid, ucvaOd: 5, bcvaOd: 4.9, status: 0 })
    expect(draft.status).toBe(0)
    expect(await optometrist().refusal('examVisual.save', { ...draft, pid, status: 1, confirmed: [] })).toMatchObject({ field: 'bcvaOd' })
    expect(await optometrist().call('examVisual.save', { ...draft, pid, status: 1, confirmed: ['bcvaOd=4.9', 'ucvaOd=5'] })).toMatchObject({
      status: 1,
    })
  })
})

describe('who may see', () => {
  it('another organisation’s member and examination are not found; the chain’s other store reads them', async () => {
    const saved = await optometrist().call('examPd.save', { pid, pdFar: 61 })
    const other = await freshClinic()
    expect(await other.as('optometrist').refusal('examPd.info', { id: saved.id })).toMatchObject({ code: 1 })
    expect(await other.as('optometrist').refusal('examPd.save', { pid, pdFar: 60 })).toMatchObject({ code: 1 })
    expect((await other.as('optometrist').call('examPd.list', { pid })).total).toBe(0)
    expect((await clinic.as('chain').call('examPd.info', { id: saved.id }, { hid: clinic.hids[1]! })).pdFar).toBe(61)
    expect(await clinic.as('cashier').refusal('examPd.info', { id: saved.id })).toMatchObject({ code: 20405 })
  })
})

describe('development', () => {
  it('the curve holds acuity, equivalent and axial length with the age at each, oldest first, without drafts', async () => {
    const child = await member(clinic, '吴小满')
    for (const [time, od] of [
      ['2025-11-02', 23.6],
      ['2026-05-18', 23.78],
    ] as const)
      await optometrist().call('exam-bio-meter.create', {
        pid: child,
        examTime: time,
        alOd: od,
        alOs: od,
        confirmed: [`alOd=${od}`, `alOs=${od}`],
      })
    await optometrist().call('exam-bio-meter.create', { pid: child, status: 0, alOd: 23.9 })
    await optometrist().call('examRefraction.save', { pid: child, ...subjective })
    const curve = await optometrist().call('examVisual.curve', { pid: child })
    expect(curve.al.map((p) => [p.at.slice(0, 10), p.od])).toEqual([
      ['2025-11-02', 23.6],
      ['2026-05-18', 23.78],
    ])
    expect(curve.al[0]!.age).toBeCloseTo(10.31, 2)
    expect(curve.se[0]).toMatchObject({ od: -3.5, os: -3.25 })
  })

  it('a day of birth corrected to after an examination makes no age of the years before it', async () => {
    const reception = clinic.as('reception')
    const child = await member(clinic, '周早早')
    await optometrist().call('exam-bio-meter.create', { pid: child, examTime: '2026-05-18', alOd: 23.6 })
    const { version } = await reception.call('patients.get', { id: child })
    await reception.call('patients.save', { pid: child, hid: clinic.hid, name: '周早早', version, birth: '2026-06-01' })
    const curve = await optometrist().call('examVisual.curve', { pid: child })
    expect(curve).toMatchObject({ birth: '2026-06-01', al: [{ at: expect.stringContaining('2026-05-18'), age: null }] })
  })
})

describe('members that come in from a file', () => {
  it('bring their biometry and refraction, marked as imported; taking the import back takes them too', async () => {
    const own = await freshClinic()
    const text = `${OLSM_COLUMNS.join(',')}\n1,1992,Yes,6,Female,-0.052,21.89,3.69,3.498,14.7,45,8,0,0,10,34,Yes,Yes\n`
    const done = await own
      .as('manager')
      .call('patients.import', { file: { filename: 'olsm.csv', mimetype: 'text/csv', bytes: Buffer.from(text) }, hid: own.hid })
    const {
      list: [child],
    } = await own.as('manager').call('patients.list', { hid: own.hid })
    const bio = await own.as('doctor').call('exam-bio-meter.list', { pid: child!.pid })
    expect(bio.list).toMatchObject([
      { alOd: 21.89, acdOd: 3.69, ltOd: 3.498, vtOd: 14.7, alOs: null, status: 1, importId: done.importId, origin: { alOd: 'imported' } },
    ])
    expect((await own.as('doctor').call('examRefraction.list', { pid: child!.pid })).list).toMatchObject([
      { kind: 5, dsOd: -0.052, dcOd: null },
    ])
    expect(await own.as('manager').call('patients.import-undo', { importId: done.importId! })).toMatchObject({ removed: 1, kept: [] })
    expect((await own.as('doctor').call('exam-bio-meter.list', { pid: child!.pid })).total).toBe(0)
  })
})
