/** How the lenses of an order sit in its frame. */
import { eyesOf, type Eye, type EyePower, type z } from '#kernel/contract/index.ts'
import type { Cx } from '#kernel/server/index.ts'
import { productsOf } from '#modules/products/server/door.ts'
import { blankFor, decentration, thickness, type FrameSize } from '../contract/check/geometry.ts'
import type { GoodsPreview } from '../contract/shapes.ts'
import type { FrameOrderRecord } from './check.ts'

const EYES: readonly Eye[] = ['od', 'os']
const SUFFIX = { od: 'Od', os: 'Os' } as const
/** The eyes of an order that have a power, of the side asked for. */
export function eyesIn(order: FrameOrderRecord, side: Eye | 'ou'): Array<{ eye: Eye; power: EyePower }> {
  const powers = eyesOf(order)
  return EYES.flatMap((eye) => {
    const power = powers[eye]
    return power && (side === 'ou' || side === eye) ? [{ eye, power }] : []
  })
}
export const sizeOf = ({ frameA, frameDbl, frameEd }: FrameOrderRecord): FrameSize => ({ a: frameA, dbl: frameDbl, ed: frameEd })

/** The frame as it is reckoned with, and how each eye sits in it: mm. */
export async function seated(cx: Cx, order: FrameOrderRecord): Promise<Pick<z.output<typeof GoodsPreview>, 'frame' | 'fit'>> {
  const frame = sizeOf(order)
  const { a, dbl } = frame
  const eyes = eyesIn(order, 'ou')
  const lensOf = (eye: Eye) => order[`lensProduct${SUFFIX[eye]}`]
  const lenses = await productsOf(
    cx,
    eyes.flatMap(({ eye }) => lensOf(eye) ?? []),
  )
  return {
    frame,
    fit: eyes.map(({ eye, power }) => ({
      eye,
      decentration: a && dbl && power.pd ? decentration({ a, dbl }, power.pd) : null,
      blank: blankFor(frame, power.pd) ?? null,
      edge: thickness(frame, power, lenses.get(lensOf(eye) ?? 0)?.index ?? null) ?? null,
    })),
  }
}
