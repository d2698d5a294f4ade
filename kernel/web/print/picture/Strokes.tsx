import { DASH, DRAWN_TEXT, inkOf, type Stroke } from '#kernel/contract/drawing.ts'

/** Strokes in an SVG whose width is 1000. */
export const Strokes = ({ of: stroke }: { of: readonly Stroke[] }) =>
  stroke.map((stroke, i) => {
    const { fill = 'none', stroke: line, width, dashed } = inkOf(stroke.ink)
    if ('text' in stroke)
      return (
        <text key={i} x={stroke.x} y={stroke.y} fill={fill} fontSize={DRAWN_TEXT} {...(stroke.middle ? { textAnchor: 'middle' } : {})}>
          {stroke.text}
        </text>
      )
    return (
      <path
        key={i}
        d={stroke.path}
        fill={fill}
        stroke={line}
        strokeWidth={width}
        {...(dashed ? { strokeDasharray: DASH.join(' ') } : {})}
      />
    )
  })
/** What was drawn on a picture, laid over it: `ratio` is its height in widths. */
export const Drawn = ({ of: stroke, ratio }: { of: readonly Stroke[]; ratio: number }) => (
  <svg className="drawing" viewBox={`0 0 1000 ${1000 * ratio}`} aria-hidden>
    <Strokes of={stroke} />
  </svg>
)
