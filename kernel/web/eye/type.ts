/** How a refractionist types: `325` is −3.25, `+75` is +0.75; myopes are the rule. */
import { metaOf, showDioptre, showNumber, type FieldMeta, type z } from '#kernel/contract/index.ts'
import { limitsOf } from '../form/check.ts'

/** Reads typed text as the value of a field: a number, null for nothing, undefined when it cannot be read. */
export function read(field: z.ZodType, typed: string): number | null | undefined {
  const meta = metaOf(field)
  const text = typed.trim().replace(/[−–]/g, '-').replace(/，|,/g, '.')
  if (text === '') return null
  const match = /^([+-]?)(\d*)(\.\d*)?$/.exec(text)
  if (!match || (!match[2] && !/\d/.test(match[3] ?? ''))) return undefined
  const [, sign, whole = '', fraction] = match
  if (meta.format === 'acuity' && fraction === undefined) return acuity(whole, Number(text))
  if (meta.format !== 'dioptre') return Number(text)
  const size = fraction === undefined ? power(whole) : Number(`${whole}${fraction}`)
  const { min } = limitsOf(field)
  const negative = sign === '-' || (sign === '' && min < 0)
  return size === 0 ? 0 : negative ? -size : size
}

/** Digits of an acuity without a point: `45` is 4.5, `10` is 1.0, `08` is 0.8, `012` is 0.12; one digit is itself. */
const acuity = (digits: string, plain: number): number =>
  digits.startsWith('0') ? plain / 10 ** (digits.length - 1) : digits.length === 2 ? plain / 10 : plain

/** Digits without a point: three or more are hundredths; 25, 50 and 75 are quarters; else whole dioptres. */
function power(digits: string): number {
  if (digits.length >= 3 || digits === '25' || digits === '50' || digits === '75') return Number(digits) / 100
  return Number(digits)
}

/** How a cell shows a value while nobody types in it. */
export function shown(meta: FieldMeta, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (meta.options) return meta.options[String(value)] ?? String(value)
  if (meta.format === 'dioptre') return showDioptre(Number(value), meta.decimals ?? 2)
  if (typeof value === 'number') return showNumber(value, meta.decimals)
  return String(value)
}

/** A value moved by steps, kept inside the hard limits. From nothing it starts at zero, or at the limit nearest to it. */
export function stepped(field: z.ZodType, value: unknown, steps: number): number {
  const { step = 1 } = metaOf(field)
  const { min, max } = limitsOf(field)
  const from = typeof value === 'number' ? value : Math.min(Math.max(0, min), max) - steps * step
  // Device values between two steps go to the next step first.
  const raw = steps > 0 ? Math.floor(from / step + 1e-9) * step + steps * step : Math.ceil(from / step - 1e-9) * step + steps * step
  return Math.min(Math.max(Number(raw.toFixed(4)), min), max)
}
