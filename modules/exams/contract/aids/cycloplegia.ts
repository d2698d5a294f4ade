/** Cycloplegia: which drops were given when, and from which moment on a refraction counts as cycloplegic. */

import { addDays, choice } from '#kernel/contract/index.ts'
import type { AidValues } from './values.ts'

export const cycloplegiaDrug = choice('散瞳药物', { 1: '托吡卡胺', 2: '环喷托酯', 3: '阿托品' })
const ATROPINE = 3
/**
 * Days 1 % atropine is given before a refraction, the shortest of the consensus (the same, 2019;55(1):7): its cycloplegia is not complete
 * before.
 */
export const ATROPINE_DAYS = 3
/** Minutes between the last drop and a refraction (中国儿童睫状肌麻痹验光及安全用药专家共识（2019年），中华眼科杂志 2019;55(1):7). */
const READY_AFTER = 30
export interface Drop {
  /** `2026-11-21 09:10`, as the clinic's clock shows it. */
  readonly at: string
}
const FIELDS = ['drop1', 'drop2', 'drop3', 'drop4', 'drop5'] as const
/** The drops of a record with their moments, in the order they were written in. `day` is the record's. */
export const dropsOf = (values: AidValues, day: string): Array<Drop & { field: string }> =>
  FIELDS.flatMap((field) => (typeof values[field] === 'string' ? [{ field, at: `${day.slice(0, 10)} ${values[field]}` }] : []))
const minutesOf = (moment: string): number => Date.parse(`${moment.slice(0, 16).replace(' ', 'T')}:00Z`) / 60_000
/** When the last drop was given; undefined without one. */
const lastDrop = (drops: readonly Drop[]): string | undefined =>
  drops
    .map((d) => d.at.slice(0, 16))
    .toSorted()
    .at(-1)
/** The moment from which the eyes are ready, `2026-11-21 09:50`; null without a drop. */
export function readyAt(drops: readonly Drop[]): string | null {
  const last = lastDrop(drops)
  return last === undefined ? null : new Date((minutesOf(last) + READY_AFTER) * 60_000).toISOString().slice(0, 16).replace('T', ' ')
}
/** The drug, and for how many days it was given at home before the record, where somebody says. */
export interface Dosed {
  readonly drug?: unknown
  readonly homeDays?: unknown
}
/**
 * The first day on which drops of a record have worked long enough, by days: atropine's are given at home. Null for drops that work within
 * the hour.
 */
export function readyDay({ drug, homeDays }: Dosed, day: string): string | null {
  if (drug !== ATROPINE) return null
  const days = typeof homeDays === 'number' ? homeDays : 0
  return addDays(day.slice(0, 10), Math.max(0, ATROPINE_DAYS - days))
}
/**
 * Days after which drops have worn off (the same): tropicamide within the day, cyclopentolate by the third, atropine after three weeks.
 */
const LAST_DAYS: Readonly<Record<number, number>> = { 1: 0, 2: 2, 3: 21 }
/** The last day on which eyes are still under the drops of a record. */
export function wornOffAfter({ drug }: Dosed, day: string): string {
  return addDays(day.slice(0, 10), (typeof drug === 'number' ? LAST_DAYS[drug] : undefined) ?? 0)
}
/** Minutes still to wait at a moment; 0 when the eyes are ready, null without a drop. */
export function minutesLeft(drops: readonly Drop[], now: string): number | null {
  const ready = readyAt(drops)
  return ready === null ? null : Math.max(0, minutesOf(ready) - minutesOf(now))
}
