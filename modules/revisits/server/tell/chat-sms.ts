/** What WeChat takes no more goes to the member by SMS: not against their will, and not in the quiet hours, after which it follows. */
import { sql, type Cx } from '#kernel/server/index.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import type { ChatClosed } from '#modules/messages/contract/events.ts'
import { messagesOwed, sentBySms, smsWaits, smsWithheld } from '#modules/messages/server/door.ts'
import { isQuiet } from '../../contract/quiet.ts'
import { barred } from './barred.ts'
import { quietOf } from './tell.ts'

export async function closedTo(cx: Cx, { messageId, pid, hid }: ChatClosed): Promise<void> {
  const member = await cx.db.one({ name: 'string', mobile: 'string | null' }, sql`select name, mobile from patient where pid = ${pid}`)
  if (!member?.mobile) return smsWithheld(cx, messageId, '没有手机号')
  const why = (await barred(cx, {}, [pid])).get(pid)
  if (why) return smsWithheld(cx, messageId, why)
  const quiet = await quietOf(cx, hid)
  if (isQuiet(cx.now, quiet)) return smsWaits(cx, messageId, quiet.to)
  const { shortName } = await storeOf(cx, hid)
  await sentBySms(cx, messageId, { mobile: member.mobile, name: member.name, store: shortName })
}

/** What waited for the end of the quiet hours. */
export async function sendOwed(cx: Cx, hid: number): Promise<void> {
  if (isQuiet(cx.now, await quietOf(cx, hid))) return
  for (const message of await messagesOwed(cx, hid)) await closedTo(cx, message)
}
