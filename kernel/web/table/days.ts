/** The days a list shows before anybody chose some (R097). */
import { dayFromToday, today } from '../screen/pieces.tsx'
import { useSearch } from '../nav.tsx'
import type { Filter } from './Filters.tsx'

/** A filter that has a default and was emptied, in the address: “all” is told from “not said”. */
export const EMPTIED = '-'

/** The first and the last of the thirty days up to today. */
export const lastMonth = (): readonly [from: string, to: string] => [dayFromToday(-29), today()]

/** What each pair of days among the filters is before somebody chose; nothing for those that begin with all. */
export function lastMonthOf(filters: ReadonlyArray<Filter<string>>): Readonly<Record<string, string>> {
  const [from, to] = lastMonth()
  return Object.fromEntries(
    filters.flatMap((f) =>
      typeof f === 'string' || !('range' in f) || f.all ? [] : [[f.range[0], from] as const, [f.range[1], to] as const],
    ),
  )
}

/** The days the list of a page shows now, for what stands beside it: its sums, its file. An open end is undefined. */
export function useDays(from: string, to: string): readonly [from: string | undefined, to: string | undefined] {
  const [search] = useSearch()
  const [first, last] = lastMonth()
  const shown = (key: string, initial: string) => (search[key] === EMPTIED ? undefined : (search[key] ?? initial))
  return [shown(from, first), shown(to, last)]
}

/** For a link to a list: the days that are filtered by are open, so that what waits is found however old it is. */
export const anyDay = (...keys: string[]): Record<string, string> => Object.fromEntries(keys.map((key) => [key, EMPTIED]))
