/** The tenant transaction: begin, row level security (here *the wall*), work, commit in as few trips as the work itself needs. */
import { clinicNow, type EventType } from '#kernel/contract/internal.ts'
import type { Cx, Who } from '../cx.ts'
import { Refused, isTransient } from '../refuse.ts'
import { asking, cursorOn, dbOn, dbOver, inOnePacket, isLost, type QueryRunner, type Db, type PoolClient, type Pools } from './client.ts'
import { freeHanded, holding } from './held.ts'
import { LiveNotices, type Touched } from './notices.ts'
import type { QueryShape, Whole } from './shaped.ts'
import { sql, type Sql } from './sql.ts'

/** Reactions to an event, in ORDER; filled by `serve`. */
export type Reaction = (cx: Cx<string>, payload: never) => Promise<void>
export type Reactions = ReadonlyMap<string, ReadonlyArray<{ area: string; run: Reaction }>>

/** Takes the last statement of some work, sent and not waited for: the commit travels with it, and says no where it failed. */
export type Leaves = (last: Promise<unknown>) => void
type Work<T> = (cx: Cx<string>, leaves: Leaves) => Promise<T>

export interface TenantOptions {
  readonly requestId: string
  /**
   * Another moment than now: the demo builder replays years. Such a commit does not wait for the disk: a demo cut short is built anew, or
   * gone on with.
   */
  readonly clock?: string
  readonly readOnly?: boolean
  /** Moments longer ago than a table allows may be written: the reason, and the stores of it. */
  readonly late?: { readonly reason: string; readonly hids: readonly number[] }
  /** Area whose browsers refresh after the commit. */
  readonly area?: string
  readonly answered?: Cx['answered']
}

const whole = (n: number): number => {
  if (!Number.isSafeInteger(n) || n < 0) throw new Error(`not an id: ${n}`)
  return n
}
const plain = (text: string): string => text.replace(/[^\w:. +-]/g, '')

/** Steps into the role of members' sessions for this transaction: it sees the rows of these members and no others. */
const intoMember = ({ pids }: NonNullable<Who['member']>): string =>
  `
    select set_config('role', regexp_replace(session_user, '_app$', '_member'), true);
    set local app.pids = '{${pids.map(whole).join(',')}}';
  `
/** The settings the row policies read: for the connection, or for one transaction. */
const wallOf = (who: Who, set: 'set' | 'set local'): string =>
  [
    `${who.member ? intoMember(who.member) : ''}${set} app.oid = '${whole(who.oid)}'`,
    `${set} app.hids = '{${who.hids.map(whole).join(',')}}'`,
    `${set} app.ctid = '${whole(who.ctid)}'`,
  ].join('; ')
/** What a transaction begins with, in one packet. */
const beginning = (who: Who, { readOnly, requestId, clock }: Pick<TenantOptions, 'readOnly' | 'requestId' | 'clock'>): string =>
  [
    `begin${readOnly ? ' read only' : ''}`,
    wallOf(who, 'set local'),
    `set local app.request = '${plain(requestId)}'`,
    ...(clock ? [`set local app.now = '${plain(clock)}'`, 'set local synchronous_commit = off'] : []),
  ].join('; ')

const nothingLeaves: Leaves = () => {
  throw new Error('a reading transaction has no commit to travel with')
}

export class Database {
  /** Whom each reading connection shows its rows to. */
  private readonly walls = new WeakMap<PoolClient, Pick<Who, 'oid' | 'ctid' | 'hids'>>()
  private readonly notices: LiveNotices
  /** `strict`: a second connection taken inside a transaction is an error. */
  constructor(
    private readonly pools: Pools,
    private readonly reactions: Reactions = new Map(),
    private readonly strict = false,
  ) {
    this.notices = new LiveNotices(pools.door)
  }

