/** What the record has of a kind around a moment: what a device's values are compared with and written into. */
import { all, dayEnd, dayStart, sql, ident, snake, lit, type Cx } from '#kernel/server/index.ts'
import type { ExamKind } from '../contract/kinds/index.ts'
import { examStates } from '../contract/states.ts'
import { families, type Measures } from './families.ts'
import { examBefore, examListing, examRows, type ExamRow } from './queries.ts'

export interface StandingExam {
  /** Of the same day and store, still written on. */
  draft: ExamRow | undefined
  /** The submitted one before. */
  before: ExamRow | undefined
}
/**
 * The draft of the day (`at` is a time of the clinic), and the examination before it; where rows of a kind are told apart, of the same sort
 * as `values`.
 */
export async function standingOf(
  cx: Cx,
  kind: ExamKind,
  values: Measures,
  { pid, at: time }: { pid: number; at: string },
): Promise<StandingExam> {
  const family = families[kind]
  const { within } = family
  const { select, from, order } = examListing(family, { pid })
  const day = time.slice(0, 10)
  const where = all([
    sql`e.pid = ${pid} and e.hid = ${cx.who.hid} and e.status = ${lit(examStates.is.draft)}`,
    sql`e.exam_time >= ${dayStart(day)} and e.exam_time < ${dayEnd(day)}`,
    within !== undefined && sql`e.${ident(snake(within))} = ${values[within]}`,
  ])
  const draft = await cx.db.one(examRows<ExamRow>(family), sql`select ${select} from ${from} where ${where} order by ${order} limit 1`)
  return { draft, before: await examBefore(cx, family, values, { pid, before: time, not: draft?.id ?? 0 }) }
}
