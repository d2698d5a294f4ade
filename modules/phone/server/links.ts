/** What links and codes lead to before anybody is logged in: the code is the proof, and the house answers no more than a poster says. */
import type { z } from '#kernel/contract/index.ts'
import { newToken, sql, type Cx, type Open } from '#kernel/server/index.ts'
import { codeProves, requestCode, systemOf } from '#modules/account/server/door.ts'
import { campaign as campaigns } from '#modules/campaigns/contract/states.ts'
import { NewApply } from '#modules/campaigns/contract/shapes.campaigns.ts'
import { campaignOf, noteScan, signUpFor } from '#modules/campaigns/server/door.ts'
import { openLink, unsubscribeByLink } from '#modules/marketing/server/door.ts'
import { sendSms } from '#modules/messages/server/door.ts'
import type { RegisterFail } from '../contract/endpoints.shelf.ts'
import type { AskSignUpCode, CodeLink, OpenedMessage, ShownCampaign, SignedUp, SignUpByCode } from '../contract/shapes.shelf.ts'
import { shownCampaign, shownSignUp } from './shelf.ts'

const GONE = { what: '链接' } as const
/** Works as the house in the store of a message. */
async function inStoreOf<Fail extends string, T>(cx: Open<Fail>, code: string, work: (tx: Cx<Fail>) => Promise<T | undefined>): Promise<T> {
  const own = await cx.db.one({ oid: 'number', hid: 'number' }, sql`select * from marketing_link(${code.toUpperCase()})`)
  return (own && (await cx.as(systemOf(own.oid, [own.hid]), work))) ?? cx.refuse('not_found', GONE)
}
export const openMessage = (cx: Open<never>, { code }: { code: string }): Promise<OpenedMessage> =>
  inStoreOf(cx, code, async (tx) => {
    const opened = await openLink(tx, code.toUpperCase())
    if (!opened) return undefined
    const { store, phone, purpose, pid, hid } = opened
    return { store, phone, pid, hid, purpose: purpose === 'care' ? 'care' : 'marketing' }
  })
export const leaveByMessage = (cx: Open<never>, { code }: { code: string }): Promise<{ withdrawn: number; cancelled: number }> =>
  inStoreOf(cx, code, (tx) => unsubscribeByLink(tx, code.toUpperCase()))

/** Works as the house in the store of a promoter's code. */
async function inCampaignOf<Fail extends string, T>(
  cx: Open<Fail>,
  { code, visitor }: { code: string; visitor?: string | undefined },
  work: (tx: Cx<Fail>, campaignId: number) => Promise<T>,
): Promise<T> {
  const own = await cx.db.one({ oid: 'number', hid: 'number', hids: 'number[]' }, sql`select * from campaign_code_store(${code})`)
  if (!own) return cx.refuse('not_found', GONE)
  return cx.as(systemOf(own.oid, [own.hid, ...own.hids.filter((hid) => hid !== own.hid)]), async (tx) => {
    const scanned = await noteScan(tx, { code, hid: own.hid, visitor: visitor ?? newToken().token.slice(0, 40) })
    return scanned ? work(tx, scanned.campaignId) : tx.refuse('not_found', GONE)
  })
}
export const openExtension = (cx: Open<never>, link: z.output<typeof CodeLink>): Promise<ShownCampaign> =>
  inCampaignOf(cx, link, async (tx, campaignId) => shownCampaign(await campaignOf(tx, campaignId), tx.now))

/** Sends a code to a number that signs up. It may be nobody's yet, so every number gets one, within the limits of codes. */
export const askSignUpCode = (
  cx: Open<'captcha_wrong' | 'code_soon' | 'code_limit' | 'campaign_closed'>,
  { code, ...request }: z.output<typeof AskSignUpCode>,
): Promise<{ seconds: number }> =>
  requestCode(cx, 'signUp', request, async (mobile, params) => {
    const own = await cx.db.one({ oid: 'number', hid: 'number' }, sql`select oid, hid from campaign_code_store(${code})`)
    if (own) await cx.as(systemOf(own.oid, [own.hid]), (tx) => sendSms(tx, { hid: own.hid, mobile, template: 'code', params }))
  })
const SIGN_UP = 1
export async function signUpByCode(
  cx: Open<'code_wrong' | RegisterFail>,
  { code, smsCode, visitor, ...input }: z.output<typeof SignUpByCode>,
): Promise<z.output<typeof SignedUp>> {
  const mobile = input.mobile.replace(/\D/g, '')
  if (!(await codeProves(cx.db, 'signUp', { mobile, code: smsCode }, newToken().hash))) return cx.refuse('code_wrong', { field: 'smsCode' })
  return inCampaignOf(cx, { code, visitor }, async (tx, campaignId) => {
    const own = await campaignOf(tx, campaignId)
    if (own.kind !== SIGN_UP) return tx.refuse('campaign_kind', { what: '报名', field: 'code' })
    if (!campaigns.in.open.includes(own.status)) return tx.refuse('campaign_closed', { state: campaigns.states[own.status]?.label ?? '' })
    const apply = await signUpFor(tx, NewApply.parse({ ...input, mobile, campaignId, code }), { source: 3, visitor })
    const { applyId, campaignTitle, startsAt, state } = shownSignUp(apply)
    return { applyId, campaignTitle, startsAt, state }
  })
}
