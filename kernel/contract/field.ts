/**
 * Fields: one fact with its rule, its label and its unit. Every constructor answers a zod schema whose `.meta()` carries what
 * forms, tables, Excel, print pages and OpenAPI need, so that a fact is described once.
 */
import { z } from 'zod'
import { canonicalCode, canonicalName, canonicalPhone, canonicalScan, canonicalText } from './texts/canonical.ts'
import type { PersonalMeta } from './personal.ts'

/** What codes of a file mean for a choice, by a standard or a former system: code → our value; null for a code that says unknown. */
export interface CodeConvention {
  readonly label: string
  readonly codes: Readonly<Record<string, number | null>>
}
/** What the product knows about a field beside its type. */
export interface FieldMeta {
  /** Chinese label, also the key of the English text. */
  label?: string
  /** Unit as shown in a header: `D`, `mm`, `°`, `元`. */
  unit?: string
  /** How a value is shown and typed. */
  format?:
    | 'text'
    | 'long'
    | 'id'
    | 'count'
    | 'money'
    | 'discount'
    | 'dioptre'
    | 'measure'
    | 'axis'
    | 'acuity'
    | 'date'
    | 'moment'
    | 'clock'
    | 'phone'
    | 'choice'
    | 'flag'
    | 'file'
    | 'secret'
  /** Input step of a number (0.25 for dioptres). */
  step?: number
  /** Decimals shown. */
  decimals?: number
  /** Outside of these the user is asked. The schema's own minimum and maximum block. */
  warn?: readonly [number, number]
  /** Value → label of a choice; a status is shown with its tone. */
  options?: Readonly<Record<string, string>>
  tones?: Readonly<Record<string, Tone>>
  /** Conventions under which files write a choice as codes: who imports a column of codes says which is meant. */
  conventions?: Readonly<Record<string, CodeConvention>>
  /** Which eye a field belongs to; grids put the right eye first. */
  eye?: 'od' | 'os' | 'ou'
  /** Base name shared by the two eyes of a pair (`ds` of dsOd, dsOs). */
  pair?: string
  /** Preferred column width in px. */
  width?: number
  /** Publication and date a limit comes from. */
  source?: string
  /** Clinical range the field is of (`eye.ts`). */
  range?: string
  /** What a day or moment in an input tells of. */
  when?: When
  /** It tells who a member is (`personal.ts`). */
  personal?: PersonalMeta
  /** Only holders of this permission may read it (`reserved.ts`). */
  reserved?: string
  /** Whether values of several rows have a sum that says something: an export shows it below them. Money has one unless it says no. */
  adds?: boolean
  /** Why a field has other limits than its range. */
  reason?: string
}
export type Tone = 'neutral' | 'info' | 'ok' | 'warn' | 'bad'

declare module 'zod' {
  interface GlobalMeta extends FieldMeta {}
}

const written = (label: string, form: (typed: string) => string, { max = 100, ...meta }: { max?: number } & FieldMeta) =>
  z
    .string()
    .overwrite(form)
    .trim()
    .max(max)
    .regex(/^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\p{Cs}]*$/u, '不能含有控制字符')
    .meta({ label, format: 'text', ...meta })

/**
 * A short text, trimmed, without marks nobody sees (`canonicalText`); at most `max` characters (100). Control characters and halves of a
 * character are refused: PostgreSQL and Excel cannot hold them.
 */
export const text = (label: string, meta: { max?: number } & FieldMeta = {}) => written(label, canonicalText, meta)

/** A code that stands on a package or paper, such as a lot, a serial or a delivery number: kept in one form (`canonicalCode`). */
export const code = (label: string, meta: { max?: number } & FieldMeta = {}) => written(label, canonicalCode, meta)

/** A code as a scanner sends it: a text that may hold FNC1 (ASCII 29), the separator of its elements. */
export const scannedCode = (label: string, { max = 400, ...meta }: { max?: number } & FieldMeta = {}) =>
  z
    .string()
    .overwrite(canonicalScan)
    .max(max)
    .regex(/^[^\u0000-\u001c\u001e\u001f\p{Cs}]*$/u, '不能含有控制字符')
    .meta({ label, format: 'text', ...meta })

