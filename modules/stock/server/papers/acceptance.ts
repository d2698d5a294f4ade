/**
 * 验收 (acceptance): the person who posts a stock-in inspected the delivery (quality rules for trading in medical devices, NMPA notice 153
 * of 2023, in force 2024-07-01: purchase, receipt, acceptance). For devices of class II and III a store can require that this is another
 * person than the author of the document or the person who ordered the goods. The database enforces the same rule (`batch__unaccepted`).
 */
import { sql, type Cx } from '#kernel/server/index.ts'
import { productsOf } from '#modules/products/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import type { StockIn } from '../../contract/shapes.papers.ts'
import { CLASS_II } from '../batch/lawful.ts'

export type AcceptFail = 'accept_own' | 'certificates_missing'
/** Statement made when goods are accepted. */
export interface Acceptance {
  /** Temperature on arrival, ℃. */
  readonly arrivalCelsius?: number | undefined
  readonly certificates?: boolean | undefined
}

/** Acceptance columns for the current account. `orderedBy` is the person who ordered the goods. */
export async function accepting(
  cx: Cx<AcceptFail>,
  { stockinId, hid, items }: StockIn,
  { arrivalCelsius, certificates, orderedBy }: Acceptance & { readonly orderedBy?: number | null | undefined },
) {
  if (certificates === false) cx.refuse('certificates_missing', { field: 'certificates' })
  const products = await productsOf(
    cx,
    items.map((i) => i.productId),
  )
  const devices = items.some((i) => i.quantity && (products.get(i.productId)?.deviceClass ?? 0) >= CLASS_II)
  if (devices && (await settingOf(cx, hid, 'acceptByAnother'))) {
    const { wrote } = await cx.db.the({ wrote: 'number | null' }, sql`select ctid_ wrote from stock_in where stockin_id = ${stockinId}`)
    if ((orderedBy ?? wrote) === cx.who.ctid) cx.refuse('accept_own', { field: 'status' })
  }
  return {
    acceptedBy: cx.who.ctid || null,
    acceptedAt: cx.now,
    arrivalCelsius: arrivalCelsius ?? null,
    certificates: certificates ?? null,
    orderedBy: orderedBy ?? null,
  }
}
