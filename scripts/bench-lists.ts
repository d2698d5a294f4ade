/**
 * `npm run bench -- --lists`: every call that reads, asked as people ask it: as it opens, its last page, each of its filters, each of its
 * sorts, as the administrator of a chain and as the manager of one store, beside a crowd. Prints what takes long and which large tables
 * were read through.
 */
import fs from 'node:fs'
import type pg from 'pg'
import { bareOf, fieldsOf, metaOf, paramsOf, z, type Endpoint, type Endpoints, type Envelope } from '#kernel/contract/internal.ts'
import { modules } from '../apps/server/modules.gen.ts'
import { largest } from './bench-crowd.ts'
import { ownerOf } from './bench-load.ts'

/** What a list may take, ms. */
const REACH = 100
/** Asked so often when it seems slow; the quickest counts. */
const TRIES = 4

export interface BenchCall {
  id: string
  as: string
  how: string
  ms: number
  total: number | undefined
}
type Input = Readonly<Record<string, unknown>>
type Samples = ReadonlyMap<string, readonly number[]>
interface Asker {
  as: string
  base: string
  token: string
  hid: number
  clock: () => Promise<number>
}

export const reading = modules
  .flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints))
  .filter(([id, e]) => e.method === 'GET' && e.pure !== false && !e.binary && e.kind === 'tx' && id !== 'jobs.failed')

/** Asks everything; answers what was asked and the calls that refused however they were asked. */
export async function askAll(
  { base, pid }: { base: string; pid: number },
  ownerUrl: string,
  accounts: readonly string[],
  only = '',
): Promise<{ asked: BenchCall[]; refused: string[]; readThrough: Array<[string, number]> }> {
  const client = await ownerOf(ownerUrl)
  const samples = await samplesOf(client, await largest(client))
  const before = await readThrough(client)
  const requests: BenchCall[] = []
  const refused: string[] = []
  for (const account of accounts) {
    const asker = { ...(await login(base, account)), clock: clockOf(client, pid) }
    for (const [id, endpoint] of reading) {
      if (only && !new RegExp(only).test(id)) continue
      const answers = await askOne(asker, id, endpoint, samples)
      if (!answers.length) refused.push(`${id} (${account})`)
      requests.push(...answers)
    }
  }
  // Counts of scans are told by each connection when it has been idle for ten seconds.
  await new Promise((resolve) => setTimeout(resolve, 11_000))
  const after = await readThrough(client)
  await client.end()
  return {
    asked: requests,
    refused,
    readThrough: [...after].map(([table, n]): [string, number] => [table, n - (before.get(table) ?? 0)]).filter(([, n]) => n > 0),
  }
}

async function login(base: string, account: string): Promise<Omit<Asker, 'clock'>> {
  const response = await fetch(`${base}/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: 'Demo2026!' }),
  })
  const { data } = (await response.json()) as Envelope<{ token: string; hid: number }>
  const info = (await (await fetch(`${base}/account/userinfo`, { headers: { token: data.token } })).json()) as Envelope<{ hid: number }>
  return { as: account, base, token: data.token, hid: info.data.hid }
}

/**
 * Milliseconds the server and its connections in the database have worked so far: a busy machine changes the time that passes, not the
 * work. Where the system does not tell, the time that passes.
 */
function clockOf(client: pg.Client, pid: number): () => Promise<number> {
  const worked = (id: number): number => Number(fs.readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  if (!fs.existsSync(`/proc/${pid}/schedstat`)) return () => Promise.resolve(performance.now())
  return async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and usename <> current_user`,
    )
    return rows.reduce((sum, r) => sum + (fs.existsSync(`/proc/${r.pid}/schedstat`) ? worked(r.pid) : 0), worked(pid))
  }
}

