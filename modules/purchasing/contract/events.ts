import { event } from '#kernel/contract/index.ts'

/** A supplier was paid: the payment order, with day, bank and voucher. */
export const supplierPaid = event<{ paymentId: number; hid: number; supplierId: number }>('purchasing.supplier-paid')
