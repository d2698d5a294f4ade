/**
 * A clinic for a test: a fresh organisation in a database of this worker, served over HTTP, with an account for every default role.
 *
 *   const clinic = await freshClinic()
 *   const patient = await clinic.as('reception').call('patients.save', { … })
 *   expect(await clinic.as('tv').refusal('patients.save', { … })).toMatchObject({ code: 20405 })
 */
import http from 'node:http'
import { inject } from 'vitest'
import { paramsOf, roles, type Endpoint, type Envelope, type Role } from '#kernel/contract/internal.ts'
import { cloneDatabase } from '#kernel/server/database/migrate.ts'
import { sql, type Cx } from '#kernel/server/index.ts'
import { addStaff, createOrganisation } from '#modules/account/server/door.ts'
import { hashPassword } from '#modules/account/server/password.ts'
import { bootPrepared, prepare, type Booted, type BootOptions } from '../apps/server/boot.ts'
import type { Calls } from '../apps/server/calls.gen.ts'

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string
    template: string
  }
}

export type RequestOf<E> = E extends Endpoint<infer _In, infer _Out, infer _Fail, infer S, infer _K> ? S : never
type Answered<E> = E extends Endpoint<infer _In, infer Out, infer _Fail, infer _S, infer _K> ? Out : never
/** What a call takes, by its id. */
export type Sent<K extends keyof Calls> = RequestOf<Calls[K]>
export type CallId = keyof Calls & string

/** What a refused call answered. */
export class RefusedCall extends Error {
  constructor(
    readonly status: number,
    readonly envelope: Envelope,
  ) {
    super(`${envelope.code} ${envelope.message}`)
  }
  get code(): number {
    return this.envelope.code
  }
  get field(): string | undefined {
    return this.envelope.field
  }
}

/** `refetch`: as a screen that is open asks again. */
export interface CallerOptions {
  key?: string
  hid?: number
  refetch?: boolean
}
export interface Caller {
  readonly token: string
  call<K extends CallId>(id: K, input: RequestOf<Calls[K]>, options?: CallerOptions): Promise<Answered<Calls[K]>>
  /** The refusal a call must answer; fails when the call succeeds. */
  refusal<K extends CallId>(id: K, input: unknown, options?: CallerOptions): Promise<Envelope & { status: number }>
  /** The raw response, for what the envelope does not carry. */
  raw(id: CallId, input: Record<string, unknown>, options?: CallerOptions): Promise<Response>
}
export interface Clinic {
  readonly oid: number
  readonly hid: number
  readonly hids: readonly number[]
  readonly base: string
  readonly booted: Booted
  /** Token of an account that is logged in and may do nothing. */
  nobody(): Promise<string>
  token(role: Role): Promise<string>
  /** A transaction inside this organisation, for what a test looks at or prepares behind the calls; it may be refused anything. */
  tx<T>(work: (cx: Cx<string>) => Promise<T>): Promise<T>
  /** Staff id of a role's account. */
  ctid(role: Role): number
  as(role: Role): Caller
}

export interface Running {
  booted: Booted
  base: string
  /** The worker's database as its owner, for a test that goes behind the wall. */
  ownerUrl: string
  passwordHash: string
}
let running: Promise<Running> | undefined
const PASSWORD = 'Demo2026!'

/**
 * The server of this worker, on a database cloned from the migrated template. All files of the worker share it; it ends with the worker's
 * process.
 */
export function server(): Promise<Running> {
  running ??= ownServer('worker')
  return running
}
/** A server of a test's own on a database of its own, for what the others must not feel; the test closes it. */
export async function ownServer(name: string, more: Partial<BootOptions> = {}): Promise<Running> {
  const ownerUrl = more.ownerUrl ?? (await cloneDatabase(inject('ownerUrl'), inject('template'), `${name}_${process.pid}_${Date.now()}`))
  // A machine with other work answers late: more connections than a crowd of eight takes, minutes of silence before one counts as hung.
  const patient = { connections: 12, silent: 300_000 }
  const usual = { product: 'mingmou', prefix: '/api', strict: true, trustProxy: true, perMinute: 1_000_000, nightly: false, ...patient }
  const options = { ownerUrl, ...usual, ...more }
  const booted = await bootPrepared(await prepare(options), options)
  await booted.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = booted.app.server.address() as { port: number }
  return { booted, base: `http://127.0.0.1:${port}`, ownerUrl, passwordHash: await hashPassword(PASSWORD) }
}

let clinics = 0
/** What a save answered of whom and what is bought. */
interface Bought {
  readonly supplierId?: number | null
  readonly productId?: number
  readonly deviceClass?: number
}
/**
 * A supplier or a device that a test saves is approved at once, asked for by one of the staff and approved by another, as far as its papers
 * allow: the tests are of other things. Those of approvals have a clinic without (`approvals: false`).
 */
