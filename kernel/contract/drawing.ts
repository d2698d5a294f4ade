/**
 * What is drawn on a picture, as strokes that a page and a PDF draw alike: thousandths of the picture's width, from its upper left corner.
 */

interface Ink {
  readonly fill?: string
  readonly stroke?: string
  readonly width?: number
  readonly dashed?: true
}
const AMBER = '#ffb020'
const WHITE = '#ffffff'
const EDGE = { stroke: '#101216', width: 2 } as const
/** Light on a dark picture, with an edge where it may lie on a bright one. */
const inks = {
  guide: { stroke: WHITE, width: 2, dashed: true },
  dot: { fill: AMBER, ...EDGE },
  pale: { fill: WHITE, ...EDGE },
  line: { stroke: AMBER, width: 5 },
  words: { fill: AMBER },
  number: { fill: WHITE },
} as const satisfies Readonly<Record<string, Ink>>
export const inkOf = (ink: keyof typeof inks): Ink => inks[ink]
/** Dash and gap of a dashed stroke. */
export const DASH = [8, 6] as const
/** What texts are set in. */
export const DRAWN_TEXT = 26

export type Stroke = { readonly ink: keyof typeof inks } & (
  | { /** Of an SVG path. */ readonly path: string }
  | { readonly text: string; readonly x: number; readonly y: number; readonly middle?: true }
)
export const circlePath = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
