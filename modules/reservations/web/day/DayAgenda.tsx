/** The day as columns of doctors: click or Enter books, a booking is dragged or picked up and put down. */
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { Empty, Status, t, tr, useCan } from '#kernel/web/index.ts'
import { clockOf, type Span } from '../../contract/hours.ts'
import { types } from '../../contract/fields.ts'
import { reservationStates } from '../../contract/states.ts'
import type { Visit } from '../actions.tsx'
import { place, shownHours, slotState } from './agenda.ts'

const STEP = 30
const ROW = 28
const y = (minutes: number): number => (minutes / STEP) * ROW

/** Too low for a second line. */
const short = (p: { from: number; to: number }): boolean => y(p.to - p.from) < 40

export interface AgendaColumn {
  /** Doctor; null gathers bookings without one. */
  id: number | null
  name: string
  duties: ReadonlyArray<{ timeFrom: string; timeTo: string }> | undefined
}
export interface DayAgendaProps {
  columns: readonly AgendaColumn[]
  visits: readonly Visit[]
  open: readonly Span[]
  /** Minute of the day now; undefined on other days. */
  now: number | undefined
  /** Some doctor has duties on this day: who has none is off. */
  roster: boolean
  moving: Visit | undefined
  onMoving: (visit: Visit | undefined) => void
  onSlot: (doctorId: number | null, clock: string) => void
  onOpen: (visit: Visit) => void
}

export function DayAgenda({ columns, visits, open, now, roster, moving, onMoving, onSlot, onOpen }: DayAgendaProps) {
  const shown = shownHours(open, visits)
  // A crowded column takes its room from those with space to spare.
  const crowd = columns.map((c) => Math.max(1, ...place(visits.filter((v) => v.doctorId === c.id)).map((p) => p.lanes / 2)))
  const rows = (shown.to - shown.from) / STEP
  const body = useRef<HTMLDivElement>(null)
  const scrolled = useRef(false)
  useEffect(() => {
    if (now === undefined || scrolled.current || !body.current) return
    scrolled.current = true
    body.current.scrollTop = Math.max(0, y(now - shown.from) - 120)
  }, [now, shown.from])
  if (!columns.length) return <Empty text={t`门店还没有医生`} />
  const focus = (column: number, row: number) =>
    body.current
      ?.querySelector<HTMLElement>(
        `[data-slot="${Math.min(Math.max(column, 0), columns.length - 1)} ${Math.min(Math.max(row, 0), rows - 1)}"]`,
      )
      ?.focus()
  const onKey = (event: KeyboardEvent) => {
    const [column, row] = ((event.target as HTMLElement).dataset.slot ?? '').split(' ').map(Number)
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], PageUp: [0, -4], PageDown: [0, 4] }[
      event.key
    ]
    if (event.key === 'Escape' && moving) onMoving(undefined)
    if (!step || column === undefined || row === undefined || Number.isNaN(row)) return
    event.preventDefault()
    focus(column + step[0]!, row + step[1]!)
  }
  return (
    <div
      className={moving ? 'agenda panel moving' : 'agenda panel'}
      ref={body}
      onKeyDown={onKey}
      style={{ '--columns': crowd.map((n) => `minmax(140px, ${n}fr)`).join(' '), '--row': `${ROW}px` } as CSSProperties}
    >
      <div className="agenda-corner" />
      {columns.map((c) => (
        <div key={c.id ?? 'none'} className="agenda-head">
          <strong>{c.name}</strong> <span className="soft num">{t`${visits.filter((v) => v.doctorId === c.id).length} 人`}</span>
        </div>
      ))}
      <div className="agenda-hours" style={{ height: y(shown.to - shown.from) }} aria-hidden>
        {Array.from({ length: rows / 2 }, (_, i) => (
          <span key={i} className="num" style={{ top: y(i * 60) }}>
            {clockOf(shown.from + i * 60)}
          </span>
        ))}
      </div>
      {columns.map((c, index) => (
        <Column
          key={c.id ?? 'none'}
          column={c}
          index={index}
          shown={shown}
          rows={rows}
          visits={visits.filter((v) => v.doctorId === c.id)}
          {...{ open, now, roster, moving, onMoving, onSlot, onOpen }}
        />
      ))}
    </div>
  )
}

interface ColumnProps extends Omit<DayAgendaProps, 'columns'> {
  column: AgendaColumn
  index: number
  shown: Span
  rows: number
}
function Column({ column, index, shown, rows, visits, open, now, roster, moving, onMoving, onSlot, onOpen }: ColumnProps) {
  const can = useCan()
  const [over, setOver] = useState<number>()
  const edits = can('reservation:edit')
  return (
    <div className="agenda-column" style={{ height: y(shown.to - shown.from) }} role="group" aria-label={column.name}>
      {Array.from({ length: rows }, (_, row) => {
        const from = shown.from + row * STEP
        const state = slotState({ from, to: from + STEP }, open, roster, column.duties)
        const word = state === 'closed' ? t`未营业` : state === 'off' ? t`未排班` : moving ? t`改约到这里` : t`可约`
        return (
          <button
            key={row}
            type="button"
            className={`agenda-slot ${state}${over === row ? ' over' : ''}`}
            style={{ top: y(row * STEP) }}
            data-slot={`${index} ${row}`}
            tabIndex={index === 0 && row === 0 ? 0 : -1}
            aria-label={`${column.name} ${clockOf(from)} ${word}`}
            disabled={!edits || state === 'closed'}
            onClick={() => onSlot(column.id, clockOf(from))}
            onDragOver={(e) => moving && (e.preventDefault(), setOver(row))}
            onDragLeave={() => setOver(undefined)}
            onDrop={(e) => (e.preventDefault(), setOver(undefined), onSlot(column.id, clockOf(from)))}
          />
        )
      })}
      {now !== undefined && now >= shown.from && now <= shown.to && (
        <i className="agenda-now" style={{ top: y(now - shown.from) }} aria-hidden />
      )}
      {place(visits).map((p) => (
        <button
          key={p.visit.resid}
          type="button"
          className={`agenda-visit type${p.visit.type}${p.visit.status >= 20 ? ' over' : ''}${moving?.resid === p.visit.resid ? ' picked' : ''}`}
          style={{
            top: y(p.from - shown.from) + 1,
            height: Math.max(18, y(p.to - p.from) - 3),
            left: `calc(${(p.lane * 100) / p.lanes}% + 3px)`,
            width: `calc(${100 / p.lanes}% - 8px)`,
          }}
          draggable={edits && p.visit.status <= 2}
          onDragStart={() => onMoving(p.visit)}
          onDragEnd={() => onMoving(undefined)}
          onClick={() => onOpen(p.visit)}
          title={`${p.visit.patientName} ${clockOf(p.from)}–${clockOf(Math.min(p.to, 1439))}`}
        >
          <span>
            <strong>{p.visit.patientName}</strong> <em>{tr(types[p.visit.type])}</em>
            {short(p) && p.visit.status !== 1 && <Status of={reservationStates} value={p.visit.status} />}
          </span>
          {!short(p) && (
            <span className="num">
              {p.visit.ticketNo ?? `${clockOf(p.from)}–${clockOf(Math.min(p.to, 1439))}`}{' '}
              {p.visit.status !== 1 && <Status of={reservationStates} value={p.visit.status} />}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
