/** What a station enters: the fields of a result, which values each takes, and the sentence for one it does not. */
import { clinicalRanges, minusForm, type Power } from '#kernel/contract/index.ts'
import { ACUITY_CODES, DECIMAL_OF_LINE, type AcuityCode } from '#modules/exams/contract/formulas/acuity.ts'
import type { OpValue } from './ops.ts'

/** Beginning of the field of a second measurement by somebody else. */
export const RETEST = 're.'
export const READINGS = [1, 2, 3, 4] as const
export const items = {
  ucva: '裸眼视力',
  cva: '戴镜视力',
  autorefraction: '电脑验光',
  heightWeight: '身高体重',
  axialLength: '眼轴',
  iop: '眼压',
  outerEye: '外眼',
} as const
export type ScreeningItem = keyof typeof items

const eyeWords = { Od: '右眼', Os: '左眼' } as const
type Side = keyof typeof eyeWords
const sides = ['Od', 'Os'] as const
/** The keypad: lines of GB 11533—2011. */
export const keypadLines: readonly string[] = Object.keys(DECIMAL_OF_LINE)

/** Acuity of an entry: a line, or a code below the chart. */
export interface EnteredAcuity {
  readonly line: number | null
  readonly code: AcuityCode | null
}
export function acuityOf(value: OpValue | undefined): EnteredAcuity | undefined {
  if (typeof value !== 'string') return undefined
  const code = ACUITY_CODES.find((c) => c === value)
  if (code) return { line: null, code }
  return keypadLines.includes(value) ? { line: Number(value), code: null } : undefined
}
const signed = String.raw`[+-]?\d{1,2}(?:\.\d{1,2})?`
const READING = new RegExp(`^(${signed})/(${signed})(?:/(\\d{1,3}))?$`)
/** A reading of an autorefractor, `-1.25/-0.50/180`, in minus-cylinder form; undefined for what is none. */
export function readingOf(value: OpValue | undefined): Power | undefined {
  const parts = typeof value === 'string' ? READING.exec(value) : null
  if (!parts) return undefined
  const [sph, cyl, axis] = [Number(parts[1]), Number(parts[2]), parts[3] === undefined ? null : Number(parts[3])]
  return minusForm({ sph, cyl, axis: cyl === 0 ? null : axis === 0 ? 180 : axis })
}

type Check = (value: OpValue) => string | undefined
const acuityCheck =
  (label: string): Check =>
  (value) =>
    acuityOf(value) ? undefined : `${label}：应为 4.0–5.3 的视力表行，或指数、手动、光感、无光感`
const readingCheck =
  (label: string): Check =>
  (value) => {
    const power = readingOf(value)
    if (!power) return `${label}：应为 球镜/柱镜/轴位，如 -1.25/-0.50/180`
    const { sphere, cylinder, axis } = clinicalRanges
    if (power.sph < sphere.block[0] || power.sph > sphere.block[1]) return `${label}：球镜超出 ${sphere.block.join('～')} D`
    if (power.cyl < cylinder.block[0]) return `${label}：柱镜超出 ${cylinder.block.join('～')} D`
    if (Math.abs(power.sph + power.cyl / 2) > sphere.block[1]) return `${label}：等效球镜超出 ${sphere.block.join('～')} D`
    if (power.cyl !== 0 && power.axis === null) return `${label}：有柱镜时须有轴位`
    return power.axis !== null && (power.axis < axis.block[0] || power.axis > axis.block[1]) ? `${label}：轴位应为 1–180` : undefined
  }
const numberCheck =
  (label: string, low: number, high: number, unit: string): Check =>
  (value) =>
    typeof value === 'number' && value >= low && value <= high ? undefined : `${label}：应为 ${low}–${high} ${unit}`
const range = (label: string, of: { readonly block: readonly [number, number]; readonly unit: string }): Check =>
  numberCheck(label, of.block[0], of.block[1], of.unit)

const perEye = (make: (side: Side) => ReadonlyArray<readonly [string, Check]>) => sides.flatMap(make)
const measured: ReadonlyArray<readonly [string, Check]> = [
  ...perEye((side) => [
    [`ucva${side}`, acuityCheck(`${eyeWords[side]}裸眼视力`)],
    [`cva${side}`, acuityCheck(`${eyeWords[side]}戴镜视力`)],
    ...READINGS.map((n) => [`ar${side}${n}`, readingCheck(`${eyeWords[side]}电脑验光第 ${n} 次`)] as const),
  ]),
  // Children below 40 cm and above 220 cm are typing errors (clinical notes §2.12).
  ['height', numberCheck('身高', 40, 220, 'cm')],
  ['weight', numberCheck('体重', 2, 200, 'kg')],
]
const once: ReadonlyArray<readonly [string, Check]> = [
  ['glassesType', (value) => ([0, 1, 2, 3].includes(value as number) ? undefined : '戴镜：请选择不戴、框架镜、隐形或夜戴 OK')],
  ['unable', (value) => (typeof value === 'boolean' ? undefined : '不配合：应为是或否')],
  ['absent', (value) => (typeof value === 'boolean' ? undefined : '缺席：应为是或否')],
  ['outerEye', (value) => (typeof value === 'string' && value.length <= 200 ? undefined : '外眼：最多 200 个字')],
  ...perEye((side) => [
    [`al${side}`, range(`${eyeWords[side]}眼轴`, clinicalRanges.axialLength)],
    [`iop${side}`, range(`${eyeWords[side]}眼压`, clinicalRanges.pressure)],
  ]),
]
const checks: ReadonlyMap<string, Check> = new Map([
  ...once,
  ...measured,
  ...measured.map(([name, check]) => [`${RETEST}${name}`, check] as const),
])

/** What is wrong with an entry, in words; undefined when nothing is. Null takes a value away, with a reason. */
export function entryWrong(field: string, value: OpValue, reason?: string | null): string | undefined {
  const check = checks.get(field)
  if (!check) return `没有“${field}”这一项`
  if (value === null) return reason ? undefined : '清除数值须写明原因'
  return check(value)
}
