/** One call from typed input to answer, without HTTP: what serve, the demo builder and jobs have in common. */
import {
  clinicNow,
  forbiddenIn,
  isOnce,
  labelAt,
  sentenceOf,
  universal,
  type Endpoint,
  type EndpointKind,
} from '#kernel/contract/internal.ts'
import { acting, behind, may, namedStore, storeByDefault } from './acting.ts'
import { AnsweredVersions, versionsOf, type VersionReader } from './versions/answered.ts'
import type { Cx, Open, Out, Who } from './cx.ts'
import { freeHanded } from './database/held.ts'
import type { QueryShape } from './database/shaped.ts'
import type { Sql } from './database/sql.ts'
import { refuse, type Database } from './database/tenant.ts'
import { fitOf, type Fit } from './fits.ts'
import { isFile, Members, type Locked } from './members.ts'
import { onceOf, onlyOnce, onlyOnceOutside } from './idempotency.ts'
import { misfit } from './misfits.ts'
import { holesOf, Refused, refusalOf } from './refuse.ts'
import { endpointsOf, type ServerModule } from './registry.ts'
import { tellingOf, type Telling } from './personal.ts'
import { withholdingOf, withholdingRows, type Withholding } from './reserved.ts'
import { isOfMoment, lateEntry, timesOf, type LateEntry, type Times } from './when.ts'
import { coercion, envelopeOf, reading, strangersOf, toFen, toYuan, type Strangers } from './wire.ts'

/** Unknown fields that are written down before a process has had enough of them. */
const MOST_DROPPED = 1000
/** What a call may ask for instead of a permission. */
const free: ReadonlySet<string> = new Set(['public', 'session', 'member'])
const universalKeys = new Set(Object.keys(universal))

/** A call ready to be made. */
export interface Call {
  readonly id: string
  readonly area: string
  readonly endpoint: Endpoint
  readonly handler: (cx: never, input: never) => Promise<unknown>
  /** The store the call acts in, where its input names one. */
  readonly store: (raw: Record<string, unknown>) => number | undefined
  /** Its input with the store worked in, where a list wants one and none was named. */
  readonly withStore: (raw: Record<string, unknown>, who: Who) => Record<string, unknown>
  /** What it asks of the moments in its input. */
  readonly times: Times
  /** Reads what an address or a form says. */
  readonly read: (texts: Record<string, unknown>) => Record<string, unknown>
  /** What the sender of an input means. */
  readonly coerce: (input: Record<string, unknown>) => Record<string, unknown>
  /** What of an input the call does not know. */
  readonly strangers: Strangers
  readonly fen: (input: unknown) => unknown
  readonly yuan: (output: unknown) => unknown
  /** Where an answer leaves its output shape. */
  readonly fits: Fit
  readonly envelope: (data: unknown) => string
  /** Where its answer tells of members; undefined where it does not. */
  readonly telling: Telling | undefined
  /** Where its answer holds what only some may read; undefined where it does not. */
  readonly withholding: Withholding | undefined
  /** Reads the versions of rows its answer tells; undefined where it tells none. */
  readonly versions: VersionReader | undefined
}

/** All calls of the modules, by id. */
export function callsOf(modules: readonly ServerModule[]): Map<string, Call> {
  const calls = new Map<string, Call>()
  for (const module of modules) {
    for (const [id, endpoint] of Object.entries(endpointsOf(module))) {
      const handler = module.handlers?.handlers[id]
      if (!handler) throw new Error(`no handler for ${id}`)
      calls.set(id, {
        id,
        area: module.name,
        endpoint,
        handler,
        times: timesOf(endpoint),
        store: namedStore(endpoint),
        withStore: storeByDefault(endpoint),
        read: reading(endpoint.input),
        coerce: coercion(endpoint.input),
        strangers: strangersOf(endpoint.input, endpoint.output),
        fen: toFen(endpoint.input),
        yuan: toYuan(endpoint.output),
        fits: fitOf(endpoint.output),
        envelope: envelopeOf(endpoint.output),
        telling: tellingOf(endpoint.output),
        withholding: withholdingOf(endpoint.output),
        versions: versionsOf(endpoint.output),
      })
    }
  }
  return calls
}

export interface Asking {
  readonly who?: Who
  readonly requestId: string
  readonly clock?: string
  readonly key?: string
  readonly address?: string
  readonly agent?: string
  /** Nobody opened it: a screen that is open reads it again. */
  readonly refetch?: boolean
}

