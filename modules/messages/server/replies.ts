/** Answers to messages: each is kept once, in the organisation that wrote to the number last, and announced. */
import { sql, type Cx } from '#kernel/server/index.ts'
import type { JobContext } from '#kernel/server/registry.ts'
import { smsPort } from '#ports/sms/choose.ts'
import { smsReplied } from '../contract/events.ts'

/**
 * Keeps an answer and announces it; false where it is kept already or nobody here wrote to the number. `no` is the provider's number of it.
 */
export async function keepReply(cx: Cx, reply: { no: string; mobile: string; text: string }): Promise<boolean> {
  const last = await cx.db.one(
    { hid: 'number' },
    sql`
      select hid
      from sms
      where mobile = ${reply.mobile} and purpose <> 'code' and created_at > app_now() - interval '30 days'
      order by sms_id desc
      limit 1
    `,
  )
  if (!last) return false
  const kept = await cx.db.one(
    { id: 'number' },
    sql`
      insert into sms_reply (hid, no, mobile, text)
      values (${last.hid}, ${reply.no}, ${reply.mobile}, ${reply.text.slice(0, 500)})
      on conflict (oid, no) do nothing
      returning id
    `,
  )
  if (!kept) return false
  await cx.announce(smsReplied, { hid: last.hid, mobile: reply.mobile, text: reply.text })
  cx.touch('messages')
  return true
}
export async function pollReplies({ tx }: JobContext): Promise<void> {
  for (const reply of await smsPort().replies()) await tx((cx) => keepReply(cx, reply))
}