/** What somebody or something is called: never empty, kept in one form (`canonicalName`). */
export const name = (label: string, { max = 50, ...meta }: { max?: number } & FieldMeta = {}) =>
  written(label, canonicalName, { max, ...meta }).min(1)

/** A note of several lines, at most 2,000 characters. */
export const note = (label = '备注', max = 2000) => text(label, { max, format: 'long' })

/** The id of a row: a positive integer below 2^53. */
export const id = (label: string) => z.int().positive().meta({ label, format: 'id' })

/** A whole number of things, 0 and up. */
export const count = (label: string, { min = 0, max = 1_000_000, ...meta }: { min?: number; max?: number } & FieldMeta = {}) =>
  z
    .int()
    .min(min)
    .max(max)
    .meta({ label, format: 'count', ...meta })

/** Money. On the wire and in the browser: yuan with at most two decimals. In handlers and the database: integer fen. `serve` converts. */
export const money = (label: string, { min = 0, max = 10_000_000, ...meta }: { min?: number; max?: number } & FieldMeta = {}) =>
  z
    .number()
    .min(min)
    .max(max)
    .refine((yuan) => Math.abs(yuan * 100 - Math.round(yuan * 100)) < 1e-6, '最多两位小数')
    .meta({ label, format: 'money', unit: '元', step: 0.01, decimals: 2, adds: true, ...meta })

/** Discount in 折: 10 is the full price, 9.5 is ×0.95. */
export const discount = (label = '折扣') =>
  z.number().min(0).max(10).meta({ label, format: 'discount', unit: '折', step: 0.1, decimals: 2 })

/** A clinical or optical number. `block` stops the save, `warn` asks. `step` is what arrows move by; finer device values are kept. */
export const measure = (
  label: string,
  { block, warn, ...meta }: { block: readonly [number, number]; warn?: readonly [number, number] } & Omit<FieldMeta, 'warn'>,
) =>
  z
    .number()
    .min(block[0])
    .max(block[1])
    .meta({ label, format: 'measure', ...(warn ? { warn } : {}), ...meta })

/** Years anybody works with here; what a typed 0026 or 9999 would do to ages, rosters and sums of days is refused with the field. */
const YEARS = /^(19|20|21)\d\d/
const yearsOnly = '年份应在 1900 到 2199 之间'
/** A calendar day, `2026-11-21`. What is no day is told so and nothing more. */
export const date = (label: string) =>
  z.iso.date({ error: '日期格式应为 2026-01-31', abort: true }).regex(YEARS, yearsOnly).meta({ label, format: 'date', width: 104 })

