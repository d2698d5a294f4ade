/**
 * Suppliers' credit notes: each settles a line of the remake ledger and reduces the debt by a payable of its own; cancelled, the debt
 * rises again.
 */
import { sql, type Cx } from '#kernel/server/index.ts'
import { supplierOf } from '#modules/suppliers/server/door.ts'
import { payableKinds } from '../contract/states.ts'
import { owe } from './payables.ts'

interface CreditNote {
  readonly hid: number
  readonly supplierId: number
  /** Line of the remake ledger: `refused-12`. */
  readonly remake: string
  /** The supplier's number of the note. */
  readonly docNo: string
  readonly day: string
  /** Positive, fen. */
  readonly amount: number
  readonly note: string
}
export async function makeGood(cx: Cx<'credit_twice'>, { hid, supplierId, remake, docNo, day, amount, note }: CreditNote): Promise<void> {
  await supplierOf(cx, supplierId)
  if (day > cx.today) cx.refuse('not_yet', { what: '赔付日期', field: 'day' })
  const row = { kind: payableKinds.is.credit, docNo, day, dueOn: day, quantity: -1, price: amount, remake, note }
  await owe(cx, { hid, supplierId, reason: '供应商赔付', ref: `remake:${remake}`, note: docNo }, [row])
}
/** Cancels a mistaken note: its amount is owed again from today. */
export async function makeGoodNoMore(
  cx: Cx<'credit_gone'>,
  { hid, remake, docNo, reason }: { hid: number; remake: string; docNo: string; reason: string },
): Promise<void> {
  const standing = await cx.db.one(
    { supplierId: 'number', docNo: 'string', amount: 'number' },
    sql`
      select supplier_id, min(doc_no) doc_no, sum(amount)::bigint amount
      from payable
      where hid = ${hid} and remake = ${remake} and lower(doc_no) = lower(${docNo})
      group by supplier_id
      having sum(amount) <> 0
      order by supplier_id
      limit 1
    `,
  )
  if (!standing) return cx.refuse('credit_gone', { field: 'docNo' })
  const { supplierId, amount } = standing
  const row = { kind: payableKinds.is.revoked, docNo: standing.docNo, day: cx.today, dueOn: cx.today, quantity: 1, price: -amount, remake }
  await owe(cx, { hid, supplierId, reason: '撤回赔付', ref: `remake:${remake}`, note: docNo }, [{ ...row, note: reason }])
}
