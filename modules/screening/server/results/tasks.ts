/** Screening tasks: planned, published (children entered, letters coded, retests drawn), finished, archived. */
import { randomInt } from 'node:crypto'
import { addDays, type Page } from '#kernel/contract/index.ts'
import {
  begin,
  change,
  completed,
  insert,
  insertMany,
  lit,
  locked,
  move,
  pageOf,
  remove,
  sql,
  type Cx,
  type Row,
} from '#kernel/server/index.ts'
import { standardSets } from '#modules/exams/contract/standards/sets.ts'
import { setInForce } from '#modules/exams/contract/standards/standard.ts'
import { staffNames } from '#modules/account/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { schoolYearOf } from '../../contract/grades.ts'
import { CODE_LETTERS } from '../../contract/fields.results.ts'
import { groupsOf } from '../../contract/groups.ts'
import { drawRetests } from '../../contract/quality.ts'
import { studentStates } from '../../contract/states.ts'
import { screeningResult, screeningTask } from '../../contract/states.results.ts'
import { devicesStopped } from './devices.ts'
import { EditTask, TaskRow, type MoveTask, type NewTask, type ScreeningTask, type TaskQuery } from '../../contract/shapes.tasks.ts'

type TaskFail = 'task_days' | 'class_of_school' | 'task_closed' | 'task_empty'

/** Whoever is planned to examine is on the staff. */
async function examinersKnown(cx: Cx<TaskFail>, examiners: readonly number[]): Promise<void> {
  const names = await staffNames(cx)
  if (!examiners.every((ctid) => names.has(ctid))) cx.refuse('not_found', { what: '检查者', field: 'examiners' })
}
/** A random code of eight characters nobody mistakes. */
export const newCode = (): string => Array.from({ length: 8 }, () => CODE_LETTERS.charAt(randomInt(CODE_LETTERS.length))).join('')

const taskColumns = sql`
  t.id, t.hid, t.school_id, t.name, t.school_year, t.term, t.items, t.standard, t.myopia_operator, t.start_on, t.end_on, t.lux,
  t.chart_distance, t.examiners, t.devices, t.feedback_on, t.note, t.status, t.version, k.name school_name, coalesce(n.total, 0) total,
  coalesce(n."over", 0) "over"
`
const taskTables = sql`
  screening_task t
  left join school k on k.oid = t.oid and k.id = t.school_id
  left join lateral (
    select count(*)::int total, (count(*) filter (where r.status in ${lit(screeningResult.in.over)}))::int "over"
    from screening_result r
    where r.oid = t.oid and r.task_id = t.id
  ) n on true
`
export const taskPage = (cx: Cx, query: TaskQuery): Promise<Page<TaskRow>> =>
  pageOf(
    cx,
    {
      of: TaskRow,
      select: taskColumns,
      from: taskTables,
      where: [
        sql`t.hid = ${query.hid ?? cx.who.hid}`,
        query.schoolId !== undefined && sql`t.school_id = ${query.schoolId}`,
        query.schoolYear !== undefined && sql`t.school_year = ${query.schoolYear}`,
        query.status !== undefined && sql`t.status = ${query.status}`,
      ],
      order: sql`t.id desc`,
      key: sql`t.id`,
    },
    query,
  )
export async function taskOf(cx: Cx, id: number): Promise<ScreeningTask> {
  const row = await cx.db.one(TaskRow, sql`select ${taskColumns} from ${taskTables} where t.id = ${id}`)
  if (!row) return cx.refuse('not_found', { what: screeningTask.noun })
  const groups = await cx.db.rows(
    { classId: 'number | null', villageId: 'number | null' },
    sql`select class_id, village_id from screening_task_class where task_id = ${id} order by id`,
  )
  return {
    ...row,
    classIds: groups.flatMap(({ classId }) => classId ?? []),
    villageIds: groups.flatMap(({ villageId }) => villageId ?? []),
  }
}

