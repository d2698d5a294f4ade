/** What members are told by itself: one message a day to a number, not at night, not against their will. */
import { addDays, type z } from '#kernel/contract/index.ts'
import { dayStart, lit, locked, move, sql, stay, update, wholeRow, type Cx, type Row, type ShapedRow } from '#kernel/server/index.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { postMessage, repliesLeft, sendSms } from '#modules/messages/server/door.ts'
import { messageStates, smsStates } from '#modules/messages/contract/states.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import type { Message } from '../../contract/shapes.queue.ts'
import { restDaysIn, restOn } from '../../contract/holidays.ts'
import { isQuiet, type Quiet } from '../../contract/quiet.ts'
import { channels, isRule, ruleOf } from '../../contract/rules.ts'
import { written } from '../../contract/script.ts'
import { revisitMachine } from '../../contract/states.ts'
import { barred } from './barred.ts'
import { cancelRevisit, free } from '../cancel.ts'
import { factsOf, scriptOf } from '../scripts.ts'

type Task = Row<'revisit'>
const Member = { member: 'number', mobile: 'string | null', name: 'string', openId: 'string | null' } as const
type Due = Task & ShapedRow<typeof Member>
const OPEN = lit(revisitMachine.in.open)

/** The quiet hours of a store. */
export const quietOf = async (cx: Cx, hid: number): Promise<Quiet> => ({
  from: await settingOf(cx, hid, 'revisitQuietFrom'),
  to: await settingOf(cx, hid, 'revisitQuietTo'),
})
/** Whether it is a time at which nothing is sent by itself: the quiet hours, a holiday, a day the store rests. */
async function resting(cx: Cx, hid: number): Promise<boolean> {
  if (isQuiet(cx.now, await quietOf(cx, hid))) return true
  return restOn(cx.today, restDaysIn(await settingOf(cx, hid, 'revisitRestDays'))) !== undefined
}
/**
 * Whether a number was written to today, by SMS or over the WeChat of a member who has it; codes aside, which its owner asked for, and
 * answers to what a member wrote.
 */
const toldToday = (cx: Cx, mobile: string): Promise<boolean> =>
  cx.db.any(
    sql`
      select 1
      from sms
      where hid = any(${cx.who.hids})
        and mobile = ${mobile.replace(/[ -]/g, '')}
        and purpose <> 'code'
        and created_at >= ${dayStart(cx.today)}
      union all
      select 1
      from message m
      join patient p on p.oid = m.oid and p.pid = m.pid
      where p.mobile = ${mobile}
        and m.hid = any(${cx.who.hids})
        and not m.inbound
        and m.status <> ${lit(messageStates.is.failed)}
        and m.created_at >= ${dayStart(cx.today)}
        and not exists (
          select
          from message i
          where i.oid = m.oid
            and i.pid = m.pid
            and i.inbound
            and i.event is null
            and i.created_at between m.created_at - interval '48 hours' and m.created_at
        )
      limit 1
    `,
  )

/** One of whom the message tells, or several of one number. */
const named = (tasks: readonly Due[]): string => [...new Set(tasks.map((t) => t.name))].join('、')
/** What is written: each thing once, one after the other. */
async function contentOf(cx: Cx, tasks: readonly Due[]): Promise<string> {
  const sentences: string[] = []
  for (const task of tasks) {
    const { text } = await scriptOf(cx, task)
    sentences.push(written(text, await factsOf(cx, task)))
  }
  return [...new Set(sentences)].join('').slice(0, 300)
}

/** The task whose member WeChat lets us write to; without one it is an SMS. */
async function overWechat(cx: Cx, tasks: readonly Due[]): Promise<Due | undefined> {
  for (const task of tasks)
    if (task.channel === channels.wechat && task.openId && (await repliesLeft(cx, task.member)).replies > 0) return task
  return undefined
}
/** Tells the tasks of one number with one message, and closes them as the system. */
async function tell(cx: Cx, hid: number, tasks: readonly Due[]): Promise<void> {
  const [first] = tasks
  if (!first?.mobile) return
  const content = await contentOf(cx, tasks)
  const { shortName } = await storeOf(cx, hid)
  const wechat = await overWechat(cx, tasks)
  const marketing = tasks.some((t) => isRule(t.rule) && ruleOf(t.rule).consent)
  const sent = wechat
    ? { messageId: (await postMessage(cx, { pid: wechat.member, text: content, openId: wechat.openId })).messageId }
    : {
        smsId: (
          await sendSms(cx, {
            hid,
            mobile: first.mobile,
            template: marketing ? 'marketing' : 'notice',
            params: { name: named(tasks), store: shortName, content },
            pid: first.member,
          })
        ).smsId,
      }
  for (const task of tasks)
    await move(cx, revisitMachine, task.rvid, 'done', {
      automatic: true,
      note: wechat ? '已发微信' : '已发短信',
      set: { ...free, ...sent, doneRevisitTime: cx.now },
    })
}

