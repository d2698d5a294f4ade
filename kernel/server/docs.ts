/** What tells about the server itself: `/api/metrics`, `/api/openapi.json` and a plain page that shows it. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isEntitled } from './acting.ts'
import type { Call } from './answer.ts'
import type { Who } from './cx.ts'
import { doors } from './doors.ts'
import type { Metrics } from './metrics.ts'
import { openapiOf } from './openapi.ts'
import { answerOf, Refused } from './refuse.ts'

export interface DocsOptions {
  readonly prefix: string
  readonly product: string
  /** Open to everybody unless it is. */
  readonly production?: boolean
  /** Permission to see how the server works. */
  readonly watch?: string
  /** What a monitor shows instead of a session, as `Authorization: Bearer …`. */
  readonly watchToken?: string
}

/** Serves the documents and the metrics to those who may see them. */
export function serveDocs(
  app: FastifyInstance,
  calls: ReadonlyMap<string, Call>,
  metrics: Metrics,
  whoOf: (token: string) => Promise<Who>,
  options: DocsOptions,
): void {
  /** Refuses whoever is neither this machine, nor a monitor with the token, nor logged in (for `watch`: with its permission). */
  async function admit(request: FastifyRequest, watching: boolean): Promise<void> {
    if (!options.production || isHere(request)) return
    const { authorization = '', token } = request.headers
    if (options.watchToken && sameSecret(authorization, `Bearer ${options.watchToken}`)) return
    if (typeof token !== 'string' || !token) throw new Refused('no_token')
    const who = await whoOf(token)
    const can = watching ? options.watch : 'session'
    if (can === undefined || !isEntitled(who, { id: 'docs', can }, who.hid)) throw new Refused('no_access', { what: '服务器状态' })
  }
  let document: Promise<Packed> | undefined
  const openapi = () =>
    (document ??= openapiOf(calls.values(), { ...options, sentences: (key) => answerOf(new Refused(key)).message }).then(packed))
  app.get(`${options.prefix}/openapi.json`, { config: { door: doors.openapi } }, async (request, reply) => {
    await admit(request, false)
    const { etag, plain, ...small } = await openapi()
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'private, no-cache' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const coding = (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted))
    reply.header('content-encoding', coding ?? 'identity')
    return reply.type('application/json; charset=utf-8').send(coding ? small[coding] : plain)
  })
  app.get(`${options.prefix}/docs`, { config: { door: doors.docs } }, async (request, reply) => {
    await admit(request, true)
    return reply.type('text/html; charset=utf-8').send(page(calls, options))
  })
  app.get(`${options.prefix}/metrics`, { config: { door: doors.metrics } }, async (request, reply) => {
    await admit(request, true)
    return reply.type('text/plain; version=0.0.4').send(await metrics.text())
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
/** Whether what was sent is the secret, in the same time whatever they share. */
const sameSecret = (sent: string, secret: string): boolean => timingSafeEqual(digest(sent), digest(secret))
/** A call from this machine, not one that a proxy on it passes on: those say so. */
const isHere = ({ raw: { socket }, headers }: FastifyRequest): boolean =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  !['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'].some((name) => name in headers)

interface Packed {
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}
/** Compressed once, off the main thread; half as small again would take seconds of a core. */
async function packed(document: object): Promise<Packed> {
  const plain = Buffer.from(JSON.stringify(document))
  const [br, gzip] = await Promise.all([
    promisify(zlib.brotliCompress)(plain, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
    promisify(zlib.gzip)(plain),
  ])
  return { etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`, plain, br, gzip }
}

const escape = (text: string) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)
function page(calls: ReadonlyMap<string, Call>, { prefix, product }: { prefix: string; product: string }): string {
  const areas = grouped(calls)
  const row = ({ id, endpoint }: Call) => {
    const refusals = endpoint.fails.map((fail) => `${fail}: ${escape(answerOf(new Refused(fail)).message)}`)
    const cells = [
      endpoint.method,
      `<code>${escape(prefix + endpoint.path.replace('{product}', product))}</code>`,
      `${id}<br><small>${escape(endpoint.summary ?? '')}</small>`,
      endpoint.can,
      refusals.join('<br>'),
    ]
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  }
  const section = ([area, list]: [string, Call[]]) =>
    `<h2 id="${area}">${area}</h2><table><thead><tr>${HEADS}</tr></thead><tbody>${list.map(row).join('')}</tbody></table>`
  const machine = `Machine-readable: <a href="${prefix}/openapi.json">openapi.json</a>.`
  const answers = 'Answers are <code>{ code, message, data }</code>; the token travels in the header <code>token</code>.'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mingmou API</title><style>${STYLE}</style>
<h1>Mingmou API</h1><p>${calls.size} calls. ${machine} ${answers}</p>
<p>${[...areas.keys()].map((a) => `<a href="#${a}">${a}</a>`).join(' · ')}</p>${[...areas.entries()].map(section).join('')}</html>`
}
const HEADS = ['method', 'path', 'id', 'permission', 'refusals'].map((head) => `<th>${head}</th>`).join('')
const STYLE = [
  'body{font:14px/1.5 system-ui;margin:24px auto;max-width:1200px;padding:0 16px;color:#14211f}',
  'table{border-collapse:collapse;width:100%}',
  'td,th{border-bottom:1px solid #dfe6e4;padding:4px 8px;text-align:left;vertical-align:top}',
  'small{color:#586863}',
].join('')
function grouped(calls: ReadonlyMap<string, Call>): Map<string, Call[]> {
  const out = new Map<string, Call[]>()
  for (const c of calls.values()) out.set(c.area, [...(out.get(c.area) ?? []), c])
  return out
}
