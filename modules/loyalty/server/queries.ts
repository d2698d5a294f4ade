import { z, type Page } from '#kernel/contract/index.ts'
import { all, dayEnd, dayStart, pageOf, sql, statement, type Cx, lit } from '#kernel/server/index.ts'
import type { Sql } from '#kernel/server/index.ts'
import { staffNames } from '#modules/account/server/door.ts'
import { membersFound } from '#modules/patients/server/door.ts'
import {
  earnShares,
  percentRules,
  pointsRules,
  ruleLimits,
  type EarnShares,
  type RuleCode,
  type RuleId,
  type RuleSet,
} from '../contract/rules.ts'
import { ChargeBill, ChargeBillInfo, ChargeFigures, type PointRow, type PointsRule } from '../contract/shapes.ts'
import { ChargeBillKind } from '../contract/fields.ts'

const CHARGE = sql`
  c.cbid, c.bill_no, c.hid, s.short_name store_name, c.pid, p.name patient_name, p.member_no, c.kind, c.money, c.money_gift, c.pay_way,
  coalesce(c.paid_at, c.pay_time) pay_time, c.other_pid, o.name other_name, z.name scheme_name, c.fgid, c.level_id "level",
  c.storage_scheme_id, c.charge_consultant_id, c.referrer, k.name consultant_name, u.name operator_name, c.note
`
const FROM = sql`
  charge_bill c
  left join store s using (oid, hid)
  left join patient p using (oid, pid)
  left join patient o on o.oid = c.oid and o.pid = c.other_pid
  left join storage_scheme z on z.oid = c.oid and z.storage_scheme_id = c.storage_scheme_id
  left join contact k on k.oid = c.oid and k.ctid_ = c.charge_consultant_id
  left join contact u on u.oid = c.oid and u.ctid_ = c.ctid_
`

export interface ChargeFilter {
  startTime?: string | undefined
  endTime?: string | undefined
  kind?: number | undefined
  payWay?: number | undefined
  search?: string | undefined
}
const during = (from: string | undefined, to: string | undefined): Array<Sql | undefined> => [
  from ? sql`c.pay_time >= ${dayStart(from)}` : undefined,
  to ? sql`c.pay_time < ${dayEnd(to)}` : undefined,
]

/** Stored-value bills of a store, newest first. */
export const chargesOfStore = (cx: Cx, hid: number, query: ChargeFilter): Promise<Page<ChargeBill>> =>
  pageOf(
    cx,
    {
      of: ChargeBill,
      select: CHARGE,
      from: FROM,
      order: sql`c.pay_time desc, c.cbid desc`,
      key: sql`c.cbid`,
      where: [
        sql`c.hid = ${hid}`,
        ...during(query.startTime, query.endTime),
        query.kind ? sql`c.kind = ${query.kind}` : undefined,
        query.payWay ? sql`c.pay_way = ${query.payWay}` : undefined,
        query.search ? sql`(c.bill_no = ${query.search} or c.pid in ${membersFound(query.search)})` : undefined,
      ],
    },
    query,
  )

/** Stored-value bills of a member in all stores. */
export const chargesOfMember = (cx: Cx, pid: number, query: object): Promise<Page<ChargeBill>> =>
  pageOf(cx, { of: ChargeBill, select: CHARGE, from: FROM, where: [sql`c.pid = ${pid}`], order: sql`c.cbid desc` }, query)

const Posted = ChargeBillInfo.extend({ entryId: z.int() })
const { element: WayOf } = ChargeFigures.shape.ways
const Way = WayOf.extend({ payWay: WayOf.shape.payWay.nullable() })
const Sums = ChargeFigures.pick({ money: true, moneyGift: true, times: true, withdrawn: true })
/** A bill with the balances after it. */
export async function chargeOf(cx: Cx, cbid: number): Promise<ChargeBillInfo & { entryId: number }> {
  const balanceAfter = (book: string) =>
    // Finds the account by its key first: with a join, the planner may scan every line backwards.
    sql`
      coalesce(
        (
          select l.balance
          from ledger_line l
          where l.oid = c.oid
            and l.entry_id <= c.entry_id
            and l.account_id = (
              select a.account_id
              from ledger_account a
              where a.oid = c.oid and a.book = ${book} and a.key = 'member:' || c.pid
            )
          order by l.line_id desc
          limit 1
        ),
        0
      )
    `
  return (
    (await cx.db.one(
      Posted,
      sql`
        select ${CHARGE}, c.entry_id, c.refund_name, c.refund_account, c.order_no,
          (select m.bill_no from charge_bill m where m.oid = c.oid and m.cbid = c.amends) amends_no,
          (
            select coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'quantity', g.n) order by g.name), '[]')
            from (
              select q.name, count(*) n
              from receive_record r
              join coupon_kind q on q.oid = r.oid and q.id = r.kind_id
              where r.oid = c.oid and r.cbid = c.cbid
              group by q.name
            ) g
          ) coupons,
          ${balanceAfter('stored')} money_after, ${balanceAfter('gift')} money_gift_after
        from ${FROM}
        where c.cbid = ${cbid}
      `,
    )) ?? cx.refuse('not_found', { what: '储值单' })
  )
}

