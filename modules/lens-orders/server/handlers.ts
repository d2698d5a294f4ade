import { implement, importHandlers, sql, type Cx, type Handlers } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import type { KindCalls, SaveFail } from '../contract/calls.ts'
import { lensOrders } from '../contract/endpoints.ts'
import { everyKind, kindOf, orderKinds, orderTypeOf } from '../contract/kinds/index.ts'
import type { OrderKind } from '../contract/kinds/kind.ts'
import type { CancelOrder, EditGoods, EditLens, OrderCounts, OrderListFilters, SaveGoods, SaveLens } from '../contract/shapes.ts'
import type { Tracking } from '../contract/shapes.supplement.ts'
import { batches, bundleOf, createBatch, createLenses, editBatch, editLenses } from './purchase/bundles.ts'
import { creditOf, setLimit } from './money/credit.ts'
import { exported } from './export.ts'
import { inFitting } from './check/fitting.ts'
import { orderImport } from './purchase/import.ts'
import { supplementOf } from './purchase/supplement.ts'
import { ofGoods, ofLens, ofWrapped, type Draft } from './draft.ts'
import { orderInfo, wrappedOrder } from './info.ts'
import { placeable } from './purchase/lookups.ts'
import { traceLot } from './receive/lots.ts'
import { filesOf, makeFile, profileOf, saveProfile, sentFile } from './maker/maker.ts'
import { powersOf } from './purchase/powers.ts'
import { preview } from './preview.ts'
import { receiptHandlers } from './receive/receipts.ts'
import { makeStockOrders, proposal, purchaseLines, purchasePage } from './purchase/purchase.ts'
import { remakeHandlers } from './remakes/remakes.ts'
import { lateNow, orderOf, ordersPage, statusName } from './queries.ts'
import { rebaseOrder } from './check/rebase.ts'
import { createOrder, editOrder } from './save.ts'
import { scorecardPage } from './remakes/scorecard.ts'
import { cancelOrder, changeStatus, deleteOrder, reviewOrder } from './steps.ts'
import type { z } from '#kernel/contract/index.ts'

type Out<T extends z.ZodType> = z.output<T>
/** The handlers of a kind whose calls stand beside those of others: what is sent becomes a draft, the rest is one for all. */
function kindHandlers<I>(orderKind: OrderKind, name: string, draftOf: (input: I) => Draft): Record<string, unknown> {
  const { kind } = orderKind
  return {
    [`${name}.list`]: async (cx: Cx, query: OrderListFilters) => listOf(cx, query, [kind]),
    [`${name}.details`]: (cx: Cx, { id }: { id: number }) => orderInfo(cx, id, kind),
    [`${name}.create`]: async (cx: Cx<SaveFail>, input: I) => orderInfo(cx, (await createOrder(cx, orderKind, draftOf(input))).orderId),
    [`${name}.update`]: async (cx: Cx<SaveFail>, input: I & { id: number; version?: number }) =>
      orderInfo(cx, (await editOrder(cx, orderKind, draftOf(input), { id: input.id, version: input.version })).orderId),
    [`${name}.cancel`]: async (cx: Cx<'order_paid_first'>, input: Out<typeof CancelOrder>) =>
      orderInfo(cx, (await cancelOrder(cx, input, kind)).orderId),
    [`${name}.delete`]: (cx: Cx<'order_delete_state' | 'order_paid_first'>, { id }: { id: number }) => deleteOrder(cx, id, [kind]),
  }
}
async function listOf(cx: Cx, query: OrderListFilters, kinds: readonly string[]) {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  if (query.pid !== undefined) await patientOf(cx, query.pid)
  return ordersPage(cx, { ...query, hid, kinds })
}
type Goods<N extends string> = Handlers<KindCalls<N, z.ZodType<SaveGoods>, typeof EditGoods>>
/** The handlers of a kind of goods, and of one whose eyes stand flat. */
export function goodsHandlers<const N extends string>(of: OrderKind & { calls: { style: 'goods'; name: N } }): Goods<N>
export function goodsHandlers(kind: OrderKind & { calls: { style: 'goods'; name: string } }): object {
  return kindHandlers<SaveGoods>(kind, kind.calls.name, ofGoods)
}
function lensHandlers<const N extends string>(
  of: OrderKind & { calls: { style: 'lens'; name: N } },
): Handlers<KindCalls<N, z.ZodType<SaveLens>, typeof EditLens>>
function lensHandlers(colours: OrderKind & { calls: { style: 'lens'; name: string } }): object {
  return kindHandlers<SaveLens>(colours, colours.calls.name, ofLens)
}

/** Kinds written in the legacy wrapper. */
const WRAPPED: readonly string[] = everyKind().flatMap((k) => (k.calls.style === 'order' ? [k.kind] : []))
/** Kinds of the legacy list: the one named, else the hard lenses. */
function listed({ type, order_type }: OrderListFilters): string[] {
  const named = type ?? order_type
  const kinds = everyKind().filter((k) => k.calls.style === 'order' && (k.kind === named || String(orderTypeOf(k)) === named))
  return kinds.length ? kinds.map((k) => k.kind) : [orderKinds.okjing.kind]
}
const Counted = { kind: 'string', flow: 'string', status: 'number', statusName: 'string', count: 'number', late: 'number' } as const
async function counts(
  cx: Cx,
  { hid, kind, pid }: { hid?: number | undefined; kind?: string | undefined; pid?: number | undefined },
): Promise<Out<typeof OrderCounts>> {
  const store = ownStore(cx, hid ?? cx.who.hid)
  const rows = await cx.db.rows(
    Counted,
    sql`
      select o.kind, o.flow, o.status, ${statusName} status_name, count(*) "count", count(*) filter (where ${lateNow(cx.today)}) late
      from supply_order o
      where o.hid = ${store}
        and ${kind === undefined ? sql`true` : sql`o.kind = ${kind}`}
        and ${pid === undefined ? sql`true` : sql`o.pid = ${pid}`}
      group by o.kind, o.flow, o.status
      order by o.kind, o.status
    `,
  )
  return rows.map(({ flow: _, ...r }) => ({ ...r, label: kindOf(r.kind).label }))
}

