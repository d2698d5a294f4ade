import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type CallId, type Caller, type Clinic } from '../../../tests/harness.ts'
import { kinds, type MasterKind } from '../contract/kinds.ts'
import { mastersOf, settingOf, tagsOf, templatesOf, typesOf } from './door.ts'

let clinic: Clinic
let manager: Caller
beforeAll(async () => {
  clinic = await freshClinic()
  manager = clinic.as('manager')
})

/** The least each kind asks for, and which calls it has. */
const samples: Record<MasterKind, { prefix: string; legacy: boolean; body: object }> = {
  tag: { prefix: 'settings.tag', legacy: true, body: {} },
  type: { prefix: 'settings.type', legacy: true, body: { use: 1 } },
  meditem: { prefix: 'settings.meditem', legacy: true, body: { price: 12.5, code: 'H52.1' } },
  drug: { prefix: 'settings.drug', legacy: false, body: { form: '滴眼液', spec: '5 mL', allergens: '托吡卡胺' } },
  'train-program': { prefix: 'train-program', legacy: true, body: { minutes: 20 } },
  'reservation-template': { prefix: 'reservations.templates', legacy: true, body: { steps: [{ days: 1, note: '次日复查' }] } },
  'revisit-type': { prefix: 'revisits.types', legacy: true, body: { taskType: 2, script: '{name}您好' } },
  'revisit-template': { prefix: 'revisits.templates', legacy: true, body: { steps: [{ days: 7, content: '询问佩戴情况' }] } },
  'main-suit': { prefix: 'settings.main-suit', legacy: false, body: { type: 1 } },
  'medical-template': { prefix: 'settings.medical-templates', legacy: false, body: { type: 2, advice: '每晚佩戴' } },
  'eg-program': { prefix: 'settings.eg-program', legacy: false, body: { minutes: 10 } },
  'eg-combination': { prefix: 'settings.eg-combination', legacy: false, body: { programIds: [] as number[] } },
  notice: { prefix: 'settings.notice', legacy: false, body: { content: '周三停电' } },
  'charge-setting': { prefix: 'settings.charge-settings', legacy: false, body: { maxBalance: 5000 } },
  'ok-limits': { prefix: 'settings.ok-limits', legacy: false, body: { author: '何明哲', decidedOn: '2026-01-05' } },
  'ok-design': {
    prefix: 'settings.ok-designs',
    legacy: false,
    body: { brand: 'DreamLens', family: 'VST', bcMin: 7.5, bcMax: 9.5, targetMin: -6, targetMax: -0.75 },
  },
  'exam-template': { prefix: 'settings.exam-templates', legacy: false, body: { use: 1, items: [{ code: 'colour', label: '色觉' }] } },
}
interface Row {
  id: number
  name: string
  uses: number
  sort: number
  status: number
  [field: string]: unknown
}
/** The calls of a kind by what they do, whatever its family. */
function verbsOf(caller: Caller, kind: MasterKind) {
  const { prefix, legacy } = samples[kind]
  const send = (verb: string, input: object) => caller.call(`${prefix}.${verb}` as CallId, input as never) as Promise<unknown>
  return {
    make: (name: string, more: object = {}, hid = clinic.hid) =>
      send(legacy ? 'save' : 'create', { hid, name, ...samples[kind].body, ...more }) as Promise<Row>,
    change: (row: Row, more: object) =>
      send(legacy ? 'save' : 'update', { ...samples[kind].body, id: row.id, hid: clinic.hid, name: row.name, ...more }) as Promise<Row>,
    list: (hid = clinic.hid) => send('list', { hid }) as Promise<{ list: Row[]; total: number }>,
    drop: (id: number) => send('delete', { id }),
    refuseDrop: (id: number) => caller.refusal(`${prefix}.delete` as CallId, { id }),
    refuseMake: (name: string, more: object = {}, hid = clinic.hid) =>
      caller.refusal(`${prefix}.${legacy ? 'save' : 'create'}` as CallId, { hid, name, ...samples[kind].body, ...more }),
  }
}

