/** An order as it is answered: the row of its list, its lines flat and as a list, money, findings, receipts and history. */
import { wordOf, z, type Move } from '#kernel/contract/index.ts'
import { columnsOf, historyOf, sql, type Cx } from '#kernel/server/index.ts'
import { staffNames } from '#modules/account/server/door.ts'
import { pairParameters, PAIRS } from '../contract/fields.ts'
import { kindOf, orderTypeOf } from '../contract/kinds/index.ts'
import type { OrderKind } from '../contract/kinds/kind.ts'
import { OrderInfo, OrderLine, OrderRow, Receipt, type WrappedOrder } from '../contract/shapes.ts'
import { machineOf } from '../contract/states.ts'
import { findingsOf, shownFindings } from './check/check.ts'
import { Extra, parametersIn, toPair } from './draft.ts'
import { columns, from, orderOf, seesCost, statusName, type SupplyOrder } from './queries.ts'
import { saidBy, type Linked, type Source } from './check/source.ts'

const Beside = OrderInfo.pick({ rxNo: true, gender: true, storeName: true, billStatus: true, brandId: true, brandCode: true })
const Head = OrderRow.extend(Beside.shape)
async function headOf(cx: Cx, orderId: number) {
  const row = await cx.db.one(
    Head,
    sql`
      select ${columns(cx)}, x.rx_no, p.gender, h.name store_name, b.status bill_status, g.brand_id, g.brand_code
      from ${from}
      join store h on h.oid = o.oid and h.hid = o.hid
      left join prescription x on x.oid = o.oid and x.id = o.prescription_id
      left join lateral (
        select d.brand_id, d.brand_code
        from supply_order_line l
        join product q on q.oid = l.oid and q.product_id = l.product_id
        join brand d on d.oid = q.oid and d.brand_id = q.brand_id
        where l.oid = o.oid and l.order_id = o.order_id
        order by l.line_no
        limit 1
      ) g on true
      where o.order_id = ${orderId}
    `,
  )
  return row ?? cx.refuse('not_found', { what: '订单' })
}
const LineRow = OrderLine.omit({ cost: true, costReason: true })
const linesShown = (cx: Cx, orderId: number): Promise<OrderLine[]> =>
  cx.db.rows(
    OrderLine,
    sql`
      select ${columnsOf(LineRow, 'l')}, ${seesCost(cx) ? sql`l.cost, l.cost_reason` : sql`null::bigint "cost", null::text cost_reason`}
      from supply_order_line l
      where l.order_id = ${orderId}
      order by l.line_no
    `,
  )
const ReceiptHead = Receipt.omit({ lines: true, person: true }).extend({ ctid: OrderRow.shape.ctid })
const ReceiptLine = Receipt.shape.lines.element
async function receiptsOf(cx: Cx, orderId: number, named: (ctid: number | null) => string | null): Promise<OrderInfo['receipts']> {
  const heads = await cx.db.rows(
    ReceiptHead,
    sql`
      select ${columnsOf(ReceiptHead, 'r')}
      from supply_receipt r
      where r.order_id = ${orderId}
      order by r.receipt_id
    `,
  )
  const WithId = ReceiptLine.extend({ receiptId: Receipt.shape.receiptId })
  const lines = await cx.db.rows(
    WithId,
    sql`
      select ${columnsOf(WithId, 'l')}
      from supply_receipt_line l
      join supply_receipt r using (oid, receipt_id)
      where r.order_id = ${orderId}
      order by l.receipt_line_id
    `,
  )
  return heads.map(({ ctid, ...r }) => ({
    ...r,
    person: named(ctid),
    lines: lines.filter((l) => l.receiptId === r.receiptId).map(({ receiptId: _, ...l }) => l),
  }))
}
const LinkedRow = OrderInfo.shape.supplements.element
const linked = (cx: Cx, order: SupplyOrder): Promise<OrderInfo['supplements']> =>
  cx.db.rows(
    LinkedRow,
    sql`
      select o.order_id, o.order_no, o.status, ${statusName} status_name, o.cause, o.order_date
      from supply_order o
      where o.original_id = ${order.orderId} or o.order_id = ${order.originalId}
      order by o.order_id
    `,
  )

