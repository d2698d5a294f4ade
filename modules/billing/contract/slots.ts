import { slot } from '#kernel/contract/declare.ts'

/** Slot below a paid bill: next steps with the member. */
export const belowPaid = slot<{ pid: number }>('billing.paid')
