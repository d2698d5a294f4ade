/**
 * What a piece costs of its supplier: as agreed by contract, else as the product says; another amount needs the right, and against a
 * contract the reason.
 */
import { wordsOfReason } from '#kernel/contract/index.ts'
import { may, type Cx } from '#kernel/server/index.ts'
import type { ProductRow } from '#modules/products/server/door.ts'

export interface Costed {
  readonly cost: number
  readonly agreedCost: number | null
  readonly costReason: string | null
  /** Somebody gave it for this order alone. */
  readonly costGiven: boolean
}
/** A cost given for the same goods before, by somebody who may. */
export type GivenCost = Pick<Costed, 'cost' | 'costReason'>
interface Asked {
  readonly product: ProductRow
  /** Null and nothing are one to who is told no costs; who is takes a given cost away by null. */
  readonly given: number | null | undefined
  readonly reason: string | null | undefined
  readonly agreed: number | null
  readonly former: GivenCost | undefined
  readonly hid: number
  readonly field: string
}
/** What a piece costs where nobody says otherwise. */
export const usualCost = (product: ProductRow, agreed: number | null): Costed => ({
  cost: agreed ?? product.cost ?? 0,
  agreedCost: agreed,
  costReason: null,
  costGiven: false,
})
/** A cost given before stays; one without a reason gives way to a contract that came since. */
function stays(usual: Costed, former: GivenCost | undefined): Costed {
  if (!former || (usual.agreedCost !== null && wordsOfReason(former.costReason) === undefined)) return usual
  const { cost, costReason } = former
  return { ...usual, cost, costReason, costGiven: cost !== usual.cost }
}
export function costOf(cx: Cx<'cost_reason'>, { product, given: entered, reason, agreed, former, hid, field }: Asked): Costed {
  const usual = usualCost(product, agreed)
  const sets = may(cx, 'order:cost', hid)
  if (entered === undefined || (entered === null && !sets)) return stays(usual, former)
  if (entered === null || (entered === usual.cost && (sets || !former))) return usual
  if (!sets) return cx.refuse('no_access', { what: '修改进价', code: 'order:cost' })
  const why = reason ?? (entered === former?.cost ? former.costReason : null)
  if (agreed !== null && wordsOfReason(why) === undefined) return cx.refuse('cost_reason', { agreed: (agreed / 100).toFixed(2), field })
  return { cost: entered, agreedCost: agreed, costReason: why, costGiven: true }
}
