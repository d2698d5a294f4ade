/** What the house shows its members, and what they do with it: the house's own work, told to a member's session (decision 1260). */
import { NewApply } from '#modules/campaigns/contract/shapes.campaigns.ts'
import { campaign as campaigns } from '#modules/campaigns/contract/states.ts'
import {
  bannersOf,
  campaignOf,
  campaignsOpen,
  cancelApply,
  claimReward,
  codeOfMember,
  contentShelf,
  extensionCode,
  offersShown,
  signUpFor,
  signUpsOf,
  takePlace,
} from '#modules/campaigns/server/door.ts'
import { find, type Cx } from '#kernel/server/index.ts'
import type { SignUpFail } from '../contract/endpoints.shelf.ts'
import type { PhoneCampaign, PhoneShelf, PhoneSignUp, ShownCampaign } from '../contract/shapes.shelf.ts'
import { campaignActed, campaignAsked, type CampaignAct } from '../contract/events.ts'
import { ownMember, selfOf } from './people.ts'

type Campaign = Awaited<ReturnType<typeof campaignOf>>
type Apply = Awaited<ReturnType<typeof signUpsOf>>[number]

const isShown = (from: string | null, to: string | null, today: string) => (from ?? today) <= today && (to ?? today) >= today
export async function shelfOf(cx: Cx, { hid, pid }: { hid: number; pid: number }): Promise<PhoneShelf> {
  const { list } = await bannersOf(cx, hid)
  const open = await campaignsOpen(cx, hid)
  return {
    banners: list
      .filter((b) => isShown(b.fromDate, b.toDate, cx.today))
      .map(({ bannerId, title, image, target, contentId }) => ({
        bannerId,
        title,
        image,
        path: target === 'content' ? `/h5/article?id=${contentId ?? 0}` : target,
      })),
    campaigns: open.map(({ campaignId, title, kind, status, fromAt, toAt, quota, taken }) => ({
      campaignId,
      title,
      kind,
      fromAt,
      toAt,
      quota,
      taken,
      state: status === campaigns.is.running ? 'running' : 'waiting',
    })),
    articles: (await contentShelf(cx, hid)).map(({ contentId, title, cover, summary }) => ({ contentId, title, cover, summary })),
    offers: await offersShown(cx, { hid, pid }),
  }
}

const STATE = ['draft', 'waiting', 'running', 'ended', 'withdrawn'] as const
const AUDIENCE = ['所有人', '新客', '会员'] as const
const agesOf = ({ ageFrom, ageTo }: Campaign): string | undefined => {
  if (ageFrom === null && ageTo === null) return undefined
  return ageTo === null ? `${ageFrom ?? 0} 岁起` : `${ageFrom ?? 0}–${ageTo} 岁`
}
const rewardOf = ({ couponName, rewardPoints }: Campaign): string | null => couponName ?? (rewardPoints ? `${rewardPoints} 积分` : null)
/** A campaign as it is read on a phone. Money and counts of the house stay behind. */
export function shownCampaign(own: Campaign, now: string): ShownCampaign {
  const { campaignId, hid, title, kind, status, fromAt, toAt, storeName, poster, content, audience, perPerson, fields, adNo } = own
  const limits = [AUDIENCE[audience], agesOf(own), kind === 1 ? `一户 ${perPerson} 个名额` : undefined]
  return {
    campaignId,
    hid,
    title,
    kind,
    state: STATE[status] ?? 'draft',
    fromAt,
    toAt,
    storeName,
    poster,
    content,
    reward: rewardOf(own),
    promoterReward: own.promoterPoints ? `${own.promoterPoints} 积分` : null,
    audience: limits.filter(Boolean).join(' · '),
    fields,
    adNo,
    sessions: own.sessions.map(({ sessionId, startsAt, endsAt, quota, taken, waiting }) => ({
      sessionId,
      startsAt,
      endsAt,
      waiting,
      left: Math.max(0, quota - taken),
      isOver: startsAt <= now,
    })),
  }
}
const SIGNED = ['signed', 'came', 'cancelled', 'waiting'] as const
export const shownSignUp = ({ applyId, campaignId, campaignTitle, pid, name, startsAt, status, heldUntil }: Apply): PhoneSignUp => ({
  applyId,
  campaignId,
  campaignTitle,
  pid,
  name,
  startsAt,
  heldUntil,
  state: SIGNED[status] ?? 'signed',
})

