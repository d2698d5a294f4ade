import { find, insert, type Cx } from '#kernel/server/index.ts'
import type { MasterItem, MasterKind } from '../contract/kinds.ts'
import type { Level } from '../contract/shapes.ts'
import { inForce, itemOf } from './items.ts'
export { usesOf } from './items.ts'
export { settingIn, settingOf } from './options.ts'

/** Loads a member level. */
export async function levelOf(cx: Cx, id: number): Promise<Level> {
  return (await find(cx, 'level', { id })) ?? cx.refuse('not_found', { what: '会员等级' })
}
type Active<K extends MasterKind> = Omit<MasterItem<K>, 'uses'>
/** Active items of a kind in a store, in order. */
const active = <K extends MasterKind>(cx: Cx, hid: number, kind: K): Promise<Array<Active<K>>> => inForce(cx, kind, hid)
/** Active tags of a store. */
export const tagsOf = (cx: Cx, hid: number): Promise<Array<Active<'tag'>>> => active(cx, hid, 'tag')
/** Types of a store by use: 1 medical items, 2 training, 4 reservations, 5 reservation channels. */
export const typesOf = async (cx: Cx, hid: number, use: MasterItem<'type'>['use']): Promise<Array<Active<'type'>>> =>
  (await active(cx, hid, 'type')).filter((t) => t.use === use)
/** Templates of a store: case records, reservation series, revisit series. */
export const templatesOf = <K extends 'medical-template' | 'reservation-template' | 'revisit-template'>(
  cx: Cx,
  hid: number,
  kind: K,
): Promise<Array<Active<K>>> => active(cx, hid, kind)
/** Loads an item of any kind; missing ones are not found. */
export const masterOf = <K extends MasterKind>(cx: Cx, kind: K, id: number): Promise<MasterItem<K>> => itemOf(cx, kind, id)
/** Active items of any kind, such as charge settings. */
export const mastersOf = <K extends MasterKind>(cx: Cx, hid: number, kind: K): Promise<Array<Active<K>>> => active(cx, hid, kind)
/** The tag of a name in a store; made where there is none. */
export async function addTag(cx: Cx, hid: number, name: string): Promise<number> {
  const existing = await find(cx, 'master_item', { hid, kind: 'tag', name })
  return (existing ?? (await insert(cx, 'master_item', { hid, kind: 'tag', name }))).id
}
