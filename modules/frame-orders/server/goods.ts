/** The goods of an order: issued from the shelf, wanted of their maker, and issued when they have come for it. */
import { eyeOf, type z } from '#kernel/contract/index.ts'
import { fallenUnder, move, sql, type Cx, type Row, wholeRow } from '#kernel/server/index.ts'
import { available, freeHeld, heldPieces, issue, receive, type IssueFail, type ReceiveFail } from '#modules/stock/server/door.ts'
import { bagFindings, type BagPowers } from '../contract/check/received.ts'
import type { Goods } from '../contract/shapes.ts'
import { goodsUnwanted, goodsWanted } from '../contract/events.ts'
import { frameOrder } from '../contract/states.ts'
import { findingsOf, openIn, stillRight, type FrameCheckFail } from './check.ts'
import { shelved } from './choose.ts'
import { passSwitchedOff } from './flow.ts'
import { lockOrder } from './queries.ts'

type Order = Row<'record_frame'>
type Item = Row<'record_frame_item'>
const refOf = (recordFrameId: number): string => `frame:${recordFrameId}`
const itemsOf = (cx: Cx, id: number): Promise<Item[]> =>
  cx.db.rows(wholeRow('record_frame_item'), sql`select * from record_frame_item where record_frame_id = ${id} order by item_id`)
/** Goods of an order that were not issued to it. */
const dueOf = async (cx: Cx, id: number): Promise<Item[]> => (await itemsOf(cx, id)).filter((i) => i.productId !== null && !i.issued)

interface StockLine {
  readonly productId: number
  readonly quantity: number
  readonly sph?: number
  readonly cyl?: number
}
/** A piece of an order as stock knows it: the product, and for a lens its power. */
function stockLine(order: Order, item: Item): StockLine {
  const suffix = item.part === 'lens_od' ? 'Od' : item.part === 'lens_os' ? 'Os' : undefined
  const base = { productId: item.productId!, quantity: item.quantity }
  const power = suffix && eyeOf(order, suffix)
  return power ? { ...base, ...shelved(power) } : base
}
const kindOf = ({ productId, sph, cyl }: { productId: number; sph?: number | null; cyl?: number | null }): string =>
  [productId, sph ?? '', cyl ?? ''].join(' ')
/** Pieces that are kept for an order and may be issued, by kind. */
async function keptFor(cx: Cx, order: Order): Promise<Map<string, number>> {
  const kept = new Map<string, number>()
  for (const { productId, sph, cyl, quantity, locked, expiry } of await heldPieces(cx, refOf(order.recordFrameId))) {
    const key = kindOf({ productId, sph, cyl })
    if (!locked && (expiry === null || expiry >= cx.today)) kept.set(key, (kept.get(key) ?? 0) + quantity)
  }
  return kept
}
/** Those of some items that can be issued now: of what was ordered for it, only what came for it. Two that are alike need two pieces. */
async function onHandFor(cx: Cx, order: Order, items: readonly Item[]): Promise<Item[]> {
  const left = { stock: new Map<string, number>(), order: await keptFor(cx, order), none: new Map<string, number>() }
  const here: Item[] = []
  for (const item of items) {
    const line = stockLine(order, item)
    const key = kindOf(line)
    const pieces = left[item.source]
    const shelf = (): Promise<number> => available(cx, { hid: order.hid, ...line, ref: refOf(order.recordFrameId) })
    const has = pieces.get(key) ?? (item.source === 'stock' ? await shelf() : 0)
    pieces.set(key, has >= line.quantity ? has - line.quantity : has)
    if (has >= line.quantity) here.push(item)
  }
  return here
}
async function issueItems(cx: Cx<IssueFail>, order: Order, items: readonly Item[]): Promise<void> {
  if (!items.length) return
  await issue(cx, {
    ref: refOf(order.recordFrameId),
    hid: order.hid,
    reason: '配镜领料',
    lines: items.map((i) => stockLine(order, i)),
  })
  await cx.db.run(sql`
    update record_frame_item
    set issued = true
    where item_id = any(${items.map((i) => i.itemId)}::bigint[])
  `)
}
/** Issues what lies on the shelf and says whether everything is there now. */
export async function issueFromStock(cx: Cx<IssueFail>, order: Order): Promise<boolean> {
  const items = await dueOf(cx, order.recordFrameId)
  // Somebody else may have taken the last piece since it was chosen: the member has paid, so it is ordered instead of refused.
  const fromStock = await onHandFor(cx, order, items)
  const onOrder = items.filter((i) => !fromStock.includes(i))
  if (onOrder.length)
    await cx.db.run(sql`
      update record_frame_item
      set source = 'order'
      where item_id = any(${onOrder.map((i) => i.itemId)}::bigint[])
    `)
  await issueItems(cx, order, fromStock)
  return !onOrder.length
}
const EYES: Readonly<Record<string, 'od' | 'os'>> = { lens_od: 'od', lens_os: 'os' }
/** Tells which lenses an order waits for. */
export async function want(cx: Cx, { recordFrameId, hid, pid }: Order): Promise<void> {
  const eyes = (await dueOf(cx, recordFrameId)).flatMap((i) => EYES[i.part] ?? [])
  if (eyes.length) await cx.announce(goodsWanted, { recordFrameId, hid, pid, eyes })
}
/** What came or was kept for an order that is given up is anybody's, and nothing more is ordered for it. */
export async function wantNoMore(cx: Cx, { recordFrameId, hid, pid }: Order): Promise<void> {
  await freeHeld(cx, refOf(recordFrameId), '配镜订单取消，释放留用商品')
  await cx.announce(goodsUnwanted, { recordFrameId, hid, pid })
}
/**
 * Goods have come that are kept for an order: when all it waits for is there, they are issued to it and it goes to initial inspection.
 * Where its check stands in the way they wait for the person who receives them by hand; those of an order that was given up are freed.
 */
