/** Campaigns: written as drafts, published by a person, started and ended by the clock. */
import type { Page, z } from '#kernel/contract/index.ts'
import {
  balanceColumn,
  begin,
  change,
  columnsOf,
  completed,
  insert,
  lit,
  locked,
  lockAccounts,
  may,
  move,
  pageOf,
  post,
  remove,
  sql,
  type Cx,
  type Row,
} from '#kernel/server/index.ts'
import { Kind, Reward } from '../contract/fields.ts'
import { Campaign, CampaignRow, EditCampaign, Session } from '../contract/shapes.campaigns.ts'
import type { CampaignQuery, CampaignStatus, NewCampaign, WrittenCampaign } from '../contract/shapes.campaigns.ts'
import { campaign, signUp } from '../contract/states.ts'
import { cleanHtml, wordsOfHtml } from './content/html.ts'
import { worthOfReward } from './rewards.ts'
import { passPlacesOn, saveSessions } from './sessions.ts'
import { checkStores, isFor, storeIn } from './stores.ts'
import { checkCertificate, checkTexts, ownImage } from './words.ts'

const { is } = campaign
type Words = 'wording' | 'wording_reason' | 'html_script' | 'foreign_link'
type Fails = Words | 'other_stores' | 'campaign_time' | 'campaign_kind' | 'reward_ceiling_low' | 'campaign_session_over'
type Saving = Cx<Fails | 'campaign_quota' | 'campaign_session_taken'>
type Changing = Cx<
  Fails | 'campaign_fixed' | 'campaign_quota' | 'campaign_session_taken' | 'ceiling_less' | 'ad_missing' | 'ad_over' | 'campaign_unready'
>
type Publishing = Cx<'campaign_unready' | 'campaign_time' | 'ad_missing' | 'ad_over' | 'wording' | 'wording_reason' | 'reward_ceiling_low'>
const TAKEN = lit([signUp.is.signed, signUp.is.came])

/** State by the clock: the nightly job writes it down some minutes later. */
const statusNow = sql`
  (
    case when c.status in ${lit(campaign.in.open)}
      and c.to_at <= app_now() then ${lit(is.ended)}
      when c.status = ${lit(is.waiting)}
      and c.from_at <= app_now() then ${lit(is.running)}
      else c.status
    end
  )
`
const figures = sql`
  coalesce(
    (select sum(n.quota) from campaign_session n where n.oid = c.oid and n.campaign_id = c.campaign_id), 0
  )::int quota,
  y.taken, y.waiting, y.came,
  (
    select count(distinct v.visitor)
    from campaign_view v
    where v.oid = c.oid and v.campaign_id = c.campaign_id
  )::int views,
  (
    select count(*)
    from campaign_reward w
    where w.oid = c.oid and w.campaign_id = c.campaign_id
  )::int rewards,
  ${balanceColumn('campaign', sql`'promised:' || c.campaign_id`)} + ${balanceColumn('campaign', sql`'spent:' || c.campaign_id`)} spent
`
const from = sql`
  campaign c
  join store s on s.oid = c.oid and s.hid = c.hid
  left join coupon_kind k on k.oid = c.oid and k.id = c.coupon_kind_id
  left join lateral (
    select
      count(*) filter (where a.status in ${TAKEN})::int taken, count(*) filter (where a.status = ${lit(signUp.is.waiting)})::int waiting,
      count(*) filter (where a.status = ${lit(signUp.is.came)})::int came
    from campaign_apply a
    where a.oid = c.oid and a.campaign_id = c.campaign_id
  ) y on true
`
const FIGURES = ['storeName', 'status', 'quota', 'taken', 'waiting', 'came', 'views', 'rewards', 'spent'] as const

export const campaignPage = (cx: Cx, query: z.output<typeof CampaignQuery>): Promise<Page<CampaignRow>> =>
  pageOf(
    cx,
    {
      of: CampaignRow,
      select: sql`${columnsOf(CampaignRow, 'c', ...FIGURES)}, s.name store_name, ${statusNow} status, ${figures}`,
      from,
      where: [
        isFor(sql`c`, storeIn(cx, query.hid)),
        query.status !== undefined && sql`${statusNow} = ${query.status}`,
        query.kind !== undefined && sql`c.kind = ${query.kind}`,
        Boolean(query.title) && sql`position(${query.title ?? ''} in c.title) > 0`,
      ],
      order: sql`c.from_at desc nulls first, c.campaign_id desc`,
    },
    query,
  )
