/** Choosing frame and lenses: order check, price, where each piece comes from, and the bill. */
import { change, insertMany, move, remove, type Cx, type Row } from '#kernel/server/index.ts'
import { cancelBill, makeBill } from '#modules/billing/server/door.ts'
import { productOf, type ProductRow } from '#modules/products/server/door.ts'
import { available } from '#modules/stock/server/door.ts'
import { eyeOf, eyesOf, stocked, type Power, type z, wordOf } from '#kernel/contract/index.ts'
import { making } from '#modules/products/contract/states.ts'
import { checkOrder, type CheckInput, type LensLimits } from '../contract/check.ts'
import type { ChooseGoods, GoodsPreview } from '../contract/shapes.ts'
import { frameOrder } from '../contract/states.ts'
import { lineOf } from './create.ts'
import { knownPowers, lockOrder, orderOf } from './queries.ts'

type Order = Row<'record_frame'>
type Item = z.output<typeof GoodsPreview>['items'][number] & Pick<Row<'record_frame_item'>, 'part' | 'source'>
type Preview = Omit<z.output<typeof GoodsPreview>, 'items'> & { items: Item[] }

/** Sphere and cylinder by which a spectacle lens lies on the shelf; its axis is given by mounting. */
export function shelved(power: Power): { sph: number; cyl: number } {
  const { sph, cyl } = stocked(power)
  return { sph, cyl }
}

/** Name of a lens on the bill and the ticket, with its power. */
const label = (p: ProductRow, eye?: string): string => `${eye ?? ''}${p.name}`

async function itemsOf(cx: Cx, order: Order, input: ChooseGoods): Promise<{ items: Item[]; lens: CheckInput['lens'] }> {
  const items: Item[] = []
  const lens: CheckInput['lens'] = {}
  if (input.frameProductId) {
    const p = await productOf(cx, input.frameProductId)
    const n = await available(cx, { hid: order.hid, productId: p.productId })
    items.push({
      part: 'frame',
      productId: p.productId,
      name: label(p),
      price: p.price,
      quantity: 1,
      available: n,
      source: n > 0 ? 'stock' : 'order',
    })
  }
  for (const [part, suffix, side] of [
    ['lens_od', 'Od', '右 '],
    ['lens_os', 'Os', '左 '],
  ] as const) {
    const productId = input[`lensProduct${suffix}`]
    const eye = eyeOf(order, suffix)
    if (!productId || !eye) continue
    const p = await productOf(cx, productId)
    // A custom lens is made to order; a stock lens comes off the shelf in just this power.
    const n = p.classifyStatus === making.is.custom ? 0 : await available(cx, { hid: order.hid, productId, ...shelved(eye) })
    lens[part === 'lens_od' ? 'od' : 'os'] = limitsOf(p)
    items.push({
      part,
      productId,
      name: label(p, side),
      price: p.price,
      quantity: 1,
      available: p.classifyStatus === making.is.custom ? null : n,
      source: n > 0 ? 'stock' : 'order',
    })
  }
  if (input.processingFee)
    items.push({
      part: 'service',
      productId: null,
      name: '加工费',
      price: input.processingFee,
      quantity: 1,
      available: null,
      source: 'none',
    })
  return { items, lens }
}
const limitsOf = (p: ProductRow): LensLimits => ({
  name: p.name,
  sphMin: p.sphMin,
  sphMax: p.sphMax,
  cylMin: p.cylMin,
  cylMax: p.cylMax,
  combinedMax: p.combinedMax,
  diameter: p.diameter ? Math.max(...String(p.diameter).split('/').map(Number)) : null,
})

