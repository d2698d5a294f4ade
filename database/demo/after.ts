/**
 * What follows the first page before the past of the others: campaigns, today of the other stores, the story, those who are fitted, orders,
 * what ties people to the clinic. Each is a step of the plan, its calls one after the other, so that a step cut short is taken again as
 * visits are (`past.ts`).
 */
import { buildApart } from './apart.ts'
import { buildBonds } from './bonds.ts'
import { buildCampaigns } from './campaigns.ts'
import type { Chain } from './clinic.ts'
import { marketingOf } from './marketing.ts'
import { okjingOf } from './okjing.ts'
import { qualityOf } from './quality.ts'
import { buildOrders } from './orders.ts'
import { phonesOf } from './phones.ts'
import type { Rewards } from './rewards.ts'
import { schoolsOf } from './schools.ts'
import { screeningsOf } from './screenings.ts'
import { storyOf } from './story.ts'
import { inTurn, there } from './teller.ts'
import { todayOf } from './today.ts'
import { trainingOf } from './training.ts'
import { transfersOf } from './transfers.ts'
import type { DemoMember } from './visits.ts'

/** What the head hands on to the steps after it, as it is written down. */
export interface Handed {
  readonly now: string
  readonly rewards: Omit<Rewards, 'schemes' | 'combos'> & {
    readonly schemes: ReadonlyArray<readonly [number, Rewards['schemes'] extends Map<number, infer V> ? V : never]>
    readonly combos: ReadonlyArray<readonly [number, Rewards['combos'] extends Map<number, infer V> ? V : never]>
  }
  /** The members of the head as today left them, each with the place of the store among the chain's. */
  readonly everyone: ReadonlyArray<Omit<DemoMember, 'shop'> & { readonly place: number }>
}
export const handOn = (chain: Chain, { schemes, combos, ...rewards }: Rewards, everyone: readonly DemoMember[], now: string): Handed => ({
  now,
  rewards: { ...rewards, schemes: [...schemes], combos: [...combos] },
  everyone: everyone.map(({ shop, ...m }) => ({ ...m, place: chain.shops.findIndex(({ hid }) => hid === shop.hid) })),
})

interface After {
  readonly chain: Chain
  readonly rewards: Rewards
  readonly everyone: DemoMember[]
  readonly now: string
  readonly today: string
}
type Step = (of: After) => Promise<unknown>
const PLACES = [0, 1, 2] as const
/** In this order. What the nights since made of all this comes at once, at their end. */
const STEPS: readonly Step[] = [
  ({ chain, rewards, everyone, now }) => buildCampaigns(chain, rewards, everyone, now),
  ...[1, 2].map(
    (place): Step =>
      ({ chain, everyone, now }) =>
        todayOf(chain, place, everyone, now),
  ),
  ({ chain, everyone, now }) => buildOrders(chain, everyone, now),
  ...PLACES.map(
    (place): Step =>
      ({ chain, today }) =>
        okjingOf(chain, place, today),
  ),
  // Its segments ask for those who are fitted.
  ({ chain, everyone, now }) => marketingOf(chain, everyone, now),
  ({ chain, now }) => qualityOf(chain, now),
  ({ chain, rewards, everyone, now }) => buildBonds(chain, rewards, everyone, now),
  ({ chain, today }) => buildApart(chain, today),
  ({ chain, now }) => schoolsOf(chain, now),
  ({ chain, now }) => screeningsOf(chain, now),
  ({ chain, now }) => trainingOf(chain, now),
  ...PLACES.map(
    (place): Step =>
      ({ chain, rewards, today }) =>
        storyOf(chain, rewards, place, today),
  ),
  ({ chain, now }) => phonesOf(chain, now),
  ({ chain, now }) => transfersOf(chain, now),
  ({ chain, now }) => inTurn(chain.shops, (shop) => shop.as('manager', now)('revisits.rules.run', { hid: shop.hid })),
]
export const stepsAfter = (handed: Handed | undefined): number => (handed ? STEPS.length : 0)

/** One of the steps on a chain. */
export const takeStep = (n: number, chain: Chain, { rewards, everyone, now }: Handed): Promise<unknown> =>
  there(STEPS[n])({
    chain,
    now,
    today: now.slice(0, 10),
    rewards: { ...rewards, schemes: new Map(rewards.schemes), combos: new Map(rewards.combos) },
    everyone: everyone.map(({ place, ...m }) => ({ ...m, shop: there(chain.shops[place]) })),
  })
