/** The connection: pool, parsing of values, prepared statements, rows with camel-cased names. */
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { guarded } from '../bugs.ts'
import type { Sql } from './sql.ts'
import { camel, plannedAnew } from './sql.ts'
import { misfit } from '../misfits.ts'
import { Catalog, columnsWrong, isNamed, neverNull, type ResultColumn, type ShapedRow, type QueryShape, type Whole } from './shaped.ts'

const ZONE = 'Asia/Shanghai'

// Parsed in one place: ids and fen stay below 2^53; days and moments are text in the clinic's zone, never a Date in the server's.
const { types } = pg
const numbers = (text: string) => text.slice(1, -1).split(',').filter(Boolean).map(Number)
types.setTypeParser(20, Number)
types.setTypeParser(1700, Number)
types.setTypeParser(1082, (day) => day)
types.setTypeParser(1114, (moment) => moment.slice(0, 19))
types.setTypeParser(1184, (moment) => moment.slice(0, 19))
types.setTypeParser(1083, (time) => time.slice(0, 5))
types.setTypeParser(1016 as never, numbers)
types.setTypeParser(1231 as never, numbers)

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient

/** Where a server finds its database: as the role behind the wall, and as the one that knows no tenant yet. */
export interface Urls {
  readonly appUrl: string
  readonly doorUrl: string
}
/**
 * The connections of a server: of the role behind the wall those that write in transactions, those that can only read, and those files are
 * read through; of the other those of the entrance.
 */
export interface Pools {
  readonly writing: Pool
  readonly reading: Pool
  readonly streaming: Pool
  readonly door: Pool
}
/** Files read at the same time; a further one waits. */
const STREAMS = 3
/** `silent`: ms without a sign of the database in the middle of a query, after which it counts as hung. */
export const openPools = ({ appUrl, doorUrl }: Urls, { max = 10, silent = SILENT }: { max?: number; silent?: number } = {}): Pools => ({
  writing: openPool(appUrl, { max, silent, more: '' }),
  reading: openPool(appUrl, { max, silent, more: '-c default_transaction_read_only=on' }),
  // Plans a cursor for all of its rows: PostgreSQL assumes that a tenth is fetched.
  streaming: openPool(appUrl, {
    max: STREAMS,
    silent,
    more: '-c default_transaction_read_only=on -c cursor_tuple_fraction=1',
    pipeline: false,
  }),
  door: openPool(doorUrl, { max, silent, more: '' }),
})
export const closePools = async (pools: Pools): Promise<void> => {
  await Promise.all(Object.values<Pool>({ ...pools }).map((pool) => pool.end()))
}

/** Longest wait for a connection, ms: busy ones, or a database that does not answer. Then the call says so (503). */
const ACQUIRE = 8000
/** Longest statement, ms: PostgreSQL itself ends it. One that hangs cannot, so the driver gives up a little later. */
const STATEMENT = 20_000
const SILENT = 24_000

/** A pool, with queries pipelined but where rows are fetched one lot after the other. */
function openPool(
  url: string,
  { max, silent, more, pipeline = true }: { max: number; silent: number; more: string; pipeline?: boolean },
): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: ACQUIRE,
    pipeline,
    application_name: 'mingmou',
    options: [
      `-c TimeZone=${ZONE} -c statement_timeout=${STATEMENT}`,
      `-c idle_in_transaction_session_timeout=60000 -c lock_timeout=10000 -c jit=off ${more}`,
    ].join(' '),
  } as pg.PoolConfig)
  outliving(pool)
  pool.on('connect', (client) => impatient(client, silent))
  return pool
}
/**
 * Idle or in use, a connection lost (the database was killed) is told by its next query, and the pool opens another: without listeners it
 * would end the process.
 */
function outliving(pool: Pool): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
}
/** What the driver's types do not tell of a connection: its database, its socket, and whether no query is under way. */
const inside = (client: pg.ClientBase) => client as unknown as { readyForQuery: boolean; database: string; connection: { stream: Socket } }
/** Ends a connection from which nothing comes in the middle of a query: all its queries fail at once and the pool opens another. */
function impatient(client: pg.PoolClient, silent: number): void {
  const connection = inside(client)
  const { stream } = connection.connection
  stream.setTimeout(silent)
  stream.on('timeout', () => {
    if (!connection.readyForQuery) stream.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }))
  })
}

/** A pool without pipelining, for libraries that bring their own queries. */
export function openPlainPool(url: string, max: number): Pool {
  const pool = new pg.Pool({ connectionString: url, max, application_name: 'mingmou jobs' })
  outliving(pool)
  return pool
}

/**
 * What handlers query with: inside one transaction, behind the wall. Rows are asked for with their shape, or as whole rows of a table, and
 * compared with it (decision 0094).
 */