interface Reader {
  readonly pid: number
  readonly pids: readonly number[]
  readonly campaignId: number
}
/** The page of a campaign, as the house tells it. A draft is nobody's. */
export async function campaignPageFor(cx: Cx, { pid, pids, campaignId }: Reader): Promise<PhoneCampaign> {
  const own = await campaignOf(cx, campaignId)
  if (own.status === campaigns.is.draft) return cx.refuse('not_found', { what: '活动' })
  const applies: Apply[] = []
  for (const one of pids) applies.push(...(await signUpsOf(cx, one)).filter((a) => a.campaignId === campaignId))
  const code = await codeOfMember(cx, { campaignId, pid })
  return { campaign: shownCampaign(own, cx.now), signUps: applies.map(shownSignUp), code: code ?? null }
}
/** What a member does with a campaign, by the doors the desk uses. */
export async function actOnCampaign(cx: Cx<SignUpFail>, { pid, campaignId }: Reader, act: CampaignAct): Promise<void> {
  if (act.kind === 'signUp') await signUpFor(cx, NewApply.parse({ ...act.input, campaignId }), { source: 1, visitor: act.visitor })
  else if (act.kind === 'take') await takePlace(cx, act.applyId, true)
  else if (act.kind === 'cancel') await cancelApply(cx, { applyId: act.applyId, reason: '会员在手机上取消', automatic: true })
  else if (act.kind === 'claim') await claimReward(cx, { campaignId, pid })
  else await extensionCode(cx, { campaignId, pid })
}

// ── In the member's session ──────────────────────────────────────────────────
async function readerOf(cx: Cx, pid: number, campaignId: number): Promise<Reader> {
  await ownMember(cx, pid)
  return { pid, pids: selfOf(cx).pids, campaignId }
}
export async function campaignFor(cx: Cx, { pid, campaignId }: { pid: number; campaignId: number }): Promise<PhoneCampaign> {
  let page: PhoneCampaign | undefined
  await cx.announce(campaignAsked, { ...(await readerOf(cx, pid, campaignId)), tell: (shown) => void (page = shown) })
  return page ?? cx.refuse('not_found', { what: '活动' })
}
async function act(cx: Cx<SignUpFail>, reader: Reader, what: CampaignAct): Promise<PhoneCampaign> {
  let page: PhoneCampaign | undefined
  await cx.announce(campaignActed, { ...reader, act: what, tell: (shown) => void (page = shown) })
  return page ?? cx.refuse('not_found', { what: '活动' })
}
export async function signUpByPhone(
  cx: Cx<SignUpFail>,
  {
    pid,
    campaignId,
    visitor,
    ...input
  }: { pid: number; campaignId: number; visitor?: string | undefined } & Readonly<Record<string, unknown>>,
): Promise<PhoneCampaign> {
  const reader = await readerOf(cx, pid, campaignId)
  const member = await ownMember(cx, pid)
  const mobile = member.mobile ?? (await ownMember(cx, selfOf(cx).pid)).mobile
  if (!mobile) return cx.refuse('bad_input', { what: '资料里没有手机号，请到前台补上', field: 'pid' })
  return act(cx, reader, { kind: 'signUp', visitor, input: { ...input, pid, name: member.name, mobile, birth: member.birth } })
}
export const onCampaign =
  (kind: 'claim' | 'code') =>
  async (cx: Cx<SignUpFail>, { pid, campaignId }: { pid: number; campaignId: number }): Promise<PhoneCampaign> =>
    act(cx, await readerOf(cx, pid, campaignId), { kind })
/** A sign-up of the family; another's is not found, whoever asks. */
export const onSignUp =
  (kind: 'take' | 'cancel') =>
  async (cx: Cx<SignUpFail>, { pid, applyId }: { pid: number; applyId: number }): Promise<PhoneCampaign> => {
    await ownMember(cx, pid)
    const own = await find(cx, 'campaign_apply', { applyId })
    if (!own?.pid || !selfOf(cx).pids.includes(own.pid)) return cx.refuse('not_found', { what: '报名' })
    return act(cx, await readerOf(cx, pid, own.campaignId), { kind, applyId })
  }
