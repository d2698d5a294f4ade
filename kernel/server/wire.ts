/** The wire: what was sent into typed input, yuan ↔ fen, and a fast serializer for each output shape. */
import fastJsonStringify from 'fast-json-stringify'
import { bareOf, fieldsOf, metaOf, z } from '#kernel/contract/index.ts'

type Convert = (value: unknown) => unknown
type Input = Record<string, unknown>
export const elementOf = (list: z.ZodArray): z.ZodType => list.element as z.ZodType
const same: Convert = (v) => v

/**
 * What the sender of an input means (decision 0116): a text that is a number as a whole, where a number is asked for; an emptied box ("")
 * or null as empty where the field can be empty, as left out where it can only be that. What has no such meaning is left for the shape to
 * refuse. Made at the first call.
 */
export function coercion(shape: z.ZodType): (input: Input) => Input {
  let convert: ((input: Input) => Input) | undefined
  return (input) => (convert ??= insideObject(shape))(input)
}
/** Everything of an address and of a form is text: its lists and objects are read first. Empty is left out. */
export function reading(shape: z.ZodType): (texts: Input) => Input {
  const fields = fieldsOf(shape)
  return (texts) =>
    Object.fromEntries(Object.entries(texts).map(([name, v]) => [name, typeof v === 'string' ? readText(fields[name], v) : v]))
}
function readText(field: z.ZodType | undefined, text: string): unknown {
  const bare = field && bareOf(field)
  if (bare instanceof z.ZodArray) return text === '' ? [] : text.split(',')
  if (text === '') return undefined
  return bare instanceof z.ZodObject || bare instanceof z.ZodRecord ? parsed(text) : text
}
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** One field's value: what of nothing is a value of it, then what is inside. */
function meant(field: z.ZodType): Convert {
  const takes = (v: unknown) => field.safeParse(v).success
  const inside = insideOf(field)
  const asNull = takes(null) || !takes(undefined) ? null : undefined
  const keepsBlank = takes('') || (asNull === null && !takes(null))
  return (v) => {
    if (v === null) return asNull
    if (typeof v === 'string' && v.trim() === '') return keepsBlank ? v : asNull
    return inside(v)
  }
}
const FLAGS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/
function insideOf(field: z.ZodType): Convert {
  const bare = bareOf(field)
  if (bare instanceof z.ZodArray) {
    const each = meant(elementOf(bare))
    return (v) => (Array.isArray(v) ? v.map(each) : v)
  }
  if (bare instanceof z.ZodObject) {
    const inside = insideObject(bare)
    return (v) => (isObject(v) ? inside(v) : v)
  }
  if (bare instanceof z.ZodBoolean) return (v) => FLAGS.get(v) ?? v
  if (isNumber(bare)) return (v) => (typeof v === 'string' && NUMBER.test(v.trim()) ? Number(v) : v)
  return same
}
function insideObject(shape: z.ZodType): (input: Input) => Input {
  const converts = new Map(Object.entries(fieldsOf(shape)).map(([name, field]) => [name, meant(field)] as const))
  return (input) => {
    const values = Object.entries(input).map(([name, v]) => [name, (converts.get(name) ?? same)(v)] as const)
    return Object.fromEntries(values.filter(([, v]) => v !== undefined))
  }
}
const isObject = (v: unknown): v is Input => v !== null && typeof v === 'object' && !Array.isArray(v) && !('bytes' in v)

/** Names in an input that its shape does not know, `items.0.colour`. */
export type Strangers = (input: unknown) => readonly string[]
const nobody: readonly string[] = []
const none: Strangers = () => nobody
/**
 * What a shape leaves open is known, and so is what the call answers: who changes a row sends back what was read of it. Made at the first
 * call.
 */
