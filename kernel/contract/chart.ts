/**
 * A line chart on paper: laid out once, drawn by the browser and in the PDF. Pure; black on white, so that lines are told apart by their
 * marks.
 */
export interface LineChart {
  readonly title: string
  /** Height of the whole, mm. */
  readonly high?: number
  readonly x: { readonly from: number; readonly to: number; /** Beside the last figure: 岁. */ readonly unit: string }
  readonly y: { readonly from: number; readonly to: number; readonly unit: string }
  /** Lines of a reference, thin, named at their end. */
  readonly bands: ReadonlyArray<{ readonly label: string; readonly points: ReadonlyArray<readonly [number, number]> }>
  readonly series: ReadonlyArray<{
    readonly label: string
    /** Circle or cross. */
    readonly round: boolean
    readonly points: ReadonlyArray<readonly [number, number]>
  }>
}
/** Points from the upper left, in the units of the size; `thick` in mm. */
export interface Drawn {
  readonly lines: ReadonlyArray<{
    readonly points: ReadonlyArray<readonly [number, number]>
    readonly thick: number
    readonly dashed: boolean
  }>
  readonly marks: ReadonlyArray<{ readonly x: number; readonly y: number; readonly round: boolean }>
  readonly texts: ReadonlyArray<{
    readonly x: number
    readonly y: number
    readonly text: string
    readonly anchor: 'start' | 'middle' | 'end'
  }>
}

/** Whole numbers of a span, thinned out to no more than a dozen. */
export function ticksOf(from: number, to: number): number[] {
  const step = Math.max(1, Math.ceil((to - from) / 12))
  const first = Math.ceil(from)
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, i) => first + i * step)
}

/** Lays a chart out in a box; `size` is that of its texts. */
export function chartOf(
  { x, y, bands, series }: LineChart,
  { width, height, size }: { readonly width: number; readonly height: number; readonly size: number },
): Drawn {
  const [left, right, top, bottom] = [size * 3, width - size * 3, size * 2, height - size * 1.8]
  const across = (n: number) => left + ((n - x.from) / (x.to - x.from)) * (right - left)
  const up = (n: number) => bottom - ((n - y.from) / (y.to - y.from)) * (bottom - top)
  const placed = (points: ReadonlyArray<readonly [number, number]>) =>
    points.filter(([px, py]) => px >= x.from && px <= x.to && py >= y.from && py <= y.to).map(([px, py]) => [across(px), up(py)] as const)
  const named = bands
    .map(({ label, points }) => ({ label, points: placed(points), cut: (points.at(-1)?.[1] ?? 0) > y.to }))
    .filter((band) => band.points.length > 1)
  const drawn = series.map((each) => ({ ...each, points: placed(each.points) }))
  const legend = size * 5
  return {
    lines: [
      {
        points: [
          [left, top],
          [left, bottom],
          [right, bottom],
        ],
        thick: 0.25,
        dashed: false,
      },
      ...named.map(({ points }) => ({ points, thick: 0.12, dashed: true })),
      ...drawn.map(({ points }) => ({ points, thick: 0.4, dashed: false })),
    ],
    marks: drawn.flatMap(({ points, round }, i) => [
      { x: left + i * legend + size / 2, y: size * 0.65, round },
      ...points.map(([px, py]) => ({ x: px, y: py, round })),
    ]),
    texts: [
      ...drawn.map(({ label }, i) => ({ x: left + i * legend + size * 1.2, y: size, text: label, anchor: 'start' as const })),
      ...ticksOf(x.from, x.to).map((n) => ({ x: across(n), y: bottom + size * 1.3, text: String(n), anchor: 'middle' as const })),
      { x: right + size * 0.6, y: bottom + size * 1.3, text: x.unit, anchor: 'start' },
      ...ticksOf(y.from, y.to).map((n) => ({ x: left - size * 0.5, y: up(n) + size * 0.35, text: String(n), anchor: 'end' as const })),
      { x: left - size * 0.5, y: size, text: y.unit, anchor: 'end' },
      // A line that leaves the box is named where it leaves it.
      ...named.map(({ label, points, cut }) => {
        const [px, py] = points.at(-1) ?? [right, top]
        return cut
          ? { x: px, y: py - size * 0.3, text: label, anchor: 'middle' as const }
          : { x: px + size * 0.3, y: py + size * 0.35, text: label, anchor: 'start' as const }
      }),
    ],
  }
}