/** Campaigns for a store that people can take part in or will be able to. */
export const openCampaigns = (cx: Cx, hid: number): Promise<CampaignRow[]> =>
  cx.db.rows(
    CampaignRow,
    sql`
      select ${columnsOf(CampaignRow, 'c', ...FIGURES)}, s.name store_name, ${statusNow} status, ${figures}
      from ${from}
      where ${isFor(sql`c`, hid)} and ${statusNow} in ${lit(campaign.in.open)}
      order by c.to_at, c.campaign_id
    `,
  )
const Whole = Campaign.omit({ sessions: true })
/** A campaign for one of the account's stores; another's is not found. */
export async function campaignOf(cx: Cx, id: number): Promise<Campaign> {
  const row = await cx.db.one(
    Whole,
    sql`
      select ${columnsOf(Whole, 'c', ...FIGURES, 'couponName')}, s.name store_name, k.name coupon_name, ${statusNow} status, ${figures}
      from ${from}
      where c.campaign_id = ${id} and coalesce(c.stores, array[c.hid]) && ${[...cx.who.hids]}::bigint[]
    `,
  )
  if (!row) return cx.refuse('not_found', { what: '活动' })
  const sessions = await cx.db.rows(
    Session,
    sql`
      select n.session_id, n.starts_at, n.ends_at, n.quota, count(a.apply_id) filter (where a.status in ${TAKEN})::int taken,
        count(a.apply_id) filter (where a.status = ${lit(signUp.is.came)})::int came,
        count(a.apply_id) filter (where a.status = ${lit(signUp.is.waiting)})::int waiting
      from campaign_session n
      left join campaign_apply a on a.oid = n.oid and a.session_id = n.session_id
      where n.campaign_id = ${id}
      group by n.session_id, n.starts_at, n.ends_at, n.quota
      order by n.starts_at
    `,
  )
  return { ...row, sessions }
}

/** Checks what is saved and answers it cleaned. */
async function checked(cx: Saving, hid: number, { sessions, ...values }: WrittenCampaign): Promise<Partial<Row<'campaign'>>> {
  if (values.fromAt && values.toAt && values.toAt <= values.fromAt) cx.refuse('campaign_time', { field: 'toAt' })
  if (values.ageFrom !== null && values.ageTo !== null && values.ageTo < values.ageFrom)
    cx.refuse('bad_input', { what: '年龄到：不能小于年龄从', field: 'ageTo' })
  if (values.kind !== Kind.signUp && sessions.length) cx.refuse('campaign_kind', { what: '场次', field: 'sessions' })
  const content = cleanHtml(cx, values.content, 'content')
  checkTexts(cx, { title: values.title, shareText: values.shareText, content: wordsOfHtml(content) }, values.wordingReason)
  const worth = await worthOfReward(cx, values)
  if (values.ceiling !== null && worth > values.ceiling)
    cx.refuse('reward_ceiling_low', { worth: (worth / 100).toFixed(2), field: 'ceiling' })
  return {
    ...values,
    content,
    couponKindId: values.rewardKind === Reward.coupon ? values.couponKindId : null,
    rewardPoints: values.rewardKind === Reward.points ? values.rewardPoints : null,
    // A jsonb column is written as text.
    fields: JSON.stringify(values.fields) as never,
    stores: checkStores(cx, hid, values.stores, 'marketing:edit'),
    poster: ownImage(cx, values.poster, 'poster'),
  }
}
export async function createCampaign(cx: Saving, { hid, ...values }: z.output<typeof NewCampaign>): Promise<Campaign> {
  const store = storeIn(cx, hid)
  const row = await insert(cx, 'campaign', { ...(await checked(cx, store, values)), hid: store })
  await begin(cx, campaign, row.campaignId, is.draft)
  await saveSessions(cx, row, values.sessions)
  cx.touch('campaigns')
  return campaignOf(cx, row.campaignId)
}
/** What stays once people signed up for it or were promised it. */
const FIXED = [
  ['kind', '类型'],
  ['audience', '对象'],
  ['rewardKind', '奖励'],
  ['couponKindId', '奖励'],
  ['rewardPoints', '奖励'],
  ['promoterPoints', '推广人积分'],
  ['perPerson', '每户名额'],
] as const
export async function updateCampaign(cx: Changing, { sessions, ...input }: z.output<typeof EditCampaign>): Promise<Campaign> {
  const before = await locked(cx, 'campaign', { campaignId: input.id }, { version: input.version ?? null })
  if (!may(cx, 'marketing:edit', before.hid)) cx.refuse('no_access', { what: '编辑活动', code: 'marketing:edit' })
  const { id, version: _, ...values } = completed(EditCampaign.omit({ sessions: true }), before, input)
  if (before.status !== is.draft) {
    const fixed = FIXED.find(([key]) => values[key] !== before[key])
    if (fixed) cx.refuse('campaign_fixed', { what: fixed[1], field: fixed[0] })
    if (!values.fromAt || !values.toAt) cx.refuse('campaign_unready', { what: '请填写起止时间', field: 'fromAt' })
    checkCertificate(cx, values)
    const { spent } = await campaignOf(cx, id)
    if (values.ceiling !== null && values.ceiling < spent) cx.refuse('ceiling_less', { spent: (spent / 100).toFixed(2), field: 'ceiling' })
  }
  const row = await change(cx, 'campaign', { campaignId: id }, {}, await checked(cx, before.hid, { ...values, sessions: sessions ?? [] }))
  // Left out, the sessions stay as they are.
  if (sessions) await saveSessions(cx, row, sessions)
  if (row.status !== is.draft) await fundCampaign(cx, row)
  cx.touch('campaigns')
  return campaignOf(cx, id)
}
export async function deleteCampaign(cx: Cx, id: number): Promise<null> {
  const row = await locked(cx, 'campaign', { campaignId: id })
  if (!may(cx, 'marketing:edit', row.hid)) cx.refuse('no_access', { what: '编辑活动', code: 'marketing:edit' })
  if (row.status !== is.draft) cx.refuse('illegal_move', { state: campaign.states[row.status]?.label ?? '', move: '删除' })
  await remove(cx, 'campaign', { campaignId: id })
  cx.touch('campaigns')
  return null
}

