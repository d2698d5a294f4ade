/** The connection: pool, parsing of values, prepared statements, rows with camel-cased names. */
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { z } from '#kernel/contract/index.ts'
import { guarded } from '../bugs.ts'
import type { Sql } from './sql.ts'
import { camel } from './sql.ts'
import { misfit } from '../misfits.ts'
import { columnsWrong, neverNull, type Column, type RowOf, type Shape } from './shaped.ts'

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
    options: `-c TimeZone=${ZONE} -c statement_timeout=${STATEMENT} -c idle_in_transaction_session_timeout=60000 -c lock_timeout=10000 -c jit=off ${more}`,
  } as pg.PoolConfig)
  outliving(pool)
  pool.on('connect', (client) => impatient(client, silent))
  return pool
}
/** Idle or in use, a connection lost (the database was killed) is told by its next query, and the pool opens another: without listeners it would end the process. */
function outliving(pool: Pool): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
}
/** What the driver's types do not tell of a connection: its socket, and whether no query is under way. */
const inside = (client: pg.ClientBase) => client as unknown as { readyForQuery: boolean; connection: { stream: Socket } }
/** Ends a connection from which nothing comes in the middle of a query: all its queries fail at once and the pool opens another. */
function impatient(client: pg.PoolClient, silent: number): void {
  const asked = inside(client)
  const { stream } = asked.connection
  stream.setTimeout(silent)
  stream.on('timeout', () => {
    if (!asked.readyForQuery) stream.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }))
  })
}

/** A pool without pipelining, for libraries that bring their own queries. */
export function openPlainPool(url: string, max: number): Pool {
  const pool = new pg.Pool({ connectionString: url, max, application_name: 'mingmou jobs' })
  outliving(pool)
  return pool
}

/** What handlers query with: inside one transaction, behind the wall. Asked with a shape, rows are compared with it (decision 0094). */
export interface Db {
  /** All rows, names camel-cased. */
  rows<const S extends Shape>(shape: S, query: Sql): Promise<Array<RowOf<S>>>
  rows<T>(query: Sql): Promise<T[]>
  /** The first row, or undefined. */
  one<const S extends Shape>(shape: S, query: Sql): Promise<RowOf<S> | undefined>
  one<T>(query: Sql): Promise<T | undefined>
  /** The row of a statement that always has one: a count, what was inserted. None is a bug. */
  the<const S extends Shape>(shape: S, query: Sql): Promise<RowOf<S>>
  the<T>(query: Sql): Promise<T>
  /** Number of rows changed. */
  run(query: Sql): Promise<number>
}

const names = new Map<string, string>()
/** Statements get a name by their text, so that each connection plans them once. */
function nameOf(text: string): string | undefined {
  let name = names.get(text)
  if (!name && names.size < 3000) {
    name = `s${createHash('sha1').update(text).digest('base64url').slice(0, 20)}`
    names.set(text, name)
  }
  return name
}

type Row = Record<string, unknown>
type Maker = (values: unknown[]) => Row
/** Makers by statement: those of a contract's shape, those of columns, and those of rows nobody compares. */
const makers = { shaped: new WeakMap<object, Map<string, Maker>>(), columns: new Map<string, Maker>(), bare: new Map<string, Maker>() }
function makersFor(shape: Shape | undefined): Map<string, Maker> {
  if (!shape) return makers.bare
  if (!(shape instanceof z.ZodObject)) return makers.columns
  let mine = makers.shaped.get(shape)
  if (!mine) makers.shaped.set(shape, (mine = new Map()))
  return mine
}
/**
 * Makes the rows of one statement. Compiled: forty properties set one by one, by names only known at run time, cost twenty times as much. `unexpected` is
 * told the name of a column that is null where the shape has no null.
 */
