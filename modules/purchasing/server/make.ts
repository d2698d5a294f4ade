/** Builders for tests and demo data: a supplier, its goods and deliveries. */
import type { ProductCaller } from '#modules/products/server/door.ts'
import { makeStock, type StockReceipt } from '#modules/stock/server/make.ts'
import { stockOut } from '#modules/stock/contract/states.ts'
import { StockOutType } from '#modules/stock/contract/fields.ts'

const MADE = { category: 3, unit: '片', price: 300, sphMin: -10, sphMax: 6, cylMin: -4, cylMax: 0 } as const
/** A supplier with a licence and one of its lenses. */
export async function makeSupplier(call: ProductCaller, name: string): Promise<{ supplierId: number; lens: number }> {
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
/** Goods received from a supplier, posted. Returns the document. */
export const makeDelivery = (call: ProductCaller, hid: number, supplierId: number, items: StockReceipt[], deliveryNo?: string) =>
  makeStock(call, hid, items, { supplierId, ...(deliveryNo ? { deliveryNo } : {}) })

/** Goods returned to their supplier, posted. Returns the document. */
export async function makeReturn(
  call: ProductCaller,
  hid: number,
  supplierId: number,
  items: Array<{ productId: number; quantity: number; sph?: number; cyl?: number; batchId?: number | null }>,
) {
  const { stockoutId } = await call('stockout.create', { hid, stockoutType: StockOutType.supplierReturn, supplierId, items })
  await call('stockout.status', { stockoutId, status: stockOut.is.submitted })
  return call('stockout.status', { stockoutId, status: stockOut.is.posted })
}
