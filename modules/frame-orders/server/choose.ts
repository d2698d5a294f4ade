/** Choosing frame and lenses: order check, price, where each piece comes from, and the bill. */
import { change, insertMany, move, mustStand, remove, sql, stay, type Cx, type Row } from '#kernel/server/index.ts'
import { cancelBill, makeBill, quoteFor } from '#modules/billing/server/door.ts'
import { lensListsOn, lensPriced, productOf, type ProductRow } from '#modules/products/server/door.ts'
import { available } from '#modules/stock/server/door.ts'
import { eyeOf, stocked, stops, type EyePower, type Power, type z, wordOf, wordsOfReason } from '#kernel/contract/index.ts'
import { making } from '#modules/products/contract/states.ts'
import type { FrameOrderFinding } from '../contract/check/check.ts'
import type { ChooseGoods, GoodsPreview } from '../contract/shapes.ts'
import { frameOrder } from '../contract/states.ts'
import { findingsOf, frameOf, holdUp, shownFindings, type FrameOrderRecord } from './check.ts'

import { lockOrder, orderOf } from './queries.ts'
import { seated } from './seat.ts'

type Item = z.output<typeof GoodsPreview>['items'][number] & Pick<Row<'record_frame_item'>, 'part' | 'source'>
type Preview = Omit<z.output<typeof GoodsPreview>, 'items'> & { items: Item[] }
/** A choice as it was looked at: what was found of it, not yet in words of an answer. */
type Looked = Omit<Preview, 'findings'> & { order: FrameOrderRecord; findings: FrameOrderFinding[] }

/** Sphere and cylinder by which a spectacle lens lies on the shelf; its axis is given by mounting. */
export function shelved(power: Power): { sph: number; cyl: number } {
  const { sph, cyl } = stocked(power)
  return { sph, cyl }
}

/** A piece of the shelf when there is one, else to be ordered; a custom lens always is. */
async function lensStock(cx: Cx, order: FrameOrderRecord, p: ProductRow, power: Power): Promise<number> {
  return p.classifyStatus === making.is.custom ? 0 : available(cx, { hid: order.hid, productId: p.productId, ...shelved(power) })
}
const EYES = [
  ['lens_od', 'Od', '右 '],
  ['lens_os', 'Os', '左 '],
] as const

async function itemsOf(cx: Cx, order: FrameOrderRecord, processingFee: number): Promise<Item[]> {
  const items: Item[] = []
  const piece = (part: Item['part'], p: ProductRow, name: string, n: number) =>
    items.push({
      part,
      productId: p.productId,
      name,
      price: p.price,
      quantity: 1,
      available: p.classifyStatus === making.is.custom && part !== 'frame' ? null : n,
      source: n > 0 ? 'stock' : 'order',
    })
  if (order.frameProductId) {
    const p = await productOf(cx, order.frameProductId)
    piece('frame', p, p.name, await available(cx, { hid: order.hid, productId: p.productId }))
  }
  for (const [part, suffix, side] of EYES) {
    const productId = order[`lensProduct${suffix}`]
    const eye = eyeOf(order, suffix)
    if (!productId || !eye) continue
    const p = await productOf(cx, productId)
    piece(part, p, `${side}${p.name}`, await lensStock(cx, order, p, eye))
  }
  if (processingFee)
    items.push({ part: 'service', productId: null, name: '加工费', price: processingFee, quantity: 1, available: null, source: 'none' })
  return items
}

/** Items with their lenses at the price of their power; a lens without a list of prices keeps its one price. */
async function pricedByPower(cx: Cx<'price_unknown'>, order: FrameOrderRecord, items: readonly Item[]): Promise<Item[]> {
  const price = await lensPrices(
    cx,
    items.flatMap((i) => i.productId ?? []),
  )
  const priced: Item[] = []
  for (const item of items) {
    const [, suffix] = EYES.find(([part]) => part === item.part) ?? []
    const eye = suffix && eyeOf(order, suffix)
    priced.push(eye && item.productId ? { ...item, price: price(await productOf(cx, item.productId), eye, `lensProduct${suffix}`) } : item)
  }
  return priced
}
/** What one lens costs in a power, prism and addition included, today. */
async function lensPrices(
  cx: Cx<'price_unknown'>,
  productIds: readonly number[],
): Promise<(lens: ProductRow, power: EyePower, field?: string) => number> {
  const lists = await lensListsOn(cx, productIds, cx.today)
  return (lens, power, field) => lensPriced(cx, lens, lists.get(lens.productId), power, field).price
}

