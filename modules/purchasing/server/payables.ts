/**
 * Debt of a store to suppliers: a row per kind of goods received or returned, and an entry in the ledger book `payable` per document.
 * Rows are never changed; later changes are rows of their own.
 */
import { addDays } from '#kernel/contract/index.ts'
import { insertMany, lit, post, sql, type Cx, type Row, type Sql } from '#kernel/server/index.ts'
import type { SupplierPaper } from '#modules/stock/contract/events.ts'
import { supplierOf } from '#modules/suppliers/server/door.ts'
import { payableKinds, supplierPayment } from '../contract/states.ts'
import { contractTerms } from './agreed.ts'

const BOOK = 'payable'
/** Account of a supplier: what the organisation owes it. */
export const supplierKey = (supplierId: number): string => `supplier:${supplierId}`
type Owed = Partial<Row<'payable'>> & { quantity: number; price: number }
interface Paper {
  readonly hid: number
  readonly supplierId: number
  readonly reason: string
  readonly ref: string
  readonly note?: string | undefined
}

/**
 * Posts the changes of one document: its rows, and their sum in the ledger. Fen; reductions have a negative quantity. Returns the rows.
 */
export async function owe(
  cx: Cx,
  { hid, supplierId, reason, ref, note }: Paper,
  lines: ReadonlyArray<Omit<Owed, 'amount'>>,
): Promise<Array<Row<'payable'>>> {
  const rows = lines.map((line) => ({ ...line, amount: line.quantity * line.price }))
  const sum = rows.reduce((n, { amount }) => n + amount, 0)
  const entryId = sum
    ? await post(cx, {
        hid,
        reason,
        ref,
        ...(note ? { note } : {}),
        lines: [
          { book: BOOK, key: supplierKey(supplierId), amount: sum },
          { book: BOOK, key: `goods:${hid}`, amount: -sum },
        ],
      })
    : null
  return insertMany(
    cx,
    'payable',
    rows.map((row) => ({ ...row, hid, supplierId, entryId: row.amount ? entryId : null })),
  )
}

const refOf = ({ of: side, paperId }: Pick<SupplierPaper, 'of' | 'paperId'>): string => `stock${side}:${paperId}`
/** A posted purchase: due after the payment term of the contract, or the supplier's. Returns reduce the debt at once. */
export async function oweGoods(cx: Cx, paper: SupplierPaper): Promise<void> {
  const { of: side, hid, supplierId, docNo, deliveryNo, day } = paper
  const bought = side === 'in'
  const due = bought ? addDays(day, await paymentDays(cx, supplierId, day, hid)) : day
  const kind = bought ? payableKinds.is.received : payableKinds.is.returned
  await owe(
    cx,
    { hid, supplierId, reason: bought ? '收货应付' : '退货冲减', ref: refOf(paper) },
    paper.lines.map(({ itemId, productId, sph, cyl, axis, quantity, price }) => {
      const goods = { productId, sph, cyl, axis, price, quantity: bought ? quantity : -quantity }
      return { kind, docNo, deliveryNo, day, dueOn: due, ...goods, [itemOf(side).column]: itemId }
    }),
  )
}
const paymentDays = async (cx: Cx, supplierId: number, day: string, hid: number): Promise<number> =>
  (await contractTerms(cx, { supplierId, day, hid }))?.paymentDays ?? (await supplierOf(cx, supplierId)).paymentDays

/** Item column by direction. */
const itemOf = (side: 'in' | 'out') =>
  side === 'in'
    ? ({ column: 'stockInItemId', sql: sql`stock_in_item_id` } as const)
    : ({ column: 'stockOutItemId', sql: sql`stock_out_item_id` } as const)
const Goods = {
  hid: 'number',
  supplierId: 'number',
  itemId: 'number',
  docNo: 'string',
  deliveryNo: 'string | null',
  productId: 'number',
  sph: 'number | null',
  cyl: 'number | null',
  axis: 'number | null',
  quantity: 'number',
  amount: 'number',
} as const
/** Current debt for goods by item: as posted, plus all later differences. */
const owedFor = (cx: Cx, side: 'in' | 'out', where: Sql) =>
  cx.db.rows(
    Goods,
    sql`
      select x.hid, x.supplier_id, ${itemOf(side).sql} item_id, x.doc_no, x.delivery_no, x.product_id, x.sph, x.cyl, x.axis, x.quantity,
        (
          select sum(y.amount)
          from payable y
          where y.oid = x.oid and y.${itemOf(side).sql} = x.${itemOf(side).sql}
        )::bigint amount
      from payable x
      where x.kind in ${lit(payableKinds.in.posted)} and ${where}
      order by x.payable_id
    `,
  )

/** A changed price of posted goods: the difference is owed, or owed no more, from today. */
export async function oweDifference(
  cx: Cx,
  { of: side, itemId, price }: { of: 'in' | 'out'; itemId: number; price: number },
): Promise<void> {
  const item = itemOf(side)
  const [goods] = await owedFor(cx, side, sql`x.${item.sql} = ${itemId}`)
  if (!goods) return
  const { hid, supplierId, quantity, amount, itemId: _, ...rest } = goods
  const by = price - amount / quantity
  if (by === 0) return
  const ref = `price:${side}:${itemId}`
  const row = { ...rest, kind: payableKinds.is.difference, day: cx.today, dueOn: cx.today, quantity, price: by, [item.column]: itemId }
  await owe(cx, { hid, supplierId, reason: '差价', ref }, [row])
}

/** A revoked document is owed no more. Its payables in an open payment order are removed from it first. */
export async function oweNoMore(
  cx: Cx<'payable_claimed'>,
  { of: side, paperId, docNo }: { of: 'in' | 'out'; paperId: number; docNo: string },
): Promise<void> {
  const item = itemOf(side)
  const own =
    side === 'in'
      ? sql`select item_id from stock_in_item where stockin_id = ${paperId}`
      : sql`select item_id from stock_out_item where stockout_id = ${paperId}`
  const claimed = await cx.db.one(
    { paymentNo: 'string' },
    sql`
      select p.payment_no
      from payable x
      join supplier_payment p on p.oid = x.oid and p.payment_id = x.payment_id
      where x.${item.sql} in (${own}) and p.status in ${lit(supplierPayment.in.underWay)}
      limit 1
    `,
  )
  if (claimed) cx.refuse('payable_claimed', { paper: docNo, payment: claimed.paymentNo })
  const goods = (await owedFor(cx, side, sql`x.${item.sql} in (${own})`)).filter(({ amount }) => amount !== 0)
  const [first] = goods
  if (!first) return
  const lines = goods.map(({ hid: _, supplierId: __, itemId, quantity, amount, ...rest }) => {
    const less = { quantity: -quantity, price: amount / quantity, [item.column]: itemId }
    return { ...rest, ...less, kind: payableKinds.is.revoked, day: cx.today, dueOn: cx.today }
  })
  const { hid, supplierId } = first
  await owe(cx, { hid, supplierId, reason: side === 'in' ? '撤销入库' : '撤销退货', ref: refOf({ of: side, paperId }) }, lines)
}
