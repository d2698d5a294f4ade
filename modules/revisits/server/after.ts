/** What follows from an outcome by itself. */
import { find, type Cx, type Row } from '#kernel/server/index.ts'
import { result, type FollowUpOutcome } from '../contract/fields.ts'
import { follow } from './rules/engine.ts'
import { tellMissed } from './tell/tell.ts'

/** A complaint is heard of again after three days; whoever was not reached three times gets a message. */
export async function afterOutcome(cx: Cx, before: Row<'revisit'>, outcome: FollowUpOutcome | 'unreached'): Promise<void> {
  if (outcome === result.complaint && before.pid !== null)
    await follow(cx, 'complaint', { hid: before.hid, pid: before.pid, today: cx.today })
  if (outcome === 'unreached') {
    const row = await find(cx, 'revisit', { rvid: before.rvid })
    if (row) await tellMissed(cx, row)
  }
}
