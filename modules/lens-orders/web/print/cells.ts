import type { OrderInfo } from '../../contract/shapes.ts'
import { lineOf, parametersOf, shownParameter } from '../words.tsx'

/** The parameters of one eye of an order, as its paper shows them. */
export function eyeCells(order: OrderInfo, eye: 'od' | 'os'): Readonly<Record<string, string>> {
  const line = lineOf(order.items, eye)
  return Object.fromEntries(parametersOf(order).map((name) => [name, shownParameter(name, line?.[name])]))
}
