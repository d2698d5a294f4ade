/**
 * What is ordered against what it follows: the line of a prescription, the checked fitting, the original of a supplement; and against what
 * is known of the member's eyes. Powers of spectacles are taken to the cornea before a contact lens is compared with them (clinical
 * reference 3, formula 4).
 */
import { asks, metaOf, powerOf, showDioptre, stops, type Power, type Stance } from '#kernel/contract/index.ts'
import { atCornea, isContactFor } from '#modules/exams/contract/formulas/contact.ts'
import { CLINICIAN, DOCTOR, PRESCRIBER } from '#modules/frame-orders/contract/check/confirm.ts'
import { historyFindings, typedFindings, type KnownPowers } from '#modules/frame-orders/contract/check/history.ts'
import { exchangedEyes, isExchanged, near, powerDifferences, stanceOn } from '#modules/frame-orders/contract/check/powers.ts'
import { powersIn, targetsApart } from '#modules/records/contract/okjing/pairs.ts'
import { lensParameterNames } from '#modules/records/contract/okjing/fields.ts'
import type { CheckedLine, OrderCheck, LensOrderFinding } from './check.ts'
import { opticsDifferences } from './optics.ts'
import { lineParameters, type LineParameter } from '../fields.ts'

export type Parameters = Readonly<Partial<Record<LineParameter, number | string | null>>>
/** What an order follows by its link. */
export interface LinkedPowers {
  readonly od?: Parameters | undefined
  readonly os?: Parameters | undefined
  /** What people call it: 处方, 配适记录, 原订单. */
  readonly name: string
  /** Its powers are those of spectacles, 12 mm before the eye. */
  readonly spectacles?: boolean
  /** A fitting a second person has checked stands behind it. */
  readonly fitted?: boolean
}
export interface KnownToday extends KnownPowers {
  /** Day of the check. */
  readonly today: string
}
const EYES = [
  ['od', '右眼'],
  ['os', '左眼'],
] as const
/** Fields of a power in a line, by their names in a pair of eyes. */
const LINE = { ds: 'sph', dc: 'cyl', ax: 'axis' } as const
const number = (v: number | string | null | undefined): number | null => (typeof v === 'number' ? v : null)
/** The power of a line; of an ortho-k lens none, for it is its target that is ordered. */
export const powerIn = (parameters: Parameters): Power | null =>
  powerOf({ sph: number(parameters.sph), cyl: number(parameters.cyl), axis: number(parameters.axis) })

const lineOf = (lines: readonly CheckedLine[], eye: 'od' | 'os') => {
  const index = lines.findIndex((l) => l.eye === eye)
  const line = lines[index]
  return line && { line, at: index }
}
const expected = (basis: LinkedPowers, eye: 'od' | 'os'): Power | null => {
  const power = basis[eye] ? powerIn(basis[eye]) : null
  return power && basis.spectacles ? atCornea(power) : power
}

/** Differences of a power from the one it follows; of spectacles, as a contact lens has that. */
function differences(now: Power, from: Power, basis: LinkedPowers) {
  if (!basis.spectacles) return powerDifferences(now, from, { as: basis.name })
  return isContactFor(now, from) ? [] : powerDifferences(now, atCornea(from), { as: `${basis.name}换算到角膜的` })
}
const shown = (name: LineParameter, value: number | string | null | undefined): string => {
  if (value === null || value === undefined) return '未填'
  if (typeof value === 'string') return metaOf(lineParameters[name]).options?.[value] ?? value
  return metaOf(lineParameters[name]).format === 'dioptre' ? showDioptre(value) : String(value)
}
const same = (a: number | string | null | undefined, b: number | string | null | undefined): boolean =>
  typeof a === 'number' && typeof b === 'number' ? near(a, b) : (a ?? null) === (b ?? null)
/** Parameters that tell a fitted lens from its fellow; its colour is not one, for the eyes differ by it. */
const FITTED = lensParameterNames.filter((name) => name !== 'colour')
const sameFit = (x: Parameters, y: Parameters): boolean => FITTED.every((name) => same(x[name], y[name]))
const hasFitting = (parameters: Parameters): boolean => FITTED.some((name) => parameters[name] !== null && parameters[name] !== undefined)

/** Every parameter and power of an eye that is not what the order follows. */
function againstBasis(line: CheckedLine, index: number, eye: 'od' | 'os', side: string, basis: LinkedPowers): LensOrderFinding[] {
  const from = basis[eye]
  if (!from)
    return [
      { ...asks(CLINICIAN), field: `items.${index}.productId`, code: `eye-extra-${eye}`, sentence: `${basis.name}没有${side}，订单有` },
    ]
  const say = (name: LineParameter, code: string, sentence: string, stance: Stance = asks(CLINICIAN)): LensOrderFinding => ({
    ...stance,
    field: `items.${index}.${name}`,
    code: `${code}-${eye}`,
    sentence: `${side}${sentence}`,
  })
  const [now, then] = [powerIn(line), powerIn(from)]
  const powers =
    now && then ? differences(now, then, basis).map(({ key, code, sentence }) => say(LINE[key], code, sentence, stanceOn(code))) : []
  const optics = opticsDifferences(line, from, basis.name).map(({ name, sentence }) => say(name, name, sentence))
  const others = lensParameterNames.flatMap((name): LensOrderFinding[] => {
    const [a, b] = [line[name], from[name]]
    // Of a fitted lens what the source does not say is new, not different.
    if (b === null || b === undefined || same(a, b)) return []
    return [say(name, name, `${metaOf(lineParameters[name]).label} ${shown(name, a)} 与${basis.name} ${shown(name, b)} 不同`)]
  })
  return [...powers, ...optics, ...others]
}

