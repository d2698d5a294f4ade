/** Entries of stations: taken once, merged by child and field, and the results they come to. */
import { lit, locked, move, raw, sql, type Cx } from '#kernel/server/index.ts'
import { entryWrong, RETEST } from '../../contract/entry.ts'
import { computeResult, correctionOf, flagOf, type ComputedResult, type ResultTask } from '../../contract/compute.ts'
import { fieldState, mergeOps, nextLamport, type Op, type OpValue, type StudentState } from '../../contract/ops.ts'
import { retestsByExaminer } from '../../contract/quality.ts'
import { screeningResult, screeningTask } from '../../contract/states.results.ts'
import type { OpIn, OpsTaken, SendOps } from '../../contract/shapes.tasks.ts'
import { keepBehaviour } from './behaviour.ts'
import { devicesStopped } from './devices.ts'
import { settleReferrals } from './referrals.ts'

interface TaskRow extends ResultTask {
  readonly id: number
  readonly hid: number
  readonly status: number
}
const asTask = (row: { id: number; hid: number; status: number; items: unknown; myopiaOperator: string }): TaskRow => ({
  id: row.id,
  hid: row.hid,
  status: row.status,
  // Kept by the constraint of the column and the shape that wrote it.
  items: row.items as ResultTask['items'],
  myopiaOperator: row.myopiaOperator === '<=' ? '<=' : '<',
})
const lockTask = async (cx: Cx, id: number): Promise<TaskRow> => asTask(await locked(cx, 'screening_task', { id }))

const LoggedOp = {
  no: 'number',
  opId: 'string',
  deviceId: 'string',
  lamport: 'number',
  studentId: 'number',
  field: 'string',
  value: 'unknown',
  at: 'string',
  ctid: 'number',
  device: 'string | null',
  reason: 'string | null',
  settles: 'unknown',
} as const
/** Entries of a task, of some children or of all. */
export async function opsOf(cx: Cx, taskId: number, studentIds?: readonly number[]): Promise<Op[]> {
  const rows = await cx.db.rows(
    LoggedOp,
    sql`
      select id no, op_id, device_id, lamport, student_id, field, value, at, ctid_, device, reason, settles
      from screening_op
      where task_id = ${taskId} and (${studentIds === undefined} or student_id = any(${[...(studentIds ?? [])]}))
    `,
  )
  return rows.map(({ value, settles, ...row }) => ({
    ...row,
    // Written by `keepOps` alone, which has them of the shape.
    value: (value ?? null) as OpValue,
    settles: Array.isArray(settles) ? (settles as string[]) : undefined,
  }))
}

interface Child {
  readonly studentId: number
  readonly birth: string
  readonly gender: number
  readonly retest: boolean
  readonly groupId: number | null
  /** Who screened the child first. */
  readonly ctid: number | null
}
const childrenOf = (cx: Cx, taskId: number, ids: readonly number[]): Promise<Child[]> =>
  cx.db.rows(
    { studentId: 'number', birth: 'string', gender: 'number', retest: 'boolean', groupId: 'number | null', ctid: 'number | null' },
    sql`
      select r.student_id, s.birth, s.gender, r.retest, coalesce(r.class_id, r.village_id) group_id, r.ctid_
      from screening_result r
      join student s on s.oid = r.oid and s.id = r.student_id
      where r.task_id = ${taskId} and r.student_id = any(${[...ids]})
    `,
  )

/** Why one entry is not taken; undefined when it is. */
function refusedFor(op: OpIn, child: Child | undefined, ctid: number, stopped: ReadonlySet<string>): string | undefined {
  if (!child) return '这名学生不在此任务中'
  if (op.field.startsWith(RETEST) && child.ctid === ctid) return '复测应由另一位检查者做'
  if (child.birth > op.at.slice(0, 10)) return `出生日期 ${child.birth} 晚于筛查日期，请先更正学生档案`
  if (op.device && stopped.has(op.device)) return `仪器 ${op.device} 已过检定有效期，不能用于筛查`
  return entryWrong(op.field, op.value, op.reason)
}

