/** The form of an order and the call that keeps it: hard and soft lenses go in the legacy wrapper, the others flat. */
import { z } from '#kernel/contract/index.ts'
import { pairParameters, PAIRS, pieces, type LineParameter } from '../../contract/fields.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { SaveLens } from '../../contract/shapes.ts'

/** A pair of eyes as people fill it in, whichever kind it is of. */
const EyeForm = SaveLens.omit({ items: true, eyeGlassOd: true, eyeGlassOs: true }).extend({
  pid: SaveLens.shape.pid.unwrap(),
  numberOd: pieces.min(0).nullish().meta({ label: '右眼数量' }),
  numberOs: pieces.min(0).nullish().meta({ label: '左眼数量' }),
})
type Values = Readonly<Record<string, unknown>>
/** Base names of a pair (`bc` of bcOd) that a kind asks for, in its order. */
export const basesOf = (of: OrderKind): string[] =>
  of.parameters.flatMap((name: LineParameter) => Object.entries(PAIRS).flatMap(([base, n]) => (n === name ? [base] : [])))

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
/** The same flat: pieces of an eye are called glasses there. */
export function flat({ numberOd, numberOs, ...values }: Values): Record<string, unknown> {
  return { ...values, eyeGlassOd: numberOd, eyeGlassOs: numberOs }
}
/** Calls of the wrapper with the form's own fields: what is sent is put together last. */
export const wrappedCreate = { ...lensOrders['orders.create'], input: EyeForm }
export const wrappedUpdate = { ...lensOrders['orders.update'], input: EyeForm }
export const flatCreate = { ...lensOrders['lens-orders.create'], input: EyeForm }
export const flatUpdate = { ...lensOrders['lens-orders.update'], input: EyeForm.extend({ id: z.int() }) }
