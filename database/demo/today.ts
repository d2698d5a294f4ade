/** Today and tomorrow: people waiting and being seen, jobs at every stage of the workshop, some of them late. */
import { queueStates, reservationStates } from '#modules/reservations/contract/states.ts'
import type { Chain, Shop } from './clinic.ts'
import { grow } from './eyes.ts'
import { Chance, shiftDay } from './random.ts'
import { there } from './teller.ts'
import { arrive, timeOn, examine, glasses, payExams, leave, type DemoMember, type Reached } from './visits.ts'

const STAGES: ReadonlyArray<readonly [Reached, daysAgo: number]> = [
  [10, 0],
  [10, 1],
  [20, 0],
  [20, 0],
  [20, 2],
  [30, 2],
  [30, 6],
  [40, 1],
  [40, 1],
  [50, 1],
  [50, 3],
  [60, 1],
  [60, 2],
  [65, 2],
  [70, 1],
  [70, 2],
  [70, 9],
]

/** Orders of the last days that are still on their way, and the people of today, in one store, with members of its own. */
export async function todayOf(chain: Chain, place: number, members: DemoMember[], now: string): Promise<void> {
  const shop = there(chain.shops[place])
  const c = new Chance(1121 + place)
  const own = members.filter((_, n) => n % chain.shops.length === place).map((m) => ({ ...m, shop }))
  await onTheirWay(c, chain, shop, own, now.slice(0, 10))
  const shuffled = c.shuffled(own)
  await bookings(c, shop, shuffled, now)
  await waitingRoom(shop, shuffled.toReversed(), now)
}

/** A job of every stage. */
async function onTheirWay(c: Chance, chain: Chain, shop: Shop, members: DemoMember[], day: string): Promise<void> {
  const myopes = members.filter((m) => m.eyes.od.sph < -0.75 && m.eyes.od.sph > -6)
  for (const [n, [reached, ago]] of STAGES.entries()) {
    const m = { ...there(myopes[n % myopes.length]), stored: 0 }
    const on = shiftDay(day, -ago - 1)
    if (on > m.eyes.day) grow(c, m.eyes, m.person, on, m.treated)
    const minute = 9 * 60 + c.int(0, 200)
    const resid = await arrive(c, m, on, minute)
    const examId = await examine(c, m, resid, on, minute + 20)
    await payExams(c, m, on, minute + 35)
    await leave(m, resid, on, minute + 40)
    await glasses(c, chain, m, examId, on, minute + 45, { reached, until: shiftDay(day, -1) })
  }
}

/** The waiting room at this very moment, whatever the hour: one being seen, two called, the others in line. */
async function waitingRoom(shop: Shop, members: DemoMember[], now: string): Promise<void> {
  const midnight = `${now.slice(0, 10)} 00:00:01`
  const ago = (minutes: number): string => {
    const time = new Date(Date.parse(`${now.replace(' ', 'T')}Z`) - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
    return time < midnight ? midnight : time
  }
  for (let n = 0; n < 6; n++) {
    const { resid } = await shop.as('reception', ago(32 - n * 5))('reservations.legacy.save', {
      hid: shop.hid,
      pid: members[n % members.length]!.pid,
      walkIn: true,
      type: 2,
    })
    if (n < 3)
      await shop.as('doctor', ago(8 - n * 3))('reservations.numbers', {
        resid,
        status: n === 0 ? queueStates.is.seen : queueStates.is.called,
        consulting_id: shop.rooms[n],
      })
    // What the doctor wants examined before the member is seen, or at the slit lamp.
    await shop.as('doctor', ago(Math.max(1, 7 - n * 3)))('reservations.exam.create', {
      resid,
      items: n === 0 ? ['sight', 'refraction', 'biology', 'iop', 'slitLamp'] : ['sight', 'refraction', 'biology'],
    })
  }
}

/** Examined, and gone after paying; or examined and back with the doctor. */
async function beSeen(c: Chance, m: DemoMember, resid: number, day: string, minute: number, gone: boolean): Promise<void> {
  grow(c, m.eyes, m.person, day, m.treated)
  await examine(c, m, resid, day, minute)
  await m.shop.as('doctor', timeOn(day, minute + 20))('reservations.legacy.status', { id: resid, status: reservationStates.is.examined })
  if (!gone) return
  await payExams(c, m, day, minute + 25)
  await leave(m, resid, day, minute + 30)
}

/** Bookings of today and tomorrow; those whose time has come are at the desk, called or being seen. */
async function bookings(c: Chance, shop: Shop, members: DemoMember[], now: string): Promise<void> {
  const day = now.slice(0, 10)
  let next = 0
  for (const [on, slots] of [
    [day, 14],
    [shiftDay(day, 1), 8],
  ] as const) {
    for (let n = 0; n < slots; n++) {
      const m = members[next++ % members.length]!
      const minute = n < 5 ? 9 * 60 + n * 30 : 13 * 60 + (n - 5) * 30
      const visitAt = `${on} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
      const booked = await shop.as('reception', `${shiftDay(on, -2)} 10:00:00`)('reservations.legacy.save', {
        hid: shop.hid,
        pid: m.pid,
        doctorId: shop.who(n % 2 ? 'optometrist' : 'doctor').ctid,
        visitAt,
        type: c.pick([1, 2, 2, 3] as const),
        requestFrom: c.pick([1, 2, 3] as const),
        confirm: true,
      })
      if (on !== day || `${visitAt}:00` > now) continue
      await shop.as('reception', `${visitAt}:00`)('reservations.numbers', { resid: booked.resid })
      // Those who came within the last hour and a half still wait.
      if (Date.parse(`${now.replace(' ', 'T')}Z`) - Date.parse(`${visitAt.replace(' ', 'T')}:00Z`) < 90 * 60_000) continue
      await shop.as('doctor', timeOn(day, minute + c.int(3, 14)))('reservations.numbers', {
        resid: booked.resid,
        status: queueStates.is.seen,
        consulting_id: c.pick(shop.rooms),
      })
      if (n % 5 === 4) continue
      await beSeen(c, m, booked.resid, day, minute + 20, n % 3 > 0)
    }
  }
}
