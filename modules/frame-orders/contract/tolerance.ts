/**
 * Final inspection as a measurement: lensmeter readings judged by the tolerance set in force on the day. The set's id is stamped on each
 * inspection, so that old glasses are never judged by new rules.
 */
import { transpose, type Eye, type EyePower, type Eyes, type Power } from '#kernel/contract/index.ts'

type Band = { readonly upTo: number; readonly a: number; readonly b: readonly [number, number, number, number] }
export interface ToleranceSet {
  readonly id: string
  readonly title: string
  readonly from: string
  readonly to: string | null
  readonly single: readonly Band[]
  readonly progressive: readonly Band[]
}
// Columns of b: |C| ≤ 0.75, ≤ 4, ≤ 6, above. Band by max(|S|, |S + C|) of the prescribed lens. GB 13511.1-2011 and .2-2011 (values of ISO 21987).
const single2011: readonly Band[] = [
  { upTo: 3, a: 0.12, b: [0.09, 0.12, 0.18, 0.25] },
  { upTo: 6, a: 0.12, b: [0.12, 0.12, 0.18, 0.25] },
  { upTo: 9, a: 0.12, b: [0.12, 0.18, 0.18, 0.25] },
  { upTo: 12, a: 0.18, b: [0.12, 0.18, 0.25, 0.25] },
  { upTo: 20, a: 0.25, b: [0.18, 0.25, 0.25, 0.25] },
  { upTo: Infinity, a: 0.37, b: [0.25, 0.25, 0.37, 0.37] },
]
const progressive2011: readonly Band[] = [
  { upTo: 6, a: 0.12, b: [0.12, 0.18, 0.18, 0.25] },
  { upTo: 9, a: 0.18, b: [0.18, 0.18, 0.18, 0.25] },
  { upTo: 12, a: 0.18, b: [0.18, 0.18, 0.25, 0.25] },
  { upTo: 20, a: 0.25, b: [0.18, 0.25, 0.25, 0.25] },
  { upTo: Infinity, a: 0.37, b: [0.25, 0.25, 0.37, 0.37] },
]
/** Sets in order of their dates. The 2025 text was not reachable: its set carries the former edition's numbers and says so (decision 0021). */
export const toleranceSets: readonly ToleranceSet[] = [
  {
    id: 'GB13511-2011',
    title: 'GB 13511.1-2011 / GB 13511.2-2011',
    from: '2012-02-01',
    to: '2026-02-28',
    single: single2011,
    progressive: progressive2011,
  },
  {
    id: 'GB/T13511-2025',
    title: 'GB/T 13511.1-2025 / .2-2025（沿用 2011 版数值，待核对原文）',
    from: '2026-03-01',
    to: null,
    single: single2011,
    progressive: progressive2011,
  },
]
/** The set in force on a day; the oldest for earlier days. */
export const toleranceSetOn = (day: string): ToleranceSet =>
  toleranceSets.find((s) => s.from <= day && (!s.to || day <= s.to)) ?? toleranceSets[0]!

/** A lens as it was ordered or read: its power, and where it was asked for the addition, the distance and the height. */
export type LensValues = Power & Partial<Pick<EyePower, 'add' | 'pd' | 'ph'>>
/** An eye nothing was ordered for has a plano lens. */
const PLANO: LensValues = { sph: 0, cyl: 0, axis: null }
export interface JudgedItem {
  eye: 'od' | 'os' | 'ou'
  what: string
  ordered: number | null
  measured: number | null
  tolerance: number | null
  ok: boolean
  sentence: string
}
export interface Judgement {
  setId: string
  verdict: 'pass' | 'fail'
  items: JudgedItem[]
}

const EPS = 1e-9
const within = (a: number, b: number, tolerance: number): boolean => Math.abs(a - b) <= tolerance + EPS
const keyPower = (l: Power): number => Math.max(Math.abs(l.sph), Math.abs(l.sph + l.cyl))
/** A reading written with the prescription's cylinder sign. */
const alike = (measured: LensValues, ordered: LensValues): LensValues =>
  measured.cyl !== 0 && (ordered.cyl === 0 ? measured.cyl > 0 : Math.sign(measured.cyl) !== Math.sign(ordered.cyl))
    ? transpose(measured)
    : measured
/** Degrees between two axes, 0–90. */
export const axisApart = (a: number, b: number): number => Math.min(Math.abs(a - b) % 180, 180 - (Math.abs(a - b) % 180))

const AXIS_SINGLE = [
  [0.5, 9],
  [0.75, 6],
  [1.5, 4],
  [2.5, 3],
  [Infinity, 2],
] as const
const axisTolerance = (cyl: number, progressive: boolean): number | null => {
  const c = Math.abs(cyl)
  if (progressive && c > 0.125 && c <= 0.25) return 16
  return c < 0.25 - EPS ? null : AXIS_SINGLE.find(([upTo]) => c <= upTo + EPS)![1]
}
/** Distance of optical centres by key power: mm, or prism below 0.75 D. */
type Distance = { mm?: number; prism?: number }
type Steps = ReadonlyArray<readonly [upTo: number, allowed: Distance]>
const stepAt = (steps: Steps, p: number): Distance => steps.find(([upTo]) => p <= upTo)?.[1] ?? {}
const CENTRES: Steps = [
  [0.5, { prism: 0.67 }],
  [1, { mm: 6 }],
  [2, { mm: 4 }],
  [4, { mm: 3 }],
  [Infinity, { mm: 2 }],
]
const HEIGHTS: Steps = [
  [0.5, { prism: 0.5 }],
  [1, { mm: 3 }],
  [2.5, { mm: 2 }],
  [Infinity, { mm: 1 }],
]
const centreTolerance = (p: number): Distance => stepAt(CENTRES, p)
const verticalTolerance = (p: number): Distance => stepAt(HEIGHTS, p)
const asMm = (t: { mm?: number; prism?: number }, p: number): number => t.mm ?? (p < EPS ? Infinity : (10 * t.prism!) / p)