const approving = (caller: Caller, saved: ((of: Bought) => Promise<void>) | undefined): Caller =>
  saved
    ? {
        ...caller,
        get token() {
          return caller.token
        },
        async call(id, input, options) {
          const answer = await caller.call(id, input, options)
          const made: unknown = answer
          if (id === 'supplier.save' || id === 'product.save') await saved(made as Bought)
          return answer
        },
      }
    : caller
async function approve(
  tx: Clinic['tx'],
  hid: number,
  [asker = 0, approver = 0]: readonly number[],
  { productId, supplierId, deviceClass = 0 }: Bought,
) {
  if (productId !== undefined && deviceClass < 2) return
  const subject = productId === undefined ? sql`supplier_id` : sql`product_id`
  const record = productId === undefined ? sql`supplier` : sql`product`
  const id = productId ?? supplierId
  await tx(async (cx) => {
    const papers =
      productId === undefined
        ? sql`r.licence_no <> '' and r.licence_expires >= app_now()::date`
        : sql`
          r.registration_no <> ''
          and coalesce(r.registration_expires, 'infinity') >= app_now()::date
        `
    await cx.db.run(sql`select set_config('app.ctid', ${String(asker)}, true)`)
    const approval = await cx.db.one(
      { approvalId: 'number' },
      sql`
        insert into approval (hid, approval_no, ${subject}, name)
        select ${hid}::bigint, 'T' || nextval('approval_approval_id_seq'), r.${subject}, r.name
        from ${record} r
        where r.${subject} = ${id} and r.approved_on is null and ${papers}
        returning approval_id
      `,
    )
    if (!approval) return
    await cx.db.run(
      sql`
        insert into approval_paper (hid, approval_id, kind)
        select hid, approval_id, 11
        from approval
        where approval_id = ${approval.approvalId}
      `,
    )
    await cx.db.run(sql`select set_config('app.ctid', ${String(approver)}, true)`)
    await cx.db.run(sql`
      update approval
      set status = 2, decided_at = app_now()
      where approval_id = ${approval.approvalId}
    `)
  })
}
/**
 * A new organisation with `stores` stores; the accounts work in the first one, `chain` in all. On the worker's server unless another is
 * given.
 */
export async function freshClinic({
  stores = 2,
  on,
  approvals = true,
  ceilings = false,
}: { stores?: number; on?: Running; approvals?: boolean; ceilings?: boolean } = {}): Promise<Clinic> {
  const { booted, base, passwordHash } = on ?? (await server())
  const n = ++clinics
  const made = await createOrganisation(booted.database, {
    name: `机构${n}`,
    stores: Array.from({ length: stores }, (_, i) => ({
      name: `门店${n}-${i + 1}`,
      shortName: `店${i + 1}`,
      timeOpen: '08:00',
      timeClose: '20:00',
    })),
  })
  const staff = new Map<Role, number>()
  await made.tx(async (cx) => {
    // What a person gives by hand is bounded where a test asks for it: the others give as much as they need.
    if (!ceilings) await cx.db.run(sql`insert into store_option (hid, key, value) select hid, 'grantDayMost', 'null' from store`)
    for (const role of Object.keys(roles) as Role[]) {
      const { ctid } = await addStaff(cx, {
        hid: made.hids[0]!,
        name: `${roles[role]}${n}`,
        type: staffType[role] ?? 5,
        account: `${role}${n}_${process.pid}`,
        passwordHash,
        role,
        allStores: role === 'chain',
      })
      staff.set(role, ctid)
    }
  })
  const tokens = new Map<Role, Promise<string>>()
  const tokenOf = (role: Role) => {
    if (!tokens.has(role)) tokens.set(role, login(base, `${role}${n}_${process.pid}`))
    return tokens.get(role)!
  }
  return {
    oid: made.oid,
    hid: made.hids[0]!,
    hids: made.hids,
    base,
    booted,
    ctid: (role) => staff.get(role)!,
    token: tokenOf,
    tx: made.tx,
    async nobody() {
      const account = `nobody${n}_${process.pid}`
      await made.tx(async (cx) => {
        await cx.db.run(sql`
          insert into role (code, name, custom)
          values ('nobody', '无权限', true)
          on conflict do nothing
        `)
        await addStaff(cx, { hid: made.hids[0]!, name: '无权限', type: 5, account, passwordHash, role: 'nobody' as Role })
      })
      return login(base, account)
    },
    as: (role) =>
      approving(
        callerOf(booted, base, () => tokenOf(role)),
        approvals ? (saved) => approve(made.tx, made.hids[0]!, [...staff.values()], saved) : undefined,
      ),
  }
}
const staffType: Partial<Record<Role, 1 | 2 | 3 | 5>> = { doctor: 1, optometrist: 2, workshop: 3, reception: 5, cashier: 5 }

