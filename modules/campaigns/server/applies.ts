/** Lists of sign-ups. */
import type { FileAnswer, Page, z } from '#kernel/contract/index.ts'
import {
  columnsOf,
  everyRow,
  excel,
  lit,
  may,
  pageOf,
  sheet,
  sql,
  type Cx,
  type Listing,
  type Out,
  type Sql,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { formFields, formFieldKeys } from '../contract/fields.ts'
import { ApplyRow, type ApplyExport, type ApplyQuery } from '../contract/shapes.campaigns.ts'
import { signUp } from '../contract/states.ts'

const BESIDE = ['campaignTitle', 'startsAt', 'age', 'place', 'promoterName', 'answers', 'name', 'mobile'] as const
type Viewer = Pick<Cx, 'who'>
/** A member's name as whoever asks may see it: masked without the right to see members. */
export const seenName = (cx: Viewer, name: Sql): Sql =>
  may(cx, 'patient:view') ? name : sql`left(${name}, 1) || '*' || substr(${name}, 3)`
const seenMobile = (cx: Viewer): Sql => (may(cx, 'patient:view') ? sql`a.mobile` : sql`left(a.mobile, 3) || '****' || right(a.mobile, 4)`)
/** The form as one text: 学校：育英小学；年级：三年级. */
const answers = sql`
  (
    select string_agg(w.label || '：' || (a.answers ->> w.key), '；' order by w.nth)
    from unnest(${[...formFieldKeys]}::text[], ${formFieldKeys.map((k) => formFields[k].label)}::text[]) with ordinality w(key, label, nth)
    where coalesce(a.answers ->> w.key, '') <> ''
  )
`
const parts = (cx: Viewer) => ({
  select: sql`
    ${columnsOf(ApplyRow, 'a', ...BESIDE)}, c.title campaign_title, n.starts_at, d.place,
    coalesce(e.name, ${seenName(cx, sql`p.name`)}) promoter_name, ${seenName(cx, sql`a.name`)} as name, ${seenMobile(cx)} as mobile,
    extract(year from age(app_now(), a.birth))::int age, ${may(cx, 'patient:view') ? answers : sql`null::text`} answers
  `,
  from: sql`
    campaign_apply a
    join campaign c on c.oid = a.oid and c.campaign_id = a.campaign_id
    left join campaign_session n on n.oid = a.oid and n.session_id = a.session_id
    left join campaign_code d on d.oid = a.oid and d.code_id = a.code_id
    left join contact e on e.oid = d.oid and e.ctid_ = d.promoter_id
    left join patient p on p.oid = d.oid and p.pid = d.pid
  `,
})
/** Those who come first, then the waiting list in its order, then the cancelled. */
const order = sql`a.status = ${lit(signUp.is.cancelled)}, a.status = ${lit(signUp.is.waiting)}, a.passed_over, a.apply_id`
type Filters = z.output<typeof ApplyExport>
const listing = (cx: Pick<Cx, 'who' | 'refuse'>, query: Filters): Listing => ({
  ...parts(cx),
  where: [
    sql`${ownStore(cx, query.hid ?? cx.who.hid)}::bigint in (a.hid, c.hid)`,
    query.campaignId !== undefined && sql`a.campaign_id = ${query.campaignId}`,
    query.sessionId !== undefined && sql`a.session_id = ${query.sessionId}`,
    query.status !== undefined && sql`a.status = ${query.status}`,
    Boolean(query.key_word) && sql`(position(${query.key_word ?? ''} in a.name) > 0 or position(${query.key_word ?? ''} in a.mobile) > 0)`,
  ],
  order,
})
export const applyPage = (cx: Cx, query: z.output<typeof ApplyQuery>): Promise<Page<ApplyRow>> =>
  pageOf(cx, { of: ApplyRow, ...listing(cx, query) }, query)
export async function applyOf(cx: Cx, applyId: number): Promise<ApplyRow> {
  const { select, from } = parts(cx)
  const found = await cx.db.one(ApplyRow, sql`select ${select} from ${from} where a.apply_id = ${applyId}`)
  return found ?? cx.refuse('not_found', { what: '报名' })
}

const COLUMNS = [
  'campaignTitle',
  'startsAt',
  'name',
  'mobile',
  'age',
  'status',
  'source',
  'place',
  'promoterName',
  'wasMember',
  'appliedAt',
  'cameAt',
  'answers',
  'cancelReason',
] as const
export const applyFile = (out: Out, query: Filters): FileAnswer =>
  excel(sheet('活动报名', ApplyRow, [...COLUMNS]), out.stream(ApplyRow, everyRow(listing(out, query))), `活动报名-${out.today}.xlsx`)
