/** Plans as lists and the page of one: numbers of sessions, trends, axial length and refraction beside them. */
import { addDays, ageOn, type Page } from '#kernel/contract/index.ts'
import { allOf, columnsOf, lit, pageIn, pageOf, sql, type Condition, type Cx, type Sql } from '#kernel/server/index.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { PLACE, purpose } from '../contract/fields.ts'
import { PlanRow, TemplateSlot, type ExamRecord, type Plan, type PlanListed, type PlanQuery, type Series } from '../contract/plans.ts'
import { trainPlan, trainSession } from '../contract/states.ts'
import { amblyopiaFloor, lineOf, MEASURE_WEEKS, verdictOf, type TrainTrend } from '../contract/verdict.ts'
import { z } from '#kernel/contract/index.ts'
import { brandOf } from './brands.ts'
import { leftOn } from './cards.ts'
import { cardLines } from './card-lists.ts'
import { sessionRows, weekOf } from './session-lists.ts'
import { measuredOf, seriesIn, trendsOf } from './trends.ts'

const VALID = lit(examStates.in.valid)
const { trained } = trainSession.in
const Kept = PlanRow.omit({ week: true })
const count = (where: Sql): Sql => sql`(select count(*) from train_session s where s.oid = n.oid and s.plan_id = n.id and ${where})::int`
const parts = {
  select: sql`
    ${columnsOf(
      Kept,
      'n',
      'patientName',
      'gender',
      'birth',
      'memberNo',
      'sdxUid',
      'brand',
      'endsOn',
      'goal',
      'rxNo',
      'trainerName',
      'planned',
      'done',
      'lastDone',
    )}, n.goal::float8 goal, n.user_id sdx_uid, p.name patient_name, p.gender, p.birth, p.member_no, u.brand,
    n.starts_on + n.weeks * 7 - 1 ends_on, r.rx_no, t.name trainer_name, ${count(sql`true`)} planned,
    ${count(sql`s.status in ${lit(trained)}`)} done,
    (
      select max(s.done_on)
      from train_session s
      where s.oid = n.oid and s.plan_id = n.id and s.status in ${lit(trained)}
    ) last_done
  `,
  from: sql`
    train_plan n
    join patient p on p.oid = n.oid and p.pid = n.pid
    left join train_user u on u.oid = n.oid and u.id = n.user_id
    left join prescription r on r.oid = n.oid and r.id = n.prescription_id
    left join contact t on t.oid = n.oid and t.ctid_ = n.trainer
  `,
}
const withWeek = (row: z.output<typeof Kept>, today: string): PlanRow => ({
  ...row,
  week: today < row.startsOn ? 0 : Math.min(weekOf(row.startsOn, today), row.weeks),
})
const conditions = (cx: Cx, query: Omit<PlanQuery, 'per_page' | 'page'>): Condition[] => [
  sql`n.hid = ${ownStore(cx, query.hid ?? cx.who.hid)}`,
  query.pid !== undefined && sql`n.pid = ${query.pid}`,
  query.name && sql`(strpos(p.name, ${query.name}) > 0 or starts_with(p.mobile, ${query.name}) or p.member_no = ${query.name})`,
  query.purpose !== undefined && sql`n.purpose = ${query.purpose}`,
  query.status !== undefined && sql`n.status = ${query.status}`,
  query.trainer !== undefined && sql`n.trainer = ${query.trainer}`,
  query.open === true && sql`n.status in ${lit(trainPlan.in.open)}`,
]
const order = sql`array_position(array[1, 2, 0, 3, 4], n.status), n.id desc`
export async function planRow(cx: Cx, id: number): Promise<PlanRow> {
  const row = await cx.db.one(Kept, sql`select ${parts.select} from ${parts.from} where n.id = ${id}`)
  return withWeek(row ?? cx.refuse('not_found', { what: trainPlan.noun }), cx.today)
}
async function listed(cx: Cx, rows: ReadonlyArray<z.output<typeof Kept>>): Promise<PlanListed[]> {
  const trends = await trendsOf(
    cx,
    rows.map((r) => r.id),
  )
  const eyes = await eyesOf(cx, [...new Set(rows.map((r) => r.pid))])
  const none = { alOd: null, alOs: null, seOd: null, seOs: null }
  return rows.flatMap((r) => {
    const trend = trends.get(r.id)
    const { pid: _, ...found } = eyes.find((e) => e.pid === r.pid) ?? { pid: r.pid, ...none }
    return trend ? [{ ...withWeek(r, cx.today), ...found, trend }] : []
  })
}
/** Verdicts are made by rule from what was measured, so a list filtered by one reads all of its plans. */
export async function planPage(cx: Cx, { verdict, ...query }: PlanQuery): Promise<Page<PlanListed>> {
  const where = conditions(cx, query)
  if (verdict === undefined) {
    const found = await pageOf(cx, { of: Kept, ...parts, where, order, key: sql`n.id` }, query)
    return { ...found, list: await listed(cx, found.list) }
  }
  const all = await allOf(cx, Kept, sql`select ${parts.select} from ${parts.from} where ${joined(where)} order by ${order}`)
  return pageIn(
    (await listed(cx, all)).filter((r) => r.trend.verdict === verdict),
    query,
  )
}
const joined = (where: readonly Condition[]): Sql =>
  where.reduce<Sql>((all, each) => (typeof each === 'object' && each !== null ? sql`${all} and ${each}` : all), sql`true`)
