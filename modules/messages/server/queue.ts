/** Processing of a message after the commit: sending, delivery reports, refunds of pieces. */
import { z } from '#kernel/contract/index.ts'
import { job, nightly, reverse, sql, update, type Cx, lit, type ShapedRow } from '#kernel/server/index.ts'
import type { JobContext } from '#kernel/server/registry.ts'
import { providerCode, smsPort } from '#ports/sms/choose.ts'
import { wechatPort } from '#ports/wechat/choose.ts'
import { chatClosed, smsFailed, templateRefused } from '../contract/events.ts'
import { pollReplies } from './replies.ts'
import { smsStates, messageStates } from '../contract/states.ts'
import { Notice, repliesLeft, StoreTemplate } from './chat.ts'
import { sendSms } from './sms.ts'

const Waiting = z.object({
  smsId: z.int(),
  mobile: z.string(),
  template: z.string(),
  text: z.string(),
  params: z.record(z.string(), z.string()).nullable(),
})
/** A refused message returns its pieces. */
async function failed(cx: Cx, smsId: number, reason: string): Promise<void> {
  const row = await update(cx, 'sms', { smsId }, { status: smsStates.is.failed, reason: reason.slice(0, 500) })
  if (row?.entryId) await reverse(cx, row.entryId, '短信未发出')
  await cx.db.run(sql`update sms set entry_id = null where sms_id = ${smsId}`)
  await cx.announce(smsFailed, { smsId, reason })
  cx.touch('messages')
}
/** Takes back what waits for a number and was not handed over: nothing leaves after somebody unsubscribed. */
export async function withholdSms(cx: Cx, mobile: string, reason: string): Promise<number> {
  const rows = await cx.db.rows(
    { smsId: 'number' },
    sql`
      select sms_id
      from sms
      where mobile = ${mobile} and purpose = 'marketing' and status = ${lit(smsStates.is.waiting)}
      for update
    `,
  )
  for (const { smsId } of rows) await failed(cx, smsId, reason)
  return rows.length
}

async function send({ tx }: JobContext, { smsId, params }: { smsId: number; params?: Record<string, string> }): Promise<void> {
  const row = await tx((cx) =>
    cx.db.one(
      Waiting,
      sql`
        select sms_id, mobile, template, text, params
        from sms
        where sms_id = ${smsId} and status = ${lit(smsStates.is.waiting)}
      `,
    ),
  )
  if (!row) return
  const port = smsPort()
  const accepted = await port.send({
    no: String(smsId),
    mobile: row.mobile,
    code: providerCode(row.template),
    params: params ?? row.params ?? {},
    text: row.text,
  })
  await tx(async (cx) => {
    if (!accepted.taken) return failed(cx, smsId, accepted.reason)
    await cx.db.run(
      sql`
        update sms
        set status = ${lit(smsStates.is.taken)}, receipt = ${accepted.receipt}, sent_at = app_now(), reason = null
        where sms_id = ${smsId}
      `,
    )
    cx.touch('messages')
  })
  if (port.simulated) await askReceipts({ tx })
}

const Sent = {
  smsId: 'number',
  mobile: 'string',
  receipt: 'string',
  day: 'string',
} as const
type Sent = ShapedRow<typeof Sent>
/** Queries delivery of the messages sent in the last three days. */
async function askReceipts({ tx }: JobContext): Promise<void> {
  const waiting = await tx((cx) =>
    cx.db.rows(
      Sent,
      sql`
        select sms_id, mobile, receipt, to_char(sent_at, 'YYYY-MM-DD') "day"
        from sms
        where status = ${lit(smsStates.is.taken)} and sent_at > app_now() - interval '3 days'
        order by sms_id
        limit 200
      `,
    ),
  )
  for (const row of waiting) {
    const state = await smsPort().stateOf(row)
    if (state.status === 'delivered')
      await tx((cx) =>
        cx.db
          .run(
            sql`
              update sms
              set status = ${lit(smsStates.is.delivered)}, delivered_at = coalesce(nullif(${state.at}, '')::timestamptz, app_now())
              where sms_id = ${row.smsId} and status = ${lit(smsStates.is.taken)}
            `,
          )
          .then(() => cx.touch('messages')),
      )
    if (state.status === 'failed') await tx((cx) => failed(cx, row.smsId, state.reason))
  }
}

