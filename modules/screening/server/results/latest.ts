/** The latest screening of what is chosen in the tree of schools, in figures. */
import { all, lit, sql, type Condition, type Cx } from '#kernel/server/index.ts'
import { wilson } from '../../contract/intervals.ts'
import { LatestScreening } from '../../contract/rolls.ts'
import { screeningReferral, screeningResult, screeningTask } from '../../contract/states.results.ts'

interface Place {
  readonly hid: number
  readonly schoolId?: number | undefined
  readonly grade?: number | undefined
  readonly classId?: number | undefined
  readonly villageId?: number | undefined
}
const Counted = LatestScreening.omit({ low: true, high: true })
export async function latestOf(cx: Cx, place: Place): Promise<LatestScreening | null> {
  const where: Condition[] = [
    sql`r.hid = ${place.hid}`,
    place.schoolId !== undefined && sql`r.school_id = ${place.schoolId}`,
    place.grade !== undefined && sql`r.grade = ${place.grade}`,
    place.classId !== undefined && sql`r.class_id = ${place.classId}`,
    place.villageId !== undefined && sql`r.village_id = ${place.villageId}`,
  ]
  const { is } = screeningResult
  const row = await cx.db.one(
    Counted,
    sql`
      select t.id task_id, t.name task_name, t.status, t.end_on, t.feedback_on, count(*)::int total,
        (count(*) filter (where r.status in ${lit(screeningResult.in.over)}))::int "over",
        (count(*) filter (where r.status = ${lit(is.retest)}))::int retest_due,
        (count(*) filter (where r.status = ${lit(is.retested)}))::int retested,
        (count(*) filter (where r.screening_myopia = 1))::int myopia, (count(r.screening_myopia))::int judged,
        (count(*) filter (where f.status = ${lit(screeningReferral.is.advised)}))::int waiting,
        (count(*) filter (where f.status = ${lit(screeningReferral.is.visited)}))::int visited,
        (count(*) filter (where f.status = ${lit(screeningReferral.is.refused)}))::int refused, (count(r.letter_read_at))::int "read"
      from screening_result r
      join screening_task t on t.oid = r.oid and t.id = r.task_id
      left join screening_referral f on f.oid = r.oid and f.result_id = r.id
      where ${all(where)}
        and t.id = (
          select max(r.task_id)
          from screening_result r
          join screening_task l on l.oid = r.oid and l.id = r.task_id
          where ${all(where)} and l.status <> ${lit(screeningTask.is.draft)}
        )
      group by t.id, t.name, t.status, t.end_on, t.feedback_on
    `,
  )
  if (!row) return null
  const { low, high } = wilson(row.myopia, row.judged)
  return { ...row, low, high }
}
