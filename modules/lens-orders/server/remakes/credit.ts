/** What suppliers made good of the remake ledger: read from their papers, and written by their credit notes. */
import { sql, lit, type Cx, type Sql } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { makeGood, makeGoodNoMore } from '#modules/purchasing/server/door.ts'
import { payableKinds } from '#modules/purchasing/contract/states.ts'
import { stockIn } from '#modules/stock/contract/states.ts'
import type { Credited, CreditRemake, UncreditRemake } from '../../contract/remakes/remakes.ts'
import { LEDGER } from './ledger.ts'

/**
 * What was taken off for a line `x` of the ledger, paper by paper: credit notes that name it, the return its pieces left by, another price
 * agreed for what replaces others. Pieces that were refused at the door were never owed for.
 */
const PAPERS = sql`
  select c.doc_no, -sum(c.amount) amount
  from (
    select p.doc_no, p.amount
    from payable p
    where p.oid = x.oid and p.remake = x.key
    union all
    select p.doc_no, p.amount * r.quantity / i.quantity
    from supply_receipt_line r
    join stock_out_item i on i.oid = r.oid and i.stockout_id = r.returned_by and i.batch_id = r.batch_id
    join payable p on p.oid = i.oid and p.stock_out_item_id = i.item_id
    where x.what = 'refused' and r.oid = x.oid and r.receipt_line_id = x.paper_id
    union all
    select p.doc_no, p.amount
    from supply_receipt h
    join stock_in d on d.oid = h.oid and d.stockin_id = h.stockin_id and d.status = ${lit(stockIn.is.posted)}
    join stock_in_item i on i.oid = d.oid and i.stockin_id = d.stockin_id
    join payable p on p.oid = i.oid and p.stock_in_item_id = i.item_id and p.kind = ${lit(payableKinds.is.difference)}
    where x.what = 'supplement' and h.oid = x.oid and h.order_id = x.paper_id
  ) c
  group by c.doc_no
  having sum(c.amount) <> 0
`
const ofPapers = (what: Sql): Sql => sql`(select ${what} from (${PAPERS}) c)`
/** Fen; null where no paper of a supplier says anything of the line. */
export const credited = ofPapers(sql`sum(c.amount)::bigint`)
export const creditNos = ofPapers(sql`string_agg(c.doc_no, '、' order by c.doc_no)`)

const Line = { key: 'string', orderNo: 'string', productName: 'string | null', supplierId: 'number | null' } as const
/** Finds a line by the key of its paper, which has an index. */
function keyed(hid: number, key: string): Sql {
  const [, what = '', id = '0'] = /^([a-z]+)-(\d{1,15})$/.exec(key) ?? []
  return sql`x.hid = ${hid} and x.what = ${what} and x.paper_id = ${Number(id)}`
}
/** A line of the store's ledger by its key. */
async function lineOf(cx: Cx, hid: number, key: string) {
  const line = await cx.db.one(
    Line,
    sql`
      select x.key, x.order_no, x.product_name, x.supplier_id
      from ${LEDGER}
      where ${keyed(hid, key)}
    `,
  )
  return line ?? cx.refuse('not_found', { what: '返工记录' })
}
const shown = (cx: Cx, hid: number, key: string): Promise<Credited> =>
  cx.db.the(
    { key: 'string', credited: 'number | null', creditNos: 'string | null' },
    sql`
      select x.key, ${credited} credited, ${creditNos} credit_nos
      from ${LEDGER}
      where ${keyed(hid, key)}
    `,
  )
/** Writes a credit note of the supplier who bears the line; who bears none names the supplier. */
export async function creditRemake(cx: Cx<'credit_twice'>, input: CreditRemake): Promise<Credited> {
  const hid = ownStore(cx, input.hid ?? cx.who.hid)
  const { key, orderNo, productName, supplierId: own } = await lineOf(cx, hid, input.key)
  const supplierId = own ?? input.supplierId ?? cx.refuse('bad_input', { what: '请选择供应商', field: 'supplierId' })
  if (input.supplierId && input.supplierId !== supplierId) cx.refuse('bad_input', { what: '供应商不是这条返工记录的', field: 'supplierId' })
  const { docNo, day, amount } = input
  const note = [orderNo, productName, input.note].filter(Boolean).join(' ').slice(0, 200)
  await makeGood(cx, { hid, supplierId, remake: key, docNo: docNo.trim(), day, amount, note })
  cx.touch('orders')
  return shown(cx, hid, key)
}
export async function uncreditRemake(cx: Cx<'credit_gone'>, { hid: wantedHid, key, docNo, reason }: UncreditRemake): Promise<Credited> {
  const hid = ownStore(cx, wantedHid ?? cx.who.hid)
  await makeGoodNoMore(cx, { hid, remake: key, docNo: docNo.trim(), reason })
  cx.touch('orders')
  return shown(cx, hid, key)
}
