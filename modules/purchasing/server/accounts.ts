import { addDays, type Page } from '#kernel/contract/index.ts'
import { lit, pageOf, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { differences, stockIn } from '#modules/stock/contract/states.ts'
import { StockInType } from '#modules/stock/contract/fields.ts'
import { licenceState } from '#modules/suppliers/server/door.ts'
import { SupplierAccount, type SupplierAccountQuery } from '../contract/shapes.payments.ts'
import { lineStates, payableKinds, supplierPayment } from '../contract/states.ts'
import { holding } from './agreed.ts'

/** Suppliers with a store's debt and the quality of their goods, largest debt first. */
export function accountPage(cx: Cx, query: SupplierAccountQuery): Promise<Page<SupplierAccount>> {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  const since = addDays(cx.today, -365)
  const words = `%${(query.text ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  return pageOf(
    cx,
    {
      of: SupplierAccount,
      select: sql`
        s.supplier_id, s.name supplier_name, ${licenceState(cx)} licence_state, s.licence_expires, c.contract_no, c.ends_on contract_ends,
        coalesce(x.balance, 0)::bigint balance, coalesce(x.overdue, 0)::bigint overdue, coalesce(d.papers, 0)::int papers,
        coalesce(x.pieces, 0)::int pieces, coalesce(x.returned, 0)::int returned, coalesce(d.differing, 0)::int differing,
        coalesce(q.disputed, 0)::int disputed, s.status
      `,
      from: sql`
        supplier s
        left join lateral (
          select c.contract_no, c.ends_on
          from contract c
          where c.supplier_id = s.supplier_id and ${holding(hid, sql`${cx.today}::date`)}
          order by c.ends_on desc
          limit 1
        ) c on true
        left join lateral (
          select sum(x.amount) filter (where p.status is distinct from ${lit(supplierPayment.is.paid)}) balance,
            sum(x.amount) filter (
              where p.status is distinct from ${lit(supplierPayment.is.paid)} and x.due_on <= ${cx.today}::date
            ) overdue,
            sum(x.quantity) filter (where x.kind = ${lit(payableKinds.is.received)} and x.day > ${since}::date) pieces,
            -sum(x.quantity) filter (where x.kind = ${lit(payableKinds.is.returned)} and x.day > ${since}::date) returned
          from payable x
          left join supplier_payment p on p.oid = x.oid and p.payment_id = x.payment_id
          where x.oid = s.oid and x.hid = ${hid} and x.supplier_id = s.supplier_id
        ) x on true
        left join lateral (
          select count(*) papers, count(*) filter (where d.differ_status <> ${lit(differences.is.none)}) differing
          from stock_in d
          where d.oid = s.oid
            and d.hid = ${hid}
            and d.supplier_id = s.supplier_id
            and d.status = ${lit(stockIn.is.posted)}
            and d.stockin_type = ${StockInType.purchase}
            and d.stockin_date > ${since}::date
        ) d on true
        left join lateral (
          select count(*) disputed
          from statement_decision t
          join supplier_statement u on u.oid = t.oid and u.statement_id = t.statement_id
          where u.oid = s.oid and u.hid = ${hid} and u.supplier_id = s.supplier_id and t.decision = ${lit(lineStates.is.disputed)}
        ) q on true
      `,
      where: [
        Boolean(query.text?.trim()) && sql`lower(s.name) like ${words}`,
        query.licenceState !== undefined && sql`${licenceState(cx)} = ${query.licenceState}`,
      ],
      order: sql`coalesce(x.balance, 0) desc, s.name, s.supplier_id`,
    },
    query,
  )
}
