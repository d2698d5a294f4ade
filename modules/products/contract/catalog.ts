/** Lens catalogues as suppliers send them: signs and ranges in any order. Every cleaning is told as a warning, what cannot be is an error at its column. */

/** lensType: 1 单光 2 双光 3 渐进 4 近视管理 6 单光变色 7 双光变色 8 散光 9 多焦点 10 球面. classifyStatus: 1 现片 2 订制. */
export interface LensRange {
  brand: string
  series: string
  lensType: number
  classifyStatus: 1 | 2
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
export interface Wrong {
  column: string
  sentence: string
}
export interface Parsed<T> {
  value: T | undefined
  warnings: string[]
  errors: Wrong[]
}

const KINDS: Readonly<Record<string, readonly [lensType: number, classifyStatus: 1 | 2]>> = {
  FSV_STOCK_LENS: [1, 1], FSV_OTHER_RANGE: [1, 1], FSV_PHOTOCHROMIC: [6, 1],
  RX_SINGLE_VISION: [1, 2], RX_DIGITAL_ENHANCED_SINGLE_VISION: [1, 2], DIGITAL_ENHANCED_SINGLE_VISION: [1, 1], RX_PHOTOCHROMIC: [6, 2],
  BIFOCAL: [2, 2], BIFOCAL_PHOTOCHROMIC: [7, 2],
}
const BLANK = /^\s*(|-|—|n\/?a|null)\s*$/i
/** A power in any dress: full-width signs, a true minus, a decimal comma, "D", "度" hundreds are not guessed. */
export function powerOf(given: string): number | null | undefined {
  if (BLANK.test(given)) return null
  const text = given.trim().replace(/[−–—－]/g, '-').replace(/＋/g, '+').replace(',', '.').replace(/\s*D$/i, '')
  if (/^(pl|plano|平光)$/i.test(text)) return 0
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}
const quarter = (n: number) => Math.abs(n * 4 - Math.round(n * 4)) < 1e-6

/** Reads one power column, reporting what it cannot be. */
function column(row: Readonly<Record<string, string | undefined>>, name: string, label: string, limit: number, errors: Wrong[], warnings: string[]): number | null {
  const given = row[name] ?? ''
  const value = powerOf(given)
  if (value === undefined) errors.push({ column: name, sentence: `${label}：“${given}” 不是度数` })
  else if (value !== null && Math.abs(value) > limit) errors.push({ column: name, sentence: `${label}：${value} 超出 ±${limit}` })
  else if (value !== null && !quarter(value)) warnings.push(`${label} ${value} 不是 0.25 的倍数，按原值保存`)
  return value ?? null
}

/** One row of a spectacle-lens catalogue (columns brand, line, type, index, dia_mm, sph_min, sph_max, cyl_min, cyl_max, available). */
export function parseLensRow(row: Readonly<Record<string, string | undefined>>): Parsed<LensRange> {
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
  const index = Number(need('index', '折射率'))
  if (!(index >= 1.4 && index <= 2)) errors.push({ column: 'index', sentence: `折射率：“${row.index ?? ''}” 应在 1.4 到 2 之间` })
  const diameter = need('dia_mm', '直径').replace(/\s/g, '')
  if (diameter && !/^\d{2}(\.\d+)?(\/\d{2}(\.\d+)?)*$/.test(diameter)) errors.push({ column: 'dia_mm', sentence: `直径：“${diameter}” 应为毫米数` })
  const [sphMin, sphMax] = sphereRange(row, errors, warnings)
  const [cylMin, cylMax] = cylinderRange(row, errors, warnings)
  const available = !/^(false|no|0|否)$/i.test((row.available ?? 'true').trim())
  if (errors.length || !kind) return { value: undefined, warnings, errors }
  return { value: { brand, series, lensType: kind[0], classifyStatus: kind[1], index, diameter, sphMin, sphMax, cylMin, cylMax, available }, warnings, errors }
}

function sphereRange(row: Readonly<Record<string, string | undefined>>, errors: Wrong[], warnings: string[]): [number | null, number | null] {
  const a = column(row, 'sph_min', '球镜下限', 40, errors, warnings)
  const b = column(row, 'sph_max', '球镜上限', 40, errors, warnings)
  if (a === null && b === null) {
    warnings.push('没有给出球镜范围')
    return [null, null]
  }
  if (a === null || b === null) {
    errors.push({ column: a === null ? 'sph_min' : 'sph_max', sentence: '球镜范围：上限和下限应同时填写' })
    return [a, b]
  }
  if (a > b) warnings.push(`球镜范围 ${a}…${b} 已按从小到大整理`)
  return [Math.min(a, b), Math.max(a, b)]
}
function cylinderRange(row: Readonly<Record<string, string | undefined>>, errors: Wrong[], warnings: string[]): [number | null, number | null] {
  const a = column(row, 'cyl_min', '柱镜下限', 12, errors, warnings)
  const b = column(row, 'cyl_max', '柱镜上限', 12, errors, warnings)
  if (a === null && b === null) return [null, null]
  const most = Math.max(Math.abs(a ?? 0), Math.abs(b ?? 0))
  if ((a ?? 0) > 0 || (b ?? 0) > 0) warnings.push(`柱镜范围 ${a}…${b} 已按负柱镜整理为 ${-most}…0`)
  return [-most || 0, 0]
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
}
/** One row of a soft-lens catalogue (code, manufacturer, brand, name, toric, multifocal, color, bc1_mm, bc2_mm, dia_mm, sph_min_d, sph_max_d, half_d_steps_beyond_6). */
export function parseContactLensRow(row: Readonly<Record<string, string | undefined>>): Parsed<ContactLensRange> {
  const errors: Wrong[] = []
  const warnings: string[] = []
  const length = (name: string, label: string, low: number, high: number, required: boolean): number | undefined => {
    const given = (row[name] ?? '').trim()
    if (BLANK.test(given)) {
      if (required) errors.push({ column: name, sentence: `${label}：必填` })
      return undefined
    }
    const n = Number(given)
    if (!(n >= low && n <= high)) errors.push({ column: name, sentence: `${label}：“${given}” 应在 ${low} 到 ${high} mm 之间` })
    return n
  }
  const curves = [length('bc1_mm', '基弧', 7, 10, true), length('bc2_mm', '基弧 2', 7, 10, false)].filter((n): n is number => n !== undefined)
  const diameter = length('dia_mm', '直径', 12, 16, true)
  const a = column(row, 'sph_min_d', '球镜下限', 40, errors, warnings)
  const b = column(row, 'sph_max_d', '球镜上限', 40, errors, warnings)
  if (a === null || b === null) errors.push({ column: a === null ? 'sph_min_d' : 'sph_max_d', sentence: '球镜范围：必填' })
  const series = (row.name ?? '').trim()
  if (!series) errors.push({ column: 'name', sentence: '名称：必填' })
  if (errors.length) return { value: undefined, warnings, errors }
  if (a! > b!) warnings.push(`球镜范围 ${a}…${b} 已按从小到大整理`)
  const yes = (name: string) => /^(true|yes|1|是)$/i.test((row[name] ?? '').trim())
  return {
    value: { brand: (row.brand ?? '').trim(), series, maker: (row.manufacturer ?? '').trim(), lensType: yes('multifocal') ? 9 : yes('toric') ? 8 : 10, baseCurve: curves.join('/'), diameter: String(diameter), sphMin: Math.min(a!, b!), sphMax: Math.max(a!, b!), halfBeyond6: yes('half_d_steps_beyond_6') },
    warnings, errors,
  }
}

/** Cells of the power grid a stock lens is kept in: quarter steps inside the range, the combined power |S| + |C| within its limit. */
export function stockGrid(range: { sphMin: number; sphMax: number; cylMin: number; cylMax?: number; combinedMax?: number | null }): Array<{ sph: number; cyl: number }> {
  const cells: Array<{ sph: number; cyl: number }> = []
  for (let s = Math.ceil(range.sphMin * 4); s <= Math.floor(range.sphMax * 4); s++)
    for (let c = Math.floor((range.cylMax ?? 0) * 4); c >= Math.ceil(range.cylMin * 4); c--)
      if (range.combinedMax == null || Math.abs(s) + Math.abs(c) <= range.combinedMax * 4) cells.push({ sph: s / 4, cyl: c / 4 || 0 })
  return cells
}