export async function setCampaignStatus(cx: Publishing, { id, status, reason }: z.output<typeof CampaignStatus>): Promise<Campaign> {
  const row = await locked(cx, 'campaign', { campaignId: id })
  if (status === is.withdrawn) await move(cx, campaign, id, 'withdraw', { note: reason ?? null })
  else {
    await checkReady(cx, row)
    await move(cx, campaign, id, 'publish')
    await fundCampaign(cx, row)
    await settleCampaigns(cx, id)
  }
  cx.touch('campaigns')
  return campaignOf(cx, id)
}
/** Refuses to publish what people could not take part in. */
async function checkReady(cx: Publishing, row: Row<'campaign'>): Promise<void> {
  if (!row.fromAt || !row.toAt) return cx.refuse('campaign_unready', { what: '请填写起止时间', field: 'fromAt' })
  if (row.toAt <= cx.now) cx.refuse('campaign_time', { field: 'toAt' })
  if (row.kind !== Kind.signUp && row.rewardKind === Reward.none && row.promoterPoints === null)
    cx.refuse('campaign_unready', { what: '请选择奖励', field: 'rewardKind' })
  if (row.kind === Kind.signUp) {
    const open = await cx.db.any(
      sql`
        select 1
        from campaign_session
        where campaign_id = ${row.campaignId} and starts_at > app_now()
        limit 1
      `,
    )
    if (!open) cx.refuse('campaign_unready', { what: '请添加还没开始的场次', field: 'sessions' })
  }
  checkCertificate(cx, row)
  checkTexts(cx, { title: row.title, shareText: row.shareText, content: wordsOfHtml(row.content) }, row.wordingReason)
}

/** Brings the account of a campaign to what is left of its ceiling. */
async function fundCampaign(cx: Cx, { campaignId, ceiling, hid }: Row<'campaign'>): Promise<void> {
  const key = `campaign:${campaignId}`
  const balances = await lockAccounts(cx, [{ book: 'campaign', key, floor: 0 }])
  const { spent } = await campaignOf(cx, campaignId)
  const amount = (ceiling === null ? 0 : ceiling - spent) - (balances.get(`campaign ${key}`) ?? 0)
  if (amount === 0) return
  await post(cx, {
    hid,
    reason: '活动封顶',
    ref: key,
    lines: [
      { book: 'campaign', key, amount, floor: 0 },
      { book: 'campaign', key: `ceilings:${hid}`, amount: -amount },
    ],
  })
}

/** Starts and ends campaigns by the clock; passes places on that were held too long. */
export async function settleCampaigns(cx: Cx, only?: number): Promise<void> {
  const due = await cx.db.rows(
    { campaignId: 'number', status: 'number', isOver: 'boolean' },
    sql`
      select c.campaign_id, c.status, c.to_at <= app_now() is_over
      from campaign c
      where c.status in ${lit(campaign.in.open)}
        and c.hid = any(${[...cx.who.hids]})
        and (${only ?? null}::bigint is null or c.campaign_id = ${only ?? null}::bigint)
        and (c.to_at <= app_now() or (c.status = ${lit(is.waiting)} and c.from_at <= app_now()))
      order by c.campaign_id
    `,
  )
  for (const { campaignId, isOver } of due) await move(cx, campaign, campaignId, isOver ? 'end' : 'start', { automatic: true })
  if (due.length) cx.touch('campaigns')
  if (only === undefined) await passPlacesOn(cx)
}
