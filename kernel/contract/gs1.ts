/**
 * What a scanner reads off a UDI carrier: GS1 element strings (GS1 General Specifications, section 3), as DataMatrix, GS1-128 or the bracketed text printed
 * beside them. Pure; nothing is guessed: what does not follow the rules is named in `fault`.
 */

/** FNC1 as scanners send it: ends an element of variable length. */
const GS = '\u001d'
/** Symbology identifiers of GS1 DataMatrix, GS1-128, GS1 DataBar and GS1 QR codes (ISO/IEC 15424). */
const PREFIX = /^\](d2|C1|e0|Q3)/

export interface Udi {
  /** 14 digits; shorter numbers stand with leading zeros. */
  readonly gtin?: string
  /** Days, `2028-05-31`. */
  readonly made?: string
  readonly packed?: string
  readonly bestBefore?: string
  readonly expiry?: string
  readonly batch?: string
  readonly serial?: string
  /** Additional identification of the product given by its maker. */
  readonly article?: string
}
export type Scan = { readonly udi: Udi; readonly fault?: undefined } | { readonly fault: string; readonly udi?: undefined }

type Reading = { readonly field: keyof Udi; readonly length: number; readonly kind: 'gtin' | 'day' | 'text' }
/** Application identifiers a lens box carries. `length` is exact for numbers and days, the most for texts. */
const IDENTIFIERS: Readonly<Record<string, Reading>> = {
  '01': { field: 'gtin', length: 14, kind: 'gtin' },
  '10': { field: 'batch', length: 20, kind: 'text' },
  '11': { field: 'made', length: 6, kind: 'day' },
  '13': { field: 'packed', length: 6, kind: 'day' },
  '15': { field: 'bestBefore', length: 6, kind: 'day' },
  '17': { field: 'expiry', length: 6, kind: 'day' },
  '21': { field: 'serial', length: 20, kind: 'text' },
  '240': { field: 'article', length: 30, kind: 'text' },
}
/** Characters of a text element: GS1 character set 82. */
const TEXT = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/

/** Digits a GTIN is written with; one of 14 says the same as a shorter one behind zeros. */
const LENGTHS = [14, 13, 12, 8] as const
const GTIN = /^(\d{8}|\d{12,14})$/
/** The GTIN a bar code is, with 14 digits; undefined of a code of another length or with a wrong check digit (weights 3 and 1 in turn, from the right). */
export function gtinOf(code: string | null | undefined): string | undefined {
  if (!code || !GTIN.test(code)) return undefined
  const sum = [...code].toReversed().reduce((s, d, i) => s + Number(d) * (i % 2 ? 3 : 1), 0)
  return sum % 10 === 0 ? code.padStart(14, '0') : undefined
}
/** Bar codes that are this GTIN of 14 digits. */
export const barCodesOf = (gtin: string): string[] =>
  LENGTHS.filter((n) => /^0*$/.test(gtin.slice(0, 14 - n))).map((n) => gtin.slice(14 - n))

/** A day of six digits. Day 00 is the last of its month; years 51–99 are of the century before. */
function dayOf(six: string): string | undefined {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(six) ?? []
  const year = (Number(yy) > 50 ? 1900 : 2000) + Number(yy)
  const month = Number(mm)
  if (!dd || month < 1 || month > 12) return undefined
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const day = Number(dd) || last
  return day > last ? undefined : `${year}-${mm}-${String(day).padStart(2, '0')}`
}

interface Element {
  readonly ai: string
  readonly value: string
}
/** Elements of the text printed beside a code: `(01)06901234567892(17)280531(10)A`. */
function bracketed(code: string): readonly Element[] | string {
  const parts = [...code.matchAll(/\((\d{2,4})\)((?:(?!\(\d{2,4}\)).)*)/g)].map(([, ai = '', value = '']) => ({ ai, value }))
  return parts.map(({ ai, value }) => `(${ai})${value}`).join('') === code ? parts : '无法识别的条码'
}
/** Elements of what a scanner sends: those of exact length follow each other, the others end with FNC1 or with the code. */
function strung(code: string): readonly Element[] | string {
  const found: Element[] = []
  let rest = code
  while (rest) {
    const known = Object.entries(IDENTIFIERS).find(([key]) => rest.startsWith(key))
    if (!known) return `未知的标识符 ${rest.slice(0, 2)}`
    const [ai, { kind, length }] = known
    const body = rest.slice(ai.length)
    const end = kind === 'text' ? (body + GS).indexOf(GS) : length
    found.push({ ai, value: body.slice(0, end) })
    rest = body.slice(end)
    while (rest.startsWith(GS)) rest = rest.slice(1)
  }
  return found
}

/** Reads a scanned or typed UDI. */
export function readUdi(scanned: string): Scan {
  const sent = scanned.trim().replace(PREFIX, '')
  const code = sent.slice([...sent].findIndex((c) => c !== GS))
  const elements = code.startsWith('(') ? bracketed(code) : strung(code)
  if (typeof elements === 'string') return { fault: elements }
  const udi: Partial<Record<keyof Udi, string>> = {}
  for (const { ai, value } of elements) {
    const reading = IDENTIFIERS[ai]
    // What this product does not keep may stand in the text; a number twice may not say two things.
    if (!reading) continue
    const read = elementOf(reading, ai, value)
    if (typeof read !== 'string') return read
    if (udi[reading.field] !== undefined && udi[reading.field] !== read) return { fault: `标识符 ${ai} 有两个不同的值` }
    udi[reading.field] = read
  }
  return Object.keys(udi).length ? { udi } : { fault: '条码是空的' }
}
function elementOf({ kind, length }: Reading, ai: string, value: string): string | { fault: string } {
  if (kind === 'text') return value.length <= length && TEXT.test(value) ? value : { fault: `标识符 ${ai} 的内容不合规` }
  if (kind === 'day') {
    if (!/^\d{6}$/.test(value)) return { fault: `标识符 ${ai} 位数不足` }
    return dayOf(value) ?? { fault: `标识符 ${ai} 没有这一天` }
  }
  // In print a shorter number may stand as it is; strung together it has all its digits.
  if (!GTIN.test(value)) return { fault: `标识符 ${ai} 位数不足` }
  return gtinOf(value) ?? { fault: `标识符 ${ai} 校验位错误` }
}
