/** Sends a message that WeChat refused by SMS, with the text of its row, at once or at the end of the quiet hours. */
import { lit, sql, update, type Cx } from '#kernel/server/index.ts'
import { messageStates } from '../contract/states.ts'
import { sendSms } from './sms.ts'

const { is } = messageStates
const Row = { messageId: 'number', pid: 'number', hid: 'number', text: 'string', status: 'number' } as const

/** Sends a message by SMS once; does nothing if it was sent. */
export async function sentBySms(cx: Cx, messageId: number, to: { mobile: string; name: string; store: string }): Promise<void> {
  const row = await cx.db.one(
    Row,
    sql`
      select message_id, pid, hid, text, status
      from message
      where message_id = ${messageId} and not inbound and sms_id is null and status in (${lit(is.failed)}, ${lit(is.owed)})
      for update
    `,
  )
  if (!row) return
  const { smsId } = await sendSms(cx, {
    hid: row.hid,
    pid: row.pid,
    mobile: to.mobile,
    template: 'notice',
    params: { name: to.name, store: to.store, content: row.text },
  })
  await update(cx, 'message', { messageId }, { status: is.bySms, smsId, reason: null })
  cx.touch('messages')
}
/** Defers a message to the end of the quiet hours. */
export async function smsWaits(cx: Cx, messageId: number, until: string): Promise<void> {
  await update(cx, 'message', { messageId }, { status: is.owed, reason: `免打扰时间，${until} 后改发短信` })
  cx.touch('messages')
}
/** Records why the message cannot be sent by SMS either. */
export async function smsWithheld(cx: Cx, messageId: number, why: string): Promise<void> {
  await cx.db.run(
    sql`
      update message
      set status = ${lit(is.failed)},
        reason = left(concat_ws('；', case when status = ${lit(is.failed)} then reason end, ${`未改发短信：${why}`}::text), 500)
      where message_id = ${messageId} and sms_id is null
    `,
  )
  cx.touch('messages')
}
/** Deferred messages of a store, oldest first. */
export const messagesOwed = (cx: Cx, hid: number): Promise<Array<{ messageId: number; pid: number; hid: number }>> =>
  cx.db.rows(
    { messageId: 'number', pid: 'number', hid: 'number' },
    sql`
      select message_id, pid, hid
      from message
      where hid = ${hid} and status = ${lit(is.owed)}
      order by message_id
      limit 200
      for update skip locked
    `,
  )
