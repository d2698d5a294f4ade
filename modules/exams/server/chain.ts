/**
 * A clinical record is read in the whole chain and changed by the store that made it; another store needs a permission and a reason
 * (decision 0099).
 */
import { wordsOfReason } from '#kernel/contract/index.ts'
import { acrossStores, may, type Cx } from '#kernel/server/index.ts'

/** Refuses to change another store's record without `record:chain` and a reason; the database keeps the reason with what stood before. */
export async function mayChange(cx: Cx, row: { readonly hid: number }, reason: string | null | undefined): Promise<void> {
  if (cx.who.hids.includes(row.hid)) return
  if (!may(cx, 'record:chain')) cx.refuse('no_access', { what: '修改其他门店的记录', code: 'record:chain' })
  const words = wordsOfReason(reason)
  if (words === undefined) return cx.refuse('bad_input', { what: '这是其他门店的记录，请填写修改的原因', field: 'reason' })
  await acrossStores(cx, words)
}
