/** Who follows children up, who may be made a member of, and what was shown of them. */
import { all, find, lit, sql, update, type Condition, type Cx } from '#kernel/server/index.ts'
import { consentTextId } from '#modules/patients/server/door.ts'
import type { StudentFilter } from '../contract/rolls.ts'
import { studentStates } from '../contract/states.ts'
import type { Student } from '../contract/students.ts'
import { studentConditions, studentOf } from './queries.ts'

/** The students meant: by ids, or all that the filters of the list find in the store worked in. */
export interface Which {
  readonly studentIds?: readonly number[] | undefined
  readonly filter?: StudentFilter | undefined
}
export function whichStudents(cx: Cx<'which_students'>, { studentIds, filter }: Which, hid = cx.who.hid): Condition[] {
  if (!studentIds && !filter) return cx.refuse('which_students', { field: 'studentIds' })
  return [
    ...(filter ? studentConditions({ ...filter, hid }) : []),
    studentIds !== undefined && sql`s.id = any(${[...studentIds]}::bigint[])`,
  ]
}

/** Refuses where one of the ids is no student the account may see: the others would be done without a word. */
export async function foundStudents(cx: Cx, ids: readonly number[] | undefined, hid?: number): Promise<void> {
  if (!ids) return
  const unknown = await cx.db.any(sql`
    select 1
    from unnest(${[...ids]}::bigint[]) asked (id)
    where not exists (
      select 1
      from student s
      where s.id = asked.id and (${hid ?? null}::bigint is null or s.hid = ${hid ?? null})
    )
  `)
  if (unknown) cx.refuse('not_found', { what: '学生', field: 'studentIds' })
}

interface Follower {
  readonly hid?: number | undefined
  readonly ctid: number | null
}
/** Somebody follows up in a store they work in. Nobody (null) takes the follower away. */
async function followerIn(
  cx: Cx<'follower_of_store'>,
  { hid, ctid }: Follower,
): Promise<{ ctid: number | null; followHid: number | null }> {
  if (ctid === null) return { ctid: null, followHid: null }
  const person = await find(cx, 'contact', { ctid })
  if (!person) return cx.refuse('not_found', { what: '跟进人', field: 'ctid' })
  const store = hid ?? person.hid
  const works = person.hid === store || (await cx.db.any(sql`select 1 from contact_store where ctid_ = ${ctid} and hid = ${store}`))
  if (!works) return cx.refuse('follower_of_store', { field: 'ctid' })
  return { ctid, followHid: store }
}
export async function assignStudent(
  cx: Cx<'follower_of_store'>,
  { studentId, ...who }: Follower & { studentId: number },
): Promise<Student> {
  const student = await studentOf(cx, studentId)
  const follower = await followerIn(cx, who)
  await cx.db.run(sql`
    update student
    set ctid_ = ${follower.ctid}, follow_hid = ${follower.followHid}, version = version + 1
    where id = ${studentId}
  `)
  cx.touch('screening', student.hid)
  return studentOf(cx, studentId)
}
export async function assignStudents(
  cx: Cx<'follower_of_store' | 'which_students'>,
  { hid, ctid, ...which }: Follower & Which,
): Promise<{ assigned: number }> {
  const conditions = whichStudents(cx, which)
  await foundStudents(cx, which.studentIds)
  const follower = await followerIn(cx, { hid, ctid })
  const assigned = await cx.db.run(sql`
    update student s
    set ctid_ = ${follower.ctid}, follow_hid = ${follower.followHid}, version = version + 1
    where ${all(conditions)} and s.status = ${lit(studentStates.is.present)}
  `)
  cx.touch('screening')
  return { assigned }
}

export async function unmarkLatent(cx: Cx, id: number): Promise<null> {
  const student = await studentOf(cx, id)
  await update(cx, 'student', { id }, { latent: false })
  cx.touch('screening', student.hid)
  return null
}

interface Agreeing {
  readonly hid: number
  readonly studentIds: readonly number[]
  readonly way: number
  readonly guardianName?: string | undefined
  readonly guardianRelation: number
}
const KIND = 6
/** Guardians agreed. A student whose guardian had agreed before stays as it was; without any guardian's name nobody agreed. */
export async function agree(
  cx: Cx<'guardian_missing'>,
  { hid, studentIds, way, guardianName, guardianRelation }: Agreeing,
): Promise<{ consented: number; skipped: number }> {
  await foundStudents(cx, studentIds, hid)
  const nameless = guardianName
    ? undefined
    : await cx.db.one(
        { name: 'string' },
        sql`
          select name
          from student
          where hid = ${hid} and id = any(${[...studentIds]}::bigint[]) and coalesce(guardian, '') = ''
          limit 1
        `,
      )
  if (nameless) cx.refuse('guardian_missing', { who: nameless.name, field: 'guardianName' })
  const textId = await consentTextId(cx, KIND)
  const agreed = await cx.db.run(sql`
    insert into student_consent (hid, student_id, text_id, way, guardian_name, guardian_relation)
    select s.hid, s.id, ${textId}, ${way}, coalesce(${guardianName || null}, s.guardian), ${guardianRelation}
    from student s
    where s.hid = ${hid} and s.id = any(${[...studentIds]}::bigint[])
    on conflict (oid, student_id)
    where withdrawn_at is null do nothing
  `)
  cx.touch('screening', hid)
  return { consented: agreed, skipped: studentIds.length - agreed }
}
export async function withdraw(cx: Cx, id: number): Promise<null> {
  const student = await studentOf(cx, id)
  await cx.db.run(sql`
    update student_consent
    set withdrawn_at = app_now(), withdrawn_by = app_ctid()
    where student_id = ${id} and withdrawn_at is null
  `)
  cx.touch('screening', student.hid)
  return null
}
const SHOWN = 1
/** Whole numbers of a student, and the line that says who read them and why. */
export async function wholeNumbers(cx: Cx, id: number, reason: string): Promise<{ idCard: string | null; passport: string | null }> {
  const shown = await cx.db.one(
    { idCard: 'string | null', passport: 'string | null' },
    sql`select id_card, passport from student_numbers(${[id]}::bigint[], ${SHOWN}, ${reason})`,
  )
  if (!shown) return cx.refuse('not_found', { what: '学生' })
  return { idCard: shown.idCard, passport: shown.passport?.replace(/^P:/, '') ?? null }
}
