import { slot } from '#kernel/contract/declare.ts'

/** Below a bill that was paid: what is left to do with the member. */
export const belowPaid = slot<{ pid: number }>('billing.paid')
