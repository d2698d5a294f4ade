/** Moving an order: the target names the move, the move does what it is for. */
import { wordsOfReason, addDays, inUse, wordOf, type Machine, type Move } from '#kernel/contract/index.ts'
import { change, may, move, remove, stay, type Cx } from '#kernel/server/index.ts'
import { supplierOf, usableSupplier } from '#modules/suppliers/server/door.ts'
import { orderCancelled, orderPlaced } from '../contract/events.ts'
import type { Supplier } from '#modules/suppliers/contract/shapes.ts'
import { supplierLicence } from '#modules/suppliers/contract/states.ts'
import { writing, type PlaceFail, type SubmitFail } from '../contract/calls.ts'
import type { ChangeStatus } from '../contract/shapes.ts'
import { kindOf } from '../contract/kinds/index.ts'
import { machineOf } from '../contract/states.ts'
import { confirm, holdUp, type LensCheckFail } from './check/check.ts'
import { release } from './money/credit.ts'
import { dueBefore, giveUpBill, paidFor } from './money/money.ts'
import { lockOrder, type SupplyOrder } from './queries.ts'
import { linesOf } from './check/source.ts'
import { papersHold, submitted, usualDays } from './submit.ts'
import type { LensOverride } from '../contract/shapes.ts'

type StepFail = PlaceFail | SubmitFail | 'order_paid_first'
type Given = Partial<Pick<ChangeStatus, 'reason' | 'promisedOn' | 'supplierId' | 'lastEmsNumber' | 'version'>>
/** What a move writes beside the state. */
type Effect<F extends string> = (cx: Cx<F>, order: SupplyOrder, given: Given) => Promise<Partial<SupplyOrder>>

async function promise(cx: Cx, { promisedOn, orderId }: SupplyOrder): Promise<string> {
  if (promisedOn !== null) return promisedOn
  const ids = (await linesOf(cx, orderId)).map((l) => l.productId)
  return addDays(cx.today, await usualDays(cx, ids))
}
const placing: Effect<PlaceFail> = async (cx, order, input) => {
  const supplierId = input.supplierId ?? order.supplierId
  if (supplierId === null) return cx.refuse('supplier_missing', { field: 'supplierId' })
  await usableSupplier(cx, supplierId)
  return {
    supplierId,
    promisedOn: input.promisedOn ?? (await promise(cx, order)),
    ...reviewedNow(cx, order),
    ...(await paidFor(cx, order, input.reason)),
  }
}
/** Who places an order of a fitted lens reviews it thereby; elsewhere a review that is asked for was made before. */
function reviewedNow(cx: Cx<PlaceFail>, order: SupplyOrder): Partial<SupplyOrder> {
  if (order.reviewedBy !== null) return {}
  if (order.flow === 'fitted' || (order.fourEyes && may(cx, 'order:review', order.hid))) return reviewOf(cx, order)
  return order.fourEyes ? cx.refuse('review_missing') : {}
}
function reviewOf(cx: Cx<PlaceFail>, order: SupplyOrder): Partial<SupplyOrder> {
  if (order.fourEyes && [order.ctid, order.submittedBy].includes(cx.who.ctid)) return cx.refuse('own_review')
  return { reviewedBy: cx.who.ctid, reviewedAt: cx.now }
}
const submitting: Effect<SubmitFail> = async (cx, order) => {
  mayWrite(cx, order)
  await submitted(cx, order)
  return { submittedBy: cx.who.ctid, submittedAt: cx.now }
}
const givingUp: Effect<'order_paid_first'> = async (cx, order, input) => {
  await giveUpBill(cx, order, input.reason ?? '订单取消')
  await release(cx, order)
  return { reason: input.reason ?? null }
}
/** What each move of an order does that is asked for by its target state; receiving and handing over have calls of their own. */
const effects: Readonly<Record<string, Effect<StepFail>>> = {
  submit: (cx, order, request) => submitting(cx, order, request),
  back: () => Promise.resolve({ reviewedBy: null, reviewedAt: null }),
  // Papers that held when it was submitted are asked again when it is ordered.
  accept: async (cx, order, input) => {
    const supplierId = input.supplierId ?? order.supplierId
    if (supplierId !== null) await papersHold(cx, order, supplierId)
    return placing(cx, order, input)
  },
  make: (cx) => Promise.resolve({ sentAt: cx.now }),
  ship: (_cx, _order, { lastEmsNumber }) => Promise.resolve(lastEmsNumber === undefined ? {} : { lastEmsNumber }),
  cancel: (cx, order, request) => givingUp(cx, order, request),
  cancelLate: (cx, order, request) => givingUp(cx, order, request),
}
function mayWrite(cx: Cx, order: SupplyOrder): void {
  const kind = kindOf(order.kind)
  if (!may(cx, writing(kind), order.hid)) cx.refuse('no_access', { what: kind.label, code: writing(kind) })
}

/** In use, with a licence that has not expired. */
const supplierUsable = ({ status, licenceState }: Supplier): boolean =>
  status === inUse.is.on && licenceState !== supplierLicence.is.expired

