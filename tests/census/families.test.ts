/** Every declared family does what all of them promise; a ninth one, declared in a scratch module, costs no more than its declaration. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow, bareOf, metaOf, z, type Family, type FileAnswer } from '#kernel/contract/internal.ts'
import { onClient } from '#kernel/server/database/once.ts'
import type { ServerModule } from '#kernel/server/registry.ts'
import { readXlsx } from 'hucre/xlsx'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, ownServer, type CallId, type Clinic, type Running } from '../harness.ts'
import { plausible, valueOf } from './plausible.ts'
import { addTables, scratch } from './scratch.ts'

// The list is the application's own: the scratch module is served as any other, by a server of this file, and taken out again.
const served = modules as ServerModule[]
served.push(scratch)
let running: Running
afterAll(async () => {
  served.splice(served.indexOf(scratch), 1)
  await running.booted.close()
})

type Row = Record<string, unknown> & { id: number; version?: number }
const families = new Map<string, { of: Family; module: string }>(
  modules.flatMap((m) => Object.entries(m.families ?? {}).map(([name, family]) => [name, { of: family, module: m.name }] as const)),
)
/** Rows of the kinds in one table are no table's own columns (decision 0043). */
const IN_A_BODY = 'master_item'
let codes = 0
/** Fields that name what no declaration points to, or hold what is plausible nowhere else. */
const NAMED: Readonly<Record<string, (add: (name: string) => Promise<Row>) => Promise<object>>> = {
  'icd10-codes': () => Promise.resolve({ code: `H52.1${++codes}`, name: '近视' }),
  'gsp-climate': () => Promise.resolve({ at: `${addDays(clinicNow().slice(0, 10), -1)} 08:${String(++codes).padStart(2, '0')}:00` }),
  'gsp-limits': async () => {
    const { warehouseId }: { warehouseId: number } = await call('warehouses.create', { hid: clinic.hid, name: `库房 ${++codes}` })
    return { warehouseId, tempMin: 0, tempMax: 30, humidityMin: 35, humidityMax: 75 }
  },
  // A county of the reference, and a class in the spelling it is kept in.
  'eyefile.communities': () => Promise.resolve({ areaCode: '110105' }),
  'eyefile.schools': () => Promise.resolve({ areaCode: '110105' }),
  'eyefile.classes': () => Promise.resolve({ name: `${++codes}班`, grade: 51, entryYear: 2026 }),
  // A picture is one that was kept here.
  'campaign-settings': () => Promise.resolve({ poster: '/api/common/open-images/0123456789abcdef' }),
  'settings.eg-combination': async (add) => ({ programIds: [(await add('settings.eg-program')).id] }),
}

let clinic: Clinic
let other: Clinic
let url: string
let nobody: string
beforeAll(async () => {
  running = await ownServer('families')
  url = running.ownerUrl
  await addTables(url)
  clinic = await freshClinic({ on: running })
  other = await freshClinic({ on: running })
  nobody = await clinic.nobody()
})

type Call = (id: string, input: object, options?: { hid?: number }) => Promise<never>
/** Families are told apart at run time; their calls are all called alike. */
const caller = (place: Clinic) => {
  const as = place.as('chain')
  const call: Call = (id, input, options) => as.call(id as CallId, input as never, options) as Promise<never>
  const refusal = async (id: string, input: object) => (await as.refusal(id as CallId, input)).message
  return { call, refusal, raw: as.raw }
}
const call: Call = (...args) => caller(clinic).call(...args)
const refusal = (id: string, input: object) => caller(clinic).refusal(id, input)
let many = 0

