import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic, type Sent } from '../../../tests/harness.ts'
import { treatment } from '../contract/treatment.ts'
import { treatmentsOf } from './door.ts'

let clinic: Clinic
let pid: number
const optometrist = () => clinic.as('optometrist')
const member = async () =>
  (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '林子涵', birth: '2015-07-12' })).pid
const begin = (more: Partial<Sent<'treatments.save'>> = {}) =>
  optometrist().call('treatments.save', { pid, eye: 'ou', kind: treatment.defocus, start: '2024-03-01', ...more })

beforeAll(async () => {
  clinic = await freshClinic()
  pid = await member()
})

describe('treatments against the growth of an eye', () => {
  it('are told oldest first, each with eye, kind, dates and reason', async () => {
    const who = await member()
    await begin({ pid: who, kind: treatment.orthok, start: '2025-06-01', reason: '眼轴一年增长 0.4 mm' })
    await begin({ pid: who, kind: treatment.atropine, concentration: 0.01, eye: 'od', start: '2024-01-01', end: '2025-01-01' })
    const { list } = await optometrist().call('treatments.list', { pid: who })
    expect(list).toMatchObject([
      { eye: 'od', kind: 1, concentration: 0.01, start: '2024-01-01', end: '2025-01-01', reason: null },
      { eye: 'ou', kind: 2, concentration: null, start: '2025-06-01', end: null, reason: '眼轴一年增长 0.4 mm' },
    ])
    expect(await clinic.tx((cx) => treatmentsOf(cx, who))).toEqual(list)
  })

  it('of one kind never overlap on an eye; a change of strength ends one and begins the next on the same day', async () => {
    const who = await member()
    const drops = { pid: who, kind: treatment.atropine, eye: 'ou' } as const
    const weak = await begin({ ...drops, concentration: 0.01, start: '2024-01-01' })
    const stronger = { ...drops, concentration: 0.05, start: '2024-09-01' }
    expect(await optometrist().refusal('treatments.save', { ...stronger, eye: 'os' })).toMatchObject({
      code: 1,
      message: '同一只眼的同类干预时间重叠：请先结束前一段',
    })
    await begin({ ...drops, id: weak.id, version: weak.version, start: weak.start, end: '2024-09-01', stopReason: '进展仍快' })
    expect(await begin(stronger)).toMatchObject({ concentration: 0.05, end: null })
    expect((await begin({ pid: who, start: '2024-03-01' })).kind).toBe(treatment.defocus)
  })

  it('the later of two who begin the same at once is refused', async () => {
    const who = await member()
    const both = await Promise.allSettled([1, 2, 3].map(() => begin({ pid: who })))
    expect(both.filter((b) => b.status === 'fulfilled')).toHaveLength(1)
    expect((await optometrist().call('treatments.list', { pid: who })).list).toHaveLength(1)
  })

  it.each([
    ['ended before it began', { end: '2024-02-01' }, '结束日期不能早于开始日期'],
    ['atropine without its strength', { kind: treatment.atropine }, '请填写阿托品的浓度'],
    ['a strength of a lens', { concentration: 0.01 }, '请填写阿托品的浓度'],
    ['another one without its name', { kind: treatment.other }, '请写明是什么干预'],
    ['red light whose risk nobody told', { kind: treatment.redLight }, '视网膜损伤的风险'],
    ['begun before the birth', { start: '2014-01-01' }, '开始日期早于出生日期'],
  ] as const)('%s is refused in a sentence', async (_, more, sentence) => {
    const who = await member()
    const refused = await optometrist().refusal('treatments.save', {
      pid: who,
      eye: 'ou',
      kind: treatment.defocus,
      start: '2024-03-01',
      ...more,
    })
    expect(refused).toMatchObject({ code: 1, message: expect.stringContaining(sentence) })
  })

  it('the database itself refuses red light without its risk told', async () => {
    const bare = clinic.tx((cx) =>
      cx.db.run(
        sql`
          insert into treatment (oid, hid, pid, eye, kind, start_date, doctor_id)
          values (${clinic.oid}, ${clinic.hid}, ${pid}, 'ou', 5, '2024-01-01', ${clinic.ctid('doctor')})
        `,
      ),
    )
    await expect(bare).rejects.toMatchObject({ constraint: 'treatment__treatment_risk' })
  })

  it('one that never was is voided with a reason, leaves the list and makes room', async () => {
    const who = await member()
    const { id } = await begin({ pid: who })
    await optometrist().call('treatments.void', { id, reason: '记错会员' })
    expect((await optometrist().call('treatments.list', { pid: who })).list).toEqual([])
    expect(await optometrist().refusal('treatments.void', { id, reason: '再次' })).toMatchObject({
      message: expect.stringContaining('不存在'),
    })
    expect((await begin({ pid: who })).id).not.toBe(id)
  })

  it('two tabs do not write over each other, and another member’s is not found', async () => {
    const who = await member()
    const { id, version } = await begin({ pid: who })
    await begin({ pid: who, id, version, end: '2025-01-01' })
    const late = { id, version, eye: 'ou', kind: treatment.defocus, start: '2024-03-01' }
    expect(await optometrist().refusal('treatments.save', { ...late, pid: who })).toMatchObject({
      message: expect.stringContaining('刷新'),
    })
    expect(await optometrist().refusal('treatments.save', { ...late, pid })).toMatchObject({ message: expect.stringContaining('不存在') })
  })

  it('are written by doctor and optometrist, read by whoever reads examinations', async () => {
    const input = { pid, eye: 'ou', kind: treatment.outdoors, start: '2024-03-01' }
    for (const role of ['reception', 'cashier', 'trainer'] as const)
      expect(await clinic.as(role).refusal('treatments.save', input)).toMatchObject({ code: 20405 })
    expect(await clinic.as('reception').refusal('treatments.list', { pid })).toMatchObject({ code: 20405 })
    expect(await clinic.as('trainer').call('treatments.list', { pid })).toMatchObject({ list: expect.any(Array) })
  })
})

describe('the table of development as a file', () => {
  it('has a line a day: what was measured, the parents and hours out of doors as told, what was done on the day', async () => {
    const who = await member()
    await optometrist().call('examVisual.save', { pid: who, examTime: '2026-01-05 09:00:00', ucvaOd: 4.8, ucvaOs: 4.7, glassesType: 1 })
    await optometrist().call('assessment.save', { pid: who, examTime: '2026-03-05 09:00:00', score: 60, parents: 2, outdoorHours: 1.5 })
    await begin({ pid: who, kind: treatment.orthok, start: '2026-02-01' })
    const sent = await optometrist().raw('development.export', { pid: who })
    const { readXlsx } = await import('hucre/xlsx')
    const [head, ...lines] = (await readXlsx(new Uint8Array(await sent.arrayBuffer()))).sheets[0]!.rows
    const valuesOf = (...names: string[]) => lines.map((line) => names.map((name) => line[head!.indexOf(name)] ?? ''))
    expect(valuesOf('日期', '右眼裸眼视力', '父母近视', '每天户外(h)', '控制方式')).toEqual([
      [new Date('2026-03-05'), '', '双方', 1.5, '角膜塑形镜'],
      [new Date('2026-01-05'), 4.8, '', '', '框架镜'],
    ])
    const other = await freshClinic()
    expect(await other.as('doctor').refusal('development.export', { pid: who })).toMatchObject({ code: 1 })
    expect(await clinic.as('cashier').refusal('development.export', { pid: who })).toMatchObject({ code: 20405 })
  })
})