export class Answerer {
  private readonly members: Members
  private readonly dropped = new Set<string>()
  /** Refusals of calls asked by calls: declared by those. */
  private readonly passedOn = new WeakSet<Refused>()
  private readonly callOf: ReadonlyMap<unknown, Call>
  private readonly answered = new AnsweredVersions()
  constructor(
    readonly database: Database,
    private readonly labels: ReadonlyMap<string, string>,
    private readonly strict: boolean,
    locked: Locked = () => Promise.resolve(new Map()),
    calls: Iterable<Call> = [],
  ) {
    this.callOf = new Map(Array.from(calls, (call) => [call.endpoint, call]))
    this.members = new Members(database, locked)
  }

  private readonly denied = (code: string) => new Refused('no_access', { what: this.labels.get(code) ?? code, code })
  /** Refuses a call the account may make in none of its stores, before anything large that was sent with it is read. */
  entitled({ endpoint: { can } }: Call, who: Who): void {
    if (!free.has(can) && !who.hids.some((hid) => may({ who }, can, hid))) throw this.denied(can)
  }

  /** Answers a call; throws `Refused` for an expected no. The answer's money is still fen. */
  async answer(call: Call, sent: Record<string, unknown>, from: Asking): Promise<unknown> {
    const { endpoint } = call
    if (endpoint.kind !== 'open' && !from.who) throw new Refused('no_token')
    const raw = from.who ? call.withStore(sent, from.who) : sent
    const named = from.who && call.store(raw)
    // A store that is none of theirs is not found, which is told to nobody who may not ask.
    const unknown = named !== undefined && !from.who!.hids.includes(named)
    const who = from.who && acting(from.who, named)
    // Served to one kind of session only, whichever way the call came.
    if (endpoint.kind !== 'open' && (endpoint.can === 'member') !== (from.who?.member !== undefined)) throw new Refused('no_token')
    if (!free.has(endpoint.can) && !who?.can.has(endpoint.can)) throw this.denied(endpoint.can)
    noForbidden(endpoint, raw)
    if (!endpoint.raw) this.unknown(call, raw)
    const asking: Asking = who ? { ...from, who: behind(who, endpoint.can) } : from
    const parsed = endpoint.input.safeParse(raw)
    if (!parsed.success) {
      const { field, sentence } = sentenceOf(parsed.error, endpoint.input, raw)
      throw new Refused('bad_input', { what: sentence }, field)
    }
    if (unknown) throw new Refused('not_found', { what: '门店' })
    const { input, late } = lateEntry(call.fen(asSent(endpoint, parsed.data, raw)), who)
    call.times.check(input, from.clock ?? clinicNow())
    try {
      // Members' own sessions read their own: nothing is masked, nothing is kept of it.
      const authenticated = asking.who && !asking.who.member ? { ...asking, who: asking.who } : undefined
      if (authenticated) await this.members.before(call, input, authenticated)
      const answer = await this.run(call, input, asking, late)
      if (!endpoint.binary) this.checkOutput(call, answer)
      if (call.versions && authenticated) this.answered.note(authenticated.who, call.id, call.versions, answer)
      return authenticated ? withheld(call, await this.members.after(call, input, answer, authenticated), authenticated.who) : answer
    } catch (thrown) {
      const refused = refusalOf(thrown)
      const error = refused && isOfMoment(refused) ? call.times.explain(refused, who) : thrown
      if (this.strict && error instanceof Refused) this.checkDeclared(call, error)
      throw asking.who ? this.members.refusal(error, asking.who) : error
    }
  }

  /** What a call does not know is refused by name in tests; at work it is dropped, and written down once. */
  private unknown({ id, endpoint, strangers }: Call, raw: Record<string, unknown>): void {
    const names = strangers(raw).filter((name) => !endpoint.ignores?.[name])
    if (this.strict && names.length) throw new Refused('bad_input', { what: `不认识的字段 ${names.join('、')}` }, names[0])
    for (const name of names) {
      const dropped = `${id}.${name.replace(/\b\d+\./g, '')}`.slice(0, 200)
      if (this.dropped.has(dropped) || this.dropped.size >= MOST_DROPPED) continue
      this.dropped.add(dropped)
      console.warn(JSON.stringify({ at: new Date().toISOString(), dropped }))
    }
  }

