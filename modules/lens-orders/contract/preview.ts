/** An order before it is kept: what its links say, what its check finds, what it costs, when it would be here and who looks at it. */
import { count, date, flag, id, money, post, text, z } from '#kernel/contract/index.ts'
import { saveFails } from './calls.ts'
import { headFields, kindWord, orderId, pairParameters, pieces } from './fields.ts'
import { CreditValue } from './purchase/lookups.ts'
import { OrderInfo, SaveLens, some } from './shapes.ts'

/** As an order is written, by eyes or by goods; `id` is the one that is changed. */
export const PreviewQuery = SaveLens.omit({ eyeGlassOd: true, eyeGlassOs: true, overrides: true }).extend({
  kind: kindWord,
  id: orderId.nullish(),
  numberOd: pieces.min(0).nullish().meta({ label: '右眼数量' }),
  numberOs: pieces.min(0).nullish().meta({ label: '左眼数量' }),
})
export type PreviewQuery = z.output<typeof PreviewQuery>
const Said = z.object(some(pairParameters))
export const OrderPreview = z.object({
  pid: headFields.pid,
  prescriptionId: headFields.prescriptionId,
  rxLineId: headFields.rxLineId,
  /** Named, or the one the prescription was decided by. */
  fittingId: headFields.fittingId,
  /** Parameters of both eyes as the link says them: what the form begins with, and what a difference is one from. */
  said: Said,
  productId: id('商品').nullable(),
  total: money('金额'),
  /** Null without the right to see costs. */
  costTotal: money('进价合计').nullable(),
  billed: flag('向会员收费'),
  /** Findings name the field of the form: `dsOd`, `productId`. */
  findings: OrderInfo.shape.findings,
  /** Another person than the writer must look at it. */
  needsReview: flag('需审核'),
  credit: CreditValue,
  /** Days from ordering to receipt of the last hundred orders of this kind at this supplier. */
  lead: z.object({
    orders: count('订单数'),
    p50: count('五成到货天数', { unit: '天' }).nullable(),
    p90: count('九成到货天数', { unit: '天' }).nullable(),
    /** The day to promise: nine in ten were here by then, else as the brand says. */
    promisedOn: date('承诺到货'),
  }),
  supplierName: text('供应商').nullable(),
})
export type OrderPreview = z.output<typeof OrderPreview>
export const previewCalls = {
  'orders.preview': post('/order/preview', {
    can: 'order:view',
    summary: 'Ours: what an order would be: by its links, its check, price, credit and promise; writes nothing',
    input: PreviewQuery,
    reads: 'one',
    output: OrderPreview,
    again: 'writes nothing: it is asked anew with every change of the form',
    fails: saveFails,
  }),
}
