/** The filters of the board, each behind its path: a stage of the workshop, or a day. */
import type { StateIn } from '#kernel/contract/index.ts'
import { frameOrder } from '../../contract/states.ts'

const { is, in: sets } = frameOrder
/** The screen of the workshop that lists a state: where somebody waits, there is one. */
const screenOf = {
  [is.choosing]: '/current-work/frame-glass-select',
  [is.billed]: '/current-work/frame-glass-unpaid',
  [is.awaitingGoods]: '/current-work/frame-glass-waiting-delivery',
  [is.inspecting]: '/current-work/frame-glass-init-inspection',
  [is.processing]: '/current-work/frame-glass-processing',
  [is.outsourced]: '/current-work/frame-glass-processing',
  [is.unqualified]: '/current-work/frame-glass-processing',
  [is.finalInspection]: '/current-work/frame-glass-final',
  [is.ready]: '/current-work/frame-glass-pickup',
  [is.sent]: '/current-work/frame-glass-pickup',
} satisfies Record<StateIn<typeof frameOrder, 'open'>, string>
/** Screens that list a day instead. */
const days: Readonly<Record<string, { status?: number[]; day: number }>> = {
  '/today/orders-frame': { day: 0 },
  '/today/frame-glass-today': { day: 0, status: [...sets.paid] },
  '/today/frame-glass-yesterday': { day: -1, status: [...sets.paid] },
}
export const listOf = (path: string): { status?: number[]; day?: number } =>
  days[path] ?? { status: sets.open.filter((state) => screenOf[state] === path) }

/** The board itself. */
const BOARD = '/current-work/frame-glass-current'
/** Paths of the filters in the order of the work, the whole board first, the days last. */
export const filters: readonly string[] = [BOARD, ...new Set(Object.values(screenOf)), ...Object.keys(days)]
