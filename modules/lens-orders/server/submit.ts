/** Submitting an order: its check, the papers of its supplier and goods, its bill, the credit of its store. */
import { lit, sql, type Cx } from '#kernel/server/index.ts'
import { making } from '#modules/products/contract/states.ts'
import { productsOf } from '#modules/products/server/door.ts'
import { checkApproved } from '#modules/stock/server/door.ts'
import { usableSupplier } from '#modules/suppliers/server/door.ts'
import { kindOf } from '../contract/kinds/index.ts'
import type { SubmitFail } from '../contract/calls.ts'
import { holdUp } from './check/check.ts'
import { reserve } from './money/credit.ts'
import { writeBill } from './money/money.ts'
import { productIn } from './lines.ts'
import type { SupplyOrder } from './queries.ts'
import { linesOf } from './check/source.ts'

type Submitting = Cx<SubmitFail>
/** Goods the law watches are ordered of a supplier and with a registration that are valid today; else refused with the day. */
export async function papersHold(cx: Submitting, order: SupplyOrder, supplierId: number): Promise<void> {
  const supplier = await usableSupplier(cx, supplierId)
  if (!kindOf(order.kind).papersChecked) return
  if (supplier.licenceExpires === null) return cx.refuse('gsp_unlicensed', { supplier: supplier.name, field: 'supplierId' })
  const lines = await linesOf(cx, order.orderId)
  const products = await productsOf(
    cx,
    lines.map((l) => l.productId),
  )
  for (const [index, line] of lines.entries()) {
    const { name, registrationNo, registrationExpires } = productIn(products, line.productId)
    const field = `items.${index}.productId`
    if (!registrationNo) return cx.refuse('gsp_unregistered', { product: name, field })
    if (registrationExpires && registrationExpires < cx.today)
      return cx.refuse('gsp_expired', { product: name, day: registrationExpires, field })
  }
  await checkApproved(
    cx,
    products,
    lines.map(({ productId }) => ({ productId, supplierId })),
  )
}
/** All that submitting asks and does; asked again when a submitted order is changed. */
export async function submitted(cx: Submitting, order: SupplyOrder): Promise<SupplyOrder> {
  await holdUp(cx, order)
  if (order.supplierId === null) return cx.refuse('supplier_missing', { field: 'supplierId' })
  await papersHold(cx, order, order.supplierId)
  await reserve(cx, order, order.costTotal)
  return writeBill(cx, order)
}
/** Days a maker takes where nobody promised a day: its brand's, else a week. */
const USUAL_DAYS = 7
export async function usualDays(cx: Cx, productIds: readonly number[]): Promise<number> {
  const row = await cx.db.the(
    { days: 'number | null' },
    sql`
      select max(case when p.classify_status = ${lit(making.is.custom)} then b.custom_days else b.stock_days end) days
      from product p
      left join brand b on b.oid = p.oid and b.brand_id = p.brand_id
      where p.product_id = any(${productIds}::bigint[])
    `,
  )
  return row.days ?? USUAL_DAYS
}
