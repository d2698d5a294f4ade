/** Lists of sign-ups. */
import type { FileAnswer, Page, z } from '#kernel/contract/index.ts'
import { columnsOf, everyRow, excel, lit, pageOf, sheet, sql, type Cx, type Listing, type Out } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { formFields, formFieldKeys } from '../contract/fields.ts'
import { ApplyRow, type ApplyExport, type ApplyQuery } from '../contract/shapes.campaigns.ts'
import { signUp } from '../contract/states.ts'

const BESIDE = ['campaignTitle', 'startsAt', 'age', 'place', 'promoterName', 'answers'] as const
/** The form as one text: 学校：育英小学；年级：三年级. */
const answers = sql`
  (
    select string_agg(w.label || '：' || (a.answers ->> w.key), '；' order by w.nth)
    from unnest(${[...formFieldKeys]}::text[], ${formFieldKeys.map((k) => formFields[k].label)}::text[]) with ordinality w(key, label, nth)
    where coalesce(a.answers ->> w.key, '') <> ''
  )
`
const parts = {
  select: sql`
    ${columnsOf(ApplyRow, 'a', ...BESIDE)}, c.title campaign_title, n.starts_at, d.place, coalesce(e.name, p.name) promoter_name,
    extract(year from age(app_now(), a.birth))::int age, ${answers} answers
  `,
  from: sql`
    campaign_apply a
    join campaign c on c.oid = a.oid and c.campaign_id = a.campaign_id
    left join campaign_session n on n.oid = a.oid and n.session_id = a.session_id
    left join campaign_code d on d.oid = a.oid and d.code_id = a.code_id
    left join contact e on e.oid = d.oid and e.ctid_ = d.promoter_id
    left join patient p on p.oid = d.oid and p.pid = d.pid
  `,
}
/** Those who come first, then the waiting list in its order, then the cancelled. */
const order = sql`a.status = ${lit(signUp.is.cancelled)}, a.status = ${lit(signUp.is.waiting)}, a.passed_over, a.apply_id`
type Filters = z.output<typeof ApplyExport>
const listing = (cx: Pick<Cx, 'who' | 'refuse'>, query: Filters): Listing => ({
  ...parts,
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
  const found = await cx.db.one(ApplyRow, sql`select ${parts.select} from ${parts.from} where a.apply_id = ${applyId}`)
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
