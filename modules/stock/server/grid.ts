import { all, pageOf, sql, type Cx } from '#kernel/server/index.ts'
import { gridAxes } from '#modules/products/contract/range.ts'
import { productOf } from '#modules/products/server/door.ts'
import type { z } from '#kernel/contract/index.ts'
import { Movement, type StockGrid } from '../contract/shapes.ts'
import { balanceOf } from './batches.ts'
import { issuableNow } from './queries.ts'

const merged = (a: readonly number[], b: readonly number[]): number[] => [...new Set([...a, ...b])].sort((x, y) => y - x)

/** The power grid of a product in a store: the axes its range is stocked in, widened by what lies there, and the filled cells. */
export async function powerGrid(
  cx: Cx,
  hid: number,
  { product_id, warehouse_id }: { product_id: number; warehouse_id?: number | undefined },
): Promise<StockGrid> {
  const product = await productOf(cx, product_id)
  const cells = await cx.db.rows(
    { sph: 'number', cyl: 'number', quantity: 'number', available: 'number' },
    sql`select b.sph, coalesce(b.cyl, 0) cyl, sum(coalesce(a.balance, 0))::int quantity, coalesce(sum(a.balance) filter (where ${issuableNow(cx)}), 0)::int available
    from batch b ${balanceOf} where ${all([sql`b.hid = ${hid}`, sql`b.product_id = ${product_id}`, sql`b.sph is not null`, warehouse_id !== undefined && sql`b.warehouse_id = ${warehouse_id}`])}
    group by b.sph, coalesce(b.cyl, 0) having sum(coalesce(a.balance, 0)) > 0`,
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

/** Ledger lines on the batches of a product in a store, newest first, with who made them. */
export async function movements(
  cx: Cx,
  hid: number,
  query: { id: number; batchId?: number | undefined },
): Promise<{ list: Array<z.output<typeof Movement>>; total: number }> {
  await productOf(cx, query.id)
  return pageOf(
    cx,
    {
      of: Movement,
      select: sql`l.line_id, e.at, e.reason, e.ref, b.batch_id, b.batch_no, b.sph, b.cyl, b.axis, w.name warehouse_name, l.amount, l.balance, c.name, e.note`,
      from: sql`batch b join warehouse w on w.oid = b.oid and w.warehouse_id = b.warehouse_id join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
      join ledger_line l on l.oid = a.oid and l.account_id = a.account_id join ledger_entry e on e.oid = l.oid and e.entry_id = l.entry_id left join contact c on c.oid = e.oid and c.ctid_ = e.ctid_`,
      where: [sql`b.hid = ${hid}`, sql`b.product_id = ${query.id}`, query.batchId !== undefined && sql`b.batch_id = ${query.batchId}`],
      order: sql`l.line_id desc`,
    },
    query,
  )
}
