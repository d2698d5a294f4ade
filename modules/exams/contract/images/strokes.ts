/** Shapes as strokes: how each of them looks, on the screen and on paper. */
import { circlePath, type Stroke } from '#kernel/contract/drawing.ts'
import { clockOf, type Frame, type ImagePoint, type MarkShape } from './marks.ts'

const HOURS = Array.from({ length: 12 }, (_, i) => i + 1)
const onClock = (hour: number, point: ImagePoint, r: number): ImagePoint => ({
  x: point.x + Math.sin((hour / 6) * Math.PI) * r,
  y: point.y - Math.cos((hour / 6) * Math.PI) * r,
})
/** The circle of the cornea and its central third, with the hours around it. */
function template(frame: Frame): Stroke[] {
  const { at: centre, r } = frame
  return [
    { ink: 'guide', path: circlePath(centre.x, centre.y, r) },
    { ink: 'guide', path: circlePath(centre.x, centre.y, r / 3) },
    ...HOURS.map((hour): Stroke => {
      const [a, b] = [onClock(hour, centre, r), onClock(hour, centre, r + 22)]
      if (hour % 3 === 0) return { ink: 'number', text: String(clockOf(b, frame)), x: b.x, y: b.y + 8, middle: true }
      return { ink: 'guide', path: `M${a.x} ${a.y}L${b.x} ${b.y}` }
    }),
  ]
}

type Stamp = Extract<MarkShape, { tool: 'stamp' }>
/** Signs of the stamps: a stain is a filled dot that grows with its grade. */
const signs: Readonly<Record<Stamp['stamp'], (x: number, y: number, size: number) => Stroke>> = {
  stain: (x, y, size) => ({ ink: 'dot', path: circlePath(x, y, size) }),
  infiltrate: (x, y, size) => ({ ink: 'pale', path: circlePath(x, y, size) }),
  vessel: (x, y, size) => ({ ink: 'line', path: `M${x - size * 2} ${y}q${size} ${-size} ${size * 2} 0t${size * 2} 0` }),
  foreign: (x, y) => ({ ink: 'line', path: `M${x - 12} ${y - 12}l24 24m0 -24l-24 24` }),
  scar: (x, y) => ({ ink: 'line', path: `M${x - 14} ${y}h28M${x} ${y - 14}v28` }),
  lens: (x, y) => ({ ink: 'line', path: circlePath(x, y, 200) }),
  arrow: (x, y) => ({ ink: 'line', path: `M${x + 50} ${y - 50}L${x} ${y}m0 -24v24h24` }),
}

export function strokesOf(shape: MarkShape): Stroke[] {
  switch (shape.tool) {
    case 'frame':
      return template(shape)
    case 'stamp':
      return [signs[shape.stamp](shape.at.x, shape.at.y, 8 + 3 * (shape.grade ?? 1))]
    case 'pen':
      return [{ ink: 'line', path: shape.points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x} ${y}`).join('') }]
    case 'text':
      return [{ ink: 'words', text: shape.text, ...shape.at }]
    case 'measure':
      return [{ ink: 'line', path: `M${shape.from.x} ${shape.from.y}L${shape.to.x} ${shape.to.y}` }]
  }
}
