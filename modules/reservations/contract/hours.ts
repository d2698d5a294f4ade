/** Rules of opening hours and shifts. Pure, so that server checks and browser shading agree. */

/** A span of a day in minutes from midnight. */
export interface Span {
  readonly from: number
  readonly to: number
}
export interface StoreHours {
  timeOpen: string | null
  timeClose: string | null
  timeOpen2: string | null
  timeClose2: string | null
  timeOpen3: string | null
  timeClose3: string | null
}

/** `09:30` → 570. */
export const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
/** 570 → `09:30`. */
export const clockOf = (m: number): string => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`
/** Minutes of the day of `2026-11-21 09:30:00`. */
export const minutesAt = (moment: string): number => minutes(moment.slice(11, 16))

/** Opening spans of a store, in order; empty when the store has no opening hours. */
export function openSpans(store: StoreHours): Span[] {
  const pairs = [
    [store.timeOpen, store.timeClose],
    [store.timeOpen2, store.timeClose2],
    [store.timeOpen3, store.timeClose3],
  ] as const
  return pairs
    .flatMap(([open, close]) => (open && close && open < close ? [{ from: minutes(open), to: minutes(close) }] : []))
    .sort((a, b) => a.from - b.from)
}

/** True when a span lies within one of the others; adjacent spans count as one. */
export function within(span: Span, spans: readonly Span[]): boolean {
  let minute = span.from
  for (const s of [...spans].sort((a, b) => a.from - b.from)) if (s.from <= minute && s.to > minute) minute = s.to
  return minute >= span.to
}

const NOON = 12 * 60
const AFTER_NOON = 13 * 60
const EVENING = 17 * 60 + 30
const DAY: Span = { from: 8 * 60 + 30, to: EVENING }

/**
 * Time of a shift (1 whole day, 2 morning, 3 afternoon, 4 evening) in a store. Opening spans 1 to 3 are morning, afternoon and evening;
 * with fewer spans the day is cut at 12:00, 13:00 and 17:30.
 */
export function shiftSpan(store: StoreHours, shift: number): Span {
  const spans = openSpans(store)
  const first = spans[0] ?? DAY
  const last = spans.at(-1) ?? DAY
  const clip = (from: number, to: number): Span => {
    const span = { from: Math.max(from, first.from), to: Math.min(to, last.to) }
    return span.from < span.to ? span : { from, to }
  }
  if (shift === 1) return { from: first.from, to: last.to }
  if (shift === 2) return spans.length > 1 ? first : clip(0, NOON)
  if (shift === 3) return spans[1] ?? clip(AFTER_NOON, EVENING)
  return spans[2] ?? { from: EVENING, to: Math.max(last.to, 20 * 60 + 30) }
}

/** Half days a shift counts for. */
export const halfDaysOf = (shift: number): number => (shift === 1 ? 2 : 1)
