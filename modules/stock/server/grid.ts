import { pageOf, sql, type Cx } from '#kernel/server/index.ts'
import { gridAxes } from '#modules/products/contract/range.ts'
import { productOf } from '#modules/products/server/door.ts'
import type { z } from '#kernel/contract/index.ts'
import { Movement, type StockGrid } from '../contract/shapes.ts'
import { accountOf, batchOfKey } from './batch/batches.ts'
import { byPower, issuableNow } from './batch/levels.ts'

const merged = (a: readonly number[], b: readonly number[]): number[] => [...new Set([...a, ...b])].sort((x, y) => y - x)

/** Power grid of a product in a store: the axes of its stocked range, widened by what is in stock, and the filled cells. */
export async function powerGrid(
  cx: Cx,
  hid: number,
  { product_id, warehouse_id }: { product_id: number; warehouse_id?: number | undefined },
): Promise<StockGrid> {
  const product = await productOf(cx, product_id)
  const cells = await cx.db.rows(
    { sph: 'number', cyl: 'number', quantity: 'number', available: 'number' },
    warehouse_id === undefined
      ? sql`
        select sph, coalesce(cyl, 0) cyl, sum(quantity)::int quantity, sum(available)::int available
        from ${byPower(cx, hid, sql`k.product_id = ${product_id} and k.sph is not null`)} q
        group by 1, 2
      `
      : sql`
        select v.sph, coalesce(v.cyl, 0) cyl, sum(v.on_hand)::int quantity,
          coalesce(sum(v.on_hand) filter (where ${issuableNow(cx)}), 0)::int available
        from stock_level v
        where v.hid = ${hid} and v.product_id = ${product_id} and v.on_hand > 0 and v.sph is not null and v.warehouse_id = ${warehouse_id}
        group by 1, 2
      `,
  )
  const axes = gridAxes(product) ?? { sph: [], cyl: [0] }
  return {
    productId: product.productId,
    productName: product.name,
    unit: product.unit,
    sph: merged(
      axes.sph,
      cells.map((c) => c.sph),
    ),
    cyl: merged(
      axes.cyl,
      cells.map((c) => c.cyl),
    ),
    cells,
    total: cells.reduce((n, c) => n + c.quantity, 0),
  }
}

/** Ledger lines of the batches of a product in a store, newest first, with their authors. */
export async function movements(
  cx: Cx,
  hid: number,
  query: { id: number; batchId?: number | undefined },
): Promise<{ list: Array<z.output<typeof Movement>>; total: number }> {
  await productOf(cx, query.id)
  const batches = await cx.db.rows(
    { batchId: 'number' },
    sql`
      select v.batch_id
      from stock_level v
      where v.hid = ${hid}
        and v.product_id = ${query.id}
        and ${query.batchId === undefined ? sql`true` : sql`v.batch_id = ${query.batchId}`}
    `,
  )
  return pageOf(
    cx,
    {
      of: Movement,
      select: sql`
        l.line_id, e.at, e.reason, e.ref, b.batch_id, b.batch_no, b.sph, b.cyl, b.axis, w.name warehouse_name, l.amount, l.balance, c.name,
        e.note
      `,
      from: sql`
        ledger_account a
        join ledger_line l on l.oid = a.oid and l.account_id = a.account_id
        left join batch b on b.oid = a.oid and b.batch_id = ${batchOfKey}
        left join warehouse w on w.oid = b.oid and w.warehouse_id = b.warehouse_id
        left join ledger_entry e on e.oid = l.oid and e.entry_id = l.entry_id
        left join contact c on c.oid = e.oid and c.ctid_ = e.ctid_
      `,
      where: [sql`a.book = 'stock'`, sql`a.key = any(${batches.map((b) => accountOf(b.batchId))}::text[])`],
      order: sql`l.line_id desc`,
      key: sql`l.line_id`,
    },
    query,
  )
}
