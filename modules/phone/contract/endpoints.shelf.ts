import { get, open, post } from '#kernel/contract/index.ts'
import * as s from './shapes.shelf.ts'
import { PhoneCodeAsked } from './shapes.ts'

const own = { can: 'member' } as const
const registering = [
  'campaign_closed',
  'campaign_audience',
  'campaign_kind',
  'campaign_session_missing',
  'campaign_session_over',
  'per_person',
  'full',
] as const
const acting = [
  ...registering,
  'campaign_ceiling',
  'campaign_claimed',
  'campaign_unready',
  'coupon_stopped',
  'coupon_total',
  'coupon_per_member',
  'signed_today',
] as const
export type SignUpFail = (typeof acting)[number]
export type RegisterFail = (typeof registering)[number]

/** What the house shows, and what members do with it. */
export const shelfCalls = {
  'phone.campaign': get('/v1/h5/campaigns/{campaignId}', {
    ...own,
    summary: 'Ours: a campaign with free places, the family’s sign-ups and the member’s own code',
    input: s.CampaignOfMember,
    output: s.PhoneCampaign,
    reads: 'one',
  }),
  'phone.campaign.sign-up': post('/v1/h5/campaigns/{campaignId}/sign-ups', {
    ...own,
    summary: 'Ours: signs one of the family up, or puts them on the waiting list',
    input: s.SignUpByPhone,
    output: s.PhoneCampaign,
    reads: 'written',
    fails: acting,
  }),
  'phone.campaign.take': post('/v1/h5/sign-ups/{applyId}/take', {
    ...own,
    summary: 'Ours: takes the place that is held for somebody of the family',
    input: s.OwnSignUp,
    output: s.PhoneCampaign,
    reads: 'written',
    fails: acting,
  }),
  'phone.campaign.cancel': post('/v1/h5/sign-ups/{applyId}/cancel', {
    ...own,
    summary: 'Ours: cancels a sign-up; cancelling what is cancelled succeeds',
    input: s.OwnSignUp,
    output: s.PhoneCampaign,
    reads: 'written',
    fails: acting,
  }),
  'phone.campaign.claim': post('/v1/h5/campaigns/{campaignId}/claim', {
    ...own,
    summary: 'Ours: claims what a campaign gives',
    input: s.CampaignOfMember,
    output: s.PhoneCampaign,
    reads: 'written',
    fails: acting,
  }),
  'phone.campaign.code': post('/v1/h5/campaigns/{campaignId}/code', {
    ...own,
    summary: 'Ours: the code by which a member recommends a campaign',
    input: s.CampaignOfMember,
    output: s.PhoneCampaign,
    reads: 'written',
    fails: acting,
  }),
}
/** What a link leads to before anybody is logged in: the code is all somebody shows. */
export const linkCalls = {
  'phone.message': open.post('/v1/h5/m/open', {
    can: 'public',
    proof: 'secret',
    summary: 'Ours: notes that the link of a message was opened; answers whose store it is',
    input: s.MessageLink,
    output: s.OpenedMessage,
    reads: 'written',
    perMinute: 60,
  }),
  'phone.message.leave': open.post('/v1/h5/m/leave', {
    can: 'public',
    proof: 'secret',
    summary: 'Ours: leaves the number of a message alone, for whoever holds its link',
    input: s.MessageLink,
    output: s.LeftAlone,
    perMinute: 20,
  }),
  'phone.extension': open.post('/v1/h5/c/open', {
    can: 'public',
    proof: 'secret',
    summary: 'Ours: notes that a promoter’s code was scanned; answers its campaign',
    input: s.CodeLink,
    output: s.ShownCampaign,
    perMinute: 60,
  }),
  'phone.extension.code': open.post('/v1/h5/c/code', {
    can: 'public',
    proof: 'secret',
    summary: 'Ours: sends a code to the number of somebody who signs up, member or not',
    input: s.AskSignUpCode,
    output: PhoneCodeAsked,
    fails: ['captcha_wrong', 'code_soon', 'code_limit', 'campaign_closed'],
    perMinute: 20,
  }),
  'phone.extension.sign-up': open.post('/v1/h5/c/sign-ups', {
    can: 'public',
    proof: 'secret',
    summary: 'Ours: signs somebody up under the number they proved; the code says who brought them',
    input: s.SignUpByCode,
    output: s.SignedUp,
    fails: ['code_wrong', ...registering],
    perMinute: 20,
  }),
}
