/**
 * A crowd for the lists of the benchmark: rows of the demo chain copied over and over, two days apart, so that every list finds what a real
 * one would hold. Ids of a copy are those of the demo plus `APART` times its number, so rows of one copy name each other. Tables the demo
 * leaves empty are filled by rule.
 */
import type pg from 'pg'
import { ownerOf } from './bench-load.ts'

const APART = 1_000_000
/** Copies of a table; those not named stay as they are: stores, staff, rights and settings of a chain do not grow with its members. */
const COPIES: Readonly<Record<string, number>> = {
  patient: 500,
  product: 250,
  batch: 100,
  potential_follow: 400,
  patient_family: 100,
  consultation: 500,
  consent: 100,
  reservation: 120,
  queue_ticket: 100,
  exam_visual: 100,
  exam_refraction: 100,
  exam_bio_meter: 100,
  exam_iop: 100,
  prescription: 100,
  prescription_line: 100,
  record_frame: 200,
  record_frame_item: 100,
  record_frame_inspection: 100,
  record_frame_unqualified: 200,
  fee_bill: 100,
  bill_item: 100,
  bill_payment: 100,
  charge_bill: 500,
  ledger_account: 60,
  ledger_entry: 60,
  ledger_line: 30,
  move_history: 30,
  audit: 10,
  receive_record: 500,
  member_package: 400,
  package_item: 400,
  package_record: 400,
  gift_order: 400,
  balance_record: 500,
  supply_order: 4000,
  supply_order_line: 4000,
  supply_receipt: 4000,
  supply_receipt_line: 4000,
  ok_lens: 2700,
  okjing_case: 500,
  payable: 500,
  clinical_record: 500,
  treatment: 500,
  revisit: 170,
}
const MOST = Math.max(...Object.values(COPIES))
/** Generations of members: what there are more copies of is of the same members and days again. */
const GENERATIONS = COPIES.patient!
/** Rows worth copying: what is open today is a day's work, not years of it. */
const ONLY: Readonly<Record<string, string>> = {
  reservation: 'status >= 20',
  queue_ticket: 'closed_at is not null',
  record_frame: 'status = 80',
  ledger_account: `book in ('stock', 'stored', 'gift', 'points') and key ~ '^(member|batch|outside):'`,
}
const GIVEN =
  '子涵雨桐欣怡梓萱诗佳慧思彤可馨若曦依诺语嫣梦琪婉婷静晓芷书瑶安清妍米朵浩然宇航俊杰明哲博文天佑泽沐阳晨睿辰皓铭承恩逸凡星景行建国志强海涛'
/** Columns whose copy is neither the same nor another id. */
const COPIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  patient: {
    name: `left(name, 1) || substr('${GIVEN}', 1 + ((k * 31 + pid) % ${GIVEN.length - 1})::int, 2)`,
    mobile: `'1' || lpad(((right(mobile, 10)::bigint + k * 7919) % 10000000000)::text, 10, '0')`,
    id_card: 'null',
    last_visit_at: 'last_visit_at - age',
    created_at: 'created_at - age',
    next_follow_at: 'next_follow_at',
    birth: 'birth',
  },
  queue_ticket: { no: 'no + k * 1000' },
  product: { name: `name || ' ' || k`, search: `search || ' ' || k` },
  batch: { expiry: 'expiry', produced_on: 'produced_on' },
  // What is open today is a day's work: a copy of it was given up.
  supply_order: { status: `case when status < case flow when 'supply' then 6 else 8 end then 9 else status end` },
  ledger_line: {
    account_id: `
      account_id + case when exists (
        select
        from ledger_account a
        where a.oid = s.oid and a.account_id = s.account_id and ${ONLY.ledger_account}
      ) then k * ${APART} else 0 end
    `,
  },
  audit: { row_id: `row_id + k * ${APART}` },
  move_history: { row_id: `row_id + k * ${APART}` },
}
/**
 * How often, and what of, tables the demo leaves empty are filled with. A column not named gets an id of what it refers to, a time, or its
 * default.
 */