export interface Db {
  /** All rows, names camel-cased. */
  rows<R>(row: Whole<R>, query: Sql): Promise<R[]>
  rows<const S extends QueryShape>(shape: S, query: Sql): Promise<Array<ShapedRow<S>>>
  /** The first row, or undefined. */
  one<R>(row: Whole<R>, query: Sql): Promise<R | undefined>
  one<const S extends QueryShape>(shape: S, query: Sql): Promise<ShapedRow<S> | undefined>
  /** The row of a statement that always has one: a count, what was inserted. None is a bug. */
  the<R>(row: Whole<R>, query: Sql): Promise<R>
  the<const S extends QueryShape>(shape: S, query: Sql): Promise<ShapedRow<S>>
  /** Whether a statement has a row; what stands in it is not looked at. */
  any(query: Sql): Promise<boolean>
  /** Number of rows changed, or locked. */
  run(query: Sql): Promise<number>
}

const names = new Map<string, string>()
/** Statements get a name by their text, so that each connection plans them once; those that are planned anew get none. */
function nameOf(text: string): string | undefined {
  let name = names.get(text)
  if (!name && names.size < 3000 && !text.includes(plannedAnew.text)) {
    name = `s${createHash('sha1').update(text).digest('base64url').slice(0, 20)}`
    names.set(text, name)
  }
  return name
}

type Row = Record<string, unknown>
type Maker = (values: unknown[]) => Row
/** What rows are asked for as. */
type Wanted = QueryShape | Whole<unknown>
/**
 * Makers by statement: those of a contract's shape by it, those of shapes written where they are used together: no statement is asked with
 * two.
 */
const makers = { named: new WeakMap<object, Map<string, Maker>>(), written: new Map<string, Maker>() }
function makersFor(shape: Wanted): Map<string, Maker> {
  if (!isNamed(shape)) return makers.written
  let mine = makers.named.get(shape)
  if (!mine) makers.named.set(shape, (mine = new Map()))
  return mine
}
/**
 * Makes the rows of one statement. Compiled: forty properties set one by one, by names only known at run time, cost twenty times as much.
 * `unexpected` is told the name of a column that is null where the shape has no null.
 */
