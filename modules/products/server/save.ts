import { change, completed, find, insert, locked, may, sql, type Cx } from '#kernel/server/index.ts'
import { SaveProduct, type Product } from '../contract/shapes.ts'
import { productShown } from './queries.ts'
import { searchText } from './search.ts'

type Fail = 'bar_code_taken' | 'range_order' | 'stock_limits' | 'price_no_right'

const blankless = <T extends object>(values: T): T =>
  // The same keys; an empty text becomes null where the column is nullable.
  Object.fromEntries(Object.entries(values).map(([k, v]) => [k, v === '' ? null : v])) as T

/** Creates a product, or changes one with an optimistic lock. Changing the price requires the permission to set prices. */
export async function saveProduct(cx: Cx<Fail>, { productId, versionNo, ...input }: SaveProduct): Promise<Product> {
  const existing = productId ? await locked(cx, 'product', { productId }, { versionNo: versionNo ?? null }) : undefined
  const values = completed(SaveProduct.omit({ productId: true, versionNo: true }), existing, blankless(input))
  await checkProduct(cx, productId, values)
  if (!existing) {
    const row = await insert(cx, 'product', { ...values, search: searchText(values) })
    return productShown(cx, row.productId)
  }
  if ((values.price !== existing.price || values.cost !== existing.cost) && !may(cx, 'product:price'))
    return cx.refuse('price_no_right', { field: 'price' })
  // The shape's fields are columns of the same names.
  await change(cx, 'product', { productId: existing.productId }, { versionNo: existing.versionNo }, {
    ...values,
    search: searchText({ ...existing, ...values }),
  } as never)
  return productShown(cx, existing.productId)
}

/** Checks constraints in advance to name the field: a crossed range, a used bar code, a duplicate. */
export async function checkProduct(
  cx: Cx<Fail>,
  productId: number | undefined,
  p: Omit<SaveProduct, 'productId' | 'versionNo'>,
): Promise<void> {
  if (above(p.sphMin, p.sphMax)) cx.refuse('range_order', { field: 'sphMax' })
  if (above(p.cylMin, p.cylMax)) cx.refuse('range_order', { field: 'cylMax' })
  if (above(p.minStock, p.maxStock)) cx.refuse('stock_limits', { field: 'maxStock' })
  if (p.barCode) {
    const other = await find(cx, 'product', { barCode: p.barCode })
    if (other && other.productId !== productId) cx.refuse('bar_code_taken', { field: 'barCode' })
  }
  const same = await cx.db.one(
    { productId: 'number' },
    sql`
      select product_id
      from product
      where category = ${p.category}
        and name = ${p.name}
        and brand is not distinct from ${p.brand ?? null}
        and series is not distinct from ${p.series ?? null}
        and version is not distinct from ${p.version ?? null}
        and spec is not distinct from ${p.spec ?? null}
        and colour is not distinct from ${p.colour ?? null}
        and lens_type is not distinct from ${p.lensType ?? null}
        and index is not distinct from ${p.index ?? null}::numeric
        and diameter is not distinct from ${p.diameter ?? null}
        and sph_min is not distinct from ${p.sphMin ?? null}::numeric
        and sph_max is not distinct from ${p.sphMax ?? null}::numeric
        and cyl_min is not distinct from ${p.cylMin ?? null}::numeric
        and cyl_max is not distinct from ${p.cylMax ?? null}::numeric
      limit 1
    `,
  )
  if (same && same.productId !== productId) cx.refuse('duplicate', { what: `商品“${p.name}”`, field: 'name' })
}
/** True when two limits cross; an unset limit crosses none. */
export const above = (low: number | null | undefined, high: number | null | undefined): boolean =>
  low !== null && low !== undefined && high !== null && high !== undefined && low > high
