import { type Page, z } from '#kernel/contract/index.ts'
import { columnsOf, locked, pageOf, sql, lit, type Cx, type Row, type Sql, wholeRow } from '#kernel/server/index.ts'
import { membersFound } from '#modules/patients/server/door.ts'
import { codePayment } from '#modules/payments/contract/states.ts'
import { FeeBillRow, FeeRecord, FeeBill, FeeBillInfo, RefundInfo } from '../contract/shapes.ts'
import { feeBill } from '../contract/states.ts'

/** Loads a bill and locks it until the end of the transaction. */
export const lockBill = (cx: Cx, fbid: number): Promise<Row<'fee_bill'>> => locked(cx, 'fee_bill', { fbid })
export async function findBill(cx: Cx, fbid: number): Promise<Row<'fee_bill'>> {
  return (
    (await cx.db.one(wholeRow('fee_bill'), sql`select * from fee_bill where fbid = ${fbid}`)) ?? cx.refuse('not_found', { what: '收费单' })
  )
}
export const itemsOf = (cx: Cx, fbid: number): Promise<Array<Row<'bill_item'>>> =>
  cx.db.rows(wholeRow('bill_item'), sql`select * from bill_item where fbid = ${fbid} order by line_no`)
/** Payments in force: without returned deposits and the lines that returned them. */
export const paymentsOf = (cx: Cx, fbid: number): Promise<Array<Row<'bill_payment'>>> =>
  cx.db.rows(
    wholeRow('bill_payment'),
    sql`
      select p.*
      from bill_payment p
      where p.fbid = ${fbid}
        and p.returns is null
        and not exists (select 1 from bill_payment r where r.returns = p.bpid)
      order by p.bpid
    `,
  )

const DUE = sql`case when b.status in ${lit(feeBill.in.due)} then b.bill_price - b.paid else 0 end`
const ROW = sql`
  b.fbid, b.bill_no, b.pid, p.name patient_name, p.member_no, b.status, b.bill_date, b.original_price, b.bill_price, b.paid, b.refunded,
  ${DUE} due, d.name doctor_name, o.name operator_name, b.created_at, b.paid_at, b.ref,
  coalesce(
    (
      select string_agg(i.name || case when i.quantity > 1 then ' ×' || i.quantity else '' end, '、' order by i.line_no)
      from bill_item i
      where i.oid = b.oid and i.fbid = b.fbid
    ),
    ''
  ) item_names,
  coalesce(
    (
      select string_agg(
        distinct case y.pay_way when 1 then '现金'
          when 2 then '微信'
          when 3 then '支付宝'
          when 4 then '银行卡'
          when 5 then '储值'
          when 6 then '积分'
          when 7 then '卡券'
          when 8 then '医保'
          else '其他'
        end,
        '、'
      )
      from bill_payment y
      where y.oid = b.oid and y.fbid = b.fbid
    ),
    ''
  ) pay_way_names
`
const FROM = sql`
  fee_bill b
  left join patient p using (oid, pid)
  left join contact d on d.oid = b.oid and d.ctid_ = b.docid
  left join contact o on o.oid = b.oid and o.ctid_ = b.operator_id
`

export interface BillFilter {
  status?: readonly number[] | undefined
  startTime?: string | undefined
  endTime?: string | undefined
  payWay?: number | undefined
  operatorId?: number | undefined
  kind?: number | undefined
  search?: string | undefined
}
/** Fee bills of a store, newest first. */
export const billsOfStore = (cx: Cx, hid: number, query: BillFilter): Promise<Page<FeeBillRow>> => {
  const { search } = query
  const where: Array<Sql | undefined> = [
    sql`b.hid = ${hid}`,
    query.status?.length ? sql`b.status = any(${query.status})` : undefined,
    query.startTime ? sql`b.bill_date >= ${query.startTime}::date` : undefined,
    query.endTime ? sql`b.bill_date <= ${query.endTime}::date` : undefined,
    query.payWay
      ? sql`
        exists (
          select 1
          from bill_payment y
          where y.oid = b.oid and y.fbid = b.fbid and y.pay_way = ${query.payWay}
        )
      `
      : undefined,
    query.operatorId ? sql`b.operator_id = ${query.operatorId}` : undefined,
    query.kind === undefined
      ? undefined
      : sql`
        exists (
          select 1
          from bill_item i
          where i.oid = b.oid and i.fbid = b.fbid and i.kind = ${query.kind}
        )
      `,
    search ? sql`(b.bill_no = ${search} or b.pid in ${membersFound(search)})` : undefined,
  ]
  return pageOf(cx, { of: FeeBillRow, select: ROW, from: FROM, where, order: sql`b.bill_date desc, b.fbid desc`, key: sql`b.fbid` }, query)
}
/** Fee bills of a member in the stores the account works in. */
export const billsOfMember = (cx: Cx, pid: number, query: object): Promise<Page<FeeBillRow>> =>
  pageOf(cx, { of: FeeBillRow, select: ROW, from: FROM, where: [sql`b.pid = ${pid}`], order: sql`b.fbid desc` }, query)

