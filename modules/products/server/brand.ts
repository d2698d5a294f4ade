/** Brands: rules, suppliers, products. Renaming a brand also updates the text on its products. */
import { inUse, z, type Page } from '#kernel/contract/index.ts'
import {
  change,
  columnsOf,
  completed,
  insert,
  insertMany,
  lit,
  locked,
  pageOf,
  remove,
  sql,
  update,
  wholeRow,
  type Cx,
  type Sql,
} from '#kernel/server/index.ts'
import { supplierOf } from '#modules/suppliers/server/door.ts'
import { Brand, BrandSupplier, SaveBrand, type BrandListQuery, type BrandSupplierQuery } from '../contract/brand.ts'
import { above } from './save.ts'
import { searchText } from './search.ts'

const OWN = Brand.omit({ suppliers: true, products: true })
const select: Sql = sql`
  ${columnsOf(OWN, 'b')},
  (
    select coalesce(jsonb_agg(jsonb_build_object('supplierId', s.supplier_id, 'name', s.name) order by s.name), '[]')
    from brand_supplier x
    join supplier s on s.oid = x.oid and s.supplier_id = x.supplier_id
    where x.oid = b.oid and x.brand_id = b.brand_id
  ) suppliers,
  (select count(*) from product p where p.oid = b.oid and p.brand_id = b.brand_id) products
`

/** Brands of the organisation, active ones first. */
export function brandList(cx: Cx, query: z.output<typeof BrandListQuery>): Promise<Page<Brand>> {
  const words = `%${(query.text ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return pageOf(
    cx,
    {
      of: Brand,
      select,
      from: sql`brand b`,
      where: [
        Boolean(query.text) && sql`(lower(b.name) like ${words} or lower(b.brand_code) like ${words})`,
        query.category !== undefined && sql`${query.category}::int = any(b.categories)`,
        query.supplierId !== undefined &&
          sql`
            exists (
              select
              from brand_supplier x
              where x.oid = b.oid and x.brand_id = b.brand_id and x.supplier_id = ${query.supplierId}
            )
          `,
        query.status !== undefined && sql`b.status = ${query.status}`,
      ],
      order: sql`b.status, b.name, b.brand_id`,
    },
    query,
  )
}
async function brandBy(cx: Cx, where: Sql): Promise<Brand> {
  return (await cx.db.one(Brand, sql`select ${select} from brand b where ${where} limit 1`)) ?? cx.refuse('not_found', { what: '品牌' })
}
/** A brand with its rules. Those of other organisations are not found. */
export const brandOf = (cx: Cx, brandId: number): Promise<Brand> => brandBy(cx, sql`b.brand_id = ${brandId}`)
/** A brand by its code, or by its name where no code was set. */
export const brandOfCode = (cx: Cx, code: string): Promise<Brand> =>
  brandBy(cx, sql`(b.brand_code = ${code} or b.name = ${code}) order by (b.brand_code = ${code}) desc`)

/** Active brands by active supplier. */
export const brandSuppliers = (cx: Cx, query: z.output<typeof BrandSupplierQuery>): Promise<Array<z.output<typeof BrandSupplier>>> =>
  cx.db.rows(
    BrandSupplier,
    sql`
      select ${columnsOf(BrandSupplier, 'b', 'supplierId', 'supplierName')}, s.supplier_id, s.name supplier_name
      from brand b
      join brand_supplier x on x.oid = b.oid and x.brand_id = b.brand_id
      join supplier s on s.oid = x.oid and s.supplier_id = x.supplier_id
      where b.status = ${lit(inUse.is.on)}
        and s.status = ${lit(inUse.is.on)}
        and (${query.brandId ?? null}::bigint is null or b.brand_id = ${query.brandId ?? null})
        and (${query.supplierId ?? null}::bigint is null or s.supplier_id = ${query.supplierId ?? null})
        and (${query.category ?? null}::int is null or ${query.category ?? null} = any(b.categories))
      order by b.name, s.name
    `,
  )

const Limits = Brand.pick({ bcMin: true, bcMax: true, diaMin: true, diaMax: true, targetMin: true, targetMax: true, jessenFactor: true })
/** Ranges of the products' brands, by product; products without a brand are absent. */
export async function brandLimits(cx: Cx, productIds: readonly number[]): Promise<Map<number, z.output<typeof Limits>>> {
  const Found = Limits.extend({ productId: z.number() })
  const rows = await cx.db.rows(
    Found,
    sql`
      select p.product_id, ${columnsOf(Limits, 'b')}
      from product p
      join brand b on b.oid = p.oid and b.brand_id = p.brand_id
      where p.product_id = any(${productIds}::bigint[])
    `,
  )
  return new Map(rows.map(({ productId, ...limits }) => [productId, limits]))
}

const RANGES = [
  ['sphMin', 'sphMax'],
  ['bcMin', 'bcMax'],
  ['diaMin', 'diaMax'],
  ['targetMin', 'targetMax'],
] as const
type Fail = 'brand_exists' | 'brand_code_taken' | 'limits_order'

export async function saveBrand(cx: Cx<Fail>, { brandId, versionNo, supplierIds, ...input }: SaveBrand): Promise<Brand> {
  const existing = brandId ? await locked(cx, 'brand', { brandId }, { versionNo: versionNo ?? null }) : undefined
  const values = completed(SaveBrand.omit({ brandId: true, versionNo: true, supplierIds: true }), existing, input)
  const crossed = RANGES.find(([low, high]) => above(values[low], values[high]))
  if (crossed) cx.refuse('limits_order', { field: crossed[1] })
  for (const id of supplierIds ?? []) await supplierOf(cx, id)
  const set = { ...values, brandCode: values.brandCode ?? existing?.brandCode ?? values.name }
  const row = existing
    ? await change(cx, 'brand', { brandId: existing.brandId }, { versionNo: existing.versionNo }, set)
    : await insert(cx, 'brand', set)
  if (existing && existing.name !== row.name) await renamed(cx, row)
  if (supplierIds) {
    await remove(cx, 'brand_supplier', { brandId: row.brandId })
    await insertMany(
      cx,
      'brand_supplier',
      [...new Set(supplierIds)].map((supplierId) => ({ brandId: row.brandId, supplierId })),
    )
  }
  return brandOf(cx, row.brandId)
}
/** Products store and search the name too. */
async function renamed(cx: Cx, { brandId, name }: { brandId: number; name: string }): Promise<void> {
  const products = await cx.db.rows(wholeRow('product'), sql`select * from product where brand_id = ${brandId}`)
  for (const p of products)
    await update(cx, 'product', { productId: p.productId }, { brand: name, search: searchText({ ...p, brand: name }) })
}

export async function deleteBrand(cx: Cx, id: number): Promise<null> {
  const { name, products } = await brandOf(cx, id)
  if (products) return cx.refuse('in_use', { what: `品牌“${name}”` })
  await remove(cx, 'brand', { brandId: id })
  return null
}
