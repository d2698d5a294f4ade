/** Every kind of orders, by the word its rows are kept under. */
import { care, device, frame, gsp, other } from './goods.ts'
import { batch, glasses, okjing, soft } from './lenses.ts'
import type { OrderKind } from './kind.ts'

export const orderKinds = { glasses, okjing, soft, batch, care, device, frame, gsp, other } as const
export type OrderKindName = keyof typeof orderKinds

const byName: Readonly<Record<string, OrderKind>> = orderKinds
/** The kind of a row. */
export function kindOf(kind: string): OrderKind {
  const orderKind = Object.hasOwn(byName, kind) ? byName[kind] : undefined
  if (!orderKind) throw new Error(`no kind of orders: ${kind}`)
  return orderKind
}
export const everyKind = (): OrderKind[] => Object.values(byName)
/** The number the legacy wrapper tells a kind by; null for the others. */
export const orderTypeOf = ({ calls }: OrderKind): 1 | 2 | null => (calls.style === 'order' ? calls.orderType : null)
