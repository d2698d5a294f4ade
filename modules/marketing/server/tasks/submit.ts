/** From the plan to the sending: the draw, the money set aside, the approval by another person, the stop. */
import { asTree } from '#kernel/contract/segments/condition.ts'
import { createHash } from 'node:crypto'
import type { z } from '#kernel/contract/index.ts'
import { balance, change, insert, insertMany, lit, locked, post, remove, sql, update, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import type { Decide, MessageTask } from '../../contract/shapes.ts'
import { recipientStates, taskStates } from '../../contract/states.ts'
import { factsOf, reachable, type AudienceMember } from '../segments/audience.ts'
import { checkChain } from '../segments/save.ts'
import { newLinkCode } from '../links.ts'
import { sensitiveOf } from '../segments/sensitive.ts'
import { fundMonth, monthKey, settingsOf, taskKey } from '../settings.ts'
import { checkPassed, checkSensitive, checkTime, openTask, type TaskSaveFails } from './save.ts'
import { taskOf, wordingsOf } from './read.ts'

type Arm = Row<'marketing_recipient'>['arm']
/** The group of a household, which is everybody on one number: 0 is left in peace. The same task draws the same. */
function armOf(task: Pick<Row<'marketing_task'>, 'id' | 'controlPercent'>, wordings: number, mobile: string): Arm {
  const place = createHash('sha256').update(`${task.id}:${mobile}`).digest().readUInt32BE() / 2 ** 32
  const control = task.controlPercent / 100
  if (place < control) return 0
  const nth = Math.min(wordings - 1, Math.floor(((place - control) / (1 - control)) * wordings))
  return nth === 0 ? 1 : nth === 1 ? 2 : 3
}
const households = (people: readonly AudienceMember[]): Map<string, AudienceMember[]> => {
  const byNumber = new Map<string, AudienceMember[]>()
  for (const person of people) byNumber.set(person.mobile, [...(byNumber.get(person.mobile) ?? []), person])
  return byNumber
}
async function draw(cx: Cx, task: Row<'marketing_task'>, again?: number): Promise<number> {
  const tree = asTree(task.tree)
  const { restDays } = await settingsOf(cx, task.hid)
  const day = task.sendAt.slice(0, 10)
  const { hid, wholeChain, id: except } = task
  const purpose = task.purpose === 'care' ? 'care' : 'marketing'
  const sensitive = (await sensitiveOf(cx, tree)).length > 0
  const standing = task.standing !== null && again !== undefined ? { kind: task.standing, again } : undefined
  const people = await reachable(cx, {
    hid,
    wholeChain,
    tree,
    sensitive,
    purpose,
    day,
    restDays,
    except,
    ...(standing ? { standing } : {}),
  })
  const facts = await factsOf(
    cx,
    tree,
    people.map((p) => p.pid),
  )
  const wordings = wordingsOf(task).length
  const rows = [...households(people)].flatMap(([mobile, family]) => {
    const [first] = family
    if (!first) return []
    const arm = armOf(task, wordings, mobile)
    return {
      hid,
      taskId: task.id,
      pid: first.pid,
      pids: family.map((p) => p.pid),
      mobile,
      arm,
      facts: JSON.stringify(facts.get(first.pid) ?? []),
      code: arm === 0 ? null : newLinkCode(),
      channel: task.wechatTemplateId === null ? ('sms' as const) : ('wechat' as const),
      state: arm === 0 ? recipientStates.is.control : recipientStates.is.waiting,
    }
  })
  for (let i = 0; i < rows.length; i += 500) await insertMany(cx, 'marketing_recipient', rows.slice(i, i + 500))
  return rows.length
}
type Funded = Pick<Row<'marketing_task'>, 'id' | 'hid' | 'ceiling' | 'sendAt'>
/** Moves money of a month to a task; the month has it. */
const moveAside = (cx: Cx, { id, hid, sendAt }: Funded, amount: number): Promise<number> =>
  post(cx, {
    hid,
    reason: '营销任务封顶',
    ref: `marketing_task:${id}`,
    lines: [
      { book: 'campaign', key: monthKey(hid, sendAt.slice(0, 7)), amount: -amount, floor: 0 },
      { book: 'campaign', key: taskKey(id), amount, floor: 0 },
    ],
  })
/** Sets the ceiling of a task aside from the budget of its month. */
async function setAside(cx: Cx<'month_spent'>, task: Funded): Promise<number> {
  const left = await fundMonth(cx, task.hid, task.sendAt.slice(0, 7))
  if (left < task.ceiling) return cx.refuse('month_spent', { left: (left / 100).toFixed(2), field: 'ceiling' })
  return moveAside(cx, task, task.ceiling)
}
/** What a task may still cost under its ceiling and does not hold; its rest went back to the month when it ended. */
async function lacking(cx: Cx, task: Funded): Promise<number> {
  const { spent } = await cx.db.the(
    { spent: 'number' },
    sql`
      select coalesce(sum(cost), 0) spent
      from marketing_recipient
      where task_id = ${task.id} and entry_id is not null
    `,
  )
  return Math.max(0, task.ceiling - spent - (await balance(cx, 'campaign', taskKey(task.id))))
}
/** Sets aside again what a task may still cost. */
export async function topUp(cx: Cx<'month_spent'>, task: Funded): Promise<void> {
  const ceiling = await lacking(cx, task)
  if (ceiling > 0) await setAside(cx, { ...task, ceiling })
}
/** The same as far as the month has it. */
export async function topUpAsFar(cx: Cx, task: Funded): Promise<void> {
  const amount = Math.min(await lacking(cx, task), await fundMonth(cx, task.hid, task.sendAt.slice(0, 7)))
  if (amount > 0) await moveAside(cx, task, amount)
}
/** What a task did not need goes back to its month. */
async function giveBack(cx: Cx, { id, hid, sendAt }: Pick<Row<'marketing_task'>, 'id' | 'hid' | 'sendAt'>): Promise<void> {
  const left = await balance(cx, 'campaign', taskKey(id))
  if (left > 0)
    await post(cx, {
      hid,
      reason: '营销任务余额退回',
      ref: `marketing_task:${id}`,
      lines: [
        { book: 'campaign', key: taskKey(id), amount: -left, floor: 0 },
        { book: 'campaign', key: monthKey(hid, sendAt.slice(0, 7)), amount: left, floor: 0 },
      ],
    })
}
export async function submitTask(cx: Cx<TaskSaveFails | 'task_fixed' | 'segment_empty' | 'month_spent'>, id: number): Promise<MessageTask> {
  const task = await openTask(cx, id)
  const tree = asTree(task.tree)
  await checkSensitive(cx, task.purpose, tree)
  checkChain(cx, task.wholeChain)
  const settings = await settingsOf(cx, task.hid)
  checkTime(cx, task.purpose, task.sendAt, settings)
  await checkPassed(cx, wordingsOf(task))
  const people = await draw(cx, task)
  if (!people) return cx.refuse('segment_empty', { field: 'tree' })
  const ceilingEntry = await setAside(cx, task)
  await change(
    cx,
    'marketing_task',
    { id },
    {},
    {
      people,
      ceilingEntry,
      needsApproval: people > settings.approveFrom,
      submittedBy: cx.who.ctid || null,
      submittedAt: cx.now,
    },
  )
  cx.touch('marketing')
  return taskOf(cx, id)
}
/** Whether somebody still has to approve it. */
const awaitsApproval = ({ status, submittedAt, approvedAt, needsApproval }: Row<'marketing_task'>): boolean =>
  status === taskStates.is.waiting && submittedAt !== null && approvedAt === null && needsApproval

export async function decideTask(
  cx: Cx<'task_not_submitted' | 'another_person'>,
  { id, agree, reason }: z.output<typeof Decide>,
): Promise<MessageTask> {
  const task = await locked(cx, 'marketing_task', { id })
  ownStore(cx, task.hid)
  if (!awaitsApproval(task)) return cx.refuse('task_not_submitted')
  if (task.submittedBy === cx.who.ctid) return cx.refuse('another_person')
  if (agree) await change(cx, 'marketing_task', { id }, {}, { approvedBy: cx.who.ctid, approvedAt: cx.now, rejectedReason: null })
  else {
    await cx.db.run(sql`delete from marketing_recipient where task_id = ${id}`)
    await giveBack(cx, task)
    await change(
      cx,
      'marketing_task',
      { id },
      {},
      {
        people: 0,
        needsApproval: false,
        submittedBy: null,
        submittedAt: null,
        ceilingEntry: null,
        rejectedReason: reason || '未写原因',
      },
    )
  }
  cx.touch('marketing')
  return taskOf(cx, id)
}
/** Takes back what was not handed over. A task that is over stays as it is. */
export async function stopTask(cx: Cx, id: number): Promise<MessageTask> {
  const task = await locked(cx, 'marketing_task', { id })
  ownStore(cx, task.hid)
  if (task.status > taskStates.is.sending || !task.submittedAt) return taskOf(cx, id)
  await cx.db.run(sql`
    update marketing_recipient
    set state = ${lit(recipientStates.is.takenBack)}, reason = '任务已停止'
    where task_id = ${id} and state = ${lit(recipientStates.is.waiting)}
  `)
  await update(cx, 'marketing_task', { id }, { stoppedAt: cx.now })
  await finish(cx, { ...task, stoppedAt: cx.now })
  cx.touch('marketing')
  return taskOf(cx, id)
}
/** Ends a task nobody of which waits any more: what was set aside and not needed returns. */
export async function finish(cx: Cx, task: Row<'marketing_task'>): Promise<void> {
  const left = await cx.db.the(
    { waiting: 'number', handed: 'number' },
    sql`
      select count(*) filter (where state = ${lit(recipientStates.is.waiting)}) waiting,
        count(*) filter (where state in (${lit(recipientStates.is.handed)}, ${lit(recipientStates.is.control)})) handed
      from marketing_recipient
      where task_id = ${task.id}
    `,
  )
  if (left.waiting) return
  await giveBack(cx, task)
  const isApproved = !task.needsApproval || task.approvedBy !== null
  const status = left.handed && isApproved && !(task.stoppedAt && !task.sentAt) ? taskStates.is.sent : taskStates.is.failed
  // What was stopped before anybody approved it never went out: nothing but its draft is left.
  await update(cx, 'marketing_task', { id: task.id }, isApproved ? { status } : { status, people: 0, needsApproval: false })
}

interface DailyTask {
  readonly task: Partial<Row<'marketing_task'>> & Pick<Row<'marketing_task'>, 'hid' | 'ceiling' | 'sendAt'>
  readonly again: number
}
/**
 * Today's task of a standing one: drawn and set aside like every other, by nobody. None where nobody is to be written to, or the month is
 * spent.
 */
export async function submitStanding(cx: Cx, { task, again }: DailyTask): Promise<number | undefined> {
  if ((await fundMonth(cx, task.hid, task.sendAt.slice(0, 7))) < task.ceiling) return undefined
  const row = await insert(cx, 'marketing_task', { ...task, submittedAt: cx.now })
  const people = await draw(cx, row, again)
  if (!people) {
    await remove(cx, 'marketing_task', { id: row.id })
    return undefined
  }
  const ceilingEntry = await moveAside(cx, row, row.ceiling)
  const { approveFrom } = await settingsOf(cx, task.hid)
  await update(cx, 'marketing_task', { id: row.id }, { people, ceilingEntry, needsApproval: people > approveFrom })
  cx.touch('marketing')
  return row.id
}
