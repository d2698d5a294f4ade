/** The order's check as the server asks it: what it is ordered for and what its goods are made in, as they are now. */
import { ageOn, z } from '#kernel/contract/index.ts'
import {
  change,
  confirmFindings,
  find,
  openFinding,
  reasonOf,
  shownFinding,
  type Cx,
  type FindingContext,
  type KeptConfirmation,
} from '#kernel/server/index.ts'
import { brandLimits, productsOf } from '#modules/products/server/door.ts'
import type { CheckedLine, CheckedOrder, OrderCheck, LensOrderFinding } from '../../contract/check/check.ts'
import { lineParameters } from '../../contract/fields.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import type { OrderInfo, LensOverride } from '../../contract/shapes.ts'
import { context, type Looked } from './known.ts'
import { productIn, type NewOrderLine } from '../lines.ts'
import type { SupplyOrder } from '../queries.ts'
import { linesOf } from './source.ts'

export type LensCheckFail = 'order_blocked' | 'order_unconfirmed'
const Kept = z.array(
  z.object({
    code: z.string(),
    reason: z.string(),
    sentence: z.string().optional(),
    needs: z.string().optional(),
    ctid: z.number().optional(),
    at: z.string().optional(),
  }),
)
const Parameters = z.object(lineParameters).partial()

/** What of an order its check asks, kept or not. */
export type OrderUnderCheck = Looked & Pick<SupplyOrder, 'mode' | 'orderDate' | 'overrides' | 'writers'>

async function checkedOrder(cx: Cx, order: OrderUnderCheck, lines: readonly NewOrderLine[]): Promise<CheckedOrder> {
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
    ...(await context(cx, order)),
    age: patient?.birth ? ageOn(patient.birth, order.orderDate)?.years : undefined,
  }
}
/** What its kind's checks, or some of them, find of an order as it is now. */
export async function findingsOf(
  cx: Cx,
  order: OrderUnderCheck,
  lines?: readonly NewOrderLine[],
  only?: readonly OrderCheck[],
): Promise<LensOrderFinding[]> {
  const checked = await checkedOrder(cx, order, lines ?? (await linesOf(cx, order.orderId)))
  return (only ?? checked.kind.checks).flatMap((check) => [...check(checked)])
}
export const keptOf = (order: Pick<SupplyOrder, 'overrides'>): KeptConfirmation[] => Kept.parse(order.overrides)
/** Everybody who wrote the order wrote what is found of it. */
const judgedOf = ({ hid, writers }: Pick<SupplyOrder, 'hid' | 'writers'>): FindingContext => ({ hid, writersOf: () => writers })
export const shownFindings = (
  cx: Cx,
  order: Pick<SupplyOrder, 'overrides' | 'hid' | 'writers'>,
  found: readonly LensOrderFinding[],
): z.output<typeof OrderInfo>['findings'] =>
  found.map((f) => ({
    ...shownFinding(cx, f, judgedOf(order)),
    reason: (f.level === 'warn' && reasonOf(keptOf(order), f)) || null,
  }))

/** Confirms findings with a reason each: kept with person, time and the sentence it was said of. */
export async function confirm(cx: Cx, order: SupplyOrder, overrides: readonly LensOverride[]): Promise<SupplyOrder> {
  if (!overrides.length) return order
  const kept = confirmFindings(cx, await findingsOf(cx, order), overrides, { ...judgedOf(order), kept: keptOf(order) })
  return change(cx, 'supply_order', { orderId: order.orderId }, {}, { overrides: JSON.stringify(kept) })
}
/** Refuses while a finding stands in the way: one that stops, or one nobody confirmed. */
export async function holdUp(cx: Cx<LensCheckFail>, order: SupplyOrder): Promise<void> {
  const open = openFinding(keptOf(order), await findingsOf(cx, order))
  if (open) cx.refuse(open.level === 'block' ? 'order_blocked' : 'order_unconfirmed', { what: open.sentence, field: open.field })
}
