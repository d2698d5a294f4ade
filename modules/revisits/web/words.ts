/** Words of the work list, and the days one key stands for. */
import { addDays, monthsAfter } from '#kernel/contract/days.ts'
import { dayFromToday, t, today, tr, weekday } from '#kernel/web/index.ts'
import type { ListRowOf } from '#kernel/web/index.ts'
import endpoints from '../contract/endpoints.ts'
import { outcome as outcomeField, taskType } from '../contract/fields.ts'
import { metaOf } from '#kernel/contract/index.ts'
import type { QueueGroup } from '../contract/shapes.queue.ts'
import { revisitMachine } from '../contract/states.ts'
import { wordOf } from '#kernel/contract/machine.ts'

export type Task = ListRowOf<(typeof endpoints)['revisits.list']>
export const LIVE = ['revisits', 'reservations', 'messages'] as const
export const stale = [
  endpoints['revisits.queue'],
  endpoints['revisits.list'],
  endpoints['revisits.card'],
  endpoints['revisits.list-by-patient'],
]

export const wordOfTask = (kind: number): string => tr(metaOf(taskType).options?.[kind] ?? '')
/** Somebody said that a task is done; what was sent by itself has nobody. */
export const isAnswered = ({ status, doneByName }: Pick<Task, 'status' | 'doneByName'>): boolean =>
  status === revisitMachine.is.done && doneByName !== null
/** What became of a call, in one word. The seeds' client says that a task is done and not what came of it. */
export function wordOfCall(status: number, outcome: number | null): string {
  if (outcome !== null) return tr(metaOf(outcomeField).options?.[outcome] ?? '')
  return status === revisitMachine.is.done ? t`未填结果` : tr(wordOf(revisitMachine, status))
}
export const toneOfGroup: Readonly<Record<QueueGroup, 'bad' | 'info' | 'ok' | 'warn'>> = {
  urgent: 'bad',
  promised: 'info',
  due: 'ok',
  overdue: 'warn',
}

export interface SlotChoice {
  readonly key: string
  readonly label: string
  /** `2026-11-21 10:00` */
  readonly at: string
}
const timeOn = (day: string, clock = '10:00') => `${day} ${clock}`
const monthEnd = (): string => {
  const first = `${today().slice(0, 8)}01`
  const next = monthsAfter(first, 1)
  const last = addDays(next, -1)
  return last > today() ? last : dayFromToday(1)
}
/** Days a task is put off to. */
export const putOff = (): SlotChoice[] => [
  { key: '1', label: t`+1 天`, at: timeOn(dayFromToday(1)) },
  { key: '2', label: t`+3 天`, at: timeOn(dayFromToday(3)) },
  { key: '3', label: t`+1 周`, at: timeOn(dayFromToday(7)) },
  { key: '4', label: t`月底`, at: timeOn(monthEnd()) },
]
/** Days a member is followed up again after this call. */
export const nextTimes = (): SlotChoice[] => [
  { key: '1', label: t`+1 周`, at: timeOn(dayFromToday(7)) },
  { key: '2', label: t`+1 月`, at: timeOn(monthsAfter(today(), 1)) },
  { key: '3', label: t`+3 月`, at: timeOn(monthsAfter(today(), 3)) },
  { key: '4', label: t`+6 月`, at: timeOn(monthsAfter(today(), 6)) },
]
/** 周六 28 of a day near by. */
export const shortDay = (moment: string): string => `${weekday(moment).replace('星期', '周')} ${moment.slice(8, 10)}`
/** 11-28 10:00, or the clock alone today. */
export const shortTime = (moment: string): string => (moment.startsWith(today()) ? moment.slice(11, 16) : moment.slice(5, 10))

/** Keeps the field of the browser behind a component of the library, which hands out more than that. */
export function holdIn<T>(into: { current: T | null }, field: T | null): void {
  into.current = field
}
