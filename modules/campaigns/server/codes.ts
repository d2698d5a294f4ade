/** Codes of promoters and places, scans, and what came of them. */
import { randomBytes } from 'node:crypto'
import type { z } from '#kernel/contract/index.ts'
import { insert, lit, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { PromoterRow, type CodeQuery, type ExtensionCode, type PromoterList } from '../contract/shapes.campaigns.ts'
import { campaign, signUp } from '../contract/states.ts'
import { seenName } from './applies.ts'
import { campaignOf } from './campaigns.ts'

/** Eight letters and digits without lookalikes. */
const newCode = (): string => Array.from(randomBytes(8), (b) => '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'[b % 32]).join('')

/** The code of a promoter, a member or a place for a campaign; made when it is first asked for. */
export async function extensionCode(cx: Cx<'campaign_unready'>, query: z.output<typeof CodeQuery>): Promise<ExtensionCode> {
  const { campaignId, title, hid, poster, shareText, status } = await campaignOf(cx, query.campaignId)
  if (status === campaign.is.draft) cx.refuse('campaign_unready', { what: '请先发布活动', field: 'campaignId' })
  if (query.promoterId !== undefined && query.pid !== undefined)
    cx.refuse('bad_input', { what: '推广人：员工和会员只能选一位', field: 'pid' })
  const place = query.place?.trim() || null
  if (query.promoterId === undefined && query.pid === undefined && !place)
    cx.refuse('bad_input', { what: '请选择推广人，或填写渠道', field: 'place' })
  const staff = query.promoterId === undefined ? undefined : await staffOf(cx, query.promoterId)
  const member = query.pid === undefined ? undefined : await patientOf(cx, query.pid)
  await cx.db.run(sql`select pg_advisory_xact_lock(hashtext('campaign-code'), ${campaignId}::int)`)
  const whose = { promoterId: query.promoterId ?? null, pid: query.pid ?? null, place }
  const existing = await cx.db.one(
    { codeId: 'number', code: 'string' },
    sql`
      select code_id, code
      from campaign_code
      where campaign_id = ${campaignId}
        and promoter_id is not distinct from ${whose.promoterId}::bigint
        and pid is not distinct from ${whose.pid}::bigint
        and place is not distinct from ${whose.place}::text
      order by code_id
      limit 1
    `,
  )
  const { codeId, code } = existing ?? (await insert(cx, 'campaign_code', { campaignId, hid, ...whose, code: newCode() }))
  return {
    codeId,
    code,
    url: `/h5/c/${code}`,
    title,
    promoterName: staff?.name ?? member?.name ?? null,
    place,
    posterUrl: poster,
    shareText,
  }
}

/** The code by which a member recommends a campaign, where they asked for one. */
export const codeOfMember = async (cx: Cx, { campaignId, pid }: { campaignId: number; pid: number }): Promise<string | undefined> =>
  (
    await cx.db.one(
      { code: 'string' },
      sql`
        select code
        from campaign_code
        where campaign_id = ${campaignId} and pid = ${pid} and place is null
        order by code_id
        limit 1
      `,
    )
  )?.code

/** What a code is of; undefined for none. */
export const codeHolder = (cx: Cx, code: string): Promise<{ codeId: number; campaignId: number } | undefined> =>
  cx.db.one(
    { codeId: 'number', campaignId: 'number' },
    sql`select code_id, campaign_id from campaign_code where code = ${code.toUpperCase()}`,
  )
/** The code that counts for a sign-up: the one typed, else the last this browser scanned within the days of attribution. */
export async function codeBy(
  cx: Cx,
  { campaignId, attributionDays }: Pick<Row<'campaign'>, 'campaignId' | 'attributionDays'>,
  { code, visitor }: { code: string | undefined; visitor: string | undefined },
): Promise<{ codeId: number } | undefined> {
  if (code) {
    const found = await cx.db.one(
      { codeId: 'number' },
      sql`
        select code_id
        from campaign_code
        where campaign_id = ${campaignId} and code = ${code.toUpperCase()}
      `,
    )
    return found ?? cx.refuse('not_found', { what: '推广码', field: 'code' })
  }
  if (!visitor) return undefined
  return cx.db.one(
    { codeId: 'number' },
    sql`
      select code_id
      from campaign_view
      where campaign_id = ${campaignId}
        and visitor = ${visitor}
        and code_id is not null
        and at >= app_now() - make_interval(days => ${attributionDays}::int)
      order by view_id desc
      limit 1
    `,
  )
}

/** Visitors by the last code they came with: everybody is counted once. */
const lastScans = (campaignId: number) => sql`
  scan as (
    select distinct on (v.visitor) v.visitor, v.code_id
    from campaign_view v
    where v.campaign_id = ${campaignId}
    order by v.visitor, (v.code_id is null), v.view_id desc
  )
`
/** Members who came, each once with the code of their first sign-up, and what they paid since, net of refunds. */
const spending = (campaignId: number) => sql`
  buyer as (
    select distinct on (a.pid) a.pid, a.code_id, a.applied_at
    from campaign_apply a
    where a.campaign_id = ${campaignId} and a.pid is not null and a.status = ${lit(signUp.is.came)}
    order by a.pid, a.apply_id
  ),
  bought as (
    select y.pid, y.code_id, sum(b.paid - b.refunded)::bigint net
    from buyer y
    join fee_bill b on b.pid = y.pid and b.paid_at >= date_trunc('second', y.applied_at) and b.status in ${lit(feeBill.in.sold)}
    group by y.pid, y.code_id
  )
`
const Total = { views: 'number', signUps: 'number', came: 'number', possible: 'number', buyers: 'number', money: 'number' } as const
async function funnelOf(cx: Cx, campaignId: number): Promise<PromoterList['funnel']> {
  return cx.db.the(
    Total,
    sql`
      with ${lastScans(campaignId)}, ${spending(campaignId)}
      select (select count(*) from scan)::int views, count(*) filter (where a.status <> ${lit(signUp.is.cancelled)})::int sign_ups,
        count(*) filter (where a.status = ${lit(signUp.is.came)})::int came,
        count(*) filter (
          where a.status = ${lit(signUp.is.came)} or a.status = ${lit(signUp.is.signed)} and coalesce(n.ends_at, app_now()) <= app_now()
        )::int possible,
        (select count(*) from bought where net > 0)::int buyers, (select coalesce(sum(net), 0) from bought)::bigint money
      from campaign_apply a
      left join campaign_session n on n.oid = a.oid and n.session_id = a.session_id
      where a.campaign_id = ${campaignId}
    `,
  )
}
const Without = { scans: 'number', signUps: 'number', came: 'number', money: 'number' } as const

export async function promoters(cx: Cx, campaignId: number): Promise<PromoterList> {
  const own = await campaignOf(cx, campaignId)
  const list = await cx.db.rows(
    PromoterRow,
    sql`
      with ${lastScans(campaignId)}, ${spending(campaignId)}
      select d.code_id,
        coalesce(e.name, ${seenName(cx, sql`p.name`)}, d.place, '') promoter_name,
        case when e.ctid_ is not null then '员工' when p.pid is not null then '会员' else '渠道'
        end kind,
        d.place,
        d.code,
        (select count(*) from scan where scan.code_id = d.code_id)::int scans,
        count(a.apply_id) filter (where a.status <> ${lit(signUp.is.cancelled)})::int sign_ups,
        count(a.apply_id) filter (where a.status = ${lit(signUp.is.came)})::int came,
        count(a.apply_id) filter (where a.status = ${lit(signUp.is.came)} and not a.was_member)::int first_visits,
        (select coalesce(sum(net), 0) from bought where bought.code_id = d.code_id)::bigint money,
        (
          select coalesce(sum(w.points), 0)
          from campaign_reward w
          where w.oid = d.oid and w.code_id = d.code_id and w.pid = d.pid
        )::int points,
        count(a.apply_id) filter (
          where a.status = ${lit(signUp.is.came)} and d.pid is not null and (a.was_member or a.pid = d.pid or a.mobile = p.mobile)
        )::int refused
      from campaign_code d
      left join contact e on e.oid = d.oid and e.ctid_ = d.promoter_id
      left join patient p on p.oid = d.oid and p.pid = d.pid
      left join campaign_apply a on a.oid = d.oid and a.code_id = d.code_id
      where d.campaign_id = ${campaignId}
      group by d.oid, d.code_id, d.place, d.code, d.pid, e.ctid_, e.name, p.pid, p.name, p.mobile
      order by came desc, sign_ups desc, d.code_id
    `,
  )
  const without = await cx.db.the(
    Without,
    sql`
      with ${lastScans(campaignId)}, ${spending(campaignId)}
      select (select count(*) from scan where code_id is null)::int scans,
        count(*) filter (where status <> ${lit(signUp.is.cancelled)})::int sign_ups,
        count(*) filter (where status = ${lit(signUp.is.came)})::int came,
        (select coalesce(sum(net), 0) from bought where code_id is null)::bigint money
      from campaign_apply
      where campaign_id = ${campaignId} and code_id is null
    `,
  )
  return { list, total: list.length, without, funnel: await funnelOf(cx, campaignId), before: await ratesBefore(cx, own) }
}
/** Rates of the last ended campaign of the same kind in the store; null where there was none. */
async function ratesBefore(cx: Cx, own: Pick<Row<'campaign'>, 'campaignId' | 'hid' | 'kind'>): Promise<PromoterList['before']> {
  const last = await cx.db.one(
    { campaignId: 'number' },
    sql`
      select campaign_id
      from campaign
      where hid = ${own.hid} and kind = ${own.kind} and status = ${lit(campaign.is.ended)} and campaign_id <> ${own.campaignId}
      order by to_at desc
      limit 1
    `,
  )
  if (!last) return { signUps: null, came: null, buyers: null }
  const { views, signUps, came, possible, buyers } = await funnelOf(cx, last.campaignId)
  const rate = (part: number, whole: number) => (whole > 0 ? Math.min(1, part / whole) : null)
  return { signUps: rate(signUps, views), came: rate(came, possible), buyers: rate(buyers, came) }
}