describe('master data, every kind alike', () => {
  beforeAll(async () => {
    const program = await verbsOf(manager, 'eg-program').make('远眺')
    samples['eg-combination'].body = { programIds: [program.id], price: 99.9 }
  })
  it.each(Object.keys(kinds) as MasterKind[])('%s is made, listed, changed, stopped and deleted; a cashier may only read', async (kind) => {
    const { make, list, change, drop } = verbsOf(manager, kind)
    const made = await make(`甲${kind}`)
    expect(made).toMatchObject({ name: `甲${kind}`, status: 0, uses: 0, ...samples[kind].body })
    const changed = await change(made, { name: `乙${kind}`, status: 1 })
    expect(changed).toMatchObject({ id: made.id, name: `乙${kind}`, status: 1, version: 1 })
    expect((await verbsOf(clinic.as('cashier'), kind).list()).list.map((r) => r.id)).toContain(made.id)
    expect(await verbsOf(clinic.as('cashier'), kind).refuseMake('丙')).toMatchObject({ code: 20405 })
    await drop(made.id)
    expect((await list()).list.map((r) => r.id)).not.toContain(made.id)
  })
  it.each(Object.keys(kinds) as MasterKind[])(
    '%s refuses its own name twice, and nobody makes it for a store that is not theirs',
    async (kind) => {
      const { make, refuseMake } = verbsOf(manager, kind)
      await make(`重名${kind}`)
      expect(await refuseMake(`重名${kind}`)).toMatchObject({ code: 1, message: expect.stringContaining('已存在') })
      const other = await freshClinic({ stores: 1 })
      expect(await refuseMake('别家', {}, other.hid)).toMatchObject({ code: 1, message: '门店不存在或已被删除' })
      expect(await refuseMake('分店', {}, clinic.hids[1])).toMatchObject({ code: 1, message: '门店不存在或已被删除' })
    },
  )
})

describe('in use instead of a broken delete', () => {
  it('a type says how often it is used and cannot go while it is', async () => {
    const types = verbsOf(manager, 'type'),
      items = verbsOf(manager, 'meditem')
    const type = await types.make('眼底检查')
    const item = await items.make('眼底照相', { type: type.id })
    expect((await types.list()).list.find((t) => t.id === type.id)?.uses).toBe(1)
    expect(await types.refuseDrop(type.id)).toMatchObject({ code: 1, message: '类型“眼底检查”（1 处）正在使用，不能删除' })
    expect((await manager.call('settings.meditem.list-by-type', { hid: clinic.hid, type: type.id })).list.map((i) => i.id)).toEqual([
      item.id,
    ])
    await items.drop(item.id)
    await types.drop(type.id)
  })
  it('an item cannot name a type of another use, nor one of another organisation', async () => {
    const training = await verbsOf(manager, 'type').make('集合训练', { use: 2 })
    expect(await verbsOf(manager, 'meditem').refuseMake('错类', { type: training.id })).toMatchObject({ field: 'type' })
    const other = await freshClinic({ stores: 1 })
    const foreign = (await other.as('manager').call('settings.type.save', { hid: other.hid, name: '外', use: 1 })).id
    expect(await verbsOf(manager, 'meditem').refuseMake('外类', { type: foreign })).toMatchObject({ field: 'type' })
  })
  it('a level a member holds is counted by the foreign key and stays', async () => {
    const level = await manager.call('settings.level.save', { hid: clinic.hid, name: '金卡', discount: 9 })
    await clinic.as('manager').call('patients.save', { hid: clinic.hid, name: '等级客', mobile: '13900001111', levelId: level.id } as never)
    expect((await manager.call('settings.level.list', { hid: clinic.hid })).list.find((l) => l.id === level.id)?.uses).toBe(1)
    expect(await manager.refusal('settings.level.delete', { id: level.id })).toMatchObject({
      code: 1,
      message: expect.stringContaining('正在使用'),
    })
  })
})