/** A value the field takes: a plausible one, its default, a letter. */
function fitting(name: string, field: z.ZodType): unknown {
  if (name === 'name') return `甲${++many}`
  // As the database answers it, with its seconds.
  if (metaOf(field).format === 'moment') return `${addDays(clinicNow().slice(0, 10), -1)} 09:30:00`
  const found = [valueOf(field), 'A', field.safeParse(undefined).data].find((v) => v !== undefined && field.safeParse(v).success)
  if (found === undefined) throw new Error(`${name}: no value fits; give one in NAMED`)
  return found
}
/** What a new row of a family may be; what it points to is made first. */
async function example(name: string): Promise<Record<string, unknown>> {
  const { of: family } = families.get(name)!
  const values: Record<string, unknown> = { ...(await NAMED[name]?.(add)) }
  for (const [key, field] of Object.entries(family.fields)) {
    if (key in values) continue
    const to = Object.values(family.shown).find((n) => n.by === key)?.from
    const pointed = to && [...families].find(([, f]) => f.of.table === to && to !== IN_A_BODY)?.[0]
    if (pointed) values[key] = (await add(pointed)).id
    else if (metaOf(field).format !== 'id') values[key] = fitting(key, field)
    else if (!field.safeParse(undefined).success) throw new Error(`${name}.${key} points somewhere: give a value in NAMED`)
  }
  return values
}
/** Values other than the defaults, where a field has one: a flag turned, the last of a choice. */
const unlikeDefaults = (family: Family): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(family.fields).flatMap(([key, field]) => {
      const usual = field.safeParse(undefined)
      const bare = bareOf(field)
      if (!usual.success || usual.data === undefined || usual.data === null) return []
      if (bare instanceof z.ZodBoolean) return [[key, !usual.data]]
      if (bare instanceof z.ZodLiteral) return [[key, [...bare.values].findLast((v) => v !== usual.data)]]
      return bare instanceof z.ZodNumber && field.safeParse(2).success ? [[key, 2]] : []
    }),
  )
const verb = (family: Family, changes: boolean) => {
  if (family.calls.style === 'legacy') return 'save'
  return changes ? 'update' : 'create'
}
/** Families whose rows are changed, and those whose rows are only added to. */
const [changed, added] = [(family: Family) => family.calls.style !== 'log', (family: Family) => family.calls.style === 'log'].map((which) =>
  [...families].filter(([, { of }]) => which(of)).map(([name]) => name),
) as [string[], string[]]
const add = async (name: string, more: object = {}): Promise<Row> =>
  call(`${name}.${verb(families.get(name)!.of, false)}`, { hid: clinic.hid, ...(await example(name)), ...more })
const listed = async (name: string, query: object = {}): Promise<Row[]> => {
  const { shape } = families.get(name)!.of.query as z.ZodObject
  const all = 'per_page' in shape ? { per_page: 200 } : 'page_size' in shape ? { page_size: 200 } : { pageSize: 0 }
  return ((await call(`${name}.list`, { hid: clinic.hid, ...all, ...query })) as { list: Row[] }).list
}
const ids = (rows: readonly Row[]) => rows.map((r) => r.id)

describe.each(added)('family %s, only added to', (name) => {
  const { of: family } = families.get(name)!

  it('keeps what was added, lists it to its store alone, and has no call that changes it', async () => {
    const sample = await example(name)
    const made: Row = await call(`${name}.create`, { hid: clinic.hid, ...sample })
    expect(made).toMatchObject({ ...sample, hid: clinic.hid })
    expect((await listed(name)).find((r) => r.id === made.id)).toEqual(made)
    expect(await call(`${name}.get`, { id: made.id })).toEqual(made)
    expect(ids(await listed(name, { hid: clinic.hids[1] }))).not.toContain(made.id)
    expect(await caller(other).refusal(`${name}.get`, { id: made.id })).toBe(`${family.label}不存在或已被删除`)
    expect(await caller(other).refusal(`${name}.create`, { hid: clinic.hid, ...sample })).toMatch(/不存在或已被删除$/)
    for (const change of ['save', 'update', 'delete', 'import']) expect(clinic.booted.calls.has(`${name}.${change}`)).toBe(false)
  })

  it('stands over a table nobody changes or deletes of', async () => {
    const granted = await onClient(url, (client) =>
      client.query<{ can: string }>(
        `select distinct privilege_type can from information_schema.role_table_grants where table_name = $1 and grantee <> current_user`,
        [family.table],
      ),
    )
    expect(granted.rows.map((r) => r.can).sort()).toEqual(['INSERT', 'SELECT'])
  })

  if (family.excel)
    it('goes out as Excel', async () => {
      await add(name)
      const file: ArrayBuffer = await call(`${name}.export`, { hid: clinic.hid })
      const [sheet] = (await readXlsx(new Uint8Array(file))).sheets
      expect(sheet!.rows.length - 1).toBe((await listed(name)).length)
    })
})