export async function goodsArrived(cx: Cx<IssueFail>, recordFrameId: number): Promise<void> {
  const order = await lockOrder(cx, recordFrameId)
  if (frameOrder.in.givenUp.includes(order.status)) return wantNoMore(cx, order)
  if (order.status !== frameOrder.is.awaitingGoods) return
  const due = await dueOf(cx, recordFrameId)
  if ((await onHandFor(cx, order, due)).length < due.length || openIn(order, await findingsOf(cx, order))) return
  if ((await fallenUnder(cx, frameOrder, recordFrameId)).length) return
  await issueItems(cx, order, due)
  await move(cx, frameOrder, recordFrameId, 'goods', { automatic: true, set: { goodsBy: cx.who.ctid || null, onOrder: false } })
  await passSwitchedOff(cx, recordFrameId)
  // Through the door of another module: its area is told, the lists of glasses wait for this one.
  cx.touch('frame-orders', order.hid)
}

type BagFail = 'goods_unsaid' | 'goods_other'
/** Refuses lenses whose bags state another power than was ordered, or leave one unsaid. */
function sameBags(cx: Cx<BagFail>, order: Order, eyes: ReadonlyArray<'od' | 'os'>, stated: BagPowers): void {
  const [first] = bagFindings(order, stated, eyes)
  if (first)
    cx.refuse(first.comparison === 'unknown' ? 'goods_unsaid' : 'goods_other', { what: first.sentence, field: `measured.${first.field}` })
}
/**
 * Goods received by hand: what is kept for the order is issued, the rest comes in under the lot that is on its bag and goes to the order.
 */
export async function receiveGoods(
  cx: Cx<IssueFail | ReceiveFail | FrameCheckFail | BagFail>,
  input: z.output<typeof Goods>,
): Promise<void> {
  const order = await lockOrder(cx, input.id)
  if (order.status === frameOrder.is.awaitingGoods) await stillRight(cx, order)
  await move(cx, frameOrder, input.id, 'goods', { note: input.note ?? null, set: { goodsBy: cx.who.ctid, onOrder: false } })
  const due = await dueOf(cx, input.id)
  const here = await onHandFor(cx, order, due)
  const missing = due.filter((i) => !here.includes(i))
  if (missing.some((i) => i.part in EYES) && !input.batchNo) return cx.refuse('bad_input', { what: '请填写镜片批号', field: 'batchNo' })
  sameBags(
    cx,
    order,
    missing.flatMap((i) => EYES[i.part] ?? []),
    input.measured ?? {},
  )
  if (missing.length)
    await receive(cx, {
      ref: `frame-goods:${input.id}`,
      hid: order.hid,
      reason: '订片到货',
      lines: missing.map((i) => ({
        ...stockLine(order, i),
        batchNo: input.batchNo ?? null,
        ...(input.supplierId ? { supplierId: input.supplierId } : {}),
      })),
    })
  await issueItems(cx, order, due)
  await passSwitchedOff(cx, input.id)
  await cx.announce(goodsUnwanted, { recordFrameId: order.recordFrameId, hid: order.hid, pid: order.pid })
}
