import { showPower, type Power, type z } from '#kernel/contract/index.ts'
import { all, find, lit, sql, type Cx, type Row, columnsOf } from '#kernel/server/index.ts'
import { madeIn, showRange, type PowerRange } from '../contract/range.ts'
import { Product } from '../contract/shapes.ts'
import { onSale } from '../contract/states.ts'
import { named, soldIn } from './queries.ts'
export { productsLike } from './queries.ts'
export { brandLimits } from './brand.ts'
export { listsOn as lensListsOn, priced as lensPriced } from './lens.ts'
export { wordsIn } from './search.ts'
export type { MakeCall } from './make.ts'

const LENS = 3
/** What other modules see of a product: money in fen, powers in D. */
const Own = Product.omit({ supplierName: true })
export type ProductRow = z.output<typeof Own>
// The row is that shape: what the compiler sees as any number or text, constraints keep within its choices.
const typed = (row: Row<'product'>): ProductRow => row as unknown as ProductRow

/** A product of this organisation; another one's is not found. */
export async function productOf(cx: Cx, productId: number): Promise<ProductRow> {
  const row = await find(cx, 'product', { productId })
  return row ? typed(row) : cx.refuse('not_found', { what: '商品' })
}

/** Lenses a store sells, by words and design, whatever powers they are made in. */
export const lensesSold = (
  cx: Cx,
  { hid, text, lensType, making }: { hid: number; text?: string | undefined; lensType?: number | undefined; making?: number | undefined },
): Promise<ProductRow[]> =>
  cx.db.rows(
    Own,
    sql`select ${columnsOf(Own, 'p')} from product p where ${all([sql`p.category = ${LENS} and p.status = ${lit(onSale.is.on)}`, soldIn(hid), named(text), lensType !== undefined && sql`p.lens_type = ${lensType}`, making !== undefined && sql`p.classify_status = ${making}`])} order by p.brand, p.name, p.product_id`,
  )

const FRAME = 1
/** Frames a store sells, by words and brand. */
export const framesSold = (
  cx: Cx,
  { hid, text, brand }: { hid: number; text?: string | undefined; brand?: string | undefined },
): Promise<ProductRow[]> =>
  cx.db.rows(
    Own,
    sql`select ${columnsOf(Own, 'p')} from product p where ${all([sql`p.category = ${FRAME} and p.status = ${lit(onSale.is.on)}`, soldIn(hid), named(text), brand !== undefined && sql`p.brand = ${brand}`])} order by p.brand, p.name, p.product_id`,
  )

/** Products by id; refuses when one of them is not there. */
export async function productsOf(cx: Cx, productIds: readonly number[]): Promise<Map<number, ProductRow>> {
  const wanted = [...new Set(productIds)]
  const rows = wanted.length
    ? await cx.db.rows(Own, sql`select ${columnsOf(Own, 'product')} from product where product_id = any(${wanted})`)
    : []
  if (rows.length < wanted.length) return cx.refuse('not_found', { what: '商品' })
  return new Map(rows.map((r) => [r.productId, r]))
}

/** Refuses with the range in the sentence when a product is not made in a power. `out_of_range` must be declared by the caller. */
export function checkPower(cx: Cx<'out_of_range'>, product: Pick<ProductRow, 'name'> & PowerRange, power: Power, field?: string): void {
  if (!madeIn(product, power))
    cx.refuse('out_of_range', { product: product.name, power: showPower(power), range: showRange(product), ...(field ? { field } : {}) })
}
