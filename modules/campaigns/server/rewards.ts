/**
 * Rewards of campaigns, through loyalty's doors: each once for what earned it. Their worth is set aside in the book campaign before they
 * are given (`campaign:<id>`, floor 0), promised until a coupon is used, and freed when it expires.
 */
import { insert, lockAccounts, post, sql, type Cx, type LedgerLine, type Row } from '#kernel/server/index.ts'
import { worthOf } from '#modules/loyalty/contract/rules.ts'
import { coupon as couponStates } from '#modules/loyalty/contract/states.ts'
import { couponKindOf, earningLines, issueCoupons, rulesOf } from '#modules/loyalty/server/door.ts'
import { Reward } from '../contract/fields.ts'

export type GivingReward = Cx<'campaign_ceiling' | 'coupon_stopped' | 'coupon_total' | 'coupon_per_member'>
type Rewarding = Pick<Row<'campaign'>, 'rewardKind' | 'couponKindId' | 'rewardPoints'>

/** Worth of one reward, fen: what a voucher or gift card pays, what points pay at the till; 0 for a percentage. */
export async function worthOfReward(cx: Cx, { rewardKind, couponKindId, rewardPoints }: Rewarding): Promise<number> {
  if (rewardKind === Reward.coupon) {
    const kindId = couponKindId ?? cx.refuse('bad_input', { what: '卡券：请选择', field: 'couponKindId' })
    return (await couponKindOf(cx, kindId)).value
  }
  if (rewardKind !== Reward.points) return 0
  return worthOf(rewardPoints ?? cx.refuse('bad_input', { what: '奖励积分：请填写', field: 'rewardPoints' }), await rulesOf(cx))
}

/** Account the worth of a campaign's rewards comes from. */
const sourceOf = ({ campaignId, ceiling, hid }: Pick<Row<'campaign'>, 'campaignId' | 'ceiling' | 'hid'>): Omit<LedgerLine, 'amount'> =>
  ceiling === null ? { book: 'campaign', key: `uncapped:${hid}` } : { book: 'campaign', key: `campaign:${campaignId}`, floor: 0 }
const transfer = (source: Omit<LedgerLine, 'amount'>, target: string, amount: number): LedgerLine[] => [
  { ...source, amount: -amount },
  { book: 'campaign', key: target, amount },
]

export interface Earned {
  readonly pid: number
  /** What earned it: `apply:12`. A second reward for the same is none. */
  readonly ref: string
  readonly applyId?: number
  readonly codeId?: number | null
  /** Points of a promoter instead of the campaign's own reward. */
  readonly points?: number
}
export interface GivenReward {
  readonly couponId: number | null
  readonly points: number | null
}
/** Gives what a campaign promises, or points, once; undefined where it was given already or there is nothing to give. */
export async function giveReward(cx: GivingReward, campaign: Row<'campaign'>, earned: Earned): Promise<GivenReward | undefined> {
  const { pid, ref, applyId, codeId } = earned
  const own: Rewarding = earned.points ? { rewardKind: Reward.points, couponKindId: null, rewardPoints: earned.points } : campaign
  if (own.rewardKind === Reward.none) return undefined
  const worth = await worthOfReward(cx, own)
  const key = `campaign:${campaign.campaignId}`
  // One after the other: nothing is given twice, nor beyond the ceiling.
  const left = (await lockAccounts(cx, [{ book: 'campaign', key, floor: 0 }])).get(`campaign ${key}`) ?? 0
  if (await cx.db.any(sql`select 1 from campaign_reward where campaign_id = ${campaign.campaignId} and ref = ${ref}`)) return undefined
  if (campaign.ceiling !== null && left < worth) cx.refuse('campaign_ceiling')
  const points = own.rewardKind === Reward.points ? own.rewardPoints : null
  const [couponId = null] =
    own.rewardKind === Reward.coupon && own.couponKindId !== null
      ? await issueCoupons(cx, { pids: [pid], kindId: own.couponKindId, quantity: 1 }, { type: 4, note: campaign.title })
      : []
  const lines = [
    ...(worth ? transfer(sourceOf(campaign), `${couponId === null ? 'spent' : 'promised'}:${campaign.campaignId}`, worth) : []),
    ...earningLines(pid, points ?? 0),
  ]
  const entryId = lines.length ? await post(cx, { hid: campaign.hid, reason: '活动奖励', ref: key, note: campaign.title, lines }) : null
  await insert(cx, 'campaign_reward', {
    campaignId: campaign.campaignId,
    hid: campaign.hid,
    pid,
    applyId: applyId ?? null,
    codeId: codeId ?? null,
    ref,
    kind: own.rewardKind === Reward.coupon ? Reward.coupon : Reward.points,
    couponId,
    points,
    worth,
    entryId,
  })
  cx.touch('campaigns')
  return { couponId, points }
}

const Promised = { campaignId: 'number', worth: 'number', ceiling: 'number | null', hid: 'number' } as const
/** A coupon of a campaign was used, given back or ran out: its worth is spent, promised again, or free. */
export async function followCoupon(cx: Cx, { id, from, to }: { id: number; from: number; to: number }): Promise<void> {
  const row = await cx.db.one(
    Promised,
    sql`
      select w.campaign_id, w.worth, c.ceiling, c.hid
      from campaign_reward w
      join campaign c on c.oid = w.oid and c.campaign_id = w.campaign_id
      where w.coupon_id = ${id} and w.worth > 0
    `,
  )
  if (!row) return
  const { is } = couponStates
  const placeOf = (status: number): Omit<LedgerLine, 'amount'> => {
    if (status === is.unused) return { book: 'campaign', key: `promised:${row.campaignId}` }
    return status === is.redeemed ? { book: 'campaign', key: `spent:${row.campaignId}` } : sourceOf(row)
  }
  await post(cx, {
    hid: row.hid,
    reason: '活动卡券',
    ref: `campaign:${row.campaignId}`,
    lines: [
      { ...placeOf(from), amount: -row.worth },
      { ...placeOf(to), amount: row.worth },
    ],
  })
}
