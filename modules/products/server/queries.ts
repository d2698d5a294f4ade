import { MOST_LISTED, windowOf, type Page } from '#kernel/contract/index.ts'
import { columnsOf, all, pageOf, sql, whole, type Cx, type Listing, type Sql } from '#kernel/server/index.ts'
import { madeIn, type PowerRange } from '../contract/range.ts'
import { Product, type ProductQuery } from '../contract/shapes.ts'
import { wordsIn } from './search.ts'

const parts = {
  select: sql`${columnsOf(Product, 'p', 'supplierName')}, s.name supplier_name`,
  from: sql`product p left join supplier s on s.oid = p.oid and s.supplier_id = p.supplier_id`,
  order: sql`p.category, p.brand, p.series, p.version, p.name, p.product_id`,
}
type Where = ReadonlyArray<Sql | false | undefined>

/** A page of products by conditions on `p`. */
export const productPage = (cx: Cx, where: Where, query: object): Promise<Page<Product>> =>
  pageOf(cx, { of: Product, ...parts, where }, query)

/** A store sees products of the whole organisation and its own. */
export const soldIn = (hid: number | undefined): Sql | false =>
  hid !== undefined && sql`(p.apply_stores is null or ${hid}::bigint = any(p.apply_stores))`
export const textCondition = (text: string | undefined): Sql | false => Boolean(text?.trim()) && wordsIn(text, sql`p.search`)
/** Typed filters match substrings without case. */
const part = (column: Sql, text: string | undefined): Sql | false =>
  Boolean(text) && sql`lower(${column}) like ${`%${text!.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`

/** Ids of products by category and parts of brand and version. Passed as values, they tell the planner their number. */
export const productsLike = async (
  cx: Cx,
  { brand, version }: Pick<ProductQuery, 'brand' | 'version'>,
  categories: readonly number[],
): Promise<number[]> => {
  const rows = await cx.db.rows(
    Product.pick({ productId: true }),
    sql`
      select p.product_id
      from product p
      where p.category = any(${categories}::int[]) and ${all([part(sql`p.brand`, brand), part(sql`p.version`, version)])}
    `,
  )
  return rows.map((p) => p.productId)
}

/** Products by category, text and filters. `cyl` alone selects products made with that cylinder. */
export const productParts = (query: Omit<ProductQuery, 'page' | 'per_page'>): Listing => ({
  ...parts,
  where: [
    soldIn(query.hid),
    query.category !== undefined && sql`p.category = ${query.category}`,
    textCondition(query.text),
    part(sql`p.brand`, query.brand),
    part(sql`p.version`, query.version),
    part(sql`p.series`, query.series),
    part(sql`p.film`, query.film),
    query.supplier !== undefined && sql`p.supplier_id = ${query.supplier}`,
    query.lensType !== undefined && sql`p.lens_type = ${query.lensType}`,
    query.classifyStatus !== undefined && sql`p.classify_status = ${query.classifyStatus}`,
    query.chargeType > 0 && sql`p.charge_type = ${query.chargeType}`,
    query.status !== undefined && sql`p.status = ${query.status}`,
    query.tag !== undefined &&
      sql`
        exists (
          select
          from product_tagged x
          where x.oid = p.oid and x.product_id = p.product_id and x.tag_id = ${query.tag}
        )
      `,
    query.standard !== undefined && sql`p.sph_min is not null`,
    query.standard === undefined &&
      query.cyl !== undefined &&
      sql`(p.cyl_min is null or ${query.cyl}::numeric between p.cyl_min and p.cyl_max)`,
  ],
})
/**
 * True when a product is made in the requested power (`standard`, `cyl`). The rule, with two notations and a combined limit, is in the
 * contract.
 */
export const madeAsAsked = ({ standard, cyl }: Pick<ProductQuery, 'standard' | 'cyl'>, range: PowerRange): boolean =>
  standard === undefined || madeIn(range, { sph: standard, cyl: cyl ?? 0, axis: null })

/** GET /products. */
export async function productList(cx: Cx, query: ProductQuery): Promise<Page<Product>> {
  const listing = productParts(query)
  if (query.standard === undefined) return pageOf(cx, { of: Product, ...listing }, query)
  const ranges = await cx.db.rows(
    {
      productId: 'number',
      sphMin: 'number | null',
      sphMax: 'number | null',
      cylMin: 'number | null',
      cylMax: 'number | null',
      combinedMax: 'number | null',
    },
    sql`
      select p.product_id, p.sph_min, p.sph_max, p.cyl_min, p.cyl_max, p.combined_max
      from ${parts.from}
      where ${all(listing.where)}
      order by ${parts.order}
    `,
  )
  const ids = ranges.filter((range) => madeAsAsked(query, range)).map((p) => p.productId)
  const { limit, offset } = windowOf(query)
  const visible = limit ? ids.slice(offset, offset + limit) : ids.slice(0, MOST_LISTED + 1)
  const list = await cx.db.rows(
    Product,
    sql`
      select ${parts.select}
      from ${parts.from}
      where p.product_id = any(${visible})
      order by ${parts.order}
    `,
  )
  return whole(cx, { list, total: ids.length }, query)
}

/** One product with its supplier's name. */
export async function productShown(cx: Cx, productId: number): Promise<Product> {
  const row = await cx.db.one(Product, sql`select ${parts.select} from ${parts.from} where p.product_id = ${productId}`)
  return row ?? cx.refuse('not_found', { what: '商品' })
}
