import { find, type Cx } from '#kernel/server/index.ts'
import type { Item, Kind } from '../contract/kinds.ts'
import type { Level } from '../contract/shapes.ts'
import { inForce, itemOf } from './items.ts'
export { usesOf } from './items.ts'
export { settingIn, settingOf } from './options.ts'

/** A member level of this organisation. */
export async function levelOf(cx: Cx, id: number): Promise<Level> {
  return (await find(cx, 'level', { id })) ?? cx.refuse('not_found', { what: '会员等级' })
}
type Active<K extends Kind> = Omit<Item<K>, 'uses'>
/** Active items of a kind in a store, in their order. */
const active = <K extends Kind>(cx: Cx, hid: number, kind: K): Promise<Array<Active<K>>> => inForce(cx, kind, hid)
/** Tags in use in a store. */
export const tagsOf = (cx: Cx, hid: number): Promise<Array<Active<'tag'>>> => active(cx, hid, 'tag')
/** Types of a store for one use: 1 medical items, 2 training, 4 reservations, 5 channels of reservations. */
export const typesOf = async (cx: Cx, hid: number, use: Item<'type'>['use']): Promise<Array<Active<'type'>>> =>
  (await active(cx, hid, 'type')).filter((t) => t.use === use)
/** Templates of a store: case records, series of reservations, series of revisits. */
export const templatesOf = <K extends 'medical-template' | 'reservation-template' | 'revisit-template'>(
  cx: Cx,
  hid: number,
  kind: K,
): Promise<Array<Active<K>>> => active(cx, hid, kind)
/** One item of any kind in the organisation; absent ones are not found. */
export const masterOf = <K extends Kind>(cx: Cx, kind: K, id: number): Promise<Item<K>> => itemOf(cx, kind, id)
/** Active items of any kind, such as charge settings. */
export const mastersOf = <K extends Kind>(cx: Cx, hid: number, kind: K): Promise<Array<Active<K>>> => active(cx, hid, kind)
