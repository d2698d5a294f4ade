/** The calls of the kinds, by the style the seeds write them in: nine kinds cost the compiler what one does, as all are of one shape. */
import { del, done, get, page, post, put, type Endpoint, type Page, type z } from '#kernel/contract/index.ts'
import { approvalFails } from '#modules/stock/contract/refusals.ts'
import type { OrderKind } from './kinds/kind.ts'
import { ById, CancelOrder, EditGoods, EditLens, NewGoods, OrderInfo, OrderListFilters, OrderRow, SaveLens } from './shapes.ts'

/** What submitting an order may say no with. */
export const submitFails = [
  'order_blocked',
  'order_unconfirmed',
  'supplier_missing',
  'supplier_expired',
  'supplier_off',
  'gsp_unlicensed',
  'gsp_unregistered',
  'gsp_expired',
  ...approvalFails,
  'credit_short',
] as const
export type SubmitFail = (typeof submitFails)[number]
/** What placing one with its supplier may. */
export const placeFails = ['order_unpaid', 'review_missing', 'own_review', 'supplier_missing', 'supplier_expired', 'supplier_off'] as const
export type PlaceFail = (typeof placeFails)[number]
/** What writing an order may say no with. */
export const saveFails = [
  'wrong_product',
  'member_missing',
  'member_refused',
  'fitting_unchecked',
  'original_other',
  'cost_reason',
  ...submitFails,
] as const
export type SaveFail = (typeof saveFails)[number]
export const cancelFails = ['order_paid_first'] as const

type Call<In extends z.ZodType, Out, Fail extends string = never> = Endpoint<z.output<In>, Out, Fail, z.input<In>, 'tx'>
/** Seven calls of a kind, of which `receive` stands with the receipts. */
export type KindCalls<N extends string, New extends z.ZodType, Edit extends z.ZodType> = {
  readonly [K in N as `${K}.list`]: Call<typeof OrderListFilters, Page<OrderRow>>
} & { readonly [K in N as `${K}.details`]: Call<typeof ById, OrderInfo> } & {
  readonly [K in N as `${K}.create`]: Call<New, OrderInfo, SaveFail>
} & { readonly [K in N as `${K}.update`]: Call<Edit, OrderInfo, SaveFail> } & {
  readonly [K in N as `${K}.cancel`]: Call<typeof CancelOrder, OrderInfo, (typeof cancelFails)[number]>
} & { readonly [K in N as `${K}.delete`]: Call<typeof ById, null, 'order_delete_state' | 'order_paid_first'> }

/** Who may write orders of a kind: of members, those who see them; of the shelf, also those who keep it. */
export const writing = ({ member }: OrderKind): 'order:edit' | 'order:stock' => (member === 'required' ? 'order:edit' : 'order:stock')

function six(
  kind: OrderKind,
  { name, path }: { name: string; path: string },
  shapes: { create: z.ZodType; edit: z.ZodType },
): Record<string, object> {
  const { noun } = kind
  const can = writing(kind)
  const written = { can, reads: 'written', output: OrderInfo, fails: saveFails } as const
  return {
    [`${name}.list`]: get(path, {
      can: 'order:view',
      summary: `${noun}s of a store, late ones first where asked`,
      input: OrderListFilters,
      reads: 'many',
      output: page(OrderRow),
    }),
    [`${name}.details`]: get(`${path}/{id}/details`, {
      can: 'order:view',
      summary: `A ${noun} whole`,
      input: ById,
      reads: 'one',
      output: OrderInfo,
    }),
    [`${name}.create`]: post(path, { ...written, summary: `A new ${noun}`, input: shapes.create }),
    [`${name}.update`]: put(`${path}/{id}`, {
      ...written,
      changes: 'id',
      summary: `Changes a ${noun} that is not placed`,
      input: shapes.edit,
    }),
    [`${name}.cancel`]: put(`${path}/{id}/cancels`, {
      can: 'order:view',
      summary: `Cancels a ${noun} with its reason`,
      input: CancelOrder,
      reads: 'written',
      output: OrderInfo,
      fails: cancelFails,
    }),
    [`${name}.delete`]: del(`${path}/{id}`, {
      can,
      summary: `Deletes a ${noun} that never became anything`,
      input: ById,
      output: done(),
      fails: ['order_delete_state', 'order_paid_first'],
    }),
  }
}
/** The calls of a kind of goods. */
export function goodsCalls<const N extends string>(
  of: OrderKind & { readonly calls: { readonly style: 'goods'; readonly name: N; readonly path: string } },
): KindCalls<N, typeof NewGoods, typeof EditGoods>
export function goodsCalls(
  kind: OrderKind & { readonly calls: { readonly style: 'goods'; readonly name: string; readonly path: string } },
): object {
  return six(kind, kind.calls, { create: NewGoods, edit: EditGoods })
}
/** The calls of a kind whose eyes stand flat in its input. */
export function lensCalls<const N extends string>(
  of: OrderKind & { readonly calls: { readonly style: 'lens'; readonly name: N; readonly path: string } },
): KindCalls<N, typeof SaveLens, typeof EditLens>
export function lensCalls(
  kind: OrderKind & { readonly calls: { readonly style: 'lens'; readonly name: string; readonly path: string } },
): object {
  return six(kind, kind.calls, { create: SaveLens, edit: EditLens })
}
