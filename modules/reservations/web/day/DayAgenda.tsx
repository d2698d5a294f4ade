/** The day as columns of doctors. Click or Enter books; a reservation is dragged, or picked up and dropped. */
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type RefObject } from 'react'
import { Empty, Status, t, tr, useCan, unless } from '#kernel/web/index.ts'
import { clockOf, type Span } from '../../contract/hours.ts'
import { types } from '../../contract/fields.ts'
import { reservationStates, visitState } from '../../contract/states.ts'
import type { ActionVisit } from '../actions.tsx'
import { place, shownHours, slotState } from './agenda.ts'

const STEP = 30
const ROW = 28
/** Least width of a lane, px: 24 to press (WCAG 2.2, 2.5.8) and the space around it. */
const LANE = 36
const y = (minutes: number): number => (minutes / STEP) * ROW

/** Minimum height for a second line, below which it is omitted. */
const short = (p: { from: number; until: number }): boolean => y(p.until - p.from) < 40

export interface AgendaColumn {
  /** Doctor id; null is the column without a doctor. */
  id: number | null
  name: string
  duties: ReadonlyArray<{ timeFrom: string; timeTo: string }> | undefined
}
export interface DayAgendaProps {
  columns: readonly AgendaColumn[]
  visits: readonly ActionVisit[]
  open: readonly Span[]
  /** Current minute of the day; undefined on other days. */
  now: number | undefined
  /** Some doctor has a duty on this day, so doctors without one are off. */
  roster: boolean
  moving: ActionVisit | undefined
  onMoving: (visit: ActionVisit | undefined) => void
  onSlot: (doctorId: number | null, clock: string) => void
  onOpen: (visit: ActionVisit) => void
}

export function DayAgenda(props: DayAgendaProps) {
  const { columns, visits, open, now, moving, onMoving } = props
  const shown = shownHours(open, visits)
  const rows = (shown.to - shown.from) / STEP
  const body = useScrolled(now === undefined ? undefined : y(now - shown.from) - 120)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && moving) onMoving(undefined)
    walk(event, body.current, columns.length, rows)
  }
  const visitsOf = (c: AgendaColumn) => visits.filter((v) => v.doctorId === c.id)
  // A crowded column takes width from those with space, and gives each lane what a finger needs.
  const crowd = columns.map((c) => Math.max(1, ...place(visitsOf(c)).map((p) => p.lanes)))
  if (!columns.length) return <Empty text={t`门店还没有医生`} />
  return (
    <div
      className={moving ? 'agenda panel moving' : 'agenda panel'}
      ref={body}
      onKeyDown={onKey}
      style={
        {
          '--columns': crowd.map((lanes) => `minmax(${Math.max(140, lanes * LANE)}px, ${Math.max(1, lanes / 2)}fr)`).join(' '),
          '--row': `${ROW}px`,
        } as CSSProperties
      }
    >
      <div className="agenda-corner" />
      {columns.map((c) => (
        <div key={c.id ?? 'none'} className="agenda-head">
          <strong>{c.name}</strong> <span className="soft num">{t`${visitsOf(c).length} 人`}</span>
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
        <Column key={c.id ?? 'none'} {...props} column={c} index={index} shown={shown} rows={rows} visits={visitsOf(c)} />
      ))}
    </div>
  )
}

const KEYS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  PageUp: [0, -4],
  PageDown: [0, 4],
}
/** Arrow keys move between slots. */
function walk(event: KeyboardEvent, body: HTMLElement | null, columns: number, rows: number): void {
  const [column, row] = ((event.target as HTMLElement).dataset.slot ?? '').split(' ').map(Number)
  const step = KEYS[event.key]
  if (!step || column === undefined || row === undefined || Number.isNaN(row)) return
  event.preventDefault()
  const within = (n: number, count: number) => Math.min(Math.max(n, 0), count - 1)
  body?.querySelector<HTMLElement>(`[data-slot="${within(column + step[0], columns)} ${within(row + step[1], rows)}"]`)?.focus()
}

