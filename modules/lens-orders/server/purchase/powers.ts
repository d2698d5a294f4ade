/** A lens by its powers, to be ordered for the shelf. */
import type { Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { stockGrid } from '#modules/products/contract/catalog.ts'
import { productsOf } from '#modules/products/server/door.ts'
import { demandOf } from '#modules/stock/server/door.ts'
import type { PowerCell } from '../../contract/purchase/purchase.ts'
import { productIn } from '../lines.ts'
import { demandIn, onItsWay } from './purchase.ts'

/** What is told of a power of which nothing is known. */
const NOTHING = { onHand: 0, onOrder: 0, demand: 0 }
const keyOf = (sph: number, cyl: number): string => `${sph}|${cyl}`
/** From the strongest plus down, cylinders from none on; refuses a product without powers. */
export async function powersOf(
  cx: Cx<'no_powers'>,
  { hid, productId }: { hid?: number | undefined; productId: number },
): Promise<{ name: string; list: PowerCell[]; total: number }> {
  const store = ownStore(cx, hid ?? cx.who.hid)
  const product = productIn(await productsOf(cx, [productId]), productId)
  const { sphMin, sphMax, cylMin, cylMax, combinedMax } = product
  if (sphMin === null || sphMax === null) return cx.refuse('no_powers', { product: product.name, field: 'productId' })
  const list: PowerCell[] = stockGrid({ sphMin, sphMax, cylMin: cylMin ?? 0, cylMax, combinedMax }).map((power) => ({
    ...power,
    ...NOTHING,
  }))
  const cells = new Map(list.map((cell) => [keyOf(cell.sph, cell.cyl), cell]))
  const add = (power: { sph: number | null; cyl: number | null }, what: keyof typeof NOTHING, pieces: number) => {
    const cell = cells.get(keyOf(power.sph ?? 0, power.cyl ?? 0))
    if (cell) cell[what] += pieces
  }
  for (const sku of await demandOf(cx, store, { productIds: [productId] })) {
    add(sku, 'onHand', sku.onHand)
    add(sku, 'demand', demandIn(sku))
  }
  for (const row of await onItsWay(cx, store, productId)) add(row, 'onOrder', row.pieces)
  return { name: product.name, list, total: list.length }
}
