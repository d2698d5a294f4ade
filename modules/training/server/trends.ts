/** Trends of plans: what was measured, how much was trained, and the verdict; asked for many plans at once. */
import { addDays, z } from '#kernel/contract/index.ts'
import { lit, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { goalEye, goalMeasure, type MeasureName } from '../contract/fields.ts'
import { trainSession } from '../contract/states.ts'
import { ADHERENCE_DAYS, adherenceOf, verdictOf, type MeasuredPoint, type TrainTrend } from '../contract/verdict.ts'

const VALID = lit(examStates.in.valid)
type GoalEye = z.output<typeof goalEye>
export interface MeasuredRow extends MeasuredPoint {
  readonly pid: number
  readonly measure: MeasureName
  readonly eye: GoalEye
}
/** Columns of examinations a goal is measured by: table, measure, eye, column, how much it counts where a day has two. */
const sources: ReadonlyArray<readonly [table: Sql, measure: MeasureName, eye: GoalEye, column: Sql, more: Sql, rank: number]> = [
  ...(['od', 'os'] as const).flatMap((eye) => [
    [sql`exam_visual`, 'bcva', eye, eye === 'od' ? sql`bcva_od` : sql`bcva_os`, sql`true`, 1] as const,
    // Subjective refraction and its repetition say the acuity they reach.
    [sql`exam_refraction`, 'bcva', eye, eye === 'od' ? sql`va_od` : sql`va_os`, sql`kind in (4, 6)`, 0] as const,
    [sql`exam_vision`, 'facility', eye, eye === 'od' ? sql`flip_od` : sql`flip_os`, sql`true`, 1] as const,
    [sql`exam_vision`, 'amplitude', eye, eye === 'od' ? sql`amp_od` : sql`amp_os`, sql`true`, 1] as const,
  ]),
  [sql`exam_visual`, 'bcva', 'ou', sql`bcva_ou`, sql`true`, 1],
  [sql`exam_vision`, 'facility', 'ou', sql`flip_ou`, sql`true`, 1],
  [sql`exam_vision`, 'amplitude', 'ou', sql`amp_ou`, sql`true`, 1],
  [sql`exam_vision`, 'stereo', 'ou', sql`stereo`, sql`true`, 1],
  [sql`exam_vision`, 'npc', 'ou', sql`npc_break`, sql`true`, 1],
]
const Row = z.object({ pid: z.int(), measure: goalMeasure, eye: goalEye, day: z.string(), value: z.number() })
/** Everything measured of members that a goal can be set on, oldest first; of one day the acuity chart before the refraction. */
export async function measuredOf(cx: Cx, pids: readonly number[]): Promise<MeasuredRow[]> {
  if (!pids.length) return []
  const each = sources.map(
    ([table, measure, eye, column, more, rank]) => sql`
      select pid, ${measure}::text measure, ${eye}::text eye, exam_time::date::text "day", ${column}::float8 value, ${rank}::int rank, id
      from ${table}
      where pid = any(${[...pids]}) and status in ${VALID} and ${column} is not null and ${more}
    `,
  )
  const rows = await cx.db.rows(
    Row,
    sql`
      select pid, measure, eye, "day", value
      from (${each.reduce((all, part) => sql`${all} union all ${part}`)}) m
      order by "day", rank, id
    `,
  )
  const byDay = new Map<string, MeasuredRow>()
  for (const r of rows) byDay.set(`${r.pid} ${r.measure} ${r.eye} ${r.day}`, r)
  return [...byDay.values()]
}
export const seriesIn = (rows: readonly MeasuredRow[], pid: number, measure: MeasureName, eye: GoalEye): MeasuredPoint[] =>
  rows.filter((r) => r.pid === pid && r.measure === measure && r.eye === eye).map(({ day, value }) => ({ day, value }))

const PlanGoal = z.object({ id: z.int(), pid: z.int(), goalMeasure, goalEye, goal: z.number() })
type PlanGoal = z.output<typeof PlanGoal>
type DayState = TrainTrend['days'][number]
/** Trends of plans by their number. */
export async function trendsOf(cx: Cx, ids: readonly number[]): Promise<ReadonlyMap<number, TrainTrend>> {
  if (!ids.length) return new Map()
  const goals = await cx.db.rows(
    PlanGoal,
    sql`
      select id, pid, goal_measure, goal_eye, goal::float8 goal
      from train_plan
      where id = any(${[...ids]})
    `,
  )
  const from = addDays(cx.today, 1 - ADHERENCE_DAYS)
  const sessions = await cx.db.rows(
    { planId: 'number', day: 'string', status: 'number' },
    sql`
      select plan_id, "day", status
      from train_session
      where plan_id = any(${[...ids]}) and "day" between ${from}::date and ${cx.today}::date
    `,
  )
  const measured = await measuredOf(cx, [...new Set(goals.map((g) => g.pid))])
  return new Map(goals.map((g) => [g.id, trendOf(cx.today, g, sessions, measured)]))
}
function trendOf(
  today: string,
  { id, pid, goalMeasure: measure, goalEye: eye, goal }: PlanGoal,
  sessions: ReadonlyArray<{ planId: number; day: string; status: number }>,
  measured: readonly MeasuredRow[],
): TrainTrend {
  const points = seriesIn(measured, pid, measure, eye)
  // What is planned for today may still come.
  const own = sessions.filter((s) => s.planId === id && !(s.day === today && s.status === trainSession.is.planned))
  const trained = own.filter((s) => trainSession.in.trained.includes(s.status))
  const adherence = adherenceOf(own.length, trained.length)
  return { measure, eye, goal, points, verdict: verdictOf(measure, points, adherence), adherence, days: daysOf(today, own, trained) }
}
const daysOf = (today: string, own: ReadonlyArray<{ day: string }>, trained: ReadonlyArray<{ day: string }>): DayState[] =>
  Array.from({ length: ADHERENCE_DAYS }, (_, i): DayState => {
    const day = addDays(today, i + 1 - ADHERENCE_DAYS)
    if (trained.some((s) => s.day === day)) return 'trained'
    return own.some((s) => s.day === day) ? 'missed' : 'none'
  })
