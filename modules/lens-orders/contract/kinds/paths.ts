/** Where orders of each kind are listed and one of them is seen. */
import type { OrderKindName } from './index.ts'

/** Kinds that have a list of their own. */
export type ListedKind = Exclude<OrderKindName, 'batch'>
export const LISTS: Readonly<Record<string, ListedKind>> = {
  '/order/okjing': 'okjing',
  '/order/contact-lens': 'soft',
  '/order/glasses': 'glasses',
  '/order/eye_care': 'care',
  '/order/instrument': 'device',
  '/order/glass-frame': 'frame',
  '/order/gsp': 'gsp',
  '/order/other': 'other',
  '/today/orders-okjing': 'okjing',
  '/today/orders-soft-mirror': 'soft',
}
/** Kinds whose screens have paths of the seeds. */
export const BASES: Readonly<Record<string, string>> = { okjing: '/order/okjing', soft: '/order/contact-lens' }
/** Orders of a kind without a list stand in that of hard lenses. */
export const listOf = (kind: string): string => Object.entries(LISTS).find(([, k]) => k === kind)?.[0] ?? '/order/okjing'
/** Where an order is seen: fitted lenses have paths of the seeds, the others open over their list. */
export function pathOf(kind: string, orderId: number): string {
  const base = BASES[kind]
  return base ? `${base}-view/${orderId}` : `${listOf(kind)}?order=${orderId}`
}