async function setGroups(cx: Cx<TaskFail>, task: Row<'screening_task'>, classIds: readonly number[], villageIds: readonly number[]) {
  await remove(cx, 'screening_task_class', { taskId: task.id })
  const own = await cx.db.rows(
    { id: 'number' },
    sql`
      select id
      from school_class
      where id = any(${[...classIds]}) and hid = ${task.hid} and (${task.schoolId}::bigint is null or school_id = ${task.schoolId})
    `,
  )
  if (own.length !== new Set(classIds).size) cx.refuse('class_of_school', { field: 'classIds' })
  const villages = await cx.db.rows({ id: 'number' }, sql`select id from village where id = any(${[...villageIds]}) and hid = ${task.hid}`)
  if (villages.length !== new Set(villageIds).size) cx.refuse('not_found', { what: '村居委' })
  const rows = [
    ...own.map(({ id: classId }) => ({ hid: task.hid, taskId: task.id, classId, villageId: null })),
    ...villages.map(({ id: villageId }) => ({ hid: task.hid, taskId: task.id, classId: null, villageId })),
  ]
  if (rows.length) await insertMany(cx, 'screening_task_class', rows)
}
const standardOn = (day: string): string => setInForce(standardSets, 'school', day)?.id ?? ''
function daysRight(cx: Cx<TaskFail>, startOn: string, endOn: string): void {
  if (endOn < startOn || endOn > addDays(startOn, 120)) cx.refuse('task_days', { field: 'endOn' })
}

export async function newTask(cx: Cx<TaskFail>, { hid, classIds, villageIds, ...input }: NewTask): Promise<ScreeningTask> {
  daysRight(cx, input.startOn, input.endOn)
  await examinersKnown(cx, input.examiners)
  const row = await insert(cx, 'screening_task', {
    ...input,
    hid: ownStore(cx, hid ?? cx.who.hid),
    schoolYear: input.schoolYear ?? schoolYearOf(input.startOn),
    items: JSON.stringify(input.items),
    standard: standardOn(input.startOn),
    pin: newCode(),
  })
  await setGroups(cx, row, classIds, villageIds)
  await begin(cx, screeningTask, row.id, row.status)
  return taskOf(cx, row.id)
}
export async function editTask(cx: Cx<TaskFail>, input: EditTask): Promise<ScreeningTask> {
  const { id, version } = input
  const former = await locked(cx, 'screening_task', { id }, { version })
  if (former.status !== screeningTask.is.draft) cx.refuse('task_closed', { state: '已发布' })
  const before = await taskOf(cx, id)
  const { classIds, villageIds, version: _, id: __, ...set } = completed(EditTask, before, input)
  const [startOn, endOn] = [set.startOn ?? former.startOn, set.endOn ?? former.endOn]
  daysRight(cx, startOn, endOn)
  await examinersKnown(cx, set.examiners)
  const row = await change(
    cx,
    'screening_task',
    { id },
    { version },
    { ...set, items: JSON.stringify(set.items), standard: standardOn(startOn) },
  )
  await setGroups(cx, row, classIds, villageIds)
  return taskOf(cx, id)
}
export async function deleteTask(cx: Cx<'task_published'>, id: number): Promise<null> {
  const task = await locked(cx, 'screening_task', { id })
  if (task.status !== screeningTask.is.draft) cx.refuse('task_published')
  await remove(cx, 'screening_task', { id })
  return null
}

/** Children of the classes and villages of a task who have no result in it yet. */
const missing = (cx: Cx, taskId: number) =>
  cx.db.rows(
    {
      studentId: 'number',
      classId: 'number | null',
      villageId: 'number | null',
      schoolId: 'number | null',
      grade: 'number | null',
      gender: 'number',
    },
    sql`
      select
        s.id student_id,
        s.class_id,
        case
          when g.village_id is not null then s.village_id
        end village_id,
        s.school_id,
        c.grade,
        s.gender
      from
        screening_task_class g
        join student s on s.oid = g.oid
        and (
          s.class_id = g.class_id
          or (
            g.village_id is not null
            and s.village_id = g.village_id
          )
        )
        left join school_class c on c.oid = s.oid
        and c.id = s.class_id
      where
        g.task_id = ${taskId}
        and s.status = ${lit(studentStates.is.present)}
        and not exists (
          select
            1
          from
            screening_result r
          where
            r.oid = g.oid
            and r.task_id = ${taskId}
            and r.student_id = s.id
        )
      order by
        s.id
    `,
  )
