import { binary, del, done, get, id, outside, page, post, put, z } from '#kernel/contract/index.ts'
import { cancelFails, goodsCalls, lensCalls, placeFails, saveFails, submitFails } from './calls.ts'
import { stockOrderImport } from './purchase/import.ts'
import { orderKinds } from './kinds/index.ts'
import { lookups } from './purchase/lookups.ts'
import { lots } from './receive/lots.ts'
import { makerCalls } from './maker/endpoints.ts'
import { previewCalls } from './preview.ts'
import { receiveCalls, receipts } from './receive/receive.ts'
import { purchases } from './purchase/purchase.ts'
import { remakes } from './remakes/remakes.ts'
import { scorecard } from './remakes/scorecard.ts'
import {
  ById,
  ChangeStatus,
  CountsQuery,
  Credit,
  EditOrder,
  NewOrder,
  OrderCounts,
  OrderInfo,
  OrderListFilters,
  OrderRow,
  RebaseOrder,
  ReviewOrder,
  SetCredit,
  WrappedOrder,
} from './shapes.ts'
import { BatchQuery, Bundle, BundleId, BundlePage, EditBatch, EditLensAll, SaveBatch, SaveLensAll } from './shapes.bundles.ts'
import { ExportOrders, FittingPage, FittingQuery, Supplement, Tracking } from './shapes.supplement.ts'

