/**
 * Principal by the top-up that paid it. A transfer takes its part of a top-up along, a withdrawal names the top-ups it returns: so money
 * goes back to the name that paid, and gifts, coupons, combos and level follow in proportion. Amounts in fen.
 */
import { insertMany, sql, lit, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import { dropLevel } from '#modules/patients/server/door.ts'
import type { WithdrawalPlan } from '../contract/shapes.stored.ts'
import { coupon as couponStates, memberPackage } from '../contract/states.ts'
import { takeBack } from './coupons.ts'
import { takePackagesBack } from './packages.ts'

const Lot = {
  cbid: 'number | null',
  billNo: 'string | null',
  payerPid: 'number',
  payer: 'string',
  guardian: 'string | null',
  levelId: 'number | null',
  formerLevelId: 'number | null',
  levelName: 'string | null',
  levelKeep: 'number',
  paid: 'number',
  held: 'number',
} as const
/** A top-up with the part of it a member still owns; `cbid` is null for principal older than this record. */
export type PrincipalLot = ShapedRow<typeof Lot>
/** A part of a lot that leaves the member. */
export interface LotPart {
  readonly lot: PrincipalLot
  readonly money: number
}

/**
 * What stands of a member's principal, newest top-up first: spending used the oldest first. `wallet` is the principal held. Of each lot
 * `held` is what the member neither transferred nor withdrew, whether spent or not; the second figure is what is unspent.
 */
export async function principalLots(cx: Cx, pid: number, wallet: number): Promise<LotPart[]> {
  const lots = await cx.db.rows(
    Lot,
    sql`
      select *
      from (
        select t.cbid, t.bill_no, t.pid payer_pid, p.name payer, p.guardian, t.level_id, t.former_level_id, l.name level_name,
          coalesce(z.level_keep, 100) level_keep, (t.money + coalesce(a.money, 0))::bigint paid,
          (case when t.pid = ${pid} then t.money + coalesce(a.money, 0) else 0 end + coalesce(s.money, 0))::bigint held
        from charge_bill t
        join patient p on p.oid = t.oid and p.pid = t.pid
        left join level l on l.oid = t.oid and l.id = t.level_id
        left join storage_scheme z on z.oid = t.oid and z.storage_scheme_id = t.storage_scheme_id
        left join lateral (
          select sum(c.money) money
          from charge_bill c
          where c.oid = t.oid and c.amends = t.cbid
        ) a on true
        left join lateral (
          select sum(c.money) money
          from charge_share c
          where c.oid = t.oid and c.topup_cbid = t.cbid and c.pid = ${pid}
        ) s on true
        where t.kind = 1
          and (t.pid = ${pid} or t.cbid in (select c.topup_cbid from charge_share c where c.pid = ${pid}))
      ) lot
      where held > 0
      order by cbid desc
    `,
  )
  let left = wallet
  const standing = lots.map((lot) => {
    const money = Math.min(lot.held, left)
    left -= money
    return { lot, money }
  })
  if (left === 0) return standing
  const self = await cx.db.the({ name: 'string', guardian: 'string | null' }, sql`select name, guardian from patient where pid = ${pid}`)
  const older = { ...nothing, payerPid: pid, payer: self.name, guardian: self.guardian, paid: left, held: left }
  return [...standing, { lot: older, money: left }]
}
const nothing = { cbid: null, billNo: null, levelId: null, formerLevelId: null, levelName: null, levelKeep: 0 } as const

/** Names a payment may be returned to: who paid, or the guardian. */
export const namesOf = ({ payer, guardian }: PrincipalLot): string[] => [payer, guardian].filter((name): name is string => Boolean(name))
/** The parts that make up an amount, in the order given. */
export function partsFor(lots: readonly LotPart[], money: number): LotPart[] {
  let left = money
  return lots.flatMap(({ lot, money: most }) => {
    const part = Math.min(most, left)
    left -= part
    return part ? [{ lot, money: part }] : []
  })
}

/** What came with top-ups of which a part leaves, as far as it leaves too. */
export interface Conditions {
  readonly coupons: WithdrawalPlan['coupons']
  readonly packages: WithdrawalPlan['packages']
  /** Levels that are lost, with the level before. */
  readonly levels: ReadonlyArray<{ levelId: number; name: string; formerLevelId: number | null }>
  readonly kept: { readonly coupons: number; readonly packages: number }
}
/**
 * Conditions of the parts that leave: of unused coupons stays the whole number that the remaining principal of their top-up covers;
 * the level stays while the scheme's share of the top-up does, a combo until the last of it.
 */
export async function conditionsOf(cx: Cx, pid: number, standing: readonly LotPart[], parts: readonly LotPart[]): Promise<Conditions> {
  const own = parts.filter(({ lot }) => lot.cbid !== null && lot.payerPid === pid)
  const [coupons, packages] = await Promise.all([couponsOf(cx, pid), packagesOf(cx, pid)])
  const keptOf = ({ lot, money }: LotPart, count: number) => {
    const before = standing.find((s) => s.lot === lot)?.money ?? money
    return Math.floor((count * (before - money)) / before)
  }
  const couponsLeaving = own.flatMap((part) => {
    const came = coupons.filter((c) => c.cbid === part.lot.cbid)
    return came.slice(keptOf(part, came.length))
  })
  // A combo is one thing: it goes with the last of its top-up.
  const packagesLeaving = own.flatMap((part) =>
    standing.some((s) => s.lot === part.lot && s.money === part.money) ? packages.filter((p) => p.cbid === part.lot.cbid) : [],
  )
  const lost = own.filter(({ lot, money }) => lot.levelId !== null && (lot.held - money) * 100 < lot.paid * lot.levelKeep)
  return {
    coupons: couponsLeaving.map(({ id, code, name }) => ({ id, code, name })),
    packages: packagesLeaving.map(({ packageId, name }) => ({ packageId, name })),
    levels: lost.flatMap(({ lot: { levelId, levelName, formerLevelId } }) =>
      levelId === null ? [] : [{ levelId, name: levelName ?? '', formerLevelId }],
    ),
    kept: { coupons: coupons.length - couponsLeaving.length, packages: packages.length - packagesLeaving.length },
  }
}
const couponsOf = (cx: Cx, pid: number) =>
  cx.db.rows(
    { id: 'number', code: 'string', name: 'string', cbid: 'number' },
    sql`
      select r.id, r.code, k.name, r.cbid
      from receive_record r
      join coupon_kind k on k.oid = r.oid and k.id = r.kind_id
      where r.pid = ${pid} and r.cbid is not null and r.status = ${lit(couponStates.is.unused)} and r.locked_ref is null
      order by r.id
    `,
  )
const packagesOf = (cx: Cx, pid: number) =>
  cx.db.rows(
    { packageId: 'number', name: 'string', cbid: 'number' },
    sql`
      select m.package_id, m.name, c.cbid
      from member_package m
      join charge_bill c on c.oid = m.oid and m.ref = 'charge_bill:' || c.bill_no
      where m.pid = ${pid} and m.status <> ${lit(memberPackage.is.givenBack)}
      order by m.package_id
    `,
  )

/** Takes back what the conditions say. */
export async function takeConditions(cx: Cx, pid: number, { coupons, packages, levels }: Conditions, note: string): Promise<void> {
  await takeBack(
    cx,
    coupons.map((c) => c.id),
    note,
  )
  await takePackagesBack(
    cx,
    packages.map((p) => p.packageId),
    note,
  )
  for (const { levelId, formerLevelId } of levels) await dropLevel(cx, pid, levelId, formerLevelId)
}
/** Notes which top-ups a movement took its money from, and to whom it went. */
export async function noteShares(cx: Cx, pid: number, parts: readonly LotPart[], movement: { cbid: number; sign: 1 | -1 }): Promise<void> {
  await insertMany(
    cx,
    'charge_share',
    parts.flatMap(({ lot, money }) =>
      lot.cbid === null ? [] : [{ cbid: movement.cbid, topupCbid: lot.cbid, pid, money: movement.sign * money }],
    ),
  )
}
/** What is lost, in words for the till and the member. */
export const lostWords = ({ coupons, packages, levels, kept }: Conditions): string[] => [
  ...(coupons.length ? [`按比例收回随储值赠送而未使用的卡券 ${coupons.length} 张${kept.coupons ? `，保留 ${kept.coupons} 张` : ''}`] : []),
  ...(!coupons.length && kept.coupons ? [`随储值赠送的卡券 ${kept.coupons} 张保留`] : []),
  ...(packages.length ? [`收回随储值赠送的套餐（${packages.map((p) => p.name).join('、')}）中未使用的部分`] : []),
  ...(!packages.length && kept.packages ? [`随储值赠送的套餐 ${kept.packages} 个保留`] : []),
  ...levels.map(({ name }) => `储值方案的会员等级“${name}”随之取消`),
]
