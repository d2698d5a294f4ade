/** The year change of schools: previewed, made in one transaction, once a school year, taken back until the next result. */
import { find, insert, insertMany, lit, locked, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { gradeAfter, gradesOf, schoolYearOf, topGradeOf } from '../contract/grades.ts'
import type { UpgradeResult } from '../contract/rolls.ts'
import { classStates, graduating, studentStates } from '../contract/states.ts'
import { grouped } from './grouped.ts'

type Fails = 'moved_already' | 'year_far'
interface Asked {
  readonly schoolIds: readonly number[]
  readonly schoolYear: number
  readonly dryRun: boolean
}
interface ClassMove {
  readonly classId: number
  readonly from: number
  readonly to: number | null
  readonly students: number
}
type School = Row<'school'>
type Move = UpgradeResult['schools'][number]

export async function upgrade(cx: Cx<Fails>, { schoolIds, schoolYear, dryRun }: Asked): Promise<UpgradeResult> {
  const now = schoolYearOf(cx.today)
  if (schoolYear < now || schoolYear > now + 1) return cx.refuse('year_far', { from: `${now}`, to: `${now + 1}`, field: 'schoolYear' })
  const schools: Move[] = []
  for (const id of [...new Set(schoolIds)].sort((a, b) => a - b)) {
    const school = await locked(cx, 'school', { id })
    const plan = await planOf(cx, school)
    const refused = await whyNot(cx, school, schoolYear, plan)
    if (refused && !dryRun) cx.refuse('moved_already', { school: school.name, year: yearLabel(schoolYear), field: 'schoolIds' })
    schools.push(moveOf(school, plan, refused))
    if (!dryRun) await makeMove(cx, school, schoolYear, plan)
  }
  if (!dryRun) cx.touch('screening')
  const going = schools.filter((s) => s.refused === null)
  const sum = (key: 'moved' | 'leaving') => going.reduce((n, s) => n + s[key], 0)
  return { schoolYear, dryRun, moved: sum('moved'), leaving: sum('leaving'), schools }
}
const yearLabel = (year: number): string => `${year}—${year + 1}`

/** Classes at school with how many children, and where each goes. */
async function planOf(cx: Cx, school: School): Promise<ClassMove[]> {
  const classes = await cx.db.rows(
    { classId: 'number', grade: 'number', students: 'number' },
    sql`
      select c.id class_id, c.grade,
        (
          select count(*)
          from student s
          where s.oid = c.oid and s.class_id = c.id and s.status = ${lit(studentStates.is.present)}
        ) students
      from school_class c
      where c.school_id = ${school.id} and c.status = ${lit(classStates.is.present)}
      order by c.grade, c.id
    `,
  )
  const grades = classes.map((c) => c.grade)
  return classes.map(({ classId, grade, students }) => ({ classId, from: grade, to: gradeAfter(school.stage, grade, grades), students }))
}
async function whyNot(cx: Cx, school: School, schoolYear: number, plan: readonly ClassMove[]): Promise<string | null> {
  const done = await cx.db.any(
    sql`
      select 1
      from school_move
      where school_id = ${school.id} and school_year = ${schoolYear} and undone_at is null
    `,
  )
  if (done) return `已经完成 ${yearLabel(schoolYear)} 学年的升级`
  return plan.length ? null : '没有在校的班级'
}
function moveOf(school: School, plan: readonly ClassMove[], refused: string | null): Move {
  const sum = (moves: readonly ClassMove[]) => moves.reduce((n, m) => n + m.students, 0)
  const byGrade = grouped(plan, (m) => m.from)
  return {
    schoolId: school.id,
    schoolName: school.name,
    moved: sum(plan.filter((m) => m.to !== null)),
    leaving: sum(plan.filter((m) => m.to === null)),
    grades: [...byGrade].map(([from, moves]) => ({
      from,
      to: moves[0]!.to,
      classes: moves.length,
      students: sum(moves),
    })) as Move['grades'],
    refused,
  }
}
/** From the top grade down, so that no class meets the one above it. */
async function makeMove(cx: Cx, school: School, schoolYear: number, plan: readonly ClassMove[]): Promise<void> {
  const { moved, leaving } = moveOf(school, plan, null)
  const move = await insert(cx, 'school_move', {
    hid: school.hid,
    schoolId: school.id,
    schoolYear,
    moved,
    leaving,
    graduateBefore: school.leaversGone,
  })
  await insertMany(
    cx,
    'school_move_class',
    plan.map(({ classId, from, to }) => ({ hid: school.hid, moveId: move.id, classId, gradeBefore: from, gradeAfter: to })),
  )
  const order = gradesOf(school.stage)
  const grades = [...new Set(plan.map((m) => m.from))].sort((a, b) => order.indexOf(b) - order.indexOf(a))
  for (const from of grades) {
    const moves = plan.filter((m) => m.from === from)
    const ids = moves.map((m) => m.classId)
    const to = moves[0]!.to
    if (to === null) await leave(cx, ids)
    else
      // The first grade of the next part of a school is entered this year.
      await cx.db.run(sql`
        update school_class
        set grade = ${to}, entry_year = case when ${to % 10} = 1 then ${schoolYear} else entry_year end, version = version + 1
        where id = any(${ids}::bigint[])
      `)
  }
  await cx.db.run(sql`
    update school
    set leavers_gone = ${lit(graduating.is.present)}, version = version + 1
    where id = ${school.id}
  `)
}
/** Classes leave with the children who are in them. */
async function leave(cx: Cx, classIds: readonly number[]): Promise<void> {
  await cx.db.run(sql`
    update school_class
    set status = ${lit(classStates.is.left)}, version = version + 1
    where id = any(${[...classIds]}::bigint[])
  `)
  await cx.db.run(sql`
    update student
    set status = ${lit(studentStates.is.graduated)}, left_on = ${cx.today}, version = version + 1
    where class_id = any(${[...classIds]}::bigint[]) and status = ${lit(studentStates.is.present)}
  `)
}
/** Classes that left on a day come back with the children who left with them. */
async function comeBack(cx: Cx, classIds: readonly number[], day: string): Promise<void> {
  await cx.db.run(sql`
    update school_class
    set status = ${lit(classStates.is.present)}, graduated_at = null, version = version + 1
    where id = any(${[...classIds]}::bigint[])
  `)
  await cx.db.run(sql`
    update student
    set status = ${lit(studentStates.is.present)}, left_on = null, version = version + 1
    where class_id = any(${[...classIds]}::bigint[]) and status = ${lit(studentStates.is.graduated)} and left_on = ${day}
  `)
}

/** The toggle of the leaving cohort (R133): out of the active lists, or back while nobody was moved since. */
export async function graduate(cx: Cx<'graduate_nobody' | 'graduate_moved'>, id: number, status: number): Promise<void> {
  const school = await locked(cx, 'school', { id })
  if (school.leaversGone === status) return
  if (status === graduating.is.graduated) {
    const plan = await planOf(cx, school)
    const top = topGradeOf(
      school.stage,
      plan.map((m) => m.from),
    )
    const ids = plan.filter((m) => m.from === top).map((m) => m.classId)
    if (!ids.length) cx.refuse('graduate_nobody')
    await leave(cx, ids)
    await cx.db.run(sql`update school_class set graduated_at = app_now() where id = any(${ids}::bigint[])`)
  } else {
    const gone = await cx.db.rows(
      { id: 'number', graduatedOn: 'string' },
      sql`
        select c.id, c.graduated_at::date graduated_on
        from school_class c
        where c.school_id = ${id}
          and c.graduated_at is not null
          and not exists (
            select 1
            from school_move m
            where m.oid = c.oid and m.school_id = c.school_id and m.undone_at is null and m.at > c.graduated_at
          )
      `,
    )
    if (!gone.length) cx.refuse('graduate_moved')
    for (const [day, classes] of grouped(gone, (c) => c.graduatedOn))
      await comeBack(
        cx,
        classes.map((c) => c.id),
        day,
      )
  }
  await cx.db.run(sql`update school set leavers_gone = ${status}, version = version + 1 where id = ${id}`)
  cx.touch('screening', school.hid)
}

/** Takes a year change back: each class as it was, with the children who left with it. */
export async function undoMove(cx: Cx<'move_stays'>, id: number, stays: string | null): Promise<void> {
  const move = await locked(cx, 'school_move', { id })
  if (move.undoneAt !== null) return
  if (stays !== null) cx.refuse('move_stays', { why: stays })
  const lines = await cx.db.rows(
    { classId: 'number', gradeBefore: 'number', gradeAfter: 'number | null' },
    sql`select class_id, grade_before, grade_after from school_move_class where move_id = ${id}`,
  )
  const school = (await find(cx, 'school', { id: move.schoolId }))!
  await comeBack(
    cx,
    lines.flatMap((l) => (l.gradeAfter === null ? [l.classId] : [])),
    move.at.slice(0, 10),
  )
  const order = gradesOf(school.stage)
  // From the lowest grade up, the other way round.
  const up = lines.filter((l) => l.gradeAfter !== null).sort((a, b) => order.indexOf(a.gradeBefore) - order.indexOf(b.gradeBefore))
  for (const [before, classes] of grouped(up, (l) => l.gradeBefore))
    await cx.db.run(sql`
      update school_class
      set grade = ${before},
        version = version + 1,
        entry_year = case when grade % 10 = 1 then ${move.schoolYear - (before % 10)} else entry_year
        end
      where id = any(${classes.map((c) => c.classId)}::bigint[])
    `)
  await cx.db.run(sql`
    update school
    set leavers_gone = ${move.graduateBefore}, version = version + 1
    where id = ${school.id}
  `)
  await cx.db.run(sql`update school_move set undone_at = app_now(), undone_by = app_ctid() where id = ${id}`)
  cx.touch('screening', move.hid)
}
