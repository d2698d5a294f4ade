import { slot } from '#kernel/contract/declare.ts'

/** Below the stage of an order whose glasses are taken or about to be: what is left to do with the member. */
export const belowPickUp = slot<{ pid: number }>('frame-orders.pick-up')
