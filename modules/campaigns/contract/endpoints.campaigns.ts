import { binary, del, done, get, outside, post, put } from '#kernel/contract/index.ts'
import * as s from './shapes.campaigns.ts'

const view = { can: 'marketing:view' } as const
const edit = { can: 'marketing:edit' } as const
const desk = { can: 'campaign:desk' } as const
const wrong = [
  'wording',
  'wording_reason',
  'html_script',
  'foreign_link',
  'other_stores',
  'campaign_time',
  'campaign_kind',
  'reward_ceiling_low',
  'campaign_session_over',
] as const
/** What giving a reward may be refused for. */
const giving = ['campaign_ceiling', 'coupon_stopped', 'coupon_total', 'coupon_per_member'] as const
const registering = ['campaign_closed', 'campaign_audience', 'per_person'] as const

export const campaignCalls = {
  'campaign.list': get('/v1/{product}/campaign', {
    ...view,
    summary: 'Campaigns of a store with their places, visitors and cost',
    input: s.CampaignQuery,
    output: s.CampaignPage,
  }),
  'campaign.apply': get('/v1/{product}/campaign/apply', {
    ...desk,
    summary: 'Sign-ups of a campaign or a session, the waiting list in its order',
    input: s.ApplyQuery,
    reads: 'many',
    output: s.ApplyPage,
  }),
  'campaign.apply-export': outside.get('/v1/{product}/campaign/apply/export', {
    ...view,
    summary: 'Sign-ups as an Excel file',
    input: s.ApplyExport,
    reads: 'many',
    output: binary(),
    binary: true,
    timeout: 120,
  }),
  'campaign.promoter': get('/v1/{product}/campaign/promoter', {
    ...view,
    summary: 'Who brought whom: scans, sign-ups, first visits, money and reward of every code; columns add up to the funnel',
    input: s.PromoterQuery,
    output: s.PromoterList,
  }),
  'campaign.get': get('/v1/{product}/campaign/{id}', {
    ...view,
    summary: 'One campaign with its sessions',
    input: s.CampaignById,
    output: s.Campaign,
  }),
  'campaign.create': post('/v1/{product}/campaign', {
    ...edit,
    summary: 'A new campaign, a draft',
    input: s.NewCampaign,
    output: s.Campaign,
    fails: [...wrong, 'campaign_quota', 'campaign_session_taken'],
  }),
  'campaign.update': put('/v1/{product}/campaign/{id}', {
    ...edit,
    changes: 'id',
    summary: 'Changes a campaign; once published it keeps kind, reward and what was signed up for',
    input: s.EditCampaign,
    output: s.Campaign,
    fails: [
      ...wrong,
      'campaign_fixed',
      'campaign_quota',
      'campaign_session_taken',
      'ceiling_less',
      'ad_missing',
      'ad_over',
      'campaign_unready',
    ],
  }),
  'campaign.delete': del('/v1/{product}/campaign/{id}', {
    ...edit,
    summary: 'Deletes a draft',
    input: s.CampaignById,
    output: done(),
  }),
  'campaign.status': put('/v1/{product}/campaign/status/{id}', {
    ...edit,
    summary: 'Ours: publishes a draft, or ends a campaign for everybody new; what was promised is kept',
    input: s.CampaignStatus,
    output: s.Campaign,
    fails: ['campaign_unready', 'campaign_time', 'ad_missing', 'ad_over', 'wording', 'wording_reason', 'reward_ceiling_low'],
  }),
  'campaign.sign-up': post('/v1/{product}/campaign/apply', {
    ...desk,
    summary: 'Ours: signs somebody up at the desk',
    input: s.NewApply,
    reads: 'written',
    output: s.ApplyRow,
    fails: [...registering, 'campaign_kind', 'campaign_session_missing', 'campaign_session_over', 'full'],
  }),
  'campaign.come': put('/v1/{product}/campaign/apply/come', {
    ...desk,
    summary: 'Ours: somebody who signed up is here: found or registered as a member, and what coming earns is given',
    input: s.ApplyAction,
    reads: 'written',
    output: s.ApplyRow,
    fails: [...giving, 'full', 'per_person', 'exists', 'exists_card', 'born_later'],
  }),
  'campaign.next': put('/v1/{product}/campaign/apply/next', {
    ...desk,
    summary: 'Ours: gives the place that is held, or a free one, to somebody waiting',
    input: s.ApplyAction,
    reads: 'written',
    output: s.ApplyRow,
    fails: ['full', 'per_person', 'campaign_session_over'],
  }),
  'campaign.cancel': put('/v1/{product}/campaign/apply/cancel', {
    ...desk,
    summary: 'Ours: cancels a sign-up; its place is held for the first who waits',
    input: s.ApplyAction,
    reads: 'written',
    output: s.ApplyRow,
  }),
  'campaign.claim': post('/v1/{product}/campaign/claim', {
    ...desk,
    summary: 'Ours: gives a member the coupon or points of a campaign at the desk; daily ones once a day',
    input: s.CampaignClaim,
    reads: 'written',
    output: s.Claimed,
    fails: [...giving, 'campaign_closed', 'campaign_kind', 'campaign_audience', 'campaign_claimed', 'signed_today'],
  }),
  'campaign.coupons': get('/v1/{product}/campaign-coupons', {
    can: 'coupon:view',
    summary: 'Ours: which campaigns gave coupons of a store or a kind, how many were used, and what those bills brought',
    input: s.CouponOriginQuery,
    output: s.CouponOrigins,
  }),
  'campaign.extension-code': get('/v1/{product}/campaign-extension-code', {
    ...view,
    pure: false,
    summary: 'The code of a campaign for a promoter or a place, made when it is first asked for',
    input: s.CodeQuery,
    output: s.ExtensionCode,
    fails: ['campaign_unready'],
  }),
}
