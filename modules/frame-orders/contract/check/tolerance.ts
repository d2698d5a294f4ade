/**
 * Final inspection as a measurement: lensmeter readings judged by the tolerance set in force on the day. The set's id is stamped on each
 * inspection, so that old glasses are never judged by new rules.
 */
import { prismParts, transpose, type Base, type Eye, type EyePower, type Eyes, type Power } from '#kernel/contract/index.ts'

type Band = { readonly upTo: number; readonly a: number; readonly b: readonly [number, number, number, number] }
export interface ToleranceSet {
  readonly id: string
  readonly title: string
  readonly from: string
  readonly to: string | null
  readonly single: readonly Band[]
  readonly progressive: readonly Band[]
}
// Columns of b: |C| ≤ 0.75, ≤ 4, ≤ 6, above. Band by max(|S|, |S + C|) of the prescribed lens. GB 13511.1-2011 and .2-2011 (values of ISO
// 21987).
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
/**
 * Sets in order of their dates. The 2025 text was not reachable: its set carries the former edition's numbers and says so (decision 0021).
 */
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

/** A lens as it was ordered: its power, and where it was asked for the addition, the prism, the distance and the height. */
export type LensValues = Power & Partial<Pick<EyePower, 'add' | 'pd' | 'ph' | 'prism' | 'base'>>
/** A lens as it was read: what nobody touched is not measured. */
export type LensReading = { readonly [K in 'sph' | 'cyl' | 'axis' | 'add' | 'pd' | 'ph' | 'prism']?: number | null | undefined } & {
  readonly base?: Base | null | undefined
}
/** Of a pair; null where nothing was read. */
export type Readings = Readonly<Record<Eye, LensReading | null>>
/** Columns of the grid of readings, as the wire spells them. */
export type ToleranceColumn = 'ds' | 'dc' | 'ax' | 'add' | 'prism' | 'base' | 'pd' | 'ph'
export interface JudgedItem {
  eye: Eye | 'ou'
  what: string
  /** Cells the item is judged from, before one eye or both. */
  columns: readonly ToleranceColumn[]
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
/** A reading written with the prescription's cylinder sign; half a reading stays as it is. */
const alike = ({ sph, cyl, axis }: LensReading, ordered: LensValues): Pick<LensReading, 'sph' | 'cyl' | 'axis'> =>
  sph != null && cyl != null && cyl !== 0 && (ordered.cyl === 0 ? cyl > 0 : Math.sign(cyl) !== Math.sign(ordered.cyl))
    ? transpose({ sph, cyl, axis: axis ?? null })
    : { sph, cyl, axis }
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
interface Asked {
  eye: JudgedItem['eye']
  what: string
  columns: readonly ToleranceColumn[]
  ordered: number
  measured: number | null | undefined
  tolerance: number
  unit: string
}
/** One quantity against its tolerance; what was ordered and not measured has not passed. */
function item({ eye, what, columns, ordered, measured, tolerance, unit }: Asked): JudgedItem {
  const bounded = Number.isFinite(tolerance)
  const text = `${sides[eye]}${what}：订单 ${ordered.toFixed(2)}`
  const base = { eye, what, columns, ordered, tolerance: bounded ? tolerance : null }
  if (measured == null) return { ...base, measured: null, ok: false, sentence: `${text}${unit}，未测量` }
  const apart = Math.abs(ordered - measured)
  return {
    ...base,
    measured,
    ok: within(ordered, measured, tolerance),
    sentence: `${text}，实测 ${measured.toFixed(2)}，相差 ${apart.toFixed(2)}${unit}，${bounded ? `允差 ±${tolerance.toFixed(2)}${unit}` : '平光不限'}`,
  }
}
const sum = (a: number | null | undefined, b: number | null | undefined): number | null => (a == null || b == null ? null : a + b)
const minus = (a: number | null | undefined, b: number | null | undefined): number | null => (a == null || b == null ? null : a - b)

/** Anti-fatigue lenses are centred as single vision, and measured in the addition where one is ordered. */
export type LensDesign = 'single' | 'fatigue' | 'multifocal' | 'progressive'
const isSingle = (design: LensDesign): boolean => design === 'single' || design === 'fatigue'
/** Judges one eye: the two principal meridians, the cylinder, its axis and the addition. */
export function judgeEye(eye: Eye, ordered: LensValues, read: LensReading, design: LensDesign, set: ToleranceSet): JudgedItem[] {
  const measured = alike(read, ordered)
  const progressive = design === 'progressive'
  const band = (progressive ? set.progressive : set.single).find((b) => keyPower(ordered) <= b.upTo + EPS)!
  const c = Math.abs(ordered.cyl)
  const b = band.b[c <= 4 + EPS ? (c <= 0.75 + EPS ? 0 : 1) : c <= 6 + EPS ? 2 : 3]
  const codeOf = (what: string, columns: readonly ToleranceColumn[], values: Pick<Asked, 'ordered' | 'measured' | 'tolerance'>) =>
    item({ eye, what, columns, ...values, unit: ' D' })
  const items = [
    codeOf('第一主子午线', ['ds'], { ordered: ordered.sph, measured: measured.sph, tolerance: band.a }),
    codeOf('第二主子午线', ['ds', 'dc'], {
      ordered: ordered.sph + ordered.cyl,
      measured: sum(measured.sph, measured.cyl),
      tolerance: band.a,
    }),
    codeOf('柱镜', ['dc'], { ordered: ordered.cyl, measured: measured.cyl, tolerance: b }),
  ]
  const axis = axisTolerance(ordered.cyl, progressive)
  if (axis !== null && ordered.axis !== null) items.push(axisItem(eye, ordered.axis, measured.axis, axis))
  if (ordered.add != null && design !== 'single')
    items.push(codeOf('下加光', ['add'], { ordered: ordered.add, measured: read.add, tolerance: ordered.add > 4 + EPS ? 0.18 : 0.12 }))
  return items
}
function axisItem(eye: Eye, ordered: number, measured: number | null | undefined, tolerance: number): JudgedItem {
  const apart = measured == null ? undefined : axisApart(ordered, measured)
  return {
    eye,
    what: '轴位',
    columns: ['ax'],
    ordered,
    measured: measured ?? null,
    tolerance,
    ok: apart !== undefined && apart <= tolerance,
    sentence: `${sides[eye]}轴位：订单 ${ordered}°，${apart === undefined ? '未测量' : `实测 ${measured}°，相差 ${apart}°，允差 ±${tolerance}°`}`,
  }
}

interface Pair {
  rx: Eyes<LensValues>
  measured: Readings
  design: LensDesign
}
/**
 * Judges a pair of glasses: each eye that was ordered, where the lenses stand before the eyes, and their prism where one is ordered or was
 * read. No rule stands back for another: with a prism, distance and height are those of the point that has it.
 */
export function judge({ date, ...pair }: Pair & { date: string }): Judgement {
  const set = toleranceSetOn(date)
  const { rx, measured, design } = pair
  const items = EYES.flatMap((eye) => (rx[eye] ? judgeEye(eye, rx[eye], measured[eye] ?? {}, design, set) : []))
  items.push(...prisms(pair), ...centring(pair), ...heights(pair))
  return { setId: set.id, verdict: items.every((i) => i.ok) ? 'pass' : 'fail', items }
}
const EYES = ['od', 'os'] as const
const ORDER: readonly ToleranceColumn[] = ['ds', 'dc', 'ax', 'add', 'prism', 'base', 'pd', 'ph']
/** Columns a pair has to be measured in, and the cells of each eye: what `judge` asks for, so that screen and judge cannot differ. */
export function cellsToMeasure(
  rx: Eyes<LensValues>,
  design: LensDesign,
  date: string,
): { columns: ToleranceColumn[]; cells: ReadonlySet<string> } {
  const { items } = judge({ rx, measured: { od: null, os: null }, design, date })
  const cells = new Set(
    items.flatMap(({ eye, columns }) =>
      columns.flatMap((c) => (eye === 'ou' ? EYES : [eye]).map((e) => `${c}${e === 'od' ? 'Od' : 'Os'}`)),
    ),
  )
  return { columns: ORDER.filter((c) => cells.has(`${c}Od`) || cells.has(`${c}Os`)), cells }
}

/** Distances of the optical centres: each eye, and both together; a progressive lens by its fitting cross. */
function centring({ rx: { od, os }, measured, design }: Pair): JudgedItem[] {
  const p = Math.max(...[od, os].flatMap((l) => (l ? [keyPower(l)] : [])), 0)
  const progressive = design === 'progressive'
  const whole = progressive ? 2 : asMm(centreTolerance(p), p)
  const items = EYES.flatMap((eye): JudgedItem[] => {
    const pd = { od, os }[eye]?.pd
    const tolerance = progressive ? 1 : whole / 2
    return pd == null
      ? []
      : [item({ eye, what: '单眼瞳距', columns: ['pd'], ordered: pd, measured: measured[eye]?.pd, tolerance, unit: ' mm' })]
  })
  const [ordered, read] = [sum(od?.pd, os?.pd), sum(measured.od?.pd, measured.os?.pd)]
  if (ordered !== null && read !== null)
    items.push(item({ eye: 'ou', what: '光学中心水平距离', columns: ['pd'], ordered, measured: read, tolerance: whole, unit: ' mm' }))
  return items
}
/** Heights: of the centres to each other in single-vision lenses, of cross or segment to the order and to each other in the others. */
function heights({ rx: { od, os }, measured, design }: Pair): JudgedItem[] {
  const single = isSingle(design)
  const items = EYES.flatMap((eye): JudgedItem[] => {
    const ph = { od, os }[eye]?.ph
    const what = design === 'progressive' ? '配镜高度' : '子镜片高度'
    return single || ph == null
      ? []
      : [item({ eye, what, columns: ['ph'], ordered: ph, measured: measured[eye]?.ph, tolerance: 1, unit: ' mm' })]
  })
  if (!od || !os) return items
  const p = Math.max(keyPower(od), keyPower(os))
  const tolerance = single ? asMm(verticalTolerance(p), p) : 1
  const read = minus(measured.od?.ph, measured.os?.ph)
  if (read === null && !Number.isFinite(tolerance)) return items
  const what = single ? '光学中心垂直互差' : design === 'progressive' ? '配镜高度互差' : '子镜片高度互差'
  const ordered = minus(od.ph, os.ph) ?? 0
  return [...items, item({ eye: 'ou', what, columns: ['ph'], ordered, measured: read, tolerance, unit: ' mm' })]
}

/**
 * Prism at the centring points (ISO 21987, recalled; decision 0113): base tolerance, from a power on with the millimetres that power turns
 * into prism.
 */
const PRISM = {
  horizontal: {
    upTo: 3.25,
    mm: 2,
    steps: [
      [2, 0.67, 0],
      [10, 1, 0.33],
      [Infinity, 1.25, 0.58],
    ],
  },
  vertical: {
    upTo: 5,
    mm: 1,
    steps: [
      [2, 0.5, 0],
      [10, 0.75, 0.25],
      [Infinity, 1, 0.5],
    ],
  },
} as const
function prismTolerance(way: keyof typeof PRISM, prism: number, p: number): number {
  const { upTo, mm, steps } = PRISM[way]
  const [, flat, more] = steps.find(([most]) => Math.abs(prism) <= most) ?? steps[2]
  return p <= upTo ? flat : more + (p * mm) / 10
}
function prisms({ rx, measured }: Pair): JudgedItem[] {
  if (!EYES.some((eye) => rx[eye]?.prism || (rx[eye] && measured[eye]?.prism))) return []
  return EYES.flatMap((eye): JudgedItem[] => {
    const ordered = rx[eye]
    if (!ordered) return []
    const read = measured[eye]
    const isRead = read?.prism != null && (read.prism === 0 || read.base != null)
    const [is, should] = [
      isRead ? prismParts({ prism: read.prism ?? null, base: read.base ?? null }) : undefined,
      prismParts({ prism: ordered.prism ?? null, base: ordered.base ?? null }),
    ]
    return (['horizontal', 'vertical'] as const).map((way) =>
      item({
        eye,
        what: way === 'horizontal' ? '水平棱镜（底向内为正）' : '垂直棱镜（底向上为正）',
        columns: ['prism', 'base'],
        ordered: should[way],
        measured: is?.[way],
        tolerance: prismTolerance(way, should[way], keyPower(ordered)),
        unit: ' Δ',
      }),
    )
  })
}
