/**
 * 验收: who posts a stock-in looked at what came (quality rules for trading in medical devices, NMPA notice 153 of 2023, in force 2024-07-01: purchase, receipt, acceptance).
 * Of devices of class II and III a store may ask that this is another than who wrote the paper, or than who ordered what came for an order; the database
 * asks the same (`batch__unaccepted`).
 */
import { sql, type Cx } from '#kernel/server/index.ts'
import { productsOf } from '#modules/products/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import type { StockIn } from '../contract/shapes.papers.ts'
import { CLASS_II } from './lawful.ts'

export type AcceptFail = 'accept_own' | 'certificates_missing'
/** What is said of goods as they are accepted. */
export interface Acceptance {
  /** ℃ as they arrived. */
  readonly arrivalCelsius?: number | undefined
  readonly certificates?: boolean | undefined
}

/** What is kept of an acceptance by who asks; `orderedBy` sent for what an order brought. */
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
