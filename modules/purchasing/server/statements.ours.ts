/** Our side of a reconciliation: what came in and went back in a period. */
import { lit, sql, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import type { SupplierStatement } from '../contract/shapes.statements.ts'
import { payableKinds } from '../contract/states.ts'
import type { DocumentRow, OrderedLine } from './ordered.ts'

/** Scope of a reconciliation: a statement, or a supplier's ledger over a period. */
export interface ReconciliationScope {
  readonly statement: SupplierStatement | null
  readonly supplierId: number
  readonly hid: number
  readonly fromOn: string
  readonly toOn: string
}
const OurRow = {
  line: 'string',
  day: 'string',
  docNo: 'string',
  deliveryNo: 'string | null',
  productId: 'number | null',
  productName: 'string | null',
  sph: 'number | null',
  cyl: 'number | null',
  quantity: 'number',
  amount: 'number',
  expected: 'number | null',
  payableIds: 'number[]',
  unpaidIds: 'number[]',
} as const
export type Own = ShapedRow<typeof OurRow> & DocumentRow
/** Goods received or returned in the period, with later price differences; without revoked documents. */
export async function oursOf(cx: Cx, { supplierId, hid, fromOn, toOn }: ReconciliationScope): Promise<Array<Omit<Own, 'orderNo'>>> {
  const rows = await cx.db.rows(
    OurRow,
    sql`
      select case when x.stock_in_item_id is null then 'out:' || x.stock_out_item_id else 'in:' || x.stock_in_item_id
        end line,
        x.day,
        x.doc_no,
        x.delivery_no,
        x.product_id,
        p.name product_name,
        x.sph,
        x.cyl,
        x.quantity,
        y.amount,
        i.expected,
        y.payable_ids,
        y.unpaid_ids
      from payable x
      left join stock_in_item i on i.oid = x.oid and i.item_id = x.stock_in_item_id
      left join product p on p.oid = x.oid and p.product_id = x.product_id
      cross join lateral (
        select sum(y.amount)::bigint amount, array_agg(y.payable_id order by y.payable_id) payable_ids,
          coalesce(array_agg(y.payable_id order by y.payable_id) filter (where y.payment_id is null), '{}') unpaid_ids,
          bool_or(y.kind = ${lit(payableKinds.is.revoked)}) revoked
        from payable y
        where y.oid = x.oid and (y.stock_in_item_id = x.stock_in_item_id or y.stock_out_item_id = x.stock_out_item_id)
      ) y
      where x.supplier_id = ${supplierId}
        and x.hid = ${hid}
        and x.kind in ${lit(payableKinds.in.posted)}
        and x.day between ${fromOn}::date and ${toOn}::date
        and not y.revoked
      order by x.payable_id
    `,
  )
  return rows.map((r) => ({ ...r, refs: [r.docNo, r.deliveryNo], price: r.amount / r.quantity }))
}
/** Our rows, known by the number of their order. */
export function underOrders(ours: ReadonlyArray<Omit<Own, 'orderNo'>>, orders: readonly OrderedLine[]): Own[] {
  const byPaper = new Map(orders.flatMap((o) => o.papers.map((paper) => [paper, o.orderNo] as const)))
  return ours.map((o) => ({ ...o, orderNo: byPaper.get(o.docNo) ?? null }))
}
