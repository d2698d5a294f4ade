/** How values are shown: one place for the browser, print pages, Excel and messages. */
import { z } from 'zod'
import { bases } from './eye.ts'
import { metaOf, bareOf } from './field.ts'
import type { EyePower, Power } from './power.ts'

const MINUS = '−'
/**
 * The moment on the clinic's clock, wherever the machine stands and whatever zone it is set to: `2026-11-21 14:20:00`. China keeps one zone
 * and no summer time.
 */
export function clinicNow(date: Date = new Date()): string {
  const second = Math.floor(date.getTime() / 1000)
  // Every call of a server asks; writing it out once a second is enough.
  if (second !== latest.second)
    latest = { second, text: new Date(second * 1000 + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ') }
  return latest.text
}
let latest = { second: Number.NaN, text: '' }

/** ¥1,234.50 from yuan. */
export const showMoney = (yuan: number | null | undefined): string =>
  yuan === null || yuan === undefined
    ? '—'
    : `${yuan < 0 ? MINUS : ''}¥${Math.abs(yuan)
        .toFixed(2)
        .replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`
/** 12,480: a number of things or points. */
export const showCount = (n: number | null | undefined): string =>
  n === null || n === undefined ? '—' : `${n < 0 ? MINUS : ''}${Math.abs(n).toLocaleString('en-US')}`
/** +1,020 or −200: a change. */
export const showChange = (by: number): string => (by > 0 ? `+${showCount(by)}` : showCount(by))
const signOf = (n: number): string => (n < 0 ? MINUS : n > 0 ? '+' : '')
/** −3.25, +0.75, 0.00 with a true minus. */
export const showDioptre = (d: number | null | undefined, decimals = 2): string =>
  d === null || d === undefined ? '—' : `${signOf(d)}${Math.abs(d).toFixed(decimals)}`
/** −3.25 / −0.50 × 175; the cylinder is left out when there is none. */
export const showRx = (power: Power | null): string =>
  power === null ? '—' : power.cyl ? `${showDioptre(power.sph)} / ${showDioptre(power.cyl)} × ${power.axis ?? '—'}` : showDioptre(power.sph)
/** −3.25/−0.50×175 in the narrow places of goods and papers; nothing for goods without a power. */
export const showPower = (power: Power | null): string =>
  power === null ? '' : `${showDioptre(power.sph)}${power.cyl ? `/${showDioptre(power.cyl)}` : ''}${power.axis ? `×${power.axis}` : ''}`
/** 2.00Δ 内; `—` for none. The base's word may be said in another language. */
export const showPrism = ({ prism, base }: Pick<EyePower, 'prism' | 'base'>, say = (word: string): string => word): string =>
  prism ? `${showNumber(prism, 2)}Δ ${base ? say(bases[base]) : '—'}` : '—'
/** Gender 0 is male, any other value female (R083). */
export const showGender = (gender: number | null | undefined): string =>
  gender === null || gender === undefined ? '—' : gender === 0 ? '男' : '女'

/** A number of decimals, tabular, `—` for none. */
export const showNumber = (n: number | null | undefined, decimals?: number): string =>
  n === null || n === undefined ? '—' : `${n < 0 ? MINUS : ''}${decimals === undefined ? Math.abs(n) : Math.abs(n).toFixed(decimals)}`

/** 139 7557 4422: groups a person can read aloud. */
export const showPhone = (phone: string | null | undefined): string => (phone ? phone.replace(/^(1\d{2})(\d{4})(\d{4})$/, '$1 $2 $3') : '—')
/** 林*涵: names on public screens. */
export function maskName(name: string): string {
  const signs = Array.from(name)
  if (signs.length <= 1) return name
  return signs.length === 2 ? `${signs[0]}*` : `${signs[0]}${'*'.repeat(signs.length - 2)}${signs.at(-1)}`
}
/** 139****4422: numbers for people who need not know them. */
export const maskPhone = (phone: string): string => phone.replace(/^(\d{3})\d{4}(\d+)$/, '$1****$2')

/** A moment as it is written; ten digits are seconds since 1970 (R095). */
const dated = (moment: string): string => (/^\d{10}$/.test(moment) ? clinicNow(new Date(Number(moment) * 1000)) : moment)
/** A value of a field as text. */
export function show(field: z.ZodType, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  const meta = metaOf(field)
  switch (meta.format) {
    case 'count':
      return typeof value === 'number' ? showCount(value) : String(value)
    case 'phone':
      return showPhone(String(value))
    case 'money':
      return showMoney(value as number)
    case 'dioptre':
      return showDioptre(value as number, meta.decimals)
    case 'discount':
      return Number(value) === 10 ? '无折扣' : `${value} 折`
    case 'choice':
      return meta.options?.[String(value)] ?? String(value)
    case 'flag':
      return value ? '是' : '否'
    case 'measure':
      return showNumber(value as number, meta.decimals)
    case 'moment':
      return dated(String(value)).slice(0, 16)
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}
/** True for fields that are shown right-aligned in tabular figures. */
export const isNumeric = (field: z.ZodType): boolean =>
  ['count', 'money', 'discount', 'dioptre', 'measure', 'axis', 'acuity'].includes(metaOf(field).format ?? '') ||
  bareOf(field) instanceof z.ZodNumber
