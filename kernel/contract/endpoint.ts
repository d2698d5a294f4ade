/** Endpoints: method, path, permission, input, output and refusals of a call, as one entry in a table. */
import { z } from 'zod'
import type { Proof } from './channel.ts'
import { fieldsOf } from './field.ts'
import type { HoldsPersonal } from './personal.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * What a handler gets to work with. `tx`: one transaction behind the wall (`Cx`), no outside service. `outside`: the ports and short
 * transactions around a slow call (`Out`). `open`: no session and so no tenant (login and the like).
 */
export type EndpointKind = 'tx' | 'outside' | 'open'

export interface Endpoint<In = unknown, Out = unknown, Fail extends string = string, Sent = In, K extends EndpointKind = EndpointKind> {
  readonly method: Method
  /** Path as the seeds spell it, with `{product}` and `{id}` placeholders. */
  readonly path: string
  readonly kind: K
  /** Permission code; `session` = any logged-in account, `member` = a member's own session, `public` = nobody need be logged in. */
  readonly can: string
  /** Of a public call: what is shown instead of a session. */
  readonly proof?: Proof
  readonly input: z.ZodType<In, Sent>
  readonly output: z.ZodType<Out>
  readonly fails: readonly Fail[]
  /** One sentence for OpenAPI and the map. */
  readonly summary?: string
  /** Why a call that writes takes no `Idempotency-Key` (`isOnce`): a password in its input, a secret in its answer. */
  readonly again?: string
  /** How a reading of members is kept: said by every call that answers personal facts, and by every file. */
  readonly reads?: Reads
  /**
   * Answers what the asker takes part in, which the handler asks: read whole by somebody who sees members by their cases alone
   * (`Who.casesOnly`), and the only lists they read.
   */
  readonly cases?: true
  /** The input or output fields holding the member whose one record is read (`pid`). */
  readonly member?: string | readonly string[]
  /**
   * Input field that names the store the call acts in: `hid` where the input has one, so that no call can forget. Permission, lock, wall
   * and effect are those of that store, whatever store the caller works in. Null: the store named is no more than what the call is about,
   * which acts where the caller works.
   */
  readonly store?: string | null
  /**
   * Input field that names the row a call changes. Where it is sent, a field that is left out is left out: its default is for a new row
   * only, and the handler keeps what stands there (`completed`; `change` and `update` write nothing of it). Null empties.
   */
  readonly changes?: string
  /** Fields the seeds name that the call does not need: taken without a word, for the reason given. */
  readonly ignores?: Readonly<Record<string, string>>
  /** Input fields that the legacy client sends in the query although the method has a body. */
  readonly query?: readonly string[]
  /** Body is multipart; the field `file` is an upload. */
  readonly multipart?: boolean
  /** The body has a foreign shape (another service calls): the input is `{ headers, body }` with the text as it came. */
  readonly raw?: boolean
  /** Answers a file instead of the envelope. */
  readonly binary?: boolean
  /** Seconds the client waits before 请求超时 (default 10). */
  readonly timeout?: number
  /** False for GET calls that change state: they are never retried nor prefetched. */
  readonly pure?: boolean
  /** Answered with Fastify's own rate limit per minute and address. */
  readonly perMinute?: number
}

/**
 * `one`: the record of the member named by `pid` (or `member`), a line each for a GET; refused where a view password of the member's store
 * guards it. Naming none, it reads `many`. `many`: a line with how many and the filter as asked; members under a view password are masked,
 * as in every other answer. `written`: the answer is what the call itself wrote, which the change audit tells. `nobody`: a file that tells
 * of no member.
 */
export type Reads = 'one' | 'many' | 'written' | 'nobody'
/** What tells of members does not compile without saying how its reading is kept. */
type Kept<O extends z.ZodType> = HoldsPersonal<z.output<O>> extends never ? unknown : { readonly reads: Reads }

/** A table of endpoints under their legacy ids. */
export type Endpoints = Record<string, Endpoint>

interface Spec<I extends z.ZodType, O extends z.ZodType, F extends string> extends Partial<
  Pick<
    Endpoint,
    | 'summary'
    | 'proof'
    | 'again'
    | 'reads'
    | 'cases'
    | 'member'
    | 'store'
    | 'ignores'
    | 'changes'
    | 'query'
    | 'multipart'
    | 'raw'
    | 'binary'
    | 'timeout'
    | 'pure'
    | 'perMinute'
  >
> {
  can: string
  input?: I
  output: O
  fails?: readonly F[]
}
type Made<I extends z.ZodType, O extends z.ZodType, F extends string, K extends EndpointKind> = Endpoint<
  z.output<I>,
  z.output<O>,
  F,
  z.input<I>,
  K
>

const maker =
  <K extends EndpointKind>(kind: K, method: Method) =>
  <const F extends string = never, I extends z.ZodType = z.ZodObject<{}>, O extends z.ZodType = z.ZodType>(
    path: string,
    spec: Spec<I, O, F> & Kept<O>,
  ): Made<I, O, F, K> =>
    ({ fails: [], input: z.object({}), ...spec, kind, method, path }) as unknown as Made<I, O, F, K>

export const get = maker('tx', 'GET')
export const post = maker('tx', 'POST')
export const put = maker('tx', 'PUT')
export const patch = maker('tx', 'PATCH')
export const del = maker('tx', 'DELETE')

/** Calls that talk to an outside service while they run. */
export const outside = { get: maker('outside', 'GET'), post: maker('outside', 'POST'), put: maker('outside', 'PUT') }
/** Calls made before anybody is logged in. */
export const open = { get: maker('open', 'GET'), post: maker('open', 'POST'), put: maker('open', 'PUT') }

/** The input field naming the store a call acts in; undefined where the caller's own store decides. */
export const storeField = ({ input, store }: Pick<Endpoint, 'input' | 'store'>): string | undefined =>
  store === undefined ? ('hid' in fieldsOf(input) ? 'hid' : undefined) : (store ?? undefined)

/** Output of a call that answers a file. */
export const binary = () => z.custom<FileAnswer>()
export interface FileAnswer {
  filename: string
  type: string
  body: Uint8Array | AsyncIterable<Uint8Array>
  /** Of a file of rows: how it is read. */
  rows?: FileRows
}
/** Rows of a file, written while it is sent: how many so far, and what masks those of members somebody may not see. */
export interface FileRows {
  count: number
  mask?: (shape: z.ZodType, rows: Iterable<object> | AsyncIterable<object>) => AsyncIterable<object>
}

/** Output of a call that answers nothing but its success. */
export const done = () => z.null()

/** Names of the `{placeholders}` in a path, `{product}` aside. */
export const paramsOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!).filter((p) => p !== 'product')
