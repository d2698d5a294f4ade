/** The drawing of measures over age: a line for each eye or for the person, on a reference where one is chosen. Pure. */
import { inLife } from '#kernel/contract/index.ts'
import { axisOf, t, type Colours } from '#kernel/web/index.ts'
import type { Usual } from '../../contract/aids/usual.ts'
import type { Reference } from '../../contract/references/reference.ts'
import { bandOf } from '../../contract/references/bands.ts'
import { bandSeries } from './bands.ts'

interface Point {
  at: string
  age: number | null
  values: ReadonlyArray<number | null>
  /** Of each line, why there is no value. */
  words?: ReadonlyArray<string | null>
}
export interface GrowthLinesProps {
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
  /** What is usual, as a band across. */
  usual?: Usual
  /** Points of the line; the table holds all. */
  drawn?: ReadonlySet<number>
  /** Points that are drawn without a line. */
  apart?: ReadonlySet<number>
  /** Points that are drawn with an empty middle: measured in another state. */
  hollow?: ReadonlySet<number>
  /** The reference the lines stand on. */
  under?: Under | undefined
  /** More columns of the table, one text per point. */
  beside?: { title: string; of: (index: number) => string }
}

interface Under {
  reference: Reference
  gender: number
}
/** The reference around what was measured: half a year before, a year after, and a tenth of the values either side. */
function bandUnder({ reference, gender }: Under, points: readonly Point[]) {
  const ages = points.flatMap((p) => p.age ?? [])
  const values = points.flatMap((p) => p.values.filter((v) => v !== null))
  if (ages.length === 0 || values.length === 0) return undefined
  const [from, to] = [Math.max(0, Math.floor(Math.min(...ages) - 0.5)), Math.ceil(Math.max(...ages) + 1)]
  const lines = bandOf(gender, from, to, reference).filter((l) => l.line.length > 0)
  return {
    lines,
    ages: { min: from, max: to, minInterval: 1 },
    values: { min: Math.floor(Math.min(...values) * 0.92), max: Math.ceil(Math.max(...values) * 1.08) },
  }
}

const STEP = 0.25
/** Where something usual stands: across the whole width, or in steps along the ages it was found at, beside those measured. */
function usualAreas(usual: Usual, ages: readonly number[]) {
  if (!usual.ages) {
    const [least, most] = usual.at(0)
    return [[{ yAxis: least }, { yAxis: most }]]
  }
  if (ages.length === 0) return []
  const [from, to] = [Math.max(usual.ages[0], Math.min(...ages) - 0.5), Math.min(usual.ages[1], Math.max(...ages) + 0.5)]
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / STEP)) }, (_, i) => {
    const [start, end] = [from + i * STEP, Math.min(to, from + (i + 1) * STEP)]
    const [least, most] = usual.at((start + end) / 2)
    return [
      { xAxis: start, yAxis: least },
      { xAxis: end, yAxis: most },
    ]
  })
}
/** Without a line of its own. */
const usualBand = (usual: Usual | undefined, ages: readonly number[], c: Colours) =>
  usual
    ? [
        {
          type: 'line',
          silent: true,
          data: [],
          markArea: { silent: true, itemStyle: { color: c.primary, opacity: 0.1 }, data: usualAreas(usual, ages) },
        },
      ]
    : []

export function linesOption(
  { birth, points, series, show, tick = show, gap, from, usual, drawn, apart, hollow, under }: GrowthLinesProps,
  c: Colours,
) {
  const dated = birth === null
  const axis = axisOf(c)
  const shown = (p: Point, value: number | null | undefined): value is number => inLife(birth, p.at) && value != null
  const living = points.filter((p) => inLife(birth, p.at))
  const band = under && !dated ? bandUnder(under, living) : undefined
  const dot = (p: Point, value: number, i: number, colour: string) => ({
    value: [dated ? p.at.slice(0, 10) : p.age, value],
    itemStyle: {
      color: hollow?.has(i) ? c.panel : colour,
      borderColor: hollow?.has(i) ? colour : c.panel,
      borderWidth: hollow?.has(i) ? 2 : 1.5,
    },
  })
  return {
    ...(band ? { grid: { left: 8, right: 44, top: 32, bottom: 8, containLabel: true } } : {}),
    legend: { data: series.map((s) => s.name), top: 0, left: 0, itemWidth: 14, textStyle: { color: c.ink2 } },
    xAxis: dated
      ? { ...axis, type: 'time' }
      : { ...axis, type: 'value', scale: true, name: t`岁`, minInterval: 0.5, splitLine: { show: false }, ...band?.ages },
    yAxis: {
      ...axis,
      type: 'value',
      scale: true,
      axisLabel: { ...axis.axisLabel, formatter: tick },
      ...(gap ? { minInterval: gap } : {}),
      ...(from ? { min: from[0], max: from[1] } : {}),
      ...band?.values,
    },
    tooltip: { trigger: 'axis', valueFormatter: (v: unknown) => (typeof v === 'number' ? show(v) : '—') },
    series: [
      ...(band ? bandSeries(band.lines, c) : []),
      ...usualBand(usual, dated ? [] : living.flatMap((p) => p.age ?? []), c),
      ...series.flatMap((s, i) => {
        const line = {
          name: s.name,
          type: 'line',
          symbol: 'circle',
          symbolSize: 8,
          z: 3,
          lineStyle: { width: 2, color: c[s.colour] },
          itemStyle: { color: c[s.colour] },
        } as const
        const linesWhere = (places: (n: number) => boolean) =>
          points.flatMap((p, n) => {
            const value = p.values[i]
            return shown(p, value) && places(n) ? [dot(p, value, n, c[s.colour])] : []
          })
        const alone = linesWhere((n) => apart?.has(n) === true)
        return [
          { ...line, data: linesWhere((n) => drawn?.has(n) !== false) },
          ...(alone.length > 0 ? [{ ...line, lineStyle: { width: 0 }, data: alone }] : []),
        ]
      }),
    ],
  }
}
