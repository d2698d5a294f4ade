/** Tasks made and changed by hand. */
import { begin, change, completed, find, insert, locked, remove, stay, type Cx, type Row } from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { masterOf } from '#modules/settings/server/door.ts'
import { addDays } from '#kernel/contract/index.ts'
import { EditRevisit, type NewRevisit, type Revisit } from '../contract/shapes.ts'
import { revisitMachine } from '../contract/states.ts'
import { revisitOf } from './queries.ts'

export type FollowUpSaveFail = 'staff_named' | 'staff_elsewhere' | 'window_order'
/** `2026-11-21 09:30` with seconds; a day alone is its morning. */
export const whole = (moment: string): string => {
  const time = moment.replace('T', ' ')
  return time.length === 10 ? `${time} 10:00:00` : time.padEnd(19, ':00')
}
/** Who is to do it: a person of this store, or nobody by name (R086). */
export async function assigned(
  cx: Cx<FollowUpSaveFail>,
  hid: number,
  { category, reviewStaff }: { category?: number | undefined; reviewStaff?: number | null | undefined },
): Promise<Pick<Row<'revisit'>, 'category' | 'reviewStaff'>> {
  if (category === 1 || (category === undefined && !reviewStaff)) return { category: 1, reviewStaff: null }
  if (!reviewStaff) return cx.refuse('staff_named', { field: 'reviewStaff' })
  await staffHere(cx, hid, reviewStaff)
  return { category: 0, reviewStaff }
}
/** Refuses somebody who does not work in the store. */
export async function staffHere(cx: Cx<'staff_elsewhere'>, hid: number, ctid: number): Promise<void> {
  const staff = await staffOf(cx, ctid)
  if (staff.hid !== hid && !(await find(cx, 'contact_store', { ctid, hid })))
    cx.refuse('staff_elsewhere', { name: staff.name, field: 'reviewStaff' })
}

/** Days a task may be overdue when it is written: what a former system planned comes in late. */
const LONGEST_PAST = 366
/** What a task takes from its type where it says nothing itself. */
export async function ofType(
  cx: Cx,
  hid: number,
  input: Pick<NewRevisit, 'type' | 'taskType' | 'channel' | 'urgency' | 'tailEndDate' | 'revisitTime'>,
) {
  if (input.revisitTime.slice(0, 10) < addDays(cx.today, -LONGEST_PAST))
    cx.refuse('bad_input', { what: '计划时间不能早于一年前', field: 'revisitTime' })
  const type = input.type ? await masterOf(cx, 'revisit-type', input.type) : undefined
  if (type && type.hid !== hid) cx.refuse('not_found', { what: '回访类型', field: 'type' })
  const last = type?.dueDays ? addDays(input.revisitTime.slice(0, 10), type.dueDays) : null
  return {
    type: type?.id ?? null,
    taskType: input.taskType ?? type?.taskType ?? 1,
    channel: input.channel ?? type?.channel ?? 1,
    urgency: input.urgency ?? type?.urgency ?? 1,
    tailEndDate: input.tailEndDate === undefined ? last : input.tailEndDate,
  }
}

