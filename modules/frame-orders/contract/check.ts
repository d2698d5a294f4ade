/**
 * The order check, before a frame-glasses order may be billed: what most often sends glasses back (missing or wrong PD, axis, sign, add;
 * Pacific University survey of laboratory call-backs) is compared with the issued prescription, the product's limits and the frame.
 */
import { minimumBlank, minusForm, transpose, type Power } from '#modules/exams/contract/formulas.ts'
import { madeIn, showRange, type PowerRange } from '#modules/products/contract/range.ts'
import { historyFindings, type KnownPowers } from './check.history.ts'
import { axisApart } from './tolerance.ts'

export interface OrderedEye {
  ds: number | null
  dc: number | null
  ax: number | null
  add: number | null
  pd: number | null
  ph: number | null
}
export interface LensLimits {
  name: string
  sphMin: number | null
  sphMax: number | null
  cylMin: number | null
  /** Above 0 where the maker gives plus cylinders. */
  cylMax?: number | null
  /** Largest diameter offered, mm. */
  diameter: number | null
  /** Largest |sphere| + |cylinder| (联合光度), D. */
  combinedMax?: number | null
}
export interface CheckInput {
  od: OrderedEye
  os: OrderedEye
  /** 1 distance 2 near 3 progressive 4 bifocal 5 myopia control 6 anti-fatigue 7 sun and others */
  binocleType: number
  prescribed?: { od: OrderedEye; os: OrderedEye } | undefined
  lens: { od?: LensLimits | undefined; os?: LensLimits | undefined }
  frame?: { a: number | null; dbl: number | null; ed: number | null } | undefined
  /** What else is known of these eyes, with the day of the check. */
  history?: (KnownPowers & { today: string }) | undefined
}
export interface OrderFinding {
  level: 'block' | 'warn'
  field: string
  code: string
  sentence: string
}
const SIDES = [
  ['od', 'Od', '右眼'],
  ['os', 'Os', '左眼'],
] as const
const MULTIFOCAL = new Set([3, 4])
const near = (a: number, b: number, within = 0.005) => Math.abs(a - b) <= within
const shown = (n: number) => `${n < 0 ? '−' : n > 0 ? '+' : ''}${Math.abs(n).toFixed(2)}`

/** Everything the check finds; an empty list is a clean order. */
export function checkOrder(input: CheckInput): OrderFinding[] {
  const swap = exchanged(input)
  // Of exchanged eyes every power differs from the prescription: one sentence says it.
  const eyes = SIDES.flatMap(([eye, suffix, side]) => [
    ...ofEye(input, eye, suffix, side),
    ...(swap.length ? [] : againstRx(input, eye, suffix, side)),
    ...againstLens(input, eye, suffix, side),
    ...againstFrame(input, eye, side),
  ])
  // Near glasses are another power than the eye's own.
  const known =
    input.history && input.binocleType !== 2
      ? historyFindings(input, input.history, { today: input.history.today, prescribed: Boolean(input.prescribed) })
      : []
  return [...eyes, ...swap, ...known.filter((f) => !swap.length || !f.code.startsWith('swap'))]
}

function ofEye(input: CheckInput, eye: 'od' | 'os', suffix: string, side: string): OrderFinding[] {
  const e = input[eye]
  const out: OrderFinding[] = []
  const say = (level: 'block' | 'warn', key: string, code: string, sentence: string) =>
    out.push({ level, field: `${key}${suffix}`, code: `${code}-${eye}`, sentence: `${side}${sentence}` })
  if (e.ds === null) return out
  if (e.pd === null) say('block', 'pd', 'pd-missing', '缺少单眼瞳距')
  if (e.dc && e.ax === null) say('block', 'ax', 'axis-missing', '有柱镜时必须填写轴位')
  for (const [key, label] of [
    ['ds', '球镜'],
    ['dc', '柱镜'],
    ['add', '下加光'],
  ] as const) {
    const n = e[key]
    if (n !== null && !near(n * 4, Math.round(n * 4), 1e-6)) say('warn', key, `quarter-${key}`, `${label} ${shown(n)} 不是 0.25 的倍数`)
  }
  if (MULTIFOCAL.has(input.binocleType) && !e.add)
    say('block', 'add', 'add-missing', `${input.binocleType === 3 ? '渐进' : '双光'}镜缺少下加光`)
  if (input.binocleType === 3 && e.ph === null) say('block', 'ph', 'height-missing', '渐进镜缺少瞳高')
  if (!MULTIFOCAL.has(input.binocleType) && input.binocleType !== 6 && e.add) say('warn', 'add', 'add-on-single', '单光镜填写了下加光')
  return out
}

