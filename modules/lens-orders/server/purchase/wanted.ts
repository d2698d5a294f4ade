/** Lenses glasses wait for: drafted of their makers, given up with the glasses, and told when they are here. */
import { on, move, remove, sql, type Cx } from '#kernel/server/index.ts'
import { goodsUnwanted, goodsWanted } from '#modules/frame-orders/contract/events.ts'
import { productsOf } from '#modules/products/server/door.ts'
import { orderCancelled } from '../../contract/events.ts'
import { orderKinds } from '../../contract/kinds/index.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import { supply } from '../../contract/states.ts'
import { agreedFor } from '../money/agreed.ts'
import { release } from '../money/credit.ts'
import { productIn, usualLines, wantedLines, type WantedLine } from '../lines.ts'
import { lockOrder, machineIn } from '../queries.ts'
import { begun, ofLines } from '../save.ts'
import { linesOf, saidBy, type Source } from '../check/source.ts'

const kind: OrderKind = orderKinds.glasses
type Eye = 'od' | 'os'
interface Glasses {
  readonly recordFrameId: number
  readonly hid: number
  readonly pid: number
}
const ordersFor = (cx: Cx, recordFrameId: number) =>
  cx.db.rows(
    { orderId: 'number' },
    sql`
      select order_id
      from supply_order o
      where record_frame_id = ${recordFrameId} and ${machineIn('open')}
      order by order_id
    `,
  )
/** Eyes of glasses whose lens is on its way by an order. */
async function underWay(cx: Cx, recordFrameId: number): Promise<Set<string | null>> {
  const orders = await ordersFor(cx, recordFrameId)
  const lines = []
  for (const { orderId } of orders) lines.push(...(await linesOf(cx, orderId)))
  return new Set(lines.filter((l) => l.rejected < l.ordered).map((l) => l.eye))
}
const linkTo = ({ recordFrameId, pid }: Glasses, source: Source) => ({
  pid,
  recordFrameId,
  prescriptionId: source.prescriptionId ?? null,
  rxLineId: source.rxLineId ?? null,
  fittingId: null,
  originalId: null,
})
const eyeDraft = (wanted: boolean) => ({ parameters: {}, number: wanted ? undefined : 0 })
/** Drafts what glasses wait for, one order a supplier: powers, member and products are theirs by link. */
async function draftFor(cx: Cx, glasses: Glasses & { readonly eyes: readonly Eye[] }): Promise<void> {
  const { recordFrameId, hid, pid } = glasses
  const underWayKeys = await underWay(cx, recordFrameId)
  const eyes = glasses.eyes.filter((eye) => !underWayKeys.has(eye))
  const links = { pid, recordFrameId, prescriptionId: null, rxLineId: null, fittingId: null, originalId: null }
  const source = eyes.length ? await saidBy(cx, kind, links) : undefined
  if (!source) return
  const draft = { head: {}, overrides: [], eyes: { od: eyeDraft(eyes.includes('od')), os: eyeDraft(eyes.includes('os')) } }
  const wanted = wantedLines(draft, source) ?? []
  const products = await productsOf(
    cx,
    wanted.map((w) => w.productId),
  )
  const productOf = (w: WantedLine) => productIn(products, w.productId)
  const lenses = wanted.filter((w) => kind.categories.includes(productOf(w).category))
  for (const supplierId of new Set(lenses.map((w) => productOf(w).supplierId))) {
    const own = lenses.filter((w) => productOf(w).supplierId === supplierId)
    const agreed = await agreedFor(cx, own, { hid, day: cx.today, supplierId })
    const lines = await usualLines(
      cx,
      kind,
      own,
      agreed.map((a) => a?.cost ?? null),
    )
    const brand = own[0] ? productOf(own[0]).brand : null
    const set = { ...linkTo(glasses, source), mode: 2 as const, supplierId, brand, ctid: cx.who.ctid || null, hid }
    await begun(cx, kind, { ...set, ...(await ofLines(cx, kind, lines, { pid, agreed })) }, lines)
  }
}
/** What nobody placed yet for glasses that need no more goods is given up; what a maker has is the warehouse's to decide. */
async function dropFor(cx: Cx, { recordFrameId }: Glasses): Promise<void> {
  for (const { orderId } of await ordersFor(cx, recordFrameId)) {
    const order = await lockOrder(cx, orderId)
    if (supply.in.draft.includes(order.status)) {
      await remove(cx, 'supply_order_line', { orderId })
      await remove(cx, 'supply_order', { orderId })
    } else if (supply.in.written.includes(order.status)) {
      const reason = '配镜订单不再需要'
      await move(cx, supply, orderId, 'cancel', { automatic: true, note: reason, set: { reason } })
      await release(cx, order)
      await cx.announce(orderCancelled, { orderId, kind: order.kind, hid: order.hid, pid: order.pid })
    } else continue
    cx.touch('orders')
  }
}
export const wanting = [on(goodsWanted, draftFor), on(goodsUnwanted, dropFor)]