/** What the choice would cost, where it would come from, and what the order check finds. */
export async function previewGoods(cx: Cx, input: ChooseGoods, order?: Order): Promise<Preview> {
  const o = order ?? (await orderOf(cx, input.id))
  const { items, lens } = await itemsOf(cx, o, input)
  const prescribed = o.prescriptionId ? await lineOf(cx, o.pid, o.prescriptionId) : undefined
  const { former, auto } = await knownPowers(cx, o)
  const findings = checkOrder({
    ...eyesOf(o),
    binocleType: o.binocleType,
    lens,
    prescribed: prescribed && eyesOf(prescribed),
    frame: { a: input.frameA ?? null, dbl: input.frameDbl ?? null, ed: input.frameEd ?? null },
    history: {
      today: cx.today,
      former: former && { ...eyesOf(former), at: former.orderDate },
      auto: auto && { ...eyesOf(auto), at: auto.examTime },
    },
  })
  for (const [suffix, side] of [
    ['Od', '右眼'],
    ['Os', '左眼'],
  ] as const)
    if (eyeOf(o, suffix) && !input[`lensProduct${suffix}`])
      findings.push({ level: 'warn', field: `lensProduct${suffix}`, code: `no-lens-${suffix}`, sentence: `${side}没有选择镜片` })
  if (!input.ownFrame && !input.frameProductId)
    findings.push({ level: 'block', field: 'frameProductId', code: 'no-frame', sentence: '请选择镜架，或勾选自带镜架' })
  if (!items.length) findings.push({ level: 'block', field: 'lensProductOd', code: 'no-goods', sentence: '请至少选择一件商品' })
  return { findings, items, total: items.reduce((sum, i) => sum + i.price * i.quantity, 0) }
}

/** Makes the choice: findings that block refuse, warnings must be overridden with a reason; the bill is made and the order waits for payment. */
export async function chooseGoods(cx: Cx<'order_blocked' | 'order_unconfirmed'>, input: ChooseGoods): Promise<void> {
  const order = await lockOrder(cx, input.id)
  if (!frameOrder.in.unpaid.includes(order.status)) cx.refuse('illegal_move', { state: wordOf(frameOrder, order.status), move: '选择商品' })
  const { findings, items } = await previewGoods(cx, input, order)
  const block = findings.find((f) => f.level === 'block')
  if (block) cx.refuse('order_blocked', { what: block.sentence, field: block.field })
  const open = findings.find((f) => !input.overrides.some((o) => o.code === f.code))
  if (open) cx.refuse('order_unconfirmed', { what: open.sentence, field: open.field })
  if (order.status === frameOrder.is.billed && order.fbid) await cancelBill(cx, order.fbid, '重新选择商品')
  await remove(cx, 'record_frame_item', { recordFrameId: order.recordFrameId })
  const rows = await insertMany(
    cx,
    'record_frame_item',
    items.map(({ available: _, ...i }) => ({ ...i, hid: order.hid, recordFrameId: order.recordFrameId })),
  )
  const ref = `frame:${order.recordFrameId}`
  const { fbid } = await makeBill(cx, {
    pid: order.pid,
    ref,
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
  const lens = items.find((i) => i.part !== 'frame' && i.part !== 'service')
  const frame = items.find((i) => i.part === 'frame')
  const set = {
    ownFrame: input.ownFrame,
    frameProductId: input.frameProductId ?? null,
    frameBrand: frame?.name ?? input.frameBrand ?? (input.ownFrame ? '自带镜架' : null),
    frameA: input.frameA ?? null,
    frameDbl: input.frameDbl ?? null,
    frameEd: input.frameEd ?? null,
    lensProductOd: input.lensProductOd ?? null,
    lensProductOs: input.lensProductOs ?? null,
    lensBrand: lens?.name.replace(/^[右左] /, '') ?? null,
    orderOptions: input.orderOptions ?? null,
    overrides: JSON.stringify(
      input.overrides.map((o) => ({ ...o, ctid: cx.who.ctid, at: cx.now, sentence: findings.find((f) => f.code === o.code)?.sentence })),
    ),
    fbid,
    total: items.reduce((sum, i) => sum + i.price * i.quantity, 0),
    lenOrderType: items.some((i) => i.source === 'order' && i.part !== 'frame') ? 2 : order.lenOrderType,
    onOrder: items.some((i) => i.source === 'order'),
  }
  if (order.status === frameOrder.is.choosing) await move(cx, frameOrder, order.recordFrameId, 'choose', { set })
  else await change(cx, 'record_frame', { recordFrameId: order.recordFrameId }, {}, set as Partial<Order>)
}
