/**
 * Parses suppliers' lens catalogues, with signs and ranges in any order. Every correction is reported as a warning, everything else as an
 * error at its column.
 */
import type { StateOf } from '#kernel/contract/index.ts'
import { making } from './states.ts'

import { clinicalRanges, showDioptre } from '#kernel/contract/index.ts'

type Making = StateOf<typeof making>
/** lensType: 1 单光 2 双光 3 渐进 4 近视管理 6 单光变色 7 双光变色 8 散光 9 多焦点 10 球面. */
export interface LensRange {
  brand: string
  series: string
  lensType: number
  classifyStatus: Making
  index: number
  /** mm, several separated by a slash. */
  diameter: string
  /** D, min ≤ max; null when the supplier gives no powers. */
  sphMin: number | null
  sphMax: number | null
  /** Minus cylinder, cylMin ≤ cylMax ≤ 0. */
  cylMin: number | null
  cylMax: number | null
  available: boolean
}
type Row = Readonly<Record<string, string | undefined>>
export interface Wrong {
  column: string
  sentence: string
}
export interface Parsed<T> {
  value: T | undefined
  warnings: string[]
  errors: Wrong[]
}

const { stocked, custom } = making.is
const KINDS: Readonly<Record<string, readonly [lensType: number, classifyStatus: Making]>> = {
  FSV_STOCK_LENS: [1, stocked],
  FSV_OTHER_RANGE: [1, stocked],
  FSV_PHOTOCHROMIC: [6, stocked],
  RX_SINGLE_VISION: [1, custom],
  RX_DIGITAL_ENHANCED_SINGLE_VISION: [1, custom],
  DIGITAL_ENHANCED_SINGLE_VISION: [1, stocked],
  RX_PHOTOCHROMIC: [6, custom],
  BIFOCAL: [2, custom],
  BIFOCAL_PHOTOCHROMIC: [7, custom],
}
const BLANK_MM = clinicalRanges.blankDiameter.block
const BLANK = /^\s*(|-|—|n\/?a|null)\s*$/i
/** Parses a power with full-width signs, a true minus, a decimal comma or "D". Hundreds ("度") are not guessed. */
export function powerOf(input: string): number | null | undefined {
  if (BLANK.test(input)) return null
  const text = halfWidth(input.trim())
    .replace(/[−–—－]/g, '-')
    .replace(',', '.')
    .replace(/\s*D$/i, '')
    .replace(/^([+-])\s+/, '$1')
  if (/^(pl|plano|平光)$/i.test(text)) return 0
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}
/** Converts full-width digits, signs, points and slashes to half-width. */
const halfWidth = (text: string): string =>
  text.replace(/[！-～]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).replace(/。/g, '.')
/** Parses yes or no; `otherwise` for an empty cell. Anything else is an error. */
function yesNo(row: Row, name: string, label: string, otherwise: boolean, errors: Wrong[]): boolean {
  const cell = (row[name] ?? '').trim()
  if (!cell) return otherwise
  if (/^(true|yes|y|1|是|有)$/i.test(cell)) return true
  if (!/^(false|no|n|0|否|无)$/i.test(cell)) errors.push({ column: name, sentence: `${label}：“${cell}” 应为是或否` })
  return false
}
const quarter = (n: number) => Math.abs(n * 4 - Math.round(n * 4)) < 1e-6

/** Parses a power column and reports invalid values. */
function column(row: Row, name: string, power: 'sphere' | 'cylinder', label: string, errors: Wrong[], warnings: string[]): number | null {
  const limit = clinicalRanges[power].block[1]
  const cell = row[name] ?? ''
  const value = powerOf(cell)
  if (value === undefined) errors.push({ column: name, sentence: `${label}：“${cell}” 不是度数` })
  else if (value !== null && Math.abs(value) > limit) errors.push({ column: name, sentence: `${label}：${value} 超出 ±${limit}` })
  else if (value !== null && !quarter(value)) warnings.push(`${label} ${value} 不是 0.25 的倍数，按原值保存`)
  return value ?? null
}

