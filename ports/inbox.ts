/** What the local sides of SMS and WeChat delivered to a number or a WeChat, newest first; kept in memory until the server stops. */
import { clinicNow } from '#kernel/contract/index.ts'

export interface LocalMessage {
  readonly at: string
  readonly channel: '短信' | '微信'
  readonly text: string
  /** Page a tap on the message opens. */
  readonly url?: string | undefined
}
const KEPT = 30
const MOST_INBOXES = 2000
const inboxes = new Map<string, LocalMessage[]>()

export function keepLocally(recipient: string, message: Omit<LocalMessage, 'at'>): void {
  if (inboxes.size > MOST_INBOXES) inboxes.clear()
  inboxes.set(recipient, [{ ...message, at: clinicNow() }, ...(inboxes.get(recipient) ?? [])].slice(0, KEPT))
}
export const localInbox = (recipient: string): readonly LocalMessage[] => inboxes.get(recipient) ?? []

export interface LocalReply {
  readonly no: string
  readonly mobile: string
  readonly text: string
}
const replies: LocalReply[] = []
/** What somebody answers on the local phone; the last ones are told as often as they are asked for. */
export function replyLocally(mobile: string, text: string): void {
  replies.push({ no: `LOCAL-${Date.now()}-${replies.length}`, mobile, text })
  if (replies.length > KEPT) replies.shift()
}
export const localReplies = (): readonly LocalReply[] => replies
