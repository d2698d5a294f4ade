/** The shape of a rim as labs read it: records of a trace of unevenly spaced radii (format 1, ASCII), in 1/100 mm and 1/100°. */

/** Points around a rim from the middle of its box, mm: x to the right, y up. */
type Points = ReadonlyArray<readonly [number, number]>
export interface MakerFrameShape {
  readonly points: Points
}
/** Values a line carries: tracers write so many. */
const A_LINE = 10
const full = 360 * 100
const lines = (label: 'R' | 'A', values: readonly number[]): string[] =>
  Array.from({ length: Math.ceil(values.length / A_LINE) }, (_, i) => `${label}=${values.slice(i * A_LINE, (i + 1) * A_LINE).join(';')}`)
function side(name: 'R' | 'L', { points }: MakerFrameShape): string[] {
  const polar = points
    .map(([x, y]) => ({
      angle: Math.round((Math.atan2(y, x) * full) / (2 * Math.PI) + full) % full,
      radius: Math.round(Math.hypot(x, y) * 100),
    }))
    .toSorted((one, other) => one.angle - other.angle)
  return [
    `TRCFMT=1;${polar.length};U;${name};F`,
    ...lines(
      'R',
      polar.map((p) => p.radius),
    ),
    ...lines(
      'A',
      polar.map((p) => p.angle),
    ),
  ]
}
/** The records of both rims, right first; a side nobody traced is left out. */
export const traceLines = ({ od, os }: { readonly od: MakerFrameShape | null; readonly os: MakerFrameShape | null }): string[] => [
  ...(od ? side('R', od) : []),
  ...(os ? side('L', os) : []),
]
