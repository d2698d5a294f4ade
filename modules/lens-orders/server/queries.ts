import type { Page } from '#kernel/contract/index.ts'
import {
  columnsOf,
  find,
  join,
  lit,
  locked,
  may,
  pageOf,
  plannedAnew,
  raw,
  sql,
  type Cx,
  type Listing,
  type Row,
  type Sql,
} from '#kernel/server/index.ts'
import { lockBill } from '#modules/billing/server/door.ts'
import { holdGlasses } from '#modules/frame-orders/server/door.ts'
import { membersFound } from '#modules/patients/server/door.ts'
import { productsLike } from '#modules/products/server/door.ts'
import { kindOf } from '../contract/kinds/index.ts'
import { flows, machineOf, type AnyFlow, type Flow } from '../contract/states.ts'
import { OrderRow, type OrderListFilters } from '../contract/shapes.ts'

export type SupplyOrder = Row<'supply_order'>
/** A word of a declaration as text of the statement. */
const word = (declared: string): Sql => raw(`'${declared.replaceAll("'", "''")}'`)
const FLOWS: readonly Flow[] = ['supply', 'fitted']
/** Orders `o` in some states, whichever machine they move in. */
export const statesIn = (statesBy: (flow: AnyFlow) => readonly number[]): Sql =>
  sql`(${join(
    FLOWS.map((flow) => sql`(o.flow = ${word(flow)} and o.status in ${lit([...statesBy(machineOf(flow))])})`),
    ' or ',
  )})`
export const machineIn = (set: 'open' | 'awaited' | 'givenUp' | 'neverMade'): Sql => statesIn((flow) => flow.in[set])
/** Past its promise and not here. */
export const lateNow = (today: string): Sql => sql`(coalesce(o.promised_on < ${today}::date, false) and ${machineIn('awaited')})`
/** The word of a state, by the machine of its row. */
export const statusName = sql`
  case o.flow ${join(
    FLOWS.map(
      (flow) =>
        sql`when ${word(flow)} then case o.status ${join(
          Object.entries(flows[flow].states).map(([n, s]) => sql`when ${lit(Number(n))} then ${word(s.label)}`),
          ' ',
        )} end`,
    ),
    ' ',
  )}
  end
`

/**
 * The order, held until the transaction ends; refused where it is no longer at the version that was seen. Its bill is held before it, as a
 * payment does, and the glasses it is for: who cancels and who pays at once wait for each other instead of standing in each other's way.
 */
export async function lockOrder(cx: Cx, orderId: number, version?: number): Promise<SupplyOrder> {
  const { fbid, recordFrameId } = await orderOf(cx, orderId)
  if (fbid !== null) await lockBill(cx, fbid)
  if (recordFrameId !== null) await holdGlasses(cx, recordFrameId)
  return locked(cx, 'supply_order', { orderId }, { version })
}
export const orderOf = async (cx: Cx, orderId: number): Promise<SupplyOrder> =>
  (await find(cx, 'supply_order', { orderId })) ?? cx.refuse('not_found', { what: '订单' })

