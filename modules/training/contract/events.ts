import { event } from '#kernel/contract/index.ts'

/** Less than 60 % of the planned training of 14 days was done; told once in 14 days while it lasts. `adherence` in percent. */
export const adherenceLow = event<{ planId: number; pid: number; hid: number; adherence: number }>('training.adherence-low')
