/** Bookings: the day by doctors, or a list over days. */
import { Button, DatePicker, Segmented } from 'antd'
import dayjs from 'dayjs'
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { clinicNow } from '#kernel/contract/format.ts'
import { Can, Screen, Until, t, today, tr, useCan, useLive, useSearch, useSend, useWho, weekday } from '#kernel/web/index.ts'
import { reservations } from '../../contract/endpoints.ts'
import { types } from '../../contract/fields.ts'
import { clockOf, minutesAt } from '../../contract/hours.ts'
import { Booking, startOf, type BookingStart } from '../book/Booking.tsx'
import type { Visit } from '../actions.tsx'
import { DayAgenda, type AgendaColumn } from './DayAgenda.tsx'
import { isDay, LIVE, nextSlot, plusDays, useDay, useDoctors, useHours } from '../data.ts'
import { ReservationList } from '../list/ReservationList.tsx'
import { VisitDrawer } from '../list/VisitDrawer.tsx'
import '../reservations.css'

export default function Reserve() {
  const [search, change] = useSearch()
  const can = useCan()
  const view = search.view === 'list' ? 'list' : 'day'
  const day = isDay(search.date) ? search.date : today()
  const [start, setStart] = useState<BookingStart>()
  const [total, setTotal] = useState<number>()
  useLive(LIVE)
  const book = () => setStart({ visitAt: nextSlot(day) })
  return (
    <Screen
      fill
      note={
        view === 'list' ? (
          total !== undefined && t`${total} 个`
        ) : (
          <>
            {day} {weekday(day)}
          </>
        )
      }
      actions={
        <>
          {view === 'day' && <Legend />}
          <Segmented
            aria-label={t`显示方式`}
            value={view}
            options={[
              { value: 'day', label: t`日` },
              { value: 'list', label: t`列表` },
            ]}
            onChange={(v) => change({ view: v === 'day' ? undefined : v, date: view === 'day' ? search.date : undefined })}
          />
          <Can code="reservation:edit">
            <Button onClick={() => setStart({ walkIn: true })}>{t`现场登记`}</Button>
            <Button type="primary" icon={<Plus size={15} />} onClick={book}>
              {t`新增预约`} <kbd>n</kbd>
            </Button>
          </Can>
        </>
      }
    >
      {view === 'list' ? (
        <ReservationList onTotal={setTotal} {...(can('reservation:edit') ? { onNew: book } : {})} />
      ) : (
        <Day day={day} onDay={(d) => change({ date: d === today() ? undefined : d })} onBook={setStart} onNew={book} />
      )}
      <Booking start={start} onClose={() => setStart(undefined)} />
    </Screen>
  )
}

const Legend = () => (
  <span className="agenda-legend">
    {Object.entries(types).map(([key, label]) => (
      <span key={key} className={`type${key}`}>
        <i aria-hidden />
        {tr(label)}
      </span>
    ))}
  </span>
)

function Day({
  day,
  onDay,
  onBook,
  onNew,
}: {
  day: string
  onDay: (day: string) => void
  onBook: (start: BookingStart) => void
  onNew: () => void
}) {
  const who = useWho()
  const visits = useDay(day)
  const { query, doctors } = useDoctors(day)
  const { open } = useHours()
  const now = useNow(day)
  const [opened, setOpened] = useState<number>()
  const [moving, setMoving] = useState<Visit>()
  const shown = useMemo(() => (visits.data?.list ?? []).filter((v) => v.status !== 30 && v.status !== 32), [visits.data])
  const roster = doctors.some((d) => d.duties.length > 0)
  const columns = useMemo<AgendaColumn[]>(() => {
    const booked = new Set(shown.map((v) => v.doctorId))
    const some = doctors
      .filter((d) => !roster || d.duties.length > 0 || booked.has(d.ctid))
      .map((d) => ({ id: d.ctid as number | null, name: d.name, duties: d.duties }))
    return booked.has(null) ? [...some, { id: null, name: t`未指定医生`, duties: undefined }] : some
  }, [doctors, shown, roster])
  const save = useSend(reservations['reservations.legacy.save'], { onSuccess: () => setMoving(undefined) })
  const moveTo = (visit: Visit, doctorId: number | null, clock: string) => {
    const end = clockOf(Math.min(1439, minutesAt(`2000-01-01 ${clock}`) + minutesAt(visit.visitEnd) - minutesAt(visit.visitAt)))
    const to = { visitAt: `${day} ${clock}:00`, visitEnd: `${day} ${end}:00`, doctorId }
    setMoving(undefined)
    save.mutate(
      { hid: who.hid, pid: visit.pid, resid: visit.resid, version: visit.version, type: visit.type, ...to },
      { onError: (error) => error.field === 'offDutyNote' && onBook({ ...startOf(visit), ...to }) },
    )
  }
  useDayKeys({ onNew, step: (n) => onDay(plusDays(day, n)), cancel: () => setMoving(undefined) })
  return (
    <>
      <div className="agenda-bar">
        <Button aria-label={t`前一天`} icon={<ChevronLeft size={15} />} onClick={() => onDay(plusDays(day, -1))} />
        <DatePicker aria-label={t`日期`} allowClear={false} value={dayjs(day)} onChange={(d) => d && onDay(d.format('YYYY-MM-DD'))} />
        <Button aria-label={t`后一天`} icon={<ChevronRight size={15} />} onClick={() => onDay(plusDays(day, 1))} />
        <Button disabled={day === today()} onClick={() => onDay(today())}>{t`今天`}</Button>
        <span className="soft">{t`${shown.length} 个预约`}</span>
        {moving && (
          <span className="agenda-moving" role="status">
            {t`正在改约：${moving.patientName}，请点选新的时间`}{' '}
            <button type="button" className="link" onClick={() => setMoving(undefined)}>{t`取消`}</button> <kbd>Esc</kbd>
          </span>
        )}
      </div>
      <Until of={[visits, query]}>
        <DayAgenda
          {...{ columns, visits: shown, open, now, roster, moving, onMoving: setMoving }}
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

/** Minute of the day, ticking, when the day shown is today. */
function useNow(day: string): number | undefined {
  const minute = () => minutesAt(clinicNow())
  const [now, setNow] = useState(minute)
  useEffect(() => {
    const timer = setInterval(() => setNow(minute()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return day === today() ? now : undefined
}

/** `n` books, `[` and `]` turn the day, Esc puts a picked-up booking back. */
function useDayKeys({ onNew, step, cancel }: { onNew: () => void; step: (n: number) => void; cancel: () => void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).closest('input,textarea,select,[role=dialog]'))
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
