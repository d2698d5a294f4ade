/**
 * The benchmark: this server against a bare Fastify + `pg` server running the same SQL without wall, checks or audit, in one run and
 * turn by turn, because the machines are noisy: read the ratios, not the times.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import autocannon from 'autocannon'
import { startEmbedded } from '#kernel/server/database/embedded.ts'
import { prepare } from '../apps/server/boot.ts'
import { bundleBare } from './bench-build.ts'
import { askAll, report } from './bench-lists.ts'
import { crowd } from './bench-crowd.ts'
import { atTheChair, loadExams } from './bench-exams.ts'
import { building, figures, loadFigures } from './bench-figures.ts'
import { following, loadFollow, PUSH } from './bench-follow.ts'
import { loadScreening, screened } from './bench-screening.ts'
import { loadStock, stocked } from './bench-stock.ts'
import { ownerOf, load, type Loaded } from './bench-load.ts'
import { exporting, finding, memoryOf } from './bench-members.ts'

interface Options {
  members: number
  reservations: number
  seconds: number
  /** Bills of `--figures`. */
  bills: number
  /** Cases, or calls of `--lists`, whose name matches. */
  only: string
}
function optionsOf(args: string[]): Options {
  const option = (name: string, fallback: number) => (args.includes(`--${name}`) ? Number(args[args.indexOf(`--${name}`) + 1]) : fallback)
  return {
    members: option('members', args.includes('--lists') ? 1_000_000 : 200_000),
    reservations: option('reservations', 1_000_000),
    seconds: option('seconds', 4),
    bills: option('bills', 1_000_000),
    only: args.includes('--only') ? (args[args.indexOf('--only') + 1] ?? '') : '',
  }
}
interface Case {
  name: string
  reach: number | undefined
  connections?: number
  ours: () => Partial<autocannon.Request>
  bare: () => Partial<autocannon.Request>
}
interface Measured {
  rps: number
  p50: number
  p99: number
  failed: number
}

