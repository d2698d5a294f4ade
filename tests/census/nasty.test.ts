/**
 * One nasty value among right ones, in every field of every call, with the ids of real rows around it: never 500, always a sentence that
 * names the field, and a refused call has changed nothing. Seeded: `NASTY=40000 SEED=7` plays more and others.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { bareOf, fieldsOf, metaOf, z, type Endpoint, type Envelope } from '#kernel/contract/internal.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, send, type Clinic } from '../harness.ts'
import { fill, idsOf } from './filled.ts'
import { plausible } from './plausible.ts'
import { rounds, SEED } from '../depth.ts'
import { served, share } from './served.ts'

const CASES = Math.ceil(Number(process.env['NASTY'] ?? rounds(2500)) * share)
/** Calls that end the session the rest is asked with, and the one whose limit per minute they would meet. */
const ENDS = new RegExp(
  [
    '^account\\.(logout|login|password|demotion|promotion|sessions?\\.|hospital-disable)',
    '^staff\\.(stop|disable|delete|account|save)',
    '^roles\\.',
    '^auth\\.',
  ].join('|'),
)
const endpoints = served.filter(([id, e]) => !ENDS.test(id) && !e.raw && Object.keys(fieldsOf(e.input)).length)

const NUMBERS = [0, -0, -1, 0.1 + 0.2, 1e-9, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1, 1e15, 2 ** 53 - 1, -(2 ** 53), 1e21, 1e308, 5e-324]
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '好\udfff',
  '👁️‍🗨️👓',
  '😀'.repeat(60),
  '长'.repeat(10_000),
  '<img src=x onerror=alert(1)>',
  `'; drop table patient; --`,
  '%',
  '_%\\',
  '\\',
  '{}',
  '[1,2',
  'null',
  'NaN',
  'Infinity',
  '1e400',
  '0x10',
  '-1',
  '\u202Eabc',
  '\r\nset-cookie: a=1',
  '../../etc/passwd',
  '${7*7}',
]
const DAYS = [
  '2026-02-30',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '1899-12-31',
  '10000-01-01',
  '-0001-01-01',
  '2026-13-01',
  '2026-2-3',
  '20260203',
  '2026-02-29',
  '2026-11-21T00:00:00Z',
  '275760-09-13',
]
const MOMENTS = [
  '2026-02-30 09:30',
  '0000-01-01 00:00',
  '9999-12-31 23:59:59',
  '2026-11-21 24:00',
  '2026-11-21T09:30',
  '2026-11-21 09:30:61',
  '1582-10-10 00:00',
]
const CLOCKS = ['24:00', '23:59', '00:00', '9:30', '12:60', '-1:00']
const SHAPES: readonly unknown[] = [
  null,
  [],
  {},
  [null],
  [[]],
  { a: { b: 1 } },
  [1, 'a', null],
  true,
  Array.from({ length: 300 }, (_, i) => i),
  { constructor: 1 },
]

/** Values that may hurt a field: most of its own kind, which come furthest, some of others. */
function nastyFor(field: z.ZodType): fc.Arbitrary<unknown> {
  const bare = bareOf(field)
  const { format } = metaOf(field)
  const other = fc.constantFrom<unknown>(...SHAPES, ...TEXTS, ...NUMBERS)
  if (bare instanceof z.ZodArray)
    return fc.oneof(
      { weight: 3, arbitrary: nastyFor(bare.element as z.ZodType).map((v) => [v]) },
      { weight: 1, arbitrary: nastyFor(bare.element as z.ZodType).map((v) => [v, v]) },
      other,
    )
  if (bare instanceof z.ZodObject) {
    const parts = Object.entries(bare.shape as Record<string, z.ZodType>)
    const whole = plausible(bare, true)
    return parts.length
      ? fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...parts).chain(([name, part]) => nastyFor(part).map((v) => ({ ...whole, [name]: v }))) },
          other,
        )
      : other
  }
  const texts = bare instanceof z.ZodNumber ? [...NUMBERS, bare.minValue ?? 0, bare.maxValue ?? 0] : TEXTS
  const byFormat: Partial<Record<string, readonly unknown[]>> = { date: DAYS, moment: MOMENTS, clock: CLOCKS }
  const own = byFormat[format ?? ''] ?? texts
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom<unknown>(...own) }, { weight: 1, arbitrary: other })
}
interface Case {
  id: string
  endpoint: Endpoint
  field: string
  value: unknown
  all: boolean
  pick: number
}
const fields = endpoints.flatMap(([id, endpoint]) =>
  Object.entries(fieldsOf(endpoint.input)).map(([field, shape]) => ({ id, endpoint, field, shape })),
)
const aCase: fc.Arbitrary<Case> = fc.constantFrom(...fields).chain(({ id, endpoint, field, shape }) =>
  fc.record({
    id: fc.constant(id),
    endpoint: fc.constant(endpoint),
    field: fc.constant(field),
    value: nastyFor(shape),
    all: fc.boolean(),
    pick: fc.nat(1000),
  }),
)

