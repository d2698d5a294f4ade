/** What a handler gets: `Cx` inside one transaction behind the wall; `Out` around slow outside calls; `Open` before login. */
import type { Endpoint, EventType, EndpointKind, UniversalRefusal } from '#kernel/contract/internal.ts'
import type { Db } from './database/client.ts'
import type { ShapedRow, QueryShape, Whole } from './database/shaped.ts'
import type { Sql } from './database/sql.ts'

/** The account a request belongs to. */
export interface Who {
  readonly oid: number
  /** The store worked in now. */
  readonly hid: number
  /** Stores the account may see: the wall. */
  readonly hids: readonly number[]
  readonly uid: number
  /** Staff member behind the account. */
  readonly ctid: number
  readonly name: string
  readonly account: string
  readonly role: string
  readonly roles: readonly string[]
  readonly can: ReadonlySet<string>
  /** What may be done in another of the stores; absent where every store was granted the same. */
  readonly canIn?: (hid: number) => ReadonlySet<string>
  /** Stores whose members' records are under a view password; absent where none is. */
  readonly lockedIn?: ReadonlySet<number>
  /**
   * Sees a member as long as a case lies between them: everybody else's record is not found, and no list of members is read (a remote
   * expert).
   */
  readonly casesOnly?: true
  /**
   * A member's own session, which is nobody of the staff: it holds no permission, `ctid` is 0, `uid` the negative of `pid`. `pids` are
   * oneself and the children one is guardian of: the rows that exist for it.
   */
  readonly member?: { readonly pid: number; readonly pids: readonly number[] }
  /** Hash of the token the request came with. */
  readonly session?: string
  /** Something must be done first, or time is up: calls that are not allowed are refused with this key. */
  readonly barred?: {
    readonly refusal: 'first_login' | 'account_expired'
    readonly day?: string
    allows(call: { readonly id: string; readonly can: string }): boolean
  }
  /** Uid of the administrator who fetched this account's token: named in the audit of everything done with it. */
  readonly openedBy?: number
}

/** Parameters of a refusal's sentence; `field` names the wrong input field. */
export type RefusalParams = Readonly<Record<string, string | number>> & { readonly field?: string }
export type Refuse<Fail extends string> = (key: Fail | UniversalRefusal, params?: RefusalParams) => never

/** One transaction behind the wall. It has no outside service, so nobody holds a connection across a slow call. */
export interface Cx<Fail extends string = never> {
  readonly db: Db
  readonly who: Who
  /** The moment of the request, `2026-11-21 09:30:00`, in the clinic's zone. */
  readonly now: string
  /** Calendar day of `now`. */
  readonly today: string
  readonly requestId: string
  /** The version of a row the account was last answered, by the name and value of its id; undefined where it never was. */
  answered(name: string, id: unknown): number | undefined
  /** Answers an expected "no" and rolls back. */
  readonly refuse: Refuse<Fail>
  /** Tells the modules after this one, in the same transaction. */
  announce<P>(event: EventType<P, Fail>, payload: P): Promise<void>
  /** Queues work for later; leaves with the commit. */
  enqueue(job: string, payload: Record<string, unknown>): Promise<void>
  /** Browsers showing this area refresh once the transaction is committed: those that may see the store worked in, or the one given. */
  touch(area: string, hid?: number): void
}

/** Calls that talk to the outside: ports and short transactions, but no open one. */
export interface Out<Fail extends string = never> {
  readonly who: Who
  readonly now: string
  /** Calendar day of `now`. */
  readonly today: string
  readonly requestId: string
  readonly refuse: Refuse<Fail>
  /** Every row of a query behind the wall, read while they are taken: for files, which have no limit. */
  stream<R>(row: Whole<R>, query: Sql): AsyncGenerator<R>
  stream<const S extends QueryShape>(shape: S, query: Sql): AsyncGenerator<ShapedRow<S>>
  tx<T>(work: (cx: Cx<Fail>) => Promise<T>): Promise<T>
  /** Asks a call as the same account does over the wire: its permissions and masks, yuan, the reading kept. What it refuses is refused. */
  ask<In, Answer, Sent>(of: Endpoint<In, Answer, string, Sent, EndpointKind>, sent: Sent): Promise<Answer>
  /** The same of a call that may be refused: undefined then. */
  askSoftly<In, Answer, Sent>(of: Endpoint<In, Answer, string, Sent, EndpointKind>, sent: Sent): Promise<Answer | undefined>
}

/** Calls made before anybody is logged in: the database through security-definer functions only. */
export interface Open<Fail extends string = never> {
  /** Each query has a connection for itself; between two of them none is held. */
  readonly db: Db
  readonly now: string
  readonly requestId: string
  readonly address: string
  readonly agent: string
  readonly refuse: Refuse<Fail>
  /** A transaction as an account whose identity was just proven: the only one a call before login has. */
  as<T>(who: Who, work: (cx: Cx<Fail>) => Promise<T>): Promise<T>
}
