import { move, type Cx } from '#kernel/server/index.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { frameOrder } from '../contract/states.ts'
import { orderOf } from './queries.ts'

/**
 * The initial inspection, where the store switched it off for stock or for custom lenses, is passed by itself, and the history says why.
 * The final one never is: the database asks for readings that passed.
 */
export async function passSwitchedOff(cx: Cx, id: number): Promise<void> {
  const { status, hid, lenOrderType } = await orderOf(cx, id)
  if (
    status === frameOrder.is.inspecting &&
    !(await settingOf(cx, hid, lenOrderType === 2 ? 'frameCustomInspection' : 'frameInitialInspection'))
  )
    await move(cx, frameOrder, id, 'process', { automatic: true, note: '本店流程不设初检' })
}
