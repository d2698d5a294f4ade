/**
 * A believable chain: three stores, twelve kinds of account, two thousand members with three years behind them and a dozen children with
 * four. Made through the calls themselves, as the staff whose work each step is, at the moment it happened; the same on every machine,
 * however fast.
 *
 * The head stands before the first page: stores, staff, goods, some eighty members and today of the first. The other stores' today, what
 * else they do, the story of the children and the past of all others follow while the clinic is at work (`after.ts`, `past.ts`, decision
 * 0136).
 */
import { shortDemo } from './scale.ts'
import type { Booted } from '../../apps/server/boot.ts'
import { clinicNow } from '#kernel/server/index.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { leaveRest, workRest } from '#kernel/server/database/rest.ts'
import { handOn } from './after.ts'
import { buildChain, buildOther, chainOf, PASSWORD, type Chain } from './clinic.ts'
import { devicesOfToday } from './devices.ts'
import { live, visitsOf, type Planned } from './lives.ts'
import { buildRemote } from './remote.ts'
import { buildPast, type Going, type Kept, type Left } from './past.ts'
import { Chance, shiftDay } from './random.ts'
import { buildRewards } from './rewards.ts'
import { behindTheCounter } from './behind.ts'
import { todayOf } from './today.ts'
import { made, tellerOf, there } from './teller.ts'
import type { DemoMember } from './visits.ts'

const ACCOUNTS = [
  'chain',
  'manager',
  'doctor',
  'optometrist',
  'cashier',
  'finance',
  'warehouse',
  'workshop',
  'reception',
  'trainer',
  'expert',
  'tv',
  'eg',
  'inspector',
  'marketer',
  'other',
]
export const demoAccounts = (): string => `Demo accounts (password ${PASSWORD}): ${ACCOUNTS.join(', ')}`

/** Members that are there before the first page: enough for every desk of today, each once. */
const HEAD = 84
/** Members of the whole demo. */
export const MEMBERS = 2000

export interface DemoSize {
  members?: number
  head?: number
  now?: string
}
type Log = (sentence: string) => void

/** Fills an empty database with the whole demo. */
export async function seedDemo(booted: Booted, ownerUrl: string, log: Log, size: DemoSize = {}): Promise<void> {
  await seedHead(booted, ownerUrl, log, size)
  await goOn(booted, ownerUrl, { log, rest: 0 })
}

/** Goes on with what the head of the demo left; nothing where nothing is left. Answers when it is whole, or the clinic closes. */
export const goOn = (booted: Booted, ownerUrl: string, going: Going): Promise<boolean> =>
  workRest<Left, Kept>(ownerUrl, (rest) => buildPast(booted, rest, going), going.stopping)

/** Fills an empty database with the demo's head, and leaves the rest to `goOn`. */
export async function seedHead(
  booted: Booted,
  ownerUrl: string,
  log: Log,
  { members = shortDemo() ?? MEMBERS, head = HEAD, now = clinicNow() }: DemoSize = {},
): Promise<void> {
  const started = performance.now()
  const seconds = () => `${Math.round((performance.now() - started) / 1000)} s`
  log('Building the demo clinic, once …')
  const today = now.slice(0, 10)
  // Before the first visit of the story.
  const first = shiftDay(today, -4 * 365 - 30)
  const facts = await buildChain(booted, first)
  // Otherwise the database plans for empty shelves until it looks by itself.
  await onClient(ownerUrl, (client) => client.query('analyze'))
  const chain = chainOf(facts, tellerOf(booted))
  const rewards = await buildRewards(chain, `${first} 08:00:00`)
  await buildOther(booted, first)
  log(`  stores, staff, goods: ${seconds()}`)
  const everyone = await liveTogether(chain, visitsOf(Math.min(head, members), today))
  log(`  ${everyone.length} members: ${seconds()}`)
  await behindTheCounter(chain, now)
  // Of the store everybody lands in; the others' follows first of all.
  await todayOf(chain, 0, everyone, now)
  await devicesOfToday(chain, everyone, now)
  await buildRemote(chain, booted, everyone, now)
  log(`Demo clinic ready with ${everyone.length} members and today: ${made.calls} calls in ${seconds()}`)
  const left: Left = { chain: facts, today, members, head, handed: handOn(chain, rewards, everyone, now) }
  await leaveRest(ownerUrl, left)
}

const LINES = 3
/**
 * The past of the head: the stores side by side, each in the order of its days, with three chances in turn. What happens in one store does
 * not depend on the pace of another.
 */
export async function liveTogether(chain: Chain, plan: Planned[]): Promise<DemoMember[]> {
  const everybody = new Map<number, DemoMember>()
  await Promise.all(
    chain.shops.map(async (_, shop) => {
      const chances = Array.from({ length: LINES }, (__, line) => new Chance(7001 + shop * LINES + line))
      for (const visit of plan.filter((v) => v.shop === shop))
        everybody.set(visit.member, await live(there(chances[visit.member % LINES]), chain, everybody.get(visit.member), visit))
    }),
  )
  return [...everybody].sort(([a], [b]) => a - b).map(([, m]) => m)
}
