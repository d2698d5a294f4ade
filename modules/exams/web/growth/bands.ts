/** The lines and areas of a reference, under the lines of a child. Pure. */
import { tr, type Colours } from '#kernel/web/index.ts'
import type { bandOf } from '../../contract/references/bands.ts'

/** How deep an area between two neighbouring lines is tinted: the middle deepest. */
const DEPTHS = [0.15, 0.15, 0.09, 0.05] as const
const depthOf = (i: number, areas: number): number => DEPTHS[Math.ceil(Math.abs(i - (areas - 1) / 2))] ?? 0.05

/** Not of width 0: the name at the end of a line that is not drawn stays where it was when the chart is resized. */
const UNSEEN = { width: 1, opacity: 0 }
/** The median dotted; limits dashed; of the other percentiles the areas between them show. */
function lineOf(p: number | undefined, c: Colours) {
  if (p === undefined) return { width: 1, type: 'dashed', color: c.ink3 }
  return p === 50 ? { width: 1, type: 'dotted', color: c.primary } : UNSEEN
}
/** Areas between neighbouring percentiles, one tint in steps, and the lines. */
export function bandSeries(band: ReturnType<typeof bandOf>, c: Colours, most = Infinity) {
  const bare = { type: 'line', symbol: 'none', silent: true, lineStyle: { width: 0 } } as const
  const areas = band.slice(1).map((upper, i) => ({
    ...bare,
    name: `${band[i]?.p ?? band[i]?.name ?? ''}–${upper.p ?? upper.name}`,
    // A closed shape: along the lower percentile and back along the upper one.
    type: 'line',
    data: upper.line.map(([age, mm]) => [age, mm]),
    stack: `band${i}`,
    z: 1,
    lower: band[i]?.line ?? [],
    depth: depthOf(i, band.length - 1),
  }))
  return [
    ...areas.flatMap(({ lower, depth, data, ...area }) => [
      { ...bare, name: `${area.name} base`, data: lower, stack: area.stack, z: 1 },
      {
        ...area,
        data: data.map(([age, mm], n) => [age, (mm ?? 0) - (lower[n]?.[1] ?? 0)]),
        areaStyle: { color: c.primary, opacity: depth },
      },
    ]),
    ...band.map((b) => ({
      ...bare,
      name: b.name,
      data: b.line,
      lineStyle: lineOf(b.p, c),
      // A line that leaves the scale has its end above it.
      endLabel: { show: (b.line.at(-1)?.[1] ?? 0) <= most, formatter: tr(b.name), color: c.ink3, fontSize: 11 },
      z: 1,
    })),
  ]
}
