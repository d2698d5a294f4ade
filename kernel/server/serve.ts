/**
 * The life of a request: match the legacy path → session → permission → parse input → begin, raise the wall → handler → parse output →
 * audit → commit (jobs and live events leave with it) → legacy envelope.
 */
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import websocket from '@fastify/websocket'
import fastify, { LogController, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { BUG, MEMBER_TOKEN, tokenCodes, type Envelope } from '#kernel/contract/internal.ts'
import { acting } from './acting.ts'
import { LONGEST, watchBodies } from './arriving.ts'
import { logBug, newRequestId, onBug } from './bugs.ts'
import { Answerer, callsOf, type Call } from './answer.ts'
import type { Who } from './cx.ts'
import { Database, type Reaction } from './database/tenant.ts'
import { isFull, isLost, type Pools } from './database/client.ts'
import { declare } from './declared.ts'
import { doors, watchDoors, type Door } from './doors.ts'
import { serveDocs, type DocsOptions } from './docs.ts'
import { filesUnderWay, partsOf, sendFile, type OneFile } from './files.ts'
import { securityHeaders } from './headers.ts'
import { keyOf } from './idempotency.ts'
import { serveLive } from './live.ts'
import { isFile, type Locked } from './members.ts'
import { Rooms, type RoomDoor } from './rooms.ts'
import { Metrics } from './metrics.ts'
import { onMisfit } from './misfits.ts'
import { topicsOf } from './topics.ts'
import { OutsideFailure, Refused, answerOf, learnRefusals, refusalOf } from './refuse.ts'
import type { ServerModule } from './registry.ts'

export interface ServeOptions extends DocsOptions {
  readonly modules: readonly ServerModule[]
  readonly pools: Pools
  /** Address of the app role, for the listening connection. */
  readonly url: string
  /** Who a token belongs to; throws `Refused` with a token code. The account module's door. */
  readonly authenticate: (database: Database, token: string) => Promise<Who>
  /** Whose a member's token is; throws as `authenticate` does. The phone module's door. */
  readonly authenticateMember?: (database: Database, token: string) => Promise<Who>
  /** What a refusal for want of a permission carries: which roles hold it, who can grant it. The account module's door. */
  readonly explain?: (database: Database, who: Who, code: string, requestId: string) => Promise<unknown>
  /** Which members are under a view password somebody has not given. The privacy module's door. */
  readonly locked?: Locked
  /** Rooms whose people talk over the live channel. */
  readonly rooms?: RoomDoor
  /** A session ended or an account changed somewhere: its payload. */
  readonly onSession?: (payload: string) => void
  /** Whether such ends are heard of: not while the listening connection is lost. */
  readonly onHearing?: (hearing: boolean) => void
  /** Answers of undeclared refusals and of wrong outputs are bugs (tests). */
  readonly strict?: boolean
  readonly ready?: () => boolean
  /** What a first filling has done of what it does beside the clinic's work, as a share of one; undefined where none is under way. */
  readonly filling?: () => number | undefined
  readonly trustProxy?: boolean | string[]
  readonly logLevel?: string
  /** Requests per minute and address before 100 is answered. */
  readonly perMinute?: number
  /** Ms a body may take before it is late. */
  readonly deadline?: number
  /** The site is reached by https: browsers are told to stay with it. */
  readonly https?: boolean
  /** A vendor's script that pages load. */
  readonly program?: string
}
export interface Served {
  readonly app: FastifyInstance
  readonly database: Database
  readonly answerer: Answerer
  readonly calls: ReadonlyMap<string, Call>
  /** Ways in that are no calls. */
  readonly doors: () => Door[]
}

/** Headers of the rate limit, none of which is sent: they would tell an attacker how many tries are left. */
const UNSAID = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
const BODY_LIMIT = 2 * 1024 * 1024
const BUSY = '系统繁忙，请稍后再试'
const FULL = '服务器磁盘已满，暂时无法保存，请告诉管理员'
const LOST = '数据库暂时连接不上，请稍后重试'
const FILE_LIMIT = 20 * 1024 * 1024

export async function serve(options: ServeOptions): Promise<Served> {
  for (const m of options.modules) if (m.refusals) learnRefusals(m.refusals)
  declare(options.modules)
  const database = new Database(options.pools, reactionsOf(options.modules), options.strict)
  const calls = callsOf(options.modules)
  const labels = new Map(options.modules.flatMap((m) => Object.entries(m.permissions ?? {}).map(([code, p]) => [code, p.label] as const)))
  const answerer = new Answerer(database, labels, options.strict ?? false, options.locked, calls.values())
  const metrics = new Metrics()
  const app = bareApp(options, metrics)
  const doorsOf = watchDoors(app)
  const uncount = [onBug(() => metrics.bug()), onMisfit((place) => metrics.misfit(place))]
  app.addHook('onClose', (_, done) => (uncount.forEach((end) => end()), done()))
  await plugins(app, options)
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, metrics))
  const who = (token: string) => options.authenticate(database, token)
  const explained = async (error: unknown, asker: Who | undefined, requestId: string): Promise<unknown> => {
    if (!(error instanceof Refused) || error.key !== 'no_access' || !asker || !options.explain || typeof error.params.code !== 'string')
      return error
    return new Refused(error.key, error.params, error.field, await options.explain(database, asker, error.params.code, requestId))
  }
  const member = (token: string) => options.authenticateMember?.(database, token) ?? Promise.reject(new Refused('no_token'))
  const around = { answerer, metrics, who, member, explained, ...filesUnderWay(), ...options }
  for (const call of calls.values()) if (!call.endpoint.raw) route(app, call, around)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    for (const call of calls.values()) if (call.endpoint.raw) route(scope, call, around)
  })
  const rooms = options.rooms && new Rooms(database, options.rooms)
  const closeLive = serveLive(app, {
    path: `${options.prefix}/live`,
    url: options.url,
    topics: topicsOf(options.modules),
    whoOf: who,
    onSession: (payload) => options.onSession?.(payload),
    onHearing: (hearing) => options.onHearing?.(hearing),
    ...(rooms ? { rooms } : {}),
  })
  app.addHook('preClose', closeLive)
  app.get(`${options.prefix}/health`, { config: { door: doors.health } }, async (_, reply) => {
    const message = !(options.ready?.() ?? true) ? 'starting' : (await database.alive()) ? 'ready' : LOST
    const filling = options.filling?.()
    const data = filling === undefined ? null : { filling: Math.floor(filling * 100) }
    return reply.code(message === 'ready' ? 200 : 503).send({ code: message === 'ready' ? 200 : BUG, message, data })
  })
  serveDocs(app, calls, metrics, who, options)
  // R061: an unknown path below the API is answered in the envelope too, not with a page.
  await app.register(
    async (api) => void api.setNotFoundHandler((_, reply) => send(reply, 404, { code: 1, message: '没有这个接口', data: null })),
    { prefix: options.prefix },
  )
  return { app, database, answerer, calls, doors: doorsOf }
}

