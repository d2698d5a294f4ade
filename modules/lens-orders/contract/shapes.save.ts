/** Orders as people write them, in the shape of each family of calls. */
import { anything, backdateReason, confirmationOf, count, date, happened, id, money, text, z } from '#kernel/contract/index.ts'
import { orderReasons } from '#modules/frame-orders/contract/check/confirm.ts'
import {
  cause,
  cost,
  eyeOfLine,
  headFields,
  lineParameters,
  orderId,
  orderOptions,
  orderType,
  pairParameters,
  pieces,
  unit,
} from './fields.ts'

export const some = <S extends z.ZodRawShape>(fields: S) => z.object(fields).partial().shape
export const version = count('版本')
/** A finding of the order's check that is confirmed, with the reason. */
export const LensOverride = confirmationOf(orderReasons)
export type LensOverride = z.output<typeof LensOverride>
export const overrides = z.array(LensOverride).max(50).default([])

/** One line as people write it. Cost in another amount than agreed needs its reason. */
export const SaveLine = z.object({
  eye: eyeOfLine.nullish(),
  productId: id('商品'),
  /** Pieces, or boxes where the product is sold in boxes. */
  number: pieces.default(1),
  unit: unit.nullish(),
  ...some(lineParameters),
  /** Left out, what was agreed before stays. */
  cost: cost.nullish(),
  costReason: text('改价原因', { max: 200 }).nullish(),
  note: text('备注', { max: 200 }).nullish(),
})
export type SaveLine = z.output<typeof SaveLine>
const items = z.array(SaveLine).max(500).meta({ label: '订购明细' })
const head = some(headFields)
const supplement = { originalId: id('原订单').nullish(), cause: cause.nullish() }

/** Care, device, frame, GSP and other orders: a list of goods, or one of them flat as the seeds have it. */
export const SaveGoods = z.object({
  hid: id('门店').optional(),
  ...head,
  ...supplement,
  brandId: id('品牌').nullish(),
  brandCode: text('品牌编码', { max: 60 }).nullish(),
  productId: id('商品').nullish(),
  number: pieces.optional(),
  unit: unit.nullish(),
  apparatusOrderId: id('器械订单').nullish(),
  items: items.optional(),
  orderOptions: orderOptions.nullish(),
  overrides,
})
export type SaveGoods = z.output<typeof SaveGoods>
export const NewGoods = SaveGoods.extend({ id: id('订单').nullish() })
export const EditGoods = SaveGoods.extend({ id: orderId, version: version.optional() })

const lensFlat = {
  ...some(pairParameters),
  /** Legacy names: R is the right eye, L the left. */
  addR: lineParameters.addition.optional(),
  addL: lineParameters.addition.optional(),
  /** Pieces for an eye, 0 to 2. */
  eyeGlassOd: count('右眼片数', { max: 2 }).nullish(),
  eyeGlassOs: count('左眼片数', { max: 2 }).nullish(),
  productId: id('镜片').nullish(),
  productOd: id('右眼镜片').nullish(),
  productOs: id('左眼镜片').nullish(),
}
/** Spectacle lenses: both eyes flat, or for the shelf by power in `items`. */
export const SaveLens = z.object({
  hid: id('门店').optional(),
  ...head,
  ...supplement,
  ...lensFlat,
  brandId: id('品牌').nullish(),
  brand: text('品牌', { max: 60 }).nullish(),
  orderType: count('订单类型', { max: 99 }).nullish(),
  orderDate: happened(date('下单日期')).optional(),
  backdateReason,
  totalMoney: money('金额').nullish(),
  orderOptions: orderOptions.nullish(),
  items: items.optional(),
  overrides,
})
export type SaveLens = z.output<typeof SaveLens>
export const EditLens = SaveLens.extend({ id: orderId, version: version.optional() })
/** The legacy wrapper of hard and soft lens orders. What its parts hold beyond these is kept and answered unchanged. */
const wrapped = {
  order: z.object({ ...head, ...supplement, version: version.optional() }).catchall(anything()),
  orderOpt: z.object({ orderOptions: orderOptions.nullish() }).catchall(anything()).optional(),
  orderLen: z
    .object({
      ...some(pairParameters),
      productId: id('镜片').nullish(),
      productOd: id('右眼镜片').nullish(),
      productOs: id('左眼镜片').nullish(),
      numberOd: count('右眼数量', { max: 999 }).nullish(),
      numberOs: count('左眼数量', { max: 999 }).nullish(),
      costOd: cost.nullish(),
      costOs: cost.nullish(),
      costReason: text('改价原因', { max: 200 }).nullish(),
    })
    .catchall(anything())
    .optional(),
}
export const NewOrder = z.object({
  hid: id('门店').optional(),
  ...wrapped,
  version: version.nullish(),
  orderType: orderType.default(1),
  overrides,
})
export type NewOrder = z.output<typeof NewOrder>
export const EditOrder = z.object({
  hid: id('门店').optional(),
  ...wrapped,
  order: wrapped.order.extend({ orderId }),
  version: version.nullish(),
  orderType: orderType.optional(),
  overrides,
})
export type EditOrder = z.output<typeof EditOrder>
