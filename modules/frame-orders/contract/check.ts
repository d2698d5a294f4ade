/**
 * The order check, before a frame-glasses order may be billed: what most often sends glasses back (missing or wrong PD, axis, sign, add;
 * Pacific University survey of laboratory call-backs) is compared with the issued prescription, the product's limits and the frame.
 */
import { minimumBlank, transpose } from '#modules/exams/contract/formulas.ts'
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
  /** Largest diameter offered, mm. */
  diameter: number | null
}
export interface CheckInput {
  od: OrderedEye
  os: OrderedEye
  /** 1 distance 2 near 3 progressive 4 bifocal 5 myopia control 6 anti-fatigue 7 sun and others */
  binocleType: number
  prescribed?: { od: OrderedEye; os: OrderedEye } | undefined
  lens: { od?: LensLimits | undefined; os?: LensLimits | undefined }
  frame?: { a: number | null; dbl: number | null; ed: number | null } | undefined
}
export interface OrderFinding {
  level: 'block' | 'warn'
  field: string
  code: string
  sentence: string
}
const SIDES = [['od', 'Od', '右眼'], ['os', 'Os', '左眼']] as const
const MULTIFOCAL = new Set([3, 4])
const near = (a: number, b: number, within = 0.005) => Math.abs(a - b) <= within
const shown = (n: number) => `${n < 0 ? '−' : n > 0 ? '+' : ''}${Math.abs(n).toFixed(2)}`

/** Everything the check finds; an empty list is a clean order. */
export function checkOrder(input: CheckInput): OrderFinding[] {
  const eyes = SIDES.flatMap(([eye, suffix, side]) => [...ofEye(input, eye, suffix, side), ...againstRx(input, eye, suffix, side), ...againstLens(input, eye, suffix, side)])
  return [...eyes, ...exchanged(input)]
}

function ofEye(input: CheckInput, eye: 'od' | 'os', suffix: string, side: string): OrderFinding[] {
  const e = input[eye]
  const out: OrderFinding[] = []
  const say = (level: 'block' | 'warn', key: string, code: string, sentence: string) => out.push({ level, field: `${key}${suffix}`, code: `${code}-${eye}`, sentence: `${side}${sentence}` })
  if (e.ds === null) return out
  if (e.pd === null) say('block', 'pd', 'pd-missing', '缺少单眼瞳距')
  if (e.dc && e.ax === null) say('block', 'ax', 'axis-missing', '有柱镜时必须填写轴位')
  for (const [key, label] of [['ds', '球镜'], ['dc', '柱镜'], ['add', '下加光']] as const) {
    const n = e[key]
    if (n !== null && !near(n * 4, Math.round(n * 4), 1e-6)) say('warn', key, `quarter-${key}`, `${label} ${shown(n)} 不是 0.25 的倍数`)
  }
  if (input.binocleType === 3 && !e.add) say('block', 'add', 'add-missing', '渐进镜缺少下加光')
  if (input.binocleType === 3 && e.ph === null) say('block', 'ph', 'height-missing', '渐进镜缺少瞳高')
  if (!MULTIFOCAL.has(input.binocleType) && input.binocleType !== 6 && e.add) say('warn', 'add', 'add-on-single', '单光镜填写了下加光')
  return out
}

