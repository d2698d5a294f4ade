/** Orders for the shelf: what is on its way, what should be ordered, and ordering it. */
import { z, type Page } from '#kernel/contract/index.ts'
import { columnsOf, lit, pageOf, sql, type Cx, type Listing, type Sql } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { making, onSale } from '#modules/products/contract/states.ts'
import { productsOf, wordsIn } from '#modules/products/server/door.ts'
import { demandOf, type Sku } from '#modules/stock/server/door.ts'
import type { SaveFail } from '../../contract/calls.ts'
import { proposalOf } from '../../contract/purchase/forecast.ts'
import { orderKinds } from '../../contract/kinds/index.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import { PurchaseLine, PurchaseRow, ProposalRow, type NewStockOrders, type purchases } from '../../contract/purchase/purchase.ts'
import { productIn } from '../lines.ts'
import { holds, machineIn, seesCost, statesIn, statusName } from '../queries.ts'
import { createOrder } from '../save.ts'

/** Kinds that fill shelves: of a category the first that orders it. */
const SHELF: readonly OrderKind[] = [
  orderKinds.frame,
  orderKinds.glasses,
  orderKinds.batch,
  orderKinds.care,
  orderKinds.device,
  orderKinds.other,
]
const CATEGORIES = [...new Set(SHELF.flatMap((kind) => kind.categories))]
export const kindFor = (category: number): OrderKind | undefined => SHELF.find((kind) => kind.categories.includes(category))
/** Days a delivery takes of which neither brand nor supplier said anything. */
const USUAL_LEAD = 7
const DEMAND_WEEKS = 13
/** Pieces of 90 days. */
export const demandIn = ({ weeks }: Pick<Sku, 'weeks'>): number => weeks.slice(0, DEMAND_WEEKS).reduce((sum, n) => sum + n, 0)

type Asked = Omit<z.output<(typeof purchases)['purchase.order']['input']>, 'page' | 'per_page'>
/** Past its promise: what is listed is not all here. */
const late = (cx: Cx): Sql => sql`coalesce(o.promised_on < ${cx.today}::date, false)`
const LATE = (cx: Cx): Sql => sql`
  ${late(cx)} late,
  case when ${late(cx)} then ${cx.today}::date - o.promised_on else 0
  end late_days
`
/** Handed in or placed, and not all of it here. */
const ON_ITS_WAY = sql`
  ${statesIn((flow) => [...new Set([...flow.in.awaited, ...flow.in.placed])])}
  and exists (
    select 1
    from supply_order_line w
    where w.oid = o.oid and w.order_id = o.order_id and w.ordered > w.received + w.rejected
  )
`
const where = (cx: Cx, query: Asked): Listing['where'] => [
  sql`o.hid = ${ownStore(cx, query.hid ?? cx.who.hid)}`,
  sql`o.pid is null and o.record_frame_id is null`,
  ON_ITS_WAY,
  query.kind !== undefined && sql`o.kind = ${query.kind}`,
  query.supplierId !== undefined && sql`o.supplier_id = ${query.supplierId}`,
  query.state === 'late' && late(cx),
  query.state === 'due' && sql`o.promised_on between ${cx.today}::date and ${cx.today}::date + 7`,
  Boolean(query.text?.trim()) &&
    sql`
      (
        o.order_no = upper(${query.text ?? ''})
        or s.name ilike ${holds((query.text ?? '').trim())}
        or exists (
          select 1
          from supply_order_line x
          join product p on p.oid = x.oid and p.product_id = x.product_id
          where x.oid = o.oid and x.order_id = o.order_id and ${wordsIn(query.text ?? '', sql`p.search`)}
        )
      )
    `,
]
/** Columns that are not of the order itself. */
const OF_SUPPLIER = ['supplierName', 'late', 'lateDays'] as const
const OF_LINES = ['statusName', 'productName', 'pieces', 'received', 'waiting', 'costTotal'] as const
const OF_LINE = ['lineId', 'productId', 'name', 'sph', 'cyl', 'axis', 'ordered', 'received', 'rejected', 'waiting'] as const
const order = sql`o.promised_on nulls last, o.order_id`
export const purchasePage = (cx: Cx, query: z.output<(typeof purchases)['purchase.order']['input']>): Promise<Page<PurchaseRow>> =>
  pageOf(
    cx,
    {
      of: PurchaseRow,
      select: sql`
        ${columnsOf(PurchaseRow, 'o', ...OF_SUPPLIER, ...OF_LINES)}, s.name supplier_name, ${LATE(cx)}, ${statusName} status_name,
        l.product_name, l.pieces, l.received, l.waiting, ${seesCost(cx) ? sql`o.cost_total` : sql`null::bigint`} cost_total
      `,
      from: sql`
        supply_order o
        left join supplier s on s.oid = o.oid and s.supplier_id = o.supplier_id
        left join lateral (
          select coalesce(string_agg(distinct x.name, '；'), '') product_name, coalesce(sum(x.ordered), 0)::int pieces,
            coalesce(sum(x.received), 0)::int received, coalesce(sum(x.ordered - x.received - x.rejected), 0)::int waiting
          from supply_order_line x
          where x.oid = o.oid and x.order_id = o.order_id
        ) l on true
      `,
      where: where(cx, query),
      order,
      key: sql`o.order_id`,
    },
    query,
  )
