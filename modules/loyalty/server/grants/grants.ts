/**
 * What members are given by hand: one right, a reason, a ceiling per person and day that the database keeps, and a list the manager reads.
 * What a scheme, a campaign, a prize or a bill gives is none of it.
 */
import { wordsOfReason, type z } from '#kernel/contract/index.ts'
import { all, dayEnd, dayStart, insertMany, may, pageOf, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { proofOf } from '#modules/account/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { HandGrant, type GrantKind, type GrantPage, type GrantQuery } from '../../contract/grants/shapes.ts'
import { worthOf } from '../../contract/rules.ts'
import { ruleSet } from '../queries.ts'

/** The right to give by hand, and the one to agree to more than the ceiling. */
const GIVE = 'member:grant'
const AGREE = 'grant:approve'
/** What a proof of presence for a grant is kept as. */
const PURPOSE = '批准手工赠送'

export type GrantFail = 'grant_over' | 'grant_reason' | 'approval_needed' | 'approval_self' | 'approver_may_not'
interface Grant {
  readonly kind: GrantKind
  readonly pids: readonly number[]
  /** In words: 三十元代金券, 500 积分. */
  readonly what: string
  readonly quantity?: number
  /** Fen that each member is given. */
  readonly worth: number
  readonly reason: string | null | undefined
  readonly approver?: number | undefined
  /** Field of the reason in the call. */
  readonly field: string
}
const yuan = (fen: number): string => (fen / 100).toFixed(2)

/**
 * What one person may give a day, yuan; null without a ceiling. Grants of one person come one after the other, so that two tills in the
 * same name do not both stay below it. A call that locks a wallet as well locks this first.
 */
export async function lockCeiling(cx: Cx): Promise<number | null> {
  const { oid, hid, ctid } = cx.who
  const most = await settingOf(cx, hid, 'grantDayMost')
  if (most !== null) await cx.db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`hand_grant:${oid}:${ctid}`}, 0))`)
  return most
}
/** Notes a grant, or refuses it: without the right or a reason, or over what one person gives a day unless another one agreed. */
export async function grantByHand(cx: Cx<GrantFail>, grant: Grant): Promise<void> {
  const { worth, field } = grant
  const pids = [...new Set(grant.pids)]
  mustHold(cx)
  const reason = wordsOfReason(grant.reason) ?? cx.refuse('grant_reason', { field })
  const most = await lockCeiling(cx)
  const today = most === null ? 0 : await worthToday(cx)
  const isOver = most !== null && today + worth * pids.length > most * 100
  const proofId = isOver ? await agreed(cx, grant.approver, { most, today }) : null
  await note(cx, { ...grant, pids, reason }, proofId)
}
function mustHold(cx: Cx): void {
  if (!may(cx, GIVE)) cx.refuse('no_access', { what: '手工赠送卡券、积分、赠金和等级', code: GIVE })
}
const note = (
  cx: Cx,
  { kind, pids, what, quantity = 1, worth, reason, approver }: Omit<Grant, 'reason' | 'field'> & { readonly reason: string },
  proofId: number | null,
): Promise<unknown> =>
  insertMany(
    cx,
    'hand_grant',
    pids.map((pid) => ({
      hid: cx.who.hid,
      pid,
      kind,
      what,
      quantity,
      worth,
      reason,
      approvedBy: proofId === null ? null : (approver ?? null),
      proofId,
    })),
  )
/** Points added by hand are given; points taken are not. */
export async function grantPoints(
  cx: Cx<GrantFail>,
  { pids, points, reason, approver }: { pids: readonly number[]; points: number; reason: string; approver: number | undefined },
): Promise<void> {
  if (points <= 0) return
  const worth = worthOf(points, await ruleSet(cx))
  await grantByHand(cx, { kind: 2, pids, what: `${points} 积分`, quantity: points, worth, reason, approver, field: 'reason' })
}
/** Gift money without a scheme, and a level that a top-up names without one. */
export async function grantWithTopUp(
  cx: Cx<GrantFail>,
  { pid, moneyGift, note, approver }: { pid: number; moneyGift: number; note?: string | undefined; approver?: number | undefined },
): Promise<void> {
  if (moneyGift <= 0) return
  const reason = wordsOfReason(note) ?? '随储值赠送'
  await grantByHand(cx, { kind: 3, pids: [pid], what: `赠金 ${yuan(moneyGift)} 元`, worth: moneyGift, reason, approver, field: 'note' })
}
/** Fen a coupon counts for: its value; a discount what it takes off a hundred yuan. */
export const worthOfKind = ({ couponType, value, discount }: Pick<Row<'coupon_kind'>, 'couponType' | 'value' | 'discount'>): number =>
  couponType === 2 ? Math.round((10 - (discount ?? 10)) * 1000) : value

interface Leveled {
  readonly levelId: number
  readonly members: ReadonlyArray<{ readonly pid: number; readonly formerLevelId: number | null }>
  readonly reason: string | undefined
}
/** A level set by hand that gives more than the one before is given; the same or less is not. */
export async function grantLevel(cx: Cx, { levelId, members, reason }: Leveled): Promise<void> {
  const levels = await cx.db.rows(
    { id: 'number', name: 'string', discount: 'number', pointMultiple: 'number' },
    sql`
      select id, name, discount, point_multiple
      from level
      where id = any(${[levelId, ...members.flatMap((m) => m.formerLevelId ?? [])]})
    `,
  )
  const levelBy = (id: number | null) => levels.find((level) => level.id === id) ?? { discount: 10, pointMultiple: 1 }
  const next = levels.find((level) => level.id === levelId)
  if (!next) return
  const raised = members.filter(({ formerLevelId }) => {
    const former = levelBy(formerLevelId)
    return next.discount < former.discount || next.pointMultiple > former.pointMultiple
  })
  if (!raised.length) return
  mustHold(cx)
  const pids = raised.map((m) => m.pid)
  await note(cx, { kind: 4, pids, what: next.name, worth: 0, reason: wordsOfReason(reason) ?? '手工设定等级' }, null)
}
const worthToday = async (cx: Cx): Promise<number> =>
  (
    await cx.db.the(
      { worth: 'number' },
      sql`
        select coalesce(sum(worth), 0)::bigint worth
        from hand_grant
        where hid = ${cx.who.hid}
          and ctid_ = ${cx.who.ctid}
          and approved_by is null
          and at >= ${dayStart(cx.today)}
          and at < ${dayEnd(cx.today)}
      `,
    )
  ).worth
async function agreed(cx: Cx<GrantFail>, approver: number | undefined, { most, today }: { most: number; today: number }): Promise<number> {
  if (approver === undefined) return cx.refuse('grant_over', { most, today: yuan(today), field: 'approver' })
  return proofOf(cx, { approver, purpose: PURPOSE, can: AGREE })
}

/** What members of the present store were given by hand, newest first. */
export async function grantsOf(cx: Cx, query: z.output<typeof GrantQuery>): Promise<z.output<typeof GrantPage>> {
  const where = [
    sql`g.hid = ${cx.who.hid}`,
    query.kind !== undefined && sql`g.kind = ${query.kind}`,
    query.operatorId !== undefined && sql`g.ctid_ = ${query.operatorId}`,
    query.startTime !== undefined && sql`g.at >= ${dayStart(query.startTime)}`,
    query.endTime !== undefined && sql`g.at < ${dayEnd(query.endTime)}`,
  ]
  const [list, { worth }] = await Promise.all([
    pageOf(
      cx,
      {
        of: HandGrant,
        select: sql`
          g.grant_id, g.at, g.kind, g.pid, p.name patient_name, p.member_no, g.what, g.quantity, g.worth, g.reason, o.name operator_name,
          a.name approver_name
        `,
        from: sql`
          hand_grant g
          join patient p using (oid, pid)
          left join contact o on o.oid = g.oid and o.ctid_ = g.ctid_
          left join contact a on a.oid = g.oid and a.ctid_ = g.approved_by
        `,
        where,
        order: sql`g.at desc, g.grant_id desc`,
        key: sql`g.grant_id`,
      },
      query,
    ),
    cx.db.the({ worth: 'number' }, sql`select coalesce(sum(g.worth), 0)::bigint worth from hand_grant g where ${all(where)}`),
  ])
  return { ...list, worth }
}