  private run(call: Call, input: unknown, asking: Asking, late: LateEntry | undefined): Promise<unknown> {
    const { endpoint } = call
    const handle = call.handler as (cx: Cx | Out | Open, input: unknown) => Promise<unknown>
    const options = {
      requestId: asking.requestId,
      ...(asking.clock ? { clock: asking.clock } : {}),
      area: call.area,
      ...(late ? { late } : {}),
      readOnly: endpoint.method === 'GET' && endpoint.pure !== false,
      ...(asking.who ? { answered: this.answered.by(asking.who, call.id) } : {}),
    }
    const once = asking.key && isOnce(endpoint) ? onceOf(call.id, asking.key, input) : undefined
    if (endpoint.kind === 'tx') {
      return this.database.inTenant(asking.who!, options, (cx, leaves) =>
        once ? onlyOnce(cx, once, () => handle(cx, input), leaves) : handle(cx, input),
      )
    }
    const now = asking.clock ?? clinicNow()
    if (endpoint.kind === 'outside') {
      const who = asking.who!
      const tx: Out['tx'] = (work) => this.database.inTenant(who, options, work as never)
      // What the rows are, their shape says; that they are, is compared.
      const stream = ((shape: QueryShape, query: Sql) => this.database.stream(who, shape, query)) as Out['stream']
      const today = now.slice(0, 10)
      const ask: Out['ask'] = (endpoint, sent) => this.ask(endpoint, sent, asking)
      const askSoftly: Out['askSoftly'] = (endpoint, sent) => ask(endpoint, sent).catch(unlessRefused)
      const work = () => handle({ who, now, today, requestId: asking.requestId, refuse, stream, tx, ask, askSoftly }, input)
      return once ? onlyOnceOutside(tx, once, work) : work()
    }
    return handle(
      {
        db: this.database.bare,
        now,
        requestId: asking.requestId,
        address: asking.address ?? '',
        agent: asking.agent ?? '',
        refuse,
        as: (who, work) => this.database.inTenant(who, { ...options, readOnly: false }, work as never),
      },
      input,
    )
  }

  /** What the same account would be answered over the wire: its permissions, its masks, the reading kept. */
  private async ask<In, Answer, Sent>(
    endpoint: Endpoint<In, Answer, string, Sent, EndpointKind>,
    sent: Sent,
    from: Asking,
  ): Promise<Answer> {
    freeHanded('a call')
    const call = this.callOf.get(endpoint)
    if (!call) throw new Error(`no call ${endpoint.method} ${endpoint.path}`)
    const { key: _, ...asking } = from
    try {
      const answer = await this.answer(call, call.coerce(Object.fromEntries(Object.entries(sent ?? {}))), asking)
      // A file leaves as it is: its bytes are no JSON.
      if (endpoint.binary) return answer as Answer
      // What the shape let through.
      const { data }: { data: Answer } = JSON.parse(call.envelope(answer))
      return data
    } catch (error) {
      if (error instanceof Refused) this.passedOn.add(error)
      throw error
    }
  }

  /**
   * An answer that does not fit is a bug in strict mode; otherwise counted, written down, and sent with nothing its shape does not name.
   */
  private checkOutput(call: Call, answer: unknown): void {
    if (!this.strict) {
      const wrong = call.fits(answer ?? null)
      if (wrong !== undefined) misfit(call.id, wrong)
      return
    }
    const checked = call.endpoint.output.safeParse(call.yuan(answer ?? null))
    if (!checked.success) throw new Error(`${call.id} answered what its output shape does not allow: ${checked.error.message}`)
  }
  private checkDeclared(call: Call, refused: Refused): void {
    if (this.passedOn.has(refused)) return
    if (!universalKeys.has(refused.key) && !call.endpoint.fails.includes(refused.key))
      throw new Error(`${call.id} refused with ${refused.key}, which it does not declare`)
    const holes = holesOf(refused)
    if (holes.length) throw new Error(`${call.id} refused with ${refused.key} and did not say ${holes.join(', ')}`)
  }
}

/** Refuses control characters, whichever way the input came: path, query, body, form, name of a file, text of another service. */
function noForbidden({ input: shape }: Endpoint, raw: Record<string, unknown>): void {
  const path = forbiddenIn(raw)
  if (!path) return
  const label = labelAt(shape, path)
  throw new Refused('bad_input', { what: `${label}${label && '：'}不能含有控制字符` }, path.join('.') || undefined)
}

const unlessRefused = (error: unknown): undefined => {
  if (!(error instanceof Refused)) throw error
}
/** An answer without what the account may not read of it. */
function withheld({ endpoint, withholding }: Call, answer: unknown, { can }: Who): unknown {
  if (!endpoint.binary) return withholding ? withholding(answer, can) : answer
  return isFile(answer) ? withholdingRows(answer, can) : answer
}

/** What was read of a change: without the defaults of fields that the sender left out. */
const asSent = ({ changes }: Endpoint, read: unknown, raw: Record<string, unknown>): unknown =>
  changes === undefined || raw[changes] === undefined || read === null || typeof read !== 'object'
    ? read
    : Object.fromEntries(Object.entries(read).filter(([name]) => name in raw))
