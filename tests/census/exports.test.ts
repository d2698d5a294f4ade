/** An export is whole: every exporting call is asked for rows of its kind, many of them for 5,001, and its columns are named for people. */
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoints } from '#kernel/contract/internal.ts'
import { sql, type Who } from '#kernel/server/index.ts'
import { readSheet } from '#kernel/server/index.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { callerOf, freshClinic, server, type CallId, type Clinic } from '../harness.ts'
import { ground, kinds, OTHER, store } from './exports-rows.ts'
import { oneIn } from './inside.ts'

const MANY = 5001
/** Exports whose rows the lists below are asked for as well. */
const LISTED: ReadonlySet<string> = new Set([
  'product.bulk-export',
  'stock.export',
  'patients.export',
  'patients.export-rankings',
  'frame.export',
  'account.login-log.export',
])
/**
 * How many rows an export is asked for: 5,001 of those above, of one in four of the others, and of all in the deep run; of the rest a few.
 */
const rowsOf = (id: string): number => (LISTED.has(id) || oneIn(4, [id]).length ? MANY : 60)
let clinic: Clinic
async function made(text: string, many = MANY): Promise<void> {
  const client = new pg.Client({ connectionString: (await server()).ownerUrl })
  await client.connect()
  await client.query(`set session_replication_role = replica; set app.oid = '${clinic.oid}'; set app.ctid = '0'`)
  await client.query(text, [clinic.hid, many])
  // What the triggers of stock would have kept.
  await client.query(`set session_replication_role = origin; select stock_levels_anew(${clinic.oid})`)
  // What autovacuum does within a minute of such a change.
  await client.query('analyze')
  await client.end()
}

const exporting = modules.flatMap((m) =>
  Object.entries((m.endpoints ?? {}) as Endpoints).flatMap(([id, e]) =>
    e.binary && !OTHER[id as CallId] && !/template$/.test(id) ? [id as CallId] : [],
  ),
)
/** The file of an export, read back. */
const fileOf = async (id: CallId) => {
  const { role, input } = kinds[id]!
  const response = await clinic.as(role).raw(id, input())
  expect(response.headers.get('content-type'), id).toContain('spreadsheet')
  return readSheet({ bytes: new Uint8Array(await response.arrayBuffer()) })
}

beforeAll(async () => {
  clinic = await freshClinic()
  ground.hid = clinic.hid
  ground.doctor = clinic.ctid('doctor')
  ground.pid = (await clinic.as('reception').call('patients.save', { name: '地基', mobile: '13900000009', gender: 1 })).pid
  ground.productId = (await clinic.as('manager').call('product.save', { category: 1, name: '钛架', unit: '副', price: 380 })).productId
  ground.warehouseId = (await clinic.as('warehouse').call('warehouses.list', { hid: clinic.hid })).list[0]!.warehouseId
})

describe('exports', () => {
  it('every call that answers a table is tried here', () => {
    expect(exporting.filter((id) => !kinds[id])).toEqual([])
    expect(Object.keys(kinds).filter((id) => !exporting.includes(id as CallId))).toEqual([])
  })
  it('R085, R114, R138: a file is binary, and the refusal of one is JSON', async () => {
    const token = await clinic.nobody()
    const stranger = callerOf(clinic.booted, clinic.base, () => Promise.resolve(token))
    for (const id of exporting) {
      const response = await stranger.raw(id, kinds[id]!.input())
      expect(response.headers.get('content-type'), id).toContain('json')
      expect(await response.json(), id).toMatchObject({ code: 20405 })
    }
  })
  it.each(exporting.map((id) => [id]))('%s: all of its rows, in columns named for people', async (id) => {
    const { make, counts = () => true } = kinds[id]!
    await made(make(), rowsOf(id))
    const { head, rows } = await fileOf(id)
    expect(rows.filter(counts).length).toBeGreaterThanOrEqual(rowsOf(id))
    expect(head.filter((label) => !/[\u4e00-\u9fff]/.test(label))).toEqual([])
  })
})

