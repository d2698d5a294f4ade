/** Sessions of a campaign, and places that come free: held for whoever waits first. */
import type { z } from '#kernel/contract/index.ts'
import { insert, lit, locked, remove, sql, update, type Cx, type Row } from '#kernel/server/index.ts'
import type { NewCampaign } from '../contract/shapes.campaigns.ts'
import { campaign, signUp } from '../contract/states.ts'

type Written = z.output<typeof NewCampaign>['sessions'][number]

/** Brings the sessions of a campaign to those written: places taken are kept. */
export async function saveSessions(
  cx: Cx<'campaign_quota' | 'campaign_session_taken' | 'campaign_session_over'>,
  { campaignId, hid }: Pick<Row<'campaign'>, 'campaignId' | 'hid'>,
  sessions: readonly Written[],
): Promise<void> {
  const kept = await cx.db.rows(
    { sessionId: 'number', taken: 'number', startsAt: 'string' },
    sql`
      select session_id, taken, starts_at
      from campaign_session
      where campaign_id = ${campaignId}
      order by session_id
      for no key update
    `,
  )
  for (const gone of kept.filter((k) => !sessions.some((s) => s.sessionId === k.sessionId))) {
    const used = await cx.db.any(sql`select 1 from campaign_apply where session_id = ${gone.sessionId} limit 1`)
    if (used) cx.refuse('campaign_session_taken', { field: 'sessions' })
    await remove(cx, 'campaign_session', { sessionId: gone.sessionId })
  }
  const starts = new Set<string>()
  for (const [i, { sessionId, ...session }] of sessions.entries()) {
    const field = `sessions.${i}`
    const existing = kept.find((k) => k.sessionId === sessionId)
    if (session.endsAt <= session.startsAt) cx.refuse('bad_input', { what: '场次：结束应晚于开始', field: `${field}.endsAt` })
    if (starts.has(session.startsAt)) cx.refuse('bad_input', { what: '场次：同一时间只能有一场', field: `${field}.startsAt` })
    starts.add(session.startsAt)
    if (sessionId !== undefined && !existing) cx.refuse('not_found', { what: '场次', field })
    if (existing && session.quota < existing.taken) cx.refuse('campaign_quota', { taken: existing.taken, field: `${field}.quota` })
    if (!existing && session.startsAt <= cx.now) cx.refuse('campaign_session_over', { field: `${field}.startsAt` })
    if (existing) await update(cx, 'campaign_session', { sessionId: existing.sessionId }, session)
    else await insert(cx, 'campaign_session', { ...session, campaignId, hid })
  }
  for (const { sessionId } of kept) await holdPlace(cx, sessionId)
}

/** Holds free places of a session for those who wait longest, for as long as the campaign says. */
export async function holdPlace(cx: Cx, sessionId: number): Promise<void> {
  const [session] = await cx.db.rows(
    { campaignId: 'number', free: 'number', isOpen: 'boolean' },
    sql`
      select campaign_id, quota - taken free, starts_at > app_now() is_open
      from campaign_session
      where session_id = ${sessionId}
      for no key update
    `,
  )
  if (!session?.isOpen || session.free <= 0) return
  await cx.db.run(
    sql`
      update campaign_apply a
      set held_until = app_now() + make_interval(mins => c.hold_minutes)
      from campaign c
      where c.oid = a.oid
        and c.campaign_id = a.campaign_id
        and c.status in ${lit(campaign.in.open)}
        and a.apply_id in (
          select w.apply_id
          from campaign_apply w
          where w.session_id = ${sessionId} and w.status = ${lit(signUp.is.waiting)} and w.held_until is null
          order by w.passed_over, w.apply_id
          limit ${session.free}
        )
    `,
  )
}
/** Places held too long go to the next who waits. */
export async function passPlacesOn(cx: Cx): Promise<void> {
  const over = await cx.db.rows(
    { sessionId: 'number' },
    sql`
      select distinct session_id
      from campaign_apply
      where held_until <= app_now() and session_id is not null and hid = any(${[...cx.who.hids]})
      order by session_id
    `,
  )
  for (const { sessionId } of over) {
    await locked(cx, 'campaign_session', { sessionId })
    await cx.db.run(
      sql`
        update campaign_apply
        set held_until = null, passed_over = true
        where session_id = ${sessionId} and held_until <= app_now()
      `,
    )
    await holdPlace(cx, sessionId)
    cx.touch('campaigns')
  }
}
