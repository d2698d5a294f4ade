/**
 * `npm run bench -- --stock`: three stores with 63,000 filled batches each, powers as stock lenses come in; every reading call of stock and
 * products, the grid of a lens, and a pair issued while twenty tills sell. Reaches: 100 ms of work, 60 ms, 30 ms.
 */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Envelope } from '#kernel/contract/internal.ts'
import { dbOn } from '#kernel/server/database/client.ts'
import { stockLevels } from '#modules/stock/server/verify.ts'
import { askAll, report } from './bench-lists.ts'
import { ownerOf, type Loaded } from './bench-load.ts'

const STORES = 3
const FILLED = 63_000
const TILLS = 20
/** Calls that read stock and products. */
const READING = '^(stock\\.|products?\\.|batch\\.|warehouses\\.|output\\.|brand\\.|stocktaking\\.|purchase\\.|orders\\.lookup)'
/** Powers of a stock lens: 0 to −8 by 0 to −2, in quarters. */
const CELLS = 33 * 9

interface Shelf {
  hid: number
  lenses: number[]
  /** Sold by every till. */
  frame: number
  tokens: string[]
}

/** Products by category: how many, and what each lies in stock in: so many batches a store. */
const GOODS = [
  { category: 3, products: 205, batches: CELLS },
  { category: 4, products: 40, batches: 33 },
  { category: 1, products: 12_000, batches: 0 },
] as const

/** Products, their batches in three stores and what is in them; past the triggers, then filled anew. */
export async function loadStock(url: string, { oid, hids }: Loaded): Promise<{ hid: number; lenses: number[]; frame: number }> {
  const c = await ownerOf(url)
  const stores = hids.slice(0, STORES)
  await c.query(`set app.oid = '${oid}'; set app.hids = '{${hids.join(',')}}'; set session_replication_role = replica`)
  await loadGoods(c, oid, stores)
  await loadBatches(c, oid, stores)
  await c.query(`set session_replication_role = origin`)
  await c.query('select stock_levels_anew($1)', [oid])
  for (const table of ['product', 'batch', 'ledger_account', 'ledger_line', 'stock_level', 'sku_level', 'supplier'])
    await c.query(`vacuum (analyze) ${table}`)
  const lenses = await c.query<{ id: string }>('select product_id id from product where oid = $1 and category = 3 order by 1', [oid])
  const frame = await c.query<{ id: string }>('select min(product_id) id from product where oid = $1 and category = 1', [oid])
  await c.query(
    `
      insert into account (oid, ctid_, hid, account, password_hash, role_id, all_stores)
      select a.oid, k.ctid_, a.hid, 'bench' || k.n, a.password_hash, a.role_id, true
      from account a,
        (
          select ctid_, row_number() over (order by ctid_) n
          from contact
          where oid = $1 and ctid_ > (select min(ctid_) from contact where oid = $1)
          limit $2
        ) k
      where a.oid = $1 and a.account = 'bench'
    `,
    [oid, TILLS],
  )
  await c.end()
  return { hid: stores[0] ?? 0, lenses: lenses.rows.map((r) => Number(r.id)), frame: Number(frame.rows[0]?.id) }
}

async function loadGoods(c: pg.Client, oid: number, stores: readonly number[]): Promise<void> {
  await c.query(`insert into supplier (oid, hid, name) select $1::bigint, $2::bigint, '供应商 ' || n from generate_series(1, 40) n`, [
    oid,
    stores[0],
  ])
  for (const { category, products } of GOODS)
    await c.query(
      `
        insert into product (
          oid, category, brand, series, version, name, spec, bar_code, unit, price, cost, sph_min, sph_max, cyl_min, cyl_max, supplier_id,
          min_stock, max_stock, search
        )
        select $1::bigint,
          $2::int,
          b,
          'S' || n % 12,
          'V' || n,
          '商品 ' || $2::text || '-' || n,
          '规格 ' || n % 40,
          lpad($2::text || n, 12, '6'),
          '片',
          19800,
          4200,
          s,
          case when s is not null then 0
          end,
          case when $2::int = 3 then -2
          end,
          case when $2::int = 3 then 0
          end,
          (select min(supplier_id) from supplier where oid = $1) + n % 40,
          case when n % 3 = 0 then 40
          end,
          case when n % 3 = 0 then 900
          end,
          lower(b || ' v' || n || ' 商品 ' || $2::text || '-' || n)
        from (
          select n, (array['依视路', '蔡司', '明月', '凯米', '豪雅', '尼康'])[1 + n % 6] b, case when $2::int in (3, 4) then -8 end s
          from generate_series(1, $3::int) n
        ) x
      `,
      [oid, category, products],
    )
}

