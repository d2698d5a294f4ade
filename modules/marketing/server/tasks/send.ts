/**
 * Sending: one number at a time, in transactions of fifty. Consent, the hours and what was told lately are asked again under the lock; the
 * touch, the SMS and its money are one transaction, so a crash leaves all of it or nothing, and the next run goes on where it ended.
 */
import { asTree } from '#kernel/contract/segments/condition.ts'
import { balance, join, lit, locked, post, reverse, sql, update, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import type { JobContext } from '#kernel/server/registry.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import { resendSms, sendSms, smsLeft } from '#modules/messages/server/door.ts'
import { PIECE_PRICE, piecesOf } from '#modules/messages/contract/templates.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { fallReason } from '../../contract/fields.ts'
import type { MessageTask } from '../../contract/shapes.ts'
import { recipientStates, taskStates } from '../../contract/states.ts'
import { number, whyNot } from '../segments/audience.ts'
import { sensitiveOf } from '../segments/sensitive.ts'
import { linkOf, SAMPLE_CODE } from '../links.ts'
import { isOpenHour, settingsOf, spentKey, taskKey } from '../settings.ts'
import { canMend, taskOf, wordingsOf } from './read.ts'
import { contentOf, messageOf, smsTemplateOf } from './save.ts'
import { finish, topUp } from './submit.ts'
import { JudgedRecipient, keepTouch, type Recipient, type Sending } from './touch.ts'
import { overWechat } from './wechat.ts'

const BATCH = 50
type MessageTaskRow = Row<'marketing_task'>

/** Tasks of a store whose hour has come and that may go out. */
export const dueTasks = (cx: Cx, hid: number): Promise<Array<{ id: number; purpose: string }>> =>
  cx.db.rows(
    { id: 'number', purpose: 'string' },
    sql`
      select id, purpose
      from marketing_task
      where hid = ${hid}
        and status in ${lit(taskStates.in.open)}
        and submitted_at is not null
        and send_at <= ${cx.now}
        and (not needs_approval or approved_by is not null)
      order by send_at, id
    `,
  )

/** The people of a batch as they stand now, each with the consents a message would rest on. */
async function judge(cx: Cx, task: MessageTaskRow, pids: readonly number[], restDays: number): Promise<Map<number, JudgedRecipient>> {
  const consent = (kind: 2 | 8) => sql`
    (
      select max(s.id)
      from consent s
      join consent_text t on t.oid = s.oid and t.id = s.text_id and t.kind = ${lit(kind)}
      where s.oid = p.oid and s.pid = p.pid and s.withdrawn_at is null
    )
  `
  const sensitive = (await sensitiveOf(cx, asTree(task.tree))).length > 0
  const purpose = task.purpose === 'care' ? ('care' as const) : ('marketing' as const)
  const rows = await cx.db.rows(
    JudgedRecipient,
    sql`
      select p.pid,
        p.name,
        ${number} as mobile,
        ${consent(2)} consent_id,
        ${consent(8)} health_id,
        coalesce(
          p.wechat_open_id,
          (
            select g.wechat_open_id
            from patient_family f
            join patient g on g.oid = f.oid and g.pid = f.other_pid
            where f.oid = p.oid and f.pid = p.pid and f.is_guardian and g.wechat_open_id is not null
            order by g.pid
            limit 1
          )
        ) open_id,
        case when p.status <> ${lit(patientStates.is.present)} then 'stopped'
          else ${whyNot({ purpose, day: cx.today, restDays, sensitive, except: task.id }, cx.today)}
        end as why
      from patient p
      where p.pid = any(${pids}::bigint[])
    `,
  )
  return new Map(rows.map((row) => [row.pid, row]))
}
const wordOfReason = (why: string | null): string => fallReason.meta()?.options?.[why ?? ''] ?? '会员已改号或已删除'
const takeBack = (cx: Cx, { id }: Recipient, reason: string, state: Recipient['state'] = recipientStates.is.takenBack) =>
  update(cx, 'marketing_recipient', { id }, { state, reason })

/** Hands one number over: touch, SMS and money together. */
async function handOver(
  cx: Cx,
  { task, store, restDays }: Sending,
  recipient: Recipient,
  family: readonly JudgedRecipient[],
): Promise<void> {
  const [first] = family
  const wording = wordingsOf(task)[recipient.arm - 1]
  if (!first || !wording) return
  const names = family.map((p) => p.name).join('、')
  const facts = { name: names, store, day: task.sendAt.slice(0, 10), link: linkOf(recipient.code ?? SAMPLE_CODE) }
  if (await overWechat(cx, { task, restDays }, recipient, { first, family, facts })) return
  const text = messageOf(task.purpose, wording, facts)
  const cost = piecesOf(text) * PIECE_PRICE
  if ((await balance(cx, 'campaign', taskKey(task.id))) < cost)
    return void (await takeBack(cx, recipient, '超出封顶', recipientStates.is.failed))
  if ((await smsLeft(cx, task.hid, true)) < piecesOf(text))
    return void (await takeBack(cx, recipient, '短信余额不足', recipientStates.is.failed))
  const entryId = await post(cx, {
    hid: task.hid,
    reason: '营销短信',
    ref: `marketing_task:${task.id}`,
    lines: [
      { book: 'campaign', key: taskKey(task.id), amount: -cost, floor: 0 },
      { book: 'campaign', key: spentKey(task.hid), amount: cost, floor: null },
    ],
  })
  const sms = await sendSms(cx, {
    hid: task.hid,
    mobile: recipient.mobile,
    pid: first.pid,
    template: smsTemplateOf(task.purpose),
    params: { name: names, store, content: contentOf(wording, facts) },
  })
  await keepTouch(cx, { task, restDays }, recipient, { first, text, cost, smsId: sms.smsId })
  await update(
    cx,
    'marketing_recipient',
    { id: recipient.id },
    {
      state: recipientStates.is.handed,
      channel: 'sms',
      smsId: sms.smsId,
      entryId,
      cost,
      handedAt: cx.now,
      reason: null,
    },
  )
}
/** Sends the next fifty numbers of a task; answers whether more wait that may go now. */
export async function sendSome(cx: Cx, id: number): Promise<boolean> {
  const task = await locked(cx, 'marketing_task', { id })
  const isAllowed = task.submittedAt !== null && (!task.needsApproval || task.approvedBy !== null) && task.sendAt <= cx.now
  if (!isAllowed || task.status > taskStates.is.sending || task.stoppedAt) return false
  const settings = await settingsOf(cx, task.hid)
  if (!isOpenHour(cx.now, task.purpose, settings)) return false
  if (task.status === taskStates.is.waiting) await update(cx, 'marketing_task', { id }, { status: taskStates.is.sending, sentAt: cx.now })
  const recipients = await cx.db.rows(
    wholeRow('marketing_recipient'),
    sql`
      select *
      from marketing_recipient
      where task_id = ${id} and state = ${lit(recipientStates.is.waiting)}
      order by id
      limit ${BATCH}
      for no key update
    `,
  )
  const standing = await judge(
    cx,
    task,
    recipients.flatMap((r) => r.pids),
    settings.restDays,
  )
  const { shortName } = await storeOf(cx, task.hid)
  for (const recipient of recipients) {
    const family = recipient.pids.flatMap((pid) => standing.get(pid) ?? []).filter((p) => p.mobile === recipient.mobile)
    const open = family.filter((p) => p.why === null)
    if (open.length) await handOver(cx, { task, store: shortName, restDays: settings.restDays }, recipient, open)
    else await takeBack(cx, recipient, wordOfReason(family[0]?.why ?? null))
  }
  cx.touch('marketing')
  if (recipients.length === BATCH) return true
  await finish(cx, { ...task, sentAt: task.sentAt ?? cx.now })
  return false
}
export async function sendTask({ tx }: JobContext, { id }: { id: number }): Promise<void> {
  while (await tx((cx) => sendSome(cx, id)));
}

/** A message the provider refused: its money returns to the task's month, and the number counts as failed. */
export async function smsFailed(cx: Cx, { smsId, reason }: { smsId: number; reason: string }): Promise<void> {
  const row = await cx.db.one(
    wholeRow('marketing_recipient'),
    sql`select * from marketing_recipient where sms_id = ${smsId} for no key update`,
  )
  if (!row || row.state !== recipientStates.is.handed) return
  if (row.entryId) await reverse(cx, row.entryId, '营销短信未发出')
  await update(cx, 'marketing_recipient', { id: row.id }, { state: recipientStates.is.failed, entryId: null, reason: reason.slice(0, 200) })
  const task = await locked(cx, 'marketing_task', { id: row.taskId })
  if (task.status > taskStates.is.sending) await finish(cx, task)
  cx.touch('marketing')
}
/**
 * Sends again what can mend. What never left waits anew; what the provider refused goes by its own SMS, paid once more because its money
 * came back.
 */
export async function resendTask(cx: Cx<'nothing_to_resend' | 'month_spent'>, id: number): Promise<MessageTask> {
  const task = await locked(cx, 'marketing_task', { id })
  if (!cx.who.hids.includes(task.hid)) return cx.refuse('not_found', { what: '短信任务' })
  const rows = await cx.db.rows(
    wholeRow('marketing_recipient'),
    sql`
      select *
      from marketing_recipient
      where task_id = ${id} and state = ${lit(recipientStates.is.failed)}
      order by id
      for no key update
    `,
  )
  const again = rows.filter((r) => canMend(r.reason ?? ''))
  if (!again.length) return cx.refuse('nothing_to_resend')
  await topUp(cx, task)
  const unsent = again.filter((r) => r.smsId === null)
  if (unsent.length) {
    await cx.db.run(sql`
      update marketing_recipient
      set state = ${lit(recipientStates.is.waiting)}, reason = null
      where id in (${join(unsent.map((r) => sql`${r.id}`))})
    `)
    await update(cx, 'marketing_task', { id }, { status: taskStates.is.sending })
    await cx.enqueue('marketing.send', { id })
  }
  for (const recipient of again.filter((r) => r.smsId !== null)) await resendOne(cx, task, recipient)
  cx.touch('marketing')
  return taskOf(cx, id)
}
async function resendOne(cx: Cx, task: MessageTaskRow, recipient: Recipient): Promise<void> {
  if (recipient.smsId === null || !(await resendSms(cx, recipient.smsId))) return
  const entryId = await post(cx, {
    hid: task.hid,
    reason: '营销短信重发',
    ref: `marketing_task:${task.id}`,
    lines: [
      { book: 'campaign', key: taskKey(task.id), amount: -recipient.cost, floor: 0 },
      { book: 'campaign', key: spentKey(task.hid), amount: recipient.cost, floor: null },
    ],
  })
  await update(cx, 'marketing_recipient', { id: recipient.id }, { state: recipientStates.is.handed, entryId, reason: null })
}
