/**
 * Days on which nobody is called or written to by itself: the public holidays of China, as the General Office of the State Council gives
 * them out each November, and what a store adds. Weekends are none of them: a clinic is open then, and working days that make up for a
 * holiday change nothing here.
 *
 * 2025: 国办发明电〔2024〕12号 of 2024-11-12. 2026: 国办发明电〔2025〕7号 of 2025-11-04. A year without a notice has no holidays yet.
 */
import { addDays } from '#kernel/contract/index.ts'

/** Name, first and last day. */
const PUBLIC: ReadonlyArray<readonly [name: string, from: string, to: string]> = [
  ['元旦', '2025-01-01', '2025-01-01'],
  ['春节', '2025-01-28', '2025-02-04'],
  ['清明节', '2025-04-04', '2025-04-06'],
  ['劳动节', '2025-05-01', '2025-05-05'],
  ['端午节', '2025-05-31', '2025-06-02'],
  ['国庆节、中秋节', '2025-10-01', '2025-10-08'],
  ['元旦', '2026-01-01', '2026-01-03'],
  ['春节', '2026-02-15', '2026-02-23'],
  ['清明节', '2026-04-04', '2026-04-06'],
  ['劳动节', '2026-05-01', '2026-05-05'],
  ['端午节', '2026-06-19', '2026-06-21'],
  ['中秋节', '2026-09-25', '2026-09-27'],
  ['国庆节', '2026-10-01', '2026-10-07'],
]
const NAMES: ReadonlyMap<string, string> = new Map(
  PUBLIC.flatMap(([name, from, to]) => {
    const days: Array<[string, string]> = []
    for (let day = from; day <= to; day = addDays(day, 1)) days.push([day, name])
    return days
  }),
)
/** Days a store rests beside the public holidays, as its settings keep them: `2026-12-31、2027-01-02`. */
export const restDaysIn = (text: string | null): ReadonlySet<string> => new Set(text?.match(/\d{4}-\d{2}-\d{2}/g) ?? [])
/** Why a day is one of rest; nothing where it is none. */
export const restOn = (day: string, own: ReadonlySet<string>): string | undefined =>
  NAMES.get(day) ?? (own.has(day) ? '门店休息' : undefined)
/** Longest a day is put off: a store that names every day rests on none. */
const LONGEST = 30
/** The first day from this one on that is none of rest. */
export function workingFrom(day: string, own: ReadonlySet<string>): string {
  for (let n = 0; n < LONGEST; n++) {
    const date = addDays(day, n)
    if (!restOn(date, own)) return date
  }
  return day
}
