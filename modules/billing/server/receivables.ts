/** Receivables of a store, oldest first. */
import type { Page, z } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, everyRow, excel, lit, pageOf, sheet, sql, type Cx, type Listing, type Out } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { membersFound } from '#modules/patients/server/door.ts'
import { Receivable, receivableColumns, type ReceivableQuery } from '../contract/shapes.receivables.ts'
import { feeBill } from '../contract/states.ts'

type Query = z.output<typeof ReceivableQuery>
const KIND = sql`
  case when b.status = ${lit(feeBill.is.owed)} then 'account' when b.paid > 0 then 'deposit' else 'unpaid'
  end
`
// Start of the debt: when the bill was put on account, else the first payment, else when the bill was written.
const SINCE = sql`
  coalesce(
    b.owed_at, (select min(y.at) from bill_payment y where y.oid = b.oid and y.fbid = b.fbid and y.amount > 0), b.created_at
  )
`

function listing({ hid, kind, minDays, startTime, endTime, search }: Query, today: string): Listing {
  const age = sql`(${today}::date - (${SINCE})::date)`
  return {
    select: sql`
      b.fbid, b.bill_no, b.pid, p.name patient_name, p.member_no, p.mobile, ${KIND} kind, b.bill_price, b.paid, b.bill_price - b.paid due,
      (${SINCE})::date since, greatest(${age}, 0) days, b.owe_reason reason, s.name saler_name,
      coalesce(
        (
          select string_agg(i.name || case when i.quantity > 1 then ' ×' || i.quantity else '' end, '、' order by i.line_no)
          from bill_item i
          where i.oid = b.oid and i.fbid = b.fbid
        ),
        ''
      ) item_names
    `,
    from: sql`
      fee_bill b
      left join patient p using (oid, pid)
      left join contact s on s.oid = b.oid and s.ctid_ = b.saler_id
    `,
    where: [
      sql`b.hid = ${hid}`,
      sql`b.status in ${lit(feeBill.in.due)} and b.bill_price > b.paid`,
      kind ? sql`${KIND} = ${kind}` : sql`(b.status = ${lit(feeBill.is.owed)} or b.paid > 0)`,
      minDays && sql`${age} >= ${minDays}`,
      startTime && sql`${SINCE} >= ${dayStart(startTime)}`,
      endTime && sql`${SINCE} < ${dayEnd(endTime)}`,
      search && sql`(b.bill_no = ${search} or b.pid in ${membersFound(search)})`,
    ],
    order: sql`${SINCE}, b.fbid`,
    key: sql`b.fbid`,
  }
}
export const receivables = (cx: Cx, query: Query): Promise<Page<Receivable>> =>
  pageOf(cx, { of: Receivable, ...listing({ ...query, hid: ownStore(cx, query.hid) }, cx.today) }, query)

const file = sheet('应收款', Receivable, receivableColumns)
export const exportReceivables = async (out: Out, query: Query) =>
  excel(file, out.stream(Receivable, everyRow(listing({ ...query, hid: ownStore(out, query.hid) }, out.today))), `应收款-${out.today}.xlsx`)
