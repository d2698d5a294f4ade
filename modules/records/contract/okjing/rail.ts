/**
 * Where a case stands: its stations in order, which of them is next, and when it was due. Pure: records, the day the lenses were handed
 * over, today.
 */
import { daysBetween } from '#kernel/contract/age.ts'
import { addDays, monthsAfter } from '#kernel/contract/days.ts'
import type { OrthokStage, OrthokStation } from './shapes.ts'
import { recordMachine } from './states.ts'

/** Of a record, what the rail asks. */
export interface CaseRecord {
  readonly id: number
  readonly kind: string
  readonly status: number
  readonly recordAt: string
  readonly body: Readonly<Record<string, unknown>>
}
interface Planned {
  readonly key: string
  readonly label: string
  readonly due: string
}
const { is, in: some } = recordMachine
const STEP_MONTHS = 3
const REVIEWS: readonly string[] = ['okjing-first-review', 'okjing-regular-review']
/** After-care: the next day, a week, a month, then every three months. */
function planned(taken: string, reviews: number): Planned[] {
  const further = Array.from({ length: reviews + 2 }, (_, i) => (i + 1) * STEP_MONTHS)
  return [
    { key: 'day1', label: '次日', due: addDays(taken, 1) },
    { key: 'week1', label: '1 周', due: addDays(taken, 7) },
    { key: 'month1', label: '1 月', due: monthsAfter(taken, 1) },
    ...further.map((m) => ({ key: `month${m}`, label: `${m} 月`, due: monthsAfter(taken, m) })),
  ]
}
/** Which planned review a record is: by what it says, else the three-monthly one it lies nearest to. */
function keyOfReview(record: CaseRecord, plan: readonly Planned[]): string | undefined {
  if (record.kind === 'okjing-first-review') return 'day1'
  const { visit } = record.body
  if (visit === 'week1' || visit === 'month1') return visit
  if (visit === 'week2') return undefined
  const day = Date.parse(record.recordAt.slice(0, 10))
  const far = (p: Planned) => Math.abs(Date.parse(p.due) - day)
  return plan.slice(3).toSorted((a, b) => far(a) - far(b))[0]?.key
}
/** Lenses of another house, and those a fitting names the order of; what is ordered here since tells it by its day. */
const hasLenses = ({ orderId, source }: CaseRecord['body']): boolean => Boolean(orderId) || (Boolean(source) && source !== 'order')
export interface CaseStanding {
  readonly rail: OrthokStation[]
  readonly stage: OrthokStage
  /** The station to come, and the day it is due: none before the lenses are handed over. */
  readonly nextLabel: string | null
  readonly nextDue: string | null
}
/** A station that is done: by a record, or by the order of the lenses. */
interface Done {
  readonly on: string
  readonly recordId: number | null
}
const doneBy = (record: CaseRecord | undefined): Done | undefined => record && { on: record.recordAt.slice(0, 10), recordId: record.id }
/** Records of one case in any order; `taken` is the day the lenses were handed over, `ordered` the day they were ordered here. */
export function standing(records: readonly CaseRecord[], taken: string | null, today: string, ordered: string | null = null): CaseStanding {
  const valid = records.filter((r) => some.valid.includes(r.status)).toSorted((a, b) => (a.recordAt < b.recordAt ? -1 : 1))
  const last = (kind: string, signed = false) => valid.findLast((r) => r.kind === kind && (!signed || r.status === is.signed))
  const fitting = last('fitting', true)
  const here = ordered === null ? undefined : { on: ordered, recordId: null }
  const before: Array<readonly [OrthokStage, string, Done | undefined]> = [
    ['first', '初检', doneBy(last('okjing-first-record', true))],
    ['trial', '试戴', doneBy(valid.findLast((r) => r.kind === 'okjing-trial-lens' && r.body.verdict === 'use'))],
    ['fitting', '定片', doneBy(fitting)],
    ['order', '下单', here ?? (fitting && hasLenses(fitting.body) ? doneBy(fitting) : undefined)],
    ['take', '取镜', doneBy(last('okjing-take-record', true))],
  ]
  const reached = before.findLastIndex(([, , done]) => done)
  const chain = before.map(([key, label, done], i): OrthokStation => {
    // A station behind one that is done was left out: a lens of one's own needs no trial.
    const waiting = i === reached + 1 ? 'now' : 'next'
    return {
      key,
      label,
      state: done || i < reached ? 'done' : waiting,
      on: done?.on ?? null,
      recordId: done?.recordId ?? null,
    }
  })
  const current = chain.find((s) => s.state === 'now')
  if (!taken || current)
    return {
      rail: chain,
      stage: before.find(([key]) => key === current?.key)?.[0] ?? 'take',
      nextLabel: current?.label ?? null,
      nextDue: null,
    }
  const after = reviewStations(valid, taken, today)
  const next = after.find((s) => s.state === 'now' || s.state === 'late')
  return { rail: [...chain, ...after], stage: 'review', nextLabel: next?.label ?? null, nextDue: next?.on ?? null }
}

/** Reviews from the handing over on: those done, the one to come (on the day the last review named, if it did), and the one after. */
function reviewStations(valid: readonly CaseRecord[], taken: string, today: string): OrthokStation[] {
  // New lenses begin anew: what was reviewed before them is of the former ones.
  const reviews = valid.filter((r) => REVIEWS.includes(r.kind) && r.recordAt.slice(0, 10) >= taken)
  const plan = planned(taken, Math.ceil(reviews.length + daysBetween(taken, today) / 90))
  const done = new Map(reviews.flatMap((r) => [[keyOfReview(r, plan), r] as const]))
  const reached = plan.findLastIndex((p) => done.has(p.key))
  const named = reviews.at(-1)?.body.nextDate
  return plan.slice(0, reached + 3).map((p, i): OrthokStation => {
    const record = done.get(p.key)
    if (record) return { key: p.key, label: p.label, state: 'done', on: record.recordAt.slice(0, 10), recordId: record.id }
    const due = i === reached + 1 && typeof named === 'string' ? named : p.due
    const isNext = i === reached + 1
    return { key: p.key, label: p.label, state: stateOf(isNext, i <= reached, due < today), on: due, recordId: null }
  })
}
function stateOf(isNext: boolean, passed: boolean, overdue: boolean): OrthokStation['state'] {
  if (passed) return 'missed'
  if (!isNext) return 'next'
  return overdue ? 'late' : 'now'
}
