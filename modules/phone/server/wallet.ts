/** What a member holds: balance, points, coupons, packages, and the statement that adds up to them. */
import { lit, sql, type Cx } from '#kernel/server/index.ts'
import { coupon, memberPackage } from '#modules/loyalty/contract/states.ts'
import { walletOf } from '#modules/loyalty/server/door.ts'
import { PhoneWallet } from '../contract/shapes.ts'
import { ownMember } from './people.ts'

const Coupon = PhoneWallet.shape.coupons.element
const Package = PhoneWallet.shape.packages.element
const Line = PhoneWallet.shape.lines.element.omit({ moneyAfter: true, pointsAfter: true })

/** Coupons that can still be used, the one that ends first on top. */
export const couponsOf = (cx: Cx, pid: number): Promise<PhoneWallet['coupons']> =>
  cx.db.rows(
    Coupon,
    sql`
      select r.id, k.name, k.coupon_type, k.value, k.discount::float8, k.from_price, r.code, r.expires_on
      from receive_record r
      join coupon_kind k on k.oid = r.oid and k.id = r.kind_id
      where r.pid = ${pid} and r.status = ${lit(coupon.is.unused)} and coalesce(r.expires_on, 'infinity') >= ${cx.today}::date
      order by r.expires_on nulls last, r.id
    `,
  )
const packagesOf = (cx: Cx, pid: number): Promise<PhoneWallet['packages']> =>
  cx.db.rows(
    Package,
    sql`
      select m.package_id id, m.name, m.expires_on, coalesce(sum(l."left"), 0)::int "left", coalesce(sum(i.quantity), 0)::int total
      from member_package m
      join package_item i on i.oid = m.oid and i.package_id = m.package_id
      left join package_left(${pid}) l on l.package_item_id = i.package_item_id
      where m.pid = ${pid} and m.status in ${lit(memberPackage.in.usable)}
      group by m.oid, m.package_id, m.name, m.expires_on
      order by m.expires_on nulls last, m.package_id
    `,
  )

/** Lines of the statement that are shown. */
const SHOWN = 100
/** The latest lines with the balance after each: backwards from what is held now, so that the top line says what is held. */
export async function walletFor(cx: Cx, pid: number): Promise<PhoneWallet> {
  const { memberNo } = await ownMember(cx, pid)
  const held = await walletOf(cx, pid)
  const moved = (book: string) => sql`coalesce(sum(l.amount) filter (where l.book = ${book}), 0)::bigint`
  const rows = await cx.db.rows(
    Line,
    sql`
      select e.entry_id, e.at, e.reason, ${moved('stored')} money, ${moved('gift')} money_gift, ${moved('points')} points
      from ledger_account a
      join ledger_line l on l.oid = a.oid and l.account_id = a.account_id
      join ledger_entry e on e.oid = l.oid and e.entry_id = l.entry_id
      where a.key = ${`member:${pid}`} and a.book in ('stored', 'gift', 'points')
      group by e.oid, e.entry_id, e.at, e.reason
      order by max(l.line_id) desc
      limit ${SHOWN}
    `,
  )
  const after = { money: held.money + held.moneyGift, points: held.points }
  const lines = rows.map((row) => {
    const line = { ...row, moneyAfter: after.money, pointsAfter: after.points }
    after.money -= row.money + row.moneyGift
    after.points -= row.points
    return line
  })
  return { ...held, memberNo, coupons: await couponsOf(cx, pid), packages: await packagesOf(cx, pid), lines }
}
