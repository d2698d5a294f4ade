/** Points of members: adjustments, transfers, expiry, referral rewards. Book points, account `member:<pid>`, floor 0. */
import { insert, lockAccounts, post, sql, lit, type Cx, type LedgerLine } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { lapsedOf, lapsing } from '../contract/rules.ts'
import type { MemberWallet } from '../contract/shapes.ts'
import { grantPoints, type GrantFail } from './grants/grants.ts'
import { earningLines, walletOf } from './holdings.ts'
import { ruleSet } from './queries.ts'

const keyOf = (pid: number): string => `member:${pid}`
/** Locks members' points accounts in ledger order. Returns their balances by member. */
async function lockPoints(cx: Cx, pids: readonly number[]): Promise<Map<number, number>> {
  const accounts = await lockAccounts(
    cx,
    pids.map((pid) => ({ book: 'points' as const, key: keyOf(pid), floor: 0 })),
  )
  return new Map(pids.map((pid) => [pid, accounts.get(`points ${keyOf(pid)}`) ?? 0]))
}
/** Refuses, naming the member, when points are missing. */
export async function needPoints(cx: Cx<'points_short'>, pid: number, points: number, field: string): Promise<void> {
  const balance = (await lockPoints(cx, [pid])).get(pid)!
  if (balance < points) cx.refuse('points_short', { member: (await patientOf(cx, pid)).name, points: balance, field })
}
/** Ledger lines that debit points for a purpose: `gift`, `lottery`. */
export const pointsSpent = (pid: number, points: number, what: string): LedgerLine[] =>
  points
    ? [
        { book: 'points', key: keyOf(pid), amount: -points, floor: 0 },
        { book: 'points', key: what, amount: points },
      ]
    : []

/** Adjusts the points of several members by the same amount, all or none. */
export async function adjustMany(
  cx: Cx<'points_short' | GrantFail>,
  { pids, points, reason, approver }: { pids: readonly number[]; points: number; reason: string; approver?: number | undefined },
): Promise<{ adjusted: number }> {
  const all = [...new Set(pids)]
  const names = new Map(
    (
      await cx.db.rows(
        { pid: 'number', name: 'string' },
        sql`
          select pid, name
          from patient
          where pid = any(${all}) and status = ${lit(patientStates.is.present)}
        `,
      )
    ).map((p) => [p.pid, p.name]),
  )
  if (names.size < all.length) cx.refuse('not_found', { what: '会员', field: 'pids' })
  const balances = await lockPoints(cx, all)
  const short = all.find((pid) => balances.get(pid)! + points < 0)
  if (short !== undefined) cx.refuse('points_short', { member: names.get(short)!, points: balances.get(short)!, field: 'pids' })
  await grantPoints(cx, { pids: all, points, reason, approver })
  for (const pid of all) await post(cx, { reason: '积分调整', note: reason, ref: keyOf(pid), lines: earningLines(pid, points) })
  return { adjusted: all.length }
}

export async function transferPoints(
  cx: Cx<'same_member' | 'points_short'>,
  input: { pid: number; transferId: number; pointsNumber: number; transferRemark?: string | undefined },
): Promise<MemberWallet> {
  const { pid, transferId, pointsNumber } = input
  if (pid === transferId) cx.refuse('same_member', { field: 'transferId' })
  const [from, to] = [await patientOf(cx, pid), await patientOf(cx, transferId)]
  const balances = await lockPoints(cx, [pid, transferId])
  if (balances.get(pid)! < pointsNumber) cx.refuse('points_short', { member: from.name, points: balances.get(pid)!, field: 'pointsNumber' })
  // Notes name members by number: the ledger is permanent, and one member's line must not show another's name.
  const note = [`${from.memberNo} → ${to.memberNo}`, input.transferRemark].filter(Boolean).join('：')
  await post(cx, {
    reason: '积分转赠',
    ref: keyOf(pid),
    note,
    lines: [
      { book: 'points', key: keyOf(pid), amount: -pointsNumber, floor: 0 },
      { book: 'points', key: keyOf(transferId), amount: pointsNumber, floor: 0 },
    ],
  })
  return walletOf(cx, pid)
}

