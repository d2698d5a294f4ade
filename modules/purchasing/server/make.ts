/** Builders for tests and the demo clinic: a supplier, its goods, and what it delivers. */
import type { MakeCall } from '#modules/products/server/door.ts'
import { makeStock, type Arrived } from '#modules/stock/server/make.ts'
import { stockOut } from '#modules/stock/contract/states.ts'
import { SUPPLIER_RETURN } from '#modules/stock/contract/fields.ts'

const MADE = { category: 3, unit: '片', price: 300, sphMin: -10, sphMax: 6, cylMin: -4, cylMax: 0 } as const
/** A supplier with a licence, and a lens of it. */
export async function makeSupplier(call: MakeCall, name: string): Promise<{ supplierId: number; lens: number }> {
  const { supplierId } = await call('supplier.save', {
    name,
    paymentDays: 30,
    licenceExpires: '2099-01-01',
    bank: '工商银行',
    bankAccount: '6222 0001',
  })
  const { productId } = await call('product.save', { ...MADE, name: `${name} 1.60`, brand: name, supplierId })
  return { supplierId, lens: productId }
}
/** Goods of a supplier, received and posted. Answers the paper. */
export const makeDelivery = (call: MakeCall, hid: number, supplierId: number, items: Arrived[], deliveryNo?: string) =>
  makeStock(call, hid, items, { supplierId, ...(deliveryNo ? { deliveryNo } : {}) })

/** Goods sent back to their supplier, posted. Answers the paper. */
export async function makeReturn(
  call: MakeCall,
  hid: number,
  supplierId: number,
  items: Array<{ productId: number; quantity: number; sph?: number; cyl?: number; batchId?: number | null }>,
) {
  const { stockoutId } = await call('stockout.create', { hid, stockoutType: SUPPLIER_RETURN, supplierId, items })
  await call('stockout.status', { stockoutId, status: stockOut.is.submitted })
  return call('stockout.status', { stockoutId, status: stockOut.is.posted })
}