/** Sends what is due in a store, number by number. What cannot be sent becomes a call, or ends with the reason. */
export async function tellDue(cx: Cx, hid: number): Promise<void> {
  if (await resting(cx, hid)) return
  const due = await cx.db.rows(
    wholeRow('revisit', Member),
    sql`
      select r.*, p.pid member, p.mobile, p.name, p.wechat_open_id open_id
      from revisit r
      join patient p on p.oid = r.oid and p.pid = r.pid
      where r.hid = ${hid}
        and r.status in ${OPEN}
        and r.channel in (2, 3)
        and r.due_at <= ${cx.now}
        and (r.claimed_until is null or r.claimed_until < ${cx.now})
      order by r.due_at, r.rvid
      limit 500
      for no key update of r skip locked
    `,
  )
  const open: Due[] = []
  for (const task of due) if (await stillToTell(cx, task)) open.push(task)
  for (const mobile of new Set(open.flatMap((t) => t.mobile ?? []))) {
    const tasks = open.filter((t) => t.mobile === mobile)
    if (await toldToday(cx, mobile)) await tomorrow(cx, hid, tasks)
    else await tell(cx, hid, tasks)
  }
  if (due.length) cx.touch('revisits')
}
/** Whether a member is to be written to: who may not be is left alone, who has no number is called. */
async function stillToTell(cx: Cx, task: Due): Promise<boolean> {
  const rule = isRule(task.rule) ? ruleOf(task.rule) : {}
  const why = (await barred(cx, rule, [task.member])).get(task.member)
  if (why) {
    await cancelRevisit(cx, task, why, true)
    return false
  }
  if (task.mobile) return true
  await toCall(cx, task, '没有手机号，转电话')
  return false
}
async function toCall(cx: Cx, { rvid, status }: Pick<Task, 'rvid' | 'status'>, why: string): Promise<void> {
  await update(cx, 'revisit', { rvid }, { channel: channels.phone })
  await stay(cx, revisitMachine, rvid, status, 'channel', why)
}
async function tomorrow(cx: Cx, hid: number, tasks: readonly Due[]): Promise<void> {
  const to = await settingOf(cx, hid, 'revisitQuietTo')
  for (const { rvid, status } of tasks) {
    await update(cx, 'revisit', { rvid }, { nextTryAt: `${addDays(cx.today, 1)} ${to}:00` })
    await stay(cx, revisitMachine, rvid, status, 'postpone', '今天已给这个号码发过一条')
  }
}

/** A message that did not arrive becomes a call. */
export async function callFailed(cx: Cx, hid: number): Promise<void> {
  const rows = await cx.db.rows(
    { rvid: 'number' },
    sql`
      select r.rvid
      from revisit r
      left join sms s on s.oid = r.oid and s.sms_id = r.sms_id
      left join message m on m.oid = r.oid and m.message_id = r.message_id
      where r.hid = ${hid}
        and r.status = ${lit(revisitMachine.is.done)}
        and r.done_revisit_time > ${dayStart(addDays(cx.today, -3))}
        and (s.status in ${lit(smsStates.in.again)} or m.status = ${lit(messageStates.is.failed)})
      order by r.rvid
    `,
  )
  for (const { rvid } of rows)
    await move(cx, revisitMachine, rvid, 'reopen', {
      automatic: true,
      note: '消息未送达，转电话',
      set: { channel: channels.phone, smsId: null, messageId: null, doneRevisitTime: null, outcome: null },
    })
  if (rows.length) cx.touch('revisits')
}

