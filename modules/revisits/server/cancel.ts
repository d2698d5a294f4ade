import { move, type Cx, type Row } from '#kernel/server/index.ts'
import { revisitMachine } from '../contract/states.ts'

/** Nobody holds a card that was answered. */
export const free = { claimedBy: null, claimedUntil: null }
/** Cancels a task with a reason; `automatic` where it follows from something else. */
export async function cancelRevisit(cx: Cx, { rvid }: Pick<Row<'revisit'>, 'rvid'>, why: string, automatic = false): Promise<void> {
  await move(cx, revisitMachine, rvid, 'cancel', { note: why, set: { ...free, cancelReason: why.slice(0, 200) }, automatic })
}
