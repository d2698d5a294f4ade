/** What an order would be as its form stands: asked anew a moment after the last change. */
import { useEffect, useState } from 'react'
import { call, useSettled } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import { PreviewQuery, type OrderPreview } from '../../contract/preview.ts'

type Values = Readonly<Record<string, unknown>>
const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
/** Links an order takes its parameters over by. */
const LINKS = ['prescriptionId', 'fittingId', 'recordFrameId', 'originalId'] as const
export const linkIn = (values: Values): string => LINKS.map((name) => values[name] ?? '').join('|')
/** What is asked: the fields of an order that are filled; nothing while it says neither whose it is nor what is ordered. */
function askedOf(kind: OrderKind, values: Values, id: number | undefined): string {
  const names = Object.keys(PreviewQuery.shape).filter((name) => isFilled(values[name]))
  const whose = isFilled(values.pid) || kind.member !== 'required'
  if (!LINKS.some((name) => isFilled(values[name])) && !(whose && (isFilled(values.productId) || isFilled(values.items)))) return ''
  return JSON.stringify({ ...Object.fromEntries(names.map((name) => [name, values[name]])), kind: kind.kind, ...(id ? { id } : {}) })
}
/** An answer, and the links it was asked for: until it comes, the form stands on others than the one seen. */
export interface Previewed extends OrderPreview {
  readonly link: string
}
export function usePreview(kind: OrderKind, values: Values, id: number | undefined): Previewed | undefined {
  const settled = useSettled(askedOf(kind, values, id), 400)
  const [seen, setSeen] = useState<Previewed>()
  useEffect(() => {
    if (!settled) return undefined
    let over = false
    // What the form cannot be yet is said when it is saved, not while it is typed.
    const input = JSON.parse(settled)
    call(lensOrders['orders.preview'], input, { quiet: true }).then(
      (answer) => over || setSeen({ ...answer, link: linkIn(input) }),
      () => over || setSeen(undefined),
    )
    return () => {
      over = true
    }
  }, [settled])
  return seen
}
