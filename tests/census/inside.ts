/**
 * Calls asked inside the process. What lets a call in, refuses it, or finds its input wrong is one mechanism for all of them (`Answerer`):
 * a census asks it here for every call, and over HTTP once for each kind of call.
 */
import { isOnce, paramsOf, type Endpoint } from '#kernel/contract/internal.ts'
import { Answerer, type Call } from '#kernel/server/answer.ts'
import type { Who } from '#kernel/server/index.ts'
import { answerOf, Refused, refusalOf } from '#kernel/server/refuse.ts'
import type { Booted } from '../../apps/server/boot.ts'
import { chosen, deep, hashOf } from '../depth.ts'

export interface Answer {
  readonly status: number
  readonly code: number | undefined
  readonly message: string
}
/** What travels in the same way and is guarded by the same lines. */
const kindOf = (endpoint: Endpoint): string => {
  const { method, kind, can, binary, multipart, raw } = endpoint
  return [method, kind, can === 'session' || can === 'public' ? can : 'guarded', binary, multipart, raw, isOnce(endpoint)].join(' ')
}

/** Calls to ask over HTTP: all of them in the deep run, otherwise one of each kind. */
export function oneOfEachKind<T extends readonly [string, Endpoint]>(
  calls: readonly T[],
  by: (call: Endpoint) => string = kindOf,
): readonly T[] {
  if (deep) return calls
  const kinds = new Map<string, T[]>()
  for (const call of calls) kinds.set(by(call[1]), [...(kinds.get(by(call[1])) ?? []), call])
  return [...kinds].flatMap(([kind, alike]) => chosen(kind, alike))
}
/** A share of the names: all of them in the deep run, otherwise one in `parts`, by their hash. */
export const oneIn = <T>(parts: number, names: readonly T[], nameOf: (one: T) => string = String): readonly T[] =>
  deep ? names : names.filter((one) => hashOf(nameOf(one)) % parts === 0)

/** An input as the server has it once address and body are read; what does not travel as text stays what it is. */
function arrived({ endpoint, read, coerce }: Call, input: Record<string, unknown>): Record<string, unknown> {
  const inAddress = new Set([...paramsOf(endpoint.path), ...(endpoint.query ?? [])])
  const bodyless = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const texts: Record<string, unknown> = {}
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    if (!bodyless && !inAddress.has(name)) body[name] = value
    else if (value !== undefined && value !== null)
      texts[name] = Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  // As JSON carries it.
  return coerce({ ...(JSON.parse(JSON.stringify(body)) as object), ...read(texts) })
}
const answered = (error: unknown): Answer => {
  const refused = refusalOf(error)
  if (refused) return { status: 200, ...answerOf(refused) }
  return { status: 500, code: -1, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
/** What the server answers to an account, its handler and database included. */
export function callInside({ answerer, calls }: Booted, id: string, input: Record<string, unknown>, who?: Who): Promise<Answer> {
  const call = calls.get(id)
  if (!call) throw new Error(`no such call: ${id}`)
  const from = { requestId: 'census', address: '10.0.0.1', ...(who ? { who } : {}) }
  return answerer.answer(call, arrived(call, input), from).then(() => ({ status: 200, code: 200, message: '' }), answered)
}

class Entered extends Error {}
const enter = (): never => {
  throw new Entered()
}
/** A database that nobody reaches: who asks for it has been let in. */
const beyond = new Proxy({}, { get: () => enter }) as Booted['database']
const gate = new Answerer(beyond, new Map(), true)
/** What stands between a caller and a handler says: `entered`, or the key of the refusal. Nothing behind it runs. */
export function atTheGate({ calls }: Booted, id: string, input: Record<string, unknown>, who?: Who): Promise<string> {
  const call = calls.get(id)
  if (!call) throw new Error(`no such call: ${id}`)
  return gate.answer({ ...call, handler: enter }, arrived(call, input), { requestId: 'census', ...(who ? { who } : {}) }).then(
    () => 'entered',
    (error: unknown) => {
      if (error instanceof Entered) return 'entered'
      if (error instanceof Refused) return error.key === 'not_found' && error.params.what === '门店' ? 'no_store' : error.key
      throw error
    },
  )
}
