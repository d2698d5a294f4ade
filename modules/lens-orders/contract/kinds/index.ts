/** Every kind of orders, by the word its rows are kept under. */
import { care, device, frame, gsp, other } from './goods.ts'
import { batch, glasses, okjing, soft } from './lenses.ts'
import type { OrderKind } from './kind.ts'

export const orderKinds = { glasses, okjing, soft, batch, care, device, frame, gsp, other } as const
export type OrderKindName = keyof typeof orderKinds

const known: Readonly<Record<string, OrderKind>> = orderKinds
/** The kind of a row. */
export function kindOf(kind: string): OrderKind {
  const of = Object.hasOwn(known, kind) ? known[kind] : undefined
  if (!of) throw new Error(`no kind of orders: ${kind}`)
  return of
}
export const everyKind = (): OrderKind[] => Object.values(known)
/** The number the legacy wrapper tells a kind by; null for the others. */
export const orderTypeOf = ({ calls }: OrderKind): 1 | 2 | null => (calls.style === 'order' ? calls.orderType : null)