export function strangersOf(shape: z.ZodType, answered: z.ZodType): Strangers {
  let compiled: Strangers | undefined
  return (input) => (compiled ??= strangersIn(shape, answered))(input)
}
function strangersIn(shape: z.ZodType, answered: z.ZodType | undefined): Strangers {
  const [bare, echoed] = [bareOf(shape), answered && bareOf(answered)]
  if (bare instanceof z.ZodArray) {
    const each = strangersIn(elementOf(bare), echoed instanceof z.ZodArray ? elementOf(echoed) : undefined)
    if (each === none) return none
    return (list) => (Array.isArray(list) ? list.flatMap((value, n) => each(value).map((name) => `${n}.${name}`)) : nobody)
  }
  if (!(bare instanceof z.ZodObject) || bare._zod.def.catchall) return none
  const echo = echoed ? fieldsOf(echoed) : {}
  const strangers = new Map(Object.entries(fieldsOf(bare)).map(([name, field]) => [name, strangersIn(field, echo[name])] as const))
  return (input) => {
    if (!isObject(input)) return nobody
    let found = nobody
    for (const name in input) {
      const deeper = strangers.get(name)
      if (deeper === none || (!deeper && Object.hasOwn(echo, name))) continue
      const names = deeper ? deeper(input[name]).map((inner) => `${name}.${inner}`) : [name]
      if (names.length) found = [...found, ...names]
    }
    return found
  }
}
const isNumber = (bare: z.ZodType): boolean =>
  bare instanceof z.ZodNumber || (bare instanceof z.ZodLiteral && [...bare.values].every((v) => typeof v === 'number'))

const isText = (bare: z.ZodType): boolean => bare instanceof z.ZodLiteral && [...bare.values].every((v) => typeof v === 'string')

/** Applies `change` to every money field below a shape, copying what it changes; undefined when the shape holds no money. */
function overMoney(shape: z.ZodType, change: (n: number) => number): Convert | undefined {
  const bare = bareOf(shape)
  if (metaOf(shape).format === 'money' && bare instanceof z.ZodNumber) return (v) => (typeof v === 'number' ? change(v) : v)
  if (bare instanceof z.ZodArray) {
    const each = overMoney(elementOf(bare), change)
    return each && ((v) => (Array.isArray(v) ? v.map(each) : v))
  }
  if (bare instanceof z.ZodObject) {
    const parts = Object.entries(bare.shape).flatMap(([name, field]) => {
      const convert = overMoney(field, change)
      return convert ? [[name, convert] as const] : []
    })
    if (!parts.length) return undefined
    return (v) => {
      if (v === null || typeof v !== 'object') return v
      const copy: Record<string, unknown> = { ...v }
      for (const [name, convert] of parts) if (name in copy) copy[name] = convert(copy[name])
      return copy
    }
  }
  return undefined
}
/** Yuan of the wire into fen. */
export const toFen = (shape: z.ZodType): Convert => overMoney(shape, (yuan) => Math.round(yuan * 100)) ?? same
/** Fen into yuan of the wire. */
export const toYuan = (shape: z.ZodType): Convert => overMoney(shape, (fen) => fen / 100) ?? same

/** JSON of the whole envelope for one output shape; properties the shape does not declare are left out. Compiled at the first answer. */
export function envelopeOf(output: z.ZodType): (data: unknown) => string {
  let compiled: ((envelope: unknown) => string) | undefined
  const yuan = toYuan(output)
  return (data) => {
    compiled ??= fastJsonStringify({
      type: 'object',
      properties: { code: { type: 'number' }, message: { type: 'string' }, data: schemaOf(output) },
    } as never)
    return compiled({ code: 200, message: '操作成功', data: data === undefined ? null : yuan(data) })
  }
}

/** The part of JSON schema that fast-json-stringify needs: types, properties, nullability. */
function schemaOf(shape: z.ZodType): Record<string, unknown> {
  const bare = bareOf(shape)
  if (bare instanceof z.ZodObject) {
    const properties = Object.fromEntries(Object.entries(bare.shape).map(([name, field]) => [name, schemaOf(field)]))
    const open = bare._zod.def.catchall !== undefined
    return { type: 'object', nullable: true, properties, ...(open ? { additionalProperties: true } : {}) }
  }
  if (bare instanceof z.ZodArray) return { type: 'array', nullable: true, items: schemaOf(elementOf(bare)) }
  if (bare instanceof z.ZodString || bare instanceof z.ZodISODate || isText(bare)) return { type: 'string', nullable: true }
  if (bare instanceof z.ZodBoolean) return { type: 'boolean', nullable: true }
  if (isNumber(bare)) return { type: 'number', nullable: true }
  return {}
}
