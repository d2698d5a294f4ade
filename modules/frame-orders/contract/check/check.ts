/**
 * The order check, asked whenever a frame-glasses order changes and at each of its moves to the workshop: what most often sends glasses
 * back (missing or wrong PD, axis, sign, add; Pacific University survey of laboratory call-backs) is compared with the issued prescription,
 * the kind and the limits of the goods, and the frame.
 */
import {
  asks,
  minusForm,
  prismParts,
  showDioptre,
  showPrism,
  stops,
  type CheckFinding,
  type Eye,
  type EyePower,
  type Eyes,
  type Stance,
} from '#kernel/contract/index.ts'
import { nearPdOfEye } from '#modules/exams/contract/formulas/formulas.ts'
import { madeIn, showRange, type PowerRange } from '#modules/products/contract/range.ts'
import { basisFindings, type PrescriptionBasis } from './basis.ts'
import { goodsFindings } from './goods.ts'
import { pairFindings } from './pairs.ts'
import { historyFindings, typedFindings, type KnownPowers } from './history.ts'
import { isExchanged, near, powerDifferences, stanceOn } from './powers.ts'
import { CLINICIAN, FRAME_WRITER } from './confirm.ts'
import { apartOf, blankFor, type FrameSize } from './geometry.ts'
import { MULTIFOCAL } from './use.ts'

export interface LensLimits extends PowerRange {
  name: string
  /** Largest diameter offered, mm. */
  diameter: number | null
  /** Category and design of the product; unknown ones are not compared. */
  category?: number
  lensType?: number | null
  /** Comes from the shelf as it is, not made for this order. */
  stocked?: boolean
}
export interface ChosenFrame extends FrameSize {
  name?: string
  category?: number
  /** The size its product states, where the order says another one. */
  stated?: { a: number; dbl: number } | undefined
  /** Its rims as a tracer drew them. */
  traced?: FrameSize | undefined
}
export interface CheckInput extends Eyes {
  /** 1 distance 2 near 3 progressive 4 bifocal 5 myopia control 6 anti-fatigue 7 sun and others */
  binocleType: number
  prescribed?: Eyes | undefined
  /** The prescription the order follows, and which of its lines. */
  basis?: PrescriptionBasis | undefined
  /** Whole years of the member on the day of the order. */
  age?: number | undefined
  lens: { od?: LensLimits | undefined; os?: LensLimits | undefined }
  frame?: ChosenFrame | undefined
  /** What else is known of these eyes, with the day of the check. */
  history?: (KnownPowers & { today: string }) | undefined
}
export type FrameOrderFinding = CheckFinding
/** What an order's powers are asked about. */
const clinical = asks(CLINICIAN)
const SIDES = [
  ['od', 'Od', '右眼'],
  ['os', 'Os', '左眼'],
] as const

/** Everything the check finds; an empty list is a clean order. */
export function checkOrder(input: CheckInput): FrameOrderFinding[] {
  const swap = exchanged(input)
  const eyes = SIDES.flatMap(([eye, suffix, side]) => [
    ...ofEye(input, eye, suffix, side),
    ...againstRx(input, eye, suffix, side, swap.length > 0),
    ...againstLens(input, eye, suffix, side),
    ...againstFrame(input, eye, side),
  ])
  // Near glasses are another power than the eye's own, which the autorefraction measures.
  const { history } = input
  const previousOrders = history
    ? historyFindings(input, input.binocleType === 2 ? { former: history.former } : history, {
        today: history.today,
        prescribed: Boolean(input.prescribed),
      })
    : []
  const typed = history && !input.prescribed ? typedFindings(input, history, history.today) : []
  return [
    ...basisFindings(input),
    ...eyes,
    ...swap,
    ...pairFindings(input).map((found) => ({ ...clinical, ...found })),
    ...goodsFindings(input),
    ...previousOrders.filter((f) => !swap.length || !f.code.startsWith('swap')),
    // What is told of a field already is not told twice.
    ...typed.filter((f) => !previousOrders.some((k) => k.field === f.field)),
  ]
}