/** Differences from the prescription; the same lens written with the other cylinder sign is none. */
function againstRx(input: CheckInput, eye: 'od' | 'os', suffix: string, side: string): OrderFinding[] {
  const rx = input.prescribed?.[eye]
  const e = input[eye]
  if (!rx || rx.ds === null || e.ds === null) return []
  const ordered = { sph: e.ds, cyl: e.dc ?? 0, axis: e.dc ? e.ax : null }
  const same = (p: { sph: number; cyl: number; axis: number | null }) => near(p.sph, rx.ds!) && near(p.cyl, rx.dc ?? 0) && (!rx.dc || (p.axis !== null && rx.ax !== null && axisApart(p.axis, rx.ax) === 0))
  const out: OrderFinding[] = []
  const say = (key: string, code: string, sentence: string) => out.push({ level: 'warn', field: `${key}${suffix}`, code: `${code}-${eye}`, sentence: `${side}${sentence}` })
  if (!same(ordered) && !same(transpose(ordered))) {
    if (rx.ds !== 0 && near(e.ds, -rx.ds)) say('ds', 'sign', `球镜 ${shown(e.ds)} 与处方 ${shown(rx.ds)} 符号相反`)
    else if (!near(e.ds, rx.ds)) say('ds', 'sphere', `球镜 ${shown(e.ds)} 与处方 ${shown(rx.ds)} 不同`)
    if (!near(e.dc ?? 0, rx.dc ?? 0)) say('dc', 'cylinder', `柱镜 ${shown(e.dc ?? 0)} 与处方 ${shown(rx.dc ?? 0)} 不同`)
    else if (rx.dc && e.ax !== null && rx.ax !== null && axisApart(e.ax, rx.ax) > 0) say('ax', 'axis', `轴位 ${e.ax}° 与处方 ${rx.ax}° 不同`)
  }
  if (rx.add && MULTIFOCAL.has(input.binocleType) && !near(e.add ?? 0, rx.add)) say('add', 'add', `下加光 ${shown(e.add ?? 0)} 与处方 ${shown(rx.add)} 不同`)
  if (rx.pd !== null && e.pd !== null && input.binocleType !== 2 && Math.abs(rx.pd - e.pd) > 1) say('pd', 'pd', `单眼瞳距 ${e.pd} 与处方 ${rx.pd} mm 相差超过 1 mm`)
  return out
}

/** What the chosen lens is made in, and whether it is large enough for the frame. */
function againstLens(input: CheckInput, eye: 'od' | 'os', suffix: string, side: string): OrderFinding[] {
  const lens = input.lens[eye]
  const e = input[eye]
  if (!lens || e.ds === null) return []
  const out: OrderFinding[] = []
  const minus = e.dc && e.dc > 0 ? { ds: e.ds + e.dc, dc: -e.dc } : { ds: e.ds, dc: e.dc ?? 0 }
  if (lens.sphMin !== null && lens.sphMax !== null && (minus.ds < lens.sphMin - 0.005 || minus.ds > lens.sphMax + 0.005)) out.push({ level: 'block', field: `lensProduct${suffix}`, code: `sphere-range-${eye}`, sentence: `${side}球镜 ${shown(minus.ds)} 超出 ${lens.name} 的范围 ${shown(lens.sphMin)}…${shown(lens.sphMax)}` })
  if (lens.cylMin !== null && minus.dc < lens.cylMin - 0.005) out.push({ level: 'block', field: `lensProduct${suffix}`, code: `cylinder-range-${eye}`, sentence: `${side}柱镜 ${shown(minus.dc)} 超出 ${lens.name} 的范围（至 ${shown(lens.cylMin)}）` })
  const { frame } = input
  if (frame?.a && frame.dbl && e.pd) {
    const blank = minimumBlank(frame.ed ?? frame.a, frame.a, frame.dbl, e.pd * 2)
    if (lens.diameter && blank > lens.diameter) out.push({ level: 'block', field: `lensProduct${suffix}`, code: `blank-${eye}`, sentence: `${side}需要直径 ${Math.ceil(blank)} mm，${lens.name} 最大 ${lens.diameter} mm` })
    if (Math.abs(frame.a + frame.dbl - e.pd * 2) > 16) out.push({ level: 'warn', field: 'frameA', code: `decentration-${eye}`, sentence: `${side}镜架几何中心距 ${frame.a + frame.dbl} mm 与瞳距 ${e.pd * 2} mm 相差过大` })
  }
  return out
}

/** Both eyes of the order are the prescription's other eye. */
function exchanged({ od, os, prescribed }: CheckInput): OrderFinding[] {
  if (!prescribed || [od, os, prescribed.od, prescribed.os].some((e) => e.ds === null)) return []
  const same = (a: OrderedEye, b: OrderedEye) => near(a.ds!, b.ds!) && near(a.dc ?? 0, b.dc ?? 0)
  return same(od, prescribed.os) && same(os, prescribed.od) && !same(od, prescribed.od) ? [{ level: 'block', field: 'dsOd', code: 'exchanged', sentence: '左右眼与处方相反' }] : []
}
