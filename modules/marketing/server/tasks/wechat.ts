/** Care over WeChat first: a template of the store for whoever follows; what WeChat refuses goes by SMS. */
import { find, locked, sql, update, wholeRow, type Cx } from '#kernel/server/index.ts'
import { z } from '#kernel/contract/index.ts'
import type { TemplateRefused } from '#modules/messages/contract/events.ts'
import { postTemplate } from '#modules/messages/server/door.ts'
import { wechatKind } from '../../contract/fields.ts'
import { recipientStates, ruleStates, taskStates } from '../../contract/states.ts'
import { contentOf, type MessageFacts } from './save.ts'
import { keepTouch, type JudgedRecipient, type Recipient, type Sending } from './touch.ts'
import { topUpAsFar } from './submit.ts'

const TemplateFields = z.array(z.object({ key: z.string(), label: z.string(), text: z.string() }))
interface Household {
  readonly first: JudgedRecipient
  readonly family: readonly JudgedRecipient[]
  readonly facts: MessageFacts
}
/** Hands a number over to WeChat; false where its task has no template, or nobody of the household follows. */
export async function overWechat(
  cx: Cx,
  { task, restDays }: Pick<Sending, 'task' | 'restDays'>,
  recipient: Recipient,
  { first, family, facts }: Household,
): Promise<boolean> {
  const openId = family.find((one) => one.openId)?.openId
  if (task.wechatTemplateId === null || recipient.channel !== 'wechat' || !openId) return false
  const template = await find(cx, 'wechat_template', { id: task.wechatTemplateId })
  if (template?.status !== ruleStates.is.active) return false
  const fields = TemplateFields.parse(template.fields).map(({ text, ...field }) => ({
    ...field,
    value: contentOf({ text, params: {} }, facts),
  }))
  const title = wechatKind.meta()?.options?.[template.kind] ?? ''
  const text = [title, ...fields.map(({ label, value }) => `${label}：${value}`)].join('\n')
  const messageId = await postTemplate(cx, {
    pid: first.pid,
    hid: task.hid,
    openId,
    text,
    template: { number: template.number, params: Object.fromEntries(fields.map(({ key, value }) => [key, value])), url: facts.link },
  })
  await keepTouch(cx, { task, restDays }, recipient, { first, text, cost: 0, messageId })
  const handed = { state: recipientStates.is.handed, channel: 'wechat' as const, messageId, handedAt: cx.now, reason: null }
  await update(cx, 'marketing_recipient', { id: recipient.id }, handed)
  return true
}
/** WeChat took it not: the number waits again, for its SMS, as far as ceiling and month allow. */
export async function wechatRefused(cx: Cx, { messageId }: TemplateRefused): Promise<void> {
  const row = await cx.db.one(
    wholeRow('marketing_recipient'),
    sql`select * from marketing_recipient where message_id = ${messageId} for no key update`,
  )
  if (row?.state !== recipientStates.is.handed || row.channel !== 'wechat') return
  const task = await locked(cx, 'marketing_task', { id: row.taskId })
  if (task.status > taskStates.is.sending) {
    await topUpAsFar(cx, task)
    await update(cx, 'marketing_task', { id: task.id }, { status: taskStates.is.sending })
  }
  await update(cx, 'marketing_recipient', { id: row.id }, { state: recipientStates.is.waiting, channel: 'sms', messageId: null })
  await cx.enqueue('marketing.send', { id: task.id })
}
