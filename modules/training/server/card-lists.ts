/** Movements of cards as lists. */
import type { Page } from '#kernel/contract/index.ts'
import { columnsOf, dayEnd, dayStart, pageOf, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { unit } from '../contract/brands.ts'
import { CardLine, line, type CardLineQuery } from '../contract/cards.ts'
import { brandsOf } from './brands.ts'

const Kept = CardLine.omit({ unit: true })
const parts = {
  select: sql`
    ${columnsOf(Kept, 'l', 'sdxUid', 'pid', 'userName', 'billNo', 'combinationName', 'approverName', 'staffName')}, l.user_id sdx_uid,
    m.pid, u.name user_name, b.bill_no, c.name combination_name, a.name approver_name, t.name staff_name
  `,
  from: sql`
    train_card_line l
    join train_user u on u.oid = l.oid and u.id = l.user_id
    left join train_mapping m on m.oid = l.oid and m.user_id = l.user_id and m.ended_at is null
    left join fee_bill b on b.oid = l.oid and b.fbid = l.fbid
    left join train_combination c on c.oid = l.oid and c.id = l.combination_id
    left join contact a on a.oid = l.oid and a.ctid_ = l.approver
    left join contact t on t.oid = l.oid and t.ctid_ = l.ctid_
  `,
}
type Row = Omit<CardLine, 'unit'>
async function withUnits(cx: Cx, hid: number, rows: readonly Row[]): Promise<CardLine[]> {
  const brands = await brandsOf(cx, hid)
  return rows.map((r) => ({ ...r, unit: brands.find((b) => b.brand === r.brand)?.unit ?? unit.days }))
}
/** Uses by sessions are shown where a user is asked for; the list of a store is of what was opened, given back, upgraded and delayed. */
export async function cardLinePage(cx: Cx, query: CardLineQuery): Promise<Page<CardLine>> {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  const found = await pageOf(
    cx,
    {
      of: Kept,
      ...parts,
      where: [
        sql`l.hid = ${hid}`,
        query.sdxUid !== undefined && sql`l.user_id = ${query.sdxUid}`,
        query.pid !== undefined && sql`m.pid = ${query.pid}`,
        query.brand && sql`l.brand = ${query.brand}`,
        query.kind !== undefined && sql`l.kind = ${query.kind}`,
        query.opened === true && sql`l.kind = ${line.opened}`,
        query.kind === undefined && query.sdxUid === undefined && sql`l.kind not in (${line.used}, ${line.useTakenBack})`,
        query.name && sql`(strpos(u.name, ${query.name}) > 0 or starts_with(u.mobile, ${query.name}))`,
        query.startDate && sql`l.at >= ${dayStart(query.startDate)}`,
        query.endDate && sql`l.at < ${dayEnd(query.endDate)}`,
      ],
      order: sql`l.id desc`,
    },
    query,
  )
  return { ...found, list: await withUnits(cx, hid, found.list) }
}
/** The last movements of a user, newest first. */
export async function cardLines(cx: Cx, userId: number, most: number): Promise<CardLine[]> {
  const rows = await cx.db.rows(
    Kept,
    sql`
      select ${parts.select}
      from ${parts.from}
      where l.user_id = ${userId}
      order by l.id desc
      limit ${most}
    `,
  )
  return rows.length ? withUnits(cx, rows[0]?.hid ?? cx.who.hid, rows) : []
}
