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
