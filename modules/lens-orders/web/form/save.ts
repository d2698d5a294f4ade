/** The form of an order and the call that keeps it: hard and soft lenses go in the legacy wrapper, the others flat. */
import { z } from '#kernel/contract/index.ts'
import { call, t, toast, tr } from '#kernel/web/index.ts'
import { pairParameters, PAIRS, pieces, type LineParameter } from '../../contract/fields.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { formPathOf, pathOf } from '../kinds.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import { flows } from '../../contract/states.ts'
import { type LensOverride, SaveGoods, SaveLens, SaveLine, version, type OrderInfo } from '../../contract/shapes.ts'

/** A pair of eyes as people fill it in, whichever kind it is of. */
const EyeForm = SaveLens.omit({ items: true, eyeGlassOd: true, eyeGlassOs: true }).extend({
  pid: SaveLens.shape.pid.unwrap(),
  numberOd: pieces.min(0).nullish().meta({ label: '右眼数量' }),
  numberOs: pieces.min(0).nullish().meta({ label: '左眼数量' }),
})
type Values = Readonly<Record<string, unknown>>
/** Base names of a pair (`bc` of bcOd) that a kind asks for, in its order. */
export const basesOf = (kind: OrderKind): string[] =>
  kind.parameters.flatMap((name: LineParameter) => Object.entries(PAIRS).flatMap(([base, n]) => (n === name ? [base] : [])))

const LEN = new Set([...Object.keys(pairParameters), 'productId', 'productOd', 'productOs', 'numberOd', 'numberOs'])
const BESIDE = new Set(['hid', 'orderOptions', 'overrides', 'id', 'version'])
const only = (values: Values, keep: (name: string) => boolean) => Object.fromEntries(Object.entries(values).filter(([name]) => keep(name)))
/** What was filled in, as the wrapper has it. */
export function wrapped(values: Values, orderType: number, seen?: { orderId: number; version: number }): Record<string, unknown> {
  return {
    hid: values.hid,
    orderType,
    overrides: values.overrides ?? [],
    ...(seen ? { version: seen.version } : {}),
    order: { ...only(values, (name) => !LEN.has(name) && !BESIDE.has(name)), ...(seen ? { orderId: seen.orderId } : {}) },
    orderOpt: 'orderOptions' in values ? { orderOptions: values.orderOptions } : {},
    orderLen: only(values, (name) => LEN.has(name)),
  }
}
const Written = z.array(z.object({ code: z.string(), reason: z.string() }))
/** Reasons that are being given, as the form holds them: one in words may still be short. */
export const reasonsIn = (value: unknown): LensOverride[] => Written.catch([]).parse(value)
/** The same flat: pieces of an eye are called glasses there. */
export function flat({ numberOd, numberOs, ...values }: Values): Record<string, unknown> {
  return { ...values, eyeGlassOd: numberOd, eyeGlassOs: numberOs }
}
/** Calls of the wrapper with the form's own fields: what is sent is put together last. */
export const wrappedCreate = { ...lensOrders['orders.create'], input: EyeForm }
export const wrappedUpdate = { ...lensOrders['orders.update'], input: EyeForm }
export const flatCreate = { ...lensOrders['lens-orders.create'], input: EyeForm }
export const flatUpdate = { ...lensOrders['lens-orders.update'], input: EyeForm.extend({ id: z.int() }) }

/** Goods as people fill them in, whichever kind it is of: at least one line. */
const GoodsForm = SaveGoods.omit({ apparatusOrderId: true, brandId: true, brandCode: true }).extend({
  items: z.array(SaveLine).min(1, '请至少订购一件商品').max(500).meta({ label: '订购明细' }),
})
const EditForm = GoodsForm.extend({ id: z.int(), version })
type Create = Omit<(typeof lensOrders)['care-orders.create'], 'input'> & { readonly input: typeof GoodsForm }
type Update = Omit<(typeof lensOrders)['care-orders.update'], 'input'> & { readonly input: typeof EditForm }
const creates: Readonly<Record<string, Create>> = {
  glasses: { ...lensOrders['lens-orders.create'], input: GoodsForm },
  care: { ...lensOrders['care-orders.create'], input: GoodsForm },
  device: { ...lensOrders['device-orders.create'], input: GoodsForm },
  frame: { ...lensOrders['frame-supplier-orders.create'], input: GoodsForm },
  gsp: { ...lensOrders['gsp-orders.create'], input: GoodsForm },
  other: { ...lensOrders['other-orders.create'], input: GoodsForm },
}
const updates: Readonly<Record<string, Update>> = {
  glasses: { ...lensOrders['lens-orders.update'], input: EditForm },
  care: { ...lensOrders['care-orders.update'], input: EditForm },
  device: { ...lensOrders['device-orders.update'], input: EditForm },
  frame: { ...lensOrders['frame-supplier-orders.update'], input: EditForm },
  gsp: { ...lensOrders['gsp-orders.update'], input: EditForm },
  other: { ...lensOrders['other-orders.update'], input: EditForm },
}
const writtenBy = <C>(calls: Readonly<Record<string, C>>, { kind }: OrderKind): C => {
  const callOfKind = calls[kind]
  if (!callOfKind) throw new Error(`orders of kind ${kind} are not written as goods`)
  return callOfKind
}
/** The calls that write goods of a kind. */
export const createOf = (kind: OrderKind): Create => writtenBy(creates, kind)
export const updateOf = (kind: OrderKind): Update => writtenBy(updates, kind)

/**
 * The main save hands the order in and answers where to go on: to the order, or, where something holds it up, to the form it is mended in.
 */
export async function placed(order: OrderInfo, way: string | undefined): Promise<string> {
  const { orderId, kind, version } = order
  const flow = flows[kindOf(kind).flow]
  if (way === 'draft' || order.status !== flow.is.draft) {
    toast(t`${order.orderNo} 已保存`, 'ok')
    return pathOf(kind, orderId)
  }
  // The catalogue has told the person why it is not handed in.
  const now = await call(lensOrders['orders.status'], { oid: orderId, status: Number(flow.moves.submit.to), version }).catch(
    () => undefined,
  )
  if (now) toast(t`${now.orderNo}：${tr(now.statusName)}`, 'ok')
  return now ? pathOf(kind, orderId) : (formPathOf(kind, `edit/${orderId}`) ?? pathOf(kind, orderId))
}
