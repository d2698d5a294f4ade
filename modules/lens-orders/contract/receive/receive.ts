/** The calls of receiving, judging, handing over and taking back, and what they say no with. */
import { get, id, note, outside, put, text, word, z, type Endpoint } from '#kernel/contract/index.ts'
import { issueFails, receiveFails } from '#modules/stock/contract/refusals.ts'
import { version } from '../shapes.save.ts'
import { orderId } from '../fields.ts'
import type { OrderKind } from '../kinds/kind.ts'
import { ExpectedList, ExpectedQuery } from '../shapes.expected.ts'
import { HandOver, OrderInfo, ReceiveOrder, Stated, WrappedOrder } from '../shapes.ts'

/** What receiving may say no with: the comparison, and what the stock asks of goods that come in. */
const receiveRefusals = [
  ...new Set([
    'receipt_mismatch',
    'receipt_unsaid',
    'receipt_choose',
    'receipt_unknown',
    'over_received',
    'serial_taken',
    'supplier_missing',
    'review_missing',
    'order_unpaid',
    'not_in_stock',
    'eye_not_passed',
    'lot_missing',
    'accept_own',
    'certificates_missing',
    'reject_reason',
    'lot_expired',
    'already_issued',
    'payable_claimed',
    'service_not_stocked',
    'stock_unpowered',
    'warehouse_off',
    'out_of_range',
    'supplier_off',
    ...receiveFails.filter((f) => f !== 'supplier_off'),
    // Lenses that glasses wait for are issued to them at once.
    ...issueFails,
  ] as const),
]
export type ReceiveRefusal = (typeof receiveRefusals)[number]
const handOverRefusals = [
  'collector_unknown',
  'pickup_code_wrong',
  'pickup_code_locked',
  'rest_due',
  'lens_other',
  'lens_missing',
  'lens_serial',
  'inflamed',
  'serial_missing',
  ...issueFails,
] as const
export type HandOverRefusal = (typeof handOverRefusals)[number]
const returnRefusals = [...issueFails, 'service_not_stocked', 'warehouse_off', 'take_back_too_much'] as const
export type ReturnRefusal = (typeof returnRefusals)[number]

/** What somebody decides of a piece that was set aside. */
const JudgeLine = z.object({
  id: id('收货明细'),
  verdict: word('结论', { accepted: '让步接收', rejected: '拒收' }),
  reason: text('理由', { max: 300 }).min(1),
  /** What its label says that nobody had stated when it was set aside. */
  measured: Stated.optional(),
})
export type JudgeLine = z.output<typeof JudgeLine>
const ReturnOrder = z.object({ id: orderId, reason: note('原因', 500), version: version.optional() })
const NotifyOrder = z.object({ id: orderId, version: version.optional() })

const receiving = { can: 'order:receive', reads: 'written', fails: receiveRefusals } as const
type Receive<N extends string> = {
  readonly [K in N as `${K}.receive`]: Endpoint<ReceiveOrder, OrderInfo, ReceiveRefusal, z.input<typeof ReceiveOrder>, 'tx'>
}
/** `receives` of a kind: what came of an order. */
export function receiveCalls<const N extends string>(
  of: OrderKind & { readonly calls: { readonly style: 'goods' | 'lens'; readonly name: N; readonly path: string } },
): Receive<N>
export function receiveCalls(kind: OrderKind & { readonly calls: { readonly name: string; readonly path: string } }): object {
  const { name, path } = kind.calls
  const summary = `Receives what came of a ${kind.noun}: each piece compared with its line, what passes posted to stock`
  return { [`${name}.receive`]: put(`${path}/{id}/receives`, { ...receiving, summary, input: ReceiveOrder, output: OrderInfo }) }
}
export const receipts = {
  'orders.expected': get('/order/expected', {
    can: 'order:receive',
    summary: 'Ours: what is to come of orders of a store, line by line with the numbers of their boxes, the earliest promise first',
    input: ExpectedQuery,
    reads: 'many',
    output: ExpectedList,
  }),
  'orders.receive': put('/order/receives/{id}', {
    ...receiving,
    summary: 'Ours: receives what came of an order of any kind, as `receives` of its family does',
    input: ReceiveOrder,
    output: WrappedOrder,
  }),
  'orders.confirm': put('/order/confirm/{id}', {
    ...receiving,
    summary: 'Ours: the lenses of a hard or soft lens order are compared, shelved and held for their member (6→7)',
    input: ReceiveOrder,
    output: WrappedOrder,
  }),
  'orders.judge': put('/order/receipt-line/{id}', {
    ...receiving,
    can: 'order:supervise',
    summary: 'Ours: decides of a piece that was set aside: accepted in spite of a difference, never in eye, sign or power, or refused',
    input: JudgeLine,
    output: WrappedOrder,
  }),
  'orders.notify': put('/order/notification/{id}', {
    can: 'order:handover',
    summary: 'Ours: the member is told that the lenses wait, with the code they are picked up by',
    input: NotifyOrder,
    reads: 'written',
    output: WrappedOrder,
  }),
  'orders.hand-over': outside.put('/order/handover/{id}', {
    can: 'order:handover',
    summary: 'Ours: the goods are in their member’s hand, each lens scanned, against a signature or the code they received (7→8)',
    input: HandOver,
    reads: 'written',
    output: WrappedOrder,
    fails: handOverRefusals,
  }),
  'orders.return': put('/order/returns/{id}', {
    can: 'order:view',
    summary: 'Ours: lenses go back: to the supplier before they were handed over, from the member after; worn ones are never sold again',
    input: ReturnOrder,
    reads: 'written',
    output: WrappedOrder,
    fails: returnRefusals,
  }),
}
