/** Frames on hand by fit, and an order as it would be in a frame. Neither writes anything. */
import { eyesOf, type Page, type z } from '#kernel/contract/index.ts'
import { pageIn, type Cx } from '#kernel/server/index.ts'
import { framesSold, productsOf } from '#modules/products/server/door.ts'
import { onHand } from '#modules/stock/server/door.ts'
import { apartOf, blankFor, decentration, INDICES, statedSize, thicknesses } from '../contract/check/geometry.ts'
import type { FrameOnHand, FramesQuery, Simulated, SimulateQuery } from '../contract/simulate.ts'
import { findingsOf, shownFindings, type FrameOrderRecord } from './check.ts'
import { withChoice } from './choose.ts'
import { orderOf } from './queries.ts'
import { eyesIn, sizeOf } from './seat.ts'

const RANK = { ok: 0, warn: 1, unknown: 2, block: 3 } as const
/** Both eyes' distance of an order, mm; undefined while one of them is missing. */
function pdOf(order: FrameOrderRecord): number | undefined {
  const { od, os } = eyesOf(order)
  return od?.pd && os?.pd ? od.pd + os.pd : undefined
}

/** Frames that lie in the store, those that suit the distance first. */
export async function framesOnHand(cx: Cx, query: z.output<typeof FramesQuery>): Promise<Page<FrameOnHand>> {
  const pd = query.pd ?? (query.recordFrameId ? pdOf(await orderOf(cx, query.recordFrameId)) : undefined)
  const frames = await framesSold(cx, query)
  const pieces = await onHand(
    cx,
    query.hid,
    frames.map((f) => f.productId),
  )
  const rows = frames
    .filter((f) => (pieces.get(f.productId) ?? 0) > 0)
    .map((f): FrameOnHand => {
      const size = statedSize(f)
      const fit = size && pd !== undefined ? apartOf(size, pd) : undefined
      return {
        productId: f.productId,
        name: f.name,
        brand: f.brand,
        version: f.version,
        spec: f.spec,
        colour: f.colour,
        barCode: f.barCode,
        price: f.price,
        onHand: pieces.get(f.productId) ?? 0,
        a: size?.a ?? null,
        dbl: size?.dbl ?? null,
        fpd: size ? size.a + size.dbl : null,
        apart: fit?.apart ?? null,
        level: fit?.level ?? 'unknown',
      }
    })
    .filter((f) => !query.fits || f.level === 'ok')
    .sort((x, y) => RANK[x.level] - RANK[y.level] || (x.apart ?? 0) - (y.apart ?? 0) || x.name.localeCompare(y.name, 'zh'))
  return pageIn(rows, query)
}

/** Fields of a finding that a frame decides. */
const OF_FRAME: ReadonlySet<string> = new Set(['frameA', 'frameProductId', 'pdOd', 'pdOs', 'lensProductOd', 'lensProductOs'])
/** The order in a frame: how far lenses are moved, how large and how thick they must be, and what that puts out of range. */
export async function simulate(cx: Cx, { id, ...changes }: z.output<typeof SimulateQuery>): Promise<Simulated> {
  const before = await orderOf(cx, id)
  const order = await withChoice(cx, before, {
    ownFrame: changes.ownFrame ?? before.ownFrame,
    frameProductId: changes.frameProductId ?? (changes.ownFrame ? null : before.frameProductId),
    // Another frame has another size: that of the former one is not carried over to it.
    frameA: changes.frameA ?? (changes.frameProductId ? null : before.frameA),
    frameDbl: changes.frameDbl ?? (changes.frameProductId ? null : before.frameDbl),
    frameEd: changes.frameEd ?? (changes.frameProductId ? null : before.frameEd),
    lensProductOd: before.lensProductOd,
    lensProductOs: before.lensProductOs,
  })
  const frame = sizeOf(order)
  const { a, dbl } = frame
  const eyes = eyesIn(order, 'ou')
  const lenses = await productsOf(
    cx,
    [order.lensProductOd, order.lensProductOs].filter((n): n is number => n !== null),
  )
  const own = [...lenses.values()].flatMap((lens) => lens.index ?? [])
  const found = shownFindings(cx, order, await findingsOf(cx, order, { goods: true, history: false }))
  return {
    frame,
    eyes: eyes.map(({ eye, power }) => ({
      eye,
      decentration: a && dbl && power.pd ? decentration({ a, dbl }, power.pd) : null,
      blank: blankFor(frame, power.pd) ?? null,
    })),
    indices: [...new Set<number>([...INDICES, ...own])]
      .sort((x, y) => x - y)
      .map((index) => ({
        index,
        eyes: eyes.map(({ eye, power }) => ({ eye, ...(thicknesses(frame, power, index) ?? { centre: null, edge: null }) })),
      })),
    // What nobody chose yet is not out of range.
    findings: found.filter((f) => OF_FRAME.has(f.field) && f.code !== 'no-frame' && !f.code.startsWith('no-lens')),
  }
}