function ofEye(input: CheckInput, eye: Eye, suffix: string, side: string): FrameOrderFinding[] {
  const e = input[eye]
  const out: FrameOrderFinding[] = []
  const say = (stance: Stance, key: string, code: string, sentence: string) =>
    out.push({ ...stance, field: `${key}${suffix}`, code: `${code}-${eye}`, sentence: `${side}${sentence}` })
  if (!e) return out
  if (e.pd === null) say(stops, 'pd', 'pd-missing', '缺少单眼瞳距')
  if (e.cyl && e.axis === null) say(stops, 'ax', 'axis-missing', '有柱镜时必须填写轴位')
  for (const [key, label, n] of [
    ['ds', '球镜', e.sph],
    ['dc', '柱镜', e.cyl],
    ['add', '下加光', e.add],
  ] as const) {
    if (n !== null && !near(n * 4, Math.round(n * 4), 1e-6))
      say(clinical, key, `quarter-${key}`, `${label} ${showDioptre(n)} 不是 0.25 的倍数`)
  }
  if (MULTIFOCAL.has(input.binocleType) && !e.add)
    say(stops, 'add', 'add-missing', `${input.binocleType === 3 ? '渐进' : '双光'}镜缺少下加光`)
  if (input.binocleType === 3 && e.ph === null) say(stops, 'ph', 'height-missing', '渐进镜缺少瞳高')
  if (!MULTIFOCAL.has(input.binocleType) && input.binocleType !== 6 && e.add) say(clinical, 'add', 'add-on-single', '单光镜填写了下加光')
  return out
}

/** An eye that was prescribed a lens and is ordered none, or the other way round. */
function onlyOne(rx: EyePower | null, e: EyePower | null, eye: Eye, suffix: string, side: string): FrameOrderFinding[] {
  if (!rx === !e) return []
  const field = `ds${suffix}`
  return rx
    ? [{ ...clinical, field, code: `eye-missing-${eye}`, sentence: `处方有${side}度数，订单没有` }]
    : [{ ...clinical, field, code: `eye-extra-${eye}`, sentence: `处方没有${side}度数，订单有` }]
}

/** Working distance of reading, mm. */
const READING = 400
/** The addition that anti-fatigue lenses are made with where nobody prescribed one, at most, D. */
export const BOOST_MAX = 1.25
const FATIGUE = 6
/** Whether an addition is another one than was prescribed, in glasses that have one. */
function isOtherAdd(type: number, add: number, prescribed: number): boolean {
  if (MULTIFOCAL.has(type)) return !near(add, prescribed)
  return type === FATIGUE && (prescribed ? !near(add, prescribed) : add > BOOST_MAX)
}
/** Differences from the prescription; the same lens written with the other cylinder sign is none. */
function againstRx(input: CheckInput, eye: Eye, suffix: string, side: string, swapped: boolean): FrameOrderFinding[] {
  if (!input.prescribed) return []
  const rx = input.prescribed[eye]
  const e = input[eye]
  if (!rx || !e) return onlyOne(rx, e, eye, suffix, side)
  const added = input.binocleType === 2 && rx.add ? rx.add : 0
  const out: FrameOrderFinding[] = []
  const say = (key: string, code: string, sentence: string, stance: Stance = clinical) =>
    out.push({ ...stance, field: `${key}${suffix}`, code: `${code}-${eye}`, sentence: `${side}${sentence}` })
  // Of exchanged eyes every power differs from the prescription: one sentence says it.
  if (!swapped) for (const { key, code, sentence } of powerDifferences(e, rx, { added })) say(key, code, sentence, stanceOn(code))
  if (isOtherAdd(input.binocleType, e.add ?? 0, rx.add ?? 0))
    say('add', 'add', `下加光 ${showDioptre(e.add ?? 0)} 与处方 ${showDioptre(rx.add ?? 0)} 不同`)
  const [prism, prescribed] = [prismParts(e), prismParts(rx)]
  if (!near(prism.horizontal, prescribed.horizontal) || !near(prism.vertical, prescribed.vertical))
    say('prism', 'prism', `棱镜 ${showPrism(e)} 与处方 ${showPrism(rx)} 不同`)
  if (rx.pd !== null && e.pd !== null) {
    // Near glasses from a line for far stand narrower than it, by how far is an estimate.
    const isFar = input.binocleType === 2 && input.basis?.line?.kind !== 2 && input.basis?.line?.kind !== 5
    const [pd, within] = isFar ? [nearPdOfEye(rx.pd, READING), 2] : [rx.pd, 1]
    if (Math.abs(pd - e.pd) > within)
      say('pd', 'pd', `单眼瞳距 ${e.pd} 与处方${isFar ? `远用 ${rx.pd} 换算的近用` : ''} ${pd} mm 相差超过 ${within} mm`)
  }
  return out
}

