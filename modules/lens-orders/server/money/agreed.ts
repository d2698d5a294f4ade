/** What contracts say the goods of an order cost. */
import type { Cx } from '#kernel/server/index.ts'
import { productsOf } from '#modules/products/server/door.ts'
import { agreedCosts } from '#modules/purchasing/server/door.ts'
import { productIn } from '../lines.ts'

interface Goods {
  readonly productId: number
  readonly number: number
  readonly sph?: number | null | undefined
  readonly cyl?: number | null | undefined
}
export type Agreed = Awaited<ReturnType<typeof agreedCosts>>
/** What contracts say each line costs: of the supplier that is named, else of its product's own. */
export async function agreedFor(
  cx: Cx,
  wanted: readonly Goods[],
  { hid, day, supplierId }: { hid: number; day: string; supplierId: number | null },
): Promise<Agreed> {
  if (!wanted.length) return []
  const products = await productsOf(
    cx,
    wanted.map((w) => w.productId),
  )
  const asking = wanted.map((w) => ({
    supplierId: supplierId ?? productIn(products, w.productId).supplierId ?? 0,
    productId: w.productId,
    sph: w.sph ?? null,
    cyl: w.cyl ?? null,
    quantity: w.number,
    day,
  }))
  return agreedCosts(cx, asking, hid)
}