function compiled(columns: readonly Column[], never: ReadonlySet<string>, unexpected: (name: string) => null): Maker {
  const parts = columns.map(({ name }, i) => {
    const key = JSON.stringify(camel(name))
    return `${key}: ${never.has(camel(name)) ? `v[${i}] === null ? unexpected(${key}) : ` : ''}v[${i}]`
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- the names are those of our own statements, quoted
  return (new Function('unexpected', `return (v) => ({${parts.join(', ')}})`) as (unexpected: (name: string) => null) => Maker)(unexpected)
}

/** Columns that their tables let be null, by database: asked once, in strict mode. */
const nullable = new Map<string, Promise<ReadonlySet<string>>>()
function nullableIn(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const { database } = client as unknown as { database: string }
  let asked = nullable.get(database)
  if (!asked) {
    asked = client
      .query<{ at: string }>(
        `select attrelid || '.' || attnum as at from pg_attribute where not attnotnull and attnum > 0 and attrelid >= 16384`,
      )
      .then(({ rows }) => new Set(rows.map((r) => r.at)))
    nullable.set(database, asked)
  }
  return asked
}

/** The maker of a statement's rows; a statement asked with a shape is compared with it before its first row is made. */
async function makerOf(
  client: pg.ClientBase,
  text: string,
  columns: readonly Column[],
  shape: Shape | undefined,
  strict: boolean,
): Promise<Maker> {
  const mine = makersFor(shape)
  const known = mine.get(text)
  if (known) return known
  const wrong = (what: string): null => {
    if (strict) throw new Error(`rows do not fit their shape: ${what}, in ${text}`)
    misfit('rows', `${what}, in ${text}`)
    return null
  }
  // Columns written in place speak of what the statement leaves of a table: `where mobile is not null`.
  const inNulls = shape instanceof z.ZodObject && strict ? await nullableIn(client) : undefined
  const problems = shape ? columnsWrong(shape, columns, ({ tableID, columnID }) => inNulls?.has(`${tableID}.${columnID}`) ?? false) : []
  if (problems.length) wrong(problems.join(', '))
  const maker = compiled(columns, shape ? neverNull(shape) : new Set(), (name) => wrong(`${name} is null`))
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

/** Asks one statement. */
export type Ask = (query: Sql, shape?: Shape) => Promise<{ rows: Row[]; count: number }>
/** Asks over one connection. `strict`: rows that do not fit the shape they were asked for are an error. */
export const asking =
  (client: pg.ClientBase, strict = false): Ask =>
  async ({ text, values }, shape) => {
    inOnePacket(client)
    const name = nameOf(text)
    const result = await client.query<unknown[]>({ ...(name ? { name } : {}), text, values: values as unknown[], rowMode: 'array' })
    const maker = makersFor(shape).get(text) ?? (await makerOf(client, text, result.fields, shape, strict))
    return { rows: result.rows.map(maker), count: result.rowCount ?? 0 }
  }

/** The query interface over a way to ask. */
export function dbOver(ask: Ask): Db {
  const rows = async (first: Shape | Sql, second?: Sql): Promise<Row[]> =>
    (await (second ? ask(second, first as Shape) : ask(first as Sql))).rows
  const db = {
    rows,
    one: async (first: Shape | Sql, second?: Sql) => (await rows(first, second))[0],
    the: async (first: Shape | Sql, second?: Sql) => {
      const [row] = await rows(first, second)
      if (!row) throw new Error(`no row, where one must be: ${(second ?? (first as Sql)).text}`)
      return row
    },
    run: async (query: Sql) => (await ask(query)).count,
  }
  // The shape says what the rows are; without one the caller does.
  return db as unknown as Db
}
/** The query interface over one connection. */
export const dbOn = (client: pg.ClientBase, strict = false): Db => dbOver(asking(client, strict))

/** Rows fetched at a time: few enough to be gone before the garbage collector moves them to the old heap, which it lets grow before it looks there. */
const LOT = 250
/** All rows of a query, lot by lot, through a cursor of the transaction the connection is in. */
export async function* cursorOn<T>(client: pg.ClientBase, q: Sql): AsyncGenerator<T> {
  await client.query({ text: `declare whole no scroll cursor for ${q.text}`, values: q.values as unknown[] })
  for (;;) {
    const { rows, fields } = await client.query<unknown[]>({ text: `fetch ${LOT} from whole`, rowMode: 'array' })
    const lot = rows.map(await makerOf(client, q.text, fields, undefined, false)) as T[]
    yield* lot
    if (lot.length < LOT) return
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
