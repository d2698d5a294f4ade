import { Button } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { clinicNow } from '#kernel/contract/format.ts'
import { DayPicker, Until, t, today, topLayer, useSend, useWho, Act } from '#kernel/web/index.ts'
import { reservations } from '../../contract/endpoints.ts'
import { clockOf, minutesAt } from '../../contract/hours.ts'
import type { ActionVisit } from '../actions.tsx'
import { startOf, type BookingStart } from '../book/Booking.tsx'
import { plusDays, useDay, useDoctors, useHours } from '../data.ts'
import { VisitDrawer } from '../list/VisitDrawer.tsx'
import { DayAgenda, type AgendaColumn } from './DayAgenda.tsx'
import { reservationStates } from '../../contract/states.ts'

export interface DayProps {
  day: string
  onDay: (day: string) => void
  onBook: (start: BookingStart) => void
  onNew: () => void
}
/** Reservations of a day by doctor, booked and moved by click, drag or key. */
export function Day({ day, onDay, onBook, onNew }: DayProps) {
  const visits = useDay(day)
  const { query, doctors } = useDoctors(day)
  const { open } = useHours()
  const now = useNow(day)
  const [opened, setOpened] = useState<number>()
  const [moving, setMoving] = useState<ActionVisit>()
  const visible = useMemo(() => (visits.data?.list ?? []).filter((v) => !reservationStates.in.withdrawn.includes(v.status)), [visits.data])
  const roster = doctors.some((d) => d.duties.length > 0)
  const columns = useMemo(() => columnsOf(doctors, visible, roster), [doctors, visible, roster])
  const moveTo = useMove(day, setMoving, onBook)
  useDayKeys({ onNew, step: (n) => onDay(plusDays(day, n)), cancel: () => setMoving(undefined) })
  return (
    <>
      <div className="agenda-bar">
        <Turn day={day} onDay={onDay} />
        <span className="soft">{t`${visible.length} 个预约`}</span>
        {moving && (
          <span className="agenda-moving" role="status">
            {t`正在改约：${moving.patientName}，请点选新的时间`}{' '}
            <button type="button" className="link" onClick={() => setMoving(undefined)}>{t`取消`}</button> <kbd>Esc</kbd>
          </span>
        )}
      </div>
      <Until of={[visits, query]}>
        <DayAgenda
          {...{ columns, visits: visible, open, now, roster, moving, onMoving: setMoving }}
          onSlot={(doctorId, clock) => (moving ? moveTo(moving, doctorId, clock) : onBook({ doctorId, visitAt: `${day} ${clock}:00` }))}
          onOpen={(v) => setOpened(v.resid)}
        />
      </Until>
      <VisitDrawer
        resid={opened}
        onClose={() => setOpened(undefined)}
        onEdit={(v) => (setOpened(undefined), onBook(startOf(v)))}
        onPick={(v) => (setOpened(undefined), setMoving(v))}
      />
    </>
  )
}

const Turn = ({ day, onDay }: Pick<DayProps, 'day' | 'onDay'>) => (
  <>
    <Button aria-label={t`前一天`} icon={<ChevronLeft size={15} />} onClick={() => onDay(plusDays(day, -1))} />
    <DayPicker kept label={t`日期`} value={day} onChange={(d) => d && onDay(d)} />
    <Button aria-label={t`后一天`} icon={<ChevronRight size={15} />} onClick={() => onDay(plusDays(day, 1))} />
    <Act unless={day === today() && t`已经是今天`} onClick={() => onDay(today())}>{t`今天`}</Act>
  </>
)

type Doctors = ReturnType<typeof useDoctors>['doctors']
/** Doctors on duty or with reservations; reservations without a doctor come last. */
function columnsOf(doctors: Doctors, visits: readonly ActionVisit[], roster: boolean): AgendaColumn[] {
  const booked = new Set(visits.map((v) => v.doctorId))
  const some = doctors
    .filter((d) => !roster || d.duties.length > 0 || booked.has(d.ctid))
    .map((d) => ({ id: d.ctid as number | null, name: d.name, duties: d.duties }))
  return booked.has(null) ? [...some, { id: null, name: t`未指定医生`, duties: undefined }] : some
}

/** Drops a picked-up reservation with its duration; outside the roster the form asks for a reason. */
function useMove(day: string, setMoving: (visit: ActionVisit | undefined) => void, onBook: DayProps['onBook']) {
  const who = useWho()
  const save = useSend(reservations['reservations.legacy.save'], { onSuccess: () => setMoving(undefined) })
  return (visit: ActionVisit, doctorId: number | null, clock: string) => {
    const end = clockOf(Math.min(1439, minutesAt(`2000-01-01 ${clock}`) + minutesAt(visit.visitEnd) - minutesAt(visit.visitAt)))
    const to = { visitAt: `${day} ${clock}:00`, visitEnd: `${day} ${end}:00`, doctorId }
    setMoving(undefined)
    save.mutate(
      { hid: who.hid, pid: visit.pid, resid: visit.resid, version: visit.version, type: visit.type, ...to },
      { onError: (error) => error.field === 'offDutyNote' && onBook({ ...startOf(visit), ...to }) },
    )
  }
}

/** Current minute of the day, when today is shown. */
function useNow(day: string): number | undefined {
  const minute = () => minutesAt(clinicNow())
  const [now, setNow] = useState(minute)
  useEffect(() => {
    const timer = setInterval(() => setNow(minute()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return day === today() ? now : undefined
}

/** `n` books, `[` and `]` change the day, Esc cancels a move. */
function useDayKeys({ onNew, step, cancel }: { onNew: () => void; step: (n: number) => void; cancel: () => void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || topLayer() || (event.target as HTMLElement).closest('input,textarea,select'))
        return
      const run = { n: onNew, '[': () => step(-1), ']': () => step(1), Escape: cancel }[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