const sides = { od: '右眼', os: '左眼', ou: '双眼' } as const
function item(eye: JudgedItem['eye'], what: string, ordered: number, measured: number, tolerance: number, unit: string): JudgedItem {
  const ok = within(ordered, measured, tolerance)
  const apart = Math.abs(ordered - measured)
  return {
    eye,
    what,
    ordered,
    measured,
    tolerance: Number.isFinite(tolerance) ? tolerance : null,
    ok,
    sentence: `${sides[eye]}${what}：订单 ${ordered.toFixed(2)}，实测 ${measured.toFixed(2)}，相差 ${apart.toFixed(2)}${unit}，${Number.isFinite(tolerance) ? `允差 ±${tolerance.toFixed(2)}${unit}` : '平光不限'}`,
  }
}
/** As `item`, for a reading that may be missing: what was ordered and not measured has not passed. */
function reading(
  eye: JudgedItem['eye'],
  what: string,
  ordered: number,
  measured: number | null | undefined,
  tolerance: number,
  unit: string,
): JudgedItem {
  if (measured != null) return item(eye, what, ordered, measured, tolerance, unit)
  return {
    eye,
    what,
    ordered,
    measured: null,
    tolerance: Number.isFinite(tolerance) ? tolerance : null,
    ok: false,
    sentence: `${sides[eye]}${what}：订单 ${ordered.toFixed(2)}${unit}，未测量`,
  }
}

export type LensDesign = 'single' | 'multifocal' | 'progressive'
/** Judges one eye: the two principal meridians, the cylinder, its axis and the addition. */
export function judgeEye(eye: Eye, ordered: LensValues, read: LensValues, design: LensDesign, set: ToleranceSet): JudgedItem[] {
  const measured = alike(read, ordered)
  const progressive = design === 'progressive'
  const band = (progressive ? set.progressive : set.single).find((b) => keyPower(ordered) <= b.upTo + EPS)!
  const c = Math.abs(ordered.cyl)
  const b = band.b[c <= 4 + EPS ? (c <= 0.75 + EPS ? 0 : 1) : c <= 6 + EPS ? 2 : 3]
  const items = [
    item(eye, '第一主子午线', ordered.sph, measured.sph, band.a, ' D'),
    item(eye, '第二主子午线', ordered.sph + ordered.cyl, measured.sph + measured.cyl, band.a, ' D'),
    item(eye, '柱镜', ordered.cyl, measured.cyl, b, ' D'),
  ]
  const axis = axisTolerance(ordered.cyl, progressive)
  if (axis !== null && ordered.axis !== null) {
    const apart = measured.axis === null ? 90 : axisApart(ordered.axis, measured.axis)
    items.push({
      eye,
      what: '轴位',
      ordered: ordered.axis,
      measured: measured.axis,
      tolerance: axis,
      ok: apart <= axis,
      sentence: `${sides[eye]}轴位：订单 ${ordered.axis}°，实测 ${measured.axis ?? '—'}°，相差 ${apart}°，允差 ±${axis}°`,
    })
  }
  if (ordered.add != null && design !== 'single')
    items.push(reading(eye, '下加光', ordered.add, measured.add, ordered.add > 4 + EPS ? 0.18 : 0.12, ' D'))
  return items
}

/** Judges a pair of glasses: each eye, then the distance of the optical centres and their height. */
export function judge(input: { rx: Eyes<LensValues>; measured: Eyes<LensValues>; design: LensDesign; date: string }): Judgement {
  const set = toleranceSetOn(input.date)
  const [rx, measured] = [worn(input.rx), worn(input.measured)]
  const items = (['od', 'os'] as const).flatMap((eye) => judgeEye(eye, rx[eye], measured[eye], input.design, set))
  items.push(...centring(rx, measured, input.design))
  return { setId: set.id, verdict: items.every((i) => i.ok) ? 'pass' : 'fail', items }
}

const worn = ({ od, os }: Eyes<LensValues>): Record<Eye, LensValues> => ({ od: od ?? PLANO, os: os ?? PLANO })

function centring(rx: Record<Eye, LensValues>, measured: Record<Eye, LensValues>, design: LensDesign): JudgedItem[] {
  const items: JudgedItem[] = []
  const p = Math.max(keyPower(rx.od), keyPower(rx.os))
  const whole = design === 'progressive' ? 2 : asMm(centreTolerance(p), p)
  for (const eye of ['od', 'os'] as const) {
    const [a, b] = [rx[eye].pd, measured[eye].pd]
    if (a != null) items.push(reading(eye, '单眼瞳距', a, b, design === 'progressive' ? 1 : whole / 2, ' mm'))
    if (design === 'progressive' && rx[eye].ph != null) items.push(reading(eye, '配镜高度', rx[eye].ph!, measured[eye].ph, 1, ' mm'))
  }
  if (rx.od.pd != null && rx.os.pd != null && measured.od.pd != null && measured.os.pd != null)
    items.push(item('ou', '光学中心水平距离', rx.od.pd + rx.os.pd, measured.od.pd + measured.os.pd, whole, ' mm'))
  if (design !== 'progressive' && measured.od.ph != null && measured.os.ph != null)
    items.push(
      item(
        'ou',
        '光学中心垂直互差',
        (rx.od.ph ?? 0) - (rx.os.ph ?? 0),
        measured.od.ph - measured.os.ph,
        asMm(verticalTolerance(p), p),
        ' mm',
      ),
    )
  return items
}
