/** Calls: an endpoint of the contract and its input become one HTTP request, and the envelope becomes data or a `CallFailed`. */
import type { z } from 'zod'
import { patience } from '#kernel/contract/catalogue.ts'
import { isOnce } from '#kernel/contract/writes.ts'
import type { Endpoint, Upload } from '#kernel/contract/index.ts'
import { CallFailed, effects, logged, settle, settleInsteadOfFile, silence, unanswered, type Effects } from './catalogue.ts'
import { askApprover } from './agreed.ts'
import { askLateReason } from './late.ts'
import { endedBy, holds } from './over.ts'
import { carriesToken, chosenStore, host, product, token } from '../session.ts'

/** What `call` reads of an endpoint. The login page writes one by hand, so that it need not load zod. */
export type Callable = Pick<Endpoint, 'method' | 'path'> &
  Partial<Pick<Endpoint, 'query' | 'multipart' | 'binary' | 'timeout' | 'pure' | 'again' | 'kind'>>

type WithFiles<T> = { [K in keyof T]: NonNullable<T[K]> extends Upload ? File | Extract<T[K], undefined | null> : T[K] }
/** What a screen sends to an endpoint; uploads are the browser's `File`. */
export type SentOf<E> = E extends { readonly input: infer I extends z.ZodType } ? WithFiles<z.input<I>> : Record<string, unknown>
/** What an endpoint answers; files are a `Download`. */
export type OutOf<E> = E extends { readonly output: infer O extends z.ZodType } ? z.output<O> : unknown
/** A row of a list endpoint. */
export type ListRowOf<E> = OutOf<E> extends { list: Array<infer R> } ? R : OutOf<E> extends Array<infer R> ? R : never

export interface CallOptions {
  signal?: AbortSignal
  /** Takes failures in silence: the caller tells them. */
  quiet?: boolean
  /** Failures are only logged: the screen goes on with its default (R076–R080). */
  logged?: boolean
  /** Idempotency key of a call that writes: one per intent of the user, kept when the same intent is sent again. */
  key?: string
  /** Asked also while the session is over: by the login. */
  entering?: boolean
  /** Nobody opened it: a screen that shows it already reads it again. The audit of readings has the opening. */
  refetch?: boolean
  /** Told how many bytes of a file have come so far. */
  onBytes?: (bytes: number) => void
}

const effectsOf = ({ quiet, logged: onlyLogged }: CallOptions): Effects => (quiet ? silence : onlyLogged ? logged : effects)

/**
 * Calls an endpoint. Failures are already told to the user (see the catalogue) when this throws.
 * A late entry that is refused for want of a reason asks for it in a dialog and is sent again with it.
 */
export async function call<const E extends Callable>(endpoint: E, input: SentOf<E>, options: CallOptions = {}): Promise<OutOf<E>> {
  const response = await answered(endpoint, input as Record<string, unknown>, options)
  const text = await response.text()
  const body = text === '' ? null : parse(text)
  const effects = effectsOf(options)
  const reason = await askLateReason(body, effects)
  // Another body is another intent: it goes under a key of its own.
  if (reason) return call(endpoint, Object.assign({}, input, { backdateReason: reason }), { ...options, key: freshKey() })
  // Asked once: who was refused as an approver is told so.
  const approver = 'approver' in Object(input) ? undefined : await askApprover(body, { effects, prove: (to, proof) => call(to, proof) })
  if (approver) return call(endpoint, Object.assign({}, input, { approver }), { ...options, key: freshKey() })
  return settle(body, response.status, effects) as OutOf<E>
}