/** A moment in the store's own zone, `2026-11-21 09:30:00` (seconds may be left out on the way in). */
export const moment = (label: string) =>
  z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?)?$/, '时间格式应为 2026-01-31 09:30')
    .regex(YEARS, yearsOnly)
    .refine((typed) => new Date(`${typed.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(typed.slice(8, 10)), '没有这一天')
    .meta({ label, format: 'moment', width: 144 })

/**
 * What a day or moment tells of. `happened`: something that has happened, never later than now, held by the database as its table declares.
 * `planned`: something to come, at most two years ahead. `birth`: a day of birth. `expiry`: until when something is good, which may be
 * over. `term`: from when or until when terms, prices or notices hold. `span`: the days that are asked for.
 */
export type When = 'happened' | 'planned' | 'birth' | 'expiry' | 'term' | 'span'
const telling =
  (when: When) =>
  <T extends z.ZodType>(field: T): T =>
    field.meta({ ...field.meta(), when })
export const happened = telling('happened')
export const planned = telling('planned')
export const birthday = telling('birth')
export const expires = telling('expiry')
export const term = telling('term')
export const span = telling('span')

/** A time of day, `09:30`. */
export const clock = (label: string) =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式应为 09:30')
    .meta({ label, format: 'clock' })

/** A telephone number, 5 to 20 digits, kept in one form (`canonicalPhone`). */
export const phone = (label = '手机号') =>
  z
    .string()
    .overwrite(canonicalPhone)
    .regex(/^[0-9+][0-9 -]{4,19}$/, '号码只能是 5 到 20 位数字')
    .meta({ label, format: 'phone', width: 124 })

/** One of a fixed list. Values are whole numbers, as the legacy calls have them. */
export const choice = <const T extends Readonly<Record<number, string>>>(label: string, options: T, meta: FieldMeta = {}) =>
  z
    .literal(Object.keys(options).map(Number) as Array<keyof T & number>)
    .meta({ label, format: 'choice', options: options as Readonly<Record<string, string>>, ...meta })

/** One of a fixed list of words. */
export const word = <const T extends Readonly<Record<string, string>>>(label: string, options: T, meta: FieldMeta = {}) =>
  z.literal(Object.keys(options) as Array<keyof T & string>).meta({ label, format: 'choice', options, ...meta })

/** A value of a name the seeds leave open: what JSON can hold, at most 4,000 characters of it. */
export const anything = () =>
  z.unknown().refine((value) => {
    const written = JSON.stringify(value) ?? ''
    return written.length <= 4000 && !/\\u(0000|d[89a-f])/i.test(written)
  }, '不能含有控制字符，最多 4000 个字')

/** Yes or no. */
export const flag = (label: string) => z.boolean().meta({ label, format: 'flag' })

/** An uploaded file (multipart field). Server: `Upload`; browser: `File`. */
export const file = (label = '文件') =>
  z.custom<Upload>((value) => typeof value === 'object' && value !== null && 'bytes' in value, '请选择文件').meta({ label, format: 'file' })
export interface Upload {
  filename: string
  mimetype: string
  bytes: Uint8Array
}

/** The two eyes of one fact: `eyes('ds', sphere)` is `{ dsOd, dsOs }`, right eye first, each labelled. */
export function eyes<const Base extends string, S extends z.ZodType>(
  base: Base,
  field: S,
): { [K in `${Base}Od`]: S } & { [K in `${Base}Os`]: S } {
  const meta = metaOf(field)
  const eyeField = (eye: 'od' | 'os', side: string) => field.meta({ ...meta, label: `${side}${meta.label ?? ''}`, eye, pair: base })
  return { [`${base}Od`]: eyeField('od', '右眼'), [`${base}Os`]: eyeField('os', '左眼') } as never
}

/** The meta of a schema, looking through optional, nullable, default and pipe wrappers, which hide it in zod 4. */
export function metaOf(schema: z.ZodType): FieldMeta {
  const own = schema.meta() as FieldMeta | undefined
  if (own?.label !== undefined) return own
  const inner = innerOf(schema)
  return inner ? metaOf(inner) : (own ?? {})
}

/** The schema without optional, nullable, default and pipe wrappers. */
export function bareOf(schema: z.ZodType): z.ZodType {
  const inner = innerOf(schema)
  return inner ? bareOf(inner) : schema
}
function innerOf(schema: z.ZodType): z.ZodType | undefined {
  const def = schema._zod.def as { type: string; innerType?: z.ZodType; in?: z.ZodType }
  if (def.type === 'pipe') return def.in
  return def.innerType
}

/** The fields of a shape, in order. */
export const fieldsOf = (shape: z.ZodType): Record<string, z.ZodType> => {
  const bare = bareOf(shape)
  if (!(bare instanceof z.ZodObject)) return NO_FIELDS
  const cached = plainFields.get(bare)
  if (cached) return cached
  const fields: Record<string, z.ZodType> = Object.assign(Object.create(null), bare.shape)
  plainFields.set(bare, fields)
  return fields
}
// Without a prototype: names that come from outside are looked up in them, and `constructor` is no field.
const NO_FIELDS: Record<string, z.ZodType> = Object.create(null)
const plainFields = new WeakMap<z.ZodType, Record<string, z.ZodType>>()

/** True when a field may be left out or empty. */
export const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success || schema.safeParse(null).success
