/** The visit the page belongs to: the one in the address, else the member's own of today. */
import { today, useCall, useHolds, useSearch, useWho } from '#kernel/web/index.ts'
import { reservations } from '#modules/reservations/contract/endpoints.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { examReservationStates } from '#modules/reservations/contract/states.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { SEGMENTS, segmentOf, type Segment } from './place.ts'

const LIVE = { live: ['reservations'] }
export function useVisit(pid: number) {
  const [{ resid: requested }] = useSearch()
  const { hid } = useWho()
  const reads = useHolds()('reservation:view')
  const day = useCall(reservations['reservations.list'], { hid, pid, reservation_date: today(), per_page: 20 }, { enabled: reads, ...LIVE })
  const todays = day.data?.list ?? []
  const visit = todays.find((v) => String(v.resid) === requested) ?? todays.find((v) => reservationStates.in.here.includes(v.status))
  const resid = visit?.resid ?? (Number(requested) || undefined)
  const exams = useCall(reservations['reservations.exam.by-resid'], { id: resid ?? 0 }, { enabled: reads && resid !== undefined, ...LIVE })
  const store = useCall(settings['settings.info'], { id: hid }, { stale: 600_000 })
  const wanted = (exams.data ?? []).filter((e) => examReservationStates.in.wanted.includes(e.status))
  return { visit, resid, wanted, order: store.data?.examOrder ?? [], ready: [day, exams, store] }
}

/** What a visit is examined for when nobody has said: what nearly every visit is. */
const USUAL: readonly Segment[] = ['sight', 'refraction', 'iop', 'biology']
/**
 * The sections shown: those wanted, or the usual ones; and what somebody asked to see. In the order of the store, the others behind as
 * ever.
 */
export function sectionsOf(
  wanted: ReadonlyArray<{ item: string }>,
  anchor: Segment,
  added: readonly string[],
  order: readonly string[] = [],
): Segment[] {
  const place = (segment: Segment) => (order.includes(segment) ? order.indexOf(segment) : order.length)
  const ordered = wanted.flatMap((w) => segmentOf(w.item) ?? [])
  const shown = new Set<string>([...(ordered.length > 0 ? ordered : USUAL), anchor, ...added])
  return SEGMENTS.filter((s) => shown.has(s)).toSorted((a, b) => place(a) - place(b))
}
