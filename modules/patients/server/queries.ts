import { ageOn, windowOf, z, type Page } from '#kernel/contract/index.ts'
import {
  columnsOf,
  all,
  balanceColumn,
  balances,
  dayEnd,
  dayStart,
  empty,
  find,
  pageWindow,
  sql,
  whole,
  type Cx,
  type Row,
  type Sql,
  lit,
} from '#kernel/server/index.ts'
import { OthersInfo, Patient, type PatientIndex, type PatientQuery, PatientRow } from '../contract/shapes.ts'
import { patientStates } from '../contract/states.ts'

/** A member of this organisation who is not deleted; another clinic's is simply not found. */
export async function patientOf(cx: Cx, pid: number): Promise<Row<'patient'>> {
  const row = await find(cx, 'patient', { pid })
  return row && row.status === patientStates.is.present ? row : cx.refuse('not_found', { what: '会员' })
}

const [money, moneyGift, points] = (['stored', 'gift', 'points'] as const).map((book) => balanceColumn(book, sql`'member:' || p.pid`))
/** What a member holds, asked for the rows that are shown: a page is cut before. */
const held = sql`${money} money, ${moneyGift} money_gift, ${points} points`
export const Shown = Patient.extend({ status: z.int() })
/** The names of level, source and staff member: columns, so that a statement that writes answers them too. */
const names = sql`
  (select l.name from level l where l.oid = p.oid and l.id = p.level_id) level_name,
  (select s.name from patient_source s where s.oid = p.oid and s.id = p.source_id) source_name,
  (select c.name from contact c where c.oid = p.oid and c.ctid_ = p.staff_ctid) staff_name
`
/** A member `p`, as shown. */
export const shownColumns = sql`
  ${columnsOf(Shown, 'p', 'levelName', 'sourceName', 'staffName', 'money', 'moneyGift', 'points')}, ${held}, ${names}
`
/** What a line of the list and of its export shows. */
const listed = sql`${columnsOf(PatientRow, 'p', 'levelName', 'sourceName', 'staffName', 'money', 'moneyGift', 'points')}, ${names}`

/** A member with the names of level and source. */
export async function patientShown(cx: Cx, pid: number): Promise<Patient> {
  const row = await cx.db.one(Shown, sql`select ${shownColumns} from patient p where p.pid = ${pid}`)
  return row && row.status === patientStates.is.present ? row : cx.refuse('not_found', { what: '会员' })
}

// Each is an index read from one of its ends.
const orders = {
  createdAt: sql`p.pid`,
  '-createdAt': sql`p.pid desc`,
  lastVisitAt: sql`p.last_visit_at nulls first, p.pid`,
  '-lastVisitAt': sql`p.last_visit_at desc nulls last, p.pid desc`,
  name: sql`p.pinyin, p.pid`,
  '-name': sql`p.pinyin desc, p.pid desc`,
  birth: sql`p.birth nulls first, p.pid`,
  '-birth': sql`p.birth desc nulls last, p.pid desc`,
} as const
/** More than a store has: the total of a list found by text is exact. */
const ALL = 1_000_000
/**
 * Ids of the members a text finds, as a subquery: `pid in ${membersFound(text)}`. A list that compared names itself would read every
 * member.
 */
export const membersFound = (text: string): Sql => sql`(select find_patients(${text}, ${ALL}, null))`

/** What a list asks for beside its store. */
const filtersOf = (query: PatientQuery) => [
  query.name && sql`p.pid in ${membersFound(query.name)}`,
  query.gender !== undefined && (query.gender === 0 ? sql`p.gender = 0` : sql`p.gender <> 0`),
  query.levelId !== undefined && sql`p.level_id = ${query.levelId}`,
  query.sourceId !== undefined && sql`p.source_id = ${query.sourceId}`,
  query.staffCtid !== undefined && sql`p.staff_ctid = ${query.staffCtid}`,
  query.tagId !== undefined && sql`p.pid in (select t.pid from patient_tag t where t.tag_id = ${query.tagId})`,
  query.isPotential !== undefined && sql`p.is_potential = ${query.isPotential}`,
  query.startDate && sql`p.created_at >= ${dayStart(query.startDate)}`,
  query.endDate && sql`p.created_at < ${dayEnd(query.endDate)}`,
]
const inStore = (query: PatientQuery) => [
  sql`p.oid = current_setting('app.oid')::bigint`,
  sql`p.hid = ${query.hid}`,
  sql`p.status = ${lit(patientStates.is.present)}`,
]

