/** Leaving a number alone: everybody on it withdraws, what waits is cancelled, at once and in one transaction. */
import { insert, lit, pageOf, sql, type Cx } from '#kernel/server/index.ts'
import { wordOf, z } from '#kernel/contract/index.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import { messageStates, smsStates } from '#modules/messages/contract/states.ts'
import type { SmsReplied } from '#modules/messages/contract/events.ts'
import { sendSms, withholdSms } from '#modules/messages/server/door.ts'
import { patientOf, withdrawConsent } from '#modules/patients/server/door.ts'
import { Touch, type TouchQuery, type Unsubscribe } from '../contract/shapes.ts'
import { recipientStates } from '../contract/states.ts'

type Way = z.output<typeof Unsubscribe>['way']
/** Withdraws the consent to marketing of everybody on a number and cancels what waits for it; asking twice changes nothing more. */
export async function leaveAlone(cx: Cx, { hid, mobile, way, pid }: { hid: number; mobile: string; way: Way; pid?: number }) {
  // Recipients first, as the sending locks them before it reads consents: of both at one moment the first to commit wins.
  const waiting = await cx.db.rows(
    { id: 'number', taskId: 'number' },
    sql`
      update marketing_recipient r
      set state = ${lit(recipientStates.is.takenBack)}, reason = '已退订'
      from marketing_task t
      where t.oid = r.oid
        and t.id = r.task_id
        and t.purpose = 'marketing'
        and r.mobile = ${mobile}
        and r.state = ${lit(recipientStates.is.waiting)}
      returning r.id, r.task_id
    `,
  )
  const consents = await cx.db.rows(
    { id: 'number' },
    sql`
      select s.id
      from consent s
      join consent_text t on t.oid = s.oid and t.id = s.text_id and t.kind in (2, 8)
      join patient p on p.oid = s.oid and p.pid = s.pid and regexp_replace(p.mobile, '[ -]', '', 'g') = ${mobile}
      where s.withdrawn_at is null
      order by s.id
    `,
  )
  for (const { id } of consents) await withdrawConsent(cx, { id, reason: '退订' })
  const held = await withholdSms(cx, mobile, '已退订')
  const last = await cx.db.one(
    { taskId: 'number | null' },
    sql`select task_id from marketing_touch where mobile = ${mobile} order by id desc limit 1`,
  )
  const cancelled = waiting.length + held
  await insert(cx, 'marketing_unsubscribe', {
    hid,
    mobile,
    way,
    pid: pid ?? null,
    taskId: last?.taskId ?? null,
    withdrawn: consents.length,
    cancelled,
  })
  cx.touch('marketing')
  return { withdrawn: consents.length, cancelled }
}
export async function unsubscribeMember(cx: Cx<'no_mobile'>, { pid, way }: z.output<typeof Unsubscribe>) {
  const { mobile, hid } = await patientOf(cx, pid)
  if (!mobile) return cx.refuse('no_mobile')
  return leaveAlone(cx, { hid, mobile: mobile.replace(/[ -]/g, ''), way, pid })
}
/** R, TD, T or the word itself, whatever stands around it. */
const asksToStop = (text: string): boolean => /^\s*(?:R|TD|T|退订|拒收)\s*[。.!！]?\s*$/i.test(text.normalize('NFKC'))
/** Who answers R is left alone and told so. */
export async function answered(cx: Cx, { hid, mobile, text }: SmsReplied): Promise<void> {
  if (!asksToStop(text)) return
  await leaveAlone(cx, { hid, mobile, way: 'reply' })
  const { shortName } = await storeOf(cx, hid)
  await sendSms(cx, { hid, mobile, template: 'unsubscribed', params: { store: shortName } })
}

const resultOf = (sms: number | null, message: number | null): string => {
  if (sms !== null) return wordOf(smsStates, sms)
  return message === null ? '未发' : wordOf(messageStates, message)
}
const KeptTouch = Touch.omit({ result: true }).extend({ messageStatus: z.int().nullable() })
/** Every message that reached for a member, or for somebody on their number, newest first. */
export async function touchesOf(cx: Cx, query: z.output<typeof TouchQuery>) {
  await patientOf(cx, query.pid)
  const { list, total } = await pageOf(
    cx,
    {
      of: KeptTouch,
      select: sql`
        t.id, t.at, t.purpose, t.task_id, m.name task_name, t.mobile, t.text, t.facts, t.arm, t.channel, t.cost, s.status sms_status,
        c.status message_status, r.opened_at
      `,
      from: sql`
        marketing_touch t
        left join marketing_task m on m.oid = t.oid and m.id = t.task_id
        left join sms s on s.oid = t.oid and s.sms_id = t.sms_id
        left join message c on c.oid = t.oid and c.message_id = t.message_id
        left join marketing_recipient r on r.oid = t.oid and r.task_id = t.task_id and r.mobile = t.mobile
      `,
      where: [sql`t.pid = ${query.pid}`],
      order: sql`t.id desc`,
    },
    query,
  )
  return {
    list: list.map(({ messageStatus, ...touch }) => ({ ...touch, result: resultOf(touch.smsStatus, messageStatus) })),
    total,
  }
}
