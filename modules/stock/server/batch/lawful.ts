/**
 * Legal requirements for class III devices (GSP 2023: purchase, acceptance and sales records): a registration number, and a supplier
 * whose licence is on record. Devices of class II and III can be received only when they and their supplier are approved (首营). The
 * database enforces the same for every stock entry (`batch_lawful`); this module adds the sentence.
 */
import type { Cx } from '#kernel/server/index.ts'
import type { ProductRow } from '#modules/products/server/door.ts'
import { supplierLicence } from '#modules/suppliers/contract/states.ts'
import { supplierOf, usableSupplier } from '#modules/suppliers/server/door.ts'
import type { ApprovalFail, LawFail, ReceiveFail } from '../../contract/refusals.ts'

export const CLASS_II = 2
export const CLASS_III = 3
interface Goods {
  readonly productId: number
  /** Supplier of the batch; by default the product's usual one. */
  readonly supplierId?: number | null
}
type Products = ReadonlyMap<number, ProductRow>

/** The goods that are devices of a class or a higher one, with their index. */
const devices = (
  products: Products,
  goods: readonly Goods[],
  least: number,
): Array<{ device: ProductRow; from: number | null; row: number }> =>
  goods.flatMap(({ productId, supplierId }, n) => {
    const device = products.get(productId)
    return device && device.deviceClass >= least ? [{ device, from: supplierId ?? device.supplierId, row: n + 1 }] : []
  })

/** Refuses goods that must not be issued or counted up. */
export async function checkLawful(cx: Cx<LawFail>, products: Products, goods: readonly Goods[]): Promise<void> {
  for (const { device, from } of devices(products, goods, CLASS_III)) {
    const product = device.name
    if (!device.registrationNo?.trim()) cx.refuse('device_unregistered', { product, field: 'registrationNo' })
    if (!from) return cx.refuse('device_unsupplied', { product, field: 'supplierId' })
    const { name: supplier, licenceState } = await supplierOf(cx, from)
    if (licenceState === supplierLicence.is.none) cx.refuse('device_unlicensed', { product, supplier, field: 'supplierId' })
  }
}

/** Refuses goods that must not be received: additionally those whose registration or supplier licence expired. */
export async function checkReceivable(cx: Cx<ReceiveFail>, products: Products, goods: readonly Goods[]): Promise<void> {
  await checkLawful(cx, products, goods)
  for (const { device, from, row } of devices(products, goods, CLASS_II)) {
    const expiry = device.registrationExpires
    if (expiry && expiry < cx.today) cx.refuse('registration_expired', { row, product: device.name, day: expiry })
    if (from) await usableSupplier(cx, from)
  }
  await checkApproved(cx, products, goods)
}

/** Refuses devices of class II and III that are not approved, or whose supplier is not, as of today. */
export async function checkApproved(cx: Cx<ApprovalFail>, products: Products, goods: readonly Goods[]): Promise<void> {
  for (const { device, from } of devices(products, goods, CLASS_II)) {
    const product = device.name
    if (!device.approvedOn) cx.refuse('product_unapproved', { product, field: 'productId' })
    if (!from) return cx.refuse('approval_unsupplied', { product, field: 'supplierId' })
    const { name: supplier, approvedOn, approvedUntil } = await supplierOf(cx, from)
    if (!approvedOn) cx.refuse('supplier_unapproved', { product, supplier, field: 'supplierId' })
    for (const [label, expiry] of [
      [product, device.approvedUntil],
      [supplier, approvedUntil],
    ] as const)
      if (expiry && expiry < cx.today) cx.refuse('approval_over', { what: label, day: expiry, field: 'supplierId' })
  }
}
