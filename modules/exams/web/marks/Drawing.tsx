/** Shapes on a picture as SVG, in thousandths of its width. */
import { clockOf, type Point, type Shape } from '../../contract/marks.ts'

const HOURS = Array.from({ length: 12 }, (_, i) => i + 1)
const onClock = (hour: number, at: Point, r: number): Point => ({
  x: at.x + Math.sin((hour / 6) * Math.PI) * r,
  y: at.y - Math.cos((hour / 6) * Math.PI) * r,
})

/** Signs of the stamps: a stain is a filled dot that grows with its grade. */
function Stamp({ of }: { of: Extract<Shape, { tool: 'stamp' }> }) {
  const { x, y } = of.at
  const size = 8 + 3 * (of.grade ?? 1)
  if (of.stamp === 'stain' || of.stamp === 'infiltrate') return <circle className={`stamp ${of.stamp}`} cx={x} cy={y} r={size} />
  if (of.stamp === 'lens') return <circle className="stamp line" cx={x} cy={y} r={200} />
  if (of.stamp === 'vessel')
    return <path className="stamp line" d={`M${x - size * 2} ${y} q${size} ${-size} ${size * 2} 0 t${size * 2} 0`} />
  if (of.stamp === 'arrow') return <path className="stamp line" d={`M${x + 50} ${y - 50} L${x} ${y} m0 -24 v24 h24`} />
  return (
    <path
      className="stamp line"
      d={of.stamp === 'scar' ? `M${x - 14} ${y} h28 M${x} ${y - 14} v28` : `M${x - 12} ${y - 12} l24 24 m0 -24 l-24 24`}
    />
  )
}

export function ShapeOf({ of }: { of: Shape }) {
  switch (of.tool) {
    case 'frame':
      return (
        <g className="template">
          <circle cx={of.at.x} cy={of.at.y} r={of.r} />
          <circle cx={of.at.x} cy={of.at.y} r={of.r / 3} />
          {HOURS.map((hour) => {
            const [a, b] = [onClock(hour, of.at, of.r), onClock(hour, of.at, of.r + 22)]
            return hour % 3 === 0 ? (
              <text key={hour} x={b.x} y={b.y + 8} textAnchor="middle">
                {clockOf(b, of)}
              </text>
            ) : (
              <line key={hour} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
            )
          })}
        </g>
      )
    case 'stamp':
      return <Stamp of={of} />
    case 'pen':
      return <polyline className="stamp line" points={of.points.map((p) => `${p.x},${p.y}`).join(' ')} />
    case 'text':
      return (
        <text className="stamp words" x={of.at.x} y={of.at.y}>
          {of.text}
        </text>
      )
    case 'measure':
      return <line className="stamp line measure" x1={of.from.x} y1={of.from.y} x2={of.to.x} y2={of.to.y} />
  }
}

/** What was drawn, to be looked at. */
export const Drawn = ({ shapes, ratio }: { shapes: readonly Shape[]; ratio: number }) => (
  <svg className="drawing" viewBox={`0 0 1000 ${1000 * ratio}`} aria-hidden>
    {shapes.map((shape, i) => (
      <ShapeOf key={i} of={shape} />
    ))}
  </svg>
)
