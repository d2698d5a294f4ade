/** Check-in by scanning the store's code: today's reservation gets its number once, and the chat reply names it. */
import { addDays } from '#kernel/contract/days.ts'
import { dayEnd, dayStart, lit, sql, wholeRow, type Cx, type Out } from '#kernel/server/index.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import { postMessage } from '#modules/messages/server/door.ts'
import { checkInOf, checkInScene } from '#modules/patients/contract/check-in.ts'
import type { WechatScanned } from '#modules/patients/contract/events.ts'
import { wechatPort } from '#ports/wechat/choose.ts'
import type { CheckInCode } from '../contract/shapes.rooms.ts'
import { reservationStates } from '../contract/states.ts'
import { label, numbered } from './numbers.ts'
import { shortTime } from './rules.ts'

/** The store's code for today, so that a saved one is useless tomorrow. */
export async function checkInCode(out: Out, { hid }: { hid: number }): Promise<CheckInCode> {
  const { name } = await out.tx((cx) => storeOf(cx, hid))
  const scene = checkInScene(out.who.oid, hid, out.today)
  const left = (Date.parse(`${addDays(out.today, 1)}T00:00:00+08:00`) - Date.now()) / 1000
  const url = await wechatPort().sceneUrl(scene, Math.max(60, Math.round(left)))
  return { url, day: out.today, store: name, simulated: wechatPort().simulated }
}

/** The member's open number today, in any store. */
const ticketOn = (cx: Cx, pid: number) =>
  cx.db.one(
    wholeRow('queue_ticket'),
    sql`
      select *
      from queue_ticket
      where pid = ${pid} and day = ${cx.today}::date and closed_at is null
      order by ticket_id desc
      limit 1
    `,
  )

/** Reply text to the member. */
async function replyText(cx: Cx, pid: number, { hid, day }: { hid: number; day: string }): Promise<string> {
  if (day !== cx.today) return '这个签到码已过期，请扫门店今天的签到码'
  // Concurrent scans wait here for the first.
  const ahead = await cx.db.rows(
    wholeRow('reservation', { store: 'string' }),
    sql`
      select r.*, s.name store
      from reservation r
      join store s on s.oid = r.oid and s.hid = r.hid
      where r.pid = ${pid}
        and r.status in ${lit(reservationStates.in.ahead)}
        and r.visit_at >= ${dayStart(cx.today)}
        and r.visit_at < ${dayEnd(cx.today)}
      order by r.hid <> ${hid}, r.visit_at, r.resid
      for update of r
    `,
  )
  const had = await ticketOn(cx, pid)
  if (had) return `您已签到，号码 ${label(had)}，请等候叫号`
  const [booking] = ahead
  if (!booking) return '今天没有您的预约，请到前台登记'
  if (booking.hid !== hid) return `您今天 ${shortTime(booking.visitAt)} 预约的是${booking.store}，请到前台办理`
  if (!(await numbered(cx, booking, undefined, true))) throw new Error(`member ${pid} took a number meanwhile`)
  cx.touch('reservations')
  const ticket = await ticketOn(cx, pid)
  return `签到成功，${shortTime(booking.visitAt)} 的预约号码 ${ticket ? label(ticket) : ''}，请等候叫号`
}

export async function checkedIn(cx: Cx, { pid, openId, scene }: WechatScanned): Promise<void> {
  const target = checkInOf(scene)
  if (!target || target.oid !== cx.who.oid || !cx.who.hids.includes(target.hid)) return
  await postMessage(cx, { pid, openId, hid: target.hid, text: await replyText(cx, pid, target) })
}