  /** Runs `work` in one transaction that sees this organisation and these stores only. Serialization failures are run again. */
  inTenant<T>(who: Who, options: TenantOptions, work: Work<T>): Promise<T> {
    return this.alone(() => this.tried(who, options, work))
  }
  /** In strict mode, sees to it that the caller holds no connection and that the work takes no other. */
  private async alone<T>(work: () => Promise<T>): Promise<T> {
    if (!this.strict) return work()
    freeHanded('a connection')
    return holding(work)
  }
  private async tried<T>(who: Who, options: TenantOptions, work: Work<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        // A member's wall is a role of one transaction, and so on no connection that keeps its wall.
        return await (options.readOnly && !options.clock && !who.member ? this.read(who, options, work) : this.write(who, options, work))
      } catch (error) {
        if (attempt >= 4 || !isTransient(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
      }
    }
  }

  /**
   * Reads on a connection that cannot write. Its wall stands until another account comes: reads of one account are one trip each (decision
   * 0014).
   */
  private async read<T>(who: Who, options: TenantOptions, work: Work<T>): Promise<T> {
    const client = await this.pools.reading.connect()
    const raised = this.raise(client, who)
    const stands = raised.then(
      () => true,
      () => false,
    )
    try {
      const answer = await work(this.cxOn(client, who, options, []), nothingLeaves)
      // Rows read before the database confirmed the wall are not passed on.
      await raised
      client.release()
      return answer
    } catch (error) {
      // A refusal behind a wall that stands is an answer; after anything else nobody knows what the connection is set to, so it ends.
      client.release(!(error instanceof Refused && (await stands)))
      throw error
    }
  }
  /** Raises the wall of an account where another one stands; travels with the first query. */
  private async raise(client: PoolClient, who: Who): Promise<void> {
    const before = this.walls.get(client)
    if (before?.oid === who.oid && before.ctid === who.ctid && before.hids === who.hids) return
    this.walls.set(client, who)
    inOnePacket(client)
    await client.query(wallOf(who, 'set'))
  }

