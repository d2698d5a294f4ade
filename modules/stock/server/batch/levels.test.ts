/**
 * Stock levels kept next to the ledger equal a full recomputation after any mix of concurrent postings, reversals, locks, holds and
 * moves.
 */
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { dbOn } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { sql, type Cx } from '#kernel/server/index.ts'
import { makeFrame, makeLens, makeSolution } from '#modules/products/server/make.ts'
import { freshClinic, server, type Clinic } from '../../../../tests/harness.ts'
import { deep, rounds } from '../../../../tests/depth.ts'
import { freeHeld, issue, lockBatches, receive, stockWarnings, takeBack } from '../door.ts'
import { stockLevels } from '../verify.ts'

let clinic: Clinic
interface Goods {
  productId: number
  powers: ReadonlyArray<{ sph: number | null; cyl: number | null }>
}
let goods: Goods[]
const houses = new Map<number, number[]>()

/** A batch as the ledger knows it. */
interface Raw {
  id: number
  productId: number
  warehouseId: number
  sph: number | null
  cyl: number | null
  lot: string | null
  expiry: string | null
  cost: number
  locked: boolean
  held: boolean
  category: number
  pieces: number
}
const grouped = (list: readonly Raw[], keyOf: (b: Raw) => string): Map<string, Raw[]> => {
  const groups = new Map<string, Raw[]>()
  for (const b of list) groups.set(keyOf(b), [...(groups.get(keyOf(b)) ?? []), b])
  return groups
}
/** Works as the database owner inside this organisation. */
const owner = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  onClient((await server()).ownerUrl, async (client) => {
    await client.query(
      `set app.oid = '${clinic.oid}'; set app.hids = '{${clinic.hids.join(',')}}'; set app.ctid = '${clinic.ctid('warehouse')}'`,
    )
    return work(client)
  })
const differences = async (client: pg.Client): Promise<string[]> =>
  (await stockLevels.run(dbOn(client))).differences.filter((d) => d.startsWith(`organisation ${clinic.oid},`))
/** Output of verify after a fault was planted. */
const planted = (fault: string): Promise<string[]> =>
  owner(async (client) => {
    await client.query('begin')
    await client.query(fault)
    await randomMoves(client, 120, 7)
    await client.query('set constraints all immediate')
    const found = await differences(client)
    await client.query('rollback')
    return found
  })

