import { columnsOf, join, lit, pageOf, sql, type Condition, type Cx, type Listing, type Sql } from '#kernel/server/index.ts'
import type { Page } from '#kernel/contract/index.ts'
import { screeningReferral, screeningResult, screeningTask } from '../contract/states.results.ts'
import { studentStates } from '../contract/states.ts'
import { Student, type StudentQuery } from '../contract/students.ts'

/** An identity number as an answer holds it: its tail. */
const tail = (column: Sql, points: number): Sql => sql`repeat('*', ${lit(points)}) || ${column}`
const own = Student.omit({
  schoolName: true,
  grade: true,
  className: true,
  villageName: true,
  staffName: true,
  consented: true,
  next: true,
  advisedOn: true,
  studentId: true,
  idCard: true,
  passport: true,
})

/** A guardian's consent to become a member, in force. */
export const consented = sql`
  exists (
    select 1
    from student_consent sc
    where sc.oid = s.oid and sc.student_id = s.id and sc.withdrawn_at is null
  )
`
/** Day since which a child is advised to see a doctor and was not. */
const advisedOn = sql`
  (
    select max(coalesce(fr.told_on, fr.created_at::date))
    from screening_referral fr
    where fr.oid = s.oid and fr.student_id = s.id and fr.status = ${lit(screeningReferral.is.advised)}
  )
`
const unscreened = sql`
  exists (
    select 1
    from screening_result ur
    join screening_task ut on ut.oid = ur.oid and ut.id = ur.task_id
    where ur.oid = s.oid
      and ur.student_id = s.id
      and ur.status = ${lit(screeningResult.is.open)}
      and ut.status = ${lit(screeningTask.is.screening)}
  )
`
/** What is to be done for a child at school, the most pressing first. */
export const nextStep = sql`
  case when s.status <> ${lit(studentStates.is.present)} then null
    when ${advisedOn} is not null then 'call'
    when ${unscreened} then 'screen'
    when s.school_id is not null
    and s.class_id is null then 'place'
    when s.pid is null
    and ${consented} then 'link'
  end
`
const studentColumns = join([
  columnsOf(own, 's'),
  sql`s.id student_id`,
  sql`${tail(sql`s.id_tail`, 14)} id_card`,
  sql`${tail(sql`s.passport_tail`, 6)} passport`,
  sql`k.name school_name`,
  sql`c.grade`,
  sql`c.name class_name`,
  sql`v.name village_name`,
  sql`f.name staff_name`,
  sql`${consented} consented`,
  sql`${nextStep} "next"`,
  sql`${advisedOn} advised_on`,
])
const studentTables = sql`
  student s
  left join school k on k.oid = s.oid and k.id = s.school_id
  left join school_class c on c.oid = s.oid and c.id = s.class_id
  left join village v on v.oid = s.oid and v.id = s.village_id
  left join contact f on f.oid = s.oid and f.ctid_ = s.ctid_
`

type Filters = Omit<StudentQuery, 'page_num' | 'page_size' | 'hid'> & { readonly hid: number }
/** Conditions of a list of students, of what the alias `s` stands for. */
export function studentConditions(query: Filters): Condition[] {
  const { name, linked, assigned, placed, latent, consented: agreed } = query
  const same = (column: Sql, value: number | undefined): Condition => value !== undefined && sql`${column} = ${value}`
  const isThere = (column: Sql, there: boolean | undefined): Condition =>
    there !== undefined && (there ? sql`${column} is not null` : sql`${column} is null`)
  return [
    sql`s.hid = ${query.hid}`,
    name !== undefined &&
      name !== '' &&
      sql`(strpos(lower(s.name), lower(${name})) > 0 or s.student_no = ${name} or s.id_tail = upper(${name}) or s.mobile = ${name})`,
    same(sql`s.status`, query.status),
    same(sql`s.school_id`, query.schoolId),
    same(sql`s.class_id`, query.classId),
    same(sql`s.village_id`, query.villageId),
    same(sql`s.ctid_`, query.ctid),
    same(sql`s.glasses`, query.glasses),
    query.grade !== undefined &&
      sql`
        s.class_id in (
          select g.id
          from school_class g
          where g.hid = ${query.hid} and g.grade = ${query.grade}
        )
      `,
    query.communityId !== undefined &&
      sql`
        (
          s.school_id in (
            select g.id
            from school g
            where g.hid = ${query.hid} and g.community_id = ${query.communityId}
          )
          or s.village_id in (
            select g.id
            from village g
            where g.hid = ${query.hid} and g.community_id = ${query.communityId}
          )
        )
      `,
    latent !== undefined && sql`s.latent = ${latent}`,
    isThere(sql`s.pid`, linked),
    isThere(sql`s.ctid_`, assigned),
    placed !== undefined && sql`s.school_id is not null`,
    isThere(sql`s.class_id`, placed),
    query.open !== undefined && (query.open ? sql`${nextStep} is not null` : sql`${nextStep} is null`),
    query.next !== undefined && sql`${nextStep} = ${query.next}`,
    agreed !== undefined && (agreed ? consented : sql`not ${consented}`),
  ]
}
/** Students in the order of their school, class and seat. */
export const studentListing = (query: Filters): Listing => ({
  select: studentColumns,
  from: studentTables,
  where: studentConditions(query),
  order: sql`
    ${query.openFirst ? sql`(${nextStep} is null), ` : sql``}s.school_id nulls last, c.grade nulls last, c.number nulls last, c.name,
    s.seat nulls last, s.id
  `,
  key: sql`s.id`,
})
export const studentPage = (cx: Cx, query: StudentQuery): Promise<Page<Student>> =>
  pageOf(cx, { of: Student, ...studentListing(query) }, query)

/** One student; another store's that may not be seen is not found. */
export async function studentOf(cx: Cx, id: number): Promise<Student> {
  const row = await cx.db.one(Student, sql`select ${studentColumns} from ${studentTables} where s.id = ${id}`)
  return row ?? cx.refuse('not_found', { what: '学生' })
}
