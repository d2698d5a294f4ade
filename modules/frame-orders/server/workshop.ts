/** The workshop: goods in, initial inspection, processing, final inspection with lensmeter values, unqualified and back. */
import { eyeOf, eyesOf, wordOf, type z } from '#kernel/contract/index.ts'
import { insert, may, move, sql, type Cx, type Row, wholeRow } from '#kernel/server/index.ts'
import { available, issue, receive, type IssueFail, type ReceiveFail } from '#modules/stock/server/door.ts'
import { initialChecks } from '../contract/fields.ts'
import { designOf, readingsIn } from '../contract/reading.ts'
import { judge, type Judgement } from '../contract/tolerance.ts'
import type { ChangeStatus, External, Goods, Measured, Process, Unqualified } from '../contract/shapes.ts'
import { frameReady } from '../contract/events.ts'
import { frameOrder } from '../contract/states.ts'
import { stillRight, type CheckFail } from './check.ts'
import { shelved } from './choose.ts'
import { lockOrder } from './queries.ts'

type Order = Row<'record_frame'>
type Item = Row<'record_frame_item'>
const itemsOf = (cx: Cx, id: number): Promise<Item[]> =>
  cx.db.rows(wholeRow('record_frame_item'), sql`select * from record_frame_item where record_frame_id = ${id} order by item_id`)

/** A piece of an order as stock knows it: the product, and for a lens its power. */
function stockLine(order: Order, item: Item): { productId: number; quantity: number; sph?: number; cyl?: number } {
  const suffix = item.part === 'lens_od' ? 'Od' : item.part === 'lens_os' ? 'Os' : undefined
  const base = { productId: item.productId!, quantity: item.quantity }
  const power = suffix && eyeOf(order, suffix)
  return power ? { ...base, ...shelved(power) } : base
}

/** Issues what lies on the shelf and says whether everything is there now. */
export async function issueFromStock(cx: Cx<IssueFail>, order: Order): Promise<boolean> {
  const items = (await itemsOf(cx, order.recordFrameId)).filter((i) => i.productId !== null && !i.issued)
  // Somebody else may have taken the last piece since it was chosen: the member has paid, so it is ordered instead of refused.
  for (const i of items)
    if (i.source === 'stock' && (await available(cx, { hid: order.hid, ...stockLine(order, i) })) < i.quantity) i.source = 'order'
  const [fromStock, onOrder] = [items.filter((i) => i.source === 'stock'), items.filter((i) => i.source === 'order')]
  if (onOrder.length)
    await cx.db.run(sql`update record_frame_item set source = 'order' where item_id = any(${onOrder.map((i) => i.itemId)}::bigint[])`)
  if (fromStock.length) {
    await issue(cx, {
      ref: `frame:${order.recordFrameId}`,
      hid: order.hid,
      reason: '配镜领料',
      lines: fromStock.map((i) => stockLine(order, i)),
    })
    await cx.db.run(sql`update record_frame_item set issued = true where item_id = any(${fromStock.map((i) => i.itemId)}::bigint[])`)
  }
  return !onOrder.length
}

/** What was on order has come: it is received for this order and issued to it, so that stock and order tell one story. */
export async function receiveGoods(cx: Cx<IssueFail | ReceiveFail | CheckFail>, input: z.output<typeof Goods>): Promise<void> {
  const order = await lockOrder(cx, input.id)
  if (order.status === frameOrder.is.awaitingGoods) await stillRight(cx, order)
  await move(cx, frameOrder, input.id, 'goods', { note: input.note ?? null, set: { goodsBy: cx.who.ctid, onOrder: false } })
  const due = (await itemsOf(cx, input.id)).filter((i) => i.productId !== null && !i.issued)
  if (!due.length) return
  const lines = due.map((i) => stockLine(order, i))
  await receive(cx, {
    ref: `frame-goods:${input.id}`,
    hid: order.hid,
    reason: '订片到货',
    lines: lines.map((l) => ({
      ...l,
      batchNo: input.batchNo ?? order.orderNo,
      ...(input.supplierId ? { supplierId: input.supplierId } : {}),
    })),
  })
  await issue(cx, { ref: `frame:${input.id}`, hid: order.hid, reason: '配镜领料', lines })
  await cx.db.run(sql`update record_frame_item set issued = true where item_id = any(${due.map((i) => i.itemId)}::bigint[])`)
}

/** Initial inspection passed: the checks ticked are kept, and processing begins in the house or outside. */
export const startProcessing = async (cx: Cx<CheckFail>, input: z.output<typeof Process>): Promise<void> =>
  passInitial(cx, await lockOrder(cx, input.id), input)
