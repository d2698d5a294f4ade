/**
 * A believable chain: three stores, twelve kinds of account, two thousand members with three years behind them and a dozen children with four. Made
 * through the calls themselves, as the staff whose work each step is, at the moment it happened; the same on every machine.
 */
import { shortDemo } from './scale.ts'
import type { Booted } from '../../apps/server/boot.ts'
import { clinicNow } from '#kernel/server/index.ts'
import { buildBonds } from './bonds.ts'
import { buildChain, buildOther, PASSWORD, type Chain, type Shop } from './clinic.ts'
import { eyesOf, grow } from './eyes.ts'
import { forgetNames, person } from './people.ts'
import { Chance, shiftDay } from './random.ts'
import { buildRewards } from './rewards.ts'
import { behindTheCounter } from './behind.ts'
import { tellStory } from './story.ts'
import { today as buildToday } from './today.ts'
import { calls } from './teller.ts'
import { arrive, examine, glasses, leave, payExams, type Member } from './visits.ts'

const ACCOUNTS = [
  'chain',
  'manager',
  'doctor',
  'optometrist',
  'cashier',
  'warehouse',
  'workshop',
  'reception',
  'trainer',
  'expert',
  'tv',
  'eg',
  'other',
]
export const demoAccounts = (): string => `Demo accounts (password ${PASSWORD}): ${ACCOUNTS.join(', ')}`

const LINES = 3

interface Planned {
  day: string
  minute: number
  member: number
  /** Store of the member, by its place in the chain. */
  shop: number
}

/** Fills an empty database with the demo. */
export async function seedDemo(
  booted: Booted,
  log: (sentence: string) => void,
  { members = shortDemo() ?? 2000, now = clinicNow() }: { members?: number; now?: string } = {},
): Promise<void> {
  const started = performance.now()
  log(`Building the demo clinic with ${members} members, once; this takes about a minute …`)
  forgetNames()
  const today = now.slice(0, 10)
  // Before the first visit of the story.
  const first = shiftDay(today, -4 * 365 - 30)
  const chain = await buildChain(booted, first)
  const rewards = await buildRewards(chain, `${first} 08:00:00`)
  await buildOther(booted, first)
  log(`  stores, staff, goods: ${Math.round((performance.now() - started) / 1000)} s`)
  await tellStory(chain, rewards, today)
  log(`  the story: ${Math.round((performance.now() - started) / 1000)} s`)
  const everybody: Array<Member | undefined> = Array.from({ length: members })
  const plan = visitsOf(new Chance(20261121), members, today)
  let done = 0
  // Stores, and in each of them three lines of members, go about their years side by side, each line by its own chance: what happens in one
  // does not depend on the pace of another.
  const lines = chain.shops.flatMap((_, shop) => Array.from({ length: LINES }, (__, line) => ({ shop, line })))
  await Promise.all(
    lines.map(async ({ shop, line }) => {
      const c = new Chance(7001 + shop * LINES + line)
      for (const visit of plan.filter((v) => v.shop === shop && v.member % LINES === line)) {
        await live(c, chain, everybody, visit)
        if (++done % 500 === 0)
          log(`  ${done} of ${plan.length} visits, ${calls} calls, ${Math.round((performance.now() - started) / 1000)} s`)
      }
    }),
  )
  const everyone = everybody.filter((m): m is Member => m !== undefined)
  await behindTheCounter(new Chance(1123), chain, now)
  await buildToday(new Chance(1121), chain, everyone, now)
  await buildBonds(new Chance(1122), chain, rewards, everyone, now)
  log(
    `Demo clinic ready: ${members} members, ${plan.length} visits, ${calls} calls in ${Math.round((performance.now() - started) / 1000)} s`,
  )
}

/** Who comes when: everybody once, children again after four to nine months, in order of the days. */
function visitsOf(c: Chance, members: number, today: string): Planned[] {
  const plan: Planned[] = []
  for (let member = 0; member < members; member++) {
    let ago = Math.floor(3 * 365 * c.next() ** 0.9)
    const shop = c.pick([0, 0, 0, 0, 0, 1, 1, 1, 2, 2])
    for (let n = 0; n < 4 && ago >= 1; n++) {
      plan.push({ day: shiftDay(today, -ago), minute: 8 * 60 + 40 + c.int(0, 36) * 15, member, shop })
      if (!c.chance(n ? 0.35 : 0.14)) break
      ago -= c.int(120, 270)
    }
  }
  return plan.sort((a, b) => (a.day === b.day ? a.minute - b.minute || a.member - b.member : a.day < b.day ? -1 : 1))
}

async function live(c: Chance, chain: Chain, everybody: Array<Member | undefined>, { day, minute, member, shop }: Planned): Promise<void> {
  const known = everybody[member]
  const m = known ?? (everybody[member] = await register(c, chain, chain.shops[shop]!, day, minute))
  if (known) grow(c, m.eyes, m.person, day, m.treated)
  // Some only leave their name and come another time, or never.
  else if (c.chance(0.1)) return
  const resid = await arrive(c, m, day, minute)
  const examId = await examine(c, m, resid, day, minute + 30)
  // A short re-check within the course of treatment is not charged.
  if (!known || c.chance(0.6)) await payExams(c, m, day, minute + 45)
  const se = m.eyes.od.sph + m.eyes.od.cyl / 2
  if ((se < -0.5 || (!m.person.child && c.chance(0.3))) && c.chance(0.22)) await glasses(c, chain, m, examId, day, minute + 50)
  await leave(m, resid, day, minute + 60)
}

/** A new member at the desk; some put money on their card at once. */
async function register(c: Chance, chain: Chain, shop: Shop, day: string, minute: number): Promise<Member> {
  const p = person(c, day)
  const clock = `${day} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`
  const { name, gender, birth, mobile, guardian, school, parentsMyopic, allergy } = p
  const { pid } = await shop.as('reception', clock)('patients.save', {
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
