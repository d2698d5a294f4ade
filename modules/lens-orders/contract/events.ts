import { event } from '#kernel/contract/index.ts'

/** An order was placed with its supplier (2→3). Fen. */
export const orderPlaced = event<{ orderId: number; kind: string; hid: number; supplierId: number; costTotal: number }>(
  'lens-orders.placed',
)
/** An order was given up; what was reserved, held or drafted for it is free. */
export const orderCancelled = event<{ orderId: number; kind: string; hid: number; pid: number | null }>('lens-orders.cancelled')
