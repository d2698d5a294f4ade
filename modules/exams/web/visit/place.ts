/** What a section of the visit page knows of the page around it, and which examination it shows. */
import { createContext, useContext } from 'react'
import { useScreen, useSearch } from '#kernel/web/index.ts'
import { inWorkOrder, type ExamTab } from '../../contract/kinds/index.ts'
import type { examItems } from '#modules/reservations/contract/fields.ts'

/** The sections that have a form, in the order of work; each is the last part of its path. */
export const SEGMENTS: readonly ExamTab[] = inWorkOrder.map((exam) => exam.tab)
export type Segment = ExamTab
export const isSegment = (word: string | undefined): word is Segment => SEGMENTS.some((s) => s === word)

/** The section in which what a visit wants is written; none where it is only kept that it was made. */
export const segmentOf = (item: string): Segment | undefined => inWorkOrder.find((exam) => (exam.item ?? exam.tab) === item)?.tab

/** What a section tells the strip. */
export interface VisitStatus {
  /** State of the examination shown; none while there is only a form. */
  status: number | undefined
  /** When it was made, `09:31`, where that was on this day. */
  at: string | undefined
  /** Something is typed that is not saved. */
  typed: boolean
  /** Fields without which it is half an examination: one eye measured and the other not. */
  lacks: ReadonlyArray<{ field: string; label: string }>
}
export interface VisitPlace {
  pid: number
  resid: number | undefined
  /** The section the address names: it has the caret first. */
  anchor: Segment
  /** The section the caret is in. */
  current: Segment
  enter: (segment: Segment) => void
  tell: (segment: Segment, told: VisitStatus) => void
  /** Where a section puts what is seen beside it: always, and while the caret is in it. */
  always: HTMLElement | null
  beside: HTMLElement | null
  /** Examinations wanted in this visit that a submission finishes. */
  wanted: ReadonlyArray<{ id: number; item: keyof typeof examItems; status: number }>
}
export const PlaceContext = createContext<VisitPlace | null>(null)
/** The page around; the examination forms stand nowhere else. */
export function usePlace(): VisitPlace {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('An examination form stands outside of the visit page')
  return place
}
/** The section a piece stands in. */
export const SegmentContext = createContext<Segment>('sight')

/** The section an address ends with. */
export const segmentAt = (path: string | undefined): Segment => {
  const word = path?.split('/').at(-1)
  return isSegment(word) ? word : 'sight'
}

/**
 * Which examination a section was asked to show: its number, `new`, or nothing for today's. `?id=` means the section of the path, `?iop=`
 * any.
 */
export function useAsked(segment: Segment): [string | undefined, (id: number | 'new' | undefined, push?: boolean) => void] {
  const [search, setSearch] = useSearch()
  const here = segmentAt(useScreen()?.path) === segment
  const requested = search[segment] ?? (here ? search.id : undefined)
  return [requested, (id, push) => setSearch({ [segment]: id, ...(here ? { id: undefined } : {}) }, push)]
}