/** One row of a spectacle-lens catalogue (columns brand, line, type, index, dia_mm, sph_min, sph_max, cyl_min, cyl_max, available). */
export function parseLensRow(row: Row): Parsed<LensRange> {
  const errors: Wrong[] = []
  const warnings: string[] = []
  const need = (name: string, label: string): string => {
    const text = (row[name] ?? '').trim()
    if (!text) errors.push({ column: name, sentence: `${label}：必填` })
    return text
  }
  const brand = need('brand', '品牌')
  const series = need('line', '系列')
  const kind = KINDS[(row.type ?? '').trim().toUpperCase()]
  if (!kind) errors.push({ column: 'type', sentence: `类型：不认识 “${row.type ?? ''}”` })
  const index = Number(halfWidth(need('index', '折射率')).replace(',', '.'))
  if (row.index?.trim() && !(index >= 1.4 && index <= 2))
    errors.push({ column: 'index', sentence: `折射率：“${row.index}” 应在 1.4 到 2 之间` })
  const diameter = halfWidth(need('dia_mm', '直径')).replace(/\s|mm/gi, '').replace(/[、|]/g, '/')
  if (diameter && !diameter.split('/').every((d) => /^\d{2}(\.\d+)?$/.test(d) && Number(d) >= BLANK_MM[0] && Number(d) <= BLANK_MM[1]))
    errors.push({ column: 'dia_mm', sentence: `直径：“${row.dia_mm}” 应为 ${BLANK_MM[0]} 到 ${BLANK_MM[1]} mm，几种直径用 / 隔开` })
  const [sphMin, sphereMost] = sphereRange(row, errors, warnings)
  const [cylMin, cylMax, shift] = cylinderRange(row, errors, warnings)
  const sphMax = sphereMost === null ? null : sphereMost + shift
  const available = yesNo(row, 'available', '在售', true, errors)
  if (errors.length || !kind) return { value: undefined, warnings, errors }
  return {
    value: { brand, series, lensType: kind[0], classifyStatus: kind[1], index, diameter, sphMin, sphMax, cylMin, cylMax, available },
    warnings,
    errors,
  }
}

function sphereRange(row: Row, errors: Wrong[], warnings: string[]): [number | null, number | null] {
  const a = column(row, 'sph_min', 'sphere', '球镜下限', errors, warnings)
  const b = column(row, 'sph_max', 'sphere', '球镜上限', errors, warnings)
  if (a === null && b === null) {
    warnings.push('没有给出球镜范围')
    return [null, null]
  }
  if (a === null || b === null) {
    errors.push({ column: a === null ? 'sph_min' : 'sph_max', sentence: '球镜范围：上限和下限应同时填写' })
    return [a, b]
  }
  if (a > b) warnings.push(`球镜范围 ${showDioptre(a)}…${showDioptre(b)} 已按从小到大整理`)
  return [Math.min(a, b), Math.max(a, b)]
}
/** Minus cylinders of a row, and the shift of the spheres' upper end for a plus-only range: +1.00/+2.00 is +3.00/−2.00. */
function cylinderRange(row: Row, errors: Wrong[], warnings: string[]): [number | null, number | null, shift: number] {
  const cell = [
    column(row, 'cyl_min', 'cylinder', '柱镜下限', errors, warnings),
    column(row, 'cyl_max', 'cylinder', '柱镜上限', errors, warnings),
  ]
  const ends = cell.filter((n): n is number => n !== null)
  if (!ends.length) return [null, null, 0]
  if (ends.length === 1) warnings.push(`柱镜范围只有一端 ${showDioptre(ends[0]!)}，另一端按 0.00 处理`)
  const [a, b] = [ends[0]!, ends[1] ?? 0]
  const most = Math.max(Math.abs(a), Math.abs(b))
  // Of two cylinders with the same sign the one nearer to 0 is the other end: −2.25…−4.00 has no plano.
  const least = a * b > 0 ? Math.min(Math.abs(a), Math.abs(b)) : 0
  const plusOnly = Math.min(a, b) >= 0 && most > 0
  if (plusOnly)
    warnings.push(
      `柱镜范围 ${showDioptre(a)}…${showDioptre(b)} 是正柱镜，已换算为负柱镜 ${showDioptre(-most)}…${showDioptre(-least || 0)}，球镜上限加 ${most.toFixed(2)}`,
    )
  else if (Math.max(a, b) > 0) warnings.push(`柱镜范围 ${showDioptre(a)}…${showDioptre(b)} 已按负柱镜整理为 ${showDioptre(-most)}…0.00`)
  return [-most || 0, -least || 0, plusOnly ? most : 0]
}

export interface ContactLensRange {
  brand: string
  series: string
  maker: string
  lensType: number
  /** mm, several separated by a slash. */
  baseCurve: string
  diameter: string
  sphMin: number
  sphMax: number
  /** Steps of 0.50 beyond ±6.00 D. */
  halfBeyond6: boolean
  /** `lensType` names one property; a lens can be both toric and multifocal. */
  toric: boolean
  multifocal: boolean
  coloured: boolean
}
/**
 * One row of a soft-lens catalogue (code, manufacturer, brand, name, toric, multifocal, color, bc1_mm, bc2_mm, dia_mm, sph_min_d,
 * sph_max_d, half_d_steps_beyond_6).
 */
