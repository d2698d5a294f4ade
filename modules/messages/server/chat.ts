/** WeChat conversation with a member. */
import { z } from '#kernel/contract/index.ts'
import { insert, lit, sql, type Cx } from '#kernel/server/index.ts'
import { ChatMessage } from '../contract/shapes.ts'
import { messageStates } from '../contract/states.ts'
import { noteMedia, type Media } from './media.ts'

const columns = sql`
  m.message_id, m.pid, m.inbound, m.text, m.status, coalesce(m.reason, s.reason) reason, m.read_at, m.created_at, f.kind media_kind,
  f.status media_status, f.mime media_mime, f.tries media_tries, f.reason media_reason, s.status sms_status
`
const from = sql`
  message m
  left join message_media f on f.oid = m.oid and f.message_id = m.message_id
  left join sms s on s.oid = m.oid and s.sms_id = m.sms_id
`
export const messageRows = { select: columns, from, order: sql`m.message_id desc` }
const messageOf = async (cx: Cx, messageId: number): Promise<ChatMessage> =>
  await cx.db.the(ChatMessage, sql`select ${columns} from ${from} where m.message_id = ${messageId}`)

interface NewMessage {
  readonly pid: number
  readonly text: string
  /** The member's WeChat; without one the message is stored as failed. */
  readonly openId?: string | null
  /** The sending store, if not the current one. */
  readonly hid?: number
  /** For a reminder: a registered template where free text is not allowed, and SMS to `mobile` where WeChat refuses. */
  readonly notice?: Notice
}
export const Notice = z.object({
  template: z.literal(['appointment', 'balance']),
  params: z.record(z.string(), z.string()),
  mobile: z.string().nullable(),
})
type Notice = z.output<typeof Notice>
/** A template message of a store: the account's number of the template, its fields by key, the page a tap opens. */
export const StoreTemplate = z.object({
  template: z.literal('store'),
  number: z.string(),
  params: z.record(z.string(), z.string()),
  url: z.string().optional(),
})
interface NewTemplateMessage {
  readonly pid: number
  readonly hid: number
  readonly openId: string
  readonly text: string
  readonly template: Omit<z.output<typeof StoreTemplate>, 'template'>
}
/** Queues a template message; where WeChat refuses it, `templateRefused` is announced. Returns the message. */
export async function postTemplate(cx: Cx, { template, ...message }: NewTemplateMessage): Promise<number> {
  const { messageId } = await insert(cx, 'message', { ...message, notice: JSON.stringify({ template: 'store', ...template }) })
  await cx.enqueue('messages.chat', { messageId })
  cx.touch('messages')
  return messageId
}
/** Writes to a member. The message is sent after the commit. */
export async function postMessage(cx: Cx, { pid, text, openId = null, hid = cx.who.hid, notice }: NewMessage): Promise<ChatMessage> {
  const { messageId } = await insert(cx, 'message', { hid, pid, text, openId, ...(notice ? { notice: JSON.stringify(notice) } : {}) })
  await cx.enqueue('messages.chat', { messageId })
  cx.touch('messages')
  return messageOf(cx, messageId)
}

/** An action of a member without text. */
export type ChatEvent = 'follow' | 'leave' | 'menu' | 'scan'
/** Stores a message or action of a member. Scanned codes do not count as unread. */
export async function receiveMessage(
  cx: Cx,
  { pid, text, event = null, media }: { pid: number; text: string; event?: ChatEvent | null; media?: Media | undefined },
): Promise<ChatMessage> {
  const { messageId } = await insert(cx, 'message', {
    hid: cx.who.hid,
    pid,
    text,
    inbound: true,
    event,
    ...(event === 'scan' ? { readAt: cx.now } : {}),
    status: messageStates.is.sent,
    ctid: null,
  })
  if (media) await noteMedia(cx, messageId, { pid, ...media })
  cx.touch('messages')
  return messageOf(cx, messageId)
}

/** A member's conversation, oldest first: the last `limit` messages, or those before a message. */
export const messagesOf = async (
  cx: Cx,
  pid: number,
  { limit = 100, before }: { limit?: number; before?: number } = {},
): Promise<ChatMessage[]> =>
  (
    await cx.db.rows(
      ChatMessage,
      sql`
        select ${columns}
        from ${from}
        where m.pid = ${pid} and (${before ?? null}::bigint is null or m.message_id < ${before ?? null})
        order by m.message_id desc
        limit ${limit}
      `,
    )
  ).reverse()

/** Marks a member's messages as read. Returns how many were new. */
export async function markRead(cx: Cx, pid: number): Promise<number> {
  const read = await cx.db.run(sql`update message set read_at = app_now() where pid = ${pid} and inbound and read_at is null`)
  if (read) cx.touch('messages')
  return read
}

/** Unread messages by pid, for the stores of the account. */
export const unreadOf = async (cx: Cx): Promise<Map<number, number>> =>
  new Map(
    (
      await cx.db.rows(
        { pid: 'number', n: 'number' },
        sql`
          select pid, count(*) n
          from message
          where hid = any(${cx.who.hids}) and inbound and read_at is null
          group by pid
        `,
      )
    ).map((r) => [r.pid, r.n]),
  )

const Replies = { until: 'string | null', left: 'number' } as const
/**
 * WeChat's sending limits: five messages within 48 hours of the member's last message, three within a minute of following, scanning or a
 * menu choice (Official Accounts, customer service messages; limits as of 2023-06). `but` excludes a message from the count.
 */
export async function repliesLeft(cx: Cx, pid: number, but = 0): Promise<{ replies: number; repliesUntil: string | null }> {
  const { until, left } = await cx.db.the(
    Replies,
    sql`
      select max(o.until) filter (where o.left_ > 0) "until", coalesce(max(o.left_), 0)::int "left"
      from (
        select l.at + l.open "until",
          l.most - (
            select count(*)
            from message m
            where m.pid = ${pid}
              and not m.inbound
              and m.status in (${lit(messageStates.is.sending)}, ${lit(messageStates.is.sent)})
              and m.created_at > l.at
              and m.message_id <> ${but}
          ) left_
        from (
          select max(created_at) at, interval '48 hours' open, 5 most
          from message
          where pid = ${pid} and inbound and event is null and created_at > app_now() - interval '48 hours'
          union all
          select max(created_at), interval '1 minute', 3
          from message
          where pid = ${pid} and inbound and event in ('follow', 'menu', 'scan') and created_at > app_now() - interval '1 minute'
        ) l
        where l.at is not null
      ) o
    `,
  )
  return { replies: Math.max(0, left), repliesUntil: left > 0 ? until : null }
}