export const purchaseLines = (cx: Cx, query: z.output<(typeof purchases)['purchase.order-detail']['input']>): Promise<Page<PurchaseLine>> =>
  pageOf(
    cx,
    {
      of: PurchaseLine,
      select: sql`
        l.line_id, ${columnsOf(PurchaseLine, 'o', ...OF_SUPPLIER, ...OF_LINE)}, s.name supplier_name, ${LATE(cx)}, l.product_id, l.name,
        l.sph, l.cyl, l.axis, l.ordered, l.received, l.rejected, l.ordered - l.received - l.rejected waiting
      `,
      from: sql`
        supply_order o
        join supply_order_line l on l.oid = o.oid and l.order_id = o.order_id
        left join supplier s on s.oid = o.oid and s.supplier_id = o.supplier_id
      `,
      where: [
        ...where(cx, query),
        query.id !== undefined && sql`o.order_id = ${query.id}`,
        query.productId !== undefined && sql`l.product_id = ${query.productId}`,
      ],
      order: sql`${order}, l.line_id`,
      key: sql`l.line_id`,
    },
    query,
  )

const Goods = ProposalRow.pick({
  productId: true,
  category: true,
  name: true,
  supplierId: true,
  supplierName: true,
  minStock: true,
  maxStock: true,
}).extend({
  leadDays: ProposalRow.shape.leadDays.nullable(),
  /** It lies here in powers: its limits are of the product, its demand is of each power. */
  byPower: z.boolean(),
})
type Goods = z.output<typeof Goods>
const Awaited = { productId: 'number', sph: 'number | null', cyl: 'number | null', axis: 'number | null', pieces: 'number' } as const
type Power = Pick<Sku, 'sph' | 'cyl' | 'axis'>
const keyOf = (productId: number, { sph, cyl, axis }: Power): string => [productId, sph, cyl, axis].join('|')

type Proposing = z.output<(typeof purchases)['purchase.proposal']['input']>
const goodsFor = (cx: Cx, hid: number, query: Proposing) =>
  cx.db.rows(
    Goods,
    sql`
      select p.product_id, p.category, p.name, p.supplier_id, s.name supplier_name, b.stock_days lead_days, p.min_stock, p.max_stock,
        exists (
          select
          from sku_level k
          where k.oid = p.oid and k.hid = ${hid} and k.product_id = p.product_id and k.sph is not null
        ) by_power
      from product p
      left join supplier s on s.oid = p.oid and s.supplier_id = p.supplier_id
      left join brand b on b.oid = p.oid and b.brand_id = p.brand_id
      where p.status = ${lit(onSale.is.on)}
        and p.category = any(${query.category === undefined ? CATEGORIES : [query.category]}::int[])
        and p.classify_status <> ${lit(making.is.custom)}
        and (p.apply_stores is null or ${hid}::bigint = any(p.apply_stores))
        and (${query.supplierId ?? null}::bigint is null or p.supplier_id = ${query.supplierId ?? null}::bigint)
        and ${query.text?.trim() ? wordsIn(query.text, sql`p.search`) : sql`true`}
    `,
  )