/** Unused credits before a day, first in, first out, by member; members without any are omitted. */
export async function lapsingBefore(cx: Cx, before: string, pids?: readonly number[]): Promise<Map<number, number>> {
  const rows = await cx.db.rows(
    { key: 'string', inBefore: 'number', outEver: 'number' },
    sql`
      select a.key, coalesce(sum(l.amount) filter (where l.amount > 0 and e.at < ${before}::timestamptz), 0)::bigint in_before,
        coalesce(-sum(l.amount) filter (where l.amount < 0), 0)::bigint out_ever
      from ledger_account a
      join ledger_line l using (oid, account_id)
      join ledger_entry e using (oid, entry_id)
      where a.book = 'points'
        and starts_with(a.key, 'member:')
        and a.balance > 0
        and (${pids ? pids.map(keyOf) : null}::text[] is null or a.key = any(${pids ? pids.map(keyOf) : null}::text[]))
      group by a.key
    `,
  )
  return new Map(rows.map((r) => [Number(r.key.slice(7)), lapsing(r.inBefore, r.outEver)] as const).filter(([, n]) => n > 0))
}
/** The day before which points expire, some days ahead; undefined where points never expire. */
export async function lapseDay(cx: Cx, inDays = 0): Promise<string | undefined> {
  const { expiry } = await ruleSet(cx)
  if (!expiry) return undefined
  return (
    await cx.db.the(
      { day: 'string' },
      sql`select (${cx.today}::date + ${inDays}::int - make_interval(months => ${expiry}::int))::date as day`,
    )
  ).day
}
/** Removes expired points, of some members or of all. */
export async function lapsePoints(cx: Cx, pids?: readonly number[]): Promise<void> {
  const before = await lapseDay(cx)
  if (!before) return
  const due = [...(await lapsingBefore(cx, before, pids)).keys()].sort((a, b) => a - b)
  if (!due.length) return
  await lockPoints(cx, due)
  // Read again under the locks, because points may have been spent meanwhile.
  for (const [pid, points] of await lapsingBefore(cx, before, due))
    await post(cx, { reason: '积分过期', ref: keyOf(pid), note: `${before} 之前获得`, lines: pointsSpent(pid, points, 'lapsed') })
}

/** Points credited for a paper (`fee_bill:12`) that lapsed since. */
export async function lapsedPoints(cx: Cx, pid: number, ref: string): Promise<number> {
  const lines = await cx.db.rows(
    { amount: 'number', ref: 'string | null', lapse: 'boolean' },
    sql`
      select l.amount, e.ref, e.reason = '积分过期' lapse
      from ledger_account a
      join ledger_line l using (oid, account_id)
      join ledger_entry e using (oid, entry_id)
      where a.book = 'points' and a.key = ${keyOf(pid)}
      order by l.line_id
    `,
  )
  return lapsedOf(lines, ref)
}

/** Referral reward of both members for the first paid bill, as lines of its entry; none for a member already rewarded. */
export async function rewardFor(
  cx: Cx,
  pid: number,
): Promise<{ lines: LedgerLine[]; note(entryId: number, hid: number, ref: string): Promise<void> } | undefined> {
  const { inviterPid } = await patientOf(cx, pid)
  if (!inviterPid) return undefined
  const { recommend, recommended } = await ruleSet(cx)
  if ((!recommend && !recommended) || (await cx.db.any(sql`select 1 from recommend_reward where pid = ${pid}`))) return undefined
  return {
    lines: [...earningLines(inviterPid, recommend), ...earningLines(pid, recommended)],
    note: async (entryId, hid, ref) =>
      void (await insert(cx, 'recommend_reward', { hid, inviterPid, pid, points: recommend, ownPoints: recommended, ref, entryId })),
  }
}
/**
 * Ledger lines that take back a referral reward when its bill is refunded in full, as far as both still hold it. `returned` is what the
 * same refund takes of the member's own points.
 */
export async function rewardReturningLines(cx: Cx, ref: string, returned: { pid: number; points: number }): Promise<LedgerLine[]> {
  const reward = await cx.db.one(
    { inviterPid: 'number', pid: 'number', points: 'number', ownPoints: 'number' },
    sql`select inviter_pid, pid, points, own_points from recommend_reward where ref = ${ref}`,
  )
  if (!reward) return []
  const balances = await lockPoints(cx, [reward.inviterPid, reward.pid])
  const own = balances.get(reward.pid)! - (reward.pid === returned.pid ? returned.points : 0)
  return [
    ...earningLines(reward.inviterPid, -Math.min(reward.points, balances.get(reward.inviterPid)!)),
    ...earningLines(reward.pid, -Math.max(0, Math.min(reward.ownPoints, own))),
  ]
}
