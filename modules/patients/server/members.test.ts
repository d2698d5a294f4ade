import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { post, sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

describe('members of a store', () => {
  let clinic: Clinic
  const as = (role: 'manager' | 'reception' | 'doctor' | 'chain' | 'warehouse' = 'manager') => clinic.as(role)
  const save = (input: Record<string, unknown>) => as().call('patients.save', { name: '某人', ...input } as never)
  const list = (query: object) => as().call('patients.list', { hid: clinic.hid, ...query })
  beforeAll(async () => {
    clinic = await freshClinic()
    for (const [name, gender, birth] of [
      ['赵一', 0, '2010-01-01'],
      ['钱二', 1, '2012-01-01'],
      ['孙三', 0, '2014-01-01'],
      ['李四', 1, null],
    ] as const)
      await save({ name, gender, birth })
  })

  it('pages, sorts and filters; the total is that of all pages', async () => {
    const first = await list({ pageSize: 3 })
    expect(first.list.map((p) => p.name)).toEqual(['李四', '孙三', '钱二'])
    expect(first.total).toBe(4)
    expect((await list({ pageSize: 3, pageNum: 2 })).list.map((p) => p.name)).toEqual(['赵一'])
    expect((await list({ sort: 'name' })).list.map((p) => p.name)).toEqual(['李四', '钱二', '孙三', '赵一'])
    expect((await list({ sort: '-birth' })).list.map((p) => p.name)).toEqual(['孙三', '钱二', '赵一', '李四'])
    expect((await list({ sort: 'birth' })).list.map((p) => p.name)).toEqual(['李四', '赵一', '钱二', '孙三'])
    expect(await list({ gender: 1 })).toMatchObject({ total: 2, list: [{ name: '李四' }, { name: '钱二' }] })
    expect(await list({ name: 'qe' })).toMatchObject({ total: 1, list: [{ name: '钱二' }] })
    expect((await list({ startDate: '2000-01-01', endDate: '2000-01-02' })).total).toBe(0)
  })

  it('an exact name, pinyin or initials come before longer ones; any four digits of a number find it, two only as its end', async () => {
    await save({ name: '林子涵', mobile: '13812345678' })
    await save({ name: '林子涵涵', mobile: '15900001111' })
    const find = async (name: string) =>
      (await as('reception').call('patients.search-by-name', { hid: clinic.hid, name })).list.map((p) => p.name)
    expect((await find('林子涵'))[0]).toBe('林子涵')
    expect((await find('linzihan'))[0]).toBe('林子涵')
    expect((await find('lzh'))[0]).toBe('林子涵')
    expect(await find('2345')).toEqual(['林子涵'])
    expect(await find('138 1234 5678')).toEqual(['林子涵'])
    expect(await find('%')).toEqual([])
    expect(await find('涵涵')).toEqual(['林子涵涵'])
    expect(await find('林')).toHaveLength(2)
    expect(await find('涵')).toHaveLength(2)
    expect(await find('子 涵')).toHaveLength(2)
    // 0 is the whole chain.
    expect((await as('reception').call('patients.search-by-name', { hid: 0, name: '涵涵' })).total).toBe(1)
  })

  it("members are the chain's: another store finds them, its own first", async () => {
    const [here, there] = clinic.hids as [number, number]
    await save({ name: '双店甲', hid: here })
    await as('chain').call('patients.save', { name: '双店乙', hid: there })
    const find = async (hid: number) => (await as('chain').call('patients.search-by-name', { hid, name: '双店' })).list.map((p) => p.name)
    expect(await find(here)).toEqual(['双店甲', '双店乙'])
    expect(await find(there)).toEqual(['双店乙', '双店甲'])
    expect((await as('chain').call('patients.list', { hid: there })).list.map((p) => p.name)).toEqual(['双店乙'])
    const [moved] = (await as('chain').call('patients.search-by-name', { hid: there, name: '双店乙' })).list
    await as('chain').call('patients.change-hospital', { id: moved!.pid, hid: here })
    expect((await as('chain').call('patients.list', { hid: there })).total).toBe(0)
    const other = await freshClinic()
    expect(await as('chain').refusal('patients.change-hospital', { id: moved!.pid, hid: other.hid })).toMatchObject({
      code: 1,
      message: '门店不存在或已被删除',
    })
  })

  it('changes many at once, all or none', async () => {
    const level = await as().call('settings.level.save', { hid: clinic.hid, name: '银卡', discount: 9.5 })
    const pids = (await list({ gender: 1 })).list.map((p) => p.pid)
    expect(await as('manager').call('patients.batch-update', { pids, levelId: level.id })).toEqual({ changed: 2 })
    expect((await list({ levelId: level.id })).list.every((p) => p.levelName === '银卡')).toBe(true)
    expect(await as().refusal('patients.batch-update', { pids: [...pids, 999_999_999], levelId: null })).toMatchObject({
      message: '会员不存在或已被删除',
    })
    expect((await list({ levelId: level.id })).total).toBe(2)
    expect(await as('doctor').refusal('patients.batch-update', { pids, levelId: null })).toMatchObject({ code: 20405 })
  })

  it('a batch change is seen before it is made: what stands there now, how many change', async () => {
    const level = await as().call('settings.level.save', { hid: clinic.hid, name: '金卡', discount: 9 })
    const pids = (await list({ gender: 0 })).list.map((p) => p.pid)
    await as('manager').call('patients.batch-update', { pids: pids.slice(0, 1), levelId: level.id })
    const nextFollowAt = `${addDays(clinicNow().slice(0, 10), 60)} 09:00`
    const preview = await as('reception').call('patients.batch-preview', { pids, levelId: level.id, nextFollowAt })
    expect(preview).toEqual([
      {
        field: 'levelId',
        label: '会员等级',
        to: '金卡',
        changed: pids.length - 1,
        same: 1,
        from: expect.arrayContaining([
          { value: '金卡', n: 1 },
          { value: null, n: pids.length - 1 },
        ]) as unknown,
      },
      {
        field: 'nextFollowAt',
        label: '下次跟进',
        to: nextFollowAt,
        changed: pids.length,
        same: 0,
        from: [{ value: null, n: pids.length }],
      },
    ])
    expect((await list({ levelId: level.id })).total).toBe(1)
  })

  it("tags of the settings are given to many and taken away, filter the list, and stand on the member's page", async () => {
    const tag = (await as().call('settings.tag.save', { hid: clinic.hid, name: '高度近视' } as never)) as { id: number }
    const pids = (await list({ gender: 0 })).list.map((p) => p.pid)
    expect(await as('reception').call('patients.tags', { pids, add: [tag.id] })).toEqual({ added: pids.length, removed: 0 })
    expect(await as('reception').call('patients.tags', { pids, add: [tag.id] })).toEqual({ added: 0, removed: 0 })
    expect((await list({ tagId: tag.id })).total).toBe(pids.length)
    expect((await as('doctor').call('patients.index', { id: pids[0]! })).tags).toMatchObject([{ name: '高度近视' }])
    expect(await as('reception').call('patients.tags', { pids: pids.slice(0, 1), remove: [tag.id] })).toEqual({ added: 0, removed: 1 })
    expect((await list({ tagId: tag.id })).total).toBe(pids.length - 1)
    const other = await freshClinic()
    expect(await other.as('reception').refusal('patients.tags', { pids, add: [tag.id] })).toMatchObject({
      code: 1,
      message: '标签不存在或已被删除',
    })
    expect(await other.as('reception').call('patients.tags', { pids, remove: [tag.id] })).toEqual({ added: 0, removed: 0 })
  })

  it("saved lists: one's own by name, shared ones for everybody; only the owner deletes", async () => {
    const mine = await as('reception').call('patients.views.save', {
      name: '待跟进',
      query: { gender: '1' },
      columns: ['birth'],
      isShared: true,
    })
    await as('reception').call('patients.views.save', { name: '待跟进', query: { gender: '0' }, columns: [], isShared: true })
    await as('doctor').call('patients.views.save', { name: '我的', query: {}, columns: [] })
    expect((await as('reception').call('patients.views', {})).map((v) => [v.name, v.query, v.isMine])).toEqual([
      ['待跟进', { gender: '0' }, true],
    ])
    expect((await as('doctor').call('patients.views', {})).map((v) => [v.name, v.isMine])).toEqual([
      ['我的', true],
      ['待跟进', false],
    ])
    expect(await as('doctor').refusal('patients.views.delete', { id: mine.id })).toMatchObject({ code: 1 })
    await as('reception').call('patients.views.delete', { id: mine.id })
    expect(await as('reception').call('patients.views', {})).toEqual([])
  })

  it('a member with a wallet is not deleted; one without records is, and its number can be registered again', async () => {
    const rich = await save({ name: '有余额', mobile: '13600000001' })
    await clinic.booted.database.inTenant(
      {
        oid: clinic.oid,
        hid: clinic.hid,
        hids: clinic.hids,
        uid: 0,
        ctid: clinic.ctid('manager'),
        name: '',
        account: '',
        role: '',
        roles: [],
        can: new Set(),
      },
      { requestId: 'test' },
      (cx) =>
        post(cx, {
          reason: 'top-up',
          lines: [
            { book: 'stored', key: `member:${rich.pid}`, amount: 100, floor: 0 },
            { book: 'stored', key: 'outside', amount: -100 },
          ],
        }),
    )
    expect(await as().refusal('patients.delete', { pid: rich.pid })).toMatchObject({
      code: 1,
      message: '会员（已有储值或积分流水）正在使用，不能删除',
    })
    const poor = await save({ name: '无记录', mobile: '13600000002' })
    await as().call('patients.delete', { pid: poor.pid })
    expect(await as().refusal('patients.get', { id: poor.pid })).toMatchObject({ code: 1, message: '会员不存在或已被删除' })
    expect((await save({ name: '无记录', mobile: '13600000002' })).pid).not.toBe(poor.pid)
  })

  it("identity numbers are checked, and are one person's", async () => {
    expect(await as('reception').refusal('patients.save', { name: '甲', idCard: '11010519491231002A' })).toMatchObject({
      code: 1,
      field: 'idCard',
    })
    expect(await as('reception').refusal('patients.save', { name: '甲', idCard: '110105194912310021' })).toMatchObject({
      code: 1,
      field: 'idCard',
      message: '身份证号：身份证号校验位不对，请核对',
    })
    // The example of GB 11643-1999.
    await save({ name: '甲', idCard: '11010519491231002X' })
    expect(await as('reception').refusal('patients.save', { name: '乙', idCard: '11010519491231002X' })).toMatchObject({ code: 1406 })
  })

  it('histories: newest first, the family from the newest, gone when deleted; a source somebody has stays', async () => {
    const { pid } = await save({ name: '有病史' })
    expect(await as('doctor').call('patients.others-info.get', { pid })).toBeNull()
    await as('reception').call('patients.others-info.save', { pid, parentsMyopic: 1, outdoorHours: 1.5 })
    const newer = await as('reception').call('patients.others-info.save', { pid, parentsMyopic: 2, familyHistory: '父亲高度近视' })
    expect((await as('doctor').call('patients.others-info.list', { pid })).list.map((h) => h.parentsMyopic)).toEqual([2, 1])
    expect(await as('doctor').call('patients.others-info.family', { pid })).toMatchObject({
      parentsMyopic: 2,
      familyHistory: '父亲高度近视',
    })
    await as('reception').call('patients.others-info.delete', { id: newer.id })
    expect(await as('doctor').call('patients.others-info.get', { pid })).toMatchObject({ parentsMyopic: 1, outdoorHours: 1.5 })
    const source = await as().call('patients.source.save', { hid: clinic.hid, name: '学校筛查' })
    await save({ name: '筛查来的', sourceId: source.id })
    expect(await as().refusal('patients.source.delete', { id: source.id })).toMatchObject({ code: 1 })
    expect((await list({ sourceId: source.id })).list).toMatchObject([{ name: '筛查来的', sourceName: '学校筛查' }])
  })

  it('5.44 a member who moves keeps the name of the source; the new store reads what others keep and saves with it', async () => {
    const own = await freshClinic()
    const [hid, there] = [own.hid, own.hids[1]!]
    const source = await own.as('manager').call('patients.source.save', { hid, name: '老店介绍' })
    const { pid, version } = await own.as('reception').call('patients.save', { hid, name: '搬家的', sourceId: source.id } as never)
    const moved = await own.as('chain').call('patients.change-hospital', { id: pid, hid: there, version }, { hid: there })
    expect(moved).toMatchObject({ hid: there, sourceId: source.id, sourceName: '老店介绍' })
    const listed = await own.as('chain').call('patients.list', { hid: there }, { hid: there })
    expect(listed.list.map((p) => [p.name, p.sourceName])).toEqual([['搬家的', '老店介绍']])
    const kept = await own.as('chain').call('patients.source.chain', { hid: there }, { hid: there })
    expect(kept.list).toEqual([{ id: source.id, name: '老店介绍', hospitalName: expect.stringMatching(/./) }])
    expect((await own.as('manager').call('patients.source.chain', { hid })).list).toEqual([])
    expect(await own.as('manager').refusal('patients.source.chain', { hid: there })).toMatchObject({ code: 1 })
    const again = { pid, hid: there, name: '搬家的', sourceId: source.id, version: moved.version }
    expect(await own.as('chain').call('patients.save', again as never, { hid: there })).toMatchObject({ sourceName: '老店介绍' })
  })

  it("R084: sources stand in the order they were put in, with their uses where asked; another store's stay as they are", async () => {
    const own = await freshClinic()
    const { hid } = own,
      there = own.hids[1]!,
      boss = own.as('manager')
    const ids: number[] = []
    for (const name of ['朋友介绍', '路过', '抖音']) ids.push((await boss.call('patients.source.save', { hid, name })).id)
    const named = async () => (await boss.call('patients.source.list', { hid, pageSize: 0 })).list.map((s) => s.name)
    expect(await named()).toEqual(['朋友介绍', '路过', '抖音'])
    await boss.call('patients.source.order', { hid, ids: [ids[2]!, ids[0]!, ids[1]!] })
    expect(await named()).toEqual(['抖音', '朋友介绍', '路过'])
    await own.as('reception').call('patients.save', { hid, name: '介绍来的', sourceId: ids[0] } as never)
    expect((await boss.call('patients.source.list', { hid, pageSize: 0, withUses: true })).list.map((s) => s.uses)).toEqual([0, 1, 0])
    expect(await boss.refusal('patients.source.delete', { id: ids[0]! })).toMatchObject({
      code: 1,
      message: '会员来源“朋友介绍”（1 处）正在使用，不能删除',
    })
    const theirs = await own.as('chain').call('patients.source.save', { hid: there, name: '学校' }, { hid: there })
    for (const [call, input] of [
      ['patients.source.save', { id: theirs.id, hid, name: '抢来' }],
      ['patients.source.delete', { id: theirs.id }],
      ['patients.source.order', { hid: there, ids: [theirs.id] }],
    ] as const)
      expect(await boss.refusal(call, input), call).toMatchObject({ code: 1 })
    expect(await own.as('cashier').refusal('patients.source.order', { hid, ids })).toMatchObject({ code: 20405 })
  })

  it('exports what the filters show, and only to who may', async () => {
    const { readXlsx } = await import('hucre/xlsx')
    const raw = await as().raw('patients.export', { hid: clinic.hid, gender: 0 })
    expect(raw.headers.get('content-type')).toContain('spreadsheetml')
    const rows = (await readXlsx(new Uint8Array(await raw.arrayBuffer()))).sheets[0]!.rows
    expect(rows[0]!.slice(0, 4)).toEqual(['会员号', '姓名', '性别', '出生日期'])
    expect(rows.slice(1).map((r) => r[1])).toEqual(['赵一', '孙三'])
    expect(await as('warehouse').refusal('patients.export', { hid: clinic.hid })).toMatchObject({ code: 20405 })
  })

  it('an export that is read in many parts has every member once', async () => {
    const own = await freshClinic()
    await own.tx((cx) =>
      cx.db.run(
        sql`
          insert into patient (hid, name, pinyin, initials)
          select ${own.hid}, '批' || n, '', ''
          from generate_series(1, 1001) n
        `,
      ),
    )
    const raw = await own.as('manager').raw('patients.export', { hid: own.hid })
    const rows = (await (await import('hucre/xlsx')).readXlsx(new Uint8Array(await raw.arrayBuffer()))).sheets[0]!.rows
    expect(rows.slice(1).map((r) => r[1])).toEqual(Array.from({ length: 1001 }, (_, i) => `批${i + 1}`))
  })
})