describe('levels of a store', () => {
  it("a new one stands last; another store's is neither changed, moved nor deleted", async () => {
    const own = await freshClinic()
    const [here, there] = [own.hid, own.hids[1]!]
    const first = await own.as('manager').call('settings.level.save', { hid: here, name: '甲', discount: 9, pointMultiple: 1 } as never)
    await own.as('manager').call('settings.order', { hid: here, kind: 'level', ids: [first.id] })
    await own.as('manager').call('settings.level.save', { hid: here, name: '乙', discount: 8, pointMultiple: 1 } as never)
    expect((await own.as('manager').call('settings.level.list', { hid: here })).list.map((l) => l.name).slice(-2)).toEqual(['甲', '乙'])
    const theirs = await own
      .as('chain')
      .call('settings.level.save', { hid: there, name: '丙', discount: 9, pointMultiple: 1 } as never, { hid: there })
    expect(await own.as('manager').refusal('settings.level.save', { ...theirs, hid: here })).toMatchObject({ code: 1 })
    expect(await own.as('manager').refusal('settings.level.delete', { id: theirs.id })).toMatchObject({ code: 1 })
    // 5.44: what another store keeps is read in this one.
    const elsewhere = await own.as('chain').call('settings.chain', { hid: here, kind: 'level' })
    expect(elsewhere.list).toEqual([expect.objectContaining({ kind: 'level', name: '丙', hospitalName: expect.any(String) })])
    expect((await own.as('manager').call('settings.chain', { hid: here, kind: 'tag' })).list).toEqual([])
    expect((await own.as('chain').call('settings.level.list', { hid: there })).list.map((l) => l.name)).toEqual(['丙'])
  })
})

describe('order and copy', () => {
  it('a dragged list keeps its order', async () => {
    const tags = verbsOf(manager, 'tag')
    const made = [await tags.make('一'), await tags.make('二'), await tags.make('三')]
    const wanted = [made[2]!.id, made[0]!.id, made[1]!.id]
    await manager.call('settings.order', { hid: clinic.hid, kind: 'tag', ids: wanted })
    expect((await tags.list()).list.filter((t) => wanted.includes(t.id)).map((t) => t.name)).toEqual(['三', '一', '二'])
    expect(await clinic.as('cashier').refusal('settings.order', { hid: clinic.hid, kind: 'tag', ids: wanted })).toMatchObject({
      code: 20405,
    })
  })
  it('a new store takes over lists; what it has already stays, ties point into the new store', async () => {
    const { hid, hids } = clinic,
      to = hids[1]!,
      chain = clinic.as('chain')
    const types = verbsOf(chain, 'type')
    const type = await types.make('弱视训练', { use: 2 })
    await verbsOf(chain, 'train-program').make('红光', { type: type.id })
    await verbsOf(chain, 'tag').make('近视防控')
    await verbsOf(chain, 'tag').make('近视防控', { color: 'red' }, to)
    const first = await chain.call('settings.copy', { hid, to, kinds: ['tag', 'train-program', 'level'] })
    expect(first.kept).toBeGreaterThanOrEqual(1)
    const copied = (await verbsOf(chain, 'train-program').list(to)).list.find((p) => p.name === '红光')!
    const twin = (await types.list(to)).list.find((t) => t.name === '弱视训练')!
    expect(copied.type).toBe(twin.id)
    expect(twin.id).not.toBe(type.id)
    expect((await verbsOf(chain, 'tag').list(to)).list.find((t) => t.name === '近视防控')).toMatchObject({ color: 'red' })
    expect(await chain.call('settings.copy', { hid, to, kinds: ['tag', 'train-program', 'level'] })).toMatchObject({ copied: 0 })
    expect(await manager.refusal('settings.copy', { hid, to, kinds: ['tag'] })).toMatchObject({ code: 1, message: '门店不存在或已被删除' })
  })
})

