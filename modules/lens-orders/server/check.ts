/** The order's check as the server asks it: what it is ordered for and what its goods are made in, as they are now. */
import { ageOn, z } from '#kernel/contract/index.ts'
import { change, find, may, type Cx } from '#kernel/server/index.ts'
import { brandLimits, productsOf } from '#modules/products/server/door.ts'
import type { CheckedLine, CheckedOrder, OrderCheck, OrderFinding } from '../contract/check.ts'
import { lineParameters } from '../contract/fields.ts'
import { kindOf } from '../contract/kinds/index.ts'
import type { OrderInfo, Override } from '../contract/shapes.ts'
import { beside, type Looked } from './known.ts'
import { productIn, type Line } from './lines.ts'
import type { Order } from './queries.ts'
import { linesOf } from './source.ts'

export type CheckFail = 'order_blocked' | 'order_unconfirmed'
const Kept = z.array(
  z.object({
    code: z.string(),
    reason: z.string(),
    sentence: z.string().optional(),
    ctid: z.number().optional(),
    at: z.string().optional(),
  }),
)
const Parameters = z.object(lineParameters).partial()

/** What of an order its check asks, kept or not. */
export type Asked = Looked & Pick<Order, 'mode' | 'orderDate' | 'overrides'>

async function checkedOrder(cx: Cx, order: Asked, lines: readonly Line[]): Promise<CheckedOrder> {
  const ids = lines.map((l) => l.productId)
  const [products, limits] = [await productsOf(cx, ids), await brandLimits(cx, ids)]
  const patient = order.pid === null ? undefined : await find(cx, 'patient', { pid: order.pid })
  return {
    kind: kindOf(order.kind),
    mode: order.mode,
    lines: lines.map((l): CheckedLine => ({
      ...Parameters.parse(l),
      eye: l.eye ?? null,
      ordered: l.ordered,
      product: { ...productIn(products, l.productId), maker: limits.get(l.productId) },
    })),
    ...(await beside(cx, order)),
    age: patient?.birth ? ageOn(patient.birth, order.orderDate)?.years : undefined,
  }
}
/** What its kind's checks, or some of them, find of an order as it is now. */
export async function findingsOf(cx: Cx, order: Asked, lines?: readonly Line[], only?: readonly OrderCheck[]): Promise<OrderFinding[]> {
  const checked = await checkedOrder(cx, order, lines ?? (await linesOf(cx, order.orderId)))
  return (only ?? checked.kind.checks).flatMap((check) => [...check(checked)])
}
const keptOf = (order: Pick<Order, 'overrides'>): z.output<typeof Kept> => Kept.parse(order.overrides)
const reasonFor = (order: Pick<Order, 'overrides'>, found: OrderFinding): string | undefined =>
  keptOf(order).find((k) => k.code === found.code && (k.sentence === undefined || k.sentence === found.sentence))?.reason
export const shownFindings = (order: Pick<Order, 'overrides'>, found: readonly OrderFinding[]): z.output<typeof OrderInfo>['findings'] =>
  found.map((f) => ({ ...f, reason: (f.level === 'warn' && reasonFor(order, f)) || null }))

/** Confirms findings with a reason each: kept with person, time and the sentence it was said of. One the order does not have is not found. */
export async function confirm(cx: Cx, order: Order, given: readonly Override[]): Promise<Order> {
  if (!given.length) return order
  const found = await findingsOf(cx, order)
  const unknown = given.find((g) => !found.some((f) => f.code === g.code && f.level === 'warn'))
  if (unknown) return cx.refuse('not_found', { what: `提醒 ${unknown.code} ` })
  const above = found.find((f) => f.needs && given.some((g) => g.code === f.code) && !may(cx, f.needs, order.hid))
  if (above) return cx.refuse('no_access', { what: above.sentence, code: above.needs ?? '' })
  const overrides = JSON.stringify([
    ...keptOf(order).filter((k) => !given.some((g) => g.code === k.code)),
    ...given.map((g) => ({ ...g, ctid: cx.who.ctid, at: cx.now, sentence: found.find((f) => f.code === g.code)?.sentence })),
  ])
  return change(cx, 'supply_order', { orderId: order.orderId }, {}, { overrides })
}
/** Refuses while a finding stands in the way: one that blocks, or one nobody confirmed. */
export async function holdUp(cx: Cx<CheckFail>, order: Order): Promise<void> {
  const found = await findingsOf(cx, order)
  const open = found.find((f) => f.level === 'block') ?? found.find((f) => reasonFor(order, f) === undefined)
  if (open) cx.refuse(open.level === 'block' ? 'order_blocked' : 'order_unconfirmed', { what: open.sentence, field: open.field })
}
