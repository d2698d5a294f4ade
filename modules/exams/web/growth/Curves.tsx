/** Curves over age beside the axial one: spherical equivalent, acuity, height. */
import { inLife, showDioptre, showNumber } from '#kernel/contract/index.ts'
import { Chart, Empty, axisOf, t, type Colours } from '#kernel/web/index.ts'
import { useCallback } from 'react'
import { refractionKinds } from '../../contract/fields.ts'
import type { Curve } from '../../contract/shapes.ts'
import { examStates } from '../../contract/states.ts'
import { ageText } from '../measures/axial.ts'

interface Point {
  at: string
  age: number | null
  values: ReadonlyArray<number | null>
}
interface LinesProps {
  label: string
  birth: string | null
  points: readonly Point[]
  series: ReadonlyArray<{ name: string; colour: 'od' | 'os' | 'primary' }>
  show: (n: number) => string
  /** The same on the axis, where it is shorter. */
  tick?: (n: number) => string
  height: number
  /** Smallest distance of two grid lines. */
  gap?: number
  /** A scale that stays the same from one member to the next. */
  from?: readonly [least: number, most: number]
  /** Points of the line; the table holds all. */
  drawn?: ReadonlySet<number>
  /** More columns of the table, one text per point. */
  beside?: { title: string; of: (index: number) => string }
}

function Lines({ label, birth, points, series, show, tick = show, height, gap, from, drawn, beside }: LinesProps) {
  const dated = birth === null
  const option = useCallback(
    (c: Colours) => {
      const axis = axisOf(c)
      return {
        legend: { data: series.map((s) => s.name), top: 0, left: 0, itemWidth: 14, textStyle: { color: c.ink2 } },
        xAxis: dated
          ? { ...axis, type: 'time' }
          : { ...axis, type: 'value', scale: true, name: t`岁`, minInterval: 0.5, splitLine: { show: false } },
        yAxis: {
          ...axis,
          type: 'value',
          scale: true,
          axisLabel: { ...axis.axisLabel, formatter: tick },
          ...(gap ? { minInterval: gap } : {}),
          ...(from ? { min: from[0], max: from[1] } : {}),
        },
        tooltip: { trigger: 'axis', valueFormatter: (v: unknown) => (typeof v === 'number' ? show(v) : '—') },
        series: series.map((s, i) => ({
          name: s.name,
          type: 'line',
          symbol: 'circle',
          symbolSize: 7,
          lineStyle: { width: 2, color: c[s.colour] },
          itemStyle: { color: c.panel, borderColor: c[s.colour], borderWidth: 2 },
          data: points.flatMap((p, n) =>
            (drawn && !drawn.has(n)) || !inLife(birth, p.at) || p.values[i] === null || p.values[i] === undefined
              ? []
              : [[dated ? p.at.slice(0, 10) : p.age!, p.values[i]]],
          ),
        })),
      }
    },
    [birth, dated, points, series, show, tick, gap, from, drawn],
  )
  if (points.length === 0) return <Empty text={t`还没有记录`} />
  const rows = points
    .map((p, i) => [
      p.at.slice(0, 10),
      ageText(birth, p),
      ...p.values.map((v) => (v === null ? '—' : show(v))),
      ...(beside ? [beside.of(i)] : []),
    ])
    .reverse()
  return (
    <Chart
      label={label}
      option={option}
      height={height}
      table={{ columns: [t`日期`, t`年龄`, ...series.map((s) => s.name), ...(beside ? [beside.title] : [])], rows }}
    />
  )
}

const EYES = [
  { name: 'OD', colour: 'od' },
  { name: 'OS', colour: 'os' },
] as const
const HEIGHT = [{ name: 'cm', colour: 'primary' }] as const
const dioptres = (n: number) => showDioptre(n, 3)
const quarters = (n: number) => showDioptre(n)
/** The chart's lines and those near it (GB 11533-2011): a gain of two lines looks the same in every member. */
const CHART = [3, 5.3] as const
const grades = (n: number) => n.toFixed(1)
const centimetres = (n: number) => showNumber(n, 1)

/** Subjective refraction first: lines that mix methods show steps no eye has made. */
const COMPARABLE = [4, 6, 5, 3, 2]
/** Places of the points of a line with one refraction a day, the most comparable of it. */
export function oneADay(points: ReadonlyArray<{ at: string; kind: number }>): Set<number> {
  const best = new Map<string, number>()
  const rank = (i: number) => COMPARABLE.indexOf(points[i]!.kind)
  for (const [i, p] of points.entries()) {
    const day = p.at.slice(0, 10),
      kept = best.get(day)
    if (kept === undefined || rank(i) <= rank(kept)) best.set(day, i)
  }
  return new Set(best.values())
}

export function EquivalentCurve({ curve, height = 240 }: { curve: Curve; height?: number }) {
  const points = curve.se.filter((p) => p.od !== null || p.os !== null)
  return (
    <Lines
      label={t`${curve.name} 的等效球镜曲线`}
      birth={curve.birth}
      height={height}
      show={dioptres}
      tick={quarters}
      gap={0.25}
      drawn={oneADay(points)}
      series={EYES}
      points={points.map((p) => ({ at: p.at, age: p.age, values: [p.od, p.os] }))}
      beside={{ title: t`验光方式`, of: (i) => refractionKinds[points[i]!.kind] }}
    />
  )
}
export const VisualCurve = ({ curve, height = 240 }: { curve: Curve; height?: number }) => (
  <Lines
    label={t`${curve.name} 的裸眼视力曲线`}
    birth={curve.birth}
    height={height}
    show={grades}
    gap={0.1}
    from={CHART}
    series={EYES}
    points={curve.visual.filter((p) => p.od !== null || p.os !== null).map((p) => ({ at: p.at, age: p.age, values: [p.od, p.os] }))}
  />
)
/** Eye pressures over time, mmHg; 0 to 30, further where one was higher. */
export const PressureCurve = ({ rows, height = 200 }: { rows: readonly PressureRow[]; height?: number }) => {
  const points = rows.filter((r) => examStates.in.valid.includes(r.status)).toReversed()
  const most = Math.max(30, ...points.flatMap((r) => [r.iopOd ?? 0, r.iopOs ?? 0]))
  return (
    <Lines
      label={t`眼压曲线`}
      birth={null}
      height={height}
      show={centimetres}
      from={most > 30 ? [0, Math.ceil(most / 10) * 10] : PRESSURES}
      series={EYES}
      points={points.map((r) => ({ at: r.examTime, age: null, values: [r.iopOd, r.iopOs] }))}
    />
  )
}
interface PressureRow {
  status: number
  examTime: string
  iopOd: number | null
  iopOs: number | null
}
const PRESSURES = [0, 30] as const
export const HeightCurve = ({ curve, height = 240 }: { curve: Curve; height?: number }) => (
  <Lines
    label={t`${curve.name} 的身高曲线`}
    birth={curve.birth}
    height={height}
    show={centimetres}
    series={HEIGHT}
    points={curve.height.filter((p) => p.height !== null).map((p) => ({ at: p.at, age: p.age, values: [p.height] }))}
  />
)