const Counted = PatientRow.extend({ total: z.int() })
/** Members of a store. The total of the unfiltered list is the store's counter, not a count. */
export async function patientRows(cx: Cx, query: PatientQuery): Promise<Page<PatientRow>> {
  const filters = filtersOf(query)
  const where = [...inStore(query), ...filters]
  const order = orders[query.sort]
  const { offset } = windowOf(query)
  // The page is cut by ids: what a list is filtered by stands in its index, so rows that are skipped or filtered out are never visited.
  const page = (more: Sql) => sql`
    select ${listed}, ${held}${more.text ? sql`, x.total` : empty}
    from (select p.pid${more} from patient p where ${all(where)} order by ${order} ${pageWindow(query)}) x
    join patient p on p.pid = x.pid
    order by ${order}
  `
  const counted = (query: Sql) => cx.db.one({ n: 'number | null' }, query).then((row) => row?.n ?? 0)
  if (query.name) {
    // What a text finds is read once, for the page and for its number.
    const list = await cx.db.rows(Counted, page(sql`, count(*) over () total`))
    const total = list[0]?.total ?? (offset ? await counted(sql`select count(*) n from patient p where ${all(where)}`) : 0)
    return whole(cx, { list, total }, query)
  }
  const [list, total] = await Promise.all([
    cx.db.rows(PatientRow, page(empty)),
    counted(
      filters.some(Boolean)
        ? sql`select count(*) n from patient p where ${all(where)}`
        : sql`select sum(n) n from patient_count where hid = ${query.hid}`,
    ),
  ])
  return whole(cx, { list, total }, query)
}

/** A row of an export: who the member is, not what a member holds. */
export const Exported = PatientRow.omit({ money: true, moneyGift: true, points: true })
/** Every row of an export, in the order of registration. */
export const exportRows = (query: PatientQuery): Sql =>
  sql`
    select ${listed}
    from patient p
    where ${all([...inStore(query), ...filtersOf(query)])}
    order by p.pid
  `

/** The newest history told, or undefined. */
export const latestHistory = (cx: Cx, pid: number): Promise<OthersInfo | undefined> =>
  cx.db.one(
    OthersInfo,
    sql`
      select ${columnsOf(OthersInfo, 'others_info')}
      from others_info
      where pid = ${pid}
      order by id desc
      limit 1
    `,
  )

/** Tags of a member, in the order of the settings. */
const tagsOfMember = (cx: Cx, pid: number): Promise<PatientIndex['tags']> =>
  cx.db.rows(
    { id: 'number', name: 'string', color: 'string' },
    sql`
      select i.id, i.name, coalesce(i.body ->> 'color', '') color
      from patient_tag t
      join master_item i on i.oid = t.oid and i.id = t.tag_id
      where t.pid = ${pid}
      order by i.sort, i.id
    `,
  )

/** Principal, gift money (fen) and points of a member. */
export async function walletOf(cx: Cx, pid: number): Promise<{ stored: number; gift: number; points: number }> {
  const key = `member:${pid}`
  // One balance for each of the three books, in their order.
  const [stored, gift, points] = (await Promise.all(
    (['stored', 'gift', 'points'] as const).map(async (book) => (await balances(cx, book, [key])).get(key) ?? 0),
  )) as [number, number, number]
  return { stored, gift, points }
}

/** Head of a member's page. */
export async function patientIndex(cx: Cx, pid: number): Promise<PatientIndex> {
  const row = await patientShown(cx, pid)
  const tags = await tagsOfMember(cx, pid)
  const years = row.birth ? ageOn(row.birth, cx.today) : null
  const age = years && { years: years.years, months: years.months % 12 }
  const alerts: PatientIndex['alerts'] = [
    ...(row.allergy ? [{ kind: 'allergy' as const, tone: 'bad' as const, text: row.allergy }] : []),
    ...(age && age.years < 14 ? [{ kind: 'minor' as const, tone: 'info' as const, text: '未满 14 岁' }] : []),
  ]
  return { ...row, age, balance: row.money + row.moneyGift, tags, alerts }
}
