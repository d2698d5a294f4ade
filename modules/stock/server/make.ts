/** Builders for tests and demo data: goods received and posted through the endpoints. */
import type { ProductCaller } from '#modules/products/server/door.ts'
import { stockIn } from '../contract/states.ts'
import { StockInType } from '../contract/fields.ts'

export interface StockReceipt {
  productId: number
  quantity: number
  sph?: number
  cyl?: number
  batchNo?: string
  expiry?: string
  cost?: number
}
/** Writes, submits and posts a purchase receipt. Returns it with its batches. */
export async function makeStock(
  call: ProductCaller,
  hid: number,
  items: StockReceipt[],
  { supplierId, deliveryNo, day }: { supplierId?: number; deliveryNo?: string; day?: string } = {},
) {
  const paper = await call('stockin.create', {
    hid,
    stockinType: StockInType.purchase,
    status: stockIn.is.submitted,
    items,
    ...(supplierId ? { supplierId } : {}),
    ...(deliveryNo ? { deliveryNo } : {}),
    ...(day ? { stockinDate: day, backdateReason: '补录以前的入库' } : {}),
  })
  return call('stockin.status', { stockinId: paper.stockinId, status: stockIn.is.posted })
}