/** Fields of a pair that are not what the order's source says. */
function differsFrom(kind: OrderKind, source: Source | undefined, items: readonly OrderLine[]): string[] {
  if (!source) return []
  return (['od', 'os'] as const).flatMap((eye) => {
    const line = items.find((i) => i.eye === eye)
    const printed = source[eye]
    if (!line || !printed) return []
    const suffix = eye === 'od' ? 'Od' : 'Os'
    return Object.entries(PAIRS).flatMap(([base, name]) =>
      kind.parameters.includes(name) && (printed.parameters[name] ?? null) !== line[name] && printed.parameters[name] !== undefined
        ? [`${base}${suffix}`]
        : [],
    )
  })
}
/** What its link says today; a source that is gone says nothing. */
const linkOf = ({ pid, prescriptionId, rxLineId, fittingId, recordFrameId, originalId }: SupplyOrder): Linked => ({
  pid,
  prescriptionId,
  rxLineId,
  fittingId,
  recordFrameId,
  originalId,
})
const Pair = z.object(pairParameters)
/** The seeds' flat fields of a pair of eyes and of one product. */
function flatOf(items: readonly OrderLine[]) {
  const [od, os] = (['od', 'os'] as const).map((eye) => items.find((i) => i.eye === eye))
  const first = items[0]
  const pair = Pair.parse({ ...toPair(od ?? {}, 'Od'), ...toPair(os ?? {}, 'Os') })
  return {
    ...pair,
    addR: od?.addition ?? null,
    addL: os?.addition ?? null,
    eyeGlassOd: od?.ordered ?? 0,
    eyeGlassOs: os?.ordered ?? 0,
    productId: first?.productId ?? null,
    productOd: od?.productId ?? null,
    productOs: os?.productId ?? null,
    number: first?.ordered ?? 0,
    unit: first?.unit ?? null,
  }
}
/** Moves of a machine say what they are called; the other steps of a history have a word of their own. */
const STEPS: Readonly<Record<string, string>> = { begin: '建单', review: '审核通过', notify: '通知取镜', refunded: '已退费', hand: '取镜' }
async function stepsOf(cx: Cx, order: SupplyOrder, named: (ctid: number | null) => string | null): Promise<OrderInfo['history']> {
  const machine = machineOf(order.flow)
  const moves: Readonly<Record<string, Move | undefined>> = machine.moves
  return (await historyOf(cx, machine, order.orderId)).map((h) => ({
    at: h.at,
    person: named(h.ctid),
    move: h.move,
    label: moves[h.move]?.label ?? STEPS[h.move] ?? h.move,
    fromStatus: h.fromStatus,
    toStatus: h.toStatus,
    statusName: wordOf(machine, h.toStatus),
    note: h.note,
  }))
}
/** An order whole. */
export async function orderInfo(cx: Cx, orderId: number, kind?: string): Promise<OrderInfo> {
  const order = await orderOf(cx, orderId)
  const orderKind = kindOf(order.kind)
  if (kind !== undefined && kind !== order.kind) return cx.refuse('not_found', { what: kindOf(kind).label })
  const [head, items, names] = [await headOf(cx, orderId), await linesShown(cx, orderId), await staffNames(cx)]
  const named = (ctid: number | null): string | null => (ctid === null ? null : (names.get(ctid) ?? null))
  const links = await linked(cx, order)
  const machine = machineOf(order.flow)
  const writing = machine.in.written.includes(order.status)
  return {
    ...head,
    ...flatOf(items),
    totalMoney: order.total,
    orderType: orderTypeOf(orderKind),
    contractId: order.contractId,
    prescriptionId: order.prescriptionId,
    rxLineId: order.rxLineId,
    fittingId: order.fittingId,
    operatorId: order.operatorId,
    orderOptions: order.orderOptions,
    optometryUrl: order.optometryUrl,
    mirrorUrl: order.mirrorUrl,
    lensType: order.lensType,
    classifyStatus: order.classifyStatus,
    stockInType: order.stockInType,
    inWareHouseId: order.inWareHouseId,
    paymentOrderType: order.paymentOrderType,
    cancelReason: order.reason,
    writer: named(order.ctid),
    reviewer: named(order.reviewedBy),
    reviewedAt: order.reviewedAt,
    needsReview: writing && order.fourEyes && order.reviewedBy === null,
    unpaidReason: order.unpaidReason,
    receiver: order.receiver,
    receiverRelation: order.receiverRelation,
    receiverPhone: order.receiverPhone,
    signature: order.signature,
    byCode: order.byCode,
    handedAt: order.handedAt,
    items,
    differs: differsFrom(orderKind, await saidBy(cx, orderKind, linkOf(order)), items),
    findings: writing ? shownFindings(cx, order, await findingsOf(cx, order)) : [],
    history: await stepsOf(cx, order, named),
    receipts: await receiptsOf(cx, orderId, named),
    original: links.find((l) => l.orderId === order.originalId) ?? null,
    supplements: links.filter((l) => l.orderId !== order.originalId),
  }
}
/** The legacy wrapper: its three parts as they were sent, brought up to date with what is kept. */
export async function wrappedOrder(cx: Cx, orderId: number): Promise<WrappedOrder> {
  const info = await orderInfo(cx, orderId)
  const extra = Extra.parse((await orderOf(cx, orderId)).extra)
  const { items, ...head } = info
  return {
    ...info,
    oid: orderId,
    order: {
      ...extra.order,
      orderId,
      status: head.status,
      pid: head.pid,
      prescriptionId: head.prescriptionId,
      supplierId: head.supplierId,
      promisedOn: head.promisedOn,
      orderNote: head.orderNote,
      originalId: head.originalId,
      cause: head.cause,
      version: head.version,
    },
    orderOpt: { ...extra.orderOpt, orderOptions: info.orderOptions },
    orderLen: {
      ...extra.orderLen,
      ...Object.assign({}, ...items.flatMap((i) => (i.eye ? [toPair(parametersIn(i), i.eye === 'od' ? 'Od' : 'Os')] : []))),
      productOd: info.productOd,
      productOs: info.productOs,
      numberOd: info.eyeGlassOd,
      numberOs: info.eyeGlassOs,
    },
  }
}
