/**
 * What the law asks of class III devices (GSP 2023: purchase, acceptance and sales records): a registration number, and a supplier whose
 * licence is on record. The database asks the same of every entry of the stock (`batch_lawful`); this gives it a sentence.
 */
import type { Cx } from '#kernel/server/index.ts'
import type { ProductRow } from '#modules/products/server/door.ts'
import { supplierLicence } from '#modules/suppliers/contract/states.ts'
import { supplierOf, usableSupplier } from '#modules/suppliers/server/door.ts'
import type { LawFail, ReceiveFail } from '../contract/refusals.ts'

const CLASS_III = 3
interface Goods {
  readonly productId: number
  /** Supplier of the batch; the product's usual one where it names none. */
  readonly supplierId?: number | null
}
type Products = ReadonlyMap<number, ProductRow>

/** Those of the goods that are class III devices, with their place among them. */
const devices = (products: Products, goods: readonly Goods[]): Array<{ device: ProductRow; from: number | null; row: number }> =>
  goods.flatMap(({ productId, supplierId }, n) => {
    const device = products.get(productId)
    return device?.deviceClass === CLASS_III ? [{ device, from: supplierId ?? device.supplierId, row: n + 1 }] : []
  })

/** Refuses goods that may not be held: what is issued, or counted for more. */
export async function lawful(cx: Cx<LawFail>, products: Products, goods: readonly Goods[]): Promise<void> {
  for (const { device, from } of devices(products, goods)) {
    const product = device.name
    if (!device.registrationNo?.trim()) cx.refuse('device_unregistered', { product, field: 'registrationNo' })
    if (!from) return cx.refuse('device_unsupplied', { product, field: 'supplierId' })
    const { name: supplier, licenceState } = await supplierOf(cx, from)
    if (licenceState === supplierLicence.is.none) cx.refuse('device_unlicensed', { product, supplier, field: 'supplierId' })
  }
}

/** Refuses goods that may not come in: those, and what has run out since – a registration, a licence. */
export async function mayComeIn(cx: Cx<ReceiveFail>, products: Products, goods: readonly Goods[]): Promise<void> {
  await lawful(cx, products, goods)
  for (const { device, from, row } of devices(products, goods)) {
    const until = device.registrationExpires
    if (until && until < cx.today) cx.refuse('registration_expired', { row, product: device.name, day: until })
    if (from) await usableSupplier(cx, from)
  }
}