/** Differences from what the order follows; exchanged eyes are one sentence, and stop it. */
export const link: OrderCheck = ({ lines, basis }) => {
  if (!basis) return []
  const [od, os] = [lineOf(lines, 'od'), lineOf(lines, 'os')]
  const powers = isExchanged(
    { od: od && powerIn(od.line), os: os && powerIn(os.line) },
    { od: expected(basis, 'od'), os: expected(basis, 'os') },
  )
  const fits = exchangedEyes({ od: od?.line, os: os?.line }, basis, (x: Parameters, y: Parameters) => hasFitting(x) && sameFit(x, y))
  if (powers || fits) return [{ ...stops, field: `items.${od?.at ?? 0}.sph`, code: 'exchanged', sentence: `左右眼与${basis.name}相反` }]
  return EYES.flatMap(([eye, side]): LensOrderFinding[] => {
    const found = eye === 'od' ? od : os
    if (found) return againstBasis(found.line, found.at, eye, side, basis)
    return basis[eye]
      ? [{ ...asks(CLINICIAN), field: 'items', code: `eye-missing-${eye}`, sentence: `${basis.name}有${side}，订单没有` }]
      : []
  })
}
/** A lens that is fitted to an eye is ordered from something: ortho-k from a fitting that was checked. */
export const trial: OrderCheck = ({ mode, kind, basis }) => {
  if (mode === 1 || kind.member !== 'required') return []
  const ortho = kind.kind === 'okjing'
  if (!basis)
    return [
      {
        ...stops,
        field: ortho ? 'fittingId' : 'prescriptionId',
        code: 'no-link',
        sentence: ortho ? '没有关联配适记录或处方，不能下单' : '没有关联处方，不能下单',
      },
    ]
  return ortho && !basis.fitted
    ? [{ ...asks(PRESCRIBER), field: 'fittingId', code: 'no-trial', sentence: `依据${basis.name}下单，没有已核对的配适记录（试戴）` }]
    : []
}

/**
 * What ortho-k lenses take away beside the prescription and the first record, each: exchanged, flipped or stronger targets stop the order.
 */
export const targets: OrderCheck = ({ lines, basis, measured }) => {
  const [od, os] = [lineOf(lines, 'od'), lineOf(lines, 'os')]
  const wanted = { od: number(od?.line.target), os: number(os?.line.target) }
  const prescribed = { od: basis?.od ? powerIn(basis.od) : null, os: basis?.os ? powerIn(basis.os) : null }
  const apart = [
    ...targetsApart(wanted, prescribed, '处方'),
    ...(measured ? targetsApart(wanted, powersIn(measured.body), '初诊记录') : []),
  ]
  const seen = new Set<string>()
  return apart.flatMap(({ eye, code, sentence, weaker }): LensOrderFinding[] => {
    const key = `target-${code}-${eye}`
    if (seen.has(key)) return []
    seen.add(key)
    return [
      {
        ...(weaker ? asks(DOCTOR) : stops),
        field: `items.${lineOf(lines, eye)?.at ?? 0}.target`,
        code: key,
        sentence: code === 'swap' ? sentence : `${eye === 'od' ? '右眼' : '左眼'}${sentence}`,
      },
    ]
  })
}
/** Powers of a member that were typed without a link, beside the last subjective refraction and the last order. */
export const typed: OrderCheck = ({ lines, basis, known: facts }) => {
  if (basis || !facts) return []
  const ordered = (eye: 'od' | 'os'): Power | null => {
    const found = lineOf(lines, eye)
    return found ? powerIn(found.line) : null
  }
  return typedFindings({ od: ordered('od'), os: ordered('os') }, facts, facts.today).map((f) => {
    const eye = f.field.endsWith('Os') ? 'os' : 'od'
    const name = f.field.startsWith('ax') ? 'axis' : f.field.startsWith('dc') ? 'cyl' : 'sph'
    return { ...f, field: `items.${lineOf(lines, eye)?.at ?? 0}.${name}` }
  })
}

/** Signs and eyes against the member's last order of the kind and the last autorefraction, taken to the cornea. */
export const history: OrderCheck = ({ lines, known: facts, basis, kind }) => {
  if (!facts) return []
  const ortho = kind.kind === 'okjing'
  const ordered = (eye: 'od' | 'os'): Power | null => {
    const found = lineOf(lines, eye)
    if (!found) return null
    const target = number(found.line.target)
    if (!ortho) return powerIn(found.line)
    return target === null ? null : { sph: target, cyl: 0, axis: null }
  }
  const { auto } = facts
  // An ortho-k lens takes the sphere away and leaves the cylinder.
  const lensFor = (p: Power | null) => p && (ortho ? { sph: p.sph, cyl: 0, axis: null } : atCornea(p))
  const powers: KnownPowers = { former: facts.former, auto: auto && { at: auto.at, od: lensFor(auto.od), os: lensFor(auto.os) } }
  const found = historyFindings({ od: ordered('od'), os: ordered('os') }, powers, { today: facts.today, prescribed: Boolean(basis) })
  return found.map((f) => {
    const eye = f.field.endsWith('Os') ? 'os' : 'od'
    const name = ortho ? 'target' : f.field.startsWith('ax') ? 'axis' : 'sph'
    return { ...f, field: `items.${lineOf(lines, eye)?.at ?? 0}.${name}` }
  })
}