/** Takes a batch. One entry that cannot be taken is refused alone: the others of the tablet must not wait for it. */
export async function takeOps(cx: Cx<'station_unknown'>, { taskId, deviceId, unsent, ops }: SendOps): Promise<OpsTaken> {
  const task = await lockTask(cx, taskId)
  const station = await cx.db.one(
    { id: 'number', recalledAt: 'string | null', notBefore: 'string | null' },
    sql`
      update screening_station
      set seen_at = app_now(), unsent = ${unsent}, ctid_ = ${cx.who.ctid}
      where task_id = ${taskId} and device_id = ${deviceId}
      returning id, recalled_at, greatest(opened_at, last_at) not_before
    `,
  )
  if (!station) return cx.refuse('station_unknown')
  const everyone = (sentence: string): OpsTaken['refused'] => ops.map(({ opId }) => ({ opId, sentence }))
  if (station.recalledAt) return { have: [], refused: everyone('平板已被收回，此后的录入不再接收'), recalled: true, states: [] }
  if (!screeningTask.in.open.includes(task.status)) {
    const held = await heldOf(cx, ops)
    return {
      have: held,
      refused: everyone('任务已结束，不再接收录入').filter(({ opId }) => !held.includes(opId)),
      recalled: false,
      states: [],
    }
  }
  const children = new Map((await childrenOf(cx, taskId, [...new Set(ops.map((op) => op.studentId))])).map((c) => [c.studentId, c]))
  const stopped = await devicesStopped(cx, task.hid, ops)
  const checked = ops.map((op) => ({ op, sentence: refusedFor(op, children.get(op.studentId), cx.who.ctid, stopped) }))
  const taken = checked.flatMap(({ op, sentence }) => (sentence === undefined ? [op] : []))
  await keepOps(cx, task, deviceId, taken, station.notBefore)
  await recompute(cx, task, [...new Set(taken.map((op) => op.studentId))])
  if (taken.length && task.status === screeningTask.is.published) await move(cx, screeningTask, taskId, 'start')
  if (taken.length) cx.touch('screening', task.hid)
  return {
    have: taken.map(({ opId }) => opId),
    refused: checked.flatMap(({ op, sentence }) => (sentence === undefined ? [] : [{ opId: op.opId, sentence }])),
    recalled: false,
    states: await statesOf(cx, taskId),
  }
}
async function heldOf(cx: Cx, ops: readonly OpIn[]): Promise<string[]> {
  const rows = await cx.db.rows({ opId: 'string' }, sql`select op_id from screening_op where op_id = any(${ops.map((o) => o.opId)})`)
  return rows.map(({ opId }) => opId)
}
async function statesOf(cx: Cx, taskId: number): Promise<OpsTaken['states']> {
  const rows = await cx.db.rows(
    { studentId: 'number', status: 'number', retest: 'boolean', disputed: 'unknown' },
    sql`
      select student_id, status, retest, disputed
      from screening_result
      where task_id = ${taskId} and (status <> ${lit(screeningResult.is.open)} or disputed <> '[]')
    `,
  )
  // Kept by the constraints of the columns.
  return rows as OpsTaken['states']
}

const OP_COLUMNS =
  'op_id text, student_id bigint, lamport bigint, field text, value jsonb, at timestamptz, device text, reason text, settles jsonb'
/**
 * Adds entries to the log, each once. A clock that runs ahead dates nothing into the future. A tablet sends in the order of its entries: none
 * lies before those it sent already, so that nothing entered later passes for the first value.
 */
async function keepOps(cx: Cx, task: TaskRow, deviceId: string, ops: readonly OpIn[], notBefore: string | null): Promise<void> {
  if (!ops.length) return
  const rows = ops.map((op) => ({
    op_id: op.opId,
    lamport: op.lamport,
    student_id: op.studentId,
    field: op.field,
    value: op.value,
    at: op.at,
    device: op.device ?? null,
    reason: op.reason ?? null,
    settles: op.settles ?? null,
  }))
  const latest =
    ops
      .map((op) => op.at)
      .toSorted()
      .at(-1) ?? null
  await cx.db.run(sql`
    insert into screening_op (hid, task_id, student_id, op_id, device_id, lamport, field, value, at, device, reason, settles)
    select ${task.hid}, ${task.id}, t.student_id, t.op_id, ${deviceId}, t.lamport, t.field, t.value,
      least(greatest(t.at, ${notBefore}::timestamptz), app_now()), t.device, t.reason, nullif(t.settles, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) t (${raw(OP_COLUMNS)})
    on conflict (oid, op_id) do nothing
  `)
  await cx.db.run(sql`
    update screening_station
    set last_at = greatest(last_at, least(${latest}::timestamptz, app_now()))
    where task_id = ${task.id} and device_id = ${deviceId}
  `)
}

