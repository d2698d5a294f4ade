/**
 * What a scanner reads off a UDI carrier: GS1 element strings (GS1 General Specifications, section 3), as DataMatrix, GS1-128 or the
 * bracketed text printed beside them. Pure; nothing is guessed: what does not follow the rules is named in `fault`.
 */

import { canonicalCode } from '../texts/canonical.ts'
import { checksOut, dayOf, faultOf, identifierAt, identifiers, type Gs1Fault } from './gs1.dictionary.ts'

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

/** What of a code this product keeps, by its application identifier. */
const KEPT: Readonly<Record<string, keyof Udi>> = {
  '01': 'gtin',
  '10': 'batch',
  '11': 'made',
  '13': 'packed',
  '15': 'bestBefore',
  '17': 'expiry',
  '21': 'serial',
  '240': 'article',
}

/** Digits a GTIN is written with; one of 14 says the same as a shorter one behind zeros. */
const LENGTHS = [14, 13, 12, 8] as const
const GTIN = /^(\d{8}|\d{12,14})$/
/**
 * The GTIN a bar code is, with 14 digits; undefined of a code of another length or with a wrong check digit (weights 3 and 1 in turn, from
 * the right).
 */
export function gtinOf(code: string | null | undefined): string | undefined {
  if (!code || !GTIN.test(code)) return undefined
  return checksOut(code) ? code.padStart(14, '0') : undefined
}
/** Bar codes that are this GTIN of 14 digits. */
export const barCodesOf = (gtin: string): string[] =>
  LENGTHS.filter((n) => /^0*$/.test(gtin.slice(0, 14 - n))).map((n) => gtin.slice(14 - n))

const lotKey = (lot: string | null | undefined): string => canonicalCode(lot ?? '').toLowerCase()
/** Whether two lots are one: capitals and small letters are alike, and full-width ones too, as people type what a box prints. */
export const sameLot = (one: string | null | undefined, other: string | null | undefined): boolean =>
  lotKey(one) !== '' && lotKey(one) === lotKey(other)

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
    const ai = identifierAt(rest)
    const identifier = ai && identifiers.get(ai)
    if (!ai || !identifier) return `未知的标识符 ${rest.slice(0, 2)}`
    const body = rest.slice(ai.length)
    const end = identifier.length ?? (body + GS).indexOf(GS)
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
    const read = elementOf(ai, value)
    if (typeof read !== 'string') return read
    const field = KEPT[ai]
    // What this product does not keep may stand in the code; a number twice may not say two things.
    if (!field) continue
    if (udi[field] !== undefined && udi[field] !== read) return { fault: `标识符 ${ai} 有两个不同的值` }
    udi[field] = read
  }
  if (Object.keys(udi).length) return { udi }
  return { fault: elements.length ? '条码里没有商品、批号和序列号' : '条码是空的' }
}
const FAULTS: Readonly<Record<Gs1Fault, (ai: string) => string>> = {
  check: (ai) => `标识符 ${ai} 校验位错误`,
  day: (ai) => `标识符 ${ai} 没有这一天`,
  length: (ai) => `标识符 ${ai} 位数不足`,
  content: (ai) => `标识符 ${ai} 的内容不合规`,
}
/** What stands behind an identifier, as this product writes it. */
function elementOf(ai: string, value: string): string | { fault: string } {
  const identifier = identifiers.get(ai)
  if (!identifier) return { fault: `未知的标识符 ${ai}` }
  // In print a shorter number may stand as it is; strung together it has all its digits.
  const whole = ai === '01' && GTIN.test(value) ? value.padStart(14, '0') : value
  const fault = faultOf(identifier, whole)
  if (fault) return { fault: FAULTS[fault](ai) }
  return identifier.parts[0]?.check === 'yymmd0' && identifier.length ? (dayOf(whole) ?? whole) : whole
}
