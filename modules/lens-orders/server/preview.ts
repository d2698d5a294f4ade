/** What an order would be: everything writing one finds out, and nothing written. */
import { addDays } from '#kernel/contract/index.ts'
import { find, may, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { pairParameters } from '../contract/fields.ts'
import { writing, type SaveFail } from '../contract/calls.ts'
import { everyKind } from '../contract/kinds/index.ts'
import type { OrderKind } from '../contract/kinds/kind.ts'
import type { OrderPreview, PreviewQuery } from '../contract/preview.ts'
import { flows } from '../contract/states.ts'
import { z } from '#kernel/contract/index.ts'
import { findingsOf, shownFindings, type OrderUnderCheck } from './check/check.ts'
import { creditOf } from './money/credit.ts'
import { fieldOfPair, ofLens, toPair } from './draft.ts'
import type { NewOrderLine } from './lines.ts'
import { orderOf, seesCost, type SupplyOrder } from './queries.ts'
import { forDesign, prepared } from './save.ts'
import { linesOf, saidBy } from './check/source.ts'
import { usualDays } from './submit.ts'

type Previewing = Cx<SaveFail>
/** An order that is not kept yet stands behind all that are. */
const NOT_YET = Number.MAX_SAFE_INTEGER
function kindNamed(cx: Cx, kind: string): OrderKind {
  return everyKind().find((k) => k.kind === kind) ?? cx.refuse('not_found', { what: '订单种类', field: 'kind' })
}
async function standing(cx: Cx, kind: OrderKind, id: number): Promise<SupplyOrder> {
  const order = await orderOf(cx, id)
  return order.kind === kind.kind ? order : cx.refuse('not_found', { what: kind.label })
}
export async function preview(cx: Previewing, { kind: word, id, numberOd, numberOs, ...input }: PreviewQuery): Promise<OrderPreview> {
  const kind = kindNamed(cx, word)
  const before = id ? await standing(cx, kind, id) : undefined
  const hid = ownStore(cx, before?.hid ?? input.hid ?? cx.who.hid)
  if (!may(cx, writing(kind), hid)) return cx.refuse('no_access', { what: kind.label, code: writing(kind) })
  const draft = ofLens({ ...input, eyeGlassOd: numberOd, eyeGlassOs: numberOs, overrides: [] })
  const { linked, lines: drafted, set } = await prepared(cx, kind, draft, hid, before)
  const lines = drafted ?? (before ? await linesOf(cx, before.orderId) : [])
  const order: OrderUnderCheck = {
    orderId: before?.orderId ?? NOT_YET,
    orderDate: before?.orderDate ?? cx.today,
    status: before?.status ?? flows[kind.flow].is.draft,
    kind: kind.kind,
    flow: kind.flow,
    hid,
    ...linked,
    rxLineId: set.rxLineId ?? null,
    mode: set.mode ?? 1,
    overrides: before?.overrides ?? [],
    writers: [...(before?.writers ?? []), cx.who.ctid],
  }
  const linkedEyes = await saidBy(cx, kind, order)
  const source = linkedEyes && (await forDesign(cx, kind, draft, linkedEyes))
  const supplierId = set.supplierId ?? before?.supplierId ?? null
  const supplier = supplierId === null ? undefined : await find(cx, 'supplier', { supplierId })
  return {
    pid: order.pid,
    prescriptionId: order.prescriptionId,
    rxLineId: order.rxLineId,
    fittingId: order.fittingId,
    said: Said.parse({
      ...(source?.od ? toPair(source.od.parameters, 'Od') : {}),
      ...(source?.os ? toPair(source.os.parameters, 'Os') : {}),
    }),
    productId: lines[0]?.productId ?? source?.od?.productId ?? source?.os?.productId ?? null,
    total: sumOf(lines, 'price'),
    costTotal: seesCost(cx) ? sumOf(lines, 'cost') : null,
    billed: kind.bill === 'member' && order.pid !== null && order.recordFrameId === null,
    findings: shownFindings(cx, order, await findingsOf(cx, order, lines)).map((f) => ({ ...f, field: fieldOn(f.field, lines) })),
    needsReview: set.fourEyes ?? before?.fourEyes ?? false,
    credit: await creditOf(cx, hid),
    lead: await leadOf(cx, kind, supplierId, lines),
    supplierName: supplier?.name ?? null,
  }
}
const Said = z.object(pairParameters).partial()
const sumOf = (lines: readonly NewOrderLine[], field: 'price' | 'cost'): number =>
  lines.reduce((sum, l) => sum + (l[field] ?? 0) * l.ordered, 0)
/** Where a form shows what was found of a line: an eye's parameter has its own cell. */
function fieldOn(field: string, lines: readonly NewOrderLine[]): string {
  const [, index, name] = /^items\.(\d+)\.(\w+)$/.exec(field) ?? []
  const eye = lines[Number(index)]?.eye
  return name && eye ? fieldOfPair(name, eye) : field
}
/** How long orders of the kind took at a supplier, by their first receipts; without any, what the brand of the goods says. */
async function leadOf(
  cx: Cx,
  { kind }: OrderKind,
  supplierId: number | null,
  lines: readonly NewOrderLine[],
): Promise<OrderPreview['lead']> {
  const { orders, p50, p90 } = await cx.db.the(
    { orders: 'number', p50: 'number | null', p90: 'number | null' },
    sql`
      select count(*)::int orders, percentile_disc(0.5) within group (order by d.days) p50,
        percentile_disc(0.9) within group (order by d.days) p90
      from (
        select (min(r.at)::date - o.order_date) days
        from supply_order o
        join supply_receipt r on r.oid = o.oid and r.order_id = o.order_id
        where o.kind = ${kind} and o.supplier_id = ${supplierId}::bigint
        group by o.order_id, o.order_date
        order by min(r.at) desc
        limit 100
      ) d
    `,
  )
  const ids = lines.map((l) => l.productId)
  return { orders, p50, p90, promisedOn: addDays(cx.today, p90 ?? (await usualDays(cx, ids))) }
}