const Eyes = { pid: 'number', alOd: 'number | null', alOs: 'number | null', seOd: 'number | null', seOs: 'number | null' } as const
/** Latest axial length and spherical equivalent of members. */
const eyesOf = (cx: Cx, pids: readonly number[]) =>
  cx.db.rows(
    Eyes,
    sql`
      select m.pid, b.al_od::float8, b.al_os::float8, (r.ds_od + coalesce(r.dc_od, 0) / 2)::float8 se_od,
        (r.ds_os + coalesce(r.dc_os, 0) / 2)::float8 se_os
      from unnest(${[...pids]}::bigint[]) m(pid)
      left join lateral (
        select al_od, al_os
        from exam_bio_meter
        where pid = m.pid and status in ${VALID}
        order by exam_time desc, id desc
        limit 1
      ) b on true
      left join lateral (
        select ds_od, dc_od, ds_os, dc_os
        from exam_refraction
        where pid = m.pid and status in ${VALID} and kind in (2, 4, 5, 6)
        order by exam_time desc, id desc
        limit 1
      ) r on true
    `,
  )

const Templates = z.array(TemplateSlot)
export const templateIn = (kept: unknown): TemplateSlot[] => Templates.safeParse(kept).data ?? []

/** The next day on which to measure: four weeks after the last measurement of the goal, or after the beginning. */
const nextMeasure = (startsOn: string, trend: Pick<TrainTrend, 'points'>): string => {
  const last = trend.points.at(-1)?.day
  return addDays(last && last > startsOn ? last : startsOn, MEASURE_WEEKS * 7)
}
/** A plan whole: what the page and the parents' sheet show. */
export async function planOf(cx: Cx, id: number): Promise<Plan> {
  const row = await planRow(cx, id)
  const { template } = await cx.db.the({ template: 'unknown' }, sql`select template from train_plan where id = ${id}`)
  const trend = (await trendsOf(cx, [id])).get(id) ?? cx.refuse('not_found', { what: trainPlan.noun })
  const measured = await measuredOf(cx, [row.pid])
  const series = seriesOf(measured, row, trend)
  const periods = await cx.db.rows(
    { no: 'number', startsOn: 'string', endsOn: 'string' },
    sql`
      select no, starts_on, starts_on + weeks * 7 - 1 ends_on
      from train_plan
      where pid = ${row.pid} and purpose = ${row.purpose}
      order by no
    `,
  )
  const sessions = await sessionRows(cx, sql`s.plan_id = ${id}`)
  const years = row.birth ? ageOn(row.birth, cx.today)?.years : undefined
  const floor = row.purpose === purpose.amblyopia && years !== undefined ? amblyopiaFloor(years) : undefined
  return {
    ...row,
    template: templateIn(template),
    sessions,
    trend,
    series,
    periods,
    nextMeasureOn: nextMeasure(row.startsOn, trend),
    floor: floor === undefined ? null : lineOf(floor),
    card: await cardOf(cx, row),
    home: homeDays(cx.today, sessions),
  }
}
/** The measure of the goal first, then what else was measured at least twice; both eyes where both were. */
function seriesOf(measured: Awaited<ReturnType<typeof measuredOf>>, { pid }: PlanRow, trend: TrainTrend): Series[] {
  const found = [...new Set(measured.map((m) => `${m.measure} ${m.eye}`))]
  const all = found.flatMap((key): Series[] => {
    const found = measured.find((m) => `${m.measure} ${m.eye}` === key)
    if (!found) return []
    const points = seriesIn(measured, pid, found.measure, found.eye)
    return points.length > 1 || found.measure === trend.measure
      ? [{ measure: found.measure, eye: found.eye, points, verdict: verdictOf(found.measure, points, trend.adherence) }]
      : []
  })
  return all.sort((a, b) => Number(b.measure === trend.measure) - Number(a.measure === trend.measure) || a.measure.localeCompare(b.measure))
}
async function cardOf(cx: Cx, { sdxUid, brand, hid }: PlanRow): Promise<Plan['card']> {
  if (sdxUid === null || brand === null) return null
  const { endsOn } = await cx.db.the({ endsOn: 'string | null' }, sql`select ends_on from train_user where id = ${sdxUid}`)
  const { unit } = await brandOf(cx, hid, brand)
  return { left: await leftOn(cx, sdxUid), unit, endsOn, lines: await cardLines(cx, sdxUid, 60) }
}
/** Fourteen days at home. */
const homeDays = (today: string, sessions: Plan['sessions']): Plan['home'] =>
  Array.from({ length: 14 }, (_, i) => {
    const day = addDays(today, i - 13)
    const own = sessions.filter((s) => s.place === PLACE.home && s.day === day)
    return { day, minutes: own.reduce((sum, s) => sum + (s.minutes ?? 0), 0), planned: own.length > 0 }
  })