async function loadBatches(c: pg.Client, oid: number, stores: readonly number[]): Promise<void> {
  const filled = GOODS.reduce((sum, g) => sum + g.products * g.batches, 0)
  const goodsOf = (category: number) => GOODS.find((g) => g.category === category)?.batches ?? 0
  await c.query(
    `
      insert into batch (oid, hid, warehouse_id, product_id, sph, cyl, batch_no, expiry, cost, supplier_id, locked, lock_reason, held_for)
      select $1::bigint,
        w.hid,
        w.warehouse_id,
        p.product_id,
        case when p.category in (3, 4) then -0.25 * (i / case when p.category = 3 then 9 else 1 end)
        end,
        case p.category when 3 then -0.25 * (i % 9) when 4 then 0
        end,
        case when p.category = 4 then 'L' || p.product_id % 90 || '-' || i
        end,
        case when p.category = 4 then current_date - 60 + (p.product_id * 31 + i * 17)::int % 1000
        end,
        3000 + i,
        p.supplier_id,
        r % 997 = 0,
        case when r % 997 = 0 then '召回'
        end,
        case when r % 1499 = 0 then 'order:' || r
        end
      from warehouse w,
        lateral (
          select p.*, i, p.product_id * 307 + i r
          from product p, generate_series(0, case p.category when 3 then ${goodsOf(3) - 1} else ${goodsOf(4) - 1} end) i
          where p.oid = $1 and p.category in (3, 4)
          union all
          (
            select p.*, 0, p.product_id
            from product p
            where p.oid = $1 and p.category = 1
            order by p.product_id
            limit ${FILLED - filled + 6000}
          )
        ) p
      where w.oid = $1 and w.first and w.hid = any($2::bigint[])
    `,
    [oid, stores],
  )
  // Pieces: frames beyond the number that is filled lie there empty; of the one that every till sells there are enough.
  await c.query(
    `
      insert into ledger_account (oid, book, key, floor, balance)
      select oid, 'stock', k.key, k.floor, k.balance
      from (
        select b.*,
          case when b.sph is null
            and row_number() over (partition by b.hid, b.sph is null order by b.batch_id) > ${FILLED - filled} then 0
            when b.product_id = (
              select min(product_id)
              from product
              where oid = $1 and category = 1
            ) then 1000000
            else 2 + b.batch_id % 9
          end n
        from batch b
        where b.oid = $1
      ) b,
        lateral (
          values ('batch:' || b.batch_id, 0::bigint, b.n), ('outside:' || b.batch_id, null, -b.n)
        ) k(key, floor, balance)
      where b.n > 0
    `,
    [oid],
  )
  await c.query(
    `
      with e as (
        insert into ledger_entry (oid, hid, reason, ref)
        values ($1, $2, '入库', 'stockin:1')
        returning entry_id
      )
      insert into ledger_line (oid, entry_id, account_id, book, amount, balance)
      select a.oid, e.entry_id, a.account_id, 'stock', a.balance, a.balance
      from ledger_account a, e
      where a.oid = $1 and a.book = 'stock' and a.balance <> 0
    `,
    [oid, stores[0]],
  )
}

