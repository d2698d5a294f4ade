/** Every call refuses who may not, what is not theirs, and what is garbage; none answers 500. */
import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, metaOf, paramsOf, type Endpoint, type Envelope, type z } from '#kernel/contract/index.ts'
import { freshClinic, send, type Clinic } from '../harness.ts'
import { plausible, valueOf } from './plausible.ts'
import { served as endpoints } from './served.ts'

const guarded = endpoints.filter(([, e]) => e.can !== 'public' && e.can !== 'session')
let clinic: Clinic
let nobody: string
let full: string
beforeAll(async () => {
  clinic = await freshClinic()
  full = await clinic.token('chain')
  nobody = await clinic.nobody()
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

describe('refusals', () => {
  it('every call refuses a caller without a session with a token code and HTTP 401', async () => {
    for (const [id, e] of endpoints)
      if (e.can !== 'public') expect(await answer(e, inputFor(e), {}), id).toMatchObject({ status: 401, code: 50001 })
  })
  it('every call refuses a caller without the permission with 20405', async () => {
    for (const [id, e] of guarded) expect(await answer(e, inputFor(e), { token: nobody }), id).toMatchObject({ status: 200, code: 20405 })
  })
  it.each(GARBAGE)('garbage is answered in a sentence and never with 500: %s', async (_, make) => {
    for (const [id, e] of endpoints) {
      if (id === 'account.logout') continue
      const fields = Object.entries(fieldsOf(e.input))
      const got = await answer(e, Object.fromEntries(fields.map(([name, field]) => [name, make(name, field)])), { token: full })
      expect(got.status, `${id}: ${got.message}`).not.toBe(500)
      expect(got.code, `${id}: ${got.message}`).not.toBe(-1)
    }
  })
  it('one wrong field among right ones is named, and never answers 500', async () => {
    for (const [id, e] of endpoints) {
      if (id === 'account.logout') continue
      for (const [name, field] of Object.entries(fieldsOf(e.input))) {
        const input = { ...plausible(e.input, true), [name]: metaOf(field).format === 'id' ? FOREIGN : { wrong: true } }
        const got = await answer(e, input, { token: full })
        expect(got.status, `${id}.${name}: ${got.message}`).not.toBe(500)
      }
    }
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