/** Differences from the prescription; the same lens written with the other cylinder sign is none. */
function againstRx(input: CheckInput, eye: 'od' | 'os', suffix: string, side: string): OrderFinding[] {
  const rx = input.prescribed?.[eye]
  const e = input[eye]
  if (!rx || rx.ds === null || e.ds === null) return []
  const given: Power = { sph: e.ds, cyl: e.dc ?? 0, axis: e.dc ? e.ax : null }
  // Compared in the prescription's own form, so that only a real difference is said, and by its name.
  const turn = given.axis !== null && rx.dc && e.dc && rx.dc < 0 !== e.dc < 0
  const o = turn ? transpose(given) : given
  const form = turn ? '（换算为处方的柱镜写法）' : ''
  const near2 = input.binocleType === 2 && rx.add ? rx.add : 0
  const ds = rx.ds + near2
  const out: OrderFinding[] = []
  const say = (key: string, code: string, sentence: string) =>
    out.push({ level: 'warn', field: `${key}${suffix}`, code: `${code}-${eye}`, sentence: `${side}${sentence}` })
  if (rx.dc && near(e.ds, ds) && near(e.dc ?? 0, -rx.dc))
    say('dc', 'cylinder-sign', `柱镜 ${shown(e.dc ?? 0)} 与处方 ${shown(rx.dc)} 符号相反，球镜没有换算`)
  else {
    if (ds !== 0 && near(o.sph, -ds)) say('ds', 'sign', `球镜 ${shown(o.sph)} 与处方 ${shown(ds)} 符号相反${form}`)
    else if (!near(o.sph, ds))
      say(
        'ds',
        'sphere',
        near2
          ? `近用球镜 ${shown(o.sph)} 应为远用加下加光：${shown(rx.ds)} + ${near2.toFixed(2)} = ${shown(ds)}${form}`
          : `球镜 ${shown(o.sph)} 与处方 ${shown(rx.ds)} 不同${form}`,
      )
    if (!near(o.cyl, rx.dc ?? 0)) say('dc', 'cylinder', `柱镜 ${shown(o.cyl)} 与处方 ${shown(rx.dc ?? 0)} 不同${form}`)
    else if (rx.dc && o.axis !== null && rx.ax !== null && axisApart(o.axis, rx.ax) > 0)
      say('ax', 'axis', `轴位 ${o.axis}° 与处方 ${rx.ax}° 不同${form}`)
  }
  if (rx.add && MULTIFOCAL.has(input.binocleType) && !near(e.add ?? 0, rx.add))
    say('add', 'add', `下加光 ${shown(e.add ?? 0)} 与处方 ${shown(rx.add)} 不同`)
  if (rx.pd !== null && e.pd !== null && input.binocleType !== 2 && Math.abs(rx.pd - e.pd) > 1)
    say('pd', 'pd', `单眼瞳距 ${e.pd} 与处方 ${rx.pd} mm 相差超过 1 mm`)
  return out
}

/** What the chosen lens is made in, and whether it is large enough for the frame. */
function againstLens(input: CheckInput, eye: 'od' | 'os', suffix: string, side: string): OrderFinding[] {
  const lens = input.lens[eye]
  const e = input[eye]
  if (!lens || e.ds === null) return []
  const out = rangeFindings(lens, e.ds, e.dc ?? 0, `lensProduct${suffix}`, eye, side)
  const { frame } = input
  if (frame?.a && frame.dbl && e.pd) {
    const blank = minimumBlank(frame.ed ?? frame.a, frame.a, frame.dbl, e.pd * 2)
    if (lens.diameter && blank > lens.diameter)
      out.push({
        level: 'block',
        field: `lensProduct${suffix}`,
        code: `blank-${eye}`,
        sentence: `${side}需要直径 ${Math.ceil(blank)} mm，${lens.name} 最大 ${lens.diameter} mm`,
      })
  }
  return out
}

