/**
 * The client that knows the seeds and nothing else: numbers as text, emptied boxes as "" or null, no versions, no names of ours. What it
 * means is understood by every call; what it gets wrong is told it in the words of the field.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { bareOf, fieldsOf, isOptional, metaOf, sentenceOf, z, type Endpoint, type Envelope } from '#kernel/contract/internal.ts'
import { coercion } from '#kernel/server/wire.ts'
import { freshClinic, send, type CallId, type Clinic } from '../harness.ts'
import { fill, idsOf } from './filled.ts'
import { plausible } from './plausible.ts'
import { served } from './served.ts'

const calls = served.filter(([, e]) => !e.raw && !e.multipart)
/** The same value as the legacy client writes it. */
function asLegacy(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(asLegacy)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, asLegacy(v)]))
}
/** What a shape understands of an input: its value, or the sentence it says instead. */
function understood(shape: z.ZodType, input: Record<string, unknown>): unknown {
  const result = shape.safeParse(coercion(shape)(structuredClone(input)))
  return result.success ? result.data : sentenceOf(result.error, shape, input)
}
const isUpload = (field: z.ZodType): boolean => metaOf(field).format === 'file' || bareOf(field) instanceof z.ZodRecord
/** Values of a form of their own, which would be told of before the field that is asked about. */
const FORMED: Readonly<Record<string, unknown>> = {
  areaCode: '330102',
  deviceId: '0a1b2c3d-0000-4000-8000-000000000001',
  text: '您的眼镜已经可以取了',
  tree: { key: 'healthConsent', op: 'yes' },
}
const plain = (shape: z.ZodType, all: boolean) =>
  Object.fromEntries(
    Object.entries(plausible(shape, all)).flatMap(([name, value]) =>
      isUpload(fieldsOf(shape)[name]!) ? [] : [[name, value === 'x' ? (FORMED[name] ?? value) : value]],
    ),
  )

describe('the legacy client', () => {
  it.each(['what must be there', 'everything'])('writes numbers as text and is understood by every call: %s', (what) => {
    const wrong = calls.flatMap(([id, e]) => {
      const input = plain(e.input, what === 'everything')
      const [typed, legacy] = [understood(e.input, input), understood(e.input, asLegacy(input) as Record<string, unknown>)]
      return JSON.stringify(typed) === JSON.stringify(legacy) ? [] : [`${id}: ${JSON.stringify(legacy).slice(0, 200)}`]
    })
    expect(calls.length).toBeGreaterThan(100)
    expect(wrong).toEqual([])
  })
  it.each([null, ''])('sends %j for what it leaves empty, which is absent or empty wherever that is allowed', (empty) => {
    const wrong = calls.flatMap(([id, e]) =>
      Object.entries(fieldsOf(e.input)).flatMap(([name, field]) => {
        if (!isOptional(field)) return []
        const wrongAt = (input: object) => {
          const got = understood(e.input, { ...plain(e.input, false), ...input })
          return got && typeof got === 'object' && (got as { field?: string }).field === name && 'sentence' in got
        }
        // One of several that must be there is missing with and without it.
        return wrongAt({ [name]: empty }) && !wrongAt({}) ? [`${id}.${name}`] : []
      }),
    )
    expect(wrong).toEqual([])
  })
  it('is told that a number should be one, and never that what it sent is missing', () => {
    const wrong = calls.flatMap(([id, e]) =>
      Object.entries(fieldsOf(e.input)).flatMap(([name, field]) => {
        if (!(bareOf(field) instanceof z.ZodNumber)) return []
        const got = understood(field.isOptional() ? e.input : z.object({ [name]: field }), { ...plain(e.input, false), [name]: '一2三' })
        const sentence = (got as { sentence?: string }).sentence ?? ''
        return /应为(数字|整数)$/.test(sentence) ? [] : [`${id}.${name}: ${sentence}`]
      }),
    )
    expect(wrong).toEqual([])
  })
  it('has text that is no whole number left as it is: an address, a power of ten, a number in another base', () => {
    const n = z.object({ n: z.number().optional() })
    const read = (v: unknown) => coercion(n)({ n: v }).n
    expect(['-2.25', ' 12 ', '.5', '+3', '007'].map(read)).toEqual([-2.25, 12, 0.5, 3, 7])
    const kept = ['0x10', '1e3', '1,5', '2.2.5', 'Infinity', 'NaN', '--1', '-', '１２', '12mm']
    expect(kept.map(read)).toEqual(kept)
  })
})

/** Calls that end the session the rest is asked with. */
const ENDS = new RegExp(
  [
    '^account\\.(logout|login|password|demotion|promotion|sessions?\\.|hospital-disable)',
    '^staff\\.(stop|disable|delete|account|save)',
    '^roles\\.',
    '^auth\\.',
  ].join('|'),
)
const VERSIONS = new Set(['version', 'versionNo'])