/** What was measured before training and since: a row a plan. */
export async function examPage(
  cx: Cx,
  {
    verdict,
    due,
    ...query
  }: {
    hid?: number | undefined
    name?: string | undefined
    verdict?: string | undefined
    due?: boolean | undefined
    purpose?: 0 | 1 | 2 | undefined
  },
): Promise<Page<ExamRecord>> {
  const rows = await allOf(
    cx,
    Kept,
    sql`
      select ${parts.select}
      from ${parts.from}
      where
        ${joined([...conditions(cx, query), sql`n.status in ${lit([trainPlan.is.active, trainPlan.is.paused, trainPlan.is.finished])}`])}
      order by ${order}
    `,
  )
  const trends = await trendsOf(
    cx,
    rows.map((r) => r.id),
  )
  const list = rows.flatMap((r): ExamRecord[] => {
    const trend = trends.get(r.id)
    if (!trend) return []
    const before = trend.points.filter((m) => m.day <= r.startsOn).at(-1) ?? trend.points[0]
    const since = trend.points.findLast((m) => m.day > (before?.day ?? ''))
    return [
      {
        pid: r.pid,
        patientName: r.patientName,
        birth: r.birth,
        planId: r.id,
        purpose: r.purpose,
        measure: r.goalMeasure,
        eye: r.goalEye,
        goal: r.goal,
        firstOn: before?.day ?? null,
        first: before?.value ?? null,
        lastOn: since?.day ?? null,
        last: since?.value ?? null,
        times: trend.points.length,
        dueOn: nextMeasure(r.startsOn, trend),
        verdict: trend.verdict,
      },
    ]
  })
  return pageIn(
    list.filter((r) => (verdict ?? r.verdict) === r.verdict && (!due || r.dueOn <= cx.today)),
    query,
  )
}