type Choice = Pick<ChooseGoods, 'ownFrame' | 'frameProductId' | 'frameA' | 'frameDbl' | 'frameEd'> &
  Partial<Pick<ChooseGoods, 'lensProductOd' | 'lensProductOs'>>
/** The order as it would be with a choice; the frame's size is the one its product states unless another was typed. */
export async function withChoice(cx: Cx, order: FrameOrderRecord, input: Choice): Promise<FrameOrderRecord> {
  const chosen = {
    ownFrame: input.ownFrame,
    frameProductId: input.frameProductId ?? null,
    frameA: input.frameA ?? null,
    frameDbl: input.frameDbl ?? null,
    frameEd: input.frameEd ?? null,
    lensProductOd: input.lensProductOd ?? null,
    lensProductOs: input.lensProductOs ?? null,
  }
  const frame = chosen.frameProductId ? await productOf(cx, chosen.frameProductId) : undefined
  const { a, dbl, ed } = frameOf(chosen, new Map(frame ? [[frame.productId, frame]] : []))
  return { ...order, ...chosen, frameA: a, frameDbl: dbl, frameEd: ed }
}

async function looked(cx: Cx<'price_unknown'>, order: FrameOrderRecord, input: ChooseGoods): Promise<Looked> {
  const now = await withChoice(cx, order, input)
  const items = await pricedByPower(cx, now, await itemsOf(cx, now, input.processingFee ?? (await feeOf(cx, order)) ?? 0))
  const findings = await findingsOf(cx, now, { goods: true })
  if (!items.length) findings.push({ ...stops, field: 'lensProductOd', code: 'no-goods', sentence: '请至少选择一件商品' })
  const total = items.reduce((sum, i) => sum + i.price * i.quantity, 0)
  const { billPrice: due, trace } = (await quoteFor(cx, { ...order, ref: billRefOf(order) }))(items)
  return { order: now, findings, items, total, due, trace: [...trace], ...(await seated(cx, now)) }
}
/** Fen for the work, as the order has it; undefined before anything was chosen. */
async function feeOf(cx: Cx, { recordFrameId }: FrameOrderRecord): Promise<number | undefined> {
  const had = await cx.db.one(
    { chosen: 'number', fee: 'number' },
    sql`
      select count(*)::int chosen, coalesce(sum(price) filter (where part = 'service'), 0)::int fee
      from record_frame_item
      where record_frame_id = ${recordFrameId}
    `,
  )
  return had?.chosen ? had.fee : undefined
}
/** Whoever changes what the work of a priced order costs says why: the step stands in the order's history, what was sent in the audit. */
async function feeChanged(cx: Cx<'fee_reason'>, order: FrameOrderRecord, { processingFee, feeReason }: ChooseGoods): Promise<void> {
  const before = await feeOf(cx, order)
  if (before === undefined || processingFee === undefined || processingFee === before) return
  const yuan = (fen: number) => (fen / 100).toFixed(2)
  const [from, to] = [yuan(before), yuan(processingFee)]
  const reason = wordsOfReason(feeReason) ?? cx.refuse('fee_reason', { from, to, field: 'feeReason' })
  await stay(cx, frameOrder, order.recordFrameId, order.status, 'fee', `${from} → ${to}：${reason}`)
}

/** What the choice would cost, where it would come from, and what the order check finds. */
export async function previewGoods(cx: Cx<'price_unknown'>, input: ChooseGoods): Promise<Preview> {
  const before = await orderOf(cx, input.id)
  const { order, findings, ...choice } = await looked(cx, before, input)
  return { ...choice, findings: shownFindings(cx, { ...order, chosenBy: chooserOf(cx, before, order) }, findings) }
}
/** Who chose the lenses: the caller where they are other ones than the order had. */
const chooserOf = (cx: Cx, former: FrameOrderRecord, now: FrameOrderRecord): number | null =>
  former.lensProductOd === now.lensProductOd && former.lensProductOs === now.lensProductOs ? former.chosenBy : cx.who.ctid

