import { familyHandlers, ident, implement, importHandlers, remove, sql, update, type Cx, lit } from '#kernel/server/index.ts'
import { products } from '../contract/endpoints.ts'
import { brandList, brandOf, brandOfCode, brandSuppliers, deleteBrand, saveBrand } from './brand.ts'
import { createLens, lensMatrix, lensPriced, updateLens } from './lens.ts'
import { lensGrid, readGrid } from './lens-grid.ts'
import { productOf, productsOf } from './door.ts'
import { exportProducts } from './export.ts'
import { importProducts, productImport } from './import.ts'
import { textCondition, productList, productPage, productShown, soldIn } from './queries.ts'
import { above, saveProduct } from './save.ts'
import { tagProducts, tagsOfCategory } from './tags.ts'
import productTags from '../contract/families.ts'
import { onSale } from '../contract/states.ts'

/** Products referenced by foreign keys: batches, bills, orders. Rows that are deleted with a product (prices, tags) do not count. */
async function inUse(cx: Cx, productIds: readonly number[]): Promise<Set<number>> {
  const holders = await cx.db.rows(
    { tbl: 'string', col: 'string' },
    sql`
      select c.conrelid::regclass::text tbl, a.attname col
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
      where c.contype = 'f' and c.confrelid = 'product'::regclass and c.confdeltype <> 'c'
    `,
  )
  const used = new Set<number>()
  for (const { tbl, col } of holders) {
    const rows = await cx.db.rows(
      { id: 'number' },
      sql`
        select distinct ${ident(col)} id
        from ${ident(tbl)}
        where ${ident(col)} = any(${productIds})
      `,
    )
    for (const { id } of rows) used.add(id)
  }
  return used
}

export default implement(products, {
  ...familyHandlers(productTags),
  'product-tag.category': tagsOfCategory,
  'product-tag.products': tagProducts,
  'product.lens.create': createLens,
  'product.lens.update': updateLens,
  'product.lens.prices': lensMatrix,
  'product.lens-price': lensPriced,
  'product.lens.grid': lensGrid,
  'product.lens.grid-read': readGrid,
  'product.save': saveProduct,
  'products.list': productList,
  'product.info': (cx, { id }) => productShown(cx, id),
  'products.delete': async (cx, { id }) => {
    const { name } = await productOf(cx, id)
    if ((await inUse(cx, [id])).has(id)) return cx.refuse('in_use', { what: `商品“${name}”` })
    await remove(cx, 'product', { productId: id })
    return null
  },
  'product.delete-all': async (cx, { productIds }) => {
    await productsOf(cx, productIds)
    const used = await inUse(cx, productIds)
    const free = productIds.filter((id) => !used.has(id))
    const deleted = free.length ? await cx.db.run(sql`delete from product where product_id = any(${free})`) : 0
    return { deleted, kept: used.size }
  },
  'products.skeleton': (cx, query) =>
    productPage(
      cx,
      [sql`p.category = 1`, soldIn(query.hid), textCondition(query.text), query.brand !== undefined && sql`p.brand = ${query.brand}`],
      query,
    ),
  'product.others.list': (cx, query) =>
    productPage(
      cx,
      [
        sql`p.category not in (1, 3, 9)`,
        soldIn(query.hid),
        textCondition(query.text),
        query.brand !== undefined && sql`p.brand = ${query.brand}`,
      ],
      query,
    ),
  'products.series-by-brand': (cx, { code }) =>
    cx.db.rows(
      { series: 'string | null', products: 'number' },
      sql`
        select series, count(*) products
        from product
        where brand = ${code} and status = ${lit(onSale.is.on)}
        group by series
        order by series nulls last
      `,
    ),
  'products.by-series': (cx, query) => productPage(cx, [sql`p.series = ${query.id}`, sql`p.status = ${lit(onSale.is.on)}`], query),
  'products.by-brand-id': async (cx, query) => {
    await brandOf(cx, query.id)
    return productPage(
      cx,
      [
        sql`p.brand_id = ${query.id}`,
        sql`p.status = ${lit(onSale.is.on)}`,
        soldIn(query.hid),
        query.category !== undefined && sql`p.category = ${query.category}`,
      ],
      query,
    )
  },
  'orders.lookup.brand-code': (cx, { brandCode }) => brandOfCode(cx, brandCode),
  'orders.lookup.brand-id': (cx, { id }) => brandOf(cx, id),
  'brand.supplier': brandSuppliers,
  'brand.list': brandList,
  'brand.save': saveBrand,
  'brand.delete': (cx, { id }) => deleteBrand(cx, id),
  'product.price-setting': async (cx, { list }) => {
    await productsOf(
      cx,
      list.map((l) => l.productId),
    )
    for (const { productId, ...prices } of list) await update(cx, 'product', { productId }, prices)
    return { changed: list.length }
  },
  'product.product-setting': async (cx, { productIds, ...set }) => {
    const before = await productsOf(cx, productIds)
    const crossed = (existing: { minStock: number | null; maxStock: number | null }) =>
      above(set.minStock === undefined ? existing.minStock : set.minStock, set.maxStock === undefined ? existing.maxStock : set.maxStock)
    if ([...before.values()].some(crossed)) cx.refuse('stock_limits', { field: set.minStock === undefined ? 'maxStock' : 'minStock' })
    for (const productId of productIds) await update(cx, 'product', { productId }, set)
    return { changed: productIds.length }
  },
  'product.bulk-export': exportProducts,
  ...importHandlers('product', productImport),
  'product.import': importProducts,
})
