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
/** Nothing more is to be ordered for it: it was given up, or its goods were received by hand. */
export const goodsUnwanted = event<Glasses>('frame-orders.goods-unwanted')