function compiled(columns: readonly ResultColumn[], never: ReadonlySet<string>, unexpected: (name: string) => null): Maker {
  const parts = columns.map(({ name }, i) => {
    const key = JSON.stringify(camel(name))
    return `${key}: ${never.has(camel(name)) ? `v[${i}] === null ? unexpected(${key}) : ` : ''}v[${i}]`
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- the names are those of our own statements, quoted
  return (new Function('unexpected', `return (v) => ({${parts.join(', ')}})`) as (unexpected: (name: string) => null) => Maker)(unexpected)
}

/** What each database tells of its columns: asked once, in strict mode. */
const catalogs = new Map<string, Promise<Catalog>>()
function catalogOf(client: pg.ClientBase): Promise<Catalog> {
  const { database } = inside(client)
  let catalog = catalogs.get(database)
  if (!catalog) {
    catalog = client
      .query<{ at: string; tbl: string; nullable: boolean }>(
        `
          select attrelid || '.' || attnum as at, c.relname as tbl, not attnotnull as nullable
          from pg_attribute
          join pg_class c on c.oid = attrelid
          where attnum > 0 and not attisdropped and attrelid >= 16384 and relkind in ('r', 'p')
        `,
      )
      .then(({ rows }) => new Catalog(rows))
    catalogs.set(database, catalog)
  }
  return catalog
}

/** The maker of a statement's rows, which are compared with their shape before the first is made. */
async function makerOf(
  client: pg.ClientBase,
  text: string,
  columns: readonly ResultColumn[],
  shape: Wanted,
  strict: boolean,
): Promise<Maker> {
  const mine = makersFor(shape)
  const prepared = mine.get(text)
  if (prepared) return prepared
  const wrong = (what: string): null => {
    if (strict) throw new Error(`rows do not fit their shape: ${what}, in ${text}`)
    misfit('rows', `${what}, in ${text}`)
    return null
  }
  const catalog = strict ? await catalogOf(client) : undefined
  const problems = columnsWrong(shape, columns, catalog)
  if (problems.length) wrong(problems.join(', '))
  const maker = compiled(columns, neverNull(shape, columns, catalog), (name) => wrong(`${name} is null`))
  if (mine.size < 3000) mine.set(text, maker)
  return maker
}

/** What is sent in the same turn leaves in one packet: a write to a socket costs more than the query it carries. */
export function inOnePacket(client: pg.ClientBase): void {
  const { stream } = inside(client).connection
  if (stream.writableCorked) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Sends one statement. */
async function sent(client: pg.ClientBase, { text, values }: Sql): Promise<pg.QueryArrayResult<unknown[]>> {
  inOnePacket(client)
  const name = nameOf(text)
  return client.query<unknown[]>({ ...(name ? { name } : {}), text, values: values as unknown[], rowMode: 'array' })
}
/** Asks statements: their rows, and how many they changed. */
export interface QueryRunner {
  rows(shape: Wanted, query: Sql): Promise<Row[]>
  run(query: Sql): Promise<number>
}
/** Asks over one connection. `strict`: rows that do not fit the shape they were asked for are an error. */
export const asking = (client: pg.ClientBase, strict = false): QueryRunner => ({
  async rows(shape, query) {
    const { rows, fields } = await sent(client, query)
    const { text } = query
    const maker = makersFor(shape).get(text) ?? (await makerOf(client, text, fields, shape, strict))
    return rows.map(maker)
  },
  async run(query) {
    return (await sent(client, query)).rowCount ?? 0
  },
})

/** The query interface over a way to ask. */
export function dbOver({ rows, run }: QueryRunner): Db {
  const db = {
    rows,
    one: async (shape: Wanted, query: Sql) => (await rows(shape, query))[0],
    the: async (shape: Wanted, query: Sql) => {
      const [row] = await rows(shape, query)
      if (!row) throw new Error(`no row, where one must be: ${query.text}`)
      return row
    },
    any: async (query: Sql) => (await run(query)) > 0,
    run,
  }
  // What the rows are, their shape says; that they are, was compared.
  return db as Db
}
/** The query interface over one connection. */
export const dbOn = (client: pg.ClientBase, strict = false): Db => dbOver(asking(client, strict))

/**
 * Rows fetched at a time: few enough to be gone before the garbage collector moves them to the old heap, which it lets grow before it looks
 * there.
 */
const LOT = 250
/** All rows of a query, lot by lot, through a cursor of the transaction the connection is in. */
export async function* cursorOn(client: pg.ClientBase, shape: Wanted, q: Sql, strict: boolean): AsyncGenerator<Row> {
  await client.query({ text: `declare whole no scroll cursor for ${q.text}`, values: q.values as unknown[] })
  for (;;) {
    const { rows, fields } = await client.query<unknown[]>({ text: `fetch ${LOT} from whole`, rowMode: 'array' })
    yield* rows.map(await makerOf(client, q.text, fields, shape, strict))
    if (rows.length < LOT) return
  }
}

/** Whether an error says that the disk is full: PostgreSQL's (53100) or the system's own. */
export const isFull = (e: unknown): boolean => /^(53100|ENOSPC|EDQUOT)$/.test(codeOf(e))
/** Code of an error of the system or of PostgreSQL; empty where it has none. */
export const codeOf = (e: unknown): string => (e instanceof Error && 'code' in e && typeof e.code === 'string' ? e.code : '')

/** SQLSTATE classes: 08 and 57P0x are connections ended, 53300 is too many of them; the rest are sockets. */
const lost = /^(08\w{3}|57P0[1-5]|53300|ECONN(RESET|REFUSED|ABORTED)|EPIPE|ETIMEDOUT)$/
/** Whether an error says that the database could not be asked, or did not tell how it ended: it is starting, stopping, full or gone. */
export function isLost(e: unknown): boolean {
  if (!(e instanceof Error)) return false
  const code = codeOf(e)
  if (code) return lost.test(code) || (code === 'ENOENT' && 'syscall' in e && e.syscall === 'connect')
  // The driver's own errors have no code.
  return /^Connection terminated|not queryable$|^timeout exceeded when trying to connect$/.test(e.message)
}

/** A single listening connection that reconnects: NOTIFY → `onNotice`. Answers a function that closes it. */
export function listen(
  url: string,
  channels: readonly string[],
  onNotice: (channel: string, payload: string) => void,
  onHearing: (hearing: boolean) => void,
): () => Promise<void> {
  let closed = false
  let client: pg.Client | undefined
  const connect = async (): Promise<void> => {
    if (closed) return
    const next = new pg.Client({
      connectionString: url,
      application_name: 'mingmou listen',
      connectionTimeoutMillis: ACQUIRE,
      keepAlive: true,
    })
    client = next
    next.on('notification', (n) => guarded('a notice of the database', () => onNotice(n.channel, n.payload ?? '')))
    const again = () => {
      if (closed || client !== next) return
      // Reported once: `end` follows every error.
      client = undefined
      onHearing(false)
      setTimeout(() => void connect(), 1000)
    }
    next.on('error', again)
    next.on('end', again)
    try {
      await next.connect()
      for (const channel of channels) await next.query(`listen ${channel}`)
      onHearing(true)
    } catch {
      again()
    }
  }
  void connect()
  return async () => {
    closed = true
    await client?.end().catch(() => undefined)
  }
}