/** Why a lens is not made in a power: its sphere, its cylinder, both together. Either cylinder form that is made will do. */
function rangeFindings(lens: LensLimits, ds: number, dc: number, field: string, eye: 'od' | 'os', side: string): OrderFinding[] {
  const range: PowerRange = {
    sphMin: lens.sphMin,
    sphMax: lens.sphMax,
    cylMin: lens.cylMin,
    cylMax: lens.cylMax ?? null,
    combinedMax: lens.combinedMax ?? null,
  }
  if (madeIn(range, ds, dc)) return []
  const { sph, cyl } = minusForm({ sph: ds, cyl: dc, axis: null })
  const out: OrderFinding[] = []
  const say = (code: string, sentence: string) =>
    out.push({ level: 'block', field, code: `${code}-${eye}`, sentence: `${side}${sentence}` })
  if ((lens.sphMin !== null && sph < lens.sphMin) || (lens.sphMax !== null && sph > lens.sphMax))
    say(
      'sphere-range',
      `球镜 ${shown(sph)} 超出 ${lens.name} 的范围 ${lens.sphMin === null ? '不限' : shown(lens.sphMin)}…${lens.sphMax === null ? '不限' : shown(lens.sphMax)}`,
    )
  if (lens.cylMin !== null && cyl < lens.cylMin)
    say('cylinder-range', `柱镜 ${shown(cyl)} 超出 ${lens.name} 的范围（至 ${shown(lens.cylMin)}）`)
  const combined = Math.abs(sph) + Math.abs(cyl)
  if (lens.combinedMax != null && combined > lens.combinedMax)
    say('combined', `联合光度 ${combined.toFixed(2)} 超出 ${lens.name} 的上限 ${lens.combinedMax.toFixed(2)}`)
  if (!out.length) say('range', `${shown(ds)}/${shown(dc)} 不在 ${lens.name} 的范围内：${showRange(range)}`)
  return out
}

/** A frame much wider or narrower than the eyes stand: asked above 10 mm, stopped above 16 (trade limits). */
function againstFrame(input: CheckInput, eye: 'od' | 'os', side: string): OrderFinding[] {
  const { frame } = input
  const { ds, pd } = input[eye]
  if (ds === null || !frame?.a || !frame.dbl || !pd) return []
  const apart = Math.abs(frame.a + frame.dbl - pd * 2)
  return apart > 10
    ? [
        {
          level: apart > 16 ? 'block' : 'warn',
          field: 'frameA',
          code: `decentration-${eye}`,
          sentence: `${side}镜架几何中心距 ${frame.a + frame.dbl} mm 与瞳距 ${pd * 2} mm 相差 ${apart} mm，${apart > 16 ? '请换大小合适的镜架' : '移心过多'}`,
        },
      ]
    : []
}

/** Both eyes of the order are the prescription's other eye, in whichever cylinder form. Eyes alike but for the axis count too. */
function exchanged({ od, os, prescribed }: CheckInput): OrderFinding[] {
  if (!prescribed || [od, os, prescribed.od, prescribed.os].some((e) => e.ds === null)) return []
  const lens = (e: OrderedEye) => minusForm({ sph: e.ds!, cyl: e.dc ?? 0, axis: e.dc ? e.ax : null })
  const same = (x: OrderedEye, y: OrderedEye) => {
    const [a, b] = [lens(x), lens(y)]
    return (
      near(a.sph, b.sph) && near(a.cyl, b.cyl) && (a.cyl === 0 || (a.axis !== null && b.axis !== null && axisApart(a.axis, b.axis) === 0))
    )
  }
  return same(od, prescribed.os) && same(os, prescribed.od) && !(same(od, prescribed.od) && same(os, prescribed.os))
    ? [{ level: 'block', field: 'dsOd', code: 'exchanged', sentence: '左右眼与处方相反' }]
    : []
}