/** Whoever was not reached three times is written to, once a day and not at night: what may not be said now is owed. */
export async function tellMissed(cx: Cx, task: Task): Promise<void> {
  const owed = !(await writtenMissed(cx, task))
  if (owed !== task.owed) await update(cx, 'revisit', { rvid: task.rvid }, { owed })
}
/** Whom the store owes such a message, where the task is still open. */
export async function tellOwed(cx: Cx, hid: number): Promise<void> {
  if (await resting(cx, hid)) return
  const tasks = await cx.db.rows(
    wholeRow('revisit'),
    sql`
      select *
      from revisit
      where hid = ${hid} and owed and status in ${OPEN}
      order by rvid
      limit 500
      for no key update skip locked
    `,
  )
  for (const task of tasks) await tellMissed(cx, task)
  if (tasks.length) cx.touch('revisits')
}
/** Answers whether nothing is left to be said. */
async function writtenMissed(cx: Cx, task: Task): Promise<boolean> {
  const member = await cx.db.one(
    { pid: 'number', mobile: 'string | null', name: 'string' },
    sql`select pid, mobile, name from patient where pid = ${task.pid}`,
  )
  if (!member?.mobile || (await barred(cx, {}, [member.pid])).size) return true
  if ((await resting(cx, task.hid)) || (await toldToday(cx, member.mobile))) return false
  const { shortName, phone } = await storeOf(cx, task.hid)
  const content = `我们多次致电未能接通，方便时请回电${phone ? ` ${phone}` : ''}，或到店联系。`
  const { smsId } = await sendSms(cx, {
    hid: task.hid,
    mobile: member.mobile,
    template: 'notice',
    params: { name: member.name, store: shortName, content },
    pid: member.pid,
  })
  await stay(cx, revisitMachine, task.rvid, task.status, 'message', `短信 ${smsId}`)
  return true
}
/** An urgent task of one person that nobody answered for two hours is everybody's. */
export async function raise(cx: Cx, hid: number): Promise<void> {
  const rows = await cx.db.rows(
    { rvid: 'number', status: 'number' },
    sql`
      update revisit
      set category = 1, review_staff = null, version = version + 1
      where hid = ${hid}
        and status in ${OPEN}
        and urgency = 3
        and category = 0
        and due_at < ${cx.now}::timestamptz - interval '2 hours'
        and (claimed_until is null or claimed_until < ${cx.now})
      returning rvid, status
    `,
  )
  for (const { rvid, status } of rows) await stay(cx, revisitMachine, rvid, status, 'raise', '两小时无人处理，转为所有人可见')
  if (rows.length) cx.touch('revisits')
}

type MessageFails = 'no_phone' | 'no_wechat' | 'wechat_closed' | 'no_contact' | 'told_today' | 'quiet_hours'
/** Writes to the member of a task by hand: once a day to a number, not at night. The task stays where it is. */
export async function writeTo(cx: Cx<MessageFails>, { rvid, channel, text }: z.output<typeof Message>): Promise<null> {
  const task = await locked(cx, 'revisit', { rvid })
  ownStore(cx, task.hid)
  const member = await cx.db.one(
    { pid: 'number', name: 'string', mobile: 'string | null', openId: 'string | null' },
    sql`select pid, name, mobile, wechat_open_id open_id from patient where pid = ${task.pid}`,
  )
  if (!member) return cx.refuse('not_found', { what: '会员' })
  const why = (await barred(cx, {}, [member.pid])).get(member.pid)
  if (why) return cx.refuse('no_contact', { what: why })
  const quiet = await quietOf(cx, task.hid)
  if (isQuiet(cx.now, quiet)) return cx.refuse('quiet_hours', { ...quiet })
  if (channel === channels.wechat) {
    if (!member.openId) return cx.refuse('no_wechat')
    // Within the hours after a message of the member's it is an answer; outside of them WeChat takes none.
    if ((await repliesLeft(cx, member.pid)).replies === 0) return cx.refuse('wechat_closed')
    await postMessage(cx, { pid: member.pid, text, openId: member.openId })
  } else await sms(cx, task.hid, member, text)
  await stay(cx, revisitMachine, rvid, task.status, 'message', `${channel === channels.wechat ? '微信' : '短信'}：${text}`)
  cx.touch('revisits')
  return null
}
async function sms(
  cx: Cx<MessageFails>,
  hid: number,
  { pid, name, mobile }: { pid: number; name: string; mobile: string | null },
  content: string,
): Promise<void> {
  if (!mobile) return cx.refuse('no_phone')
  if (await toldToday(cx, mobile)) return cx.refuse('told_today')
  const { shortName } = await storeOf(cx, hid)
  await sendSms(cx, { hid, mobile, template: 'notice', params: { name, store: shortName, content }, pid })
}
