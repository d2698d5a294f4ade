/** A signature drawn by hand: an SVG path of moves and lines in a box of 300 by 100. */
import { z } from 'zod'

/** Ink a signature needs at least, in units of the box: a dot or a stroke of the pen that slipped signs nothing. */
const INK_MIN = 40
const PART = /([ML])\s*(-?\d+(?:\.\d+)?)[\s,]+(-?\d+(?:\.\d+)?)\s*/gy

/** Length of what was drawn; undefined for a text that is no drawing. */
export function inkOfSignature(path: string): number | undefined {
  PART.lastIndex = 0
  let [ink, end] = [0, 0]
  let pen: readonly [number, number] | undefined
  for (const [part, command, x, y] of path.matchAll(PART)) {
    const to = [Number(x), Number(y)] as const
    if (command === 'L' && !pen) return undefined
    if (command === 'L' && pen) ink += Math.hypot(to[0] - pen[0], to[1] - pen[1])
    pen = to
    end += part.length
  }
  return end === path.length && end > 0 ? ink : undefined
}
/** A signature that was drawn: text that is none, a dot or an empty box is refused. */
export const drawnSignature = (label = '签名') =>
  z
    .string()
    .max(20_000)
    .refine((path) => (inkOfSignature(path) ?? 0) >= INK_MIN, '请手写签名')
    .meta({ label })
