/**
 * What a store owes a supplier: a row for every kind of goods that came or went, and an entry in the ledger book `payable` for every paper. A row is never
 * rewritten; what changes later is a row of its own.
 */
import { addDays } from '#kernel/contract/index.ts'
import { insertMany, lit, post, sql, type Cx, type Row, type Sql } from '#kernel/server/index.ts'
import type { SupplierPaper } from '#modules/stock/contract/events.ts'
import { supplierOf } from '#modules/suppliers/server/door.ts'
import { payableKinds, supplierPayment } from '../contract/states.ts'
import { contractTerms } from './agreed.ts'

const BOOK = 'payable'
/** The account of a supplier: what the chain owes it. */
export const supplierKey = (supplierId: number): string => `supplier:${supplierId}`
type Owed = Partial<Row<'payable'>> & { quantity: number; price: number }
interface Paper {
  readonly hid: number
  readonly supplierId: number
  readonly reason: string
  readonly ref: string
  readonly note?: string | undefined
}

/** Posts what changes with one paper: its rows, and their sum in the ledger. Fen; what is owed less has a negative quantity. Answers the rows. */
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

const refOf = ({ of, paperId }: Pick<SupplierPaper, 'of' | 'paperId'>): string => `stock${of}:${paperId}`
/** A purchase that was posted: due after the days of payment of the contract, or the supplier's. Goods sent back are owed no more at once. */
export async function oweGoods(cx: Cx, paper: SupplierPaper): Promise<void> {
  const { of, hid, supplierId, docNo, deliveryNo, day } = paper
  const bought = of === 'in'
  const due = bought ? addDays(day, await paymentDays(cx, supplierId, day, hid)) : day
  const kind = bought ? payableKinds.is.received : payableKinds.is.returned
  await owe(
    cx,
    { hid, supplierId, reason: bought ? '收货应付' : '退货冲减', ref: refOf(paper) },
    paper.lines.map(({ itemId, productId, sph, cyl, axis, quantity, price }) => {
      const goods = { productId, sph, cyl, axis, price, quantity: bought ? quantity : -quantity }
      return { kind, docNo, deliveryNo, day, dueOn: due, ...goods, [itemOf(of).column]: itemId }
    }),
  )
}
const paymentDays = async (cx: Cx, supplierId: number, day: string, hid: number): Promise<number> =>
  (await contractTerms(cx, { supplierId, day, hid }))?.paymentDays ?? (await supplierOf(cx, supplierId)).paymentDays

/** Column of the goods of a paper. */
const itemOf = (of: 'in' | 'out') =>
  of === 'in'
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
/** What is owed by now for goods, by item: as they were posted, with every difference since. */
const owedFor = (cx: Cx, of: 'in' | 'out', where: Sql) =>
  cx.db.rows(
    Goods,
    sql`select x.hid, x.supplier_id, ${itemOf(of).sql} item_id, x.doc_no, x.delivery_no, x.product_id, x.sph, x.cyl, x.axis, x.quantity,
      (select sum(y.amount) from payable y where y.oid = x.oid and y.${itemOf(of).sql} = x.${itemOf(of).sql})::bigint amount
    from payable x where x.kind in ${lit(payableKinds.in.posted)} and ${where} order by x.payable_id`,
  )

/** Another price agreed for posted goods: the difference is owed, or owed no more, from today. */
export async function oweDifference(cx: Cx, { of, itemId, price }: { of: 'in' | 'out'; itemId: number; price: number }): Promise<void> {
  const item = itemOf(of)
  const [goods] = await owedFor(cx, of, sql`x.${item.sql} = ${itemId}`)
  if (!goods) return
  const { hid, supplierId, quantity, amount, itemId: _, ...rest } = goods
  const by = price - amount / quantity
  if (by === 0) return
  const ref = `price:${of}:${itemId}`
  const row = { ...rest, kind: payableKinds.is.difference, day: cx.today, dueOn: cx.today, quantity, price: by, [item.column]: itemId }
  await owe(cx, { hid, supplierId, reason: '差价', ref }, [row])
}

/** A paper that was revoked is owed no more. What stands in a payment that is under way is taken out of it first. */
export async function oweNoMore(
  cx: Cx<'payable_claimed'>,
  { of, paperId, docNo }: { of: 'in' | 'out'; paperId: number; docNo: string },
): Promise<void> {
  const item = itemOf(of)
  const own =
    of === 'in'
      ? sql`select item_id from stock_in_item where stockin_id = ${paperId}`
      : sql`select item_id from stock_out_item where stockout_id = ${paperId}`
  const claimed = await cx.db.one(
    { paymentNo: 'string' },
    sql`select p.payment_no from payable x join supplier_payment p on p.oid = x.oid and p.payment_id = x.payment_id where x.${item.sql} in (${own}) and p.status in ${lit(supplierPayment.in.underWay)} limit 1`,
  )
  if (claimed) cx.refuse('payable_claimed', { paper: docNo, payment: claimed.paymentNo })
  const goods = (await owedFor(cx, of, sql`x.${item.sql} in (${own})`)).filter(({ amount }) => amount !== 0)
  const [first] = goods
  if (!first) return
  const lines = goods.map(({ hid: _, supplierId: __, itemId, quantity, amount, ...rest }) => {
    const less = { quantity: -quantity, price: amount / quantity, [item.column]: itemId }
    return { ...rest, ...less, kind: payableKinds.is.revoked, day: cx.today, dueOn: cx.today }
  })
  const { hid, supplierId } = first
  await owe(cx, { hid, supplierId, reason: of === 'in' ? '撤销入库' : '撤销退货', ref: refOf({ of, paperId }) }, lines)
}
