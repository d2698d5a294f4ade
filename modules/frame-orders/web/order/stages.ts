/** Where a job stands on its way: what was done by whom and when, what waits, what comes. Pure. */
import type { StateOf } from '#kernel/contract/index.ts'
import type { FrameOrderInfo } from '../../contract/shapes.ts'
import { frameOrder } from '../../contract/states.ts'

const { is } = frameOrder
type State = StateOf<typeof frameOrder>
/** The way of every job; states on one line are one station of it. */
const WAY: ReadonlyArray<readonly [State, ...State[]]> = [
  [is.choosing],
  [is.billed],
  [is.awaitingGoods],
  [is.inspecting],
  [is.processing, is.outsourced],
  [is.finalInspection],
  [is.ready, is.sent],
  [is.collected],
]

export interface FrameOrderStation {
  state: State
  /** `off`: the job stopped here and goes on by another way, or not at all. */
  now: 'done' | 'here' | 'off' | 'next'
  /** What ended it, by whom and when; of the present one what began it. */
  by?: { label: string; person: string | null; at: string }
}
type Job = Pick<FrameOrderInfo, 'status' | 'history'>

/** Where the job is, or left its way: an unqualified or cancelled one stays at the station it came from. */
function present({ status, history }: Job): number {
  const on = (state: number) => WAY.findIndex((states) => states.some((s) => s === state))
  if (on(status) >= 0) return on(status)
  if (status === is.afterSales || status === is.returned) return WAY.length - 1
  return Math.max(on(history.findLast((h) => h.toStatus === status)?.fromStatus ?? is.choosing), 0)
}
/** `from`: stations from the present one; `status`: the job's, or true when it left its way. */
function nowOf(from: number, status: number | true): FrameOrderStation['now'] {
  if (from !== 0) return from < 0 ? 'done' : 'next'
  if (status === true) return 'off'
  return status === is.collected ? 'done' : 'here'
}
export function stationsOf(job: Job): FrameOrderStation[] {
  const here = present(job)
  const aside = !WAY.flat().some((s) => s === job.status)
  return WAY.map((states, i): FrameOrderStation => {
    const isIn = (status: number) => states.some((s) => s === status)
    const entry = job.history.findLast((h) => (i < here ? isIn(h.fromStatus) && !isIn(h.toStatus) : h.toStatus === job.status))
    const by = i <= here && entry ? { by: { label: entry.label, person: entry.person, at: entry.at } } : {}
    return { state: states.find((s) => s === job.status) ?? states[0], now: nowOf(i - here, aside || job.status), ...by }
  })
}
