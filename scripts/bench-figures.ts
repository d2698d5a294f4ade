/**
 * `npm run bench -- --figures`: figures over three years of five stores: `--bills N` (a million), three lines each. Cubes built from
 * nothing, every page for a store-year and for the chain over all years, a file of 300,000 lines, and what keeping the cubes costs the
 * till. Reaches: 10 minutes, 200 ms, 600 ms, 120 s and 300 MB, 5 %.
 */
import type pg from 'pg'
import type { Envelope } from '#kernel/contract/internal.ts'
import { dbOn } from '#kernel/server/database/client.ts'
import { build } from '#kernel/server/verify.ts'
import { cubeNames } from '#modules/statistics/contract/cubes/cubes.ts'
import { callOf, statistics } from '#modules/statistics/contract/endpoints.ts'
import { cubePart } from '#modules/statistics/server/verify.ts'
import { ownerOf, type Loaded } from './bench-load.ts'
import { memoryOf } from './bench-members.ts'

const STORES = 5
const DAYS = 1095
const says = (what: string, n: number, unit: string, reach: number) => {
  const figure = n.toFixed(n < 10 ? 1 : 0).padStart(10)
  console.log(`${what.padEnd(64)}${figure} ${unit}   reach: ${reach} ${unit}   ${n <= reach ? 'reached' : 'NOT reached'}`)
}
async function timed<T>(work: () => Promise<T>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function connected(url: string): Promise<pg.Client> {
  const c = await ownerOf(url)
  return c
}
/**
 * Bills of three years in the first five stores, in bulk as the owner: items of services and goods, payments, a refund of each twentieth,
 * the ledger.
 */
export async function loadFigures(url: string, { oid, hids, pids }: Loaded, bills: number): Promise<void> {
  const c = await connected(url)
  await c.query(
    `set app.oid = '${oid}'; set app.hids = '{${hids.join(',')}}'; set session_replication_role = replica; set work_mem = '256MB'`,
  )
  const day = `current_date - ${DAYS} + (n::bigint * ${DAYS} / ${bills})::int`
  const timestamp = `(${day} + interval '9 hours' + (n % 600) * interval '1 minute')`
  const hid = `($2::bigint[])[1 + n % ${STORES}]`
  const run = (text: string, ...values: unknown[]) => c.query(text, values)
  await run(
    `
      insert into product (oid, category, brand, name, price, cost)
      select $1::bigint, 1 + n % 8, '品牌' || n % 40, '商品' || n, 20000 + n * 100, 6000
      from generate_series(1, 400) n
    `,
    oid,
  )
  await run(
    `insert into warehouse (oid, hid, name, first) select $1::bigint, h, '仓库', true from unnest($2::bigint[]) h on conflict do nothing`,
    oid,
    hids.slice(0, STORES),
  )
  await run(
    `
      insert into batch (oid, hid, warehouse_id, product_id, cost, expiry, sph, cyl)
      select p.oid,
        w.hid,
        w.warehouse_id,
        p.product_id,
        6000,
        current_date + (p.product_id % 900)::int,
        case when p.category = 3 then -(k % 24) * 0.25
        end,
        case when p.category = 3 then 0
        end
      from product p
      join warehouse w on w.oid = p.oid and w.hid = any($2::bigint[])
      cross join generate_series(1, 5) k
      where p.oid = $1 and (p.category = 3 or k = 1)
    `,
    oid,
    hids.slice(0, STORES),
  )
  await run(
    `
      insert into ledger_account (oid, book, key, floor)
      select $1::bigint, 'cash', k || h || w, null::bigint
      from unnest($2::bigint[]) h, (values ('revenue:', ''), ('till:', ':1')) v(k, w)
      union all
      select $1, 'stock', 'batch:' || batch_id, 0
      from batch
      where oid = $1
      union all
      select $1, 'stock', 'outside', null
      on conflict do nothing
    `,
    oid,
    hids.slice(0, STORES),
  )
  await run(
    `
      insert into fee_bill (
        oid, fbid, hid, pid, bill_no, bill_date, status, docid, saler_id, operator_id, original_price, total_discount, bill_price, paid,
        refunded, created_at, paid_at, trace
      )
      overriding system value
      select $1::bigint,
        n,
        ${hid},
        ($3::bigint[])[1 + n * 31 % array_length($3::bigint[], 1)],
        'B' || n,
        ${timestamp}::date,
        case when n % 20 = 0 then 3 else 1
        end,
        d.ids[1 + n % 40],
        d.ids[1 + n % 37],
        d.ids[1 + n % 20],
        60000,
        n % 7 * 100,
        60000 - n % 7 * 100,
        60000 - n % 7 * 100,
        case when n % 20 = 0 then 60000 - n % 7 * 100 else 0
        end,
        ${timestamp},
        ${timestamp},
        case when n % 7 > 0 then jsonb_build_array(jsonb_build_object('step', 'discount', 'off', n % 7 * 100)) else '[]'
        end
      from generate_series(1, ${bills}) n, (select array_agg(ctid_ order by ctid_) ids from contact where oid = $1) d
    `,
    oid,
    hids,
    pids,
  )
  await run(
    `
      insert into bill_item (
        oid, biid, hid, fbid, line_no, name, kind, product_id, price, list_price, quantity, amount, refunded_amount, refunded_quantity,
        price_reason
      )
      overriding system value
      select $1::bigint,
        n::bigint * 3 + k,
        ${hid},
        n,
        k,
        '项目',
        case k when 0 then 0 when 1 then 7 else 100 + p.category
        end,
        case when k = 2 then p.product_id
        end,
        20000,
        20000,
        1,
        20000 - case when k = 0 then n % 7 * 100 else 0
        end,
        case when n % 20 = 0 then 20000 - case when k = 0 then n % 7 * 100 else 0 end else 0
        end,
        case when n % 20 = 0 then 1 else 0
        end,
        '压测'
      from generate_series(1, ${bills}) n
      cross join generate_series(0, 2) k
      join (
        select product_id, category, row_number() over (order by product_id) - 1 i
        from product
        where oid = $1
      ) p on p.i = n % 400
    `,
    oid,
    hids,
  )
  await run(
    `
      insert into ledger_entry (oid, entry_id, at, hid, reason, ref)
      overriding system value
      select $1::bigint, n * 2 + k, ${timestamp}, ${hid}, case k when 0 then '收费' else '销售' end, 'bill:' || n
      from generate_series(1, ${bills}) n, generate_series(0, 1) k
    `,
    oid,
    hids,
  )
  await run(
    `
      insert into ledger_line (oid, entry_id, account_id, book, amount, balance)
      select $1::bigint, n * 2, a.account_id, 'cash', case when starts_with(a.key, 'rev') then -1 else 1 end * (60000 - n % 7 * 100), 0
      from generate_series(1, ${bills}) n
      join ledger_account a on a.oid = $1 and a.book = 'cash' and split_part(a.key, ':', 2)::bigint = ${hid}
    `,
    oid,
    hids,
  )
  await run(
    `
      insert into ledger_line (oid, entry_id, account_id, book, amount, balance)
      select $1::bigint, n * 2 + 1, case s when -1 then a.account_id else o.account_id end, 'stock', s, 0
      from generate_series(1, ${bills}) n
      join (
        select product_id, row_number() over (order by product_id) - 1 i
        from product
        where oid = $1
      ) p on p.i = n % 400
      join lateral (
        select batch_id
        from batch b
        where b.oid = $1 and b.hid = ${hid} and b.product_id = p.product_id
        order by batch_id
        offset 0
        limit 1
      ) b on true
      join ledger_account a on a.oid = $1 and a.book = 'stock' and a.key = 'batch:' || b.batch_id
      cross join (values (-1), (1)) v(s)
      join ledger_account o on o.oid = $1 and o.book = 'stock' and o.key = 'outside'
    `,
    oid,
    hids,
  )
  await run(
    `
      insert into bill_payment (oid, bpid, hid, fbid, pay_way, amount, entry_id, at, ctid_)
      overriding system value
      select b.oid, b.fbid, b.hid, b.fbid, 1 + b.fbid % 4, b.bill_price, b.fbid * 2, b.paid_at, b.operator_id
      from fee_bill b
      where b.oid = $1
    `,
    oid,
  )
  await run(
    `
      insert into refund (oid, refund_id, hid, fbid, refund_no, amount, at)
      overriding system value
      select oid, fbid, hid, fbid, 'R' || fbid, bill_price, paid_at + interval '3 days'
      from fee_bill
      where oid = $1 and status = 3
    `,
    oid,
  )
  await run(
    `
      insert into refund_item (oid, refund_id, biid, amount, quantity)
      select i.oid, i.fbid, i.biid, i.amount, 1
      from bill_item i
      where i.oid = $1 and i.fbid % 20 = 0
    `,
    oid,
  )
  await run(
    `
      insert into refund_payment (oid, refund_id, bpid, hid, pay_way, amount)
      select oid, fbid, bpid, hid, pay_way, amount
      from bill_payment
      where oid = $1 and fbid % 20 = 0
    `,
    oid,
  )
  for (const [table, key] of [
    ['fee_bill', 'fbid'],
    ['bill_item', 'biid'],
    ['ledger_entry', 'entry_id'],
    ['bill_payment', 'bpid'],
    ['refund', 'refund_id'],
  ] as const)
    await run(`select setval(pg_get_serial_sequence('${table}', '${key}'), (select max(${key}) from ${table}))`)
  for (const table of [
    'fee_bill',
    'bill_item',
    'ledger_entry',
    'ledger_line',
    'ledger_account',
    'bill_payment',
    'refund',
    'refund_item',
    'refund_payment',
    'batch',
  ])
    await run(`vacuum (analyze) ${table}`)
  await c.end()
}

/** Every cube built from nothing, as `npm run verify -- --mend` does. */
export async function building(url: string, oid: number): Promise<void> {
  const c = await connected(url)
  await c.query(`set app.oid = '${oid}'`)
  await c.query('truncate stat_day, stat_delta, stat_sum')
  let all = 0
  for (const name of cubeNames) {
    const ms = await timed(() => build(dbOn(c), cubePart(name)))
    all += ms
    if (ms > 2000) console.log(`  ${name.padEnd(20)}${(ms / 1000).toFixed(1).padStart(8)} s`)
  }
  says('cubes built from nothing', all / 1000, 's', 600)
  // As the job of every five minutes does.
  const closing = await timed(async () => {
    for (let through = ''; ;) {
      const { rows } = await c.query<{ day: string }>(`select book_close()::text "day"`)
      if (!rows[0] || rows[0].day === through) return
      through = rows[0].day
    }
  })
  says('books of the days that are over, summed for the first time', closing / 1000, 's', 60)
  for (const table of ['stat_day', 'stat_sum', 'book_day']) await c.query(`vacuum (analyze) ${table}`)
  await c.end()
}

interface Asking {
  base: string
  token: string
  pid: number
}
async function pages({ base, token }: Asking, hid: number, what: string, range: string, reach: number): Promise<void> {
  for (const [view, id] of Object.entries(callOf)) {
    const path = statistics[id].path.replace('{hid}', String(hid))
    const times: number[] = []
    for (let n = 0; n < 6; n++) {
      let code = 0
      const ms = await timed(async () => {
        const response = await fetch(`${base}${path}?${range}`, { headers: { token } })
        code = ((await response.json()) as Envelope<unknown>).code
      })
      if (code !== 200) throw new Error(`${view} answered ${code}`)
      if (n > 0) times.push(ms)
    }
    says(`${what}: ${view}`, times.sort((a, b) => a - b)[2] ?? 0, 'ms', reach)
  }
}
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

export async function figures(asking: Asking, url: string, loaded: Loaded): Promise<void> {
  const [hid = 0] = loaded.hids
  await pages(asking, hid, 'a store-year', `startTime=${day(365)}&endTime=${day(0)}&by=month`, 200)
  await pages(asking, 0, 'the chain over all years', `startTime=${day(DAYS)}&endTime=${day(0)}&by=month`, 600)
  await lines(asking)
  await tills(asking, url, loaded)
}
/** All lines of the sales of the chain since a day, about 300,000 of them. */
async function lines({ base, token, pid }: Asking): Promise<void> {
  let bytes = 0
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 100)
  const ms = await timed(async () => {
    const response = await fetch(`${base}/statistic/detail/export/0?view=sales&figure=net&startTime=${day(105)}&endTime=${day(0)}`, {
      headers: { token },
    })
    for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length
  })
  clearInterval(watch)
  console.log(`file of lines: ${(bytes / 1e6).toFixed(1)} MB`)
  says('lines of sales as a file', ms / 1000, 's', 120)
  says('server while it wrote them', peak, 'MB', 300)
}
/** Bills paid with the triggers of the cubes and without, turn by turn. */
async function tills({ base, token }: Asking, url: string, { hids, pids }: Loaded): Promise<void> {
  const c = await connected(url)
  const { rows } = await c.query<{ tbl: string; name: string }>(
    `
      select tgrelid::regclass::text tbl, tgname "name"
      from pg_trigger
      where tgname like 'cube\\_%' or tgname like 'first\\_%' or tgname = 'commission'
    `,
  )
  const switchAll = async (on: boolean) => {
    for (const { tbl, name } of rows) await c.query(`alter table ${tbl} ${on ? 'enable' : 'disable'} trigger ${name}`)
  }
  const post = async (path: string, body: object) => {
    const headers = { token, 'content-type': 'application/json', 'idempotency-key': `f${Math.random()}` }
    const answer = (await (
      await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as Envelope<never>
    if (answer.code !== 200) throw new Error(`${path} answered ${answer.message}`)
    return answer.data as { feebill: { fbid: number } }
  }
  const [save, confirm] = ['/feebill/insertOrupdate', '/feebill/confirm']
  const round = async (many: number): Promise<number[]> => {
    const times: number[] = []
    for (let n = 0; n < many; n++) {
      const items = [1, 2, 3].map((k) => ({ name: `项目${k}`, price: 100, quantity: 1, priceReason: '压测' }))
      const { feebill } = await post(save, { hid: hids[0], pid: pids[n % pids.length], items })
      times.push(await timed(() => post(confirm, { fbid: feebill.fbid, payStyleList: [{ payWay: 1, amount: 300 }] })))
    }
    return times
  }
  await round(30)
  const [withThem, without]: [number[], number[]] = [[], []]
  for (let n = 0; n < 8; n++) {
    for (const on of [true, false]) {
      await switchAll(on)
      // Every connection makes its plans anew after a switch: that is no cost of the till.
      await round(60)
      ;(on ? withThem : without).push(...(await round(30)))
    }
  }
  await switchAll(true)
  await c.end()
  const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0
  const [a, b] = [median(withThem), median(without)]
  console.log(`confirm: ${a.toFixed(1)} ms with the cubes kept, ${b.toFixed(1)} ms without, medians of ${withThem.length}`)
  says('what keeping the cubes costs the confirm of the till', Math.max(0, (a / b - 1) * 100), '%', 5)
}
