/** Builders for tests and demo data, through the endpoints. */
import type { z } from '#kernel/contract/index.ts'
import type { Caller } from '../../../tests/harness.ts'
import type { Renew } from '../contract/cards.ts'
import type { NewPlan, TemplateSlot } from '../contract/plans.ts'
import type { NewSdxUser } from '../contract/shapes.ts'

type Call = Pick<Caller, 'call'>
export const makeUser = (caller: Call, input: z.input<typeof NewSdxUser>) => caller.call('train.sdx-users.create', input)
/** Opens or renews a card, whichever family the user is of. */
export const makeCard = (caller: Call, input: z.input<typeof Renew>) => caller.call('train.sdxAccount.renew', input)
/** Three times a week in the clinic, at ten. */
const slot: Omit<z.input<typeof TemplateSlot>, 'weekday'> = { time: '10:00', place: 0, minutes: 40, modules: [3, 8] }
export const usualWeek = [
  { ...slot, weekday: 1 as const },
  { ...slot, weekday: 3 as const },
  { ...slot, weekday: 6 as const },
]
export const makePlan = (caller: Call, input: Pick<z.input<typeof NewPlan>, 'pid' | 'startsOn'> & Partial<z.input<typeof NewPlan>>) =>
  caller.call('train.plans.create', {
    purpose: 0,
    modules: [3, 8],
    goalMeasure: 'bcva',
    goalEye: 'od',
    goal: 4.9,
    weeks: 12,
    template: usualWeek,
    ...input,
  })
