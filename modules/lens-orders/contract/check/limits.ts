/**
 * What a fitted lens may be: the maker's table, a base curve the cornea can carry, and whether ortho-k suits the member at all (clinical
 * reference 6.4).
 */
import { asks, stops } from '#kernel/contract/index.ts'
import { okBaseCurve } from '#modules/exams/contract/formulas/formulas.ts'
import { DOCTOR, PRESCRIBER } from '#modules/frame-orders/contract/check/confirm.ts'
import { suitability } from '#modules/records/contract/okjing/suitability.ts'
import type { OkLimits } from '#modules/settings/contract/ok.ts'
import type { CheckedLine, OrderCheck, LensOrderFinding } from './check.ts'

/** Limits of a maker, D and mm; what is null does not limit. */
export interface MakerLimits {
  readonly bcMin: number | null
  readonly bcMax: number | null
  readonly diaMin: number | null
  readonly diaMax: number | null
  readonly targetMin: number | null
  readonly targetMax: number | null
  readonly jessenFactor: number | null
}
/** What was measured for the fitting, as a first record names it (`k1Od`, `eccOd`), with the limits of the store. */
export interface MeasuredCornea {
  readonly body: Readonly<Record<string, unknown>>
  readonly limits: OkLimits
}
const SIDES = { od: ['Od', '右眼'], os: ['Os', '左眼'] } as const
const RANGES = [
  ['bc', 'bcMin', 'bcMax', '基弧', 'mm'],
  ['dia', 'diaMin', 'diaMax', '直径', 'mm'],
  ['target', 'targetMin', 'targetMax', '降幅', 'D'],
] as const
const beyond = (n: number, from: number | null, to: number | null): boolean => (from !== null && n < from) || (to !== null && n > to)
const range = (from: number | null, to: number | null): string => `${from ?? '不限'}…${to ?? '不限'}`

/** Parameters the brand is not made in. */
export const makerLimits: OrderCheck = ({ lines }) =>
  lines.flatMap((line, index): LensOrderFinding[] => {
    const limits = line.product.maker
    if (!limits) return []
    return RANGES.flatMap(([name, low, high, label, unit]): LensOrderFinding[] => {
      const value = line[name]
      if (typeof value !== 'number' || !beyond(value, limits[low], limits[high])) return []
      const [side, made] = [line.eye ? SIDES[line.eye][1] : '', range(limits[low], limits[high])]
      const sentence = `${side}${label} ${value} ${unit} 超出 ${line.product.name} 的范围 ${made}`
      return [{ ...stops, field: `items.${index}.${name}`, code: `maker-${name}-${line.eye ?? index}`, sentence }]
    })
  })

/** A base curve this far from what flat K, target and factor give is no trial's result but a slip, mm. */
const CURVE_APART = 0.3
/** The base curve beside the one that follows from the cornea (Jessen, with the brand's factor). */
export const baseCurve: OrderCheck = ({ lines, measured }) =>
  lines.flatMap((line, index): LensOrderFinding[] => {
    const eye = line.eye && SIDES[line.eye]
    const k = eye && measured?.body[`k1${eye[0]}`]
    if (!eye || typeof k !== 'number' || typeof line.bc !== 'number' || typeof line.target !== 'number') return []
    const { bcMm } = okBaseCurve(k, line.target, line.product.maker?.jessenFactor ?? 0.75)
    if (Math.abs(bcMm - line.bc) <= CURVE_APART + 1e-9) return []
    const sentence = `${eye[1]}基弧 ${line.bc} mm 与平K ${k} D、降幅 ${line.target} D 算出的 ${bcMm.toFixed(2)} mm 相差过多`
    return [{ ...asks(PRESCRIBER), field: `items.${index}.bc`, code: `bc-k-${line.eye}`, sentence }]
  })

const under = (line: CheckedLine, limit: number): boolean => typeof line.target === 'number' && line.target < limit
/** Age, power, cornea and eye beside the limits of the store: what is red only a doctor confirms, what is amber an optometrist too. */
export const suitable: OrderCheck = ({ kind, mode, age, lines, measured }) => {
  if (kind.kind !== 'okjing' || mode === 1) return []
  const limits = measured?.limits
  const ageMin = limits?.ageMin ?? 8
  const sphereMin = limits?.sphereMin ?? -6
  const young: LensOrderFinding[] =
    age !== undefined && age < ageMin
      ? [
          {
            ...asks(DOCTOR),
            field: 'pid',
            code: 'too-young',
            sentence: `会员 ${age} 岁，未满 ${ageMin} 岁：须由医师确认并写明理由`,
          },
        ]
      : []
  const strong = lines.flatMap((line, index): LensOrderFinding[] =>
    line.eye && under(line, sphereMin)
      ? [
          {
            ...asks(DOCTOR),
            field: `items.${index}.target`,
            code: `too-strong-${line.eye}`,
            sentence: `${SIDES[line.eye][1]}降幅 ${String(line.target)} D 超过 ${sphereMin.toFixed(2)} D：须由医师确认并写明理由`,
          },
        ]
      : [],
  )
  const ordered = new Set(lines.flatMap((line) => line.eye ?? []))
  const lights = measured ? suitability(measured.body, age ?? null, measured.limits) : []
  const measuredBadly = lights
    .filter((l) => l.item !== '年龄' && (l.colour === 'red' || l.colour === 'amber') && (l.eye === null || ordered.has(l.eye)))
    .map((l): LensOrderFinding => ({
      ...asks(l.colour === 'red' ? DOCTOR : PRESCRIBER),
      field: 'fittingId',
      code: `suits-${l.item}-${l.eye ?? 'ou'}`,
      sentence: `${l.eye ? SIDES[l.eye][1] : ''}${l.item} ${l.says}：不在塑形镜的适用范围`,
    }))
  return [...young, ...strong, ...measuredBadly]
}
