/** The eye guardian: service, days, behaviour of its users. */
import { addDays, compareNumbers, type FileAnswer, type Page, type z } from '#kernel/contract/index.ts'
import {
  change,
  columnsOf,
  everyRow,
  excel,
  find,
  insert,
  lit,
  locked,
  pageOf,
  sheet,
  sql,
  type Condition,
  type Cx,
  type ImportSpec,
  type Out,
  type Row,
  type Sql,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { egStates, patientStates } from '#modules/patients/contract/states.ts'
import { studentStates } from '#modules/screening/contract/states.ts'
import { masterOf } from '#modules/settings/server/door.ts'
import {
  Assessment,
  Checkin,
  EgRow,
  FELL_OFF_DAYS,
  OUTDOOR_GOAL,
  questionNames,
  questionnaire,
  scoreOf,
  EgService,
  type EgCounts,
  type EgDataQuery,
  type EgUserFile,
  ImportCheckin,
  type NewAssessment,
  type NewService,
  type SaveCheckin,
  type StopService,
} from '../contract/eg.ts'
import { egServiceStates } from '../contract/states.ts'

const { served } = egServiceStates.is
const DAYS = 14

const recent = (today: string, more: Sql): Sql => sql`
  from eg_checkin c
  where c.oid = g.oid and c.eg_id = g.id and c."day" > ${today}::date - ${DAYS}::int and c."day" <= ${today}::date and ${more}
`
const lastDay = sql`(select max(c."day") from eg_checkin c where c.oid = g.oid and c.eg_id = g.id)`
/** In service and silent for a week. */
const fellOff = (today: string): Sql => sql`
  (v.id is not null and coalesce(${lastDay}, v.starts_on) < ${today}::date - ${FELL_OFF_DAYS - 1}::int)
`
const suggestion = sql`
  left join lateral (
    select m.pid, m.member_no
    from patient m
    where g.pid is null
      and m.oid = g.oid
      and m.status = ${lit(patientStates.is.present)}
      and m.name = g.name
      and (m.mobile = g.mobile or m.birth = g.birth)
    order by m.pid
    limit 1
  ) k on true
  left join lateral (
    select s.id student_id, concat_ws(' ', h.name, c.name) student_place
    from student s
    left join school h on h.oid = s.oid and h.id = s.school_id
    left join school_class c on c.oid = s.oid and c.id = s.class_id
    where g.pid is null
      and s.oid = g.oid
      and s.status = ${lit(studentStates.is.present)}
      and s.name = g.name
      and (s.mobile = g.mobile or s.birth = g.birth)
    order by s.id
    limit 1
  ) a on true
`
const parts = (today: string) => ({
  select: sql`
    g.id, g.hid, g.name, g.gender, g.birth, g.school, g.class_name, g.pid, k.pid suggested_pid, k.member_no suggested_no,
    a.student_place suggested_school, v.id service_id, i.name combination_name, v.starts_on, v.starts_on + v.weeks * 7 - 1 ends_on,
    v.status service_status, (select count(*) ${recent(today, sql`true`)})::int kept,
    (select count(*) ${recent(today, sql`c.outdoor_minutes >= ${OUTDOOR_GOAL}`)})::int outdoor_days,
    (select round(avg(c.outdoor_minutes)) ${recent(today, sql`true`)})::int outdoor_mean,
    (select round(avg(c.near_minutes)) ${recent(today, sql`true`)})::int near_mean, ${lastDay} last_day, ${fellOff(today)} fell_off,
    (
      select a.score
      from eg_assessment a
      where a.oid = g.oid and a.eg_id = g.id
      order by a."day" desc, a.id desc
      limit 1
    ) score,
    (
      select array_agg(c.outdoor_minutes order by d.n)
      from generate_series(${DAYS - 1}, 0, -1) with ordinality d(ago, n)
      left join eg_checkin c on c.oid = g.oid and c.eg_id = g.id and c."day" = ${today}::date - d.ago::int
    ) trend
  `,
  from: sql`
    eg_patient g
    left join eg_service v on v.oid = g.oid and v.eg_id = g.id and v.status = ${lit(served)}
    left join master_item i on i.oid = v.oid and i.id = v.combination_id ${suggestion}
  `,
})
const stateWhere = (today: string, state: EgDataQuery['state']): Condition => {
  switch (state) {
    case undefined:
      return undefined
    case 'served':
      return sql`v.id is not null`
    case 'stopped':
      return sql`g.status = ${lit(egStates.is.stopped)}`
    case 'none':
      return sql`v.id is null and g.status = ${lit(egStates.is.served)}`
    case 'fellOff':
      return fellOff(today)
    case 'short':
      return sql`
        v.id is not null
        and coalesce((select avg(c.outdoor_minutes) ${recent(today, sql`true`)}), 0) < ${OUTDOOR_GOAL}
      `
  }
}
type Query = Pick<EgDataQuery, 'hid' | 'name' | 'state'>
const conditions = (cx: Pick<Cx, 'who' | 'refuse' | 'today'>, { hid, name, state }: Query): Condition[] => [
  sql`g.hid = ${ownStore(cx, hid ?? cx.who.hid)}`,
  name && sql`(strpos(g.name, ${name}) > 0 or starts_with(g.mobile, ${name}) or g.device_no = ${name})`,
  stateWhere(cx.today, state),
]
export const egPage = (cx: Cx, query: EgDataQuery): Promise<Page<EgRow>> =>
  pageOf(cx, { of: EgRow, ...parts(cx.today), where: conditions(cx, query), order: sql`g.id desc` }, query)

export async function egCounts(cx: Cx, store: number | undefined): Promise<EgCounts> {
  const hid = ownStore(cx, store ?? cx.who.hid)
  const day = (d: string, more: Sql) =>
    sql`
      exists (
        select
        from eg_checkin c
        where c.oid = g.oid and c.eg_id = g.id and c."day" = ${d}::date and ${more}
      )
    `
  return cx.db.the(
    { users: 'number', served: 'number', kept: 'number', reached: 'number', fellOff: 'number', ending: 'number' },
    sql`
      select count(*)::int users, count(v.id)::int served, count(*) filter (where ${day(cx.today, sql`true`)})::int kept,
        count(*) filter (where ${day(addDays(cx.today, -1), sql`c.outdoor_minutes >= ${OUTDOOR_GOAL}`)})::int reached,
        count(*) filter (where ${fellOff(cx.today)})::int fell_off,
        count(*) filter (where v.starts_on + v.weeks * 7 - 1 between ${cx.today}::date and ${cx.today}::date + 30)::int ending
      from eg_patient g
      left join eg_service v on v.oid = g.oid and v.eg_id = g.id and v.status = ${lit(served)}
      where g.hid = ${hid}
    `,
  )
}
/** A user of a store the account works in, locked. */
async function ownUser(cx: Cx, id: number): Promise<Row<'eg_patient'>> {
  const row = await find(cx, 'eg_patient', { id })
  return row && cx.who.hids.includes(row.hid) ? row : cx.refuse('not_found', { what: '护眼用户' })
}
const serviceParts = sql`
  select ${columnsOf(EgService, 'v', 'combinationName', 'endsOn')}, i.name combination_name, v.starts_on + v.weeks * 7 - 1 ends_on
  from eg_service v
  join master_item i on i.oid = v.oid and i.id = v.combination_id
`
const serviceOf = (cx: Cx, id: number): Promise<EgService> => cx.db.the(EgService, sql`${serviceParts} where v.id = ${id}`)
export async function egUser(cx: Cx, id: number): Promise<EgUserFile> {
  await ownUser(cx, id)
  const { select, from } = parts(cx.today)
  return {
    user: await cx.db.the(EgRow, sql`select ${select} from ${from} where g.id = ${id}`),
    services: await cx.db.rows(EgService, sql`${serviceParts} where v.eg_id = ${id} order by v.id desc`),
    days: await cx.db.rows(
      Checkin,
      sql`
        select ${columnsOf(Checkin, 'c')}
        from eg_checkin c
        where c.eg_id = ${id} and c."day" > ${cx.today}::date - 60
        order by c."day" desc
      `,
    ),
    assessments: await cx.db.rows(
      Assessment,
      sql`
        select ${columnsOf(Assessment, 'a', 'staffName')}, t.name staff_name
        from eg_assessment a
        left join contact t on t.oid = a.oid and t.ctid_ = a.ctid_
        where a.eg_id = ${id}
        order by a."day" desc, a.id desc
      `,
    ),
  }
}

export async function openService(cx: Cx<'service_open'>, input: NewService): Promise<EgService> {
  const user = await ownUser(cx, input.egId)
  const combination = await masterOf(cx, 'eg-combination', input.combinationId)
  if (combination.hid !== user.hid) cx.refuse('not_found', { what: '护眼组合', field: 'combinationId' })
  if (await find(cx, 'eg_service', { egId: user.id, status: served })) cx.refuse('service_open', { field: 'egId' })
  const { id } = await insert(cx, 'eg_service', {
    hid: user.hid,
    egId: user.id,
    combinationId: combination.id,
    weeks: input.weeks ?? combination.weeks ?? 12,
    startsOn: input.startsOn ?? cx.today,
    price: input.price ?? combination.price ?? 0,
  })
  cx.touch('training', user.hid)
  return serviceOf(cx, id)
}
export async function stopService(cx: Cx<'service_stopped'>, { id, version, reason }: z.output<typeof StopService>): Promise<EgService> {
  const row = await locked(cx, 'eg_service', { id }, { version: version ?? null })
  if (row.status !== served) cx.refuse('service_stopped')
  await change(cx, 'eg_service', { id }, { version: version ?? null }, { status: egServiceStates.is.stopped, stopNote: reason })
  cx.touch('training', row.hid)
  return serviceOf(cx, id)
}
const something = (item: { outdoorMinutes?: unknown; nearMinutes?: unknown; nearDistance?: unknown }): boolean =>
  item.outdoorMinutes != null || item.nearMinutes != null || item.nearDistance != null
/** A day of a user; the same day again changes what is said and keeps the rest. */
export async function checkIn(cx: Cx<'checkin_nothing' | 'day_taken'>, input: SaveCheckin): Promise<Checkin> {
  const { egId, day, version, outdoorMinutes, nearMinutes, nearDistance } = input
  const user = await ownUser(cx, egId)
  if (!something(input)) cx.refuse('checkin_nothing', { field: 'outdoorMinutes' })
  const row = await find(cx, 'eg_checkin', { egId, day })
  const { id } = row
    ? await change(cx, 'eg_checkin', { id: row.id }, { version }, { outdoorMinutes, nearMinutes, nearDistance })
    : await insert(cx, 'eg_checkin', { hid: user.hid, egId, day, outdoorMinutes, nearMinutes, nearDistance })
  cx.touch('training', user.hid)
  return cx.db.the(Checkin, sql`select ${columnsOf(Checkin, 'c')} from eg_checkin c where c.id = ${id}`)
}
export async function assess(cx: Cx<'assessment_answers'>, { egId, day, answers, note }: NewAssessment): Promise<Assessment> {
  const user = await ownUser(cx, egId)
  if (questionNames.some((q) => answers[q] === undefined)) cx.refuse('assessment_answers', { n: questionNames.length, field: 'answers' })
  const { id } = await insert(cx, 'eg_assessment', {
    hid: user.hid,
    egId,
    day,
    score: scoreOf(answers),
    templateVersion: questionnaire.version,
    answers: Object.fromEntries(questionNames.map((q) => [q, answers[q]])),
    note: note ?? null,
  })
  cx.touch('training', user.hid)
  return cx.db.the(
    Assessment,
    sql`
      select ${columnsOf(Assessment, 'a', 'staffName')}, t.name staff_name
      from eg_assessment a
      left join contact t on t.oid = a.oid and t.ctid_ = a.ctid_
      where a.id = ${id}
    `,
  )
}

const columns = sheet('护眼数据', EgRow, [
  'name',
  'school',
  'className',
  'combinationName',
  'startsOn',
  'endsOn',
  'kept',
  'outdoorDays',
  'outdoorMean',
  'nearMean',
  'lastDay',
  'fellOff',
  'score',
])
export const egFile = async (out: Out, query: Query): Promise<FileAnswer> =>
  excel(
    columns,
    out.stream(EgRow, everyRow({ ...parts(out.today), where: conditions(out, query), order: sql`g.id desc` })),
    `护眼数据-${out.today}.xlsx`,
  )

/** Days out of a device's file: the user is known by the device, or by name and number. */
export const importCheckins: ImportSpec<typeof ImportCheckin> = {
  label: '护眼打卡',
  shape: ImportCheckin,
  knows: true,
  aliases: {
    name: ['学生姓名', '用户姓名'],
    mobile: ['家长手机', '手机', '联系电话'],
    deviceNo: ['设备编号', '设备SN', 'sn'],
    day: ['打卡日期', '数据日期'],
    outdoorMinutes: ['户外时长', '户外时间', '每日户外'],
    nearMinutes: ['近距离用眼时长', '用眼时长', '每日近距离用眼'],
    nearDistance: ['近距离用眼距离'],
  },
  prepare: async () => undefined,
  write: async (cx, row, position) => {
    const users = await cx.db.rows(
      { id: 'number' },
      sql`
        select id
        from eg_patient
        where hid = ${position.hid}
          and name = ${row.name}
          and (${row.deviceNo ?? null}::text is null or device_no = ${row.deviceNo ?? null})
          and (${row.mobile ?? null}::text is null or mobile = ${row.mobile ?? null})
        limit 2
      `,
    )
    const [user] = users
    if (!user) return cx.refuse('not_found', { what: '护眼用户', field: 'name' })
    if (users.length > 1) return { conflict: '同名的护眼用户不止一位，请补设备号或手机号', field: 'name' }
    if (!something(row)) cx.refuse('checkin_nothing', { field: 'outdoorMinutes' })
    const facts = {
      outdoorMinutes: row.outdoorMinutes ?? null,
      nearMinutes: row.nearMinutes ?? null,
      nearDistance: row.nearDistance ?? null,
    }
    const existing = await find(cx, 'eg_checkin', { egId: user.id, day: row.day })
    if (!existing) {
      const { id } = await insert(cx, 'eg_checkin', { hid: position.hid, egId: user.id, day: row.day, ...facts })
      await position.made('eg_checkin', id)
      return 'new'
    }
    const same = (['outdoorMinutes', 'nearMinutes', 'nearDistance'] as const).every(
      (name) => facts[name] === null || compareNumbers(facts[name], existing[name]) === 'same',
    )
    if (same) return 'same'
    const set = Object.fromEntries(Object.entries(facts).filter(([, v]) => v !== null))
    const changed = await change(cx, 'eg_checkin', { id: existing.id }, {}, set)
    await position.changed('eg_checkin', existing.id, existing, changed)
    return 'changed'
  },
  root: {
    table: 'eg_checkin',
    names: async (cx, ids) =>
      new Map(
        (
          await cx.db.rows(
            { id: 'number', name: 'string' },
            sql`
              select c.id, g.name || ' ' || c."day" name
              from eg_checkin c
              join eg_patient g on g.oid = c.oid and g.id = c.eg_id
              where c.id = any(${ids})
            `,
          )
        ).map((r) => [r.id, r.name]),
      ),
  },
}
