import { ageAt, type Page } from '#kernel/contract/index.ts'
import { all, balances, pageOf, sql, type Cx } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import type { Patient, PatientIndex, PatientQuery, PatientRow } from '../contract/shapes.ts'
import { patientOf } from './door.ts'

const columns = sql`p.*, l.name level_name, s.name source_name`
const joins = sql`patient p left join level l on l.oid = p.oid and l.id = p.level_id left join patient_source s on s.oid = p.oid and s.id = p.source_id`

/** A member with the names of level and source. */
export async function patientShown(cx: Cx, pid: number): Promise<Patient> {
  const row = await cx.db.one<Patient & { status: number }>(sql`select ${columns} from ${joins} where p.pid = ${pid}`)
  return row && row.status === 0 ? row : cx.refuse('not_found', { what: '会员' })
}

/** Members of a store. The total of the unfiltered list is the store's counter, not a count. */
export async function patientRows(cx: Cx, query: z.output<typeof PatientQuery>): Promise<Page<PatientRow>> {
  const found = query.name ? sql`p.pid in (select f.pid from find_patients(${query.name}, 500) f)` : false
  const filters = [
    found,
    query.gender !== undefined && (query.gender === 0 ? sql`p.gender = 0` : sql`p.gender <> 0`),
    query.levelId !== undefined && sql`p.level_id = ${query.levelId}`,
    query.sourceId !== undefined && sql`p.source_id = ${query.sourceId}`,
    query.isPotential !== undefined && sql`p.is_potential = ${query.isPotential}`,
    query.startDate && sql`p.created_at >= ${query.startDate}::date`,
    query.endDate && sql`p.created_at < ${query.endDate}::date + 1`,
  ]
  const where = [sql`p.oid = current_setting('app.oid')::bigint`, sql`p.hid = ${query.hid}`, sql`p.status = 0`, ...filters]
  const order = query.sort === 'visit' ? sql`p.last_visit_at desc nulls last, p.pid desc` : sql`p.pid desc`
  if (filters.some(Boolean)) return pageOf<PatientRow>(cx, { select: columns, from: joins, where, order }, query)
  const offset = query.pageSize * (query.pageNum - 1)
  const [list, counted] = await Promise.all([
    cx.db.rows<PatientRow>(sql`select ${columns} from ${joins} where ${all(where)} order by ${order} limit ${query.pageSize || 5000} offset ${offset}`),
    cx.db.one<{ n: number }>(sql`select sum(n) n from patient_count where hid = ${query.hid}`),
  ])
  return { list, total: counted?.n ?? 0 }
}

/** Head of a member's page. */
export async function patientIndex(cx: Cx, pid: number): Promise<PatientIndex> {
  const row = await patientShown(cx, pid)
  await patientOf(cx, pid)
  const key = `member:${pid}`
  const [stored, gift, points] = await Promise.all((['stored', 'gift', 'points'] as const).map(async (book) => (await balances(cx, book, [key])).get(key) ?? 0)) as [number, number, number]
  const age = row.birth ? ageAt(row.birth, cx.today) : null
  const alerts: PatientIndex['alerts'] = [
    ...(row.allergy ? [{ kind: 'allergy' as const, tone: 'bad' as const, text: row.allergy }] : []),
    ...(age && age.years < 14 ? [{ kind: 'minor' as const, tone: 'info' as const, text: '未满14岁' }] : []),
  ]
  return { ...row, age, stored, gift, money: stored + gift, points, alerts }
}