/** Computes the results of some children anew, draws further retests where a class is done, and settles their referrals. */
async function recompute(cx: Cx, task: TaskRow, studentIds: readonly number[]): Promise<void> {
  if (!studentIds.length) return
  const children = await childrenOf(cx, task.id, studentIds)
  const merged = mergeOps(await opsOf(cx, task.id, studentIds))
  await writeResults(
    cx,
    task,
    children.map((child) => ({ child, computed: computeResult(merged.get(child.studentId) ?? {}, child, task, child.retest) })),
  )
  await keepBehaviour(cx, task.id, merged)
  const more = await furtherRetests(cx, task.id, [...new Set(children.flatMap(({ groupId }) => groupId ?? []))])
  if (more.length) {
    await cx.db.run(sql`
      update screening_result
      set retest = true
      where task_id = ${task.id} and student_id = any(${[...more]})
    `)
    const drawn = (await childrenOf(cx, task.id, more)).map((child) => ({ ...child, retest: true }))
    const states = mergeOps(await opsOf(cx, task.id, more))
    await writeResults(
      cx,
      task,
      drawn.map((child) => ({ child, computed: computeResult(states.get(child.studentId) ?? {}, child, task, true) })),
    )
  }
  await settleReferrals(cx, task.id, studentIds)
}
/** Of classes where everybody was measured: one child of each examiner whom the draw of the class missed. */
async function furtherRetests(cx: Cx, taskId: number, groupIds: readonly number[]): Promise<readonly number[]> {
  const rows = await cx.db.rows(
    { groupId: 'number', studentId: 'number', ctid: 'number | null', retest: 'boolean', status: 'number' },
    sql`
      select coalesce(class_id, village_id) group_id, student_id, ctid_, retest, status
      from screening_result
      where task_id = ${taskId} and coalesce(class_id, village_id) = any(${[...groupIds]})
    `,
  )
  return groupIds.flatMap((groupId) => {
    const own = rows.filter((row) => row.groupId === groupId)
    if (own.some(({ status }) => status === screeningResult.is.open)) return []
    const measured = own.flatMap(({ studentId, ctid, status }) =>
      ctid !== null && screeningResult.in.complete.includes(status) ? [{ studentId, ctid }] : [],
    )
    return retestsByExaminer(
      taskId,
      own.flatMap((row) => (row.retest ? [row.studentId] : [])),
      measured,
    )
  })
}

const eyeColumns = (computed: ComputedResult) =>
  Object.fromEntries(
    (['od', 'os'] as const).flatMap((side) => {
      const eye = computed[side]
      return [
        [`ucva_${side}`, eye.ucva],
        [`ucva_code_${side}`, eye.ucvaCode],
        [`cva_${side}`, eye.cva],
        [`cva_code_${side}`, eye.cvaCode],
        [`ds_${side}`, eye.sph],
        [`dc_${side}`, eye.cyl],
        [`ax_${side}`, eye.axis],
        [`al_${side}`, eye.al],
        [`iop_${side}`, eye.iop],
      ]
    }),
  )
