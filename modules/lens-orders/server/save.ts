/** Writing an order that is not placed: a new one, or a change of one. */
import { begin, change, find, insert, insertMany, mustStand, number, remove, resumeWork, type Cx } from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { supplierOf } from '#modules/suppliers/server/door.ts'
import { making } from '#modules/products/contract/states.ts'
import { wordOf } from '#kernel/contract/index.ts'
import type { OrderKind } from '../contract/kinds/kind.ts'
import { takenForDesign } from '../contract/check/optics.ts'
import { flows, machineOf } from '../contract/states.ts'
import type { SaveFail } from '../contract/calls.ts'
import { confirm } from './check/check.ts'
import { Extra, onlyConfirms, type Draft } from './draft.ts'
import { agreedFor, type Agreed } from './money/agreed.ts'
import { formerOf, pricedLines, wantedLines, type NewOrderLine } from './lines.ts'
import { lockOrder, type SupplyOrder } from './queries.ts'
import { eyesOfOrder, linesOf, prescriptionOfLine, sourceOf, type Linked, type Source, type SourceEye } from './check/source.ts'
import { submitted } from './submit.ts'
import { supplementable } from './purchase/supplement.ts'

type Saving = Cx<SaveFail>
/** What was sent over what stands; null empties. */
const kept = <T>(sent: T | null | undefined, former: T | null | undefined): T | null => (sent === undefined ? (former ?? null) : sent)
/** What was taken over from a prescription goes with it: another one brings its own line and fitting. */
const followed = ({ head }: Draft, before: SupplyOrder | undefined): SupplyOrder | undefined =>
  before && (head.prescriptionId === undefined || head.prescriptionId === before.prescriptionId)
    ? before
    : before && { ...before, rxLineId: null, fittingId: null }
async function linkedOf(cx: Saving, { head, originalId }: Draft, before: SupplyOrder | undefined): Promise<Linked> {
  const linked = {
    pid: kept(head.pid, before?.pid),
    prescriptionId: kept(head.prescriptionId, before?.prescriptionId),
    rxLineId: kept(head.rxLineId, before?.rxLineId),
    fittingId: kept(head.fittingId, before?.fittingId),
    recordFrameId: kept(head.recordFrameId, before?.recordFrameId),
    originalId: kept(originalId, before?.originalId),
  }
  if (!head.rxLineId || linked.prescriptionId !== null) return linked
  return { ...linked, prescriptionId: await prescriptionOfLine(cx, head.rxLineId) }
}
const LINKS = ['prescriptionId', 'rxLineId', 'fittingId', 'recordFrameId', 'originalId'] as const

/** Whom an order is for is its kind's to say. */
function forWhom(cx: Saving, kind: OrderKind, pid: number | null): void {
  if (kind.member === 'required' && pid === null) cx.refuse('member_missing', { kind: kind.label, field: 'pid' })
  if (kind.member === 'none' && pid !== null) cx.refuse('member_refused', { kind: kind.label, field: 'pid' })
}
async function pointsAt(cx: Saving, draft: Draft, pid: number | null): Promise<void> {
  if (pid !== null) await patientOf(cx, pid)
  const { optristId, operatorId, ctid, supplierId, inWareHouseId } = draft.head
  for (const person of [optristId, operatorId, ctid]) if (person) await staffOf(cx, person)
  if (supplierId) await supplierOf(cx, supplierId)
  if (inWareHouseId && !(await find(cx, 'warehouse', { warehouseId: inWareHouseId })))
    cx.refuse('not_found', { what: '仓库', field: 'inWareHouseId' })
}
/** What of a source is taken over: all for a new order or another link; else what the order has already. */
async function sourceFor(
  cx: Saving,
  kind: OrderKind,
  { linked, draft, before }: { linked: Linked; draft: Draft; before: SupplyOrder | undefined },
): Promise<Source | undefined> {
  const source = await sourceOf(cx, kind, linked)
  if (!before || LINKS.some((name) => linked[name] !== before[name])) return source && forDesign(cx, kind, draft, source)
  return { ...source, ...(await eyesOfOrder(cx, before.orderId)) }
}
/** What a source says of each eye, as far as a spectacle lens of the product's design has it. */
export async function forDesign(cx: Cx, kind: OrderKind, { eyes }: Draft, source: Source): Promise<Source> {
  if (kind.kind !== 'glasses') return source
  const eyeOf = async (eye: 'od' | 'os'): Promise<SourceEye | undefined> => {
    const productId = eyes?.[eye].productId ?? source[eye]?.productId
    const product = productId ? await find(cx, 'product', { productId }) : undefined
    return source[eye] && { ...source[eye], parameters: takenForDesign(source[eye].parameters, product?.lensType) }
  }
  return { ...source, od: await eyeOf('od'), os: await eyeOf('os') }
}
interface Prepared {
  readonly linked: Linked
  readonly lines: NewOrderLine[] | undefined
  readonly set: Partial<SupplyOrder>
}

