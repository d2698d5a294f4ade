/** Where goods are put that come in: warehouses of the store in use, its own first. */
import { inUse } from '#kernel/contract/index.ts'
import { useCall, useWho } from '#kernel/web/index.ts'
import { stock } from '#modules/stock/contract/endpoints.ts'

export interface Shelf {
  readonly value: number
  readonly label: string
}
export function useShelves(): readonly Shelf[] {
  const { hid } = useWho()
  const { data = [] } = useCall(stock['warehouses.their'], { id: hid }, { fallback: [], stale: 300_000 })
  return data.filter((w) => w.status === inUse.is.on).map((w) => ({ value: w.warehouseId, label: w.name }))
}
/** The name of one; without a number it is the store's own. */
export const shelfName = (shelves: readonly Shelf[], id: number | null | undefined): string | undefined =>
  (id ? shelves.find((s) => s.value === id) : shelves[0])?.label