/** Every way of asking one call, and how long each took. */
async function askOne(asker: Asker, id: string, endpoint: Endpoint, samples: Samples): Promise<BenchCall[]> {
  const found: BenchCall[] = []
  const fields = Object.entries(fieldsOf(endpoint.input))
  const note = async (how: string, input: Input): Promise<{ total: number | undefined } | undefined> => {
    const answer = await timed(asker, endpoint, input)
    if (answer) found.push({ id, as: asker.as, how, ...answer })
    return answer
  }
  for (const base of beginnings(fields, endpoint, asker, samples)) {
    const opened = await note('as it opens', base)
    if (!opened) continue
    const page = fields.find(([name]) => /^(page|pageNum|page_num)$/.test(name))?.[0]
    const size = fields.find(([name]) => /^(per_page|pageSize|page_size)$/.test(name))?.[0]
    if (page && (opened.total ?? 0) > 40) await note('last page', { ...base, [page]: Math.ceil(opened.total! / 20) })
    if (size) await note('as many as it gives', { ...base, [size]: fieldsOf(endpoint.input)[size]!.safeParse(0).success ? 0 : 200 })
    for (const [name, field] of fields) {
      if (name in base || name === page || name === size) continue
      for (const value of valuesOf(name, field, asker, samples)) await note(`${name}=${String(value)}`, { ...base, [name]: value })
    }
    const [from, to] = [fields.find(([name]) => /^start/i.test(name))?.[0], fields.find(([name]) => /^end/i.test(name))?.[0]]
    if (from && to) await note('the last 30 days', { ...base, [from]: day(-30), [to]: day(0) })
  }
  return found
}

/** What has to be said: one input, or several where an `id` does not tell of what. */
export function beginnings(fields: ReadonlyArray<[string, z.ZodType]>, endpoint: Endpoint, asker: Asker, samples: Samples): Input[] {
  const needed = fields.filter(([name, field]) => !field.safeParse(undefined).success || paramsOf(endpoint.path).includes(name))
  const one = Object.fromEntries(needed.map(([name, field]) => [name, valuesOf(name, field, asker, samples)[0] ?? 1]))
  if (!('id' in one) || typeof one['id'] !== 'number') return [one]
  return [...new Set([...samples.values()].map((list) => list[0]!))].map((id) => ({ ...one, id }))
}

const day = (off: number): string => new Date(Date.now() + off * 86_400_000).toISOString().slice(0, 10)
/** Values a field is asked with. */
function valuesOf(name: string, field: z.ZodType, asker: Asker, samples: Samples): unknown[] {
  const bare = bareOf(field)
  const { format, options } = metaOf(field)
  if (name === 'hid') return [asker.hid]
  if (options) return Object.keys(options).slice(0, 10)
  if (bare instanceof z.ZodEnum) return bare.options
  if (bare instanceof z.ZodLiteral) return [...bare.values]
  if (bare instanceof z.ZodArray) return valuesOf(name, bare.element as z.ZodType, asker, samples)
  if (bare instanceof z.ZodBoolean) return [true, false]
  if (format === 'id') return [...(samples.get(idOf(name)) ?? [1])]
  if (format === 'date' || format === 'moment')
    return /^end/i.test(name) ? [day(0), day(-700)] : /^start/i.test(name) ? [day(-30), day(-1000)] : [day(0), day(-100)]
  if (bare instanceof z.ZodNumber) return format === 'dioptre' ? [-1.25] : [1, 0]
  return format === 'phone' ? ['13800138000'] : ['吴睿', '8888', 'wangzh', '没有这样的']
}
/** doctor_id, staffCtid and keepPid name what their column does. */
const idOf = (name: string): string => {
  const column = name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
  return /_(ctid|pid)$/.test(column) ? column.slice(-4).replace('_', '') : column
}

/** Asks until the time stands; undefined when the call refuses. */
async function timed(
  { base, token, hid, clock }: Asker,
  endpoint: Endpoint,
  input: Input,
): Promise<{ ms: number; total: number | undefined } | undefined> {
  let path = endpoint.path.replace('{product}', 'mingmou')
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(String(value)))
    else query.set(name, String(value))
  }
  let best = Infinity
  let total: number | undefined
  // Once is enough for what is far from it.
  for (let i = 0; i < (best > REACH * 5 && i > 0 ? 1 : best > REACH / 2 ? TRIES : 2); i++) {
    const from = await clock()
    const response = await fetch(`${base}${path}?${query}`, { headers: { token, hid: String(hid) } })
    const text = await response.text()
    best = Math.min(best, (await clock()) - from)
    const { code, message, data } = JSON.parse(text) as Envelope<{ total?: number } | null>
    // Too busy to answer is no answer.
    if (response.status === 503) continue
    if (response.status === 500) throw new Error(`${path}?${query} answered 500 ${message}`)
    if (code !== 200) return undefined
    total = data?.total
  }
  return { ms: best, total }
}

