/** How many students: of a store, its schools, classes and villages, each with what is open. */
import { lit, sql, type Cx } from '#kernel/server/index.ts'
import { inUse, z } from '#kernel/contract/index.ts'
import { StudentCounts, type SchoolCounts, type StudentsNum } from '../contract/rolls.ts'
import { schoolYearOf } from '../contract/grades.ts'
import { classStates, studentStates } from '../contract/states.ts'
import { grouped } from './grouped.ts'
import { nextStep, consented } from './queries.ts'

const { present, left, graduated } = studentStates.is
const PRESENT = sql`s.status = ${lit(present)}`
const counts = sql`
  count(*) filter (where ${PRESENT}) present, count(*) filter (where s.status = ${lit(left)}) "left",
  count(*) filter (where s.status = ${lit(graduated)}) graduated, count(*) filter (where ${PRESENT} and s.pid is not null) linked,
  count(*) filter (where ${PRESENT} and s.pid is null) unlinked,
  count(*) filter (where ${PRESENT} and s.pid is null and ${consented}) consented,
  count(*) filter (where ${PRESENT} and s.ctid_ is null) unassigned, count(*) filter (where ${PRESENT} and s.latent) latent,
  count(n.step) "open", count(*) filter (where n.step = 'call') to_call, count(*) filter (where n.step = 'screen') to_screen,
  count(*) filter (where n.step = 'place') to_place, count(*) filter (where n.step = 'link') to_link
`
const Placed = StudentCounts.extend({
  schoolId: z.int().nullable(),
  classId: z.int().nullable(),
  villageId: z.int().nullable(),
})
type Placed = z.output<typeof Placed>
const keys = StudentCounts.keyof().options
const zero = StudentCounts.parse(Object.fromEntries(keys.map((key) => [key, 0])))
const summed = (rows: readonly StudentCounts[]): StudentCounts =>
  rows.reduce(
    (sum: StudentCounts, row) => Object.fromEntries(keys.map((key) => [key, sum[key] + row[key]])) as unknown as StudentCounts,
    zero,
  )
const countsIn = (row: StudentCounts | undefined): StudentCounts =>
  row ? (Object.fromEntries(keys.map((key) => [key, row[key]])) as unknown as StudentCounts) : zero

interface Asked {
  readonly hid: number
  readonly schoolId?: number | undefined
}
export async function studentsNum(cx: Cx, request: Asked): Promise<StudentsNum> {
  const [placed, schools, classes, villages] = await Promise.all([
    placedCounts(cx, request),
    schoolsOf(cx, request),
    classesOf(cx, request),
    villagesOf(cx, request),
  ])
  const byClass = new Map(placed.flatMap((row) => (row.classId === null ? [] : [[row.classId, row] as const])))
  const classesBySchool = grouped(classes, (c) => c.schoolId)
  const placedBySchool = grouped(placed, (row) => row.schoolId ?? 0)
  const placedByVillage = grouped(placed, (row) => row.villageId ?? 0)
  return {
    total: summed(placed),
    schools: schools.map((school): SchoolCounts => {
      const own = placedBySchool.get(school.schoolId) ?? []
      return {
        ...school,
        ...summed(own),
        unplaced: summed(own.filter((row) => row.classId === null)).present,
        classes: (classesBySchool.get(school.schoolId) ?? []).map(({ schoolId: _, ...each }) => ({
          ...each,
          ...countsIn(byClass.get(each.classId)),
        })),
      }
    }),
    villages: villages.map((village) => ({ ...village, ...summed(placedByVillage.get(village.villageId) ?? []) })),
  }
}
const placedCounts = (cx: Cx, { hid, schoolId }: Asked): Promise<Placed[]> =>
  cx.db.rows(
    Placed,
    sql`
      select s.school_id, s.class_id, s.village_id, ${counts}
      from student s
      cross join lateral (select ${nextStep} step offset 0) n
      where s.hid = ${hid} and (${schoolId ?? null}::bigint is null or s.school_id = ${schoolId ?? null})
      group by s.school_id, s.class_id, s.village_id
    `,
  )
const schoolsOf = (cx: Cx, { hid, schoolId }: Asked) => {
  const year = schoolYearOf(cx.today)
  return cx.db.rows(
    {
      schoolId: 'number',
      schoolName: 'string',
      stage: 'number',
      areaCode: 'string',
      areaName: 'string',
      channelId: 'number | null',
      graduateStatus: 'number',
      movedYear: 'number | null',
      waits: 'boolean',
    },
    sql`
      select k.id school_id, k.name school_name, k.stage, k.area_code, area_path(k.area_code) area_name, k.channel_id,
        k.leavers_gone graduate_status,
        (
          select max(m.school_year)
          from school_move m
          where m.oid = k.oid and m.school_id = k.id and m.undone_at is null
        ) moved_year,
        exists (
          select 1
          from school_class c
          where c.oid = k.oid
            and c.school_id = k.id
            and c.status = ${lit(classStates.is.present)}
            and c.grade % 10 <= ${year} - c.entry_year
        ) waits
      from school k
      where k.hid = ${hid} and k.status = ${lit(inUse.is.on)} and (${schoolId ?? null}::bigint is null or k.id = ${schoolId ?? null})
      order by k.area_code, k.name
    `,
  ) as Promise<
    Array<
      Pick<
        SchoolCounts,
        'schoolId' | 'schoolName' | 'stage' | 'areaCode' | 'areaName' | 'channelId' | 'graduateStatus' | 'movedYear' | 'waits'
      >
    >
  >
}
const classesOf = (cx: Cx, { hid, schoolId }: Asked) =>
  cx.db.rows(
    z.object({
      schoolId: z.int(),
      classId: z.int(),
      grade: z.custom<SchoolCounts['classes'][number]['grade']>(),
      className: z.string(),
      teacher: z.string().nullable(),
      status: z.custom<SchoolCounts['classes'][number]['status']>(),
    }),
    sql`
      select c.school_id, c.id class_id, c.grade, c.name class_name, c.teacher, c.status
      from school_class c
      where c.hid = ${hid} and (${schoolId ?? null}::bigint is null or c.school_id = ${schoolId ?? null})
      order by c.school_id, c.grade, c.number nulls last, c.name
    `,
  )
const villagesOf = (cx: Cx, { hid, schoolId }: Asked) =>
  schoolId === undefined
    ? cx.db.rows(
        { villageId: 'number', villageName: 'string', communityId: 'number', communityName: 'string' },
        sql`
          select v.id village_id, v.name village_name, m.id community_id, m.name community_name
          from village v
          join community m on m.oid = v.oid and m.id = v.community_id
          where v.hid = ${hid} and v.status = ${lit(inUse.is.on)}
          order by m.name, v.name
        `,
      )
    : Promise.resolve([])
