/** Plans: written as drafts, started into sessions, moved and ended. */
import { ageOn, inUse, type z } from '#kernel/contract/index.ts'
import {
  begin,
  change,
  completed,
  find,
  insert,
  insertMany,
  locked,
  move,
  mustStand,
  resumeWork,
  sql,
  lit,
  type Cx,
  type Row,
} from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { prescriptionsOf } from '#modules/records/server/door.ts'
import { rxType } from '#modules/records/contract/prescription/prescribe.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import { measures, purpose, type MeasureName } from '../contract/fields.ts'
import { EditPlan, type FromPrescription, type MovePlan, type NewPlan, type PlanRow, type TemplateSlot } from '../contract/plans.ts'
import { dayIn } from '../contract/course.ts'
import { trainPlan, trainSession } from '../contract/states.ts'
import { amblyopiaFloor, lineOf } from '../contract/verdict.ts'
import { planRow, templateIn } from './plan-lists.ts'

const { is } = trainPlan
export type PlanFail =
  | 'plan_open'
  | 'plan_young'
  | 'goal_below_floor'
  | 'goal_eye'
  | 'goal_range'
  | 'template_weeks'
  | 'trainer_elsewhere'
  | 'combination_stopped'
  | 'user_other_kind'
/** Facts measured of both eyes together. */
const OF_BOTH: readonly MeasureName[] = ['stereo', 'npc']

interface Goal {
  readonly purpose: 0 | 1 | 2
  readonly goalMeasure: MeasureName
  readonly goalEye: 'od' | 'os' | 'ou'
  readonly goal: number
}
/** A goal can be measured, and one of amblyopia is not below what a healthy eye of that age sees. */
function checkGoal(cx: Cx<PlanFail>, birth: string | null, { purpose: kind, goalMeasure, goalEye, goal }: Goal): void {
  if (OF_BOTH.includes(goalMeasure) !== (goalEye === 'ou') && goalMeasure !== 'facility' && goalMeasure !== 'amplitude')
    cx.refuse('goal_eye', { field: 'goalEye' })
  const { from, to } = measures[goalMeasure]
  if (goal < from || goal > to) cx.refuse('goal_range', { from, to, field: 'goal' })
  if (kind !== purpose.amblyopia || goalMeasure !== 'bcva') return
  const years = birth === null ? undefined : ageOn(birth, cx.today)?.years
  if (years === undefined) return cx.refuse('plan_young', { field: 'pid' })
  const floor = amblyopiaFloor(years)
  if (floor !== undefined && goal < lineOf(floor))
    cx.refuse('goal_below_floor', { age: years, floor: lineOf(floor).toFixed(1), field: 'goal' })
}
interface Pointed {
  readonly pid: number
  readonly hid: number
  readonly weeks: number
  readonly trainer: number
  readonly template: readonly TemplateSlot[]
  readonly sdxUid?: number | null | undefined
  readonly combinationId?: number | null | undefined
  readonly prescriptionId?: number | null | undefined
}
/** What a plan points to is of its store and its member, and in use. */
async function checkPointed(cx: Cx<PlanFail>, item: Pointed): Promise<void> {
  if (item.template.some((s) => s.fromWeek > item.weeks)) cx.refuse('template_weeks', { field: 'template' })
  if ((await staffOf(cx, item.trainer)).hid !== item.hid) cx.refuse('trainer_elsewhere', { field: 'trainer' })
  if (item.sdxUid != null) {
    const user = await find(cx, 'train_user', { id: item.sdxUid, hid: item.hid })
    if (!user) return cx.refuse('not_found', { what: '训练用户', field: 'sdxUid' })
    const live = await find(cx, 'train_mapping', { userId: user.id, endedAt: null })
    if (live && live.pid !== item.pid) cx.refuse('user_other_kind', { name: user.name, field: 'sdxUid' })
  }
  if (item.combinationId != null) {
    const combination = await find(cx, 'train_combination', { id: item.combinationId, hid: item.hid })
    if (!combination) return cx.refuse('not_found', { what: '训练组合', field: 'combinationId' })
    if (combination.status !== inUse.is.on) cx.refuse('combination_stopped', { name: combination.name, field: 'combinationId' })
  }
  if (item.prescriptionId != null && !(await prescribed(cx, item.pid)).some((rx) => rx.prescriptionId === item.prescriptionId))
    cx.refuse('not_found', { what: '训练处方', field: 'prescriptionId' })
}
async function mustBeAlone(
  cx: Cx<'plan_open'>,
  { pid, purpose: kind, hid }: { pid: number; purpose: number; hid: number },
  id = 0,
): Promise<void> {
  const open = await cx.db.any(sql`
    select 1
    from train_plan
    where hid = ${hid} and pid = ${pid} and purpose = ${kind} and status in ${lit(trainPlan.in.open)} and id <> ${id}
  `)
  if (open) cx.refuse('plan_open', { field: 'pid' })
}

export async function createPlan(cx: Cx<PlanFail>, { hid: store, sdxUid, template, ...values }: NewPlan): Promise<PlanRow> {
  const hid = ownStore(cx, store ?? cx.who.hid)
  const { birth } = await patientOf(cx, values.pid)
  const trainer = values.trainer ?? cx.who.ctid
  checkGoal(cx, birth, values)
  await checkPointed(cx, { ...values, hid, trainer, template, sdxUid })
  await mustBeAlone(cx, { ...values, hid })
  const { no } = await cx.db.the(
    { no: 'number' },
    sql`
      select coalesce(max(no), 0) + 1 no
      from train_plan
      where pid = ${values.pid} and purpose = ${values.purpose}
    `,
  )
  const { id } = await insert(cx, 'train_plan', { ...values, hid, no, trainer, userId: sdxUid ?? null, template: JSON.stringify(template) })
  await begin(cx, trainPlan, id, is.draft)
  cx.touch('training', hid)
  return planRow(cx, id)
}