/** What the chosen lens is made in, and whether it is large enough for the frame. */
function againstLens(input: CheckInput, eye: Eye, suffix: string, side: string): FrameOrderFinding[] {
  const lens = input.lens[eye]
  const e = input[eye]
  if (!lens || !e) return []
  const out = rangeFindings(lens, e, `lensProduct${suffix}`, eye, side)
  const blank = input.frame && blankFor(input.frame, e.pd)
  if (blank !== undefined && lens.diameter && blank > lens.diameter)
    out.push({
      ...stops,
      field: `lensProduct${suffix}`,
      code: `blank-${eye}`,
      sentence: `${side}需要直径 ${Math.ceil(blank)} mm，${lens.name} 最大 ${lens.diameter} mm`,
    })
  return out
}

/** Why a lens is not made in a power: its sphere, its cylinder, both together. Either cylinder form that is made will do. */
function rangeFindings(lens: LensLimits, power: EyePower, field: string, eye: Eye, side: string): FrameOrderFinding[] {
  if (madeIn(lens, power)) return []
  const { sph, cyl } = minusForm(power)
  const out: FrameOrderFinding[] = []
  const say = (code: string, sentence: string) => out.push({ ...stops, field, code: `${code}-${eye}`, sentence: `${side}${sentence}` })
  if ((lens.sphMin !== null && sph < lens.sphMin) || (lens.sphMax !== null && sph > lens.sphMax)) {
    const [from, to] = [lens.sphMin, lens.sphMax].map((limit) => (limit === null ? '不限' : showDioptre(limit)))
    say('sphere-range', `球镜 ${showDioptre(sph)} 超出 ${lens.name} 的范围 ${from}…${to}`)
  }
  if (lens.cylMin !== null && cyl < lens.cylMin)
    say('cylinder-range', `柱镜 ${showDioptre(cyl)} 超出 ${lens.name} 的范围（至 ${showDioptre(lens.cylMin)}）`)
  const combined = Math.abs(sph) + Math.abs(cyl)
  if (lens.combinedMax !== null && combined > lens.combinedMax)
    say('combined', `联合光度 ${combined.toFixed(2)} 超出 ${lens.name} 的上限 ${lens.combinedMax.toFixed(2)}`)
  if (!out.length) say('range', `${showDioptre(power.sph)}/${showDioptre(power.cyl)} 不在 ${lens.name} 的范围内：${showRange(lens)}`)
  return out
}

/** A frame much wider or narrower than the eyes stand: asked above 10 mm, stopped above 16 (trade limits). */
function againstFrame(input: CheckInput, eye: Eye, side: string): FrameOrderFinding[] {
  const { frame } = input
  const pd = input[eye]?.pd
  if (!frame?.a || !frame.dbl || !pd) return []
  const { apart, level } = apartOf({ a: frame.a, dbl: frame.dbl }, pd * 2)
  return level === 'ok'
    ? []
    : [
        {
          ...(level === 'block' ? stops : asks(FRAME_WRITER)),
          field: 'frameA',
          code: `decentration-${eye}`,
          sentence: `${side}镜架几何中心距 ${frame.a + frame.dbl} mm 与瞳距 ${pd * 2} mm 相差 ${apart} mm，${level === 'block' ? '请换大小合适的镜架' : '移心过多'}`,
        },
      ]
}

/** What a prescription means for glasses of a type: near ones carry the addition of a line that is not for near. */
function nearOf({ od, os }: Eyes, type: number, basis: PrescriptionBasis | undefined): Eyes {
  const near = type === 2 && basis?.line?.kind !== 2 && basis?.line?.kind !== 5
  const carried = (eye: EyePower | null): EyePower | null => (eye && near ? { ...eye, sph: eye.sph + (eye.add ?? 0) } : eye)
  return { od: carried(od), os: carried(os) }
}
/** Both eyes of the order are the prescription's other eye, in whichever cylinder form, or clearly nearer to it than to their own. */
const exchanged = ({ od, os, prescribed, binocleType, basis }: CheckInput): FrameOrderFinding[] =>
  prescribed && isExchanged({ od, os }, nearOf(prescribed, binocleType, basis))
    ? [{ ...stops, field: 'dsOd', code: 'exchanged', sentence: '左右眼与处方相反' }]
    : []