/** Random operations in the database: entries over several batches, reversals, locks, holds, corrections, moves to another warehouse. */
async function randomMoves(client: pg.Client, times: number, seed: number): Promise<void> {
  const powers = goods
    .flatMap((g) => g.powers.map((p) => `(${g.productId}, ${p.sph ?? 'null'}::numeric, ${p.cyl ?? 'null'}::numeric)`))
    .join(', ')
  const places = [...houses].flatMap(([hid, ids]) => ids.map((id) => `(${hid}, ${id})`)).join(', ')
  await client.query(`
    create or replace function pg_temp.move(reason text, batches bigint[], amounts bigint[], undone bigint default null) returns void language plpgsql as $$
    declare entry bigint;
    begin
      insert into ledger_account (book, key, floor) select 'stock', k.key, k.floor from unnest(batches) b, lateral (values ('batch:' || b, 0), ('outside:' || b, null)) k(key, floor) on conflict do nothing;
      insert into ledger_entry (hid, reason, ref, reverses) values (${clinic.hid}, reason, case when undone is null then 'try:1' else 'try:2' end, undone) returning entry_id into entry;
      insert into ledger_line (entry_id, account_id, book, amount, balance)
        select entry, a.account_id, 'stock', case when starts_with(a.key, 'batch:') then m.amount else -m.amount end, 0
        from (select b, sum(n) amount from unnest(batches, amounts) u(b, n) group by b having sum(n) <> 0) m join ledger_account a on a.oid = ${clinic.oid} and a.book = 'stock' and a.key in ('batch:' || m.b, 'outside:' || m.b);
    end $$;
    select setseed(${seed / 1000});
    do $$
    declare
      what int;
      few bigint[];
      one batch;
    begin
      for n in 1..${times} loop
        what := floor(random() * 12);
        few := array(select batch_id from batch where oid = ${clinic.oid} order by random() limit 1 + floor(random() * 4)::int);
        one := (select b from batch b where oid = ${clinic.oid} order by random() limit 1);
        begin
          if what < 2 or one is null then
            insert into batch (hid, warehouse_id, product_id, sph, cyl, batch_no, expiry, cost, held_for)
              select w.hid, w.id, g.id, g.sph, g.cyl, (array['A1', 'b2', null])[1 + floor(random() * 3)], case when random() < 0.5 then current_date + (floor(random() * 3) * 300)::int end, floor(random() * 3) * 100,
                case when random() < 0.3 then 'order:' || 1 + floor(random() * 3) end
              from (values ${powers}) g(id, sph, cyl), (values ${places}) w(hid, id) order by random() limit 1 + floor(random() * 3)::int on conflict on constraint batch__same do update set produced_on = '2019-01-01';
          elsif what < 5 then perform pg_temp.move('in', few, array(select 1 + floor(random() * 9)::bigint from unnest(few)));
          elsif what < 7 then perform pg_temp.move('out', few, array(select -1 - floor(random() * 3)::bigint from unnest(few)));
          elsif what = 7 then perform pg_temp.move('back', array_agg(substr(a.key, 7)::bigint), array_agg(-l.amount), e.entry_id)
            from (select x.* from ledger_entry x where x.oid = ${clinic.oid} and x.ref = 'try:1' and not exists (select from ledger_entry r where r.oid = x.oid and r.reverses = x.entry_id) order by random() limit 1) e
            join ledger_line l on l.oid = e.oid and l.entry_id = e.entry_id join ledger_account a on a.oid = l.oid and a.account_id = l.account_id and starts_with(a.key, 'batch:') group by e.entry_id;
          elsif what = 8 then update batch set locked = not locked, lock_reason = 'x' where oid = ${clinic.oid} and batch_id = any(few);
          elsif what = 9 then update batch set expiry = current_date + (floor(random() * 900) - 200)::int, cost = floor(random() * 300), batch_no = (array['A1', 'b2', 'C3', null])[1 + floor(random() * 4)], held_for = case when random() < 0.2 then 'order:4' end
            where oid = ${clinic.oid} and batch_id = one.batch_id;
          elsif what = 10 then
            insert into batch (hid, warehouse_id, product_id, sph, cyl, batch_no, expiry, cost, held_for) select one.hid, w.id, one.product_id, one.sph, one.cyl, one.batch_no, one.expiry, one.cost, one.held_for
              from (values ${places}) w(hid, id) where w.hid = one.hid and w.id <> one.warehouse_id on conflict do nothing;
            perform pg_temp.move('moved', array[one.batch_id, b.batch_id], array[-1, 1]) from batch b where b.oid = ${clinic.oid} and b.hid = one.hid and b.product_id = one.product_id and b.sph is not distinct from one.sph and b.warehouse_id <> one.warehouse_id limit 1;
          else delete from batch where oid = ${clinic.oid} and batch_id = one.batch_id;
          end if;
        exception when check_violation or unique_violation or foreign_key_violation or serialization_failure then null;
        end;
      end loop;
    end $$`)
}

/** Pseudo-random numbers, reproducible by seed. */
function seededRandom(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}
/** One random operation of a user. */
function randomAction(cx: Cx<string>, roll: (most: number) => number): Promise<unknown> {
  const { productId, powers } = goods[roll(goods.length)]!
  const line = () => ({ productId, ...powers[roll(powers.length)]!, quantity: 1 + roll(3) })
  const hid = clinic.hid
  switch (roll(6)) {
    case 0:
      return receive(cx, {
        ref: 'in:1',
        hid,
        reason: '入库',
        lines: [line(), { ...line(), heldFor: 'order:1' }, { ...line(), batchNo: `Q${roll(3)}` }],
      })
    case 1:
      return takeBack(cx, { ref: `out:${roll(9)}`, reason: '退回' })
    case 2:
      return freeHeld(cx, 'order:1', '释放')
    case 3:
      return lockBatches(cx, [1 + roll(50)], '召回')
    default:
      return issue(cx, { ref: `out:${roll(9)}`, hid, reason: '出库', lines: [line(), line()] })
  }
}