const CLINICS = 3
const clinics: Array<{ clinic: Clinic; token: string; ids: (name: string) => number[] }> = []
beforeAll(async () => {
  for (let i = 0; i < CLINICS; i++) {
    const clinic = await freshClinic()
    await fill(clinic, '模糊测试')
    clinics.push({ clinic, token: await clinic.token('chain'), ids: await idsOf(clinic) })
  }
})

const isId = (name: string, field: z.ZodType): boolean => metaOf(field).format === 'id' || /(^|_)id$|Id$/.test(name)
const inPath = (e: Endpoint, name: string, value: unknown): boolean =>
  e.path.includes(`{${name}}`) && (typeof value === 'object' || /^\.{0,2}$/.test(String(value)))
const changes = (clinic: Clinic): Promise<number> =>
  clinic.tx(async (cx) => (await cx.db.one({ n: 'number' }, sql`select coalesce(max(audit_id), 0) n from audit where action <> 'read'`))!.n)

/** What is wrong with the answer to a case; nothing when all is well. */
async function fault(
  { id, endpoint, field, value, all, pick }: Case,
  { clinic, token, ids }: (typeof clinics)[number],
  count: number,
): Promise<string | undefined> {
  const around = Object.entries({ ...plausible(endpoint.input, false), ...(all ? plausible(endpoint.input, true) : {}) }).map(
    ([name, v]) => {
      const list = isId(name, fieldsOf(endpoint.input)[name]!) && typeof v === 'number' ? ids(name) : []
      return [name, list.length ? list[pick % list.length] : v]
    },
  )
  const input: Record<string, unknown> = {
    ...Object.fromEntries(around),
    [field]: typeof value === 'string' && endpoint.path.includes(`{${field}}`) ? Buffer.from(value).toString() : value,
  }
  const before = endpoint.method === 'GET' ? 0 : await changes(clinic)
  const shown = `${id} ${field}=${JSON.stringify(value)?.slice(0, 80)}`
  const response = await send(clinic.base, endpoint, input, { token, 'x-forwarded-for': `10.9.${(count >> 8) & 255}.${count & 255}` })
  // A file that breaks off: what it is made of failed after its head had left.
  const text = await response.text().catch(() => undefined)
  if (text === undefined) return `${shown}: the answer broke off`
  if (response.status === 500 || response.status === 503)
    return `${shown}: ${response.status} ${text.slice(0, 200)} ${JSON.stringify(input).slice(0, 400)}`
  if (!/json/.test(response.headers.get('content-type') ?? '')) return undefined
  const { code, message, field: named } = JSON.parse(text) as Envelope
  if (code === 200) return undefined
  if (!/[\u4e00-\u9fff]/.test(message)) return `${shown}: no sentence: ${text.slice(0, 200)}`
  // What only the database noticed has no field to name: the contract lets through what it should not.
  if (/^(格式不正确|数值超出范围)/.test(message))
    return `${shown}: seen by the database only: ${text.slice(0, 120)} ${JSON.stringify(input).slice(0, 400)}`
  if (!named && /应为|必填|不能小于|不能大于|最多|请从列表中选择/.test(message) && code === 1)
    return `${shown}: no field named: ${text.slice(0, 160)}`
  if (endpoint.method !== 'GET' && (await changes(clinic)) !== before)
    return `${shown}: refused with “${message}”, and changed something all the same`
  return undefined
}

describe('nasty input', () => {
  it('is answered by every call with a sentence and its field, never with 500, and what is refused has changed nothing', async () => {
    const waiting = fc.sample(aCase, { numRuns: CASES, seed: SEED }).filter((c) => !inPath(c.endpoint, c.field, c.value))
    let count = 0
    const faults: string[] = []
    const work = async (place: (typeof clinics)[number]) => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const wrong = await fault(next, place, count++).catch((e: unknown) => `${next!.id} ${next!.field}: ${String(e)}`)
        if (wrong) faults.push(wrong)
      }
    }
    await Promise.all(clinics.map(work))
    expect(count).toBeGreaterThan(CASES * 0.9)
    expect([...new Set(faults)]).toEqual([])
  }, 600_000)
})