export async function bench(args: string[]): Promise<void> {
  const options = optionsOf(args)
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-bench-'))
  fs.chmodSync(dir, 0o755)
  const embedded = await startEmbedded({ dir: path.join(dir, 'postgres') })
  const children: ChildProcess[] = []
  try {
    if (args.includes('--lists')) return await lists(children, embedded.url, dir, options)
    await prepare({ ownerUrl: embedded.url, product: 'mingmou' })
    if (args.includes('--follow')) return await follow(children, embedded.url, dir)
    if (args.includes('--stock')) return await stock(children, embedded.url, dir, options)
    if (args.includes('--screening')) return await screening(children, embedded.url, dir)
    if (args.includes('--figures')) return await ofFigures(children, embedded.url, dir, options.bills)
    console.log(
      `loading ${options.members.toLocaleString()} members and ${options.reservations.toLocaleString()} reservations in 50 stores …`,
    )
    const from = performance.now()
    const loaded = await load(embedded.url, options)
    console.log(`loaded in ${((performance.now() - from) / 1000).toFixed(0)} s`)
    const ours = await ourServer(children, embedded.url, dir)
    const bare = await bareServer(children, embedded.url, loaded)
    await run(options, loaded, ours.port, bare.port)
    await searches(embedded.url, loaded)
    await atTheChair(ours.port, await tokenOf(ours.port), loaded, await loadExams(embedded.url, loaded))
    await exporting(ours.port, ours.pid, await tokenOf(ours.port), loaded)
    const memory = `server memory (RSS): ${memoryOf(ours.pid).toFixed(0)} MB (reach: under 250)`
    const start = `start with this database to the first answer: ${ours.startMs} ms (reach: under 3000 with the demo)`
    console.log(`\n${memory}   ${start}`)
    sizes()
  } finally {
    for (const child of children) child.kill('SIGTERM')
    await embedded.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

/** The lists of a large chain: the demo built by the server itself, multiplied, then every reading call asked. */
async function lists(children: ChildProcess[], url: string, dir: string, { members, only }: Options): Promise<void> {
  console.log('building the demo …')
  const ours = await ourServer(children, url, dir, { NODE_ENV: 'development' })
  await wholeDemo(ours.port)
  const from = performance.now()
  const rows = await crowd(url, members / 1_000_000)
  console.log(
    `multiplied in ${((performance.now() - from) / 1000).toFixed(0)} s: ${rows
      .slice(0, 12)
      .map(([table, n]) => `${table} ${n.toLocaleString()}`)
      .join(', ')} …`,
  )
  report(await askAll({ base: `http://127.0.0.1:${ours.port}/api`, pid: ours.pid }, url, ['chain', 'manager'], only))
}

/** Follow-up of a store with 100,000 members. */
async function follow(children: ChildProcess[], url: string, dir: string): Promise<void> {
  console.log('loading 100,000 members of one store and 200,000 tasks …')
  const loaded = await load(url, { members: 100_000, reservations: 300_000 })
  await loadFollow(url, loaded)
  const ours = await ourServer(children, url, dir, { ...PUSH })
  await following(ours.port, loaded, (account) => tokenOf(ours.port, account))
}

/** Stock of three stores by power. */
async function stock(children: ChildProcess[], url: string, dir: string, { only }: Options): Promise<void> {
  console.log('loading three stores with 63,000 filled batches each …')
  const loaded = await load(url, { members: 5000, reservations: 2400 })
  const shelves = await loadStock(url, loaded)
  const ours = await ourServer(children, url, dir)
  await stocked(ours, url, { loaded, ...shelves, only }, (account) => tokenOf(ours.port, account))
}

/** A region of 50,000 children. */
async function screening(children: ChildProcess[], url: string, dir: string): Promise<void> {
  console.log('loading 50,000 children and 200,000 results …')
  const loaded = await load(url, { members: 5000, reservations: 2400 })
  await loadScreening(url, loaded)
  const ours = await ourServer(children, url, dir)
  await screened({ port: ours.port, token: await tokenOf(ours.port) }, loaded)
}

/** Three years of five stores. */
async function ofFigures(children: ChildProcess[], url: string, dir: string, bills: number): Promise<void> {
  console.log(`loading ${bills.toLocaleString()} bills of five stores …`)
  const from = performance.now()
  const loaded = await load(url, { members: 20_000, reservations: 50_000 })
  await loadFigures(url, loaded, bills)
  console.log(`loaded in ${((performance.now() - from) / 1000).toFixed(0)} s`)
  await building(url, loaded.oid)
  const ours = await ourServer(children, url, dir)
  await figures({ base: `http://127.0.0.1:${ours.port}/api`, token: await tokenOf(ours.port), pid: ours.pid }, url, loaded)
}

/** Waits for the past of the demo, which the server builds beside its work. */
async function wholeDemo(port: number): Promise<void> {
  for (;;) {
    const health: unknown = await (await fetch(`http://127.0.0.1:${port}/api/health`)).json()
    if (!JSON.stringify(health).includes('"filling"')) return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function run({ seconds, only }: Options, loaded: Loaded, ours: number, bare: number): Promise<void> {
  const token = await tokenOf(ours)
  const headers = { token, 'content-type': 'application/json' }
  const any = (list: readonly number[]) => list[Math.floor(Math.random() * list.length)]!
  let n = Date.now() % 1_000_000_000
  const cases: Case[] = [
    {
      name: 'get a member',
      reach: 0.6,
      ours: () => ({ path: `/api/patient/getone/${any(loaded.pids)}` }),
      bare: () => ({ path: `/get/${any(loaded.pids)}` }),
    },
    {
      name: 'page of 20 with total',
      reach: 0.8,
      ours: () => ({ path: `/api/patient/list/${any(loaded.hids)}?pageNum=${1 + Math.floor(Math.random() * 20)}` }),
      bare: () => ({ path: `/page/${any(loaded.hids)}/${1 + Math.floor(Math.random() * 20)}` }),
    },
    ...finding(loaded),
    {
      name: 'day agenda of a store',
      reach: undefined,
      ours: () => ({ path: `/api/mingmou/reservations?hid=${any(loaded.hids)}&reservation_date=${loaded.day}&per_page=100` }),
      bare: () => ({ path: `/agenda/${any(loaded.hids)}/${loaded.day}` }),
    },
    {
      name: 'insert a member',
      reach: 0.55,
      ours: () => ({
        method: 'POST',
        path: '/api/patient/addOrupdate',
        body: JSON.stringify({ name: '测压员', mobile: `1${String(++n).padStart(10, '0')}`, gender: 0, birth: '2015-05-05' }),
      }),
      bare: () => ({
        method: 'POST',
        path: '/insert',
        body: JSON.stringify({ name: '测压员', mobile: `2${String(++n).padStart(10, '0')}`, gender: 0, birth: '2015-05-05' }),
      }),
    },
    {
      name: 'charge, 20 cashiers',
      reach: 0.7,
      connections: 20,
      ours: () => ({
        method: 'POST',
        path: '/api/chargebill/insertAndPay',
        headers: { ...headers, 'idempotency-key': `bench-${++n}` },
        body: JSON.stringify({ hid: any(loaded.hids), pid: any(loaded.pids), money: 1, moneyGift: 0.1, payWay: 1 }),
      }),
      bare: () => ({
        method: 'POST',
        path: '/charge',
        body: JSON.stringify({ hid: any(loaded.hids), pid: any(loaded.pids), money: 100, gift: 10 }),
      }),
    },
  ]
  const heads: Array<[head: string, width: number]> = [
    ['ours/s', 9],
    ['p50', 7],
    ['p99', 8],
    ['bare/s', 10],
    ['p50', 7],
    ['p99', 8],
    ['ratio', 8],
  ]
  console.log(`\n${'case'.padEnd(26)}${heads.map(([head, width]) => head.padStart(width)).join('')}   reach`)
  for (const c of cases.filter(({ name }) => new RegExp(only, 'u').test(name))) {
    // Turn by turn, twice: what slows the machine down slows both.
    const rounds: Array<[Measured, Measured]> = []
    await answered(ours, c.ours(), headers)
    await answered(bare, c.bare(), headers)
    const shootAt = (port: number, ask: Case['ours'], duration: number) => shoot(port, ask, headers, duration, c.connections)
    await shootAt(ours, c.ours, 1)
    await shootAt(bare, c.bare, 1)
    for (let round = 0; round < 2; round++) rounds.push([await shootAt(ours, c.ours, seconds), await shootAt(bare, c.bare, seconds)])
    const mean = (i: 0 | 1, key: keyof Measured) => rounds.reduce((sum, r) => sum + r[i][key], 0) / rounds.length
    const ratio = mean(0, 'rps') / mean(1, 'rps')
    const line = [
      mean(0, 'rps').toFixed(0).padStart(9),
      mean(0, 'p50').toFixed(1).padStart(7),
      mean(0, 'p99').toFixed(1).padStart(8),
      mean(1, 'rps').toFixed(0).padStart(10),
      mean(1, 'p50').toFixed(1).padStart(7),
      mean(1, 'p99').toFixed(1).padStart(8),
      ratio.toFixed(2).padStart(8),
    ].join('')
    const failed = rounds.reduce((sum, r) => sum + r[0].failed + r[1].failed, 0)
    const reach = c.reach === undefined ? '' : `≥ ${c.reach} ${ratio >= c.reach ? 'reached' : 'NOT reached'}`
    console.log(`${c.name.padEnd(26)}${line}   ${reach}${failed ? `   ${failed} answers were not 2xx` : ''}`)
  }
}

/** A refusal is HTTP 200: what is measured must be the real answer. */
async function answered(port: number, request: Partial<autocannon.Request>, headers: Record<string, string>): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${request.path!}`, {
    method: request.method ?? 'GET',
    headers: { ...headers, ...(request.headers as Record<string, string> | undefined) },
    ...(request.body ? { body: request.body as string } : {}),
  })
  const { code, message } = (await response.json()) as { code: number; message: string }
  if (code !== 200) throw new Error(`${request.path!} answered ${code} ${message}`)
}

function shoot(
  port: number,
  request: () => Partial<autocannon.Request>,
  headers: Record<string, string>,
  duration: number,
  connections = 16,
): Promise<Measured> {
  return new Promise((resolve, reject) => {
    autocannon(
      {
        url: `http://127.0.0.1:${port}`,
        connections,
        duration,
        headers,
        requests: [{ setupRequest: (r: autocannon.Request) => ({ ...r, ...request() }) as autocannon.Request }],
      },
      (error, result) =>
        error
          ? reject(error)
          : resolve({
              rps: result.requests.average,
              p50: result.latency.p50,
              p99: result.latency.p99,
              failed: result.non2xx + result.errors,
            }),
    )
  })
}