describe('the legacy client, over the wire', () => {
  let clinic: Clinic
  let ids: (name: string) => number[]
  let token: string
  beforeAll(async () => {
    clinic = await freshClinic()
    await fill(clinic, '旧客户端')
    ids = await idsOf(clinic)
    token = await clinic.token('chain')
  })
  /** An input without our versions, with real ids, as text. */
  const legacyInput = (e: Endpoint, empty: null | '') =>
    Object.fromEntries(
      Object.entries(fieldsOf(e.input)).flatMap(([name, field]) => {
        if (VERSIONS.has(name) || isUpload(field)) return []
        if (isOptional(field) && !e.path.includes(`{${name}}`)) return [[name, empty]]
        const value = plausible(z.object({ [name]: field }), true)[name]
        const id = metaOf(field).format === 'id' || /(^|_)id$|Id$/.test(name) ? ids(name)[0] : undefined
        return [[name, asLegacy(typeof value === 'number' && id ? id : value)]]
      }),
    )
  it.each<{ empty: null | '' }>([{ empty: null }, { empty: '' }])(
    'is answered by every call in a sentence about its matter, never about the form of what it sent ($empty)',
    async ({ empty }) => {
      const wrong: string[] = []
      for (const [id, e] of calls) {
        if (ENDS.test(id) || e.binary) continue
        const response = await send(clinic.base, e, legacyInput(e, empty), { token, 'x-forwarded-for': '10.8.0.1' })
        const { code, message, field } = (await response.json()) as Envelope
        if (response.status === 500 || code === -1) wrong.push(`${id}: ${response.status} ${message}`)
        if (code === 1 && /应为(数字|整数|文字|是或否|列表|对象|日期)$|请从列表中选择|不认识/.test(message))
          wrong.push(`${id}.${field}: ${message}`)
      }
      expect(wrong).toEqual([])
    },
  )
})

describe('names the seeds leave open', () => {
  const FREE = [
    'settings.office-manage',
    'settings.consulting-manage',
    'settings.main-suit',
    'settings.eg-program',
    'settings.eg-combination',
    'settings.notice',
    'settings.charge-settings',
    'settings.medical-templates',
  ] as const
  it.each(FREE)('are kept and answered by %s, also when an update leaves them out', async (family) => {
    const clinic = await freshClinic()
    const ask = async (call: string, input: Record<string, unknown>) =>
      (await (await clinic.as('chain').raw(`${family}.${call}` as CallId, input)).json()) as Envelope<Record<string, unknown>>
    const shape = clinic.booted.calls.get(`${family}.create`)!.endpoint.input
    const needs: Record<string, unknown> = { ...plausible(shape, false), hid: clinic.hid, name: '自定义' }
    if ('programIds' in needs) needs.programIds = [await eyeProgram(clinic)]
    const made = await ask('create', { ...needs, remark: '备注', colours: ['红', { deep: 1 }] })
    expect(made.data).toMatchObject({ name: '自定义', remark: '备注', colours: ['红', { deep: 1 }] })
    const id = made.data.id as number
    const version = made.data.version as number | undefined
    const changed = await ask('update', { ...needs, id, ...(version === undefined ? {} : { version }), floor: 3 })
    expect(changed.data).toMatchObject({ remark: '备注', floor: 3 })
    expect((await ask('get', { id })).data).toMatchObject({ remark: '备注', floor: 3, colours: ['红', { deep: 1 }] })
    const { data: list } = (await ask('list', { hid: clinic.hid })) as unknown as Envelope<{ list: Array<Record<string, unknown>> }>
    expect(list.list.find((row) => row.id === id)).toMatchObject({ remark: '备注', floor: 3 })
    expect(await ask('create', { ...needs, name: '坏', remark: 'a\u0000b' })).toMatchObject({ code: 1, field: 'remark' })
  })
  it('an unknown name is refused by name where the seeds leave nothing open', async () => {
    const clinic = await freshClinic()
    expect(await clinic.as('reception').refusal('patients.save', { name: '甲', nickname: '小甲' })).toMatchObject({
      code: 1,
      field: 'nickname',
    })
    // What was read of a row comes back with it.
    const row = await clinic.as('reception').call('patients.save', { name: '乙' })
    expect(await clinic.as('reception').call('patients.save', { ...row, name: '丙' })).toMatchObject({ name: '丙' })
    const items = [{ productId: 1, quantity: 1, colour: '红' }]
    expect(await clinic.as('warehouse').refusal('stockin.create', { hid: clinic.hid, stockinType: 1, items })).toMatchObject({
      code: 1,
      field: 'items.0.colour',
    })
  })
})
const eyeProgram = async (clinic: Clinic): Promise<number> =>
  (await clinic.as('chain').call('settings.eg-program.create', { hid: clinic.hid, name: '远眺' })).id

describe('lists that want a store', () => {
  it('take the one worked in where none is named, or an empty one', async () => {
    const clinic = await freshClinic()
    const lists = calls.filter(([, e]) => e.method === 'GET' && !e.binary && 'hid' in fieldsOf(e.input) && !e.path.includes('{hid}'))
    const wanting: string[] = []
    for (const [id, e] of lists)
      for (const hid of [undefined, '']) {
        const { hid: _, ...rest } = plain(e.input, false)
        const { code, message } = (await (
          await clinic.as('chain').raw(id as CallId, { ...rest, ...(hid === '' ? { hid } : {}) })
        ).json()) as Envelope
        if (code !== 200 && /门店/.test(message)) wanting.push(`${id}: ${message}`)
      }
    expect(lists.length).toBeGreaterThan(60)
    expect(wanting).toEqual([])
  })
})
