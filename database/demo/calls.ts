/**
 * Ninety days of follow-up, week by week in each store, when the visits are told: the rules of the nights, an invitation to everybody and a
 * greeting to many, the calls of the desk and of the optometrist with what came of them, and the visits they brought. Of the invitation one
 * script is better, as many more come; of the greeting neither is.
 */
import { queueStates, reservationStates } from '#modules/reservations/contract/states.ts'
import { result } from '#modules/revisits/contract/fields.ts'
import { armOf } from '#modules/revisits/contract/script.ts'
import { revisitMachine } from '#modules/revisits/contract/states.ts'
import type { Chain, Shop } from './clinic.ts'
import { Chance, shiftDay } from './random.ts'
import { DemoRefused, inTurn, there, type Teller } from './teller.ts'
import { timeOn } from './visits.ts'

/** A member as the calls know them: since which day, in which store of the chain. */
export interface FollowedMember {
  readonly member: number
  readonly pid: number
  readonly place: number
  readonly since: string
}
const WEEKS = 13
const DAYS = 7
/** Every so many weeks the rules are followed. */
const RULED = 5
const PLACES = 3
/** One for each week and store, one for the chats, and the night before today. */
export const CALL_STEPS = WEEKS * PLACES + PLACES

interface Of {
  readonly chain: Chain
  readonly people: readonly FollowedMember[]
  readonly now: string
}
export function takeCalls(n: number, caller: Of): Promise<void> {
  const [week, place] = [Math.floor(n / PLACES), n % PLACES]
  return week < WEEKS ? weekOf(caller, week, place) : lastNight(caller, place)
}

const INVITED = '复查提醒'
const GREETED = '老会员关怀'
/** Whom a caller persuades: by type and script. */
const PERSUADED: Readonly<Record<string, readonly [a: number, b: number]>> = { [INVITED]: [0.2, 0.46], [GREETED]: [0.26, 0.26] }
const ELSE = [0.24, 0.24] as const

async function weekOf({ chain, people, now }: Of, week: number, place: number): Promise<void> {
  const shop = there(chain.shops[place])
  const first = shiftDay(now.slice(0, 10), -WEEKS * DAYS + week * DAYS)
  const manager = shop.as('manager', timeOn(first, 60))
  // Every night would make, and let lapse, what nobody of so few callers gets to.
  if (week % RULED === 0) await manager('revisits.rules.run', { hid: shop.hid })
  const own = people.filter((p) => p.place === place && p.since < shiftDay(first, -30))
  const { list } = await manager('revisits.types.list', { hid: shop.hid })
  const typed = new Map(list.map((type) => [type.name, type.id]))
  for (const [name, days, share] of [
    [INVITED, 0, 1],
    [GREETED, 6, 2],
  ] as const) {
    const pids = own.filter((p) => (p.member + days) % WEEKS === week && p.member % share === 0).map((p) => p.pid)
    const type = typed.get(name)
    if (pids.length && type !== undefined)
      await manager('revisits.batch', {
        hid: shop.hid,
        pids,
        type,
        revisitTime: timeOn(shiftDay(first, 1), 600),
        content: name === INVITED ? '半年未查，邀请复查' : '老会员问候',
      })
  }
  const most = Math.ceil((own.length * 2.2) / WEEKS / DAYS) + 1
  for (let day = 0; day < DAYS; day++) await dayOf(shop, place, shiftDay(first, day), { most, now })
}

const CALLERS = ['reception', 'optometrist'] as const
/** A day of calls: what is due, in the order of the list, by turns. */
async function dayOf(shop: Shop, place: number, day: string, { most, now }: { most: number; now: string }): Promise<void> {
  const due = await shop.as('reception', timeOn(day, 570))('revisits.list', { hid: shop.hid, due: day, channel: 1, per_page: most })
  const c = new Chance(31_000_000 + Number(day.replaceAll('-', '').slice(2)) * PLACES + place)
  const tasks = due.list.filter((t) => t.createdAt < timeOn(day, 570) && t.pid !== null)
  await inTurn(tasks.entries(), async ([n, task]) => {
    const clock = timeOn(day, 580 + Math.floor((n * 500) / most))
    const caller = task.reviewStaff === shop.who('doctor').ctid ? 'doctor' : there(CALLERS[n % CALLERS.length])
    await unlessRefused(() => called(c, { shop, call: shop.as(caller, clock), day, now }, task))
  })
}
/** What the clinic of the day refuses (a slot that is taken, a task a visit ended meanwhile) was not done. */
async function unlessRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof DemoRefused)) throw error
    return false
  }
}