/** The search itself, without HTTP: median and worst of 200 in one connection, behind the wall. */
async function searches(ownerUrl: string, loaded: Loaded): Promise<void> {
  const client = await ownerOf(ownerUrl)
  await client.query(`set app.oid = '${loaded.oid}'`)
  const times: number[] = []
  for (let i = 0; i < 200; i++) {
    const from = performance.now()
    await client.query('select * from find_patients($1, 12, $2)', [loaded.names[i % loaded.names.length], loaded.hids[0]])
    times.push(performance.now() - from)
  }
  await client.end()
  times.sort((a, b) => a - b)
  const [median, most] = [100, 197].map((index) => times[index]!.toFixed(1))
  console.log(
    `\nfind by two Chinese characters in the database: median ${median} ms, 99 of 100 within ${most} ms ` +
      '(reach: under 20 ms at 1,000,000 members)',
  )
}

async function tokenOf(port: number, account = 'bench'): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: 'Demo2026!' }),
  })
  return ((await response.json()) as { data: { token: string } }).data.token
}

async function ourServer(
  children: ChildProcess[],
  url: string,
  dir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ port: number; pid: number; startMs: number }> {
  const from = performance.now()
  const child = spawn(process.execPath, ['dist/server/main.mjs'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dir,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '100000000',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const port = await new Promise<number>((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      text += String(chunk)
      const found = /localhost:(\d+)/.exec(text)
      if (found) resolve(Number(found[1]))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)))
  })
  await fetch(`http://127.0.0.1:${port}/api/health`)
  return { port, pid: child.pid!, startMs: Math.round(performance.now() - from) }
}

