/**
 * What glasses would be like, before anything is chosen: frames on hand by how they suit the eyes' distance, and lenses in a frame by their
 * index.
 */
import { clinical, count, flag, id, money, perPage, ShownFinding, text, word, z } from '#kernel/contract/index.ts'
import { frameSize, recordFrameId, side } from './fields.ts'
import { computed } from './shapes.ts'

/** GET /{product}/frames/: with an order the distance is its own. */
export const FramesQuery = z.object({
  hid: id('门店'),
  text: text('名称、品牌、型号或条码').optional(),
  brand: text('品牌').optional(),
  pd: clinical('pd').optional(),
  recordFrameId: recordFrameId.optional(),
  /** Only what suits the distance. */
  fits: flag('只看合适的').default(false),
  ...perPage,
})
export const FrameOnHand = z.object({
  productId: id('镜架'),
  name: text('名称'),
  brand: text('品牌').nullable(),
  version: text('型号').nullable(),
  spec: text('规格').nullable(),
  colour: text('色号').nullable(),
  barCode: text('条码').nullable(),
  price: money('零售价', { adds: false }),
  onHand: count('现有'),
  a: frameSize.frameA,
  dbl: frameSize.frameDbl,
  /** Boxed centre distance A + DBL, and how far it is from the pupils'. */
  fpd: computed('几何中心距'),
  apart: computed('与瞳距相差'),
  level: word('合适', { ok: '合适', warn: '偏大或偏小', block: '不合适', unknown: '尺寸或瞳距未知' }),
})
export type FrameOnHand = z.output<typeof FrameOnHand>

/** GET /frame/simulated/{id}: an order with a frame it does not have yet; what is left out is as the order has it. */
export const SimulateQuery = z.object({
  id: recordFrameId,
  ownFrame: flag('自带镜架').optional(),
  frameProductId: id('镜架').optional(),
  ...z.object(frameSize).partial().shape,
})
const Eye = z.object({ eye: side, decentration: computed('移心'), blank: computed('最小直径') })
export const Simulated = z.object({
  frame: z.object({ a: frameSize.frameA, dbl: frameSize.frameDbl, ed: frameSize.frameEd }),
  eyes: z.array(Eye),
  /** Each index lenses are usually made in, and that of the order's lens. */
  indices: z.array(
    z.object({
      index: z.number().meta({ label: '折射率', format: 'measure', step: 0.01, decimals: 2 }),
      eyes: z.array(z.object({ eye: side, centre: computed('中心厚度'), edge: computed('边缘厚度') })),
    }),
  ),
  /** What is out of range in this frame. */
  findings: z.array(ShownFinding),
})
export type Simulated = z.output<typeof Simulated>
