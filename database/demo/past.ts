/**
 * The past of the members who are not there at the first page, while the clinic is at work: one visit after the other, in the order of the days, each
 * by its own chance. A visit cut short is taken again call by call: what was written answers by its idempotency key, what was read was kept.
 */
import { isOnce } from '#kernel/contract/index.ts'
import type { Rest } from '#kernel/server/database/rest.ts'
import type { Booted } from '../../apps/server/boot.ts'
import { chainOf, type Chain, type ToldChain } from './clinic.ts'
import { live, visitsOf } from './lives.ts'
import { ordersAbout } from './orders.ts'
import { Chance } from './random.ts'
import { callIn, DemoRefused, there, type Teller } from './teller.ts'
import type { Member } from './visits.ts'

/** What is left to do when the head stands. */
export interface Left {
  readonly chain: ToldChain
  readonly today: string
  /** Members in all, and of those how many the head has. */
  readonly members: number
  readonly head: number
}

/** What is kept of a member between two visits: not the store with each. */
export type Kept = Omit<Member, 'shop'>

export interface Going {
  log(sentence: string): void
  /** Told after every visit, as a share of one. */
  progress?(share: number): void
  /** Asked before every visit: the clinic closes. */
  stopping?(): boolean
  /** Ms between two visits in which the counter has the process to itself. */
  rest?: number
}
/** Between two calls of staff the process is the counter's: a visit takes about thirty ms of it. */
const REST = 5

/** Goes on with the past until it is whole; answers whether it is. */
export async function buildPast(
  booted: Booted,
  rest: Rest<Left, Kept>,
  { log, progress, stopping, rest: pause = REST }: Going,
): Promise<boolean> {
  const started = performance.now()
  const left = rest.plan
  const plan = visitsOf(left.members, left.today).filter(({ member }) => member >= left.head)
  const members = new Map(rest.kept)
  let said = rest.said
  let tenth = Math.floor((rest.next / plan.length) * 10)
  for (let next = rest.next; next < plan.length; next++) {
    if (stopping?.()) return false
    const visit = there(plan[next])
    const chain = oneAfterTheOther(booted, left.chain, rest, said, next)
    const known = members.get(visit.member)
    const m = await seen(chain, known && { ...known, shop: there(chain.shops[visit.shop]) }, visit, left.today, log)
    said = NOTHING
    const state = m && !visit.last ? (({ shop: _, ...kept }) => kept)(m) : undefined
    if (state) members.set(visit.member, state)
    else members.delete(visit.member)
    await rest.taken({ id: visit.member, state })
    progress?.((next + 1) / plan.length)
    if (Math.floor(((next + 1) / plan.length) * 10) > tenth) log(`The past of the demo: ${++tenth * 10} %`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  log(`The past of the demo is whole: ${left.members} members, ${Math.round((performance.now() - started) / 1000)} s`)
  return true
}
const NOTHING: ReadonlyMap<number, never> = new Map<number, never>()

/** A visit; one that the clinic of today refuses (a fee was taken off the list, the last lens sold) ends where it is refused. */
async function seen(
  chain: Chain,
  known: Member | undefined,
  visit: Parameters<typeof live>[3],
  today: string,
  log: Going['log'],
): Promise<Member | undefined> {
  const nth = visit.member * 10 + visit.n
  const m = await unlessRefused(log, () => live(new Chance(9_000_000 + nth), chain, known, visit))
  if (!m) return known
  await unlessRefused(log, () => ordersAbout(new Chance(17_000_000 + nth), chain, m, visit.day, today))
  return m
}
async function unlessRefused<T>(log: Going['log'], work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DemoRefused)) throw error
    log(error.message)
    return undefined
  }
}

/** The chain for one visit: its calls are numbered, those that write carry a key, the answers of those that read are kept. */
function oneAfterTheOther(booted: Booted, told: ToldChain, rest: Pick<Rest, 'say'>, said: Rest['said'], step: number): Chain {
  let n = 0
  return chainOf(told, (who, clock): Teller => async (id, input) => {
    const mine = ++n
    if (isOnce(there(booted.calls.get(id)).endpoint)) return callIn(booted, id, input, { who, clock, key: `demo:${step}:${mine}` })
    // What the same call answered before the interruption.
    const former = said.get(mine)
    if (former !== undefined) return former
    const answer = await callIn(booted, id, input, { who, clock })
    await rest.say(mine, answer)
    return answer
  })
}