/** A server without routes: its limits, and what it answers to what never becomes a request. */
function bareApp(options: ServeOptions, metrics: Metrics): FastifyInstance {
  return fastify({
    genReqId: newRequestId,
    logger: options.logLevel ? { level: options.logLevel } : false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // How long a body may take is watched by `watchBodies`.
    requestTimeout: LONGEST,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    connectionTimeout: 0,
    forceCloseConnections: true,
    clientErrorHandler: answerBroken,
    // What the router itself does not take, such as half of an escape, is answered like any other error.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply, metrics),
  })
}

async function plugins(app: FastifyInstance, options: ServeOptions): Promise<void> {
  const headers = securityHeaders(options)
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
  watchBodies(app, options.deadline)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(rateLimit, {
    max: options.perMinute ?? 3000,
    timeWindow: 60_000,
    addHeaders: UNSAID,
    errorResponseBuilder: () => new Refused('too_frequent'),
  })
  await app.register(multipart, { limits: { fileSize: FILE_LIMIT, files: 1, fields: 30, fieldSize: 200_000 } })
  await app.register(websocket, { options: { maxPayload: 64 * 1024 } })
  if (!options.strict) await app.register(underPressure, { maxEventLoopDelay: 3000, exposeStatusRoute: false })
}

interface Around {
  answerer: Answerer
  metrics: Metrics
  who: (token: string) => Promise<Who>
  member: (token: string) => Promise<Who>
  /** A refusal for want of a permission, with its reasons. */
  explained: (error: unknown, asker: Who | undefined, requestId: string) => Promise<unknown>
  importing: OneFile
  exporting: OneFile
  prefix: string
  product: string
}

