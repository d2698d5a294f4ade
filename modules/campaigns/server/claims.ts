/** Coupons and points of a campaign that are claimed: once a member, or once a day. */
import { sql, type Cx } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { Kind } from '../contract/fields.ts'
import type { Claimed } from '../contract/shapes.campaigns.ts'
import type { z } from '#kernel/contract/index.ts'
import { giveReward, type GivingReward } from './rewards.ts'
import { checkAudience, openCampaign } from './signups.ts'

type Claiming = GivingReward & Cx<'campaign_closed' | 'campaign_kind' | 'campaign_audience' | 'campaign_claimed' | 'signed_today'>

/** Gives a member what a running campaign offers: 领券 as often as each may have it, 签到 once a day. */
export async function claimReward(
  cx: Claiming,
  { campaignId, pid }: { campaignId: number; pid: number },
): Promise<z.output<typeof Claimed>> {
  const row = await openCampaign(cx, campaignId, true)
  if (row.kind !== Kind.coupon && row.kind !== Kind.daily) cx.refuse('campaign_kind', { what: '领取', field: 'campaignId' })
  const { birth } = await patientOf(cx, pid)
  checkAudience(cx, row, { isMember: true, birth })
  const { n } = await cx.db.the(
    { n: 'number' },
    sql`
      select count(*)::int n
      from campaign_reward
      where campaign_id = ${campaignId} and pid = ${pid} and ref like 'claim:%'
    `,
  )
  if (row.kind === Kind.coupon && n >= row.perPerson) cx.refuse('campaign_claimed')
  const ref = row.kind === Kind.coupon ? `claim:${pid}:${n + 1}` : `sign:${pid}:${cx.today}`
  const reward = await giveReward(cx, row, { pid, ref })
  return reward ? { campaignId, pid, ...reward } : cx.refuse(row.kind === Kind.daily ? 'signed_today' : 'campaign_claimed')
}
