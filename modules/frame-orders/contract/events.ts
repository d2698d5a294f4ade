import { event } from '#kernel/contract/index.ts'

interface Glasses {
  readonly recordFrameId: number
  readonly pid: number
  readonly hid: number
}
/** Glasses passed the final inspection and wait for the member. */
export const frameReady = event<Glasses>('frame-orders.ready')
/** The member has the glasses. */
export const frameTaken = event<Glasses>('frame-orders.taken')
/** An order waits for lenses nobody has on the shelf: these eyes' are to be ordered. */
export const goodsWanted = event<Glasses & { readonly eyes: ReadonlyArray<'od' | 'os'> }>('frame-orders.goods-wanted')
/** What is under way for glasses that wait for their lenses: an order, where it stands, and the day its goods are promised. */
export interface AwaitedGoods {
  readonly recordFrameId: number
  readonly orderNo: string
  readonly stateName: string
  readonly supplierName: string | null
  readonly promisedOn: string | null
  /** The promised day has passed and nothing came. */
  readonly late: boolean
}
/** What these glasses wait for is asked of whoever orders lenses; each that hears it tells what it has (decision 0164). */
export const awaitedAsked = event<{
  readonly recordFrameIds: readonly number[]
  readonly tell: (goods: readonly AwaitedGoods[]) => void
}>('frame-orders.awaited-asked')
/** What the glasses stand on has fallen: their work is stopped, and so is what is on order for them. */
export const glassesStopped = event<{ recordFrameId: number; hid: number; reason: string }>('frame-orders.stopped')
/** Nothing more is to be ordered for it: it was given up, or its goods were received by hand. */
export const goodsUnwanted = event<Glasses>('frame-orders.goods-unwanted')