/** Everything an order is to be written with, and nothing written yet. */
export async function prepared(cx: Saving, kind: OrderKind, draft: Draft, hid: number, before?: SupplyOrder): Promise<Prepared> {
  const links = await linkedOf(cx, draft, followed(draft, before))
  const source = await sourceFor(cx, kind, { linked: links, draft, before })
  const linked = {
    ...links,
    pid: links.pid ?? source?.pid ?? null,
    prescriptionId: links.prescriptionId ?? source?.prescriptionId ?? null,
    fittingId: links.fittingId ?? source?.fittingId ?? null,
  }
  forWhom(cx, kind, linked.pid)
  await pointsAt(cx, draft, linked.pid)
  const cause = kept(draft.cause, before?.cause)
  if ((linked.originalId === null) !== (cause === null)) return cx.refuse('bad_input', { what: '补片请填写原订单和原因', field: 'cause' })
  const wanted = wantedLines(draft, source)
  const warranty = linked.originalId === null ? undefined : await supplementable(cx, linked.originalId)
  const free = cause === 'quality' && (warranty?.left ?? 0) > 0
  const supplierId = kept(draft.head.supplierId, before?.supplierId)
  const agreed = await agreedFor(cx, wanted ?? [], { hid, day: before?.orderDate ?? cx.today, supplierId })
  const stood = before && supplierId === before.supplierId ? (await linesOf(cx, before.orderId)).filter((l) => l.costGiven) : []
  const pricing = { hid, free, agreed: agreed.map((a) => a?.cost ?? null), former: formerOf(wanted ?? [], stood) }
  const lines = wanted && (await pricedLines(cx, kind, wanted, pricing))
  const { ctid: _, ...head } = draft.head
  return {
    linked,
    lines,
    // Fields of the head are columns of the table under the same names.
    set: {
      ...head,
      ...linked,
      rxLineId: linked.rxLineId ?? source?.rxLineId ?? null,
      cause,
      warranty: free,
      mode: linked.originalId !== null ? 3 : linked.pid === null ? 1 : 2,
      ...(draft.orderOptions === undefined ? {} : { orderOptions: draft.orderOptions }),
      ...(lines
        ? {
            ...(await ofLines(cx, kind, lines, { pid: linked.pid, agreed })),
            ...(await goodsOf(cx, lines, draft, before)),
          }
        : {}),
    },
  }
}
/** What of an order follows from its lines. */
export const ofLines = async (
  cx: Cx,
  kind: OrderKind,
  lines: readonly NewOrderLine[],
  { pid, agreed }: { pid: number | null; agreed: Agreed },
): Promise<Partial<SupplyOrder>> => ({
  total: lines.reduce((sum, l) => sum + (l.price ?? 0) * l.ordered, 0),
  costTotal: lines.reduce((sum, l) => sum + (l.cost ?? 0) * l.ordered, 0),
  contractId: agreed.find((a) => a !== undefined)?.contractId ?? null,
  fourEyes: kind.reviewed === 'always' || (kind.reviewed === 'custom' && pid !== null && (await hasCustom(cx, lines))),
})
const productIn = (cx: Cx, line: NewOrderLine) => find(cx, 'product', { productId: line.productId })
async function hasCustom(cx: Cx, lines: readonly NewOrderLine[]): Promise<boolean> {
  for (const line of lines) if ((await productIn(cx, line))?.classifyStatus === making.is.custom) return true
  return false
}
/** Supplier and brand follow from the first product where nobody named them. */
async function goodsOf(
  cx: Cx,
  lines: readonly NewOrderLine[],
  draft: Draft,
  before: SupplyOrder | undefined,
): Promise<Partial<SupplyOrder>> {
  const first = lines[0] && (await productIn(cx, lines[0]))
  const named = draft.head.supplierId ?? before?.supplierId
  return { brand: draft.brand ?? first?.brand ?? null, ...(named ? {} : { supplierId: first?.supplierId ?? null }) }
}
const rowsOf = (order: SupplyOrder, lines: readonly NewOrderLine[]) => lines.map((l) => ({ ...l, hid: order.hid, orderId: order.orderId }))

