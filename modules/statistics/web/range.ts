/** Range, store and step of the statistics: kept in the address and carried from page to page. */
import { daysBetween } from '#kernel/contract/age.ts'
import { addDays } from '#kernel/contract/days.ts'
import { today, useSearch, useWho } from '#kernel/web/index.ts'

export type By = 'day' | 'week' | 'month'
export interface StatRange {
  readonly hid: number
  readonly startTime: string
  readonly endTime: string
  readonly by: By
}
const DAYS = 30
const isBy = (word: string | undefined): word is By => word === 'day' || word === 'week' || word === 'month'
/**
 * The address parameters, and a way to shift the range by its length. With `chain`, accounts with several stores start with all of them.
 */
export function useRange({ chain = false }: { chain?: boolean } = {}): {
  range: StatRange
  search: Readonly<Record<string, string>>
  change: (to: Partial<StatRange>) => void
  shift: (ranges: number) => void
} {
  const who = useWho()
  const [search, setSearch] = useSearch()
  const own = chain && who.stores.length > 1 ? 0 : who.hid
  const endTime = search.endTime ?? today()
  const startTime = search.startTime ?? addDays(endTime, 1 - DAYS)
  const range = {
    hid: search.hid === undefined ? own : Number(search.hid),
    startTime,
    endTime,
    by: isBy(search.by) ? search.by : 'day',
  } as const
  const change = (to: Partial<StatRange>) => setSearch({ ...range, ...to, ...CLOSED })
  const days = daysBetween(startTime, endTime) + 1
  const shift = (ranges: number) => change({ startTime: addDays(startTime, ranges * days), endTime: addDays(endTime, ranges * days) })
  return { range, search: { hid: String(range.hid), startTime, endTime, by: range.by }, change, shift }
}
/** The selected value. */
export interface Clicked {
  figure: string
  startTime: string
  endTime: string
  split?: string | undefined
  key?: string | undefined
}
const CLOSED = { figure: undefined, since: undefined, until: undefined, split: undefined, key: undefined } as const
/** The figure whose lines are open. It is part of the address, so that returning from a document shows the lines again. */
export function useClicked(): [Clicked | undefined, (to: Clicked | undefined) => void] {
  const [{ figure, since, until, split, key }, setSearch] = useSearch()
  const clicked = figure && since && until ? { figure, startTime: since, endTime: until, split, key } : undefined
  const open = (to: Clicked | undefined) =>
    setSearch(to ? { figure: to.figure, since: to.startTime, until: to.endTime, split: to.split, key: to.key } : CLOSED)
  return [clicked, open]
}
/** Label of a bucket: a month by its name, others by their first day. */
export const bucketWord = (first: string, by: By): string => (by === 'month' ? first.slice(0, 7) : first)
/** Days of a bucket, within the range. */
export function bucketDays(first: string, { by, startTime, endTime }: StatRange): { startTime: string; endTime: string } {
  const end = { day: first, week: addDays(first, 6), month: addDays(`${addDays(`${first.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1) }[by]
  return { startTime: first > startTime ? first : startTime, endTime: end < endTime ? end : endTime }
}
