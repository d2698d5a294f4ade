import { event } from '#kernel/contract/index.ts'

/** A code was paid. The module that requested it books it in the same transaction. Amount in fen. */
export interface PaymentPaid {
  readonly orderNo: string
  readonly hid: number
  readonly payWay: 2 | 3
  readonly amount: number
  readonly purpose: string
  readonly ref: string | null
  readonly payload: unknown
}
export const paymentPaid = event<PaymentPaid>('payments.paid')