beforeAll(async () => {
  clinic = await freshClinic({ stores: 2 })
  const { call } = clinic.as('chain')
  const powers = [-1, -1.25, -2].flatMap((sph) => [0, -0.5].map((cyl) => ({ sph, cyl })))
  const bare = [{ sph: null, cyl: null }]
  goods = [
    { productId: (await makeLens(call)).productId, powers },
    { productId: (await makeFrame(call, { minStock: 40, maxStock: 60 })).productId, powers: bare },
    { productId: (await makeSolution(call, { deviceClass: 1, minStock: 20, maxStock: 90 })).productId, powers: bare },
  ]
  for (const hid of clinic.hids) {
    await call('warehouses.create', { hid, name: '二号仓' })
    houses.set(
      hid,
      (await call('warehouses.their', { id: hid })).map((w) => w.warehouseId),
    )
  }
})

/** Of 500 postings each, compared after each. */
const ROUNDS = rounds(10, 2)

describe('stock levels', () => {
  it(
    `${ROUNDS * 500} random postings, reversals, locks, holds, corrections and moves leave what a plain recomputation finds, at every point`,
    { timeout: 300_000 },
    () =>
      owner(async (client) => {
        for (let round = 1; round <= ROUNDS; round++) {
          await randomMoves(client, 500, round)
          expect(await differences(client)).toEqual([])
        }
        const { rows } = await client.query<Record<string, number>>(
          `
            select count(*)::int batches, (count(*) filter (where on_hand > 0))::int filled, (count(*) filter (where locked))::int locked,
              (count(*) filter (where held))::int held, (select count(*)::int from sku_level where oid = ${clinic.oid}) powers,
              (select count(*)::int from ledger_entry where oid = ${clinic.oid} and reverses is not null) reversed
            from stock_level
            where oid = ${clinic.oid}
          `,
        )
        for (const n of Object.values(rows[0] ?? {})) expect(n).toBeGreaterThan(deep ? 8 : 2)
      }),
  )

  it(
    'lists, pages, filters, the grid and the warnings say what the lines of the ledger say, added up by hand',
    { timeout: 120_000 },
    async () => {
      const { rows: batches } = await owner((client) =>
        client.query<Raw>(
          `
            select b.batch_id::int id, b.product_id::int "productId", b.warehouse_id::int "warehouseId", b.sph::float, b.cyl::float,
              lower(b.batch_no) lot, to_char(b.expiry, 'YYYY-MM-DD') expiry, b.cost::int, b.locked, b.held_for is not null held, p.category,
              (
                select coalesce(sum(l.amount), 0)::int
                from ledger_account a
                join ledger_line l on l.oid = a.oid and l.account_id = a.account_id
                where a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
              ) pieces
            from batch b
            join product p on p.oid = b.oid and p.product_id = b.product_id
            where b.oid = ${clinic.oid} and b.hid = ${clinic.hid}
          `,
        ),
      )
      const today = await clinic.tx(async (cx) => cx.today)
      const free = (b: Raw) => (b.locked || b.held || (b.expiry !== null && b.expiry < today) ? 0 : b.pieces)
      const sum = (list: readonly Raw[], keyOf: (b: Raw) => number) => list.reduce((n, b) => n + keyOf(b), 0)
      const down = (a: number | null, b: number | null) => (b ?? 99) - (a ?? 99)
      batches.sort(
        (a, b) =>
          a.category - b.category ||
          down(a.sph, b.sph) ||
          down(a.cyl, b.cyl) ||
          (a.expiry ?? '9').localeCompare(b.expiry ?? '9') ||
          a.id - b.id,
      )
      const { call } = clinic.as('chain')
      const hid = clinic.hid
      const ways: ReadonlyArray<[object, (b: Raw) => boolean]> = [
        [{}, () => true],
        [{ category: 3 }, (b) => b.category === 3],
        [{ warehouse_id: houses.get(hid)![1]! }, (b) => b.warehouseId === houses.get(hid)![1]],
        [{ text: 'a1' }, (b) => b.lot === 'a1'],
        [{ text: '板材' }, (b) => b.category === 1],
        [{ sph: -1.25, cyl: -0.5 }, (b) => b.sph === -1.25 && b.cyl === -0.5],
      ]
      for (const [filter, fits] of ways)
        for (const type of [0, 1, 2] as const) {
          const rows = batches.filter((b) => fits(b) && (type === 0 || b.pieces > 0 === (type === 1)))
          const listed = await call('stock.view', { hid, ...filter, type, query_type: 2, per_page: 0 })
          expect(listed.list.map((r) => [r.batchId, r.quantity, r.available])).toEqual(rows.map((b) => [b.id, b.pieces, free(b)]))
          expect(listed.total).toBe(rows.length)
          for (const query_type of [1, 3] as const) {
            const groups = grouped(batches.filter(fits), (b) => (query_type === 1 ? `${b.productId}|${b.sph}|${b.cyl}` : `${b.productId}`))
            const expected = [...groups.values()].filter((g) => type === 0 || sum(g, (b) => b.pieces) > 0 === (type === 1))
            const view = await call('stock.view', { hid, ...filter, type, query_type, per_page: 0 })
            expect(view.list.map((r) => [r.productId, r.sph, r.batches, r.quantity, r.available, r.amount, r.locked, r.expiry])).toEqual(
              expected.map((g) => [
                g[0]!.productId,
                query_type === 1 ? g[0]!.sph : null,
                g.length,
                sum(g, (b) => b.pieces),
                sum(g, free),
                sum(g, (b) => b.pieces * b.cost) / 100,
                g.some((b) => b.locked && b.pieces > 0),
                g.flatMap((b) => (b.pieces > 0 && b.expiry !== null ? [b.expiry] : [])).sort()[0] ?? null,
              ]),
            )
            expect(view.total).toBe(expected.length)
          }
        }
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(batches.length / 7) }, (_, n) => call('stock.list', { hid, type: 0, page: n + 1, per_page: 7 })),
      )
      expect(pages.flatMap((p) => p.list.map((r) => r.batchId))).toEqual(batches.map((b) => b.id))
      expect((await call('stock.list', { hid, type: 0, page: 1000, per_page: 7 })).total).toBe(batches.length)

      const batchesOf = (productId: number) => batches.filter((b) => b.productId === productId)
      const [lens, frame, solution] = goods.map((g) => g.productId) as [number, number, number]
      const grid = await call('stock.inventorys', { hid, product_id: lens })
      const cells = grouped(
        batchesOf(lens).filter((b) => b.pieces > 0),
        (b) => `${b.sph}|${b.cyl}`,
      )
      expect(Object.fromEntries(grid.cells.map((c) => [`${c.sph}|${c.cyl}`, [c.quantity, c.available]]))).toEqual(
        Object.fromEntries([...cells].map(([key, g]) => [key, [sum(g, (b) => b.pieces), sum(g, free)]])),
      )
      const stocked = await call('product.list.stock', { hid, per_page: 0 })
      for (const id of [lens, frame, solution])
        expect(stocked.list.find((p) => p.productId === id)).toMatchObject({
          quantity: sum(batchesOf(id), (b) => b.pieces),
          available: sum(batchesOf(id), free),
        })
      const short = [
        [frame, 40],
        [solution, 20],
      ]
        .map(([id, min]) => [id, min! - sum(batchesOf(id!), free)] as const)
        .filter(([, n]) => n > 0)
        .sort((a, b) => b[1] - a[1])
      expect((await call('stock.low', { hid })).list.map((r) => [r.productId, r.difference])).toEqual(short)
      const over = [
        [frame, 60],
        [solution, 90],
      ]
        .map(([id, max]) => [id, sum(batchesOf(id!), (b) => b.pieces) - max!] as const)
        .filter(([, n]) => n > 0)
        .sort((a, b) => b[1] - a[1])
      expect((await call('stock.high', { hid })).list.map((r) => [r.productId, r.difference])).toEqual(over)
      const inStock = batches.filter((b) => b.pieces > 0)
      expect((await call('stock.invalid', { hid, days: 0, per_page: 0 })).total).toBe(
        inStock.filter((b) => b.locked || (b.expiry !== null && b.expiry <= today)).length,
      )
      expect(await clinic.tx((cx) => stockWarnings(cx, hid))).toMatchObject({
        low: short.length,
        high: over.length,
        expired: inStock.filter((b) => b.expiry !== null && b.expiry < today).length,
        locked: inStock.filter((b) => b.locked).length,
      })
      expect((await call('batch.list', { hid, per_page: 0 })).list.map((r) => r.batchId)).toEqual(
        batches.map((b) => b.id).sort((a, b) => b - a),
      )
      expect((await call('stock.view-sku', { hid, code: 'A1' })).list.map((r) => r.batchId).sort()).toEqual(
        inStock
          .filter((b) => b.lot === 'a1')
          .map((b) => b.id)
          .sort(),
      )
    },
  )

  it(
    'a trigger that keeps them otherwise is found: of entries, of batches, of sums, and a figure that somebody set',
    { timeout: 120_000 },
    async () => {
      const wrong = (name: string, from: string, to: string) =>
        `do $do$ begin execute replace(pg_get_functiondef('${name}'::regproc), $x$${from}$x$, $x$${to}$x$); end $do$`
      expect(await planted('select 1')).toEqual([])
      for (const fault of [
        'alter table ledger_line disable trigger stock_level_move',
        'alter table batch disable trigger stock_level_update',
        'alter table stock_level disable trigger sku_level_update',
        wrong('stock_level_move', 'sum(l.amount) amount', 'max(l.amount) + 1 amount'),
        wrong('stock_level_of_batch', 'held = n.held_for is not null, locked = n.locked', 'held = n.held_for is not null'),
        wrong('sku_level_keep', 'locked = k.locked + excluded.locked', 'locked = k.locked'),
        `update sku_level set on_hand = on_hand + 1 where oid = ${clinic.oid}`,
        `update stock_level set on_hand = on_hand + 1 where oid = ${clinic.oid}`,
      ])
        expect(await planted(fault), fault).not.toEqual([])
      await expect(clinic.tx((cx) => cx.db.run(sql`update stock_level set on_hand = 1`))).rejects.toThrow(/permission denied/)
      await expect(clinic.tx((cx) => cx.db.run(sql`insert into sku_level (hid) values (1)`))).rejects.toThrow(/permission denied/)
      await expect(clinic.tx((cx) => cx.db.run(sql`select stock_levels_anew()`))).rejects.toThrow(/permission denied/)
    },
  )

  it('what was loaded past the triggers is filled anew', () =>
    owner(async (client) => {
      await client.query('begin; set local session_replication_role = replica')
      await client.query(
        `
          update batch set cost = cost + 1 where oid = ${clinic.oid};
          delete from sku_level where oid = ${clinic.oid};
          set local session_replication_role = origin
        `,
      )
      expect(await differences(client)).not.toEqual([])
      await client.query(`select stock_levels_anew(${clinic.oid}); set constraints all immediate`)
      expect(await differences(client)).toEqual([])
      await client.query('rollback')
    }))

  it(
    'eight people at a time lose nothing; who waits in a ring, after several entries in one transaction, is refused whole',
    { timeout: 300_000 },
    async () => {
      const surprises = new Set<string>()
      const lane = async (seed: number) => {
        const roll = seededRandom(seed)
        for (let n = 0; n < 25; n++)
          await clinic
            .tx(async (cx) => {
              // A crowd on a slow machine waits longer than a person may: only a ring of waiters ends a wait here, never the clock.
              await cx.db.run(sql`set local lock_timeout = 0`)
              await cx.db.run(sql`set local statement_timeout = 0`)
              await randomAction(cx, roll)
            })
            .catch(
              (error: { key?: string; message: string }) =>
                error.key ?? (/locked|expired|insufficient|deadlock detected/.test(error.message) || surprises.add(error.message)),
            )
      }
      await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(lane))
      expect([...surprises]).toEqual([])
      expect(await owner(differences)).toEqual([])
    },
  )
})
