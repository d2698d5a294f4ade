import { event } from '#kernel/contract/index.ts'

/** An order was placed with its supplier (2→3). Fen. */
export const orderPlaced = event<{ orderId: number; kind: string; hid: number; supplierId: number; costTotal: number }>(
  'lens-orders.placed',
)
/** An order was given up; what was reserved, held or drafted for it is free. */
export const orderCancelled = event<{ orderId: number; kind: string; hid: number; pid: number | null }>('lens-orders.cancelled')
/** A member has what was ordered in hand; `lensIds` are the lenses that have numbers, worn from that day. */
export const orderHandedOver = event<{ orderId: number; kind: string; hid: number; pid: number | null; lensIds: number[] }>(
  'lens-orders.handed-over',
)
