/** Sign-ups: at the desk, on the phone, by a code; coming, waiting and cancelling. */
import { begin, find, insert, lit, locked, move, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { patientOf, registerPatient, visited } from '#modules/patients/server/door.ts'
import { Kind } from '../contract/fields.ts'
import type { ApplyRow, NewApply } from '../contract/shapes.campaigns.ts'
import { campaign, signUp } from '../contract/states.ts'
import { applyOf } from './applies.ts'
import { codeBy } from './codes.ts'
import { giveReward, type GivingReward } from './rewards.ts'
import { holdPlace } from './sessions.ts'

type Registering = Cx<
  'campaign_closed' | 'campaign_audience' | 'per_person' | 'campaign_kind' | 'campaign_session_missing' | 'campaign_session_over' | 'full'
>
type Coming = GivingReward & Cx<'full' | 'per_person' | 'exists' | 'exists_card' | 'born_later'>
const { is } = signUp

/** Status of a campaign by the clock, which may be ahead of what is written. */
function statusByClock({ status, fromAt, toAt }: Pick<Row<'campaign'>, 'status' | 'fromAt' | 'toAt'>, now: string): number {
  if (!campaign.in.open.includes(status)) return status
  if (toAt && toAt <= now) return campaign.is.ended
  return status === campaign.is.waiting && fromAt && fromAt <= now ? campaign.is.running : status
}
/** A campaign people may still sign up for, in one of the caller's stores. */
export async function openCampaign(cx: Cx<'campaign_closed'>, campaignId: number, running = false): Promise<Row<'campaign'>> {
  const row = (await find(cx, 'campaign', { campaignId })) ?? cx.refuse('not_found', { what: '活动' })
  if (!(row.stores ?? [row.hid]).some((hid) => cx.who.hids.includes(hid))) cx.refuse('not_found', { what: '活动' })
  const status = statusByClock(row, cx.now)
  const isOpen = running ? status === campaign.is.running : campaign.in.open.includes(status)
  if (!isOpen) cx.refuse('campaign_closed', { state: campaign.states[status]?.label ?? '' })
  return row
}

/** Members with a number: who signs up with it is membersHere already. */
const membersWith = (cx: Cx, mobile: string): Promise<Array<{ pid: number; name: string; createdAt: string }>> =>
  cx.db.rows(
    { pid: 'number', name: 'string', createdAt: 'string' },
    sql`
      select pid, name, created_at
      from patient
      where mobile = ${mobile} and status = ${lit(patientStates.is.present)}
      order by pid
    `,
  )
/** Refuses somebody a campaign is not for. */
export function checkAudience(
  cx: Cx<'campaign_audience'>,
  { audience, ageFrom, ageTo }: Row<'campaign'>,
  { isMember, birth }: { isMember: boolean; birth: string | null },
): void {
  if (audience === 1 && isMember) cx.refuse('campaign_audience', { who: '只面向新客', field: 'mobile' })
  if (audience === 2 && !isMember) cx.refuse('campaign_audience', { who: '只面向会员', field: 'mobile' })
  if (ageFrom === null && ageTo === null) return
  const limits = `限 ${ageFrom ?? 0}–${ageTo ?? 120} 岁`
  if (!birth) return cx.refuse('campaign_audience', { who: `${limits}，请填写出生日期`, field: 'birth' })
  const age = ageOn(birth, cx.today)
  if (age < (ageFrom ?? 0) || age > (ageTo ?? 120)) cx.refuse('campaign_audience', { who: limits, field: 'birth' })
}
const ageOn = (birth: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0)

export interface SignUpSource {
  readonly source: 1 | 2 | 3
  readonly contentId?: number | null
  /** Random number of the browser, whose last scanned code counts. */
  readonly visitor?: string | undefined
}
/** Signs somebody up, or puts them on the waiting list of a full session. */
export async function signUpFor(cx: Registering, input: NewApply, from: SignUpSource): Promise<ApplyRow> {
  const row = await openCampaign(cx, input.campaignId)
  if (row.kind === Kind.coupon || row.kind === Kind.daily) cx.refuse('campaign_kind', { what: '报名', field: 'campaignId' })
  const mobile = input.mobile.replace(/[ -]/g, '')
  const member = input.pid ? await patientOf(cx, input.pid) : undefined
  const membersHere = await membersWith(cx, mobile)
  checkAudience(cx, row, { isMember: member !== undefined || membersHere.length > 0, birth: input.birth ?? member?.birth ?? null })
  const place = await placeIn(cx, row, input)
  const code = await codeBy(cx, row, { code: input.code ?? undefined, visitor: from.visitor })
  const status = place.isFull ? is.waiting : is.signed
  const { applyId } = await insert(cx, 'campaign_apply', {
    campaignId: row.campaignId,
    sessionId: place.sessionId,
    hid: (row.stores ?? [row.hid]).includes(cx.who.hid) ? cx.who.hid : row.hid,
    pid: member?.pid ?? null,
    name: input.name,
    mobile,
    birth: input.birth ?? member?.birth ?? null,
    // A jsonb column is written as text.
    answers: JSON.stringify(input.answers) as never,
    status,
    source: code ? 3 : from.source,
    codeId: code?.codeId ?? null,
    contentId: from.contentId ?? null,
    wasMember: member !== undefined || membersHere.length > 0,
  })
  await begin(cx, signUp, applyId, status)
  cx.touch('campaigns')
  return applyOf(cx, applyId)
}
/** The session somebody signs up for; its row stays locked, so that the last place is given once. */
async function placeIn(
  cx: Cx<'campaign_session_missing' | 'campaign_session_over' | 'full'>,
  { campaignId }: Row<'campaign'>,
  { sessionId, waits }: NewApply,
): Promise<{ sessionId: number | null; isFull: boolean }> {
  if (!sessionId) {
    const some = await cx.db.any(sql`select 1 from campaign_session where campaign_id = ${campaignId} limit 1`)
    return some ? cx.refuse('campaign_session_missing', { field: 'sessionId' }) : { sessionId: null, isFull: false }
  }
  const session = await locked(cx, 'campaign_session', { sessionId, campaignId }, { what: '场次' })
  if (session.startsAt <= cx.now) cx.refuse('campaign_session_over', { field: 'sessionId' })
  const isFull = session.taken >= session.quota
  if (isFull && !waits) cx.refuse('full', { field: 'sessionId' })
  return { sessionId, isFull }
}

/** Somebody is here: found or registered as a member, rewarded with whoever brought them. */
export async function comeIn(cx: Coming, applyId: number): Promise<ApplyRow> {
  const row = await locked(cx, 'campaign_apply', { applyId }, { what: '报名' })
  const own = (await find(cx, 'campaign', { campaignId: row.campaignId })) ?? cx.refuse('not_found', { what: '活动' })
  const pid = row.pid ?? (await memberFor(cx, row))
  await move(cx, signUp, applyId, 'come', { set: { pid, cameAt: cx.now, heldUntil: null } })
  await visited(cx, pid)
  await giveReward(cx, own, { pid, ref: `apply:${applyId}`, applyId, codeId: row.codeId })
  await rewardPromoter(cx, own, { ...row, pid })
  cx.touch('campaigns')
  return applyOf(cx, applyId)
}
async function memberFor(cx: Coming, { name, mobile, birth }: Row<'campaign_apply'>): Promise<number> {
  const same = (await membersWith(cx, mobile)).find((m) => m.name === name)
  if (same) return same.pid
  return (await registerPatient(cx, { name, mobile, ...(birth ? { birth } : {}), hid: cx.who.hid })).pid
}
/** A member who brought somebody new is rewarded once; themselves, their own number and members of before earn nothing. */
async function rewardPromoter(cx: GivingReward, own: Row<'campaign'>, apply: Row<'campaign_apply'> & { pid: number }): Promise<void> {
  if (apply.codeId === null || own.promoterPoints === null || apply.wasMember) return
  const promoter = await cx.db.one(
    { pid: 'number', mobile: 'string | null' },
    sql`
      select p.pid, p.mobile
      from campaign_code d
      join patient p on p.oid = d.oid and p.pid = d.pid
      where d.code_id = ${apply.codeId}
    `,
  )
  if (!promoter || promoter.pid === apply.pid || promoter.mobile === apply.mobile) return
  const earned = { pid: promoter.pid, applyId: apply.applyId, codeId: apply.codeId, points: own.promoterPoints }
  await giveReward(cx, own, { ...earned, ref: `promoter:${apply.pid}` })
}

/** Gives a place that is held, or free, to somebody who waits. */
export async function takePlace(
  cx: Cx<'full' | 'per_person' | 'campaign_session_over'>,
  applyId: number,
  automatic = false,
): Promise<ApplyRow> {
  const row = await locked(cx, 'campaign_apply', { applyId }, { what: '报名' })
  if (row.sessionId !== null) {
    const session = await locked(cx, 'campaign_session', { sessionId: row.sessionId })
    if (session.startsAt <= cx.now) cx.refuse('campaign_session_over')
  }
  await move(cx, signUp, applyId, 'take', { set: { heldUntil: null }, automatic })
  cx.touch('campaigns')
  return applyOf(cx, applyId)
}
/** Cancels a sign-up; cancelling what is cancelled changes nothing. Its place is held for the first who waits. */
export async function cancelApply(
  cx: Cx,
  { applyId, reason, automatic = false }: { applyId: number; reason?: string | undefined; automatic?: boolean },
): Promise<ApplyRow> {
  const row = await locked(cx, 'campaign_apply', { applyId }, { what: '报名' })
  if (row.status !== is.cancelled) {
    const set = { heldUntil: null, cancelledAt: cx.now, cancelReason: reason ?? null }
    await move(cx, signUp, applyId, 'cancel', { note: reason ?? null, set, automatic })
    if (row.sessionId !== null) await holdPlace(cx, row.sessionId)
    cx.touch('campaigns')
  }
  return applyOf(cx, applyId)
}