/** Stored value taken and paid back in a store, what it owes its members of it, and the gift money it gave that is not spent in it. */
export async function figures(cx: Cx, hid: number, from?: string, to?: string): Promise<ChargeFigures> {
  const where = all([
    sql`c.hid = ${hid}`,
    from !== undefined && sql`c.pay_time >= ${dayStart(from)}`,
    to !== undefined && sql`c.pay_time < ${dayEnd(to)}`,
  ])
  const [sums, ways, totals] = await Promise.all([
    cx.db.the(
      Sums,
      sql`
        select coalesce(sum(money) filter (where kind in ${lit([ChargeBillKind.topUp, ChargeBillKind.correction])}), 0)::bigint money,
          coalesce(sum(money_gift) filter (where kind in ${lit([ChargeBillKind.topUp, ChargeBillKind.correction])}), 0)::bigint money_gift,
          count(*) filter (where kind = ${lit(ChargeBillKind.topUp)}) times,
          coalesce(-sum(money) filter (where kind = ${lit(ChargeBillKind.withdrawal)}), 0)::bigint withdrawn
        from charge_bill c
        where ${where}
      `,
    ),
    cx.db.rows(
      Way,
      sql`
        select pay_way, sum(money)::bigint money, count(*) times
        from charge_bill c
        where ${where}
        group by pay_way
        order by pay_way
      `,
    ),
    cx.db.rows(
      { book: 'string', held: 'number' },
      sql`
        select 'gift' book, coalesce(sum(l.amount), 0)::bigint held
        from ledger_account a
        join ledger_line l using (oid, account_id)
        join ledger_entry e using (oid, entry_id)
        where a.book = 'gift' and starts_with(a.key, 'member:') and e.hid = ${hid}
        union all
        select 'stored', -balance
        from ledger_account
        where book = 'cash' and key = ${`prepaid:${hid}`}
      `,
    ),
  ])
  const heldIn = (book: string) => totals.find((h) => h.book === book)?.held ?? 0
  return {
    ...sums,
    ways: ways.flatMap(({ payWay, ...way }) => (payWay === null ? [] : [{ payWay, ...way }])),
    held: heldIn('stored'),
    heldGift: heldIn('gift'),
  }
}

const setRules = async (cx: Cx): Promise<Map<number, number>> =>
  new Map(
    (await cx.db.rows({ pointsRuleId: 'number', pointsNumber: 'number' }, sql`select points_rule_id, points_number from points_rule`)).map(
      (r) => [r.pointsRuleId, r.pointsNumber],
    ),
  )
/** Rules in force: the organisation's values, else the defaults. */
export async function ruleRows(cx: Cx): Promise<PointsRule[]> {
  const set = await setRules(cx)
  return Object.entries(pointsRules).map(([key, rule]) => ({
    pointsRuleId: Number(key),
    pointsRule: rule.pointsRule,
    label: rule.label,
    pointsNumber: set.get(Number(key)) ?? rule.pointsNumber,
  }))
}
export async function ruleSet(cx: Cx): Promise<RuleSet> {
  // The rows cover every rule of the contract, by code.
  return Object.fromEntries((await ruleRows(cx)).map((r) => [r.pointsRule, r.pointsNumber])) as Record<RuleCode, number>
}
/** Earning percentages by way and kind, as rules. */
export async function earningRows(cx: Cx): Promise<PointsRule[]> {
  const set = await setRules(cx)
  return [...percentRules.values()].map((rule) => ({ ...rule, pointsNumber: set.get(rule.pointsRuleId) ?? rule.pointsNumber }))
}
/** Earning percentages in force. */
export const sharesOf = async (cx: Cx): Promise<EarnShares> => earnShares(await setRules(cx))
/** A rule by id, with its limits. */
export function ruleOf(cx: Cx, id: number): { label: string; limits: readonly [number, number] } {
  // An unknown id finds no rule.
  const rule = (pointsRules as Readonly<Record<number, (typeof pointsRules)[RuleId]>>)[id]
  if (rule) return { label: rule.label, limits: ruleLimits[rule.pointsRule] }
  const share = percentRules.get(id) ?? cx.refuse('not_found', { what: '规则' })
  return { label: `${share.label}计积分（%）`, limits: [0, 1000] }
}

/** A page of a member's points account, limited to the newest 2,000 lines; accounts hold hundreds. */
export async function pointLines(cx: Cx, pid: number, { page, per_page }: { page: number; per_page: number }): Promise<Page<PointRow>> {
  const [lines, names] = await Promise.all([statement(cx, 'points', `member:${pid}`, 2000), staffNames(cx)])
  const size = per_page || lines.length
  return {
    list: lines.slice((page - 1) * size, page * size).map((l) => ({
      entryId: l.entryId,
      at: l.at,
      reason: l.reason,
      ref: l.ref,
      amount: l.amount,
      balance: l.balance,
      note: l.note,
      operatorName: (l.ctid && names.get(l.ctid)) || null,
    })),
    total: lines.length,
  }
}