  private async write<T>(who: Who, options: TenantOptions, work: Work<T>): Promise<T> {
    const client = await this.pools.writing.connect()
    try {
      inOnePacket(client)
      const begin = client.query(beginning(who, options))
      // Not awaited: it leaves together with the first query of the work. Its failure surfaces in that query.
      begin.catch(() => undefined)
      if (options.late) {
        const { reason, hids } = options.late
        await client.query(`select set_config('app.backdate', $1, true), set_config('app.backdate_hids', $2, true)`, [
          reason,
          `{${hids.join(',')}}`,
        ])
      }
      const touched: Touched[] = []
      if (options.area && !options.readOnly) touched.push({ topic: options.area, hid: who.hid })
      const last: Array<Promise<unknown>> = []
      const answer = await work(this.cxOn(client, who, options, touched), (statement) => void last.push(statement))
      // What failed on the way is thrown, not that the commit became a rollback for it.
      const commit = client.query('commit')
      commit.catch(() => undefined)
      await Promise.all(last)
      const end = await commit
      if (end.command !== 'COMMIT') throw new Error('the transaction was rolled back: an error was swallowed')
      client.release()
      // Replayed days (the demo) send no live events.
      if (!options.clock) this.notices.of(who.oid, touched)
      return answer
    } catch (error) {
      await client.query('rollback').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      )
      throw error
    }
  }

  /**
   * All rows of a query as an account may see them, read while somebody takes them. They have a connection of their own pool until the last
   * is taken or nobody wants more: a slow download waits for itself. A minute without taking any ends it.
   */
  async *stream(who: Who, shape: QueryShape | Whole<unknown>, query: Sql): AsyncGenerator<Record<string, unknown>> {
    const client = await this.pools.streaming.connect()
    let ended = false
    try {
      await client.query(`begin read only; ${wallOf(who, 'set local')}`)
      yield* cursorOn(client, shape, query, this.strict)
      await client.query('commit')
      ended = true
    } finally {
      // A transaction given up half-way ends with its connection.
      client.release(!ended)
    }
  }

  private cxOn(client: PoolClient, who: Who, options: TenantOptions, touched: Touched[]): Cx<string> {
    const db = dbOn(client, this.strict)
    const now = options.clock ?? clinicNow()
    let isHouse = false
    const cx: Cx<string> = {
      db,
      who,
      now,
      today: now.slice(0, 10),
      requestId: options.requestId,
      answered: options.answered ?? (() => undefined),
      refuse: (key, params) => refuse(key, params),
      announce: async <P>(event: EventType<P>, payload: P) => {
        const reactions = this.reactions.get(event.name) ?? []
        // What is announced happened to rows of the module that says so, whichever call it came from.
        touched.push({ topic: event.name.split('.')[0] ?? '', hid: hidOf(payload) ?? who.hid })
        // What follows from a member's act is the house's own work: tasks end, the desk is told. What that announces is so too.
        const steps = who.member !== undefined && !isHouse && reactions.length > 0
        if (steps) await db.run(sql`select set_config('role', 'none', true)`)
        isHouse ||= steps
        const stepBack = async (): Promise<void> => {
          if (!steps) return
          isHouse = false
          await db.run(sql`select set_config('role', regexp_replace(session_user, '_app$', '_member'), true)`)
        }
        try {
          for (const { area, run } of reactions) {
            touched.push({ topic: area, hid: who.hid })
            await run(cx, payload as never)
          }
        } catch (error) {
          // Who catches a refusal works on as the member. A transaction that failed takes no statement any more.
          await stepBack().catch(() => undefined)
          throw error
        }
        await stepBack()
      },
      enqueue: async (job, payload) => {
        const { oid, hid, hids, ctid } = who
        const sent = JSON.stringify({ ...payload, who: { oid, hid, hids, ctid } })
        await db.run(sql`select app_enqueue(${job}, ${sent}::json)`)
      },
      touch: (topic, hid = who.hid) => void touched.push({ topic, hid }),
    }
    return cx
  }

  /** Tells every process that listens; with no transaction, so what was said of one that fails is said all the same. */
  async tell(channel: 'room', payload: string): Promise<void> {
    await this.pools.door.query('select pg_notify($1, $2)', [channel, payload])
  }
  /**
   * Queries before any tenant is known, of a role for which only the functions of the entrance answer. Each has a connection for itself;
   * between two, none is held.
   */
  readonly bare: Db = dbOver({
    rows: (shape, query) => this.single((ask) => ask.rows(shape, query)),
    run: (query) => this.single((ask) => ask.run(query)),
  })
  private single<T>(query: (ask: QueryRunner) => Promise<T>): Promise<T> {
    return this.alone(async () => {
      const client = await this.pools.door.connect()
      try {
        const answer = await query(asking(client, this.strict))
        client.release()
        return answer
      } catch (error) {
        client.release(isLost(error))
        throw error
      }
    })
  }
  private probe: { at: number; answer: Promise<boolean> } | undefined
  /**
   * Whether each pool gives a connection that answers within three seconds. Asked of the database at most once a second, however many ask.
   */
  alive(): Promise<boolean> {
    if (!this.probe || performance.now() - this.probe.at > 1000) {
      const { writing, reading, streaming, door } = this.pools
      // Downloads wait for themselves: where all of their connections are at work, that is no illness.
      const downloading = streaming.totalCount - streaming.idleCount >= streaming.options.max
      const ready = Promise.all([writing, reading, door, ...(downloading ? [] : [streaming])].map((pool) => pool.query('select 1'))).then(
        () => true,
        () => false,
      )
      const late = new Promise<boolean>((answer) => setTimeout(() => answer(false), 3000).unref())
      this.probe = { at: performance.now(), answer: Promise.race([ready, late]) }
    }
    return this.probe.answer
  }
}

export function refuse(key: string, params: Readonly<Record<string, string | number>> & { readonly field?: string } = {}): never {
  const { field, ...rest } = params
  throw new Refused(key, rest, field)
}

/** The store an event names. */
const hidOf = (payload: unknown): number | undefined =>
  payload !== null && typeof payload === 'object' && 'hid' in payload && typeof payload.hid === 'number' ? payload.hid : undefined