const percentile = (times: number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const says = (what: string, ms: number, reach: number) =>
  console.log(`${what.padEnd(64)}${ms.toFixed(1).padStart(10)} ms   reach: ${reach} ms   ${ms <= reach ? 'reached' : 'NOT reached'}`)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function timed<T>(port: number, token: string, method: string, path: string, body?: object): Promise<{ ms: number; data: T }> {
  const from = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: { token, 'content-type': 'application/json', 'idempotency-key': randomBytes(9).toString('hex') },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { code, message, data } = (await response.json()) as Envelope<T>
  if (code !== 200) throw new Error(`${method} ${path} answered ${code} ${message}`)
  return { ms: performance.now() - from, data }
}

export async function stocked(
  { port, pid }: { port: number; pid: number },
  url: string,
  { loaded, only, ...scope }: { loaded: Loaded; hid: number; lenses: number[]; frame: number; only: string },
  login: (account: string) => Promise<string>,
): Promise<void> {
  report(await askAll({ base: `http://127.0.0.1:${port}/api`, pid }, url, ['bench'], only || READING))
  const shelf: Shelf = { ...scope, tokens: [] }
  for (let n = 1; n <= TILLS; n++) shelf.tokens.push(await login(`bench${n}`))
  await grids(port, shelf)
  await pairs(port, shelf, loaded)
  const c = await ownerOf(url)
  const { seen, differences } = await stockLevels.run(dbOn(c))
  await c.end()
  console.log(`what is kept of ${seen}: ${differences.length ? differences.join('; ') : 'as the ledger says'}`)
}

async function grids(port: number, { hid, lenses, tokens }: Shelf): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < 120; n++) {
    const { ms } = await timed(port, tokens[0] ?? '', 'GET', `/stock/inventorys?hid=${hid}&product_id=${lenses[(n * 37) % lenses.length]}`)
    if (n >= 20) times.push(ms)
  }
  says('power grid of a lens, 95 of 100 within', percentile(times, 0.95), 60)
}

/** Each till sells the same frame once a second; meanwhile papers of two lenses each are posted, one after the other. */
async function pairs(port: number, { hid, lenses, frame, tokens }: Shelf, { pids }: Loaded): Promise<void> {
  const till = { open: true }
  const sold: number[] = []
  const sell = async (token: string, n: number) => {
    await pause(n * 50)
    for (let bill = 0; till.open; bill++) {
      const { data } = await timed<{ feebill: { fbid: number; billPrice: number } }>(port, token, 'POST', '/feebill/insertOrupdate', {
        hid,
        pid: pids[(n * 97 + bill) % pids.length],
        items: [{ productId: frame, quantity: 1 }],
      })
      const { fbid, billPrice } = data.feebill
      const { ms } = await timed(port, token, 'POST', '/feebill/confirm', { fbid, payStyleList: [{ payWay: 1, amount: billPrice }] })
      if (bill > 1) sold.push(ms)
      await pause(900 + ((bill * 37 + n * 13) % 200))
    }
  }
  const tills = tokens.map(sell)
  const times: number[] = []
  const [token = ''] = tokens
  for (let n = 0; n < 120; n++) {
    const items = [0, 1].map((eye) => ({
      productId: lenses[n % lenses.length],
      sph: -0.25 * ((n * 7 + eye) % 33),
      cyl: -0.25 * (n % 9),
      axis: 90,
      quantity: 1,
    }))
    const { data } = await timed<{ stockoutId: number }>(port, token, 'POST', '/stockout', { hid, items })
    const { stockoutId } = data
    await timed(port, token, 'PUT', `/stockout/status/${stockoutId}?status=1`, { stockoutId })
    const { ms } = await timed(port, token, 'PUT', '/stockout/confirm', { stockoutId })
    if (n >= 20) times.push(ms)
    await pause(50)
  }
  till.open = false
  await Promise.all(tills)
  says(`a pair issued while ${TILLS} tills sell, median`, percentile(times, 0.5), 30)
  says(`a pair issued while ${TILLS} tills sell, 95 of 100 within`, percentile(times, 0.95), 30)
  const [half, most] = [0.5, 0.95].map((share) => percentile(sold, share).toFixed(1))
  console.log(`the tills took the money of ${sold.length} bills of one frame, half of them within ${half} ms, 95 of 100 within ${most} ms`)
}
