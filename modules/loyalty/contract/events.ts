import { slot } from '#kernel/contract/declare.ts'
import { event } from '#kernel/contract/index.ts'

interface WithCombo {
  readonly hid: number
  readonly pid: number
  readonly fgid: number
}
/** A top-up would include a combo. The module that sells combos refuses if this store does not sell it, before money is taken. */
export const comboWanted = event<WithCombo>('loyalty.combo-wanted')
/**
 * A top-up included a combo. The module that sells combos opens it for the member. `ref` is the top-up: `charge_bill:CZ20261122-0001`.
 */
export const comboGiven = event<WithCombo & { readonly ref: string }>('loyalty.combo-given')

/** Slot above the coupons given by the store, and beside one kind (`kindId`): who gave them and what they brought. */
export const besideCoupons = slot<{ kindId?: number }>('loyalty.coupons')
