/** Tasks for many members at once: one each, or a series by a template. */
import { addDays, daysBetween } from '#kernel/contract/index.ts'
import { all, begin, dayEnd, dayStart, insertMany, lit, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { masterOf } from '#modules/settings/server/door.ts'
import type { Batch, ByTemplate, Made } from '../../contract/shapes.ts'
import { revisitMachine } from '../../contract/states.ts'
import { barred } from '../tell/barred.ts'
import { OPEN } from '../queries.ts'
import { assigned, ofType, whole, type FollowUpSaveFail } from '../save.ts'

/** Most members of one call. */
const MOST = 5000
/** Days around an open task of the same kind in which another one is merged with it. */
const NEAR = 3
type Task = Partial<Row<'revisit'>> & { pid: number; taskType: number; revisitTime: string }

/** The members meant: those named, or all of the store that the filter finds. */
async function membersOf(cx: Cx, hid: number, input: Batch): Promise<number[]> {
  if (input.pids) return [...new Set(input.pids)]
  const rows = await cx.db.rows(
    { pid: 'number' },
    sql`
      select p.pid
      from patient p
      where
        ${all([
          sql`p.hid = ${hid}`,
          sql`p.status = ${lit(patientStates.is.present)}`,
          input.levelId !== undefined && sql`p.level_id = ${input.levelId}`,
          input.sourceId !== undefined && sql`p.source_id = ${input.sourceId}`,
          input.isPotential !== undefined && sql`p.is_potential = ${input.isPotential}`,
          input.tagId !== undefined && sql`p.pid in (select t.pid from patient_tag t where t.tag_id = ${input.tagId})`,
          input.notSince !== undefined && sql`(p.last_visit_at is null or p.last_visit_at < (${input.notSince}::date + 1)::timestamptz)`,
        ])}
      order by p.pid
      limit ${MOST + 1}
    `,
  )
  if (rows.length > MOST) cx.refuse('too_many', { total: `${MOST}+`, most: MOST, field: 'pids' })
  return rows.map((r) => r.pid)
}

/** Members' open tasks of a kind around some days: by member, the days they are due. */
async function openTasks(cx: Cx, hid: number, pids: readonly number[], tasks: readonly Task[]): Promise<Map<number, string[]>> {
  const days = tasks.map(({ revisitTime }) => revisitTime.slice(0, 10)).toSorted()
  const [first, last, taskType] = [days[0], days.at(-1), tasks[0]?.taskType]
  const found = new Map<number, string[]>()
  if (!first || !last || taskType === undefined) return found
  const rows = await cx.db.rows(
    { pid: 'number', day: 'string' },
    sql`
      select pid, due_at::date "day"
      from revisit
      where hid = ${hid}
        and pid = any(${pids}::bigint[])
        and task_type = ${taskType}
        and status in ${OPEN}
        and due_at >= ${dayStart(addDays(first, -NEAR))}
        and due_at < ${dayEnd(addDays(last, NEAR))}
    `,
  )
  for (const { pid, day } of rows) found.set(pid, [...(found.get(pid) ?? []), day])
  return found
}

/**
 * Makes the tasks of each member but those that stand beside an open one of their kind already: of a series only the step of that week is
 * merged.
 */
async function makeAll(cx: Cx, hid: number, pids: readonly number[], tasksFor: (pid: number) => Task[]): Promise<Made> {
  const why = await barred(cx, {}, pids)
  const able = pids.filter((pid) => !why.has(pid))
  const open = able[0] === undefined ? new Map<number, string[]>() : await openTasks(cx, hid, able, tasksFor(able[0]))
  const stands = ({ pid, revisitTime }: Task): boolean =>
    open.get(pid)?.some((day) => Math.abs(daysBetween(day, revisitTime)) <= NEAR) ?? false
  const series = able.map((pid) => tasksFor(pid))
  const wanted = series.map((tasks) => tasks.filter((task) => !stands(task))).filter((tasks) => tasks.length > 0)
  let created = 0
  for (let start = 0; start < wanted.length; start += 200) created += await insertAll(cx, wanted.slice(start, start + 200))
  cx.touch('revisits')
  const merged = series.flat().length - wanted.flat().length
  return { created, merged, skipped: [...why].map(([pid, sentence]) => ({ pid, sentence })) }
}
/** Inserts series; every task of one names its first. */
async function insertAll(cx: Cx, series: ReadonlyArray<readonly Task[]>): Promise<number> {
  const rows = await insertMany(cx, 'revisit', series.flat())
  for (const { rvid, status } of rows) await begin(cx, revisitMachine, rvid, status)
  if (!series.some((s) => s.length > 1)) return rows.length
  await cx.db.run(
    sql`
      update revisit r
      set series_id = f.first
      from (
        select pid, min(rvid) "first"
        from revisit
        where rvid = any(${rows.map((r) => r.rvid)}::bigint[])
        group by pid
      ) f
      where r.pid = f.pid and r.rvid = any(${rows.map((r) => r.rvid)}::bigint[])
    `,
  )
  return rows.length
}

/** One task for each member; all of them, or on a fault none. */
export async function batch(cx: Cx<FollowUpSaveFail>, input: Batch): Promise<Made> {
  const hid = ownStore(cx, input.hid ?? cx.who.hid)
  if (!input.pids && [input.levelId, input.tagId, input.sourceId, input.isPotential, input.notSince].every((v) => v === undefined))
    return cx.refuse('bad_input', { what: '请选择会员或给出筛选条件', field: 'pids' })
  const shared = {
    hid,
    ...(await ofType(cx, hid, input)),
    ...(await assigned(cx, hid, input)),
    revisitTime: whole(input.revisitTime),
    content: input.content ?? null,
    tailStartDate: input.tailStartDate ?? null,
  }
  if (shared.tailStartDate && shared.tailEndDate && shared.tailEndDate < shared.tailStartDate)
    cx.refuse('window_order', { field: 'tailEndDate' })
  return makeAll(cx, hid, await membersOf(cx, hid, input), (pid) => [{ ...shared, pid }])
}

/** A series for each member by a template of the store: every step a task, its days after the first day. */
export async function byTemplate(cx: Cx<FollowUpSaveFail | 'no_steps'>, input: ByTemplate): Promise<Made> {
  const hid = ownStore(cx, input.hid ?? cx.who.hid)
  const template = await masterOf(cx, 'revisit-template', input.templateId)
  if (template.hid !== hid) return cx.refuse('not_found', { what: '回访模板', field: 'templateId' })
  if (!template.steps.length) return cx.refuse('no_steps', { field: 'templateId' })
  const who = await assigned(cx, hid, input)
  const type = await ofType(cx, hid, { type: template.type, revisitTime: input.startDate })
  return makeAll(cx, hid, [...new Set(input.pids)], (pid) =>
    template.steps.map((step) => ({
      hid,
      pid,
      ...type,
      ...who,
      tailEndDate: null,
      revisitTime: whole(addDays(input.startDate, step.days)),
      content: step.content,
    })),
  )
}
