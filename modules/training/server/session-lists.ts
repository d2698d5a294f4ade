/** Lists of sessions: records of a store, of a family of users, at home, of today. */
import type { FileAnswer, Page } from '#kernel/contract/index.ts'
import { addDays } from '#kernel/contract/index.ts'
import {
  balanceColumn,
  columnsOf,
  everyRow,
  excel,
  lit,
  pageOf,
  sheet,
  sql,
  type Condition,
  type Cx,
  type Out,
  type Sql,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { unit } from '../contract/brands.ts'
import { cardFamilies, type CardFamily } from '../contract/cards.ts'
import { PLACE } from '../contract/fields.ts'
import { SessionRow, type Day, type DaySession, type SessionQuery } from '../contract/sessions.ts'
import { trainPlan, trainSession } from '../contract/states.ts'
import { brandsOf } from './brands.ts'
import { trendsOf } from './trends.ts'

const parts = {
  select: sql`
    ${columnsOf(SessionRow, 's', 'sdxUid', 'personName', 'birth', 'brand', 'complaint', 'trainerName')}, s.user_id sdx_uid,
    s.discomfort complaint, coalesce(p.name, u.name) person_name, coalesce(p.birth, u.birth) birth, u.brand, t.name trainer_name
  `,
  from: sql`
    train_session s
    left join patient p on p.oid = s.oid and p.pid = s.pid
    left join train_user u on u.oid = s.oid and u.id = s.user_id
    left join contact t on t.oid = s.oid and t.ctid_ = s.trainer
  `,
}
type Query = Partial<Omit<SessionQuery, 'per_page' | 'page'>>
/** Where a session was trained, else when it is planned: what lists go by. */
const on = sql`coalesce(s.done_on, s."day")`
const conditions = (cx: Pick<Cx, 'who' | 'refuse'>, query: Query): Condition[] => [
  sql`s.hid = ${ownStore(cx, query.hid ?? cx.who.hid)}`,
  query.pid !== undefined && sql`s.pid = ${query.pid}`,
  query.planId !== undefined && sql`s.plan_id = ${query.planId}`,
  query.sdxUid !== undefined && sql`s.user_id = ${query.sdxUid}`,
  query.brand && sql`u.brand = ${query.brand}`,
  query.place !== undefined && sql`s.place = ${query.place}`,
  query.status !== undefined && sql`s.status = ${query.status}`,
  query.name && sql`(strpos(coalesce(p.name, u.name), ${query.name}) > 0 or starts_with(coalesce(p.mobile, u.mobile), ${query.name}))`,
  query.startDate && sql`${on} >= ${query.startDate}::date`,
  query.endDate && sql`${on} <= ${query.endDate}::date`,
]
const order = sql`${on} desc, s."time" desc, s.id desc`
/** Sessions of a store; what lies ahead stands in the plans. */
export const sessionPage = (cx: Cx, query: SessionQuery): Promise<Page<SessionRow>> =>
  pageOf(cx, { of: SessionRow, ...parts, where: [...conditions(cx, query), ahead(cx, query)], order }, query)
const ahead = (cx: Pick<Cx, 'today'>, { planId, endDate }: Query): Condition =>
  planId === undefined && endDate === undefined && sql`s."day" <= ${cx.today}::date`
/** Sessions of the users of a family. */
export const familySessions = (cx: Cx, family: CardFamily, query: SessionQuery): Promise<Page<SessionRow>> => {
  const { purpose } = cardFamilies[family]
  const where = [
    ...conditions(cx, query),
    ahead(cx, query),
    sql`s.user_id is not null`,
    purpose !== undefined && sql`u.purpose = ${purpose}`,
  ]
  return pageOf(cx, { of: SessionRow, ...parts, where, order }, query)
}
const atHome = { place: PLACE.home } as const
export const homeSessions = (cx: Cx, query: SessionQuery): Promise<Page<SessionRow>> => sessionPage(cx, { ...query, ...atHome })

const columns = sheet('训练记录', SessionRow, [
  'personName',
  'brand',
  'day',
  'time',
  'place',
  'modules',
  'status',
  'doneOn',
  'minutes',
  'score',
  'load',
  'complaint',
  'trainerName',
])
export const sessionFile = async (out: Out, query: Query, title = '训练记录'): Promise<FileAnswer> =>
  excel(
    columns,
    out.stream(SessionRow, everyRow({ ...parts, where: [...conditions(out, query), ahead(out, query)], order })),
    `${title}-${out.today}.xlsx`,
  )
export const homeFile = (out: Out, query: Query): Promise<FileAnswer> => sessionFile(out, { ...query, ...atHome }, '家庭训练记录')

export const sessionRows = (cx: Cx, where: Sql, by: Sql = sql`s."day", s."time", s.id`): Promise<SessionRow[]> =>
  cx.db.rows(SessionRow, sql`select ${parts.select} from ${parts.from} where ${where} order by ${by}`)
export async function sessionOf(cx: Cx, id: number): Promise<SessionRow> {
  const [row] = await sessionRows(cx, sql`s.id = ${id}`)
  return row ?? cx.refuse('not_found', { what: trainSession.noun })
}
/** Some sessions for paper; those of other stores are not found. */
export async function printedSessions(cx: Cx, ids: readonly number[]): Promise<SessionRow[]> {
  const rows = await sessionRows(cx, sql`s.id = any(${[...ids]})`, order)
  return rows.length ? rows : cx.refuse('not_found', { what: trainSession.noun })
}

const Facts = {
  id: 'number',
  lastScore: 'number | null',
  startsOn: 'string | null',
  weeks: 'number | null',
  endsOn: 'string | null',
  left: 'number',
  deskToldAt: 'string | null',
  doctorName: 'string | null',
  doctorToldOn: 'string | null',
  callToldOn: 'string | null',
} as const
/** The sessions of a day in the order of the clock. One that was made up for stands where it was trained. */
export async function trainDay(
  cx: Cx,
  query: { hid?: number | undefined; day?: string | undefined; mine?: boolean | undefined },
): Promise<Day> {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  const day = query.day ?? cx.today
  const where = sql`
    s.hid = ${hid}
    and (s."day" = ${day}::date or s.done_on = ${day}::date)
    and s.place = ${PLACE.clinic}
    and (
      s.plan_id is null
      or exists (
        select
        from train_plan n
        where n.oid = s.oid and n.id = s.plan_id and n.status in ${lit([trainPlan.is.active, ...trainPlan.in.over])}
      )
    )
    and (
      not ${query.mine ?? false}
      or s.trainer = ${cx.who.ctid}
      or exists (
        select
        from train_plan n
        where n.oid = s.oid and n.id = s.plan_id and n.trainer = ${cx.who.ctid}
      )
    )
  `
  const rows = await sessionRows(cx, where)
  const facts = await cx.db.rows(
    Facts,
    sql`
      select s.id, n.starts_on, n.weeks, u.ends_on, u.told_at desk_told_at, n.doctor_told_on, n.told_on call_told_on, d.name doctor_name,
        ${balanceColumn('train', sql`'train_card:' || s.user_id`)}::int "left",
        (
          select f.score
          from train_session f
          where f.oid = s.oid
            and f.id <> s.id
            and f.score is not null
            and (f.plan_id = s.plan_id or (s.plan_id is null and f.user_id = s.user_id))
            and f.done_on < ${day}::date
          order by f.done_on desc, f.id desc
          limit 1
        ) last_score
      from train_session s
      left join train_plan n on n.oid = s.oid and n.id = s.plan_id
      left join train_user u on u.oid = s.oid and u.id = s.user_id
      left join prescription x on x.oid = n.oid and x.id = n.prescription_id
      left join contact d on d.oid = x.oid and d.ctid_ = x.doctor_id
      where s.id = any(${rows.map((r) => r.id)})
    `,
  )
  const trends = await trendsOf(cx, [...new Set(rows.flatMap((r) => r.planId ?? []))])
  const brands = await brandsOf(cx, hid)
  const list = rows.map((r): DaySession => {
    const f = facts.find((each) => each.id === r.id)
    const hasCard = f !== undefined && f.endsOn !== null
    return {
      ...r,
      lastScore: f?.lastScore ?? null,
      week: f?.startsOn ? weekOf(f.startsOn, day) : null,
      weeks: f?.weeks ?? null,
      cardLeft: hasCard ? f.left : null,
      cardUnit: hasCard ? (brands.find((b) => b.brand === r.brand)?.unit ?? unit.days) : null,
      cardEndsOn: f?.endsOn ?? null,
      deskToldAt: f?.deskToldAt ?? null,
      doctorName: f?.doctorName ?? null,
      doctorToldOn: f?.doctorToldOn ?? null,
      callToldOn: f?.callToldOn ?? null,
      trend: r.planId === null ? null : (trends.get(r.planId) ?? null),
    }
  })
  return { day, now: cx.now.slice(11, 16), list }
}
/** Week of a plan a day lies in, counted from 1. */
export function weekOf(startsOn: string, day: string): number {
  let week = 1
  while (addDays(startsOn, week * 7) <= day && week < 60) week += 1
  return week
}