/** Writes an order in its first state. */
export async function begun(
  cx: Cx,
  kind: OrderKind,
  set: Partial<SupplyOrder> & { hid: number },
  lines: readonly NewOrderLine[],
): Promise<SupplyOrder> {
  const machine = machineOf(kind.flow)
  const status = flows[kind.flow].is.draft
  const order = await insert(cx, 'supply_order', {
    ...set,
    kind: kind.kind,
    flow: kind.flow,
    serialized: kind.receipt.scan.includes('serial'),
    orderNo: await number(cx, 'DGyymmdd####'),
    orderDate: cx.today,
    // R104: whatever the form holds.
    creatorType: 1,
    status,
  })
  await insertMany(cx, 'supply_order_line', rowsOf(order, lines))
  await begin(cx, machine, order.orderId, status)
  cx.touch('orders')
  return order
}
/** A new order, in its first state. */
export async function createOrder(cx: Saving, kind: OrderKind, draft: Draft, bundleId: number | null = null): Promise<SupplyOrder> {
  const hid = ownStore(cx, draft.hid ?? cx.who.hid)
  const { lines, set } = await prepared(cx, kind, draft, hid)
  const order = await begun(
    cx,
    kind,
    { ...set, hid, bundleId, ctid: cx.who.ctid, ...(draft.extra ? { extra: draft.extra } : {}) },
    lines ?? [],
  )
  return confirm(cx, order, draft.overrides)
}
/**
 * Changes an order that is not placed; what is left out stays. One that is submitted passes all that submitting asks, and is to be reviewed
 * anew.
 */
export async function editOrder(
  cx: Saving,
  kind: OrderKind,
  draft: Draft,
  { id, version }: { id: number; version: number | null | undefined },
): Promise<SupplyOrder> {
  const before = await lockOrder(cx, id)
  if (before.kind !== kind.kind) return cx.refuse('not_found', { what: kind.label })
  const machine = machineOf(before.flow)
  if (!machine.in.written.includes(before.status)) return cx.refuse('illegal_move', { state: wordOf(machine, before.status), move: '修改' })
  // Who only confirms is no writer: the order may still be theirs to review.
  if (onlyConfirms(draft)) {
    const confirmed = await confirm(cx, version == null ? before : await lockOrder(cx, id, version), draft.overrides)
    cx.touch('orders')
    return confirmed
  }
  const { lines, set } = await prepared(cx, kind, draft, before.hid, before)
  const changed = await change(
    cx,
    'supply_order',
    { orderId: id },
    { version: version ?? null },
    {
      ...set,
      ctid: cx.who.ctid,
      reviewedBy: null,
      reviewedAt: null,
      ...(draft.extra ? { extra: { ...Extra.parse(before.extra), ...draft.extra } } : {}),
    },
  )
  if (lines) {
    await remove(cx, 'supply_order_line', { orderId: id })
    await insertMany(cx, 'supply_order_line', rowsOf(changed, lines))
  }
  await mustStand(cx, machine, id)
  await resumeWork(cx, machine, id)
  const confirmed = await confirm(cx, changed, draft.overrides)
  cx.touch('orders')
  return machine.in.draft.includes(before.status) ? confirmed : submitted(cx, confirmed)
}