/** An instrument past its verification takes part in no screening. */
async function devicesVerified(cx: Cx<'task_device'>, { hid, devices }: Row<'screening_task'>): Promise<void> {
  const stopped = await devicesStopped(
    cx,
    hid,
    devices.map((device) => ({ device })),
  )
  if (stopped.size) cx.refuse('task_device', { devices: [...stopped].join('、'), field: 'devices' })
}
/** Enters the children of a task: each gets a letter, and five of a hundred of each class are drawn to be measured again. */
export async function enterChildren(cx: Cx, task: Row<'screening_task'>): Promise<number> {
  const children = [...new Map((await missing(cx, task.id)).map((child) => [child.studentId, child])).values()]
  const drawn = new Set(
    [...groupsOf(children, ({ classId, villageId }) => classId ?? villageId).values()].flatMap((group) =>
      drawRetests(
        task.id,
        group.map(({ studentId }) => studentId),
      ),
    ),
  )
  const rows = children.map((child) => ({
    ...child,
    hid: task.hid,
    taskId: task.id,
    schoolYear: task.schoolYear,
    term: task.term,
    standard: task.standard,
    letterCode: newCode(),
    retest: drawn.has(child.studentId),
  }))
  for (let from = 0; from < rows.length; from += 500) await insertMany(cx, 'screening_result', rows.slice(from, from + 500))
  return rows.length
}
const disputedIn = (cx: Cx, taskId: number, groupId?: number): Promise<{ n: number }> =>
  cx.db.the(
    { n: 'number' },
    sql`
      select count(*)::int n
      from screening_result
      where task_id = ${taskId}
        and disputed <> '[]'
        and (${groupId ?? null}::bigint is null or coalesce(class_id, village_id) = ${groupId ?? null})
    `,
  )
export async function moveTask(
  cx: Cx<'task_empty' | 'task_disputed' | 'task_device'>,
  { id, move: step, reason }: MoveTask,
): Promise<ScreeningTask> {
  const task = await locked(cx, 'screening_task', { id })
  if (step === 'finish') {
    const { n } = await disputedIn(cx, id)
    if (n) cx.refuse('task_disputed', { n })
  }
  const { hid } = task
  if (step === 'publish') await devicesVerified(cx, task)
  await move(cx, screeningTask, id, step, { note: reason ?? null })
  if (step === 'publish' && (await enterChildren(cx, task)) === 0) cx.refuse('task_empty', { field: 'classIds' })
  cx.touch('screening', hid)
  return taskOf(cx, id)
}
export async function signResults(cx: Cx<'task_disputed'>, { id, groupId }: { id: number; groupId?: number | undefined }) {
  await taskOf(cx, id)
  const { n } = await disputedIn(cx, id, groupId)
  if (n) cx.refuse('task_disputed', { n })
  const signed = await cx.db.run(sql`
    update screening_result
    set signed_at = app_now(), signed_by = ${cx.who.ctid}
    where task_id = ${id}
      and status in ${lit(screeningResult.in.complete)}
      and signed_at is null
      and (${groupId ?? null}::bigint is null or coalesce(class_id, village_id) = ${groupId ?? null})
  `)
  return { signed }
}
export async function taskTold(cx: Cx, { id, feedbackOn }: { id: number; feedbackOn?: string | undefined }): Promise<ScreeningTask> {
  const { hid } = await locked(cx, 'screening_task', { id })
  const day = feedbackOn ?? cx.today
  await change(cx, 'screening_task', { id }, {}, { feedbackOn: day })
  await cx.db.run(sql`update screening_referral set told_on = ${day} where task_id = ${id} and told_on is null`)
  cx.touch('screening', hid)
  return taskOf(cx, id)
}
