import { columnsOf, sql, type Cx, type Sql, lit } from '#kernel/server/index.ts'
import { inUse, type FallenBasis } from '#kernel/contract/index.ts'
import { Supplier } from '../contract/shapes.ts'
import { supplierLicence } from '../contract/states.ts'

/** Days before its expiry that a licence is shown as expiring soon. */
const SOON = 30
const { is } = supplierLicence

/** `licence_state` of supplier rows `s` on the day of the request. */
export const licenceState = (cx: Cx): Sql =>
  sql`
    case when s.licence_expires is null then ${lit(is.none)}
      when s.licence_expires < ${cx.today}::date then ${lit(is.expired)}
      when s.licence_expires <= ${cx.today}::date + ${SOON}::int then ${lit(is.ending)}
      else ${lit(is.valid)}
    end
  `

/** Loads a supplier with today's state of its licence. */
export async function supplierOf(cx: Cx, supplierId: number): Promise<Supplier> {
  const row = await cx.db.one(
    Supplier,
    sql`
      select ${columnsOf(Supplier, 's', 'licenceState')}, ${licenceState(cx)} licence_state
      from supplier s
      where s.supplier_id = ${supplierId}
    `,
  )
  return row ?? cx.refuse('not_found', { what: '供应商' })
}

/** Why nothing is ordered or taken in of a supplier: switched off, or its licence has run out. */
export async function supplierBasis(cx: Cx, supplierId: number): Promise<FallenBasis | undefined> {
  const { name, status, licenceState: licence, licenceExpires } = await supplierOf(cx, supplierId)
  const fallen = (sentence: string): FallenBasis => ({ kind: 'supplier', id: supplierId, sentence, decides: '更换供应商，或待供应商恢复' })
  if (status === inUse.is.off) return fallen(`供应商“${name}”已停用`)
  return licence === is.expired ? fallen(`供应商“${name}”的许可证已于 ${licenceExpires ?? ''} 到期`) : undefined
}

/** The supplier when goods may be received from it: in use and with a licence that has not expired. */
export async function usableSupplier(cx: Cx<'supplier_expired' | 'supplier_off'>, supplierId: number): Promise<Supplier> {
  const supplier = await supplierOf(cx, supplierId)
  if (supplier.status === inUse.is.off) return cx.refuse('supplier_off', { name: supplier.name, field: 'supplierId' })
  if (supplier.licenceState === is.expired)
    return cx.refuse('supplier_expired', { name: supplier.name, day: supplier.licenceExpires!, field: 'supplierId' })
  return supplier
}
