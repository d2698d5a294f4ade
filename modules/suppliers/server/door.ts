import { sql, type Cx, type Sql } from '#kernel/server/index.ts'
import type { Supplier } from '../contract/shapes.ts'

/** Days before a licence ends in which it is shown as ending soon. */
const SOON = 30

/** `licence_state` of supplier rows `s` on the day of the request: 0 valid, 1 ends within 30 days, 2 expired, 3 none kept. */
export const licenceState = (cx: Cx): Sql =>
  sql`case when s.licence_expires is null then 3 when s.licence_expires < ${cx.today}::date then 2 when s.licence_expires <= ${cx.today}::date + ${SOON}::int then 1 else 0 end`

/** A supplier of this organisation, with the state of its licence today. */
export async function supplierOf(cx: Cx, supplierId: number): Promise<Supplier> {
  const row = await cx.db.one<Supplier>(
    sql`select s.*, ${licenceState(cx)} licence_state from supplier s where s.supplier_id = ${supplierId}`,
  )
  return row ?? cx.refuse('not_found', { what: '供应商' })
}

/** The supplier when goods may be received from it: in use and with a licence that has not expired. */
export async function usableSupplier(cx: Cx<'supplier_expired' | 'supplier_off'>, supplierId: number): Promise<Supplier> {
  const supplier = await supplierOf(cx, supplierId)
  if (supplier.status === 1) return cx.refuse('supplier_off', { name: supplier.name, field: 'supplierId' })
  if (supplier.licenceState === 2)
    return cx.refuse('supplier_expired', { name: supplier.name, day: supplier.licenceExpires!, field: 'supplierId' })
  return supplier
}