/**
 * Makes the choice: findings that block refuse, warnings must be overridden with a reason; the bill is made and the order waits for
 * payment.
 */
export async function chooseGoods(
  cx: Cx<'order_blocked' | 'order_unconfirmed' | 'price_unknown' | 'fee_reason'>,
  input: ChooseGoods,
): Promise<void> {
  const before = await lockOrder(cx, input.id)
  if (!frameOrder.in.unpaid.includes(before.status))
    cx.refuse('illegal_move', { state: wordOf(frameOrder, before.status), move: '选择商品' })
  const { findings, items, total, order } = await looked(cx, before, input)
  const overrides = holdUp(cx, order, findings, { given: input.overrides, chooser: chooserOf(cx, before, order) })
  await feeChanged(cx, before, input)
  if (before.status === frameOrder.is.billed && before.fbid) await cancelBill(cx, before.fbid, '重新选择商品')
  await remove(cx, 'record_frame_item', { recordFrameId: order.recordFrameId })
  const rows = await insertMany(
    cx,
    'record_frame_item',
    items.map(({ available: _, ...i }) => ({ ...i, hid: order.hid, recordFrameId: order.recordFrameId })),
  )
  const { fbid } = await billOfItems(cx, order, rows)
  const lens = items.find((i) => i.part !== 'frame' && i.part !== 'service')
  const frame = items.find((i) => i.part === 'frame')
  const { ownFrame, frameProductId, frameA, frameDbl, frameEd, lensProductOd, lensProductOs } = order
  const set = {
    ownFrame,
    frameProductId,
    frameA,
    frameDbl,
    frameEd,
    lensProductOd,
    lensProductOs,
    frameBrand: frame?.name ?? input.frameBrand ?? (input.ownFrame ? '自带镜架' : null),
    lensBrand: lens?.name.replace(/^[右左] /, '') ?? null,
    orderOptions: input.orderOptions ?? null,
    overrides,
    fbid,
    total,
    ...sourcedAs(order, items),
  }
  if (before.status === frameOrder.is.choosing) await move(cx, frameOrder, order.recordFrameId, 'choose', { set })
  else {
    await mustStand(cx, frameOrder, order.recordFrameId)
    await change(cx, 'record_frame', { recordFrameId: order.recordFrameId }, {}, set)
  }
}
const sourcedAs = (order: FrameOrderRecord, items: ReadonlyArray<Pick<Item, 'part' | 'source'>>) => ({
  lenOrderType: items.some((i) => i.source === 'order' && i.part !== 'frame') ? (2 as const) : order.lenOrderType,
  onOrder: items.some((i) => i.source === 'order'),
})

/** What the bill of an order is of. */
export const billRefOf = ({ recordFrameId }: Pick<FrameOrderRecord, 'recordFrameId'>): string => `frame:${recordFrameId}`
/** The bill of an order, line by line what the order has. */
const billOfItems = (cx: Cx, order: FrameOrderRecord, rows: ReadonlyArray<Row<'record_frame_item'>>): Promise<{ fbid: number }> =>
  makeBill(cx, {
    hid: order.hid,
    pid: order.pid,
    ref: billRefOf(order),
    salerId: order.salerId ?? undefined,
    items: rows.map((r) => ({
      name: r.name,
      productId: r.productId ?? undefined,
      price: r.price,
      quantity: r.quantity,
      ref: `frame-item:${r.itemId}`,
      issued: 'order' as const,
    })),
  })

/** After a change of powers: another power lies elsewhere on the shelf, or is not there at all. */
export async function resourced(cx: Cx, order: FrameOrderRecord): Promise<void> {
  const items = await itemsOf(cx, order, 0)
  for (const { part, source } of items)
    await cx.db.run(sql`
      update record_frame_item
      set source = ${source}
      where record_frame_id = ${order.recordFrameId} and part = ${part}
    `)
  await change(cx, 'record_frame', { recordFrameId: order.recordFrameId }, {}, sourcedAs(order, items))
}
