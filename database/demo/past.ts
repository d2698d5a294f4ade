/**
 * The past of the members who are not there at the first page, while the clinic is at work: one visit after the other, in the order of the
 * days, each by its own chance. A visit cut short is taken again call by call: what was written answers by its idempotency key, what was
 * read was kept.
 */
import { isOnce } from '#kernel/contract/internal.ts'
import type { Rest } from '#kernel/server/database/rest.ts'
import type { Booted } from '../../apps/server/boot.ts'
import { stepsAfter, takeStep, type Handed } from './after.ts'
import { CALL_STEPS, takeCalls, type FollowedMember } from './calls.ts'
import { chainOf, type Chain, type ToldChain } from './clinic.ts'
import { live, visitsOf } from './lives.ts'
import { ordersAbout } from './orders.ts'
import { Chance } from './random.ts'
import { callIn, DemoRefused, there, type Teller } from './teller.ts'
import type { DemoMember } from './visits.ts'

/** What is left to do when the head stands. */
export interface Left {
  readonly chain: ToldChain
  readonly today: string
  /** Members in all, and of those how many the head has. */
  readonly members: number
  readonly head: number
  /** What the steps between the first page and the past of the others go by. */
  readonly handed?: Handed
}

/** What is kept of a member between two visits: not the store with each. */
export type Kept = Omit<DemoMember, 'shop'>

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
  const after = stepsAfter(left.handed)
  // The calls know everybody, and go by the visits there were.
  const calls = left.handed ? CALL_STEPS : 0
  const many = after + plan.length + calls
  const members = new Map(rest.kept)
  let answers = rest.said
  let tenth = Math.floor((rest.next / many) * 10)
  const report = (next: number) => {
    progress?.((next + 1) / many)
    if (Math.floor(((next + 1) / many) * 10) > tenth) log(`The past of the demo: ${(tenth = Math.floor(((next + 1) / many) * 10)) * 10} %`)
    return new Promise((resolve) => setTimeout(resolve, pause))
  }
  for (let next = rest.next; next < many; next++) {
    if (stopping?.()) return false
    const chain = oneAfterTheOther(booted, left.chain, rest, {
      said: answers,
      step: next,
      ...(stopping && !plan[next - after] ? { stopping } : {}),
    })
    if (left.handed && !plan[next - after]) {
      const handed = left.handed
      const nth = next - after - plan.length
      const work = () =>
        next < after ? takeStep(next, chain, handed) : takeCalls(nth, { chain, now: handed.now, people: peopleOf(left, members) })
      const whole = await unlessStopped(() => unlessRefused(log, work))
      if (!whole) return false
      answers = NOTHING
      await rest.taken({ id: NOBODY, state: undefined })
      await report(next)
      continue
    }
    const visit = there(plan[next - after])
    const kept = members.get(visit.member)
    const m = await seen(chain, kept && { ...kept, shop: there(chain.shops[visit.shop]) }, visit, left.today, log)
    answers = NOTHING
    // Who is not seen any more is still called, where there are calls.
    const state = m && (calls || !visit.last) ? (({ shop: _, ...kept }) => kept)(m) : undefined
    if (state) members.set(visit.member, state)
    else members.delete(visit.member)
    await rest.taken({ id: visit.member, state })
    await report(next)
  }
  log(`The past of the demo is whole: ${left.members} members, ${Math.round((performance.now() - started) / 1000)} s`)
  return true
}
/** Everybody who was ever seen, in the order of their numbers. */
function peopleOf({ members, today, handed }: Left, past: ReadonlyMap<number, Kept>): FollowedMember[] {
  const first = new Map<number, FollowedMember>()
  for (const { member, n, shop, day } of visitsOf(members, today)) {
    const pid = past.get(member)?.pid ?? handed?.everyone[member]?.pid
    if (n === 0 && pid !== undefined) first.set(member, { member, pid, place: shop, since: day })
  }
  return [...first.values()].sort((a, b) => a.member - b.member)
}
/** No member's number: such a step leaves nothing for later ones. */
const NOBODY = -1
/** The clinic closes in the middle of a long step, which is taken again. */
class Stopped extends Error {}
async function unlessStopped(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return false
  }
}
const NOTHING: ReadonlyMap<number, never> = new Map<number, never>()

/** A visit; one that the clinic of today refuses (a fee was taken off the list, the last lens sold) ends where it is refused. */
async function seen(
  chain: Chain,
  member: DemoMember | undefined,
  visit: Parameters<typeof live>[3],
  today: string,
  log: Going['log'],
): Promise<DemoMember | undefined> {
  const nth = visit.member * 10 + visit.n
  const m = await unlessRefused(log, () => live(new Chance(9_000_000 + nth), chain, member, visit))
  if (!m) return member
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

interface Numbered {
  /** What the same step read before it was cut short. */
  said: Rest['said']
  step: number
  stopping?: () => boolean
}
/** The chain for one step: its calls are numbered, those that write carry a key, the answers of those that read are kept. */
function oneAfterTheOther(booted: Booted, facts: ToldChain, rest: Pick<Rest, 'say'>, { said: answers, step, stopping }: Numbered): Chain {
  let n = 0
  return chainOf(facts, (who, clock): Teller => async (id, input) => {
    if (stopping?.()) throw new Stopped()
    const mine = ++n
    if (isOnce(there(booted.calls.get(id)).endpoint)) return callIn(booted, id, input, { who, clock, key: `demo:${step}:${mine}` })
    // What the same call answered before the interruption.
    const former = answers.get(mine)
    if (former !== undefined) return former
    const answer = await callIn(booted, id, input, { who, clock })
    await rest.say(mine, answer)
    return answer
  })
}