/** Body of the agenda; scrolls to a position once it is known. */
function useScrolled(top: number | undefined): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null)
  const scrolled = useRef(false)
  useEffect(() => {
    if (top === undefined || scrolled.current || !body.current) return
    scrolled.current = true
    body.current.scrollTop = Math.max(0, top)
  }, [top])
  return body
}

interface ColumnProps extends DayAgendaProps {
  column: AgendaColumn
  index: number
  shown: Span
  rows: number
}
function Column({ column, index, shown, rows, visits, open, now, roster, moving, onMoving, onSlot, onOpen }: ColumnProps) {
  const edits = useCan()('reservation:edit')
  const [over, setOver] = useState<number>()
  const slot = (row: number) => {
    const from = shown.from + row * STEP
    return { row, from, state: slotState({ from, to: from + STEP }, open, roster, column.duties) }
  }
  return (
    <div className="agenda-column" style={{ height: y(shown.to - shown.from) }} role="group" aria-label={column.name}>
      {Array.from({ length: rows }, (_, i) => slot(i)).map(({ row, from, state }) => (
        <button
          key={row}
          type="button"
          className={`agenda-slot ${state}${over === row ? ' over' : ''}`}
          style={{ top: y(row * STEP) }}
          data-slot={`${index} ${row}`}
          tabIndex={index === 0 && row === 0 ? 0 : -1}
          aria-label={`${column.name} ${clockOf(from)} ${wordOf(state, Boolean(moving))}`}
          {...unless((!edits && t`没有修改预约的权限`) || (state === 'closed' && wordOf(state, false)), () =>
            onSlot(column.id, clockOf(from)),
          )}
          onDragOver={(e) => moving && state !== 'closed' && (e.preventDefault(), setOver(row))}
          onDragLeave={() => setOver(undefined)}
          onDrop={(e) => (e.preventDefault(), setOver(undefined), onSlot(column.id, clockOf(from)))}
        />
      ))}
      {now !== undefined && now >= shown.from && now <= shown.to && (
        <i className="agenda-now" style={{ top: y(now - shown.from) }} aria-hidden />
      )}
      {place(visits).map((p) => (
        <Booked
          key={p.visit.resid}
          of={p}
          top={y(p.from - shown.from)}
          movable={edits && reservationStates.in.ahead.includes(p.visit.status)}
          picked={moving?.resid === p.visit.resid}
          onMoving={onMoving}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
}

function wordOf(state: ReturnType<typeof slotState>, moving: boolean): string {
  if (state === 'closed') return t`未营业`
  if (state === 'off') return t`未排班`
  return moving ? t`改约到这里` : t`可约`
}

interface BookedProps extends Pick<DayAgendaProps, 'onMoving' | 'onOpen'> {
  of: ReturnType<typeof place<ActionVisit>>[number]
  top: number
  movable: boolean
  picked: boolean
}
/** A reservation in its lane; short ones use one line. */
function Booked({ of: p, top, movable, picked, onMoving, onOpen }: BookedProps) {
  const { visit } = p
  const hours = `${clockOf(p.from)}–${clockOf(Math.min(p.to, 1439))}`
  const state = visit.status !== reservationStates.is.booked && <Status {...visitState(visit)} />
  const isOver = reservationStates.in.over.includes(visit.status)
  return (
    <button
      type="button"
      className={`agenda-visit type${visit.type}${isOver ? ' over' : ''}${picked ? ' picked' : ''}`}
      style={{
        top: top + 1,
        height: y(p.until - p.from) - 3,
        left: `calc(${(p.lane * 100) / p.lanes}% + 3px)`,
        width: `calc(${100 / p.lanes}% - 8px)`,
      }}
      draggable={movable}
      onDragStart={() => onMoving(visit)}
      onDragEnd={() => onMoving(undefined)}
      onClick={() => onOpen(visit)}
      title={`${visit.patientName} ${hours}`}
    >
      <span>
        <strong>{visit.patientName}</strong> <em>{tr(types[visit.type])}</em>
        {short(p) && state}
      </span>
      {!short(p) && (
        <span className="num">
          {visit.ticketNo ?? hours} {state}
        </span>
      )}
    </button>
  )
}
