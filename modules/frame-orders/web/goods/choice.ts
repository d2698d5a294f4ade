/** What is being chosen for an order, before it is. */
import type { FrameOrderInfo } from '../../contract/shapes.ts'

export interface GlassesChoice {
  ownFrame: boolean
  frameProductId: number | null
  frameBrand: string | null
  frameA: number | null
  frameDbl: number | null
  frameEd: number | null
  lensProductOd: number | null
  lensProductOs: number | null
  processingFee: number
  orderOptions: string | null
}
/** Yuan for the work; undefined before anything was chosen. */
export const feeIn = ({ items }: FrameOrderInfo): number | undefined =>
  items.length ? (items.find((i) => i.part === 'service')?.price ?? 0) : undefined
export const chosenIn = (order: FrameOrderInfo): GlassesChoice => ({
  ownFrame: order.ownFrame,
  frameProductId: order.frameProductId,
  frameBrand: order.frameBrand,
  frameA: order.frameA,
  frameDbl: order.frameDbl,
  frameEd: order.frameEd,
  lensProductOd: order.lensProductOd,
  lensProductOs: order.lensProductOs,
  orderOptions: order.orderOptions,
  processingFee: feeIn(order) ?? 0,
})
