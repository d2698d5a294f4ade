/** The wire: text of paths and queries into typed input, yuan ↔ fen, and a fast serializer for each output shape. */
import fastJsonStringify from 'fast-json-stringify'
import { bareOf, fieldsOf, metaOf, z } from '#kernel/contract/index.ts'

type Convert = (value: unknown) => unknown

/** Turns the strings of a path or query into the types the input shape asks for; what cannot be turned is left for the shape to refuse. */
export function coercion(shape: z.ZodType): (input: Record<string, unknown>) => Record<string, unknown> {
  const converts = Object.entries(fieldsOf(shape)).flatMap(([name, field]): Array<[string, Convert]> => {
    const convert = fromText(field)
    return convert ? [[name, convert]] : []
  })
  return (input) => {
    for (const [name, convert] of converts) if (name in input) input[name] = convert(input[name])
    return input
  }
}
const FLAGS: ReadonlyMap<string, boolean | undefined> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  ['', undefined],
])
/** A number, nothing, or the text that is neither. */
function numberIn(text: string): number | string | undefined {
  if (text.trim() === '') return undefined
  return Number.isNaN(Number(text)) ? text : Number(text)
}
function fromText(field: z.ZodType): Convert | undefined {
  const bare = bareOf(field)
  if (bare instanceof z.ZodArray) {
    const each = fromText(bare.element as z.ZodType) ?? ((v: unknown) => v)
    const split = (text: string) => (text === '' ? [] : text.split(',').map(each))
    return (v) => (Array.isArray(v) ? v.map(each) : typeof v === 'string' ? split(v) : v)
  }
  if (bare instanceof z.ZodBoolean) return (v) => (typeof v === 'string' && FLAGS.has(v) ? FLAGS.get(v) : v)
  if (isNumber(bare)) return (v) => (typeof v === 'string' ? numberIn(v) : v)
  if (bare instanceof z.ZodObject || bare instanceof z.ZodRecord) return (v) => (typeof v === 'string' ? parsed(v) : v)
  return (v) => (v === '' ? undefined : v)
}
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
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
    const each = overMoney(bare.element as z.ZodType, change)
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
const same: Convert = (v) => v
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
  if (bare instanceof z.ZodArray) return { type: 'array', nullable: true, items: schemaOf(bare.element as z.ZodType) }
  if (bare instanceof z.ZodString || bare instanceof z.ZodISODate || isText(bare)) return { type: 'string', nullable: true }
  if (bare instanceof z.ZodBoolean) return { type: 'boolean', nullable: true }
  if (isNumber(bare)) return { type: 'number', nullable: true }
  return {}
}
