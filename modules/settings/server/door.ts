import { find, type Cx } from '#kernel/server/index.ts'
import type { Level } from '../contract/shapes.ts'

/** A member level of this organisation. */
export async function levelOf(cx: Cx, id: number): Promise<Level> {
  return ((await find(cx, 'level', { id })) as Level | undefined) ?? cx.refuse('not_found', { what: '会员等级' })
}