const FILLED: ReadonlyArray<readonly [string, number, Readonly<Record<string, string>>]> = [
  ['supplier', 300, { phone: `'0571' || n` }],
  ['stock_in', 60_000, { status: 'n % 5', stockin_type: '1 + n % 7', product_category: '1 + n % 11', differ_status: 'n % 3' }],
  ['stock_in_item', 200_000, { quantity: '1 + n % 50', cost: '100 * (n % 900)' }],
  ['stock_out', 60_000, { status: 'n % 5', stockout_type: '1 + n % 8', differ_status: 'n % 3' }],
  ['stock_out_item', 200_000, { quantity: '1 + n % 50', price: '100 * (n % 900)' }],
  [
    'sms',
    200_000,
    {
      mobile: `'139' || lpad(n::text, 8, '0')`,
      template: `'notice'`,
      purpose: `(array['code', 'notice', 'marketing'])[1 + n % 3]`,
      status: '2 + n % 2',
      pieces: '1',
    },
  ],
  ['message', 200_000, { inbound: 'n % 2 = 0', status: '1', read_at: 'now()' }],
  [
    'login_log',
    200_000,
    { account: `'person' || n % 30`, ok: 'n % 7 > 0', how: `(array['password', 'wechat', 'setup', 'token'])[1 + n % 4]` },
  ],
  ['exam_pd', 200_000, { pd_far: '50 + n % 20' }],
  ['exam_height_weight', 200_000, { height: '100 + n % 80', weight: '20 + n % 60' }],
  ['exam_reservation', 100_000, { item: `(array['sight', 'refraction', 'pd', 'biology', 'iop'])[1 + n % 5]`, status: '2 + n % 2' }],
  ['ecase', 100_000, { chief_complaint: `'视物模糊 ' || n` }],
  ['record_version', 100_000, { tbl: `'exam_visual'`, row_id: 'n', version: '1', data: `'{}'` }],
  ['others_info', 100_000, {}],
  ['patient_card', 100_000, { kind: '1 + n % 4' }],
  ['patient_tag', 300_000, {}],
  ['record_unlock', 100_000, { how: `'password'` }],
  [
    'payment_order',
    100_000,
    {
      channel: `'wechat'`,
      pay_way: '2 + n % 2',
      amount: '100 + n',
      purpose: `(array['bill', 'topup', 'balance'])[1 + n % 3]`,
      status: '1 + n % 3',
    },
  ],
  ['refund', 60_000, { amount: '100 * (n % 90)' }],
  ['lottery_draw', 100_000, { kind: 'n % 4', cost: '10', chance: '5' }],
  ['recommend_reward', 50_000, { points: '100' }],
  ['eye_book', 50_000, {}],
  ['eg_patient', 50_000, { status: '1' }],
  ['duty', 20_000, { shift: '1', time_from: `'09:00'`, time_to: `'17:00'` }],
  ['import_batch', 2_000, { kind: `(array['patients', 'products', 'stockin'])[1 + n % 3]` }],
  ['account_coupon', 20_000, { money: '100', valid_to: `current_date + (n % 900)::int` }],
]

interface Column {
  tbl: string
  col: string
  type: string
  needed: boolean
  parent: string | null
  parentkey: string | null
  own: boolean
  unique: boolean
}
type Columns = ReadonlyMap<string, readonly Column[]>

const CATALOGUE = `
  select c.relname tbl,
    a.attname col,
    format_type(a.atttypid, null) "type",
    a.attnotnull
    and not a.atthasdef
    and a.attidentity = '' needed,
    f.parent,
    f.parentkey,
    a.attidentity <> '' own,
    exists (
      select
      from pg_index i
      where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey)
    ) "unique"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  left join lateral (
    select p.relname parent, pa.attname parentkey
    from pg_constraint k
    join pg_class p on p.oid = k.confrelid
    join pg_attribute pa on pa.attrelid = p.oid and pa.attnum = k.confkey[2]
    where k.conrelid = c.oid and k.contype = 'f' and cardinality(k.conkey) = 2 and k.conkey[2] = a.attnum
    limit 1
  ) f on true
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  order by 1, a.attnum
`

/** The organisation with most members. */
export const largest = async (c: pg.Client): Promise<number> =>
  Number((await c.query<{ oid: string }>('select oid from patient group by 1 order by count(*) desc limit 1')).rows[0]!.oid)

/**
 * Multiplies the rows of the largest organisation; `share` of a million members, for a smaller crowd. Answers how many rows there are now,
 * by table, the most first.
 */
export async function crowd(url: string, share: number): Promise<Array<[string, number]>> {
  const c = await ownerOf(url)
  const oid = await largest(c)
  await c.query(`
    set app.oid = '${oid}';
    set app.hids = '{}';
    set session_replication_role = replica;
    set maintenance_work_mem = '512MB';
    set work_mem = '128MB'
  `)
  const columns = new Map<string, Column[]>()
  for (const column of (await c.query<Column>(CATALOGUE)).rows) columns.set(column.tbl, [...(columns.get(column.tbl) ?? []), column])
  const tables = [...Object.keys(COPIES), ...FILLED.map(([table]) => table)]
  const later = await withoutIndexes(c, tables)
  for (const [table, copies] of Object.entries(COPIES)) await c.query(copyOf(columns, table, copies, share), [oid])
  for (const [table, rows, values] of FILLED) await c.query(fillOf(columns, table, values), [oid, Math.ceil(rows * share)])
  await c.query(`update patient_count set n = n * ${Math.ceil(COPIES.patient! * share) + 1} where oid = $1`, [oid])
  for (const definition of later) await c.query(definition)
  for (const table of tables) await c.query(`vacuum (analyze) ${table}`)
  const { rows } = await c.query<{ name: string; n: string }>(
    `
      select relname "name", reltuples::bigint n
      from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples > 10000
      order by 2 desc
    `,
  )
  await c.end()
  return rows.map((r) => [r.name, Number(r.n)])
}

/**
 * Takes the indexes away that keep nothing unique, and the rules against overlapping, which copies of one doctor's day cannot keep. Answers
 * how to make the indexes again.
 */