describe.each(changed)('family %s', (name) => {
  const { of: family, module } = families.get(name)!

  it('stands over a table of its module, whose columns are its fields', async () => {
    expect(Object.keys(modules.find((m) => m.name === module)?.tables ?? {})).toContain(family.table)
    const columns = await onClient(url, (client) =>
      client.query<{ name: string }>(`select column_name as name from information_schema.columns where table_name = $1`, [family.table]),
    )
    const own = family.table === IN_A_BODY ? [] : Object.keys(family.fields)
    const wanted = ['oid', 'id', 'hid', ...own, ...family.has.filter((k) => k !== 'uses'), ...family.order.map((o) => o.replace('-', ''))]
    const snake = (key: string) => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
    expect(wanted.map(snake).filter((c) => !columns.rows.some((r) => r.name === c))).toEqual([])
  })

  it('keeps what was saved, changes it, and tells who changes an old version', async () => {
    const sample = await example(name)
    const made: Row = await call(`${name}.${verb(family, false)}`, { hid: clinic.hid, ...sample })
    expect(made).toMatchObject({ ...sample, hid: clinic.hid })
    expect((await listed(name)).find((r) => r.id === made.id)).toEqual(made)
    if (family.calls.style === 'crud') expect(await call(`${name}.get`, { id: made.id })).toEqual(made)
    const change = { ...sample, ...(await example(name)), id: made.id, hid: clinic.hid }
    const seen = family.has.includes('version') ? { version: made.version } : {}
    const changed: Row = await call(`${name}.${verb(family, true)}`, { ...change, ...seen })
    expect(changed).toMatchObject({ ...change, ...(seen.version === undefined ? {} : { version: seen.version + 1 }) })
    if (family.has.includes('version'))
      expect(await refusal(`${name}.${verb(family, true)}`, { ...change, ...seen })).toBe(`${family.label}已被他人修改，请刷新后重试`)
  })

  it('keeps what a change leaves out; its defaults are for a new row', async () => {
    const sample = { ...(await example(name)), ...unlikeDefaults(family) }
    const made: Row = await call(`${name}.${verb(family, false)}`, { hid: clinic.hid, ...sample })
    const seen = family.has.includes('version') ? { version: made.version } : {}
    const needed = Object.keys(family.fields).filter((key) => !family.fields[key]!.safeParse(undefined).success)
    const sent = Object.fromEntries(needed.map((key) => [key, sample[key]]))
    const changed: Row = await call(`${name}.${verb(family, true)}`, { ...sent, ...seen, id: made.id, hid: clinic.hid })
    expect(changed).toMatchObject({ ...sample, hid: clinic.hid })
  })

  it('is a store’s: another store does not list it, takes no change to it, and another organisation does not find it', async () => {
    const made = await add(name)
    const elsewhere = { hid: clinic.hids[1] }
    expect(ids(await listed(name, elsewhere))).not.toContain(made.id)
    const absent = `${family.label}不存在或已被删除`
    const moved = { ...(await example(name)), ...elsewhere, id: made.id }
    expect(await refusal(`${name}.${verb(family, true)}`, moved)).toMatch(/不存在或已被删除$/)
    expect(await caller(other).refusal(`${name}.list`, { hid: clinic.hid })).toBe('门店不存在或已被删除')
    expect(await caller(other).refusal(`${name}.delete`, { id: made.id })).toBe(absent)
    const theirs = { ...plausible(family.create, false), ...(await example(name)), hid: other.hid, id: made.id }
    expect(await caller(other).refusal(`${name}.${verb(family, true)}`, theirs)).toMatch(/不存在或已被删除$/)
    expect((await listed(name)).find((r) => r.id === made.id)).toEqual(made)
  })

  it('is filtered and sorted by the fields it declares', async () => {
    const made = await add(name)
    for (const key of family.filters) {
      const field = bareOf(family.fields[key]!)
      const text = field instanceof z.ZodString
      const value = made[key]
      const part = String(value).slice(0, 3)
      // A code is asked for whole.
      const right = text && field.safeParse(part).success ? part : value
      expect(ids(await listed(name, { [key]: right })), key).toContain(made.id)
      const options = Object.keys(metaOf(field).options ?? {})
      const other = text ? ['谁也没有', '999999'].find((word) => field.safeParse(word).success) : options.find((o) => o !== String(value))
      const wrong = typeof value === 'boolean' ? !value : metaOf(field).format === 'id' ? 999_999 : other
      expect(ids(await listed(name, { [key]: wrong })), key).not.toContain(made.id)
    }
    await add(name)
    for (const key of family.sorts) {
      const up = (await listed(name, { sort: key })).map((r) => r[key])
      expect((await listed(name, { sort: `-${key}` })).map((r) => r[key])).toEqual(up.toReversed())
    }
    if (family.has.includes('sort'))
      expect((await listed(name)).map((r) => r.sort)).toEqual((await listed(name)).map((r) => r.sort).toSorted())
  })

  it('is deleted once, and by nobody without the permission', async () => {
    const made = await add(name)
    const endpoint = clinic.booted.calls.get(`${name}.delete`)!.endpoint
    const response = await fetch(`${clinic.base}/api${endpoint.path.replace('{product}', 'mingmou').replace('{id}', String(made.id))}`, {
      method: endpoint.method,
      headers: { token: nobody },
    })
    expect(await response.json()).toMatchObject({ code: 20405 })
    await expectGone(name, made, family)
  })

  if (family.excel)
    it('goes out as Excel and comes in from it; an import is taken back', async () => {
      const made = await add(name)
      const file: ArrayBuffer = await call(`${name}.export`, { hid: clinic.hid })
      const [sheet] = (await readXlsx(new Uint8Array(file))).sheets
      const rows = sheet!.rows.map((row) => row.map((cell) => String(cell ?? '')))
      expect(rows.slice(1).some((row) => row.includes(String(made.name)))).toBe(true)
      const head = rows[0]!
      const fresh = rows.find((row) => row.includes(String(made.name)))!.map((cell) => (cell === made.name ? `${cell}二` : cell))
      const csv = new TextEncoder().encode([head, fresh].map((line) => line.join(',')).join('\n'))
      const upload = { filename: 'x.csv', mimetype: 'text/csv', bytes: csv }
      const before = (await listed(name)).length
      const done: { good: number; bad: number; importId: number; errors: unknown } = await call(`${name}.import`, {
        hid: clinic.hid,
        file: upload,
      })
      expect(done).toMatchObject({ good: 1, bad: 0 })
      expect((await listed(name)).map((r) => r.name)).toContain(`${String(made.name)}二`)
      await call(`${name}.import-undo`, { importId: done.importId })
      expect((await listed(name)).length).toBe(before)
      expect((await call(`${name}.import-template`, {})) as FileAnswer).toBeTruthy()
    })
})
/** Deletes a row, which may first have to be emptied of what its family refuses to lose. */
async function expectGone(name: string, made: Row, family: Family) {
  if (family.table === 'hamlet') await call(`${name}.update`, { ...made, population: 0 })
  expect(await call(`${name}.delete`, { id: made.id })).toBeNull()
  expect(ids(await listed(name))).not.toContain(made.id)
  expect(await refusal(`${name}.delete`, { id: made.id })).toBe(`${family.label}不存在或已被删除`)
}

describe('the ninth family', () => {
  it('has its three hooks and the refusals of its table', async () => {
    const made = await add('villages', { name: '上庄', population: 3, street: null })
    expect(made).toMatchObject({ street: '无名路', uses: 0 })
    expect(await refusal('villages.create', { hid: clinic.hid, name: '上庄' })).toBe('村社区已存在')
    expect(await refusal('villages.create', { hid: clinic.hid, name: '大庄', population: 200_000 })).toBe('人口过多')
    expect(await refusal('villages.delete', { id: made.id })).toBe('有人居住，不能删除')
    const home = await add('households', { villageId: made.id, members: [{ name: '甲', age: 3 }] })
    expect(home).toMatchObject({ villageName: '上庄', members: [{ name: '甲', age: 3 }] })
    expect(await refusal('villages.delete', { id: made.id })).toBe('村社区“上庄”（1 处）正在使用，不能删除')
  })
  it('what is left out of a change stays as it is, where the field is optional', async () => {
    const home = await add('households', { note: '旧' })
    expect(await call('households.save', { id: home.id, hid: clinic.hid, name: '户主' })).toMatchObject({
      note: '旧',
      villageId: home.villageId,
    })
  })
})