interface Calling {
  shop: Shop
  call: Teller
  day: string
  now: string
}
interface Task {
  readonly rvid: number
  readonly typeName: string | null
}
const NOTES = ['家长说最近看得清楚', '已说明复查时间', '问了戴镜情况，没有不适', '会考虑，暑假再来'] as const
async function called(c: Chance, { shop, call, day, now }: Calling, { rvid, typeName }: Task): Promise<void> {
  const { is } = revisitMachine
  // Drawn whatever comes of it, so that the next task has the same chances.
  const [reached, comes, speaks, later, minute] = [c.next(), c.next(), c.next(), c.int(2, 18), c.int(0, 12)]
  if (reached < 0.22) return void (await call('revisits.status', { rvid, status: is.unreached, note: '无人接听' }))
  const persuaded = (PERSUADED[typeName ?? ''] ?? ELSE)[armOf(rvid)]
  if (comes < persuaded) return comesTo(c, { shop, call, now }, rvid, `${shiftDay(day, later)} ${timeOn(day, 600 + minute * 30).slice(11)}`)
  const done = (more: object) => call('revisits.status', { rvid, status: is.done, ...more })
  if (speaks < 0.02) await done({ outcome: result.wrongNumber, note: '号码已换人' })
  else if (speaks < 0.035) await done({ outcome: result.stop, note: '请不要再打' })
  else if (speaks < 0.055) await done({ outcome: result.complaint, note: '等候时间太长' })
  else if (speaks < 0.3) await done({ outcome: result.refused, noNext: '已在别处检查' })
  else if (speaks < 0.4)
    await call('revisits.status', { rvid, status: is.waiting, outcome: result.later, nextDate: timeOn(shiftDay(day, 3), 1050) })
  else await done({ note: there(NOTES[Math.floor(speaks * 10) % NOTES.length]) })
}
/** Booked on the phone; who comes by yesterday is seen, one in ten stays away. */
async function comesTo(c: Chance, { shop, call, now }: Omit<Calling, 'day'>, rvid: number, visitAt: string): Promise<void> {
  const room = c.pick(shop.rooms)
  const stays = c.chance(0.1)
  const { resid } = await call('revisits.book', { rvid, visitAt, note: '电话约好' })
  const day = visitAt.slice(0, 10)
  if (resid === null || day >= now.slice(0, 10)) return
  const minute = Number(visitAt.slice(11, 13)) * 60 + Number(visitAt.slice(14, 16))
  const { is } = reservationStates
  const desk = shop.as('reception', timeOn(day, minute))
  if (stays) return void (await shop.as('manager', timeOn(day, 21 * 60))('reservations.legacy.status', { id: resid, status: is.noShow }))
  await desk('reservations.legacy.status', { id: resid, status: is.numbered })
  const doctor = (clock: string) => shop.as('doctor', clock)
  await doctor(timeOn(day, minute + 15))('reservations.numbers', { resid, status: queueStates.is.seen, consulting_id: room })
  await doctor(timeOn(day, minute + 40))('reservations.legacy.status', { id: resid, status: is.completed })
}

const CHATS = 6
/** What the night before today made of it all; members who write over WeChat about their next visit. */
async function lastNight({ chain, now }: Of, place: number): Promise<void> {
  const shop = there(chain.shops[place])
  await shop.as('manager', now)('revisits.rules.run', { hid: shop.hid })
  const today = now.slice(0, 10)
  const desk = shop.as('reception', now)
  const ahead = await desk('reservations.legacy.list', {
    hid: shop.hid,
    startDate: shiftDay(today, 1),
    endDate: shiftDay(today, 20),
    status: reservationStates.is.booked,
    pageSize: 40,
  })
  const one = new Map(ahead.list.map((visit) => [visit.pid, visit]))
  await inTurn([...one.values()].slice(0, CHATS).entries(), ([n, visit]) => unlessRefused(() => chat(desk, n, visit)))
}
async function chat(desk: Teller, n: number, { pid, resid, visitAt }: { pid: number; resid: number; visitAt: string }): Promise<void> {
  await desk('patients.wechat.bind', { pid, wechatOpenId: `demo-member-${pid}`, wechatName: '家长' })
  // Where WeChat is connected no page plays a phone, and nobody writes to a number that is none.
  const wrote = await unlessRefused(() => desk('patients.wechat.play', { pid, act: 'text', text: there(ASKED[n % ASKED.length]) }))
  if (!wrote) return void (await desk('patients.wechat.unbind', { pid }))
  const time = visitAt.slice(5, 16)
  await desk('patients.chat.send', { pid, text: `您好，您已预约 ${time} 就诊。方便的话请回复「确认」` })
  if (n % 3 === 2) return void (await desk('patients.wechat.play', { pid, act: 'picture' }))
  await desk('patients.wechat.play', { pid, act: 'text', text: '确认' })
  await desk('reservations.legacy.status', { id: resid, status: reservationStates.is.confirmed })
  await desk('patients.chat.send', { pid, text: `已确认 ${time} 的预约，请带上原来的眼镜` })
}
const ASKED = ['您好，我们约的是几点？', '孩子点了散瞳药水，要等多久？', '眼睛有点红，可以看一下照片吗？'] as const
