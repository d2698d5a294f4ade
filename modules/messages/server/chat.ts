/** The conversation with a member over WeChat. */
import { z } from '#kernel/contract/index.ts'
import { insert, sql, type Cx } from '#kernel/server/index.ts'
import { Message } from '../contract/shapes.ts'
import { messageStates } from '../contract/states.ts'

const columns = sql`message_id, pid, inbound, text, status, reason, read_at, created_at`
export const messageRows = { select: columns, from: sql`message`, order: sql`message_id desc` }
const messageOf = async (cx: Cx, messageId: number): Promise<Message> =>
  await cx.db.the(Message, sql`select ${columns} from message where message_id = ${messageId}`)

interface NewMessage {
  readonly pid: number
  readonly text: string
  /** The member's WeChat; without one the message stays here, marked as failed. */
  readonly openId?: string | null
  /** The store that writes, where it is not the present one. */
  readonly hid?: number
  /** Of a reminder: what it says by a registered template where the member may not be written to freely, and by SMS to `mobile` where WeChat refuses. */
  readonly notice?: Notice
}
export const Notice = z.object({
  template: z.literal('appointment'),
  params: z.record(z.string(), z.string()),
  mobile: z.string().nullable(),
})
type Notice = z.output<typeof Notice>
/** Writes to a member; it leaves with the commit. */
export async function postMessage(cx: Cx, { pid, text, openId = null, hid = cx.who.hid, notice }: NewMessage): Promise<Message> {
  const { messageId } = await insert(cx, 'message', { hid, pid, text, openId, ...(notice ? { notice: JSON.stringify(notice) } : {}) })
  await cx.enqueue('messages.chat', { messageId })
  cx.touch('messages')
  return messageOf(cx, messageId)
}

/** Keeps what a member wrote. */
export async function receiveMessage(cx: Cx, { pid, text }: { pid: number; text: string }): Promise<Message> {
  const { messageId } = await insert(cx, 'message', {
    hid: cx.who.hid,
    pid,
    text,
    inbound: true,
    status: messageStates.is.sent,
    ctid: null,
  })
  cx.touch('messages')
  return messageOf(cx, messageId)
}

/** A member's conversation, oldest first: the last `limit` messages, or those before a message. */
export const messagesOf = async (
  cx: Cx,
  pid: number,
  { limit = 100, before }: { limit?: number; before?: number } = {},
): Promise<Message[]> =>
  (
    await cx.db.rows(
      Message,
      sql`select ${columns} from message where pid = ${pid} and (${before ?? null}::bigint is null or message_id < ${before ?? null}) order by message_id desc limit ${limit}`,
    )
  ).reverse()

/** Marks what a member wrote as read; answers how many were new. */
export async function markRead(cx: Cx, pid: number): Promise<number> {
  const read = await cx.db.run(sql`update message set read_at = app_now() where pid = ${pid} and inbound and read_at is null`)
  if (read) cx.touch('messages')
  return read
}

/** Unread messages of members: pid → how many, for the stores the account sees. */
export const unreadOf = async (cx: Cx): Promise<Map<number, number>> =>
  new Map(
    (
      await cx.db.rows(
        { pid: 'number', n: 'number' },
        sql`select pid, count(*) n from message where hid = any(${cx.who.hids}) and inbound and read_at is null group by pid`,
      )
    ).map((r) => [r.pid, r.n]),
  )

const Replies = { last: 'string | null', until: 'string | null', sent: 'number' } as const
/** Messages a clinic may write over WeChat after the member's last one, and until when (Official Accounts, customer service messages; rule of 2023-06). */
const MOST_REPLIES = 5
export async function repliesLeft(cx: Cx, pid: number): Promise<{ replies: number; repliesUntil: string | null }> {
  const { last, until, sent } = await cx.db.the(
    Replies,
    sql`select l.at last, l.at + interval '48 hours' until, (select count(*) from message o where o.pid = ${pid} and not o.inbound and o.created_at > l.at) sent
    from (select max(created_at) at from message where pid = ${pid} and inbound and created_at > app_now() - interval '48 hours') l`,
  )
  return last === null ? { replies: 0, repliesUntil: null } : { replies: Math.max(0, MOST_REPLIES - sent), repliesUntil: until }
}