export async function updatePlan(
  cx: Cx<PlanFail | 'plan_over' | 'template_empty'>,
  { id, version, ...values }: EditPlan,
): Promise<PlanRow> {
  const row = await locked(cx, 'train_plan', { id }, { version: version ?? null })
  if (trainPlan.in.over.includes(row.status)) cx.refuse('plan_over')
  const existing = { ...row, sdxUid: row.userId, template: templateIn(row.template) }
  const { sdxUid, template, ...stated } = completed(EditPlan.omit({ id: true, version: true }), existing, values)
  const goal: Goal = {
    purpose: stated.purpose ?? row.purpose,
    goalMeasure: stated.goalMeasure ?? row.goalMeasure,
    goalEye: stated.goalEye,
    goal: stated.goal ?? row.goal,
  }
  const { birth } = await patientOf(cx, row.pid)
  checkGoal(cx, birth, goal)
  const trainer = stated.trainer ?? row.trainer
  await checkPointed(cx, { ...stated, pid: row.pid, hid: row.hid, trainer, template, sdxUid })
  await mustBeAlone(cx, { pid: row.pid, hid: row.hid, purpose: goal.purpose }, id)
  await change(
    cx,
    'train_plan',
    { id },
    { version: version ?? null },
    { ...stated, ...goal, trainer, userId: sdxUid ?? null, template: JSON.stringify(template) },
  )
  // What it stands on now is asked at once; one that was stopped goes on by what is in force again.
  await mustStand(cx, trainPlan, id)
  if (row.stopReason !== null) await resumeWork(cx, trainPlan, id)
  if (row.status !== is.draft) {
    if (!template.length) cx.refuse('template_empty', { field: 'template' })
    await planAhead(cx, id)
  }
  cx.touch('training', row.hid)
  return planRow(cx, id)
}

/** Writes the sessions to come out of the template: those that were signed stay, those that were not are planned anew. */
async function planAhead(cx: Cx, id: number): Promise<void> {
  const plan = await locked(cx, 'train_plan', { id })
  await dropAhead(cx, id)
  const from = plan.startsOn > cx.today ? plan.startsOn : cx.today
  const taken = new Set(
    (
      await cx.db.rows(
        { day: 'string', time: 'string', place: 'number' },
        sql`select "day", "time", place from train_session where plan_id = ${id}`,
      )
    ).map((s) => `${s.day} ${s.time} ${s.place}`),
  )
  const weeks = Array.from({ length: plan.weeks }, (_, i) => i + 1)
  const rows = weeks.flatMap((week) =>
    templateIn(plan.template)
      .filter((slot) => week >= slot.fromWeek && week <= slot.toWeek)
      .map((slot) => ({ slot, day: dayIn(plan.startsOn, week, slot.weekday) }))
      .filter(({ slot, day }) => day >= from && !taken.has(`${day} ${slot.time} ${slot.place}`)),
  )
  const made = await insertMany(
    cx,
    'train_session',
    rows.map(({ slot, day }): Partial<Row<'train_session'>> => ({
      hid: plan.hid,
      planId: id,
      userId: plan.userId,
      pid: plan.pid,
      day,
      time: slot.time,
      place: slot.place,
      modules: slot.modules.length ? slot.modules : plan.modules,
      plannedMinutes: slot.minutes,
    })),
  )
  for (const session of made) await begin(cx, trainSession, session.id, trainSession.is.planned)
}
/** Sessions that were not signed go, from today on. */
const dropAhead = (cx: Cx, id: number): Promise<number> =>
  cx.db.run(sql`
    delete from train_session
    where plan_id = ${id} and status = ${lit(trainSession.is.planned)} and "day" >= ${cx.today}::date
  `)

export async function movePlan(
  cx: Cx<'template_empty' | 'plan_open'>,
  { id, move: step, version, reason }: z.output<typeof MovePlan>,
): Promise<PlanRow> {
  const plan = await locked(cx, 'train_plan', { id })
  if (step === 'start' && !templateIn(plan.template).length) cx.refuse('template_empty', { field: 'template' })
  await move(cx, trainPlan, id, step, { note: reason ?? null, ...(version === undefined ? {} : { version }) })
  if (step === 'start' || step === 'goOn') await planAhead(cx, id)
  else await dropAhead(cx, id)
  cx.touch('training', plan.hid)
  return planRow(cx, id)
}

/** Training prescriptions of a member that were signed, the latest first. */
export async function prescribed(cx: Cx, pid: number): Promise<Array<z.output<typeof FromPrescription>>> {
  await patientOf(cx, pid)
  return (await prescriptionsOf(cx, pid)).flatMap((rx) =>
    rx.feeBillType === rxType.training && rx.signedAt !== null
      ? [
          {
            prescriptionId: rx.id,
            rxNo: rx.rxNo,
            weeks: Math.max(...rx.trainings.map((l) => l.weeks), 1),
            perWeek: Math.max(...rx.trainings.map((l) => l.perWeek), 1),
            minutes: Math.max(...rx.trainings.map((l) => l.minutes), 1),
            goalEye: rx.trainings[0]?.eye ?? 'ou',
            note: rx.trainings.map((l) => l.name).join('、'),
            inForce: !prescriptionMachine.in.noBasis.includes(rx.status) && rx.validUntil >= cx.today,
          },
        ]
      : [],
  )
}
