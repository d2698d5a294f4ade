/**
 * Who read whom is kept: one record or many, a list or a file, once in ten minutes; what only refreshes itself leaves nothing, unless
 * nobody had opened it.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, metaOf, z } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, server, type Clinic } from '../harness.ts'

const Told = z.object({ count: z.int(), filter: z.record(z.string(), z.unknown()) })
const Line = z.object({ tbl: z.string(), pid: z.int().nullable(), ctid: z.int().nullable(), after: Told.nullable() })
type Line = z.output<typeof Line>
let clinic: Clinic
let pid: number
const lines = (tbl: string): Promise<Line[]> =>
  clinic.tx((cx) =>
    cx.db.rows(
      Line,
      sql`
        select tbl, pid, ctid_, after
        from audit
        where action = 'read' and tbl = ${tbl}
        order by audit_id
      `,
    ),
  )
const drained = (answer: unknown) => expect((answer as ArrayBuffer).byteLength).toBeGreaterThan(1000)

beforeAll(async () => {
  clinic = await freshClinic()
  const reception = clinic.as('reception')
  for (const name of ['林晓', '周舟', '郑正'])
    pid = (await reception.call('patients.save', { name, mobile: '13912345678', birth: '2014-05-05', gender: 1 })).pid
  await reception.call('reservations.legacy.save', { hid: clinic.hid, pid, walkIn: true })
})

describe('reading many', () => {
  it('leaves a line with how many and the filter as asked; words typed to find somebody stand masked', async () => {
    const { hid } = clinic
    await clinic.as('doctor').call('patients.list', { hid, gender: 1, pageSize: 2, name: '林晓' })
    expect(await lines('patients.list')).toEqual([
      {
        tbl: 'patients.list',
        pid: null,
        ctid: clinic.ctid('doctor'),
        after: { count: 1, filter: expect.objectContaining({ hid, gender: 1, pageSize: 2, name: '林*' }) },
      },
    ])
    await clinic.as('doctor').call('patients.search-by-name', { hid, name: '13912345678' })
    expect((await lines('patients.search-by-name'))[0]!.after).toMatchObject({ filter: { name: '139****5678' } })
  })
  it.each([
    ['patients.export', 'manager', 3],
    ['reservations.legacy.export', 'manager', 1],
    ['privacy.audit.export', 'manager', undefined],
  ] as const)('%s leaves a line each time, with the rows that left', async (id, role, count) => {
    const { hid } = clinic
    for (let n = 0; n < 2; n++) drained(await clinic.as(role).call(id, { hid }))
    const kept = await lines(id)
    expect(kept).toHaveLength(2)
    expect(kept[0]).toMatchObject({ pid: null, after: { filter: { hid }, count: count ?? (expect.any(Number) as number) } })
    expect(kept[0]!.after!.count).toBeGreaterThan(0)
  })
  it('a file that is broken off leaves the rows that had gone', async () => {
    const { hid } = clinic
    const before = (await lines('patients.export')).length
    const response = await clinic.as('chain').raw('patients.export', { hid })
    await response.body?.cancel()
    await expect.poll(async () => (await lines('patients.export')).length).toBe(before + 1)
  })
  it('is shown in the audit, in words', async () => {
    const { list } = await clinic.as('manager').call('privacy.audit', { tbl: 'patients.list' })
    expect(list).toMatchObject([
      { action: 'read', what: '批量查看', after: { count: 1, gender: '女', name: '林*' }, words: { count: '条数', gender: '性别' } },
    ])
  })
})

describe('reading one record', () => {
  it('former versions of an examination, a prescription, a case leave a line of the member', async () => {
    const exam = await clinic
      .as('optometrist')
      .call('examRefraction.save', { pid, kind: 4, cycloplegia: 1, dsOd: -2, dsOs: -2, pdOd: 30, pdOs: 30 })
    const rx = await clinic.as('doctor').call('prescription.create', { pid, list: [{ kind: 1, examId: exam.id }] })
    const ecase = await clinic.as('doctor').call('ecase.save', { pid, chiefComplaint: '视物模糊' } as never)
    await clinic.as('doctor').call('exams.versions', { kind: 'refraction', id: exam.id } as never)
    await clinic.as('doctor').call('prescription.versions', { id: rx.id })
    await clinic.as('doctor').call('ecase.versions', { id: ecase.ecaseId } as never)
    for (const tbl of ['exams.versions', 'prescription.versions', 'ecase.versions'])
      expect(await lines(tbl)).toMatchObject([{ pid, ctid: clinic.ctid('doctor'), after: null }])
  })
  it('opened again within ten minutes it leaves one line, however many ask at once; another person leaves another', async () => {
    const cashier = clinic.as('cashier')
    await Promise.all(Array.from({ length: 8 }, () => cashier.call('patients.get', { id: pid })))
    await cashier.call('patients.get', { id: pid })
    await clinic.as('trainer').call('patients.get', { id: pid })
    expect((await lines('patients.get')).map((l) => l.ctid)).toEqual([clinic.ctid('cashier'), clinic.ctid('trainer')])
  })
  it('the database keeps it so, whatever the server: an opening leaves a line after ten minutes, a refresh after twelve h', async () => {
    const { booted } = await server()
    const read = async (path: string, refetch = false) => {
      const line = {
        nth: 0,
        oid: clinic.oid,
        hid: clinic.hid,
        ctid: clinic.ctid('expert'),
        request: 'x',
        endpoint: 'patients.index',
        pid,
        what: `patients.index ${pid}`,
        at: path,
        refetch,
      }
      const { noted } = await booted.database.bare.the(
        { noted: 'number[]' },
        sql`select audit_reads(${JSON.stringify([line, { ...line, nth: 1 }])}::jsonb) noted`,
      )
      return noted.length
    }
    const day = '2026-03-01'
    expect([
      await read(`${day}T08:00:00Z`),
      await read(`${day}T08:09:59Z`),
      await read(`${day}T08:10:00Z`),
      await read(`${day}T20:09:59Z`, true),
      await read(`${day}T20:10:00Z`, true),
    ]).toEqual([1, 0, 1, 0, 1])
    const time = `${day}T23:00:00Z`
    expect((await Promise.all(Array.from({ length: 6 }, () => read(time)))).reduce((a, b) => a + b)).toBe(1)
  })
})

describe('what only refreshes itself', () => {
  it('leaves no line beside that of its opening, nor does the next page of a list come without one', async () => {
    const { hid } = clinic
    const optometrist = clinic.as('optometrist')
    for (const refetch of [false, true, true]) await optometrist.call('reservations.list', { hid }, { refetch })
    expect(await lines('reservations.list')).toHaveLength(1)
    await optometrist.call('reservations.list', { hid, page: 2 } as never)
    expect(await lines('reservations.list')).toHaveLength(2)
  })
  it('is no way to read unseen: what nobody opened is a line, whatever the screen says of itself', async () => {
    await clinic.as('chain').call('patients.index', { id: pid }, { refetch: true })
    expect(await lines('patients.index')).toContainEqual(expect.objectContaining({ pid, ctid: clinic.ctid('chain') }))
  })
})

describe('where the readings stand', () => {
  it('is written by nobody but the door: no line can be kept from being made', async () => {
    await expect(
      clinic.tx((cx) =>
        cx.db.run(sql`
          insert into reading (ctid_, what, at)
          values (1, ${`patients.get ${pid}`}, now() + interval '1 day')
        `),
      ),
    ).rejects.toThrow(/permission denied/)
    await expect(clinic.tx((cx) => cx.db.run(sql`delete from reading`))).rejects.toThrow(/permission denied/)
  })
  it('a shape that tells of members says so in its fields', () => {
    const list = clinic.booted.calls.get('patients.list')!.endpoint.output
    const row = (fieldsOf(list).list as z.ZodArray<z.ZodObject>).element
    expect(Object.entries(fieldsOf(row)).flatMap(([name, f]) => (metaOf(f).personal ? [name] : []))).toEqual([
      'name',
      'birth',
      'mobile',
      'school',
    ])
  })
})
