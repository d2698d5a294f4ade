import { get, post, put } from '#kernel/contract/index.ts'
import {
  EditPayment,
  NewPayment,
  Payment,
  PaymentById,
  PaymentPage,
  PaymentQuery,
  PaymentStatus,
  SupplierAccountPage,
  SupplierAccountQuery,
  SupplierOwed,
  SupplierOwedQuery,
} from './shapes.payments.ts'

const writes = { can: 'payorder:edit', fails: ['payable_taken', 'payable_disputed', 'payment_nothing'] } as const
/** Payment orders to suppliers. */
export const payments = {
  'payment-order.create': post('/v1/{product}/payment-order', {
    ...writes,
    summary: 'Writes an order to pay what is owed to a supplier',
    input: NewPayment,
    output: Payment,
  }),
  'payment-order.update': put('/v1/{product}/payment-order/{id}', {
    ...writes,
    changes: 'id',
    summary: 'Changes what an order pays, until it is approved',
    input: EditPayment,
    output: Payment,
  }),
  'payment-order.list': get('/v1/{product}/payment-order', {
    can: 'contract:view',
    summary: 'Orders to pay suppliers, newest first; deleted ones only when asked for',
    input: PaymentQuery,
    output: PaymentPage,
  }),
  'payment-order.get': get('/v1/{product}/payment-order/{id}', {
    can: 'contract:view',
    summary: 'One order with what it pays and who took which step',
    input: PaymentById,
    output: Payment,
  }),
  'payment-order.status': put('/v1/{product}/payment-order/status/{id}', {
    can: 'contract:view',
    summary: 'Approves (1), pays (2), deletes (3), rejects (4) or hands in again (0)',
    input: PaymentStatus,
    output: Payment,
    query: ['status'],
    fails: ['own_payment', 'payable_disputed', 'payment_unproven', 'payment_nothing'],
  }),
  'supplier-accounts.list': get('/v1/{product}/supplier-accounts', {
    can: 'contract:view',
    summary: 'Ours: suppliers with licence, contract, what the store owes them and how their goods of the last year were',
    input: SupplierAccountQuery,
    output: SupplierAccountPage,
  }),
  'payment-order.supplier': get('/v1/{product}/payment-order/supplier/{id}', {
    can: 'contract:view',
    summary: 'What the store owes a supplier, and the lines that are in no order yet by the day they are due',
    input: SupplierOwedQuery,
    output: SupplierOwed,
  }),
}