const Whole = FeeBill.extend({
  trace: FeeBillInfo.shape.trace,
  gender: z.int().nullable(),
  birth: z.string().nullable(),
  levelName: z.string().nullable(),
})
/** Columns that other tables bring. */
const JOINED = [
  'due',
  'storeName',
  'patientName',
  'memberNo',
  'mobile',
  'gender',
  'birth',
  'levelName',
  'doctorName',
  'salerName',
  'processerName',
  'operatorName',
] as const
const WHOLE = sql`
  select ${columnsOf(Whole, 'b', ...JOINED)}, ${DUE} due, s.name store_name, p.name patient_name, p.member_no, p.mobile, p.gender, p.birth,
    l.name level_name, d.name doctor_name, k.name saler_name, m.name processer_name, o.name operator_name
  from fee_bill b
  join store s using (oid, hid)
  join patient p using (oid, pid)
  left join level l on l.oid = p.oid and l.id = p.level_id
  left join contact d on d.oid = b.oid and d.ctid_ = b.docid
  left join contact k on k.oid = b.oid and k.ctid_ = b.saler_id
  left join contact m on m.oid = b.oid and m.ctid_ = b.processer_id
  left join contact o on o.oid = b.oid and o.ctid_ = b.operator_id
`

/** A bill with everything that screens and prints show. */
export async function billInfo(cx: Cx, fbid: number): Promise<FeeBillInfo> {
  const bill = (await cx.db.one(Whole, sql`${WHOLE} where b.fbid = ${fbid}`)) ?? cx.refuse('not_found', { what: '收费单' })
  const [items, refunds, records] = await Promise.all([itemsOf(cx, fbid), refundsOf(cx, fbid), recordsOf(cx, fbid)])
  const { trace, gender, birth, levelName, ...feebill } = bill
  return {
    feebill,
    BillItemList: items,
    FeeRecordlist: records,
    refunds,
    trace,
    pid: bill.pid,
    patient: { pid: bill.pid, name: bill.patientName, memberNo: bill.memberNo, mobile: bill.mobile, gender, birth, levelName },
  }
}

/** Money movements of a bill in time order: payments, returned deposits, refunds. Cancelled refunds are omitted. */
const recordsOf = (cx: Cx, fbid: number): Promise<FeeRecord[]> =>
  cx.db.rows(
    FeeRecord,
    sql`
      select ${columnsOf(FeeRecord, 'x', 'operatorName')}, c.name operator_name
      from (
        select p.bpid id,
          case when p.returns is not null then '退定金'
            when exists (select 1 from bill_payment r where r.oid = p.oid and r.returns = p.bpid) then '定金（已退）'
            else '收款'
          end "type",
          p.at,
          p.pay_way,
          p.amount,
          p.stored,
          p.gift,
          p.points,
          p.tendered,
          p.order_no,
          null::bigint refund_id,
          p.ctid_ who
        from bill_payment p
        where p.fbid = ${fbid}
        union all
        select
          r.refund_id, '退费', r.at, y.pay_way, -(y.amount - y.deducted), -y.stored, -y.gift, -y.points, null, null, r.refund_id, r.ctid_
        from refund r
        join refund_payment y using (oid, refund_id)
        where r.fbid = ${fbid}
          and not exists (select 1 from refund z where z.oid = r.oid and z.cancels = r.refund_id)
        union all
        select s.payment_order_id,
          case when s.booked then '扫码付款已转储值' else '扫码已付待入账'
          end,
          s.paid_at,
          s.pay_way,
          s.amount,
          0,
          0,
          0,
          null,
          s.order_no,
          null,
          s.ctid_
        from payment_order s
        where s.ref = ${`fee_bill:${fbid}`}
          and s.status = ${lit(codePayment.is.paid)}
          and (
            not s.booked
            or exists (select 1 from charge_bill k where k.oid = s.oid and k.order_no = s.order_no)
          )
      ) x
      left join contact c on c.ctid_ = x.who and c.oid = current_setting('app.oid')::bigint
      order by x.at, x.id
    `,
  )

const Head = RefundInfo.omit({ items: true, ways: true, cancellable: true })
const Way = RefundInfo.shape.ways.element.pick({ payWay: true, amount: true }).extend({ refundId: RefundInfo.shape.refundId })
/** Refunds of a bill, oldest first, with their items and ways. */
async function refundsOf(cx: Cx, fbid: number): Promise<RefundInfo[]> {
  const [heads, items, ways] = await Promise.all([
    cx.db.rows(
      Head,
      sql`
        select
          r.refund_id, r.refund_no, r.at, r.amount, r.deducted, r.amount - r.deducted returned, r.points_back, r.points_taken, r.reason,
          c.name operator_name, exists (select 1 from refund z where z.oid = r.oid and z.cancels = r.refund_id) cancelled
        from refund r
        left join contact c on c.oid = r.oid and c.ctid_ = r.ctid_
        where r.fbid = ${fbid} and r.cancels is null
        order by r.refund_id
      `,
    ),
    cx.db.rows(
      { refundId: 'number', biid: 'number', name: 'string', amount: 'number', quantity: 'number' },
      sql`
        select x.refund_id, x.biid, i.name, x.amount, x.quantity
        from refund_item x
        join bill_item i using (oid, biid)
        where i.fbid = ${fbid}
        order by i.line_no
      `,
    ),
    cx.db.rows(
      Way,
      sql`
        select y.refund_id, y.pay_way, sum(y.amount - y.deducted)::bigint amount
        from refund_payment y
        join refund r using (oid, refund_id)
        where r.fbid = ${fbid}
        group by 1, 2
        order by 2
      `,
    ),
  ])
  const last = heads.findLast((h) => !h.cancelled)
  return heads.map((h) => ({
    ...h,
    cancellable: h === last && h.at.slice(0, 10) === cx.today,
    items: items.filter((i) => i.refundId === h.refundId),
    ways: ways.filter((w) => w.refundId === h.refundId),
  }))
}