export interface Download {
  blob: Blob
  filename: string
}
/** Fetches the file a binary endpoint answers. A file that is JSON is its message (R067). */
export async function fetchFile<const E extends Callable>(endpoint: E, input: SentOf<E>, options: CallOptions = {}): Promise<Download> {
  const response = await answered(endpoint, input as Record<string, unknown>, options)
  if (!response.ok || /json/.test(response.headers.get('content-type') ?? '')) {
    settleInsteadOfFile(parse(await response.text()), response.status, effectsOf(options))
  }
  return { blob: await blobOf(response, options.onBytes), filename: filenameOf(response) }
}
/** A file as it comes: large exports are written while they are sent, so their size is not known before. */
async function blobOf(response: Response, onBytes: CallOptions['onBytes']): Promise<Blob> {
  if (!onBytes || !response.body) return response.blob()
  const parts: Array<Uint8Array<ArrayBuffer>> = []
  let bytes = 0
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
    parts.push(value)
    onBytes((bytes += value.length))
  }
}
/** Fetches a file and has the browser save it. */
export async function download<const E extends Callable>(endpoint: E, input: SentOf<E>, options: CallOptions = {}): Promise<void> {
  const { blob, filename } = await fetchFile(endpoint, input, options)
  save(blob, filename)
}
/** Has the browser save a blob under a name. */
export function save(blob: Blob, filename: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** A fresh idempotency key; works without a secure context, as clinics open the site by its address in their own network. */
export const freshKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('')

/**
 * The answer of a call, once the session holds: while it is over nothing is asked, and what was turned away because it ended is asked again
 * when somebody has logged in (a call that writes under the same key).
 */
async function answered(endpoint: Callable, input: Record<string, unknown>, options: CallOptions): Promise<Response> {
  const key = options.key ?? freshKey()
  for (;;) {
    if (!options.entering) await holds()
    if (options.signal?.aborted) throw new CallFailed('aborted', 'aborted')
    const own = token()
    const response = await send(endpoint, input, { ...options, key })
    if (response.status !== 401 || !own || options.entering) return response
    // Another tab has logged in meanwhile: nothing ended.
    const moved = token() !== null && token() !== own
    if (!moved && !endedBy(response.status, parse(await response.clone().text()))) return response
  }
}

async function send(endpoint: Callable, input: Record<string, unknown>, options: CallOptions): Promise<Response> {
  const { signal, key, refetch } = options
  const { url, init } = requestOf(endpoint, input)
  if (refetch) init.headers.set('X-Refetch', '1')
  if (isOnce(endpoint)) init.headers.set('Idempotency-Key', key ?? freshKey())
  const tries = endpoint.method === 'GET' && endpoint.pure !== false ? 1 + patience.retries : 1
  for (let n = 1; ; n++) {
    const clock = AbortSignal.timeout((endpoint.timeout ?? patience.timeout) * 1000)
    try {
      return await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, clock]) : clock })
    } catch (error) {
      if (signal?.aborted) throw new CallFailed('aborted', 'aborted')
      if (n >= tries) throw unanswered(error, clock.aborted, effectsOf(options))
      await new Promise((go) => setTimeout(go, patience.delayMs))
    }
  }
}

/** The request of an endpoint: placeholders from the input, then query or body. */
export function requestOf(
  endpoint: Callable,
  input: Record<string, unknown>,
): { url: URL; init: { method: string; headers: Headers; body?: string | FormData } } {
  const rest = { ...input }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'product') return product()
    const value = rest[name]
    delete rest[name]
    if (value === undefined || value === null || value === '') throw new Error(`${endpoint.method} ${endpoint.path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const url = new URL(host(endpoint.path) + path, location.origin)
  const headers = new Headers()
  const own = token()
  if (own && carriesToken(url)) {
    headers.set('token', own)
    const store = chosenStore()
    if (store) headers.set('hid', store)
  }
  const bodyless = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  for (const name of bodyless ? Object.keys(rest) : (endpoint.query ?? [])) {
    for (const value of [rest[name]].flat())
      if (value !== undefined && value !== null && value !== '') url.searchParams.append(name, String(value))
    delete rest[name]
  }
  if (bodyless) return { url, init: { method: endpoint.method, headers } }
  if (endpoint.multipart) return { url, init: { method: endpoint.method, headers, body: formOf(rest) } }
  headers.set('content-type', 'application/json')
  return { url, init: { method: endpoint.method, headers, body: JSON.stringify(rest) } }
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    if (value instanceof Blob) form.append(name, value)
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function filenameOf(response: Response): string {
  const header = response.headers.get('content-disposition') ?? ''
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  if (coded) return decodeURIComponent(coded)
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? 'download'
}
