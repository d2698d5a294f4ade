/** Lenses for an order: what the check says of each, what the till takes for it, whether it lies on the shelf, how thick it will be. */
import { type EyePower, type Page, type z } from '#kernel/contract/index.ts'
import { pageIn, type Cx } from '#kernel/server/index.ts'
import { quoteFor } from '#modules/billing/server/door.ts'
import { lensPrice } from '#modules/products/contract/lens-price.ts'
import { making } from '#modules/products/contract/states.ts'
import { lensListsOn, lensesSold, type ProductRow } from '#modules/products/server/door.ts'
import { onShelf } from '#modules/stock/server/door.ts'
import { thickness } from '../contract/check/geometry.ts'
import type { LensFit, LensQuery } from '../contract/shapes.ts'
import { lensJudge } from './check.ts'
import { billRefOf, shelved, withChoice } from './choose.ts'
import { orderOf } from './queries.ts'
import { eyesIn, sizeOf } from './seat.ts'

const RANK = { ok: 0, warn: 1, block: 2 } as const
const worst = (found: ReadonlyArray<{ level: string }>): LensFit['level'] =>
  found.some((f) => f.level === 'block') ? 'block' : found.length ? 'warn' : 'ok'
/** What fits first; of that what lies on the shelf, then the cheaper one. */
const byFit = (a: LensFit, b: LensFit): number =>
  RANK[a.level] - RANK[b.level] || Number(!a.stock) - Number(!b.stock) || a.due - b.due || a.name.localeCompare(b.name, 'zh')

/** Lenses for an order as it would be with a frame; each is judged by the order's own check. */
export async function lensesFor(cx: Cx, query: z.output<typeof LensQuery>): Promise<Page<LensFit>> {
  const order = await withChoice(cx, await orderOf(cx, query.id), query)
  const [judge, quote, lenses] = [
    await lensJudge(cx, order, query.eye),
    await quoteFor(cx, { ...order, ref: billRefOf(order) }),
    await lensesSold(cx, { hid: order.hid, text: query.text, lensType: query.lensType, making: query.classifyStatus }),
  ]
  const eyes = eyesIn(order, query.eye)
  const lists = await lensListsOn(
    cx,
    lenses.map((l) => l.productId),
    cx.today,
  )
  const stock = await stockFor(cx, order.hid, lenses, eyes)
  const frame = sizeOf(order)
  const fits = lenses.map((lens): LensFit => {
    const found = judge(lens)
    const prices = eyes.map(({ power }) => lensPrice(lens, lists.get(lens.productId), power))
    const gaps = prices.flatMap((p) => p.gap ?? [])
    // Of two lenses at different prices the dearer one is named.
    const price = Math.max(...prices.map((p) => p.price ?? 0), eyes.length ? 0 : lens.price)
    const edges = eyes.flatMap(({ power }) => thickness(frame, power, lens.index) ?? [])
    return {
      productId: lens.productId,
      name: [lens.brand && !lens.name.includes(lens.brand) ? lens.brand : '', lens.name, lens.version].filter(Boolean).join(' '),
      lensType: lens.lensType,
      index: lens.index,
      diameter: lens.diameter,
      classifyStatus: lens.classifyStatus,
      price,
      due: quote([{ price, quantity: 1, productId: lens.productId }]).billPrice,
      level: gaps.length ? 'block' : worst(found),
      reasons: [...found.map((f) => f.sentence), ...new Set(gaps.map((what) => `价格表没有 ${what} 的价格`))],
      stock: stock(lens),
      edge: edges.length ? Math.max(...edges) : null,
    }
  })
  const listed = fits.filter((l) => !query.fits || l.level !== 'block').sort(byFit)
  return pageIn(listed, query)
}

/**
 * Pieces of a lens for these eyes: of the scarcer power where they differ, half of them where both need the same; null of one that is made
 * to order.
 */
async function stockFor(
  cx: Cx,
  hid: number,
  lenses: readonly ProductRow[],
  eyes: ReadonlyArray<{ power: EyePower }>,
): Promise<(lens: ProductRow) => number | null> {
  const powers = eyes.map(({ power }) => shelved(power))
  const productIds = lenses.filter((l) => l.classifyStatus === making.is.stocked).map((l) => l.productId)
  const key = (productId: number, { sph, cyl }: { sph: number; cyl: number }) => `${productId} ${sph} ${cyl}`
  const shelf = new Map((await onShelf(cx, { hid, productIds, powers })).map((s) => [key(s.productId, s), s.quantity]))
  const wanted = (p: { sph: number; cyl: number }) => powers.filter((o) => o.sph === p.sph && o.cyl === p.cyl).length
  return (lens) =>
    lens.classifyStatus === making.is.stocked && powers.length
      ? Math.min(...powers.map((p) => Math.floor((shelf.get(key(lens.productId, p)) ?? 0) / wanted(p))))
      : null
}
