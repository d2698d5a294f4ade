/** What a piece costs of its supplier: as agreed by contract, else as the product says; another amount needs the right, and against a contract the reason. */
import { may, type Cx } from '#kernel/server/index.ts'
import type { ProductRow } from '#modules/products/server/door.ts'

export interface Costed {
  readonly cost: number
  readonly agreedCost: number | null
  readonly costReason: string | null
}
interface Asked {
  readonly product: ProductRow
  readonly given: number | undefined
  readonly reason: string | null | undefined
  readonly agreed: number | null
  readonly hid: number
  readonly field: string
}
/** What a piece costs where nobody says otherwise. */
export const usualCost = (product: ProductRow, agreed: number | null): Costed => ({
  cost: agreed ?? product.cost ?? 0,
  agreedCost: agreed,
  costReason: null,
})
export function costOf(cx: Cx<'cost_reason'>, { product, given, reason, agreed, hid, field }: Asked): Costed {
  const usual = usualCost(product, agreed)
  if (given === undefined || given === usual.cost) return usual
  if (!may(cx, 'order:cost', hid)) return cx.refuse('no_access', { what: '修改进价', code: 'order:cost' })
  if (agreed !== null && !reason?.trim()) return cx.refuse('cost_reason', { agreed: (agreed / 100).toFixed(2), field })
  return { cost: given, agreedCost: agreed, costReason: reason ?? null }
}