/** The move that leads from where an order stands to a state. */
function moveTo(machine: Machine, status: number, to: number): string | undefined {
  return Object.entries<Move>(machine.moves).find(([, m]) => m.from.includes(status) && m.to === to)?.[0]
}
/** Makes a move with its effect. */
async function step<F extends string>(cx: Cx<F>, order: SupplyOrder, name: string, effect: Effect<F>, input: Given): Promise<SupplyOrder> {
  const machine = machineOf(order.flow)
  const declared = machine.moves[name]
  if (!declared) throw new Error(`no move ${name} of ${machine.name}`)
  if (!may(cx, declared.can, order.hid)) return cx.refuse('no_access', { what: declared.label, code: declared.can })
  if (declared.reason && wordsOfReason(input.reason) === undefined)
    return cx.refuse('bad_input', { what: `${declared.label}：请填写原因`, field: 'reason' })
  const moved = await move(cx, machine, order.orderId, name, { set: await effect(cx, order, input), note: input.reason ?? null })
  await announce(cx, moved, name)
  return moved
}
/** Places what was reviewed and is paid for now; one whose supplier may not be ordered of any more waits for somebody to name another. */
export async function placePaid(cx: Cx, order: SupplyOrder): Promise<void> {
  if (order.supplierId === null || !supplierUsable(await supplierOf(cx, order.supplierId))) return
  const set = { promisedOn: await promise(cx, order) }
  await announce(cx, await move(cx, machineOf(order.flow), order.orderId, 'accept', { set, automatic: true, note: '已收款' }), 'accept')
}
async function announce(cx: Cx, order: SupplyOrder, name: string): Promise<void> {
  const { orderId, kind, hid, pid, supplierId, costTotal } = order
  cx.touch('orders')
  if (name === 'accept' && supplierId !== null) await cx.announce(orderPlaced, { orderId, kind, hid, supplierId, costTotal })
  if (machineOf(order.flow).in.givenUp.includes(order.status)) await cx.announce(orderCancelled, { orderId, kind, hid, pid })
}
/** R106: the target names the move; it is checked against the version that was seen. */
export async function changeStatus(cx: Cx<StepFail>, { oid, uid, status, version, ...input }: ChangeStatus): Promise<SupplyOrder> {
  if (uid !== undefined && uid !== cx.who.uid) return cx.refuse('bad_input', { what: '账号：只能以自己的名义操作', field: 'uid' })
  const order = await lockOrder(cx, oid, version)
  const machine = machineOf(order.flow)
  const name = moveTo(machine, order.status, status)
  const effect = name === undefined ? undefined : effects[name]
  if (!name || !effect) return cx.refuse('illegal_move', { state: wordOf(machine, order.status), move: `改为“${wordOf(machine, status)}”` })
  return step(cx, order, name, effect, input)
}
/** The order as it was seen is at its maker's now. */
export async function sendOff(cx: Cx, id: number, version: number): Promise<SupplyOrder> {
  const order = await lockOrder(cx, id, version)
  const machine = machineOf(order.flow)
  const sends = machine.moves.make
  if (!sends?.from.includes(order.status))
    return cx.refuse('illegal_move', { state: wordOf(machine, order.status), move: sends?.label ?? '已发厂家' })
  return step(cx, order, 'make', () => Promise.resolve({ sentAt: cx.now }), {})
}
/** R107: cancels with a reason; a produced one is the supervisor's. */
export async function cancelOrder(
  cx: Cx<'order_paid_first'>,
  { id, cancelReason, version }: { id: number; cancelReason: string; version?: number | undefined },
  kind?: string,
): Promise<SupplyOrder> {
  const order = await lockOrder(cx, id, version)
  const machine = machineOf(order.flow)
  if (kind !== undefined && order.kind !== kind) return cx.refuse('not_found', { what: kindOf(kind).label })
  const name = (['cancel', 'cancelLate'] as const).find((n) => machine.moves[n].from.includes(order.status))
  if (!name) return cx.refuse('illegal_move', { state: wordOf(machine, order.status), move: '取消' })
  return step(cx, order, name, givingUp, { reason: cancelReason })
}
/** Another person has looked at it and confirms what the check warns of. What is paid for is placed at once; else the payment does. */
export async function reviewOrder(
  cx: Cx<PlaceFail | LensCheckFail>,
  { id, version, overrides }: { id: number; version?: number | undefined; overrides: readonly LensOverride[] },
): Promise<SupplyOrder> {
  const before = await lockOrder(cx, id, version)
  const machine = machineOf(before.flow)
  const { accept } = machine.moves
  if (!accept.from.includes(before.status)) return cx.refuse('illegal_move', { state: wordOf(machine, before.status), move: '审核' })
  const order = await confirm(cx, before, overrides)
  await holdUp(cx, order)
  // What was reviewed already stays so.
  const reviewed = order.reviewedBy === null ? await change(cx, 'supply_order', { orderId: id }, {}, reviewOf(cx, order)) : order
  if (order.reviewedBy === null) await stay(cx, machine, id, order.status, 'review')
  cx.touch('orders')
  return reviewed.flow === 'fitted' && (await dueBefore(cx, reviewed)) <= 0 ? step(cx, reviewed, 'accept', placing, {}) : reviewed
}
/** Only what never became anything may vanish. */
export async function deleteOrder(cx: Cx<'order_delete_state' | 'order_paid_first'>, id: number, kinds: readonly string[]): Promise<null> {
  const order = await lockOrder(cx, id)
  if (!kinds.includes(order.kind)) return cx.refuse('not_found', { what: '订单' })
  if (!machineOf(order.flow).in.neverMade.includes(order.status)) return cx.refuse('order_delete_state')
  await giveUpBill(cx, order, '订单删除')
  await release(cx, order)
  await remove(cx, 'supply_order_line', { orderId: id })
  await remove(cx, 'supply_order', { orderId: id })
  cx.touch('orders')
  return null
}
