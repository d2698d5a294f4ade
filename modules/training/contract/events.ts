import { event } from '#kernel/contract/index.ts'

/** Less than 60 % of the planned training of 14 days was done; told once in 14 days while it lasts. `adherence` in percent. */
export const adherenceLow = event<{ planId: number; pid: number; hid: number; adherence: number }>('training.adherence-low')
/** The desk was told that the card of a member runs out, or what it was told of is over: the card was renewed. */
export const cardLow = event<{ pid: number; hid: number }>('training.card-low')
/** A doctor was told that a plan brings no gain. */
export const planFlat = event<{ pid: number; hid: number }>('training.plan-flat')