function route(app: FastifyInstance, call: Call, around: Around): void {
  const { endpoint } = call
  const url = around.prefix + endpoint.path.replace('{product}', around.product).replace(/\{(\w+)\}/g, ':$1')
  app.route({
    method: endpoint.method,
    url,
    config: { call: call.id, ...(endpoint.perMinute ? { rateLimit: { max: endpoint.perMinute, timeWindow: 60_000 } } : {}) },
    onResponse: (_, reply, done) => {
      around.metrics.observe(call.id, reply.statusCode, reply.elapsedTime)
      done()
    },
    handler: async (request, reply) => {
      const who = await askerOf(request, endpoint.can, around)
      if (endpoint.can !== 'public' && !who) throw new Refused('no_token')
      if (who?.barred && !who.barred.allows({ id: call.id, can: endpoint.can }))
        throw new Refused(who.barred.refusal, { day: who.barred.day ?? '' })
      if (endpoint.multipart && who) await mayUpload(call, around, who, request.id)
      const imported = endpoint.multipart ? around.importing.begin(who) : undefined
      try {
        const data = await answered(request, call, around, who)
        reply.header('cache-control', 'no-store')
        if (endpoint.binary && isFile(data)) return sendFile(request, reply, data, () => around.exporting.begin(who))
        return reply.type('application/json; charset=utf-8').send(call.envelope(data))
      } finally {
        imported?.()
      }
    },
  })
}

/** A call takes one kind of token: a member's in a header of its own, an account's in `token`. Neither stands for the other. */
async function askerOf({ headers }: FastifyRequest, can: string, around: Around): Promise<Who | undefined> {
  if (can === 'public') return undefined
  const token = can === 'member' ? headers[MEMBER_TOKEN] : headers.token
  if (typeof token !== 'string' || !token) return undefined
  return can === 'member' ? around.member(token) : inStore(await around.who(token), headers.hid)
}

/** Refuses an upload nobody may make before its bytes are read, and before it counts as a file under way. */
async function mayUpload(call: Call, { answerer, explained }: Around, who: Who, requestId: string): Promise<void> {
  try {
    answerer.entitled(call, who)
  } catch (error) {
    throw await explained(error, who, requestId)
  }
}

/** The request as the audit names it: with who stands behind an account that was opened for them, or with the member who did it. */
function requestIdOf(id: string, who: Who | undefined): string {
  if (who?.member) return `${id} by member ${who.member.pid}`
  return who?.openedBy ? `${id} by uid ${who.openedBy}` : id
}

/** What a call answers to a request. */
async function answered(request: FastifyRequest, call: Call, around: Around, who: Who | undefined): Promise<unknown> {
  const input = await inputOf(request, call)
  const key = request.headers['idempotency-key']
  const answer = around.answerer.answer(call, input, {
    ...(who ? { who } : {}),
    requestId: requestIdOf(request.id, who),
    ...(typeof key === 'string' && key ? { key: keyOf(key) } : {}),
    address: request.ip,
    agent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    ...(request.headers['x-refetch'] ? { refetch: true } : {}),
  })
  try {
    return await answer
  } catch (error) {
    throw await around.explained(error, who && acting(who, call.store(input)), request.id)
  }
}

