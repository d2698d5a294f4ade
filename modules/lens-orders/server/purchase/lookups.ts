/** What a kind may order, as the store stands: by words, brand and supplier. */
import type { Page } from '#kernel/contract/index.ts'
import { columnsOf, lit, may, pageOf, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { onSale, making } from '#modules/products/contract/states.ts'
import { wordsIn } from '#modules/products/server/door.ts'
import { agreedCosts } from '#modules/purchasing/server/door.ts'
import { onHand } from '#modules/stock/server/door.ts'
import { everyKind } from '../../contract/kinds/index.ts'
import { PlaceRow, type PlaceQuery } from '../../contract/purchase/lookups.ts'
import { machineOf } from '../../contract/states.ts'

const COMPUTED = ['supplierName', 'leadDays', 'onHand', 'onOrder'] as const
/** Pieces of a product that are ordered and neither received nor refused, in a store. */
const awaited = (hid: number) => {
  const [supply, fitted] = [machineOf('supply').in.awaited, machineOf('fitted').in.awaited]
  return sql`
    coalesce(
      (
        select sum(l.ordered - l.received - l.rejected)
        from supply_order_line l
        join supply_order o on o.oid = l.oid and o.order_id = l.order_id
        where l.oid = p.oid
          and l.product_id = p.product_id
          and o.hid = ${hid}
          and (o.flow = 'supply' and o.status in ${lit([...supply])} or o.flow = 'fitted' and o.status in ${lit([...fitted])})
      ),
      0
    )::int
  `
}

export async function placeable(cx: Cx, query: PlaceQuery): Promise<Page<PlaceRow>> {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  const kinds = everyKind().filter((k) => query.kind === undefined || k.kind === query.kind)
  if (!kinds.length) return cx.refuse('not_found', { what: '订单种类', field: 'kind' })
  const categories = [...new Set(kinds.flatMap((k) => k.categories))]
  const found = await pageOf(
    cx,
    {
      of: PlaceRow,
      select: sql`
        ${columnsOf(PlaceRow, 'p', ...COMPUTED)},
        s.name supplier_name,
        case when p.classify_status = ${lit(making.is.custom)} then b.custom_days else b.stock_days
        end lead_days,
        0 on_hand,
        ${awaited(hid)} on_order
      `,
      from: sql`
        product p
        left join supplier s on s.oid = p.oid and s.supplier_id = p.supplier_id
        left join brand b on b.oid = p.oid and b.brand_id = p.brand_id
      `,
      where: [
        sql`p.status = ${lit(onSale.is.on)}`,
        sql`p.category = any(${categories}::int[])`,
        sql`(p.apply_stores is null or ${hid}::bigint = any(p.apply_stores))`,
        Boolean(query.text?.trim()) && wordsIn(query.text ?? '', sql`p.search`),
        query.brandId !== undefined && sql`p.brand_id = ${query.brandId}`,
        query.supplierId !== undefined && sql`p.supplier_id = ${query.supplierId}`,
        query.productIds !== undefined && sql`p.product_id = any(${query.productIds}::bigint[])`,
      ],
      order: sql`p.category, p.brand, p.name, p.product_id`,
      key: sql`p.product_id`,
    },
    query,
  )
  const pieces = await onHand(
    cx,
    hid,
    found.list.map((p) => p.productId),
  )
  if (!may(cx, 'order:cost', hid))
    return { ...found, list: found.list.map((p) => ({ ...p, cost: null, onHand: pieces.get(p.productId) ?? 0 })) }
  const links = found.list.flatMap(({ productId, supplierId }) =>
    supplierId ? [{ productId, supplierId, quantity: 1, day: cx.today }] : [],
  )
  const agreed = await agreedCosts(cx, links, hid)
  const costs = new Map(links.map(({ productId }, n) => [productId, agreed[n]?.cost]))
  return {
    ...found,
    list: found.list.map((p) => ({ ...p, cost: costs.get(p.productId) ?? p.cost, onHand: pieces.get(p.productId) ?? 0 })),
  }
}
