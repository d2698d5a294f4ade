/** The calls of the remake ledger. */
import type { Handlers } from '#kernel/server/implement.ts'
import {
  all,
  allOf,
  columnsOf,
  dayEnd,
  dayStart,
  everyRow,
  excel,
  pageOf,
  sheet,
  sql,
  type Condition,
  type Cx,
  type Listing,
  type Out,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { Remake, RemakeSum, type RemakeFilters, type remakes } from '../../contract/remakes/remakes.ts'
import { credited, creditNos, creditRemake, uncreditRemake } from './credit.ts'
import { LEDGER } from './ledger.ts'

const conditionsFor = (cx: Cx | Out, query: RemakeFilters): Condition[] => [
  sql`x.hid = ${ownStore(cx, query.hid ?? cx.who.hid)}`,
  query.startTime !== undefined && sql`x.at >= ${dayStart(query.startTime)}`,
  query.endTime !== undefined && sql`x.at < ${dayEnd(query.endTime)}`,
  query.what !== undefined && sql`x.what = ${query.what}`,
  query.cause !== undefined && sql`x.cause = ${query.cause}`,
  query.payer !== undefined && sql`x.payer = ${query.payer}`,
  query.supplierId !== undefined && sql`x.supplier_id = ${query.supplierId}`,
]
const listing = (cx: Cx | Out, query: RemakeFilters): Listing => ({
  select: sql`
    ${columnsOf(Remake, 'x', 'staffName', 'supplierName', 'credited', 'creditNos')}, c.name staff_name, s.name supplier_name,
    ${credited} credited, ${creditNos} credit_nos
  `,
  from: sql`
    ${LEDGER}
    left join contact c on c.ctid_ = x.ctid_
    left join supplier s on s.supplier_id = x.supplier_id
  `,
  where: conditionsFor(cx, query),
  order: sql`x.at desc, x.key`,
})

export const remakeHandlers: Handlers<typeof remakes> = {
  'remakes.list': (cx, query) => pageOf(cx, { of: Remake, ...listing(cx, query) }, query),
  'remakes.sums': (cx, query) => {
    const { from, where } = listing(cx, query)
    return allOf(
      cx,
      RemakeSum,
      sql`
        select x.cause, x.payer, count(*) count, sum(x.pieces)::int pieces, sum(x.cost)::bigint cost,
          coalesce(sum(${credited}), 0)::bigint credited
        from ${from}
        where ${all(where)}
        group by x.cause, x.payer
        order by 5 desc, 1, 2
      `,
    )
  },
  'remakes.credit': creditRemake,
  'remakes.uncredit': uncreditRemake,
  'remakes.export': async (out, query) =>
    excel(sheet('返工台账', Remake, COLUMNS), out.stream(Remake, everyRow(listing(out, query))), `返工台账-${out.today}.xlsx`),
}
const COLUMNS = [
  'at',
  'what',
  'cause',
  'orderNo',
  'foundAt',
  'side',
  'pieces',
  'productName',
  'supplierName',
  'staffName',
  'payer',
  'cost',
  'credited',
  'creditNos',
  'note',
] as const