/** An account of several stores says in the header `hid` which one it works in now; one it may not see is not found. */
function inStore(who: Who, header: unknown): Who {
  const hid = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : who.hid
  if (!who.hids.includes(hid)) throw new Refused('not_found', { what: '门店' })
  return acting(who, hid)
}

async function inputOf(request: FastifyRequest, call: Call): Promise<Record<string, unknown>> {
  const { endpoint } = call
  const fromUrl = call.read({ ...(request.query as object), ...(request.params as object) })
  if (endpoint.raw) return { ...call.coerce(fromUrl), headers: request.headers, body: request.body ?? '' }
  if (endpoint.multipart) return call.coerce({ ...call.read(await partsOf(request)), ...fromUrl })
  const body = request.body
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw new Refused('bad_input', { what: '提交的内容应为对象' })
  return call.coerce({ ...body, ...fromUrl })
}

/** Errors, three kinds: a refusal, an outside failure, a bug. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, metrics: Metrics): FastifyReply {
  const refused =
    refusalOf(error) ??
    fromFastify(error, request) ??
    (error instanceof OutsideFailure ? new Refused('outside_unavailable', { what: error.what }) : undefined)
  if (refused) {
    const { code, message } = answerOf(refused)
    metrics.refused(refused.key)
    return send(reply, tokenCodes.has(code) ? 401 : refused.key === 'too_large' ? 413 : 200, {
      code,
      message,
      data: refused.data,
      ...(refused.field ? { field: refused.field } : {}),
    })
  }
  // Whether the work was done is unknown: the caller may send it again under the same idempotency key.
  if (isLost(error)) return busy(reply, request, LOST)
  if (isFull(error)) return busy(reply, request, FULL)
  if ((error as FastifyError).code === 'FST_UNDER_PRESSURE') return busy(reply, request, BUSY)
  logBug(error, request.id, { method: request.method, url: request.url })
  return send(reply, 500, { code: BUG, message: `系统出错，请把编号 ${request.id} 告诉管理员`, data: null, requestId: request.id })
}
const busy = (reply: FastifyReply, request: FastifyRequest, message: string) =>
  send(reply, 503, { code: BUG, message, data: null, requestId: request.id })
/** What is no request at all – an address of 90 kB, a head that never ends – is answered in the envelope as well, then let go. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, what] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', '请求过长']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', '请求超时']
        : ['400 Bad Request', '请求格式不正确']
  const body = JSON.stringify({ ...answerOf(new Refused('bad_input', { what })), data: null })
  const heads = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${heads.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}
const send = (reply: FastifyReply, status: number, envelope: Envelope) =>
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(envelope))

/** Fastify's own errors about what was sent: a sentence each. */
function fromFastify(error: unknown, request: FastifyRequest): Refused | undefined {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return new Refused('too_large', { max: code === 'FST_REQ_FILE_TOO_LARGE' ? '20 MB' : '2 MB' })
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || error instanceof SyntaxError)
    return new Refused('bad_input', { what: '提交的内容不是有效的 JSON' })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refused('bad_input', { what: '不支持的内容格式' })
  if (statusCode === 429) return new Refused('too_frequent')
  // A connection reset is the sender's only where the body of the request broke off; the database's own looks the same.
  if (
    (code === 'ECONNRESET' && request.raw.readableAborted) ||
    (error instanceof Error && /Unexpected end of (form|multipart)|request aborted|premature|Part terminated/i.test(error.message))
  )
    return new Refused('bad_input', { what: '文件没有上传完整，请重新上传' }, 'file')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refused('bad_input', { what: '请求格式不正确' })
  return undefined
}

function reactionsOf(modules: readonly ServerModule[]): Map<string, Array<{ area: string; run: Reaction }>> {
  const reactions = new Map<string, Array<{ area: string; run: Reaction }>>()
  for (const m of modules)
    for (const r of m.reactions ?? [])
      if (r.kind === 'event') reactions.set(r.event, [...(reactions.get(r.event) ?? []), { area: m.name, run: r.run }])
  return reactions
}
