import { event } from '#kernel/contract/index.ts'

interface WithCombo {
  readonly hid: number
  readonly pid: number
  readonly fgid: number
}
/** A top-up would bring a combo: who sells combos says whether this store sells it, before money is taken. */
export const comboWanted = event<WithCombo>('loyalty.combo-wanted')
/** A top-up brought a combo: who sells combos opens it for the member. `ref` is the top-up: `charge_bill:CZ20261122-0001`. */
export const comboGiven = event<WithCombo & { readonly ref: string }>('loyalty.combo-given')