const bundleFails = [...saveFails, 'one_supplier', 'bundle_started'] as const
/** Orders written together. */
const bundles = {
  'lens-orders.all.create': post('/{product}/lensAll-orders', {
    can: 'order:stock',
    summary: 'Several spectacle lens orders to one supplier under one header: all or none',
    input: SaveLensAll,
    reads: 'written',
    output: Bundle,
    fails: bundleFails,
  }),
  'lens-orders.all.update': put('/{product}/lensAll-orders/{id}', {
    can: 'order:stock',
    summary: 'Writes the orders under a header anew while all of them are drafts',
    input: EditLensAll,
    reads: 'written',
    output: Bundle,
    fails: bundleFails,
  }),
  'batch-orders.create': post('/order/batch-orders', {
    can: 'order:stock',
    summary: 'Soft lenses for the shelf by product, power and boxes: one order a supplier, all or none',
    input: SaveBatch,
    reads: 'written',
    output: Bundle,
    fails: bundleFails,
  }),
  'batch-orders.list': get('/order/batch-orders', {
    can: 'order:view',
    summary: 'Batches of soft lens orders of a store, the newest first',
    input: BatchQuery,
    output: BundlePage,
  }),
  'batch-orders.update': put('/order/batch-orders/{oid}', {
    can: 'order:stock',
    summary: 'Writes a batch anew while all of its orders are drafts',
    input: EditBatch,
    reads: 'written',
    output: Bundle,
    fails: bundleFails,
  }),
  'batch-orders.detail': get('/order/batch-detail/{id}', {
    can: 'order:view',
    summary: 'A batch with its orders',
    input: BundleId,
    reads: 'many',
    output: Bundle,
  }),
}
/** Following an order, supplying of it anew, and the list as a file. */
const following = {
  'orders.patch': get('/order/patch/{id}', {
    can: 'order:view',
    summary: 'What of an order may be supplied anew: eyes, causes, days of warranty left, price',
    input: ById,
    reads: 'one',
    output: Supplement,
  }),
  'orders.tracking': get('/order/tracking/{id}', {
    can: 'order:view',
    summary: 'Steps, courier, promise and lateness of an order, and who was told',
    input: ById,
    output: Tracking,
  }),
  'orders.export': outside.post('/export', {
    can: 'order:view',
    summary: 'Orders of a kind by the filters of their list, as Excel',
    input: ExportOrders,
    reads: 'many',
    output: binary(),
    binary: true,
    timeout: 300,
  }),
  'orders.okjing': get('/{product}/okjing', {
    can: 'order:view',
    summary: 'Members in fitting of ortho-k by stage, with their lenses on order',
    input: FittingQuery,
    reads: 'many',
    output: FittingPage,
  }),
}
export const lensOrders = {
  ...bundles,
  ...following,
  ...lookups,
  ...makerCalls,
  ...previewCalls,
  ...receipts,
  ...remakes,
  ...purchases,
  ...stockOrderImport,
  ...lots,
  ...scorecard,
  ...receiveCalls(orderKinds.care),
  ...receiveCalls(orderKinds.device),
  ...receiveCalls(orderKinds.frame),
  ...receiveCalls(orderKinds.gsp),
  ...receiveCalls(orderKinds.other),
  ...receiveCalls(orderKinds.glasses),
  ...goodsCalls(orderKinds.care),
  ...goodsCalls(orderKinds.device),
  ...goodsCalls(orderKinds.frame),
  ...goodsCalls(orderKinds.gsp),
  ...goodsCalls(orderKinds.other),
  ...lensCalls(orderKinds.glasses),
  'lens-orders.get': get('/{product}/lens-orders/{id}', {
    can: 'order:view',
    summary: 'A spectacle lens order with its lines',
    input: ById,
    reads: 'one',
    output: OrderInfo,
  }),
  'orders.okjing.list': get('/order/okjing/list', {
    can: 'order:view',
    summary: 'Hard and soft lens orders of a store: `type` or `order_type` names the kind, hard ones without it',
    input: OrderListFilters,
    reads: 'many',
    output: page(OrderRow),
  }),
  'orders.create': post('/order', {
    can: 'order:edit',
    summary: 'A new hard or soft lens order of a member',
    input: NewOrder,
    reads: 'written',
    output: WrappedOrder,
    fails: saveFails,
  }),
  'orders.update': put('/order', {
    can: 'order:edit',
    summary: 'Changes one that is not placed; `version` is the one that was seen',
    input: EditOrder,
    reads: 'written',
    output: WrappedOrder,
    fails: saveFails,
  }),
  'orders.delete': del('/order/{id}', {
    can: 'order:edit',
    summary: 'Deletes a draft or a cancelled order',
    input: ById,
    output: done(),
    fails: ['order_delete_state', 'order_paid_first'],
  }),
  'orders.status': put('/order/status', {
    can: 'order:view',
    summary: 'Moves an order of any kind to a state: the target names the move, which asks for its own right',
    input: ChangeStatus,
    reads: 'written',
    output: WrappedOrder,
    fails: [...new Set([...placeFails, ...submitFails, ...cancelFails])],
  }),
  'orders.basis': put('/order/basis/{id}', {
    can: 'order:edit',
    summary: 'Ours: puts an order on another prescription or fitting of its member, so that one that is stopped goes on',
    input: RebaseOrder,
    reads: 'written',
    output: WrappedOrder,
    fails: ['basis_other', 'fitting_unchecked', 'original_other'],
  }),
  'orders.review': put('/order/review/{id}', {
    can: 'order:review',
    summary: 'Ours: another person has reviewed it; what is paid for is placed at once, else by the payment',
    input: ReviewOrder,
    reads: 'written',
    output: WrappedOrder,
    fails: [...placeFails, 'order_blocked', 'order_unconfirmed'],
  }),
  'orders.info': get('/order/info/{id}', {
    can: 'order:view',
    summary: 'An order with lines, money, findings, receipts and history',
    input: ById,
    reads: 'one',
    output: WrappedOrder,
  }),
  'orders.details': get('/order/{id}/details', {
    can: 'order:view',
    summary: 'The same for the detail drawer',
    input: ById,
    reads: 'one',
    output: WrappedOrder,
  }),
  'orders.counts': get('/order/counts', {
    can: 'order:view',
    summary: 'Ours: how many orders of each kind stand in each state, and how many are late',
    input: CountsQuery,
    output: OrderCounts,
  }),
  'orders.credit': get('/order/credit/{hid}', {
    can: 'order:cost',
    summary: 'Ours: what a store may still order before it is paid for',
    input: z.object({ hid: id('门店') }),
    output: Credit,
  }),
  'orders.credit-limit': put('/order/credit/{hid}', {
    can: 'order:credit',
    summary: 'Ours: head office sets what a store may order before it is paid for',
    input: SetCredit,
    output: Credit,
    fails: ['credit_used'],
  }),
}
export default lensOrders
