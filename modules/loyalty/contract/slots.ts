import { slot } from '#kernel/contract/declare.ts'

/** Slot above the coupons given by the store, and beside one kind (`kindId`): who gave them and what they brought. */
export const besideCoupons = slot<{ kindId?: number }>('loyalty.coupons')