async function withoutIndexes(c: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await c.query<{ name: string; tbl: string; definition: string; excludes: string | null }>(
    `
      select i.indexname "name", i.tablename tbl, i.indexdef definition, k.conname excludes
      from pg_indexes i
      left join pg_constraint k on k.conindid = to_regclass(i.indexname) and k.contype in ('p', 'u', 'x')
      where i.schemaname = 'public'
        and i.tablename = any ($1)
        and (k.contype = 'x' or (k.oid is null and i.indexdef not like 'CREATE UNIQUE%'))
    `,
    [tables],
  )
  for (const { name, tbl, excludes } of rows)
    await c.query(excludes ? `alter table ${tbl} drop constraint ${excludes}` : `drop index ${name}`)
  return rows.filter((r) => !r.excludes).map((r) => r.definition)
}

/**
 * The statement that copies a table; the last of its copies is as old as the demo itself. What has fewer copies than its rows have is named
 * in turn.
 */
function copyOf(columns: Columns, table: string, most: number, share: number): string {
  const own = columns.get(table)!
  const copies = Math.ceil(most * share)
  const value = ({ col, type, parent, own: isKey, unique }: Column): string => {
    const copied = COPIED[table]?.[col]
    if (copied) return copied
    if (isKey || (parent && COPIES[parent]! > GENERATIONS)) return `${col} + k * ${APART}`
    const parentOf = parent ?? (col === 'pid' ? 'patient' : '')
    if (parentOf in COPIES) return `${col} + (${MOST} - back % ${Math.ceil(COPIES[parentOf]! * share)}) * ${APART}`
    // A reference in words, fee_bill:12.
    if (type === 'text' && /^(ref|key|held_for|\w+_ref)$/.test(col)) {
      const [table, id] = [1, 2].map((part) => `split_part(${col}, ':', ${part})`)
      return `case when ${col} ~ '^[a-z_]+:\\d+$' then ${table} || ':' || (${id}::bigint + k * ${APART}) else ${col} end`
    }
    if (type === 'text' && unique && !parent && !/^(book|name|series|eye|kind)$/.test(col)) return `${col} || '-' || k`
    if (/^(timestamp|date)/.test(type)) return `${col} - age`
    return col
  }
  const names = own.map(({ col }) => `"${col}"`).join(', ')
  return `insert into ${table} (${names}) overriding system value
    select ${own
      .map(value)
      .map((v, i) => (/^(timestamp|date)/.test(own[i]!.type) ? `(${v})::${own[i]!.type}` : v.replace(/^index$/, '"index"')))
      .join(', ')}
    from ${table} s, (select k, back::bigint back, back * interval '2 days' age
      from generate_series(${MOST - copies + 1}::bigint, ${MOST}) k, lateral (select ((${MOST} - k) % ${GENERATIONS})::int back) b) ages
    where s.oid = $1 and ${ONLY[table] ?? 'true'} on conflict do nothing`
}

/** The statement that fills an empty table. */
function fillOf(columns: Columns, table: string, values: Readonly<Record<string, string>>): string {
  const own = columns.get(table)!
  // An id of the demo, or of one of its last thirty copies.
  const from = (parent: string) => {
    const copy = parent in COPIES ? ` + (${MOST - 29} + n % 30) * ${APART}` : ''
    return `(ids_${parent}.list)[1 + (n * 7919) % cardinality(ids_${parent}.list)]${copy}`
  }
  const parents = new Map<string, string>()
  const chosen = own.flatMap(({ col, type, needed, parent, parentkey, own: isKey, unique }): Array<[string, string]> => {
    if (col === 'oid') return [[col, '$1']]
    if (values[col]) return [[col, values[col]]]
    if (isKey) return []
    const refers = parent ?? (col === 'pid' ? 'patient' : col === 'hid' ? 'store' : null)
    if (refers && (needed || ['pid', 'hid', 'ctid_'].includes(col)) && refers !== table) {
      parents.set(refers, parentkey ?? col)
      return [[col, from(refers)]]
    }
    if (/^(at|created_at|exam_time|visit_at|day|stockin_date|stockout_date)$/.test(col))
      return [[col, `(now() - (n % 2000) * interval '13 hours')::${type}`]]
    if (!needed && !(unique && type === 'text')) return []
    if (type === 'text') return [[col, `'文' || n`]]
    if (/^(timestamp|date)/.test(type)) return [[col, `(now() - (n % 2000) * interval '13 hours')::${type}`]]
    return [[col, type === 'jsonb' ? `'{}'` : '1 + n % 9']]
  })
  const lists = [...parents]
    .map(
      ([parent, key]) =>
        `, (select array_agg(${key} order by ${key}) list from ${parent} where oid = $1 and ${key} < ${APART}) ids_${parent}`,
    )
    .join('')
  return `
    insert into ${table} (${chosen.map(([col]) => `"${col}"`).join(', ')})
    select ${chosen.map(([, v]) => v).join(', ')}
    from (select n::bigint n from generate_series(1, $2::int) n) ns${lists}
    on conflict do nothing
  `
}
