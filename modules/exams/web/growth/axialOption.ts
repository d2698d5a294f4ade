/** The drawing of the axial length over age: percentile bands of the sex, the child's own lines, what is being typed. Pure. */
import { ageOn, showNumber } from '#kernel/contract/index.ts'
import { axisOf, t, type Colours } from '#kernel/web/index.ts'
import type { Curve } from '../../contract/shapes.ts'
import type { Reference } from '../../contract/references/reference.ts'
import type { GrowthEye } from '../measures/axial.ts'
import { bandOf } from '../../contract/references/bands.ts'
import { bandSeries } from './bands.ts'

/** Lengths that are typed and not saved yet. */
export interface LivePoint {
  at: string
  od: number | null
  os: number | null
}
/** Distances of the first and the last age from the edges, px. */
export const AGES = { left: 44, right: 36 } as const
interface Drawn {
  /** Its points are those that can be. */
  curve: Curve
  live?: LivePoint | undefined
  today: string
  /** What the lines of the child are drawn on; He 2023 where nobody chose. */
  reference?: Reference | undefined
}
type Point = Curve['al'][number]

/** Ages or days of the axis: a year past today, so that where the lines lead has room. */
export function spanOf({ curve, live, today }: Drawn): { from: number; to: number; now: number } | undefined {
  const { birth } = curve
  if (birth === null) return undefined
  const now = ageOn(birth, today)?.decimal ?? 0
  const ages = [...curve.al.flatMap((p) => p.age ?? []), ...(live ? [ageOn(birth, live.at)?.decimal ?? now] : [])]
  return { from: Math.max(0, Math.floor(Math.min(now, ...ages) - 0.5)), to: Math.ceil((Math.max(now, ...ages) + 1) * 2) / 2, now }
}

export function axialOption(drawn: Drawn, c: Colours) {
  const { curve, live } = drawn
  const axis = axisOf(c)
  const span = spanOf(drawn)
  const time = (p: { at: string; age?: number | null }): number | string =>
    span && curve.birth ? (p.age ?? ageOn(curve.birth, p.at)?.decimal ?? span.now) : p.at.slice(0, 10)
  const band =
    !span || curve.gender === null ? [] : bandOf(curve.gender, span.from, span.to, drawn.reference).filter((b) => b.line.length > 0)
  // The scale follows the child, not the table: a millimetre to spare either side.
  const lengths = [...curve.al, ...(live ? [live] : [])].flatMap((p) => [p.od, p.os].filter((n) => n !== null))
  const [low, high] = lengths.length ? [Math.min(...lengths), Math.max(...lengths)] : [22, 26]
  const most = Math.ceil((high + 1) * 2) / 2
  return {
    // The names of the percentiles stand beyond the axis; what is drawn below the ages begins and ends where they do.
    ...(span ? { grid: { ...AGES, top: 32, bottom: 28, containLabel: false } } : {}),
    legend: { data: ['OD', 'OS'], top: 0, left: 0, itemWidth: 14, textStyle: { color: c.ink2 } },
    xAxis: span
      ? {
          ...axis,
          type: 'value',
          min: span.from,
          max: span.to,
          minInterval: 1,
          name: t`岁`,
          nameLocation: 'end',
          // Beside the ages, not among the names of the percentiles.
          nameTextStyle: { verticalAlign: 'top', padding: [9, 0, 0, 0] },
          splitLine: { show: false },
          // The last half year would be written over the year before it.
          axisLabel: { ...axis.axisLabel, showMaxLabel: Number.isInteger(span.to) },
        }
      : { ...axis, type: 'time' },
    yAxis: { ...axis, type: 'value', min: Math.floor((low - 1) * 2) / 2, max: most },
    tooltip: { trigger: 'axis', formatter: tipOf },
    series: [
      ...bandSeries(band, c, most),
      ...(['od', 'os'] as const).map((eye) => eyeLine(eye, curve.al, time, c, span?.now)),
      ...(live ? (['od', 'os'] as const).flatMap((eye) => liveLine(eye, curve.al, live, time, c)) : []),
    ],
  }
}

const tipOf = (items: ReadonlyArray<{ seriesName: string; value: [number, number] }>): string =>
  items
    .filter((i) => i.seriesName === 'OD' || i.seriesName === 'OS')
    .map((i) => `${i.seriesName} ${showNumber(i.value[1], 2)} mm`)
    .join('<br>')

/** What was measured of an eye: filled points with a rim; the day of today as a thin line. */
const eyeLine = (eye: GrowthEye, points: readonly Point[], time: (p: Point) => number | string, c: Colours, now: number | undefined) => ({
  name: eye.toUpperCase(),
  type: 'line',
  data: points.filter((p) => p[eye] !== null).map((p) => [time(p), p[eye]]),
  symbol: 'circle',
  symbolSize: 8,
  lineStyle: { width: 2, color: c[eye] },
  itemStyle: { color: c[eye], borderColor: c.panel, borderWidth: 1.5 },
  z: 3,
  ...(eye === 'od' && now !== undefined
    ? {
        markLine: {
          silent: true,
          symbol: 'none',
          data: [{ xAxis: now }],
          label: { show: false },
          lineStyle: { color: c.lineStrong, type: 'solid', width: 1 },
        },
      }
    : {}),
})
/** What is being typed: a hollow point on a dashed line from the last measurement. */
function liveLine(
  eye: GrowthEye,
  points: readonly Point[],
  live: LivePoint,
  time: (p: { at: string; age?: number | null }) => number | string,
  c: Colours,
) {
  const length = live[eye]
  if (length === null) return []
  const last = points.findLast((p) => p[eye] !== null)
  return [
    {
      name: `${eye.toUpperCase()} …`,
      type: 'line',
      data: [...(last ? [[time(last), last[eye]]] : []), [time({ at: live.at }), length]],
      symbol: 'circle',
      symbolSize: (value: readonly [number, number]) => (value[1] === length ? 9 : 0),
      lineStyle: { width: 1.5, type: 'dashed', color: c[eye] },
      itemStyle: { color: c.panel, borderColor: c[eye], borderWidth: 2 },
      silent: true,
      z: 4,
    },
  ]
}
