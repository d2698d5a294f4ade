/** Who comes when, and what becomes of it: a member's years at the clinic, visit by visit. */
import type { Chain, Shop } from './clinic.ts'
import { eyesOf, grow } from './eyes.ts'
import { person } from './people.ts'
import { Chance, shiftDay } from './random.ts'
import { there } from './teller.ts'
import { arrive, timeOn, examine, glasses, leave, payExams, type DemoMember } from './visits.ts'

export interface Planned {
  day: string
  minute: number
  member: number
  /** Store of the member, by its place in the chain. */
  shop: number
  /** 0 is the first. */
  n: number
  /** Nobody sees the member after this one. */
  last: boolean
  /** Yesterday, as the demo has it: nothing happened after. */
  until: string
}

/**
 * The first ones come seldom, so that the first page is soon there; whoever follows makes three visits as often as a clinic of children
 * sees it.
 */
const SELDOM = 84
const again = (member: number, n: number): number => (member < SELDOM ? (n ? 0.35 : 0.14) : n ? 0.75 : 0.55)
/** Share of those who only leave their name at first. */
export const SHY = 0.1
/** How full a month is, of the fullest: school holidays bring the children. January first. */
const SEASON = [0.8, 0.9, 0.55, 0.5, 0.6, 0.7, 1, 1, 0.55, 0.7, 0.5, 0.6] as const
/** Days since somebody first came: three years, later ones more. */
const since = (c: Chance): number => Math.floor(3 * 365 * c.next() ** 0.9)
/** The same, fewer in term; the head is too small to show it. */
function inSeason(c: Chance, today: string): number {
  const ago = since(c)
  const month = Number(shiftDay(today, -ago).slice(5, 7))
  return c.chance(there(SEASON[month - 1])) ? ago : inSeason(c, today)
}
/** The visits of the first so many members, in order of the days: everybody once, many again after four to nine months. */
export function visitsOf(members: number, today: string): Planned[] {
  const c = new Chance(20261121)
  const plan: Planned[] = []
  const until = shiftDay(today, -1)
  for (let member = 0; member < members; member++) {
    let ago = member < SELDOM ? since(c) : inSeason(c, today)
    const shop = c.pick([0, 0, 0, 0, 0, 1, 1, 1, 2, 2])
    const own: Planned[] = []
    for (let n = 0; n < 4 && ago >= 1; n++) {
      own.push({ day: shiftDay(today, -ago), minute: 8 * 60 + 40 + c.int(0, 36) * 15, member, shop, n, last: false, until })
      if (!c.chance(again(member, n))) break
      ago -= c.int(120, 270)
    }
    plan.push(...own.map((visit, n) => ({ ...visit, last: n === own.length - 1 })))
  }
  return plan.sort((a, b) => (a.day === b.day ? a.minute - b.minute || a.member - b.member : a.day < b.day ? -1 : 1))
}

/** One visit of a member, who is registered with the first; answers the member as she then is. */
export async function live(
  c: Chance,
  chain: Chain,
  member: DemoMember | undefined,
  { day, minute, shop, until }: Planned,
): Promise<DemoMember> {
  const m = member ?? (await register(c, chain, there(chain.shops[shop]), day, minute))
  if (member) grow(c, m.eyes, m.person, day, m.treated)
  // Some only leave their name and come another time, or never.
  else if (c.chance(SHY)) return m
  const resid = await arrive(c, m, day, minute)
  const examId = await examine(c, m, resid, day, minute + 30)
  // A short re-check within the course of treatment is not charged.
  if (!member || c.chance(0.6)) await payExams(c, m, day, minute + 45)
  const se = m.eyes.od.sph + m.eyes.od.cyl / 2
  if ((se < -0.5 || (!m.person.child && c.chance(0.3))) && c.chance(0.22)) await glasses(c, chain, m, examId, day, minute + 50, { until })
  await leave(m, resid, day, minute + 60)
  return m
}

/** A new member at the desk; some put money on their card at once. */
async function register(c: Chance, chain: Chain, shop: Shop, day: string, minute: number): Promise<DemoMember> {
  const p = person(c, day)
  const clock = timeOn(day, minute)
  const { name, gender, birth, mobile, guardian, school, parentsMyopic, allergy } = p
  const { pid } = await shop.as('manager', clock)('patients.save', {
    name,
    gender,
    birth,
    mobile,
    guardian,
    school,
    parentsMyopic,
    allergy,
    sourceId: c.pick(chain.sources),
    levelId: c.pick([0, 0, 0, 1, 1, 2].map((i) => chain.levels[i])),
  })
  let stored = 0
  if (c.chance(0.12)) {
    const [money, moneyGift] = c.pick([
      [500, 50],
      [1000, 150],
      [2000, 400],
    ] as const)
    await shop.as('cashier', clock)('chargebill.insert-and-pay', {
      hid: shop.hid,
      pid,
      money,
      moneyGift,
      payWay: c.pick([2, 3, 4] as const),
    })
    stored = money
  }
  return { pid, person: p, eyes: eyesOf(c, p, day), shop, treated: false, stored }
}
