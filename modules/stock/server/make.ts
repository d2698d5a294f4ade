/** Builders for tests and the demo clinic: goods on the shelf, received and posted through the endpoints. */
import type { MakeCall } from '#modules/products/server/door.ts'
import { stockIn } from '../contract/states.ts'

export interface Arrived {
  productId: number
  quantity: number
  sph?: number
  cyl?: number
  batchNo?: string
  expiry?: string
  cost?: number
}
/** A purchase receipt that is written, submitted and posted. Answers the paper with its batches. */
export async function makeStock(
  call: MakeCall,
  hid: number,
  items: Arrived[],
  { supplierId, deliveryNo, day }: { supplierId?: number; deliveryNo?: string; day?: string } = {},
) {
  const paper = await call('stockin.create', {
    hid,
    stockinType: 1,
    status: stockIn.is.submitted,
    items,
    ...(supplierId ? { supplierId } : {}),
    ...(deliveryNo ? { deliveryNo } : {}),
    ...(day ? { stockinDate: day } : {}),
  })
  return call('stockin.status', { stockinId: paper.stockinId, status: stockIn.is.posted })
}
