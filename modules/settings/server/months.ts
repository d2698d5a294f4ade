/** Closes the books of months and opens them again; the database keeps closed ones (`check_moments`). */
import type { Page } from '#kernel/contract/index.ts'
import { insert, pageOf, sql, update, type Cx, type Sql } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { ClosedMonth } from '../contract/months.ts'

const ROW = sql`
  m.id, to_char(m.month, 'YYYY-MM') as month, m.closed_at, c.name closed_by_name, m.note, m.reopened_at, r.name reopened_by_name, m.reason
`
const FROM = sql`
  closed_month m
  left join contact c on c.oid = m.oid and c.ctid_ = m.closed_by
  left join contact r on r.oid = m.oid and r.ctid_ = m.reopened_by
`
/** Months of a store, newest first. */
export const monthsOf = (cx: Cx, query: { hid: number; pageNum: number; pageSize: number }): Promise<Page<ClosedMonth>> =>
  pageOf(
    cx,
    {
      of: ClosedMonth,
      select: ROW,
      from: FROM,
      where: [sql`m.hid = ${ownStore(cx, query.hid)}`],
      order: sql`m.month desc, m.id desc`,
      key: sql`m.id`,
    },
    query,
  )
const monthBy = (cx: Cx, where: Sql): Promise<ClosedMonth | undefined> =>
  cx.db.one(ClosedMonth, sql`select ${ROW} from ${FROM} where ${where}`)
const monthOf = async (cx: Cx, id: number): Promise<ClosedMonth> =>
  (await monthBy(cx, sql`m.id = ${id}`)) ?? cx.refuse('not_found', { what: '月结' })

export async function closeMonth(
  cx: Cx<'month_over' | 'month_closed_already'>,
  input: { hid: number; month: string; note?: string | undefined },
): Promise<ClosedMonth> {
  const hid = ownStore(cx, input.hid)
  const { month } = input
  if (month >= cx.today.slice(0, 7)) cx.refuse('month_over', { month, field: 'month' })
  if (await monthBy(cx, sql`m.hid = ${hid} and m.month = ${`${month}-01`}::date and m.reopened_at is null`))
    cx.refuse('month_closed_already', { month, field: 'month' })
  const { id } = await insert(cx, 'closed_month', { hid, month: `${month}-01`, note: input.note?.trim() || null })
  return monthOf(cx, id)
}
export async function reopenMonth(cx: Cx<'month_open'>, { id, reason }: { id: number; reason: string }): Promise<ClosedMonth> {
  const { month, reopenedAt } = await monthOf(cx, id)
  if (reopenedAt) cx.refuse('month_open', { month })
  await update(cx, 'closed_month', { id }, { reopenedAt: cx.now, reopenedBy: cx.who.ctid, reason })
  return monthOf(cx, id)
}