describe('choices of a store', () => {
  it('have defaults, change one by one, are those of one store', async () => {
    const { hid } = clinic
    expect(await manager.call('settings.info', { id: hid })).toMatchObject({ hid, passesMax: 3, memberMobileRequired: false })
    expect(await manager.call('settings.save', { hid, passesMax: 5 })).toMatchObject({ passesMax: 5, nearExpiryDays: 90 })
    await manager.call('settings.save', { hid, memberMobileRequired: true })
    expect(await clinic.as('cashier').call('settings.info', { id: hid })).toMatchObject({ passesMax: 5, memberMobileRequired: true })
    expect(await clinic.as('chain').call('settings.info', { id: clinic.hids[1]! })).toMatchObject({
      passesMax: 3,
      memberMobileRequired: false,
    })
    expect(await clinic.as('cashier').refusal('settings.save', { hid, passesMax: 1 })).toMatchObject({ code: 20405 })
    expect(await manager.refusal('settings.save', { hid, passesMax: 99 })).toMatchObject({ code: 1, field: 'passesMax' })
    expect(await clinic.tx((cx) => settingOf(cx, hid, 'passesMax'))).toBe(5)
  })
  it('a kept value that no longer fits its field falls back to the default', async () => {
    await clinic.tx(async (cx) => {
      await cx.db.run(
        sql`
          insert into store_option (hid, key, value)
          values (${clinic.hid}, 'nearExpiryDays', '"soon"'), (${clinic.hid}, 'gone', '1')
        `,
      )
      expect(await settingOf(cx, clinic.hid, 'nearExpiryDays')).toBe(90)
    })
    expect(await manager.call('settings.info', { id: clinic.hid })).toMatchObject({ nearExpiryDays: 90 })
  })
})

describe('what other modules are given', () => {
  it('only active items, in their order', async () => {
    const other = await freshClinic({ stores: 1 }),
      boss = other.as('manager'),
      { hid } = other
    await boss.call('settings.tag.save', { hid, name: '用' })
    await boss.call('settings.tag.save', { hid, name: '停', status: 1 })
    await boss.call('settings.type.save', { hid, name: '复查', use: 4 })
    await boss.call('settings.type.save', { hid, name: '电话', use: 5 })
    await boss.call('reservations.templates.save', {
      hid,
      name: '塑形镜复查',
      steps: [
        { days: 1, note: '一天' },
        { days: 7, note: '一周' },
      ],
    })
    await other.tx(async (cx) => {
      expect((await tagsOf(cx, hid)).map((t) => t.name)).toEqual(['用'])
      expect((await typesOf(cx, hid, 4)).map((t) => t.name)).toEqual(['复查'])
      expect((await templatesOf(cx, hid, 'reservation-template'))[0]?.steps.map((s) => s.days)).toEqual([1, 7])
      expect(await mastersOf(cx, hid, 'charge-setting')).toEqual([])
    })
  })
  it('notices of today: begun, not over, pinned first', async () => {
    const other = await freshClinic({ stores: 1 }),
      boss = other.as('manager'),
      { hid } = other
    for (const notice of [
      { name: '平常' },
      { name: '置顶', pinned: true },
      { name: '过期', endDate: '2020-01-01' },
      { name: '未到', startDate: '2099-01-01' },
    ])
      await boss.call('settings.notice.create', { hid, content: '内容', ...notice })
    expect((await other.as('reception').call('settings.notices-today', { hid })).map((n) => n.name)).toEqual(['置顶', '平常'])
  })
})

describe('a choice changes what happens', () => {
  it('a member without a mobile number is refused once the store asks for one', async () => {
    const other = await freshClinic({ stores: 1 }),
      { hid } = other
    await other.as('reception').call('patients.save', { hid, name: '无号' } as never)
    await other.as('manager').call('settings.save', { hid, memberMobileRequired: true })
    expect(await other.as('reception').refusal('patients.save', { hid, name: '无号二' })).toMatchObject({ code: 1, field: 'mobile' })
    await other.as('reception').call('patients.save', { hid, name: '有号', mobile: '13900002222' } as never)
  })
  it('custom lenses are promised for as many days ahead as the store says', async () => {
    const other = await freshClinic({ stores: 1 }),
      { hid } = other
    const { pid } = await other.as('reception').call('patients.save', { hid, name: '配镜', mobile: '13900003333' } as never)
    const promised = async () =>
      String((await other.as('manager').call('frame.create', { hid, pid, lenOrderType: 2 } as never)).promisedAt).slice(0, 10)
    const first = await promised()
    await other.as('manager').call('settings.save', { hid, frameCustomDays: 9 })
    expect(Date.parse(await promised()) - Date.parse(first)).toBe(4 * 86_400_000)
  })
})
