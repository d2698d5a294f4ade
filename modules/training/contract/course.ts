/** A course: how many days or times a combination stands for. */
import { addDays, z } from '#kernel/contract/index.ts'

/** Weeks of a course, as the templates have it. */
const COURSE_WEEKS = 12
const Programs = z.array(z.object({ programId: z.int(), minutes: z.int(), perWeek: z.int() }))
/** Programs of a combination as they are kept. */
export const programsIn = (kept: unknown): z.output<typeof Programs> => Programs.safeParse(kept).data ?? []
/** Programs of one combination are trained in one session, so the one that comes most often decides; 0 where none says how often. */
export const combinationUnits = (kept: unknown): number =>
  COURSE_WEEKS * programsIn(kept).reduce((most, { perWeek }) => Math.max(most, perWeek), 0)
/** The day of a weekday in a week of the plan; weeks are counted from its first day. */
export function dayIn(startsOn: string, week: number, weekday: number): string {
  const first = addDays(startsOn, (week - 1) * 7)
  const begins = ((new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
  return addDays(first, (weekday - begins + 7) % 7)
}