export const onItsWay = (cx: Cx, hid: number, productId?: number) =>
  cx.db.rows(
    Awaited,
    sql`
      select l.product_id,
        l.sph,
        l.cyl,
        case when o.kind <> 'glasses' then l.axis
        end axis,
        sum(l.ordered - l.received - l.rejected)::int pieces
      from supply_order o
      join supply_order_line l on l.oid = o.oid and l.order_id = o.order_id
      where o.hid = ${hid}
        and o.pid is null
        and o.record_frame_id is null
        and ${machineIn('open')}
        and ${productId === undefined ? sql`true` : sql`l.product_id = ${productId}`}
      group by 1, 2, 3, 4
    `,
  )

/**
 * What should be ordered now: what runs out first, then by product and power. Limits are of a product: where it is kept by power, its
 * demand decides.
 */
export async function proposal(cx: Cx, query: Proposing): Promise<{ list: ProposalRow[]; total: number }> {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  const goods = await goodsFor(cx, hid, query)
  const skus = await demandOf(cx, hid, { productIds: goods.map((g) => g.productId), moving: true })
  const awaited = new Map((await onItsWay(cx, hid)).map((a) => [keyOf(a.productId, a), a.pieces]))
  const kept = new Map<number, Sku[]>()
  for (const sku of skus) {
    const own = kept.get(sku.productId)
    if (own) own.push(sku)
    else kept.set(sku.productId, [sku])
  }
  const list = goods.flatMap((g): ProposalRow[] => {
    const bare: Sku = { productId: g.productId, sph: null, cyl: null, axis: null, onHand: 0, weeks: [] }
    const own = kept.get(g.productId) ?? (g.byPower ? [] : [bare])
    return own.flatMap((sku) => proposed(g, sku, awaited.get(keyOf(g.productId, sku)) ?? 0) ?? [])
  })
  list.sort(
    (a, b) =>
      ORDER[a.why] - ORDER[b.why] || inChinese.compare(a.name, b.name) || (b.sph ?? 0) - (a.sph ?? 0) || a.rowKey.localeCompare(b.rowKey),
  )
  return { list, total: list.length }
}
const inChinese = new Intl.Collator('zh')
const ORDER: Readonly<Record<ProposalRow['why'], number>> = { out: 0, demand: 1, min: 2 }
function proposed(g: Goods, sku: Sku, onOrder: number): ProposalRow | undefined {
  const leadDays = g.leadDays ?? USUAL_LEAD
  const limits = g.byPower ? { min: null, max: null } : { min: g.minStock, max: g.maxStock }
  const { perWeek, quantity, why } = proposalOf({ ...sku, onOrder, leadDays, ...limits })
  if (!why) return undefined
  return {
    rowKey: keyOf(g.productId, sku),
    productId: g.productId,
    category: g.category,
    name: g.name,
    supplierId: g.supplierId,
    supplierName: g.supplierName,
    sph: sku.sph,
    cyl: sku.cyl,
    axis: sku.axis,
    onHand: sku.onHand,
    onOrder,
    demand: demandIn(sku),
    perWeek: Math.round(perWeek * 10) / 10,
    leadDays,
    minStock: g.minStock,
    maxStock: g.maxStock,
    quantity,
    why,
  }
}

/** One draft a supplier and kind, all or none. */
export async function makeStockOrders(cx: Cx<SaveFail | 'no_stock_kind'>, { hid: wantedHid, items }: z.output<typeof NewStockOrders>) {
  const hid = ownStore(cx, wantedHid ?? cx.who.hid)
  const products = await productsOf(
    cx,
    items.map((i) => i.productId),
  )
  const groups = new Map<string, { kind: OrderKind; supplierId: number | null; items: typeof items }>()
  items.forEach((item, n) => {
    const product = productIn(products, item.productId)
    const kind = kindFor(product.category)
    if (!kind) return cx.refuse('no_stock_kind', { product: product.name, field: `items.${n}.productId` })
    const key = `${kind.kind}|${product.supplierId}`
    const group = groups.get(key) ?? { kind, supplierId: product.supplierId, items: [] }
    groups.set(key, { ...group, items: [...group.items, item] })
  })
  const made = []
  for (const { kind, supplierId, items: own } of groups.values()) {
    const { orderId, orderNo } = await createOrder(cx, kind, { hid, head: { supplierId }, items: own, overrides: [] })
    const supplier = await cx.db.one({ name: 'string' }, sql`select name from supplier where supplier_id = ${supplierId}`)
    made.push({
      orderId,
      orderNo,
      kind: kind.kind,
      supplierName: supplier?.name ?? null,
      pieces: own.reduce((sum, i) => sum + i.number, 0),
    })
  }
  return made
}