let logins = 0
/**
 * Logs an account of a test in. Every login comes from an address of its own, as people's do: the limit of logins per minute and address is
 * not the tests' business.
 */
export async function login(base: string, account: string): Promise<string> {
  const address = `10.0.${(++logins >> 8) & 255}.${logins & 255}`
  const response = await fetch(`${base}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ account, password: PASSWORD }),
  })
  const { code, message, data } = (await response.json()) as Envelope<{ token: string }>
  if (code !== 200) throw new Error(`login of ${account}: ${message}`)
  return data.token
}

export function callerOf(booted: Booted, base: string, token: () => Promise<string>): Caller {
  let own = ''
  const raw: Caller['raw'] = async (id, input, options = {}) => {
    const call = booted.calls.get(id)
    if (!call) throw new Error(`no such call: ${id}`)
    own ||= await token()
    return send(base, call.endpoint, input, {
      token: own,
      ...(options.key ? { 'idempotency-key': options.key } : {}),
      ...(options.hid ? { hid: String(options.hid) } : {}),
      ...(options.refetch ? { 'x-refetch': '1' } : {}),
    })
  }
  return {
    get token() {
      return own
    },
    raw,
    async call(id, input, options) {
      const response = await raw(id, input as Record<string, unknown>, options)
      if (!/json/.test(response.headers.get('content-type') ?? '')) return (await response.arrayBuffer()) as never
      const envelope = (await response.json()) as Envelope
      if (envelope.code !== 200) throw new RefusedCall(response.status, envelope)
      return envelope.data as never
    },
    async refusal(id, input, options) {
      const response = await raw(id, input as Record<string, unknown>, options)
      const envelope = (await response.json()) as Envelope
      if (envelope.code === 200)
        throw new Error(`${id} was expected to refuse, but answered ${JSON.stringify(envelope.data).slice(0, 300)}`)
      return { ...envelope, status: response.status }
    },
  }
}

/** Sends an input the way the browser does: path, query, then body or form. */
export function send(base: string, endpoint: Endpoint, input: Record<string, unknown>, headers: Record<string, string>): Promise<Response> {
  const rest = { ...input }
  let path = endpoint.path.replace('{product}', 'mingmou')
  for (const name of paramsOf(endpoint.path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name] ?? '')))
    delete rest[name]
  }
  const bodyless = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const query = new URLSearchParams()
  for (const [k, v] of Object.entries(rest)) {
    if (v === undefined || v === null || !(bodyless || endpoint.query?.includes(k))) continue
    query.set(k, Array.isArray(v) ? v.join(',') : typeof v === 'object' ? JSON.stringify(v) : String(v))
  }
  const url = `${base}/api${path}${query.size ? `?${query}` : ''}`
  if (bodyless) return request(url, endpoint.method, headers)
  if (endpoint.multipart) return fetch(url, { method: endpoint.method, headers, body: formOf(rest) })
  return request(url, endpoint.method, { ...headers, 'content-type': 'application/json' }, JSON.stringify(rest))
}
const agent = new http.Agent({ keepAlive: true })
/** What `fetch` does, for less than half of its work: a test run makes tens of thousands of requests. */
function request(url: string, method: string, headers: Record<string, string>, body?: string): Promise<Response> {
  return new Promise((answer, fail) => {
    const asking = http.request(url, { method, headers, agent }, (got) => {
      const parts: Buffer[] = []
      got.on('data', (part: Buffer) => parts.push(part))
      got.on('error', fail)
      got.on('end', () => {
        const status = got.statusCode ?? 0
        const lines = Object.entries(got.headersDistinct).flatMap(([name, values]) =>
          (values ?? []).map((v): [string, string] => [name, v]),
        )
        answer(new Response(status === 204 || status === 304 ? null : Buffer.concat(parts), { status, headers: lines }))
      })
    })
    asking.on('error', fail)
    asking.end(body)
  })
}
function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [k, v] of Object.entries(fields)) {
    if (v === undefined || v === null) continue
    if (typeof v === 'object' && 'bytes' in v) {
      const upload = v as { bytes: Uint8Array<ArrayBuffer>; filename: string; mimetype: string }
      form.set(k, new File([upload.bytes], upload.filename, { type: upload.mimetype }))
    } else form.set(k, typeof v === 'object' ? JSON.stringify(v) : String(v))
  }
  return form
}

/**
 * Seals a clinic's audit. A transaction that is open anywhere in the cluster holds the seal back: asked again until something is sealed.
 */
export async function sealAudit(clinic: Clinic, block = 5000): Promise<void> {
  const sealed = () => clinic.tx((cx) => cx.db.the({ rows: 'number' }, sql`select audit_seal(block => ${block}) rows`))
  while ((await sealed()).rows === 0);
}
