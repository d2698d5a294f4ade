import { wordOf, type Page } from '#kernel/contract/index.ts'
import {
  all,
  allOf,
  begin,
  change,
  columnsOf,
  dayEnd,
  dayStart,
  insert,
  isAuthor,
  lit,
  locked,
  move,
  number,
  pageOf,
  post,
  sameVersion,
  sql,
  update,
  type Cx,
  type Sql,
} from '#kernel/server/index.ts'
import { historyShown, moveTo } from '#modules/stock/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { supplierOf } from '#modules/suppliers/server/door.ts'
import {
  Payable,
  Payment,
  PaymentRow,
  type EditPayment,
  type NewPayment,
  type PaymentQuery,
  type PaymentStatus,
  type SupplierOwed,
} from '../contract/shapes.payments.ts'
import { supplierPaid } from '../contract/events.ts'
import { lineStates, supplierPayment } from '../contract/states.ts'
import { capitals } from './capitals.ts'
import { supplierKey } from './payables.ts'

const PAYMENT_NO = 'FKyymmdd-###'
type WriteFail = 'payable_taken' | 'payable_disputed' | 'payment_nothing'
const { is } = supplierPayment

const joined = ['id', 'hospitalName', 'supplierName', 'papers', 'staffName', 'approverName'] as const
const parts = {
  select: sql`
    ${columnsOf(PaymentRow, 'd', ...joined)}, d.payment_id id, h.name hospital_name, s.name supplier_name, w.name staff_name,
    a.name approver_name,
    (
      select count(distinct x.doc_no)
      from payable x
      where x.oid = d.oid and x.payment_id = d.payment_id
    ) papers
  `,
  from: sql`
    supplier_payment d
    join store h on h.oid = d.oid and h.hid = d.hid
    join supplier s on s.oid = d.oid and s.supplier_id = d.supplier_id
    join contact w on w.oid = d.oid and w.ctid_ = d.written_by
    left join contact a on a.oid = d.oid and a.ctid_ = d.approved_by
  `,
}
export function paymentPage(cx: Cx, query: PaymentQuery): Promise<Page<PaymentRow>> {
  const words = `%${(query.text ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  return pageOf(
    cx,
    {
      of: PaymentRow,
      ...parts,
      where: [
        sql`d.hid = ${ownStore(cx, query.hid ?? cx.who.hid)}`,
        query.status === undefined ? sql`d.status <> ${lit(is.deleted)}` : sql`d.status = ${query.status}`,
        query.supplierId !== undefined && sql`d.supplier_id = ${query.supplierId}`,
        query.startTime !== undefined && sql`d.created_at >= ${dayStart(query.startTime)}`,
        query.endTime !== undefined && sql`d.created_at < ${dayEnd(query.endTime)}`,
        Boolean(query.text?.trim()) &&
          sql`(lower(d.payment_no) like ${words} or lower(s.name) like ${words} or lower(coalesce(d.voucher, '')) like ${words})`,
      ],
      order: sql`d.payment_id desc`,
      key: sql`d.payment_id`,
    },
    query,
  )
}

/** Payables `x` as displayed. */
const payablesOf = (cx: Cx, where: Sql): Promise<Payable[]> =>
  allOf(
    cx,
    Payable,
    sql`
      select ${columnsOf(Payable, 'x', 'productName')}, p.name product_name
      from payable x
      left join product p on p.oid = x.oid and p.product_id = x.product_id
      where ${where}
      order by x.due_on, x.payable_id
    `,
  )

const Head = PaymentRow.extend({
  contactName: Payment.shape.contactName,
  phone: Payment.shape.phone,
  payeeBank: Payment.shape.payeeBank,
  payeeAccount: Payment.shape.payeeAccount,
})
/** An order with its lines and steps. Those of other stores are not found. */
export async function paymentOf(cx: Cx, id: number): Promise<Payment> {
  const head = await cx.db.one(
    Head,
    sql`
      select ${parts.select},
        s.contact_name,
        s.phone,
        case when d.payee_name is null then s.bank else d.payee_bank
        end payee_bank,
        case when d.payee_name is null then s.bank_account else d.payee_account
        end payee_account
      from ${parts.from}
      where d.payment_id = ${id}
    `,
  )
  if (!head) return cx.refuse('not_found', { what: '付款单' })
  const [lines, history] = await Promise.all([payablesOf(cx, sql`x.payment_id = ${id}`), historyShown(cx, supplierPayment, id)])
  return {
    ...head,
    totalSaid: capitals(head.total / 100),
    lines,
    history: history.map(({ at: moment, name, move: step, note }) => ({ at: moment, name, move: step, note })),
  }
}

const Claimed = { amount: 'number' } as const
/** Adds payables to an order: of its store and supplier, and in no other order. Returns their sum. */
async function claim(
  cx: Cx<WriteFail>,
  payee: { hid: number; supplierId: number },
  ids: readonly number[],
): Promise<{ sum: number; into: (id: number) => Promise<unknown> }> {
  const payableIds = [...new Set(ids)]
  const rows = await cx.db.rows(
    Claimed,
    sql`
      select amount
      from payable
      where payable_id = any(${payableIds}::bigint[]) and hid = ${payee.hid} and supplier_id = ${payee.supplierId} and payment_id is null
      order by payable_id
      for no key update
    `,
  )
  if (rows.length < payableIds.length) return cx.refuse('payable_taken', { field: 'payableIds' })
  const disputed = await cx.db.any(
    sql`
      select 1
      from statement_decision
      where decision = ${lit(lineStates.is.disputed)} and payable_ids && ${payableIds}::bigint[]
      limit 1
    `,
  )
  if (disputed) return cx.refuse('payable_disputed', { field: 'payableIds' })
  const sum = rows.reduce((n, { amount }) => n + amount, 0)
  if (sum <= 0) return cx.refuse('payment_nothing', { field: 'payableIds' })
  return { sum, into: (id) => cx.db.run(sql`update payable set payment_id = ${id} where payable_id = any(${payableIds}::bigint[])`) }
}
const release = (cx: Cx, id: number): Promise<number> => cx.db.run(sql`update payable set payment_id = null where payment_id = ${id}`)

/** Creates an order from payables. Returns its id. */
export async function writePayment(
  cx: Cx<WriteFail>,
  { hid = cx.who.hid, supplierId, payableIds, planOn, note }: NewPayment,
): Promise<number> {
  ownStore(cx, hid)
  await supplierOf(cx, supplierId)
  const claimed = await claim(cx, { hid, supplierId }, payableIds)
  const paymentNo = await number(cx, PAYMENT_NO)
  const head = { hid, supplierId, planOn: planOn ?? null, note: note || null, writtenBy: cx.who.ctid }
  const { paymentId } = await insert(cx, 'supplier_payment', { ...head, paymentNo, total: claimed.sum })
  await begin(cx, supplierPayment, paymentId, is.submitted)
  await claimed.into(paymentId)
  return paymentId
}

/** Changes an order that is not approved. Whoever set a line or the payee is an author and cannot approve. */
export async function updatePayment(cx: Cx<WriteFail>, { id, version, payableIds, planOn, note }: EditPayment): Promise<Payment> {
  const existing = await locked(cx, 'supplier_payment', { paymentId: id })
  if (!supplierPayment.in.written.includes(existing.status))
    return cx.refuse('illegal_move', { state: wordOf(supplierPayment, existing.status), move: '修改' })
  await sameVersion(cx, 'supplier_payment', { paymentId: id }, existing, { version: version ?? null })
  if (existing.status === is.rejected) await move(cx, supplierPayment, id, 'resubmit')
  if (payableIds) {
    await release(cx, id)
    const claimed = await claim(cx, existing, payableIds)
    await claimed.into(id)
    await update(cx, 'supplier_payment', { paymentId: id }, { total: claimed.sum })
  }
  await change(cx, 'supplier_payment', { paymentId: id }, {}, { planOn, note, ...(payableIds ? { writtenBy: cx.who.ctid } : {}) })
  return paymentOf(cx, id)
}

/** Refuses an order that pays a line in dispute. */
async function undisputed(cx: Cx<'payable_disputed'>, paymentId: number): Promise<void> {
  const disputed = await cx.db.any(
    sql`
      select 1
      from statement_decision d
      join payable x on x.oid = d.oid and x.payable_id = any(d.payable_ids)
      where d.decision = ${lit(lineStates.is.disputed)} and x.payment_id = ${paymentId}
      limit 1
    `,
  )
  if (disputed) cx.refuse('payable_disputed')
}
type StatusFail = 'payable_disputed' | 'own_payment' | 'payment_unproven' | 'payment_nothing'
/** One step of an order by target status. Paying posts the sum to the supplier's account; deleting releases the lines. */
export async function setPaymentStatus(cx: Cx<StatusFail>, { id, status, version, reason, ...proof }: PaymentStatus): Promise<Payment> {
  const existing = await locked(cx, 'supplier_payment', { paymentId: id })
  const step = moveTo(cx, supplierPayment, existing.status, status)
  const options = { note: reason ?? null, ...(version === undefined ? {} : { version }) }
  if (step === 'approve') {
    if (existing.writtenBy === cx.who.ctid || (await isAuthor(cx, 'supplier_payment', id))) cx.refuse('own_payment')
    await undisputed(cx, id)
    await move(cx, supplierPayment, id, step, { ...options, set: { approvedBy: cx.who.ctid } })
  } else if (step === 'pay') await pay(cx, existing, proof, options)
  else if (step === 'remove') {
    await move(cx, supplierPayment, id, step, options)
    await release(cx, id)
  } else await move(cx, supplierPayment, id, step, { ...options, set: { approvedBy: null } })
  return paymentOf(cx, id)
}
async function pay(
  cx: Cx<StatusFail>,
  {
    paymentId,
    hid,
    supplierId,
    total,
    paymentNo,
  }: { paymentId: number; hid: number; supplierId: number; total: number; paymentNo: string },
  { paidOn, bank, voucher }: Pick<PaymentStatus, 'paidOn' | 'bank' | 'voucher'>,
  options: { note: string | null; version?: number },
): Promise<void> {
  if (!paidOn) return cx.refuse('payment_unproven', { field: 'paidOn' })
  if (!bank) return cx.refuse('payment_unproven', { field: 'bank' })
  if (!voucher) return cx.refuse('payment_unproven', { field: 'voucher' })
  await undisputed(cx, paymentId)
  if (paidOn > cx.today) return cx.refuse('not_yet', { what: '付款日期', field: 'paidOn' })
  const lines = [
    { book: 'payable', key: supplierKey(supplierId), amount: -total },
    { book: 'payable', key: `paid:${hid}`, amount: total },
  ] as const
  const entryId = await post(cx, { hid, reason: '付款', ref: `supplier-payment:${paymentId}`, note: paymentNo, lines })
  await move(cx, supplierPayment, paymentId, 'pay', { ...options, set: { paidOn, bank, voucher, entryId } })
  await cx.announce(supplierPaid, { paymentId, hid, supplierId })
}

const Owed = { balance: 'number', overdue: 'number', underWay: 'number' } as const
/** Debt of a store to a supplier: total, due, in unpaid orders; and the lines in no order. */
export async function owedTo(
  cx: Cx,
  { id, hid = cx.who.hid, until }: { id: number; hid?: number | undefined; until?: string | undefined },
): Promise<SupplierOwed> {
  ownStore(cx, hid)
  const { name } = await supplierOf(cx, id)
  const own = sql`x.hid = ${hid} and x.supplier_id = ${id}`
  const sums = await cx.db.the(
    Owed,
    sql`
      select
        coalesce(sum(x.amount), 0)::bigint balance, coalesce(sum(x.amount) filter (where x.due_on <= ${cx.today}::date), 0)::bigint overdue,
        coalesce(sum(x.amount) filter (where p.payment_id is not null), 0)::bigint under_way
      from payable x
      left join supplier_payment p on p.oid = x.oid and p.payment_id = x.payment_id
      where ${own} and (p.status is null or p.status <> ${lit(is.paid)})
    `,
  )
  const list = await payablesOf(cx, all([own, sql`x.payment_id is null`, until !== undefined && sql`x.due_on <= ${until}::date`]))
  return { supplierId: id, supplierName: name, hid, ...sums, list, total: list.length }
}
