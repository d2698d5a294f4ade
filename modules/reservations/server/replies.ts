/** Replies of members to a WeChat reminder: 确认, 取消 and 改约 within three days apply to the reminded reservation. */
import { addDays } from '#kernel/contract/days.ts'
import { dayEnd, dayStart, lit, sql, type Cx } from '#kernel/server/index.ts'
import { postMessage, sendSms } from '#modules/messages/server/door.ts'
import { settingIn } from '#modules/settings/server/door.ts'
import type { WechatHeard } from '#modules/patients/contract/events.ts'
import { reservationStates } from '../contract/states.ts'
import { shortTime } from './rules.ts'
import { cancelReservation, step } from './status.ts'

const { is } = reservationStates
const Booking = { resid: 'number', visitAt: 'string', status: 'number' } as const

/** Reminds members of tomorrow's reservations over WeChat; by SMS, where the store allows it, if WeChat fails or is not bound. */
export async function remindTomorrow(cx: Cx): Promise<void> {
  const tomorrow = addDays(cx.today, 1)
  const due = await cx.db.rows(
    {
      ...Booking,
      hid: 'number',
      pid: 'number',
      name: 'string',
      mobile: 'string | null',
      openId: 'string | null',
      store: 'string',
      bySms: 'boolean',
    },
    sql`
      select r.resid, r.visit_at, r.status, r.hid, r.pid, p.name, p.mobile, p.wechat_open_id open_id, s.name store,
        ${settingIn(sql`r.hid`, 'remindBySms')}::boolean by_sms
      from reservation r
      join patient p using (oid, pid)
      join store s on s.oid = r.oid and s.hid = r.hid
      where r.visit_at >= ${dayStart(tomorrow)}
        and r.visit_at < ${dayEnd(tomorrow)}
        and r.status in ${lit(reservationStates.in.ahead)}
        and r.reminded_at is null
      order by r.resid
      for update of r
    `,
  )
  for (const b of due) {
    const time = shortTime(b.visitAt)
    if (b.openId)
      await postMessage(cx, {
        hid: b.hid,
        pid: b.pid,
        openId: b.openId,
        text: `${b.name}您好，您已预约${time}到${b.store}就诊。回复「确认」「取消」或「改约」`,
        notice: { template: 'appointment', params: { name: b.name, time, store: b.store }, mobile: b.bySms ? b.mobile : null },
      })
    else if (b.mobile && b.bySms)
      await sendSms(cx, {
        hid: b.hid,
        pid: b.pid,
        mobile: b.mobile,
        template: 'appointment',
        params: { name: b.name, time, store: b.store },
      })
    else continue
    await cx.db.run(sql`update reservation set reminded_at = app_now() where resid = ${b.resid}`)
  }
}

/** The member's next reservation that was reminded of within three days. */
const reminded = (cx: Cx, pid: number) =>
  cx.db.one(
    Booking,
    sql`
      select resid, visit_at, status
      from reservation
      where pid = ${pid}
        and status in ${lit(reservationStates.in.ahead)}
        and visit_at > app_now()
        and reminded_at > app_now() - interval '72 hours'
      order by visit_at
      limit 1
    `,
  )

type Answer = (cx: Cx, booking: { resid: number; visitAt: string; status: number }) => Promise<string>
const answers: Readonly<Record<string, Answer>> = {
  async 确认(cx, { resid, visitAt, status }) {
    if (status !== is.confirmed) await step(cx, resid, 'confirm', '会员在微信确认', true)
    return `已确认 ${shortTime(visitAt)} 的预约，请准时到店`
  },
  async 取消(cx, { resid, visitAt }) {
    await cancelReservation(cx, resid, '会员在微信取消', undefined, true)
    return `已取消 ${shortTime(visitAt)} 的预约，需要时可重新预约`
  },
  改约: (_, { visitAt }) => Promise.resolve(`收到，前台会与您联系改约 ${shortTime(visitAt)} 的就诊`),
}

/** Handles a message that concerns a reservation; others wait for the desk. */
export async function answered(cx: Cx, { pid, openId, text, menu }: WechatHeard): Promise<void> {
  const reply = (words: string) => postMessage(cx, { pid, openId, text: words })
  if (menu) return void (await reply(await nextVisit(cx, pid)))
  const answer = answers[text.replace(/[\s「」。！!.]/g, '')]
  const booking = answer && (await reminded(cx, pid))
  if (!booking) return
  await reply(await answer(cx, booking))
  cx.touch('reservations')
}

async function nextVisit(cx: Cx, pid: number): Promise<string> {
  const next = await cx.db.one(
    { visitAt: 'string', store: 'string' },
    sql`
      select r.visit_at, s.name store
      from reservation r
      join store s on s.oid = r.oid and s.hid = r.hid
      where r.pid = ${pid} and r.status in ${lit(reservationStates.in.ahead)} and r.visit_at > app_now()
      order by r.visit_at
      limit 1
    `,
  )
  return next ? `您的下一次就诊：${shortTime(next.visitAt)}，${next.store}` : '您目前没有预约'
}
