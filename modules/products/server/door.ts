import { showPower, type Power, type z } from '#kernel/contract/index.ts'
import { all, find, lit, sql, type Cx, type Row, columnsOf } from '#kernel/server/index.ts'
import { madeIn, showRange, type PowerRange } from '../contract/range.ts'
import { Product } from '../contract/shapes.ts'
import { onSale } from '../contract/states.ts'
import { textCondition, soldIn } from './queries.ts'
export { productsLike } from './queries.ts'
export { brandLimits } from './brand.ts'
export { listsOn as lensListsOn, priced as lensPriced } from './lens.ts'
export { wordsIn } from './search.ts'
export type { ProductCaller } from './make.ts'

const LENS = 3
/** A product as other modules see it: money in fen, powers in D. */
const Own = Product.omit({ supplierName: true })
export type ProductRow = z.output<typeof Own>
// Constraints keep the columns within the choices of the shape, which the compiler cannot see.
const typed = (row: Row<'product'>): ProductRow => row as unknown as ProductRow

/** Loads a product. Those of other organisations are not found. */
export async function productOf(cx: Cx, productId: number): Promise<ProductRow> {
  const row = await find(cx, 'product', { productId })
  return row ? typed(row) : cx.refuse('not_found', { what: '商品' })
}

/** What a store sells of a category, by text. */
const onSaleIn = (category: number, hid: number, text: string | undefined) => [
  sql`p.category = ${category} and p.status = ${lit(onSale.is.on)}`,
  soldIn(hid),
  textCondition(text),
]
/** Lenses a store sells, by text and design, regardless of power. */
export const lensesSold = (
  cx: Cx,
  { hid, text, lensType, making }: { hid: number; text?: string | undefined; lensType?: number | undefined; making?: number | undefined },
): Promise<ProductRow[]> =>
  cx.db.rows(
    Own,
    sql`
      select ${columnsOf(Own, 'p')}
      from product p
      where ${all([
        ...onSaleIn(LENS, hid, text),
        lensType !== undefined && sql`p.lens_type = ${lensType}`,
        making !== undefined && sql`p.classify_status = ${making}`,
      ])}
      order by p.brand, p.name, p.product_id
    `,
  )

const FRAME = 1
/** Frames a store sells, by text and brand. */
export const framesSold = (
  cx: Cx,
  { hid, text, brand }: { hid: number; text?: string | undefined; brand?: string | undefined },
): Promise<ProductRow[]> =>
  cx.db.rows(
    Own,
    sql`
      select ${columnsOf(Own, 'p')}
      from product p
      where ${all([...onSaleIn(FRAME, hid, text), brand !== undefined && sql`p.brand = ${brand}`])}
      order by p.brand, p.name, p.product_id
    `,
  )

/** Products by id; refuses if one is missing. */
export async function productsOf(cx: Cx, productIds: readonly number[]): Promise<Map<number, ProductRow>> {
  const ids = [...new Set(productIds)]
  const rows = ids.length ? await cx.db.rows(Own, sql`select ${columnsOf(Own, 'product')} from product where product_id = any(${ids})`) : []
  if (rows.length < ids.length) return cx.refuse('not_found', { what: '商品' })
  return new Map(rows.map((r) => [r.productId, r]))
}

/** Refuses, naming the range, a power in which a product is not made. The caller must declare `out_of_range`. */
export function checkPower(cx: Cx<'out_of_range'>, product: Pick<ProductRow, 'name'> & PowerRange, power: Power, field?: string): void {
  if (!madeIn(product, power))
    cx.refuse('out_of_range', { product: product.name, power: showPower(power), range: showRange(product), ...(field ? { field } : {}) })
}