export const from = sql`
  supply_order o
  left join patient p on p.oid = o.oid and p.pid = o.pid
  left join supplier s on s.oid = o.oid and s.supplier_id = o.supplier_id
  left join fee_bill b on b.oid = o.oid and b.fbid = o.fbid
  left join contact c on c.oid = o.oid and c.ctid_ = o.optrist_id
  left join supply_order_line r on r.oid = o.oid and r.order_id = o.order_id and r.eye = 'od'
  left join supply_order_line t on t.oid = o.oid and t.order_id = o.order_id and t.eye = 'os'
`
const Own = OrderRow.pick({
  orderId: true,
  kind: true,
  orderNo: true,
  status: true,
  version: true,
  hid: true,
  mode: true,
  creatorType: true,
  orderDate: true,
  pid: true,
  supplierId: true,
  brand: true,
  total: true,
  fbid: true,
  promisedOn: true,
  lastEmsNumber: true,
  recordFrameId: true,
  originalId: true,
  cause: true,
  warranty: true,
  bundleId: true,
  ctid: true,
  optristId: true,
  reviewedBy: true,
  notifiedAt: true,
  handedAt: true,
  orderNote: true,
  stopReason: true,
})
const ofLines = (what: Sql): Sql => sql`(select ${what} from supply_order_line l where l.oid = o.oid and l.order_id = o.order_id)`
const sumOf = (column: Sql): Sql => ofLines(sql`coalesce(sum(${column}), 0)::int`)
/** The day an order came into its state: that of the last move of its history that changed it. */
const stateSince = sql`
  coalesce(
    (
      select h.at::date
      from move_history h
      where h.oid = o.oid
        and h.machine = case o.flow ${join(
          FLOWS.map((flow) => sql`when ${word(flow)} then ${word(flows[flow].name)}`),
          ' ',
        )}
        end
        and h.row_id = o.order_id
        and h.from_status <> h.to_status
      order by h.move_id desc
      limit 1
    ),
    o.order_date
  )
`
/** The columns of a row of the list; costs for those who may see them. */
export const columns = (cx: Pick<Cx, 'today' | 'who'>): Sql =>
  sql`
    ${columnsOf(Own, 'o')},
    o.order_id id,
    o.order_id as oid,
    o.order_id apparatus_order_id,
    ${statusName} status_name,
    p.name patient_name,
    p.birth,
    p.mobile,
    p.member_no,
    s.name supplier_name,
    ${ofLines(sql`coalesce(string_agg(distinct l.name, '；'), '')`)} product_name,
    ${sumOf(sql`l.ordered`)} pieces,
    ${sumOf(sql`l.received`)} received,
    ${sumOf(sql`l.rejected`)} rejected,
    r.sph ds_od,
    r.cyl dc_od,
    r.axis ax_od,
    r.bc bc_od,
    r.target target_od,
    t.sph ds_os,
    t.cyl dc_os,
    t.axis ax_os,
    t.bc bc_os,
    t.target target_os,
    ${seesCost(cx) ? sql`o.cost_total` : sql`null::bigint`} cost_total,
    b.bill_price,
    b.paid - b.refunded paid,
    ${lateNow(cx.today)} late,
    case when ${lateNow(cx.today)} then ${cx.today}::date - o.promised_on else 0
    end late_days,
    greatest(${cx.today}::date - ${stateSince}, 0) state_days,
    c.name optrist_name
  `
/** Whether the caller may read what a supplier takes. */
export const seesCost = (cx: Pick<Cx, 'who'>): boolean => may(cx, 'order:cost')

type Filters = Omit<OrderListFilters, 'pageSize' | 'pageNum'>
/** What a text holds, for `ilike`. */
export const holds = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
/** Orders of which a line is such a one; by the store's index of lines, as a comparison of numerics has none behind the wall. */
const withLine = (hid: number, where: Sql): Sql =>
  sql`o.order_id in (${plannedAnew} select l.order_id from supply_order_line l where l.hid = ${hid} and ${where})`
/** Orders of a store by the seeds' filters, the newest first; where late ones are asked for, the longest late first. */
export async function orderListing(
  cx: Cx,
  { kinds, hid = cx.who.hid, ...query }: Filters & { kinds: readonly string[] },
): Promise<Listing> {
  const goods =
    query.brand || query.version ? await productsLike(cx, query, [...new Set(kinds.flatMap((k) => kindOf(k).categories))]) : undefined
  return {
    select: columns(cx),
    from,
    order: query.late ? sql`o.promised_on, o.order_id` : sql`o.order_id desc`,
    key: sql`o.order_id`,
    where: [
      sql`o.hid = ${hid}`,
      // One kind stands in the index in the order of the list.
      kinds.length === 1 ? sql`o.kind = ${kinds[0]}` : sql`o.kind = any(${kinds}::text[])`,
      query.status?.length ? sql`o.status = any(${query.status}::int[])` : false,
      query.order_mode_type !== undefined && sql`o.mode = ${query.order_mode_type}`,
      // Each by its index: with "or" every order of the store would be read.
      query.customer &&
        sql`
          o.order_id in (
            select n.order_id
            from supply_order n
            where n.order_no = upper(${query.customer})
            union all
            select m.order_id
            from supply_order m
            where m.pid in ${membersFound(query.customer)}
          )
        `,
      query.pid !== undefined && sql`o.pid = ${query.pid}`,
      query.ctid !== undefined && sql`o.ctid_ = ${query.ctid}`,
      query.optristId !== undefined && sql`o.optrist_id = ${query.optristId}`,
      query.supplierId !== undefined && sql`o.supplier_id = ${query.supplierId}`,
      query.startTime && sql`o.order_date >= ${query.startTime}::date`,
      query.endTime && sql`o.order_date <= ${query.endTime}::date`,
      goods && withLine(hid, sql`l.product_id = any(${goods}::bigint[])`),
      query.standard !== undefined && withLine(hid, sql`l.sphere = ${Math.round(query.standard * 1000)}`),
      query.late && lateNow(cx.today),
    ],
  }
}
export const ordersPage = async (cx: Cx, query: OrderListFilters & { kinds: readonly string[] }): Promise<Page<OrderRow>> =>
  pageOf(cx, { of: OrderRow, ...(await orderListing(cx, query)) }, query)