async function bareServer(children: ChildProcess[], url: string, loaded: Loaded): Promise<{ port: number }> {
  const child = fork(await bundleBare(), [], {
    env: { ...process.env, BARE_URL: url, BARE_OID: String(loaded.oid), BARE_HID: String(loaded.hids[0]) },
  })
  children.push(child)
  return { port: await new Promise<number>((resolve) => child.once('message', (port) => resolve(port as number))) }
}

/** First-load JavaScript: the chunks index.html and a screen need, gzipped, following static imports. */
function sizes(): void {
  const manifest = path.join('dist/web', '.vite/manifest.json')
  if (!fs.existsSync(manifest)) return console.log('first-load JavaScript: no manifest in dist/web')
  const chunks = JSON.parse(fs.readFileSync(manifest, 'utf8')) as Record<string, { file: string; imports?: string[]; isEntry?: boolean }>
  const gz = (file: string) => zlib.gzipSync(fs.readFileSync(path.join('dist/web', file))).length
  const needed = (keys: string[], seen = new Set<string>()): Set<string> => {
    for (const key of keys) if (chunks[key] && !seen.has(key)) needed(chunks[key].imports ?? [], seen.add(key))
    return seen
  }
  const entry = Object.keys(chunks).filter((k) => chunks[k]!.isEntry)
  const kb = (keys: string[]) =>
    ([...needed(keys)].filter((k) => chunks[k]!.file.endsWith('.js')).reduce((sum, k) => sum + gz(chunks[k]!.file), 0) / 1000).toFixed(0)
  const named = (part: string) => Object.keys(chunks).filter((k) => k.endsWith(part))
  const login = named('account/web/login/Login.tsx')
  const list = [...named('web/Shell.tsx'), ...named('shell/Shell.tsx'), ...named('patients/web/list/PatientList.tsx')]
  console.log(
    `first-load JavaScript, gzipped: /login ${kb([...entry, ...login])} kB (reach: 120), ` +
      `/patients/list ${kb([...entry, ...list])} kB (reach: 400)`,
  )
}
