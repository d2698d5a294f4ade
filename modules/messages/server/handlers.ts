import type { z } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, everyRow, excel, implement, pageOf, sheet, sql, type Cx, type Listing, lit } from '#kernel/server/index.ts'
import { ownStore, spendBalance } from '#modules/institution/server/door.ts'
import { smsPort } from '#ports/sms/choose.ts'
import { messages } from '../contract/endpoints.ts'
import { smsPackages } from '../contract/templates.ts'
import { Sms, ChatMessage, type SmsQuery } from '../contract/shapes.ts'
import { messageRows } from './chat.ts'
import { addPieces, missingParams, resend, sendSms, smsLeft, smsRows } from './sms.ts'
import { smsStates } from '../contract/states.ts'

/** Remaining pieces of a store and its use since the first of the month. */
async function balanceOf(cx: Cx, hid: number) {
  const used = await cx.db.the(
    { sent: 'number', failed: 'number' },
    sql`
      select coalesce(sum(pieces) filter (where status in ${lit(smsStates.in.sent)}), 0) sent,
        coalesce(sum(pieces) filter (where status = ${lit(smsStates.is.failed)}), 0) failed
      from sms
      where hid = ${hid} and purpose <> 'code' and created_at >= date_trunc('month', ${cx.today}::date)
    `,
  )
  const { label, simulated } = smsPort()
  return { hid, balance: await smsLeft(cx, hid), sentThisMonth: used.sent, failedThisMonth: used.failed, service: label, simulated }
}

const smsSheet = sheet('短信', Sms, ['createdAt', 'mobile', 'purpose', 'text', 'status', 'reason', 'pieces', 'cost', 'deliveredAt'])
const smsOfStore = (query: z.output<typeof SmsQuery>): Listing => ({
  ...smsRows,
  where: [
    sql`s.hid = ${query.hid}`,
    Boolean(query.mobile) && sql`s.mobile like ${`%${query.mobile!.replace(/\D/g, '')}%`}`,
    query.status !== undefined && sql`s.status = ${query.status}`,
    query.purpose !== undefined && sql`s.purpose = ${query.purpose}`,
    query.startDate !== undefined && sql`s.created_at >= ${dayStart(query.startDate)}`,
    query.endDate !== undefined && sql`s.created_at < ${dayEnd(query.endDate)}`,
  ],
})

export default implement(messages, {
  'sms.notice': async (cx, { hid, mobile, template, params }) => {
    ownStore(cx, hid)
    const names = missingParams(template, params)
    if (names.length) return cx.refuse('sms_params', { names: names.join('、'), field: 'params' })
    return sendSms(cx, { hid, mobile, template, params })
  },
  'sms.list': (cx, query) => pageOf(cx, { of: Sms, ...smsOfStore(query) }, query),
  'sms.export': async (out, query) => excel(smsSheet, out.stream(Sms, everyRow(smsOfStore(query))), `短信-${out.today}.xlsx`),
  'sms.resend': async (cx, { id }) => {
    await resend(cx, id)
    return null
  },
  'sms.balance': (cx, { hid }) => balanceOf(cx, ownStore(cx, hid)),
  'account.sms-charge': async (cx, { hid, number }) => {
    ownStore(cx, hid)
    const ref = `sms-charge:${cx.requestId}`
    await spendBalance(cx, { hid, amount: smsPackages[number], ref, reason: '短信充值' })
    await addPieces(cx, hid, number, ref)
    return balanceOf(cx, hid)
  },
  'messages.list': (cx, query) => pageOf(cx, { of: ChatMessage, ...messageRows, where: [sql`m.hid = ${query.hid}`] }, query),
})