const Leaving = z.object({
  text: z.string(),
  openId: z.string().nullable(),
  pid: z.int(),
  hid: z.int(),
  notice: z.discriminatedUnion('template', [Notice, StoreTemplate]).nullable(),
})
type LeavingNotice = z.output<typeof Leaving>['notice']
/**
 * A template of a store always goes as such: its page opens by a tap. Free text reaches members who wrote recently; others get the
 * registered notice, or nothing.
 */
async function overWechat(openId: string | null, text: string, notice: LeavingNotice, isFree: () => Promise<boolean>) {
  if (notice?.template === 'store')
    return wechatPort().sendTemplate(openId, { number: notice.number, data: notice.params, url: notice.url })
  return !openId || (await isFree()) ? wechatPort().sendText(openId, text) : outOfTurn(openId, notice)
}
async function chat({ tx }: JobContext, { messageId }: { messageId: number }): Promise<void> {
  const row = await tx((cx) =>
    cx.db.one(
      Leaving,
      sql`
        select text, open_id, pid, hid, notice
        from message
        where message_id = ${messageId} and status = ${lit(messageStates.is.sending)} and not inbound
      `,
    ),
  )
  if (!row) return
  const { notice, openId, pid, hid } = row
  const sent = await overWechat(openId, row.text, notice, async () => (await tx((cx) => repliesLeft(cx, pid, messageId))).replies > 0)
  await tx(async (cx) => {
    const own = notice?.template === 'appointment' ? notice : undefined
    const bySms = !sent.taken && own?.mobile
    if (bySms) await sendSms(cx, { hid, pid, mobile: bySms, template: own.template, params: own.params })
    await update(
      cx,
      'message',
      { messageId },
      sent.taken
        ? { status: messageStates.is.sent }
        : { status: messageStates.is.failed, reason: bySms ? `${sent.reason}，已改发短信` : sent.reason },
    )
    if (!sent.taken && openId && !notice) await cx.announce(chatClosed, { messageId, pid, hid })
    if (!sent.taken && notice?.template === 'store') await cx.announce(templateRefused, { messageId, reason: sent.reason })
    cx.touch('messages')
  })
}

const CLOSED = { taken: false, reason: '会员 48 小时内没有来消息，或已回复 5 条，微信不再送达' } as const
const outOfTurn = (openId: string, notice: z.output<typeof Notice> | null) =>
  notice ? wechatPort().sendNotice(openId, notice.template, notice.params) : Promise.resolve(CLOSED)

export default [
  job('messages.sms', send),
  job('messages.receipts', (context: JobContext) => askReceipts(context)),
  job('messages.chat', chat),
  job('messages.replies', (context: JobContext) => pollReplies(context)),
  nightly('messages.ask-replies', '*/2 * * * *', async (cx) => {
    // Only who was written to in the last days can answer.
    const written = await cx.db.any(sql`select 1 from sms where sent_at > app_now() - interval '7 days' limit 1`)
    if (written) await cx.enqueue('messages.replies', {})
  }),
  // Delivery reports arrive within minutes; only stores with pending ones cause work.
  nightly('messages.ask-receipts', '*/5 * * * *', async (cx) => {
    const waiting = await cx.db.any(
      sql`
        select 1
        from sms
        where status = ${lit(smsStates.is.taken)} and sent_at > app_now() - interval '3 days'
        limit 1
      `,
    )
    if (waiting) await cx.enqueue('messages.receipts', {})
  }),
]
