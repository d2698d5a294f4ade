import { windowOf, type Page } from '#kernel/contract/index.ts'
import { pageOf, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { madeIn } from '../contract/range.ts'
import type { Product, ProductQuery } from '../contract/shapes.ts'
import { wordsIn } from './search.ts'

const parts = {
  select: sql`p.*, s.name supplier_name`,
  from: sql`product p left join supplier s on s.oid = p.oid and s.supplier_id = p.supplier_id`,
  order: sql`p.category, p.brand, p.series, p.version, p.name, p.product_id`,
}
type Where = ReadonlyArray<Sql | false | undefined>

/** A page of products that meet conditions on `p`. */
export const productPage = (cx: Cx, where: Where, query: object): Promise<Page<Product>> => pageOf<Product>(cx, { ...parts, where }, query)

/** A store sees what the chain sells everywhere and what is sold in it. */
export const soldIn = (hid: number | undefined): Sql | false =>
  hid !== undefined && sql`(p.apply_stores is null or ${hid}::bigint = any(p.apply_stores))`
export const named = (text: string | undefined): Sql | false => Boolean(text?.trim()) && wordsIn(text, sql`p.search`)
/** Filters typed by hand match a part, in either case. */
const part = (column: Sql, text: string | undefined): Sql | false =>
  Boolean(text) && sql`lower(${column}) like ${`%${text!.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`

/** GET /products: by category, words and filters; `standard` and `cyl` keep the products made in that power. */
export async function productList(cx: Cx, query: ProductQuery): Promise<Page<Product>> {
  const where: Where = [
    soldIn(query.hid),
    query.category !== undefined && sql`p.category = ${query.category}`,
    named(query.text),
    part(sql`p.brand`, query.brand),
    part(sql`p.version`, query.version),
    part(sql`p.series`, query.series),
    part(sql`p.film`, query.film),
    query.supplier !== undefined && sql`p.supplier_id = ${query.supplier}`,
    query.lensType !== undefined && sql`p.lens_type = ${query.lensType}`,
    query.classifyStatus !== undefined && sql`p.classify_status = ${query.classifyStatus}`,
    query.chargeType > 0 && sql`p.charge_type = ${query.chargeType}`,
    query.status !== undefined && sql`p.status = ${query.status}`,
  ]
  const { standard, cyl } = query
  if (standard === undefined)
    return productPage(
      cx,
      [...where, cyl !== undefined && sql`(p.cyl_min is null or ${cyl}::numeric between p.cyl_min and p.cyl_max)`],
      query,
    )
  // The rule of two notations and a combined limit lives in the contract; a chain has a few thousand lenses with a range.
  const { list } = await productPage(cx, [...where, sql`p.sph_min is not null`], { per_page: 0 })
  const fitting = list.filter((p) => madeIn(p, { sph: standard, cyl: cyl ?? 0, axis: null }))
  const { limit, offset } = windowOf(query)
  return { list: limit ? fitting.slice(offset, offset + limit) : fitting, total: fitting.length }
}

/** One product with its supplier's name. */
export async function productShown(cx: Cx, productId: number): Promise<Product> {
  const row = await cx.db.one<Product>(sql`select ${parts.select} from ${parts.from} where p.product_id = ${productId}`)
  return row ?? cx.refuse('not_found', { what: '商品' })
}