export function parseContactLensRow(row: Row): Parsed<ContactLensRange> {
  const errors: Wrong[] = []
  const warnings: string[] = []
  const length = (name: string, label: string, low: number, high: number, required: boolean): number | undefined => {
    const cell = (row[name] ?? '').trim()
    if (BLANK.test(cell)) {
      if (required) errors.push({ column: name, sentence: `${label}：必填` })
      return undefined
    }
    const n = Number(cell)
    if (!(n >= low && n <= high)) errors.push({ column: name, sentence: `${label}：“${cell}” 应在 ${low} 到 ${high} mm 之间` })
    return n
  }
  const curves = [length('bc1_mm', '基弧', 7, 10, true), length('bc2_mm', '基弧 2', 7, 10, false)].filter(
    (n): n is number => n !== undefined,
  )
  const diameter = length('dia_mm', '直径', 12, 16, true)
  const a = column(row, 'sph_min_d', 'sphere', '球镜下限', errors, warnings)
  const b = column(row, 'sph_max_d', 'sphere', '球镜上限', errors, warnings)
  if (a === null || b === null) errors.push({ column: a === null ? 'sph_min_d' : 'sph_max_d', sentence: '球镜范围：必填' })
  const series = (row.name ?? '').trim()
  if (!series) errors.push({ column: 'name', sentence: '名称：必填' })
  const [toric, multifocal, coloured, halfBeyond6] = [
    yesNo(row, 'toric', '散光', false, errors),
    yesNo(row, 'multifocal', '多焦点', false, errors),
    yesNo(row, 'color', '彩色', false, errors),
    yesNo(row, 'half_d_steps_beyond_6', '6.00 以上间隔 0.50', false, errors),
  ]
  if (errors.length) return { value: undefined, warnings, errors }
  if (a! > b!) warnings.push(`球镜范围 ${showDioptre(a!)}…${showDioptre(b!)} 已按从小到大整理`)
  const [sphMin, sphMax] = [Math.min(a!, b!), Math.max(a!, b!)]
  // −0.50…+7.00 of a myopia lens probably lost a sign at the supplier; only a person can decide.
  if (sphMin < 0 && sphMin > -1 && sphMax > 4)
    warnings.push(`球镜范围 ${showDioptre(sphMin)}…${showDioptre(sphMax)} 几乎只有正镜，请核对符号`)
  return {
    value: {
      brand: (row.brand ?? '').trim(),
      series,
      maker: (row.manufacturer ?? '').trim(),
      lensType: multifocal ? 9 : toric ? 8 : 10,
      baseCurve: curves.join('/'),
      diameter: String(diameter),
      sphMin,
      sphMax,
      halfBeyond6,
      toric,
      multifocal,
      coloured,
    },
    warnings,
    errors,
  }
}

/** A row of a file: its spreadsheet row number (the head is row 1), and the row it duplicates, if any. */
export interface CatalogueLine<T> extends Parsed<T> {
  row: number
  repeats: number | null
}
/** All rows of a catalogue, read by `parse`. Duplicates name the earlier row and need no import. */
export function parseCatalog<T>(rows: readonly Row[], parse: (row: Row) => Parsed<T>): Array<CatalogueLine<T>> {
  const seen = new Map<string, number>()
  return rows.map((raw, i) => {
    const parsed = parse(raw)
    const row = i + 2
    if (!parsed.value) return { ...parsed, row, repeats: null }
    const key = JSON.stringify(parsed.value)
    const first = seen.get(key)
    if (first === undefined) seen.set(key, row)
    return {
      ...parsed,
      warnings: first === undefined ? parsed.warnings : [...parsed.warnings, `与第 ${first} 行相同，不必重复导入`],
      row,
      repeats: first ?? null,
    }
  })
}

/**
 * Cells of the power grid of a stock lens in minus cylinders: steps of 0.25 in the range, with `halfBeyond6` 0.50 beyond ±6.00, the
 * combined power |S| + |C| (联合光度) within its limit.
 */
export function stockGrid(range: {
  sphMin: number
  sphMax: number
  cylMin: number
  cylMax?: number | null
  combinedMax?: number | null
  halfBeyond6?: boolean
}): Array<{ sph: number; cyl: number }> {
  const cells: Array<{ sph: number; cyl: number }> = []
  for (let s = Math.ceil(range.sphMin * 4 - 1e-6); s <= Math.floor(range.sphMax * 4 + 1e-6); s++) {
    if (range.halfBeyond6 && Math.abs(s) > 24 && s % 2) continue
    for (let c = Math.floor((range.cylMax ?? 0) * 4 + 1e-6); c >= Math.ceil(range.cylMin * 4 - 1e-6); c--)
      if (range.combinedMax == null || Math.abs(s) + Math.abs(c) <= range.combinedMax * 4 + 1e-6)
        cells.push({ sph: s / 4 || 0, cyl: c / 4 || 0 })
  }
  return cells
}