function rowOf({ child, computed }: { child: Child; computed: ComputedResult }) {
  const found = computed.evaluation
  return {
    student_id: child.studentId,
    age: found?.years ?? null,
    measured_on: computed.measuredOn,
    glasses_type: computed.glassesType,
    ...eyeColumns(computed),
    height: computed.height,
    weight: computed.weight,
    bmi: found?.bmi ?? null,
    bmi_word: found?.bmiWord ?? null,
    outer_eye: computed.outerEye,
    disputed: computed.disputed,
    standard: found?.standard ?? null,
    poor_sight: flagOf(found?.poorSight),
    poor_sight_degree: found?.poorSightDegree ?? null,
    screening_myopia: flagOf(found?.screeningMyopia),
    pre_myopia: flagOf(found?.preMyopia),
    hyperopia: flagOf(found?.hyperopia),
    reserve_low: flagOf(found?.reserveLow),
    astigmatism: flagOf(found?.astigmatism),
    anisometropia: flagOf(found?.anisometropia),
    correction: correctionOf(found?.correction),
    warning: found?.warning ?? null,
    unverified: found?.unverified ?? false,
    for_visit: computed.forVisit,
    ctid_: computed.ctid,
    status: computed.status,
  }
}
/** Columns a computation writes, with their types in the record set. */
const WRITTEN: Readonly<Record<string, string>> = {
  age: 'int',
  measured_on: 'date',
  glasses_type: 'int',
  ...Object.fromEntries(['ucva', 'cva', 'ds', 'dc', 'ax', 'al', 'iop'].flatMap((c) => [`${c}_od`, `${c}_os`]).map((c) => [c, 'numeric'])),
  ...Object.fromEntries(['ucva_code', 'cva_code'].flatMap((c) => [`${c}_od`, `${c}_os`]).map((c) => [c, 'text'])),
  height: 'numeric',
  weight: 'numeric',
  bmi: 'numeric',
  bmi_word: 'text',
  outer_eye: 'text',
  disputed: 'jsonb',
  poor_sight: 'int',
  poor_sight_degree: 'int',
  screening_myopia: 'int',
  pre_myopia: 'int',
  hyperopia: 'int',
  reserve_low: 'int',
  astigmatism: 'int',
  anisometropia: 'int',
  correction: 'int',
  warning: 'int',
  unverified: 'boolean',
  for_visit: 'boolean',
  ctid_: 'bigint',
  status: 'int',
}
async function writeResults(cx: Cx, task: TaskRow, results: ReadonlyArray<{ child: Child; computed: ComputedResult }>): Promise<void> {
  if (!results.length) return
  const names = Object.keys(WRITTEN)
  const assigned = names.map((name) => `${name} = t.${name}`).join(', ')
  const typed = names.map((name) => `${name} ${WRITTEN[name]}`).join(', ')
  await cx.db.run(sql`
    update screening_result r
    set ${raw(assigned)}, standard = coalesce(t.standard, r.standard), version = r.version + 1
    from jsonb_to_recordset(${JSON.stringify(results.map(rowOf))}::jsonb) t (student_id bigint, standard text, ${raw(typed)})
    where r.task_id = ${task.id} and r.student_id = t.student_id and r.hid = ${lit(task.hid)}
  `)
}

/** One more entry by somebody at a desk: it decides against all that stands, whoever entered it. */
export async function correct(
  cx: Cx<'entry_wrong' | 'task_closed'>,
  resultId: number,
  { field, value, reason }: { field: string; value: OpValue; reason: string },
): Promise<void> {
  const result = await locked(cx, 'screening_result', { id: resultId })
  const task = await lockTask(cx, result.taskId)
  if (task.status === screeningTask.is.archived) cx.refuse('task_closed', { state: screeningTask.states[task.status]?.label ?? '' })
  const wrong = entryWrong(field, value, reason)
  if (wrong) cx.refuse('entry_wrong', { what: wrong, field: 'value' })
  const own = await opsOf(cx, task.id, [result.studentId])
  const state = fieldState(own.filter((op) => op.field === field))
  await keepOps(
    cx,
    task,
    DESK,
    [
      {
        opId: crypto.randomUUID(),
        lamport: nextLamport(own),
        studentId: result.studentId,
        field,
        value,
        at: cx.now,
        reason,
        settles: state?.heads.map(({ opId }) => opId) ?? [],
      },
    ],
    null,
  )
  await recompute(cx, task, [result.studentId])
  cx.touch('screening', task.hid)
}
/** Device of entries made at a desk. */
const DESK = '00000000-0000-0000-0000-000000000000'

/** A child's fields by their log, for papers and the list of what was changed. */
export const stateOf = async (cx: Cx, taskId: number, studentId: number): Promise<StudentState> =>
  mergeOps(await opsOf(cx, taskId, [studentId])).get(studentId) ?? {}
