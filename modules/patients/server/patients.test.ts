import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

describe('patients', () => {
  let clinic: Clinic
  beforeAll(async () => {
    clinic = await freshClinic()
  })
  const save = (input: Record<string, unknown>) => clinic.as('reception').call('patients.save', { name: '林子涵', ...input } as never)

  it('R082 registering a member that exists answers 1406', async () => {
    await save({ name: '周雨桐', mobile: '13900001111' })
    expect(await clinic.as('reception').refusal('patients.save', { name: '周雨桐', mobile: '13900001111' })).toMatchObject({
      code: 1406,
      message: expect.stringMatching(/^会员已存在：周\*桐 139\*{4}1111，会员号 M\d+（/),
    })
  })

  it('finds by two characters, pinyin initials, whole pinyin, number tail and member number', async () => {
    const patient = await save({ name: '欧阳明月', mobile: '13812345678', gender: 1, birth: '2015-03-01' })
    for (const name of ['阳明', '欧', 'oymy', 'ouyangmingyue', '5678', '1381234', patient.memberNo]) {
      const found = await clinic.as('reception').call('patients.search-by-name', { hid: clinic.hid, name })
      expect(
        found.list.map((p) => p.pid),
        name,
      ).toContain(patient.pid)
    }
    expect(
      (await clinic.as('reception').call('patients.search-by-name', { hid: clinic.hid, name: '明阳' })).list.map((p) => p.pid),
    ).not.toContain(patient.pid)
  })

  it('finds best first: the name itself, names that begin so, names that hold it; of each those of the store, newest first', async () => {
    const chain = await freshClinic({ stores: 2 })
    const [here, there] = chain.hids as [number, number]
    const add = async (name: string, hid = here, more: object = {}) =>
      (await chain.as('chain').call('patients.save', { name, hid, ...more } as never)).name
    for (const [name, hid] of [
      ['钟灵秀', there],
      ['钟灵毓', here],
      ['小钟灵', here],
      ['钟灵', there],
      ['钟灵均', here],
      ['钟灵远', there],
    ] as const)
      await add(name, hid)
    const found = async (name: string, limit = 12, hid = here) =>
      (await chain.as('chain').call('patients.search-by-name', { hid, name, limit })).list.map((p) => p.name)
    expect(await found('钟灵')).toEqual(['钟灵', '钟灵均', '钟灵毓', '钟灵远', '钟灵秀', '小钟灵'])
    expect(await found('钟灵', 12, there)).toEqual(['钟灵', '钟灵远', '钟灵秀', '钟灵均', '钟灵毓', '小钟灵'])
    expect(await found('钟灵', 3)).toEqual(['钟灵', '钟灵均', '钟灵毓'])
    expect(await found('zlj')).toEqual(['钟灵均'])
    // Digits from the middle of a number are a last resort; one member is not found twice.
    await add('尾号', here, { mobile: '13900004567', mobile2: '021-20004567' })
    await add('中间', here, { mobile: '13945670000' })
    expect([await found('4567'), await found('94567')]).toEqual([['尾号'], ['中间']])
  })

  it('finds by the end of the second number, and by digits and letters in full width', async () => {
    const { pid, memberNo } = await clinic
      .as('reception')
      .call('patients.save', { name: '双号码', mobile: '13522220001', mobile2: '010-6688 4321' })
    const found = async (name: string) =>
      (await clinic.as('reception').call('patients.search-by-name', { hid: clinic.hid, name })).list.map((p) => p.pid)
    const wide = (text: string) => text.replace(/[0-9A-Za-z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
    for (const name of ['66884321', '884321', '01066884321', wide('13522220001'), wide(memberNo), wide('shm')])
      expect(await found(name), name).toContain(pid)
  })

  it('another clinic cannot find, read or change a member', async () => {
    const patient = await save({ name: '何佳慧', mobile: '13700000001' })
    const other = await freshClinic()
    expect(await other.as('doctor').refusal('patients.get', { id: patient.pid })).toMatchObject({
      code: 1,
      message: '会员不存在或已被删除',
    })
    expect(await other.as('reception').refusal('patients.save', { pid: patient.pid, name: '改名' })).toMatchObject({ code: 1 })
    expect((await other.as('reception').call('patients.search-by-name', { hid: other.hid, name: '何佳' })).list).toEqual([])
  })

  it('a change on top of a stale version is refused and nothing is lost', async () => {
    const patient = await save({ name: '孙思远', mobile: '13700000002' })
    await save({ pid: patient.pid, version: patient.version, name: '孙思远', school: '实验小学' })
    expect(
      await clinic
        .as('reception')
        .refusal('patients.save', { pid: patient.pid, version: patient.version, name: '孙思远', school: '别的学校' }),
    ).toMatchObject({ code: 1, message: '会员已被他人修改，请刷新后重试' })
    expect((await clinic.as('reception').call('patients.get', { id: patient.pid })).school).toBe('实验小学')
  })

  it('script and SQL in a name come back as the text they are', async () => {
    const name = `<script>alert(1)</script>'); drop`
    const patient = await save({ name })
    expect((await clinic.as('doctor').call('patients.index', { id: patient.pid })).name).toBe(name)
  })

  it('every read of a record and every change is in the audit, with before and after', async () => {
    const patient = await save({ name: '徐文静', mobile: '13700000003' })
    await save({ pid: patient.pid, name: '徐文静', allergy: '托吡卡胺' })
    await clinic.as('doctor').call('patients.get', { id: patient.pid })
    const rows = await clinic.booted.database.inTenant(
      { oid: clinic.oid, hid: clinic.hid, hids: clinic.hids, uid: 0, ctid: 0, name: '', account: '', role: '', roles: [], can: new Set() },
      { requestId: 'test' },
      async (cx) => {
        const { sql } = await import('#kernel/server/index.ts')
        return cx.db.rows(
          { action: 'string', ctid: 'number', before: 'unknown', after: 'unknown' },
          sql`
            select action, ctid_, audit_reveal(before) before, audit_reveal(after) after
            from audit
            where pid = ${patient.pid}
            order by audit_id
          `,
        )
      },
    )
    expect(rows.map((r) => r.action)).toEqual(['insert', 'update', 'read'])
    expect(rows[1]).toMatchObject({ ctid: clinic.ctid('reception'), before: { allergy: null }, after: { allergy: '托吡卡胺' } })
    expect(rows[2]).toMatchObject({ ctid: clinic.ctid('doctor') })
  })
})
