/**
 * What the law asks of class III devices (GSP 2023: purchase, acceptance and sales records): a registration number, and a supplier whose
 * licence is on record; and of those of class II and III that come in: they and their supplier are approved (首营). The database asks the same of every
 * entry of the stock (`batch_lawful`); this gives it a sentence.
 */
import type { Cx } from '#kernel/server/index.ts'
import type { ProductRow } from '#modules/products/server/door.ts'
import { supplierLicence } from '#modules/suppliers/contract/states.ts'
import { supplierOf, usableSupplier } from '#modules/suppliers/server/door.ts'
import type { ApprovalFail, LawFail, ReceiveFail } from '../contract/refusals.ts'

export const CLASS_II = 2
const CLASS_III = 3
interface Goods {
  readonly productId: number
  /** Supplier of the batch; the product's usual one where it names none. */
  readonly supplierId?: number | null
}
type Products = ReadonlyMap<number, ProductRow>

/** Those of the goods that are devices of a class, or of a higher one, with their place among them. */
const devices = (
  products: Products,
  goods: readonly Goods[],
  least: number,
): Array<{ device: ProductRow; from: number | null; row: number }> =>
  goods.flatMap(({ productId, supplierId }, n) => {
    const device = products.get(productId)
    return device && device.deviceClass >= least ? [{ device, from: supplierId ?? device.supplierId, row: n + 1 }] : []
  })

/** Refuses goods that may not be held: what is issued, or counted for more. */
export async function lawful(cx: Cx<LawFail>, products: Products, goods: readonly Goods[]): Promise<void> {
  for (const { device, from } of devices(products, goods, CLASS_III)) {
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
  for (const { device, from, row } of devices(products, goods, CLASS_II)) {
    const until = device.registrationExpires
    if (until && until < cx.today) cx.refuse('registration_expired', { row, product: device.name, day: until })
    if (from) await usableSupplier(cx, from)
  }
  await approved(cx, products, goods)
}

/** Refuses devices of class II and III that were not approved, or whose supplier was not, as their records stand today. */
export async function approved(cx: Cx<ApprovalFail>, products: Products, goods: readonly Goods[]): Promise<void> {
  for (const { device, from } of devices(products, goods, CLASS_II)) {
    const product = device.name
    if (!device.approvedOn) cx.refuse('product_unapproved', { product, field: 'productId' })
    if (!from) return cx.refuse('approval_unsupplied', { product, field: 'supplierId' })
    const { name: supplier, approvedOn, approvedUntil } = await supplierOf(cx, from)
    if (!approvedOn) cx.refuse('supplier_unapproved', { product, supplier, field: 'supplierId' })
    for (const [what, until] of [
      [product, device.approvedUntil],
      [supplier, approvedUntil],
    ] as const)
      if (until && until < cx.today) cx.refuse('approval_over', { what, day: until, field: 'supplierId' })
  }
}
