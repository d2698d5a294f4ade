/** The touch of a message: whom it reached for and why, the way it went, the consents it rests on. */
import { asTree } from '#kernel/contract/segments/condition.ts'
import { insert, type Cx, type Row, type ShapedRow } from '#kernel/server/index.ts'
import { sensitiveOf } from '../segments/sensitive.ts'

export type Recipient = Row<'marketing_recipient'>
export const JudgedRecipient = {
  pid: 'number',
  name: 'string',
  mobile: 'string',
  why: 'string | null',
  consentId: 'number | null',
  healthId: 'number | null',
  openId: 'string | null',
} as const
export type JudgedRecipient = ShapedRow<typeof JudgedRecipient>

export interface Sending {
  readonly task: Row<'marketing_task'>
  readonly store: string
  readonly restDays: number
}
interface SentTouch {
  readonly first: JudgedRecipient
  readonly text: string
  readonly cost: number
  readonly smsId?: number | null
  readonly messageId?: number | null
}
/** What was sent and why, with the consents it rests on: only ever added. */
export async function keepTouch(
  cx: Cx,
  { task, restDays }: Pick<Sending, 'task' | 'restDays'>,
  recipient: Recipient,
  { first, text, cost, smsId = null, messageId = null }: SentTouch,
): Promise<void> {
  const sensitive = (await sensitiveOf(cx, asTree(task.tree))).length > 0
  const marketing = task.purpose === 'marketing'
  await insert(cx, 'marketing_touch', {
    hid: task.hid,
    taskId: task.id,
    pid: first.pid,
    mobile: recipient.mobile,
    purpose: task.purpose,
    sensitive,
    segmentId: task.segmentId,
    segmentNo: task.segmentNo,
    facts: JSON.stringify(recipient.facts),
    arm: recipient.arm,
    text,
    cost,
    consentId: marketing ? first.consentId : null,
    healthConsentId: marketing && sensitive ? first.healthId : null,
    channel: messageId === null ? 'sms' : 'wechat',
    smsId,
    messageId,
    day: cx.today,
    at: cx.now,
    restDays,
  })
}
