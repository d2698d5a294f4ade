import { ident, sql, update, type Cx, type Sql } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { type EditPrice, type NewInPrices, type NewOutPrices, PriceRecord } from '../contract/shapes.papers.ts'
import { goodsRepriced } from '../contract/events.ts'
import { stockIn, stockOut } from '../contract/states.ts'
import { stockInOf } from './papers/stock-in.ts'
import { stockOutOf } from './papers/stock-out.ts'

/** Lines of a document with their agreed prices. Lines without one have difference 0. */
const pricesOf = (cx: Cx, side: 'in' | 'out', paperId: number): Promise<PriceRecord[]> => {
  const posted: Sql = side === 'in' ? sql`i.cost` : sql`i.price`
  return cx.db.rows(
    PriceRecord,
    sql`
      select r.id, i.item_id, p.name product_name, i.sph, i.cyl, i.axis, b.batch_no, i.quantity, ${posted} posted, r.price,
        coalesce((r.price - ${posted}) * i.quantity, 0) difference, r.note, r.at, c.name
      from ${ident(`stock_${side}_item`)} i
      join product p on p.oid = i.oid and p.product_id = i.product_id
      left join batch b on b.oid = i.oid and b.batch_id = i.batch_id
      left join stock_price r on r.oid = i.oid and ${ident(`stock_${side}_item_id`)} = i.item_id
      left join contact c on c.oid = r.oid and c.ctid_ = r.ctid_
      where i.${ident(`stock${side}_id`)} = ${paperId}
      order by i.item_id
    `,
  )
}
export async function agreedIn(cx: Cx, stockinId: number): Promise<PriceRecord[]> {
  await stockInOf(cx, stockinId)
  return pricesOf(cx, 'in', stockinId)
}
export async function agreedOut(cx: Cx, stockoutId: number): Promise<PriceRecord[]> {
  await stockOutOf(cx, stockoutId)
  return pricesOf(cx, 'out', stockoutId)
}

type Fail = 'not_posted'
interface Paper {
  hid: number
  status: number
  number: string
  items: ReadonlyArray<{ itemId: number }>
}
async function recordPrices(
  cx: Cx<Fail>,
  side: 'in' | 'out',
  paper: Paper,
  records: ReadonlyArray<{ itemId: number; price: number; note?: string | null | undefined }>,
): Promise<void> {
  if (paper.status !== { in: stockIn, out: stockOut }[side].is.posted) cx.refuse('not_posted', { paper: paper.number })
  const itemIds = new Set(paper.items.map((i) => i.itemId))
  for (const { itemId, price, note } of records) {
    if (!itemIds.has(itemId)) cx.refuse('not_found', { what: '明细' })
    const column = ident(`stock_${side}_item_id`)
    await cx.db.run(
      sql`
        insert into stock_price (hid, ${column}, price, note)
        values (${paper.hid}, ${itemId}, ${price}, ${note || null})
        on conflict (oid, ${column})
        where ${column} is not null do update
        set price = excluded.price, note = excluded.note, at = app_now(), ctid_ = app_ctid()
      `,
    )
    await cx.announce(goodsRepriced, { of: side, itemId, price })
  }
}
export async function agreeIn(cx: Cx<Fail>, { stockinId, priceRecords }: z.output<typeof NewInPrices>): Promise<PriceRecord[]> {
  const paper = await stockInOf(cx, stockinId)
  await recordPrices(cx, 'in', { ...paper, number: paper.stockinNo }, priceRecords)
  return pricesOf(cx, 'in', stockinId)
}
export async function agreeOut(cx: Cx<Fail>, { stockoutId, priceRecords }: z.output<typeof NewOutPrices>): Promise<PriceRecord[]> {
  const paper = await stockOutOf(cx, stockoutId)
  await recordPrices(cx, 'out', { ...paper, number: paper.stockoutNo }, priceRecords)
  return pricesOf(cx, 'out', stockoutId)
}

/** Changes an agreed price and returns all prices of the document. */
export async function changeAgreed(cx: Cx<Fail>, { id, price, note }: z.output<typeof EditPrice>): Promise<PriceRecord[]> {
  const row = await update(cx, 'stock_price', { id }, { price, ...(note === undefined ? {} : { note }) })
  if (!row) return cx.refuse('not_found', { what: '价格记录' })
  const side = row.stockInItemId ? 'in' : 'out'
  const itemId = row.stockInItemId ?? row.stockOutItemId ?? cx.refuse('not_found', { what: '明细' })
  await cx.announce(goodsRepriced, { of: side, itemId, price })
  const paper = await cx.db.the(
    { id: 'number' },
    sql`
      select ${ident(`stock${side}_id`)} id
      from ${ident(`stock_${side}_item`)}
      where item_id = ${itemId}
    `,
  )
  return pricesOf(cx, side, paper.id)
}
