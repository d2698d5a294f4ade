/**
 * Every call refuses who may not, what is not theirs, and what is garbage; none answers 500. Asked inside the process for every call, and
 * over HTTP for one of each kind (for every one in the deep run).
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, metaOf, paramsOf, type Endpoint, type Envelope, type z } from '#kernel/contract/internal.ts'
import type { Who } from '#kernel/server/index.ts'
import { authenticate } from '#modules/account/server/door.ts'
import { freshClinic, send, type Clinic } from '../harness.ts'
import { callInside, atTheGate, oneIn, oneOfEachKind } from './inside.ts'
import { plausible, valueOf } from './plausible.ts'
import { served as endpoints } from './served.ts'

const guarded = endpoints.filter(([, e]) => e.can !== 'public' && e.can !== 'session')
let clinic: Clinic
let nobody: string
let full: string
let [closed, open]: [Who | undefined, Who | undefined] = [undefined, undefined]
beforeAll(async () => {
  clinic = await freshClinic()
  full = await clinic.token('chain')
  nobody = await clinic.nobody()
  const { database } = clinic.booted
  ;[closed, open] = await Promise.all([authenticate(database, nobody), authenticate(database, full)])
})
const answer = async (endpoint: Endpoint, input: Record<string, unknown>, headers: Record<string, string>) => {
  const response = await send(clinic.base, endpoint, input, headers)
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '') ? (JSON.parse(text) as Envelope) : undefined
  return { status: response.status, code: json?.code, message: json?.message ?? text.slice(0, 100) }
}

/** A plausible input with the path's parameters filled, which may be optional to the shape. */
const inputFor = (e: Endpoint): Record<string, unknown> => {
  const every = plausible(e.input, true)
  return { ...plausible(e.input, false), ...Object.fromEntries(paramsOf(e.path).map((p) => [p, every[p] ?? 1])) }
}

const FOREIGN = 999_999_999
const GARBAGE: Array<[string, (name: string, field: z.ZodType) => unknown]> = [
  ['text for everything', () => 'DROP TABLE patient; --'],
  ['markup', () => '<img src=x onerror=alert(1)>'],
  ['huge number', () => 1e15],
  ['negative', () => -1],
  ['fraction', () => 0.123456789],
  ['list', () => [1, 'a', null]],
  ['object', () => ({ a: { b: 1 } })],
  ['null', () => null],
  ['null byte', () => 'a\u0000b'],
  ['long text', () => '长'.repeat(5000)],
  ['ids nobody has', (_, field) => (metaOf(field).format === 'id' ? FOREIGN : valueOf(field))],
]

/** Ends the session it is asked with. */
const asking = endpoints.filter(([id]) => id !== 'account.logout')
/** Files and raw bodies are read by the server of HTTP. */
const ofForms = asking.filter(([, e]) => e.multipart ?? e.raw)
const ofValues = asking.filter(([, e]) => !(e.multipart ?? e.raw))

describe('refusals', () => {
  it('every call refuses a caller without a session with a token code and HTTP 401', async () => {
    const closedTo = endpoints.filter(([, e]) => e.can !== 'public')
    for (const [id, e] of closedTo) expect([id, await atTheGate(clinic.booted, id, inputFor(e))]).toEqual([id, 'no_token'])
    for (const [id, e] of oneOfEachKind(closedTo)) expect(await answer(e, inputFor(e), {}), id).toMatchObject({ status: 401, code: 50001 })
  })
  it('every call refuses a caller without the permission with 20405', async () => {
    for (const [id, e] of guarded) expect([id, await atTheGate(clinic.booted, id, inputFor(e), closed)]).toEqual([id, 'no_access'])
    for (const [id, e] of oneOfEachKind(guarded))
      expect(await answer(e, inputFor(e), { token: nobody }), id).toMatchObject({ status: 200, code: 20405 })
  })
  it.each(GARBAGE)('garbage is answered in a sentence and never with 500: %s', async (what, make) => {
    const garbage = (e: Endpoint) => Object.fromEntries(Object.entries(fieldsOf(e.input)).map(([name, field]) => [name, make(name, field)]))
    const fine = (id: string, { status, code, message }: Awaited<ReturnType<typeof answer>>) => {
      expect(status, `${id}: ${message}`).not.toBe(500)
      expect(code, `${id}: ${message}`).not.toBe(-1)
    }
    for (const [id, e] of ofValues) fine(id, await callInside(clinic.booted, id, garbage(e), open))
    for (const [id, e] of [...oneOfEachKind(ofValues, (e) => `${what} ${e.method} ${e.kind}`), ...oneIn(3, ofForms, ([id]) => what + id)])
      fine(id, await answer(e, garbage(e), { token: full }))
  })
  it('one wrong field among right ones is named, and never answers 500', async () => {
    const tries = asking.flatMap(([id, e]) =>
      Object.entries(fieldsOf(e.input)).map(([name, field]) => {
        const wrong = metaOf(field).format === 'id' ? FOREIGN : { wrong: true }
        return { id, e, name, input: { ...plausible(e.input, true), [name]: wrong } }
      }),
    )
    for (const { id, e, name, input } of tries) {
      const inside = !(e.multipart ?? e.raw)
      if (inside) expect(await callInside(clinic.booted, id, input, open), `${id}.${name}`).not.toMatchObject({ status: 500 })
    }
    for (const { id, e, name, input } of oneIn(60, tries, (one) => `${one.id}.${one.name}`))
      expect(await answer(e, input, { token: full }), `${id}.${name}`).not.toMatchObject({ status: 500 })
  })
  it('a body of 10 MB and a body that is no JSON are refused in a sentence', async () => {
    const post = (body: string) =>
      fetch(`${clinic.base}/api/account/login`, { method: 'POST', headers: { 'content-type': 'application/json', token: full }, body })
    const big = await post(JSON.stringify({ account: 'x'.repeat(10_000_000) }))
    expect([big.status, ((await big.json()) as Envelope).code]).toEqual([413, 1])
    expect(await (await post('{"account":')).json()).toMatchObject({ code: 1 })
    expect(await (await post('[1]')).json()).toMatchObject({ code: 1 })
  })
})
