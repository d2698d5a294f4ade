/** Where each kind of orders is listed and opened, and the calls that serve it. What its screens show follows from its declaration. */
import { lensOrders } from '../contract/endpoints.ts'
import { kindOf, orderKinds } from '../contract/kinds/index.ts'
import type { OrderKind } from '../contract/kinds/kind.ts'
import { BASES, listOf, LISTS, pathOf, type ListedKind } from '../contract/kinds/paths.ts'

export { listOf, pathOf, type ListedKind }

/** The kind a path of the seeds lists. */
export function listedAt(path: string): { name: ListedKind; of: OrderKind; today: boolean } {
  const name = LISTS[path] ?? 'okjing'
  return { name, of: orderKinds[name], today: path.startsWith('/today/') }
}
/** What goes back is said beforehand; fitted lenses have a path of the seeds for it. */
export function cancelPathOf(kind: string, orderId: number): string {
  const base = BASES[kind]
  return base ? `${base}-cancel/${orderId}` : `${listOf(kind)}?cancel=${orderId}`
}
/**
 * Screens that write an order: those of fitted lenses have paths of the seeds, the others open over their list. Goods are not supplied
 * anew.
 */
export function formPathOf(kind: string, way: 'add' | `edit/${number}` | `supplement/${number}`): string | undefined {
  const base = BASES[kind]
  if (base) return `${base}-${way}`
  const [what, orderId = 'new'] = way.split('/')
  if (what !== 'supplement') return `${listOf(kind)}?write=${orderId}`
  return kindOf(kind).parameters.length && kindOf(kind).calls.style === 'lens' ? `${listOf(kind)}?supplement=${orderId}` : undefined
}
/** Where what comes of an order is scanned: fitted lenses have paths of the seeds. */
export const receivePathOf = (kind: string, orderId: number): string =>
  BASES[kind] ? `${BASES[kind]}-confirm/${orderId}` : `/order/receive?orders=${orderId}`
export const handOverPathOf = (orderId: number): string => `/order/hand-over/${orderId}`

type List = (typeof lensOrders)['care-orders.list']
export const listCalls: Readonly<Record<ListedKind, List>> = {
  okjing: lensOrders['orders.okjing.list'],
  soft: lensOrders['orders.okjing.list'],
  glasses: lensOrders['lens-orders.list'],
  care: lensOrders['care-orders.list'],
  device: lensOrders['device-orders.list'],
  frame: lensOrders['frame-supplier-orders.list'],
  gsp: lensOrders['gsp-orders.list'],
  other: lensOrders['other-orders.list'],
}
type Delete = (typeof lensOrders)['care-orders.delete']
export const deleteCalls: Readonly<Record<ListedKind, Delete | (typeof lensOrders)['orders.delete']>> = {
  okjing: lensOrders['orders.delete'],
  soft: lensOrders['orders.delete'],
  glasses: lensOrders['lens-orders.delete'],
  care: lensOrders['care-orders.delete'],
  device: lensOrders['device-orders.delete'],
  frame: lensOrders['frame-supplier-orders.delete'],
  gsp: lensOrders['gsp-orders.delete'],
  other: lensOrders['other-orders.delete'],
}
export const isListed = (kind: string): kind is ListedKind => kind in listCalls