/** What outsiders may say in addParams: everything but what the engine knows its tasks by. */
const foreign = (values: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> => {
  const { rule: _, ref: __, step: ___, ...rest } = values ?? {}
  return rest
}

/** Makes a task by hand. */
export async function createRevisit(cx: Cx<FollowUpSaveFail>, input: NewRevisit): Promise<Revisit> {
  const hid = ownStore(cx, input.hid ?? cx.who.hid)
  // Students come with screening; until then nobody knows one.
  if (input.studentId) return cx.refuse('not_found', { what: '学生', field: 'studentId' })
  if (!input.pid) return cx.refuse('bad_input', { what: '会员：必填', field: 'pid' })
  const { pid } = await patientOf(cx, input.pid)
  const row = await insert(cx, 'revisit', {
    ...(await ofType(cx, hid, input)),
    ...(await assigned(cx, hid, input)),
    hid,
    pid,
    revisitTime: whole(input.revisitTime),
    content: input.content ?? null,
    note: input.note ?? null,
    tailStartDate: input.tailStartDate ?? null,
    addParams: foreign(input.addParams),
  })
  await begin(cx, revisitMachine, row.rvid, row.status)
  cx.touch('revisits')
  return revisitOf(cx, row.rvid)
}

/** Changes a task. What was left out stays; of a task that is over only the note is taken. */
export async function updateRevisit(
  cx: Cx<FollowUpSaveFail | 'done_note_only'>,
  { rvid, version, ...changes }: EditRevisit,
): Promise<Revisit> {
  const before = await locked(cx, 'revisit', { rvid })
  const own = ownStore(cx, before.hid)
  if (changes.hid !== undefined && changes.hid !== own) cx.refuse('not_found', { what: '回访' })
  if (changes.pid && changes.pid !== before.pid) cx.refuse('bad_input', { what: '回访的会员不能更改', field: 'pid' })
  const input = completed(EditRevisit, before, changes)
  if (revisitMachine.in.over.includes(before.status)) return noteOnly(cx, before, changes, version)
  const { type: _, ...kept } = await ofType(cx, own, { ...input, revisitTime: input.revisitTime ?? before.revisitTime })
  const revisitTime = input.revisitTime ? whole(input.revisitTime) : before.revisitTime
  const moved = revisitTime !== before.revisitTime
  const who = changes.category === undefined && changes.reviewStaff === undefined ? before : await assigned(cx, own, input)
  await change(
    cx,
    'revisit',
    { rvid },
    { version: version ?? null },
    {
      ...kept,
      type: input.type ?? null,
      category: who.category,
      reviewStaff: who.reviewStaff,
      revisitTime,
      ...(moved ? { nextTryAt: null, promised: false } : {}),
      content: input.content ?? null,
      note: input.note ?? null,
      tailStartDate: input.tailStartDate ?? null,
      addParams: changes.addParams ? { ...foreign(changes.addParams), ...causeOf(before) } : undefined,
    },
  )
  if (moved) await postponed(cx, before, revisitTime)
  cx.touch('revisits')
  return revisitOf(cx, rvid)
}
/** Another time is a line of its history. */
export const postponed = (
  cx: Cx,
  before: Pick<Row<'revisit'>, 'rvid' | 'status' | 'dueAt'>,
  to: string,
  { why, step = 'postpone' }: { why?: string | null | undefined; step?: 'postpone' | 'later' } = {},
): Promise<number> =>
  stay(cx, revisitMachine, before.rvid, before.status, step, `${before.dueAt.slice(0, 16)} → ${to.slice(0, 16)}${why ? `，${why}` : ''}`)

const causeOf = ({ rule, ref, step }: Row<'revisit'>): object => (rule === null ? {} : { rule, ref, step })

const NOTE: ReadonlySet<string> = new Set(['note', 'hid', 'pid'])
async function noteOnly(
  cx: Cx<'done_note_only'>,
  before: Row<'revisit'>,
  values: Omit<EditRevisit, 'rvid' | 'version'>,
  version: number | undefined,
): Promise<Revisit> {
  const row: Readonly<Record<string, unknown>> = before
  const fields: Readonly<Record<string, unknown>> = values
  // A client that sends the whole task back changes nothing by it.
  const other = Object.keys(values).filter((key) => !NOTE.has(key) && fields[key] !== undefined && !same(row[key], fields[key]))
  if (other.length) return cx.refuse('done_note_only', { field: other.join('、') })
  await change(
    cx,
    'revisit',
    { rvid: before.rvid },
    { version: version ?? null },
    { note: values.note === undefined ? before.note : values.note },
  )
  return revisitOf(cx, before.rvid)
}
const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'string' && typeof b === 'string' && whole(a) === whole(b)) || JSON.stringify(a) === JSON.stringify(b)

/** Deletes a task somebody made by hand and nobody touched; another one is cancelled instead. */
export async function deleteRevisit(cx: Cx<'untouched_only'>, rvid: number): Promise<null> {
  const before = await locked(cx, 'revisit', { rvid })
  ownStore(cx, before.hid)
  const untouched = before.creatorType === 1 && before.status === revisitMachine.is.waiting && before.tries === 0 && before.version === 0
  if (!untouched) return cx.refuse('untouched_only')
  await remove(cx, 'revisit', { rvid })
  cx.touch('revisits')
  return null
}