/** The same of the largest organisation of a database. */
export async function samplesAt(ownerUrl: string): Promise<Samples> {
  const client = await ownerOf(ownerUrl)
  const samples = await samplesOf(client, await largest(client))
  await client.end()
  return samples
}
/** Ids by the name of their column, the first and the last of each table; of members the one with most papers. */
async function samplesOf(client: pg.Client, oid: number): Promise<Samples> {
  const keys = (
    await client.query<{
      t: string
      k: string
    }>(`
      select c.relname t, a.attname k
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[1]
      where i.indisprimary and i.indnkeyatts = 2 and c.relnamespace = 'public'::regnamespace and a.atttypid = 'bigint'::regtype
    `)
  ).rows
  const samples = new Map<string, number[]>()
  const byTable = new Map<string, number[]>()
  for (const { t, k } of keys) {
    const { rows } = await client.query<{ least: string | null; most: string | null }>(
      `select min(${k}) least, max(${k}) most from ${t} where oid = $1`,
      [oid],
    )
    const ids = [...new Set([rows[0]!.least, rows[0]!.most])].filter((v) => v !== null).map(Number)
    if (!ids.length) continue
    byTable.set(t, ids)
    samples.set(k === 'id' ? `${t}_id` : k.replace(/_$/, ''), ids)
  }
  const refers = (
    await client.query<{ col: string; t: string }>(
      `
        select distinct a.attname col, p.relname t
        from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
        join pg_class p on p.oid = k.confrelid
        where k.contype = 'f' and cardinality(k.conkey) = 2
      `,
    )
  ).rows
  for (const { col, t } of refers) if (!samples.has(col) && byTable.has(t)) samples.set(col, byTable.get(t)!)
  const busiest = (
    await client.query<{ pid: string }>('select pid from fee_bill where oid = $1 group by 1 order by count(*) desc limit 1', [oid])
  ).rows[0]
  if (busiest) samples.set('pid', [Number(busiest.pid), ...(byTable.get('patient') ?? [])])
  return samples
}

/** How often each table of more than 10,000 rows was read from end to end. */
async function readThrough(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ t: string; n: string }>(
    `
      select s.relname t, s.seq_scan n
      from pg_stat_user_tables s
      join pg_class c on c.oid = s.relid
      where c.reltuples > 10000 and s.schemaname = 'public'
    `,
  )
  return new Map(rows.map((r) => [r.t, Number(r.n)]))
}

/** Prints what was found, the slowest first. */
export function report({ asked: requests, refused, readThrough: through }: Awaited<ReturnType<typeof askAll>>): void {
  const slowest = [...requests].sort((a, b) => b.ms - a.ms)
  const slow = slowest.filter((a) => a.ms > REACH)
  const half = slowest[Math.floor(requests.length / 2)]?.ms.toFixed(1)
  const most = slowest[Math.floor(requests.length / 100)]?.ms.toFixed(0)
  console.log(
    `\n${reading.length} reading calls asked in ${requests.length.toLocaleString()} ways; ` +
      `half of them within ${half} ms, 99 of 100 within ${most} ms`,
  )
  for (const { ms, id, as, how, total } of slowest.slice(0, Math.max(12, slow.length))) {
    const rows = total === undefined ? '' : ` (of ${total.toLocaleString()})`
    console.log(`${ms.toFixed(0).padStart(7)} ms  ${id.padEnd(34)} ${as.padEnd(9)} ${how}${rows}`)
  }
  console.log(slow.length ? `NOT reached: ${slow.length} ways take more than ${REACH} ms` : `reached: nothing takes more than ${REACH} ms`)
  console.log(
    through.length
      ? `large tables read from end to end: ${through.map(([table, n]) => `${table} ${n}×`).join(', ')}`
      : 'no large table was read from end to end',
  )
  if (refused.length) console.log(`refused however asked: ${refused.join(', ')}`)
}