describe('a list asked for whole', () => {
  // The rows are those of the exports above.
  it.each([
    ['products.list', 'per_page', () => ({ ...store(), chargeType: 0 })],
    ['products.list', 'per_page', () => ({ ...store(), chargeType: 0, category: 1, standard: -1 })],
    ['patients.list', 'pageSize', () => ({ ...store(), isPotential: false })],
    ['patients.list', 'pageSize', () => ({ ...store(), name: '会员' })],
    ['frame.list', 'pageSize', store],
    ['stock.list', 'per_page', () => ({ ...store(), type: 0 })],
    ['points.rankings.friends', 'per_page', store],
    ['account.login-log', 'per_page', store],
  ] as const)('%s with %s 0 refuses above 5,000 rows, and says how many there are', async (id, size, input) => {
    await made(`update product set sph_min = -8, sph_max = 0 where category = 1 and $1::bigint > 0 and $2::int > 0`)
    const answer = await clinic.as('manager').refusal(id, { ...input(), [size]: 0 })
    expect(answer).toMatchObject({ code: 1, field: size, message: expect.stringMatching(/^共 \d{4,5} 条，一次最多 5000 条/) })
    expect(Number(/\d+/.exec(answer.message)![0])).toBeGreaterThanOrEqual(MANY)
  })
  it('answers all of 5,000, and master data as before', async () => {
    await made(
      `
        delete from product
        where oid = ${clinic.oid}
          and product_id not in (
            select product_id
            from product
            where oid = ${clinic.oid}
            order by product_id
            limit 5000
          )
          and $1::bigint > 0
          and $2::int > 0
      `,
    )
    const all = await clinic.as('manager').call('products.list', { ...store(), per_page: 0 })
    expect([all.list.length, all.total]).toEqual([5000, 5000])
    const tags = await clinic.as('manager').call('settings.tag.list', { ...store(), pageSize: 0 })
    expect(tags.list.length).toBe(tags.total)
  })
})

describe('a list without pages', () => {
  it('shows every batch of a lens kept in 600 powers', async () => {
    const lens = { category: 3, name: '1.56 单光', unit: '片', price: 60, sphMin: -12, sphMax: 6, cylMin: -6, cylMax: 0 } as const
    const { productId } = await clinic.as('manager').call('product.save', lens)
    await made(`
      with b as (
        insert into batch (hid, warehouse_id, product_id, sph, cyl)
        select $1, ${ground.warehouseId}, ${productId}, -n * 0.25, -c * 0.25
        from generate_series(1, 40) n, generate_series(1, 15) c
        where $2::int > 0
        returning oid, batch_id
      )
      insert into ledger_account (oid, book, key, balance, floor)
      select oid, 'stock', 'batch:' || batch_id, 1, 0
      from b
    `)
    const answer = await clinic.as('warehouse').call('stock.products', { id: productId, hid: clinic.hid })
    expect([answer.list.length, answer.total]).toEqual([600, 600])
  })
})

describe('a file that is being read', () => {
  it('stands behind the wall of who asked, and given up half-way it leaves its connection to the next', async () => {
    const { database } = clinic.booted
    const who = {
      oid: clinic.oid,
      hid: clinic.hid,
      hids: [clinic.hid],
      uid: 1,
      ctid: 0,
      name: '',
      account: '',
      role: 'manager',
      roles: [],
      can: new Set<string>(),
    } as Who
    const shape = { pid: 'number', one: 'number' } as const
    const query = sql`select patient.pid, ${1}::int one from patient order by pid`
    for (let i = 0; i < 5; i++)
      for await (const row of database.stream(who, shape, query)) {
        expect(row).toEqual({ pid: ground.pid, one: 1 })
        break
      }
    const count = async (caller: Who): Promise<number> => {
      let n = 0
      for await (const _ of database.stream(caller, shape, query)) n++
      return n
    }
    expect(await count(who)).toBeGreaterThan(MANY)
    expect(await count({ ...who, oid: clinic.oid + 1000 })).toBe(0)
    await expect(count({ ...who, oid: Number.NaN })).rejects.toThrow('not an id')
  })
})