async function passInitial(
  cx: Cx<CheckFail>,
  order: Order,
  input: z.output<typeof Process> & { lab?: string | null | undefined },
): Promise<void> {
  const name = input.external ? 'external' : 'process'
  if (order.status !== frameOrder.is.inspecting)
    return cx.refuse('illegal_move', { state: wordOf(frameOrder, order.status), move: frameOrder.moves[name].label })
  await stillRight(cx, order)
  const open = initialChecks.filter((check) => !input.checks.includes(check))
  if (open.length) cx.refuse('bad_input', { what: `初检还有 ${open.length} 项没有确认：${open.join('、')}`, field: 'checks' })
  await insert(cx, 'record_frame_inspection', {
    hid: order.hid,
    recordFrameId: input.id,
    kind: 'initial',
    verdict: 'pass',
    ctid: cx.who.ctid,
    at: cx.now,
    note: [input.checks.join('、'), input.note].filter(Boolean).join('；') || null,
  })
  await move(cx, frameOrder, input.id, name, {
    note: input.note ?? null,
    set: { initBy: cx.who.ctid, ...(input.external ? { lab: input.lab ?? null } : { processerId: cx.who.ctid }) },
  })
}
/** Out to the lab from initial inspection, which it passes as in the house; back from the lab to final inspection. */
export async function externalProcessing(cx: Cx<CheckFail>, input: z.output<typeof External>): Promise<void> {
  const order = await lockOrder(cx, input.id)
  if (order.status !== frameOrder.is.outsourced) return passInitial(cx, order, { ...input, external: true })
  await move(cx, frameOrder, input.id, 'returned', { note: input.note ?? null, set: { processerId: cx.who.ctid } })
}

/** Readings against the order by the tolerance set in force today. */
export const judgeOrder = (cx: Cx, order: Order, measured: z.output<typeof Measured>): Judgement =>
  judge({ rx: eyesOf(order), measured: readingsIn(measured), design: designOf(order.binocleType), date: cx.today })

/** The move that a target means: what a lab made comes back, what was made in the house is done. */
function towards({ status }: Order, target: number): 'returned' | 'processed' | 'rework' | 'reorder' | undefined {
  const { is } = frameOrder
  if (target === is.finalInspection) return status === is.outsourced ? 'returned' : 'processed'
  if (target === is.processing) return 'rework'
  return target === is.awaitingGoods ? 'reorder' : undefined
}
/** The generic status call: the target says which move is meant. */
export async function changeStatus(cx: Cx<'not_passed' | CheckFail>, input: z.output<typeof ChangeStatus>): Promise<void> {
  const order = await lockOrder(cx, input.id)
  const note = input.note ?? input.reason ?? null
  if (input.status === frameOrder.is.ready) return finalInspection(cx, order, input)
  const name = towards(order, input.status)
  if (!name) return cx.refuse('bad_input', { what: '目标状态：请从列表中选择', field: 'status' })
  if (name === 'rework' || name === 'reorder') await stillRight(cx, order)
  await move(cx, frameOrder, input.id, name, {
    note,
    set: name === 'processed' ? { processerId: cx.who.ctid } : name === 'reorder' ? { onOrder: true } : {},
  })
  if (name === 'reorder')
    await cx.db.run(
      sql`update record_frame_item set issued = false, source = 'order' where record_frame_id = ${input.id} and part in ('lens_od', 'lens_os')`,
    )
}

/** Final inspection: measured values, judged; a pair that fails goes on only with a supervisor's concession. */
async function finalInspection(cx: Cx<'not_passed' | CheckFail>, order: Order, input: z.output<typeof ChangeStatus>): Promise<void> {
  if (order.status === frameOrder.is.finalInspection) await stillRight(cx, order)
  if (!input.measured) return cx.refuse('bad_input', { what: '请填写焦度计实测值', field: 'measured' })
  const judged = judgeOrder(cx, order, input.measured)
  const failed = judged.items.filter((i) => !i.ok).map((i) => i.sentence)
  const conceded = judged.verdict === 'fail' && Boolean(input.concession?.trim())
  if (conceded && !may(cx, 'frame:supervise', order.hid)) return cx.refuse('no_access', { what: '让步放行', code: 'frame:supervise' })
  if (judged.verdict === 'fail' && !conceded) return cx.refuse('not_passed', { what: failed[0]!, field: 'measured' })
  await insert(cx, 'record_frame_inspection', {
    hid: order.hid,
    recordFrameId: order.recordFrameId,
    kind: 'final',
    verdict: conceded ? 'concession' : 'pass',
    setId: judged.setId,
    ctid: cx.who.ctid,
    at: cx.now,
    items: JSON.stringify(judged.items),
    note: input.concession ?? input.note ?? null,
    ...input.measured,
  })
  await move(cx, frameOrder, order.recordFrameId, 'pass', {
    note: input.concession ?? input.note ?? null,
    set: { finalBy: cx.who.ctid, shelf: input.shelf ?? null },
  })
  await cx.announce(frameReady, { recordFrameId: order.recordFrameId, pid: order.pid, hid: order.hid })
}

/** A slip with cause, side and person; the former stage is kept by the move. */
export async function markUnqualified(cx: Cx, input: z.output<typeof Unqualified>): Promise<void> {
  const order = await lockOrder(cx, input.id)
  await move(cx, frameOrder, input.id, 'unqualified', { note: input.reason })
  await insert(cx, 'record_frame_unqualified', {
    hid: order.hid,
    recordFrameId: input.id,
    at: cx.now,
    foundAt: order.status,
    cause: input.cause,
    side: input.side,
    responsible: input.responsible ?? null,
    cost: input.cost,
    note: input.reason,
  })
}

/** Takes "unqualified" back: the slip stays, the order returns to where it was. */
export const restore = (cx: Cx, id: number): Promise<unknown> => move(cx, frameOrder, id, 'restore')