const creditShown = async (cx: Cx, hid: number) => ({ hid, ...(await creditOf(cx, hid)) })

/** Steps, courier and promise of an order. */
async function tracking(cx: Cx, id: number): Promise<Tracking> {
  const {
    orderId,
    orderNo,
    status,
    statusName: word,
    lastEmsNumber,
    supplierName,
    promisedOn,
    late,
    lateDays,
    history,
  } = await orderInfo(cx, id)
  const notices = history.filter((h) => h.move === 'notify').map(({ at, person }) => ({ at, person }))
  return {
    orderId,
    orderNo,
    status,
    statusName: word,
    lastEmsNumber,
    supplierName,
    promisedOn,
    late,
    lateDays,
    steps: history,
    told: notices,
  }
}
/** The kinds a file is of: the one named, else all. */
const kindsNamed = ({ type, order_type }: Pick<OrderListFilters, 'type' | 'order_type'>): string[] => {
  const named = type ?? order_type
  return everyKind().flatMap((k) => (named === undefined || k.kind === named || String(orderTypeOf(k)) === named ? [k.kind] : []))
}

export default implement(lensOrders, {
  'purchase.order': purchasePage,
  'purchase.order-detail': purchaseLines,
  'purchase.proposal': proposal,
  'purchase.powers': powersOf,
  'purchase.propose': makeStockOrders,
  ...importHandlers('purchase', orderImport),
  'lens-orders.all.create': (cx, input) => createLenses(cx, input),
  'lens-orders.all.update': (cx, input) => editLenses(cx, input),
  'batch-orders.create': (cx, input) => createBatch(cx, input),
  'batch-orders.list': (cx, query) => batches(cx, query),
  'batch-orders.update': (cx, input) => editBatch(cx, input),
  'batch-orders.detail': (cx, { id }) => bundleOf(cx, id),
  'orders.patch': (cx, { id }) => supplementOf(cx, id),
  'orders.tracking': (cx, { id }) => tracking(cx, id),
  'orders.export': (out, query) => exported(out, query, kindsNamed(query)),
  'orders.okjing': (cx, query) => inFitting(cx, query),
  ...receiptHandlers,
  ...remakeHandlers,
  'lots.trace': traceLot,
  'supplier-scorecard.list': scorecardPage,
  ...goodsHandlers(orderKinds.care),
  ...goodsHandlers(orderKinds.device),
  ...goodsHandlers(orderKinds.frame),
  ...goodsHandlers(orderKinds.gsp),
  ...goodsHandlers(orderKinds.other),
  ...lensHandlers(orderKinds.glasses),
  'product.place-orders': placeable,
  'hospital.credit-value': (cx, { hid }) => creditOf(cx, ownStore(cx, hid ?? cx.who.hid)),
  'maker.profile': (cx, { id }) => profileOf(cx, id),
  'maker.profile.save': saveProfile,
  'orders.files': filesOf,
  'orders.file.make': makeFile,
  'orders.file': sentFile,
  'lens-orders.get': (cx, { id }) => orderInfo(cx, id, orderKinds.glasses.kind),
  'orders.okjing.list': (cx, query) => listOf(cx, query, listed(query)),
  'orders.create': async (cx, input) => wrappedOrder(cx, (await createOrder(cx, kindByType(input.orderType), ofWrapped(input))).orderId),
  'orders.update': async (cx, input) => {
    const { kind } = await orderOf(cx, input.order.orderId)
    if (!WRAPPED.includes(kind)) return cx.refuse('not_found', { what: '订单' })
    const version = input.version ?? input.order.version
    return wrappedOrder(cx, (await editOrder(cx, kindOf(kind), ofWrapped(input), { id: input.order.orderId, version })).orderId)
  },
  'orders.delete': (cx, { id }) => deleteOrder(cx, id, WRAPPED),
  'orders.status': async (cx, input) => wrappedOrder(cx, (await changeStatus(cx, input)).orderId),
  'orders.review': async (cx, input) => wrappedOrder(cx, (await reviewOrder(cx, input)).orderId),
  'orders.basis': async (cx, input) => wrappedOrder(cx, (await rebaseOrder(cx, input)).orderId),
  'orders.info': (cx, { id }) => wrappedOrder(cx, id),
  'orders.details': (cx, { id }) => wrappedOrder(cx, id),
  'orders.counts': (cx, query) => counts(cx, query),
  'orders.preview': preview,
  'orders.credit': (cx, { hid }) => creditShown(cx, ownStore(cx, hid)),
  'orders.credit-limit': async (cx, { hid, limit, reason }) => {
    await setLimit(cx, ownStore(cx, hid), limit, reason)
    return creditShown(cx, hid)
  },
})
const kindByType = (orderType: 1 | 2): OrderKind => (orderType === 2 ? orderKinds.soft : orderKinds.okjing)
