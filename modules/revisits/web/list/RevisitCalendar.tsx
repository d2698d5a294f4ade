/** A month of calls beside what the people can do, and a week by person: tasks are moved by dragging, or from the table by keys. */
import { Button } from 'antd'
import { useState } from 'react'
import { addDays, monthsAfter } from '#kernel/contract/days.ts'
import { Until, t, toast, today, useCall, useCan, useSearch, useSend, weekday, type OutOf } from '#kernel/web/index.ts'
import endpoints from '../../contract/endpoints.ts'
import { revisitMachine } from '../../contract/states.ts'
import { LIVE, stale, wordOfTask, type Task } from '../words.ts'
import { useCallers } from './RevisitTable.tsx'

type Days = OutOf<(typeof endpoints)['revisits.calendar']>
const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

export function RevisitCalendar() {
  const [search, setSearch] = useSearch()
  const month = /^\d{4}-\d{2}$/.test(search.month ?? '') ? `${search.month}-01` : `${today().slice(0, 7)}-01`
  const from = mondayOf(month)
  const to = addDays(from, 41)
  const days = useCall(endpoints['revisits.calendar'], { from, to }, { live: LIVE, keep: true })
  const callers = Object.keys(useCallers()).length || 1
  const turn = (by: number) => setSearch({ month: monthsAfter(month, by).slice(0, 7), day: undefined })
  const chosen = search.day ?? today()
  return (
    <Until of={days}>
      <div className="cal">
        <header>
          <Button onClick={() => turn(-1)} aria-label={t`上个月`}>
            ←
          </Button>
          <h2 className="num">{month.slice(0, 7)}</h2>
          <Button onClick={() => turn(1)} aria-label={t`下个月`}>
            →
          </Button>
          <span className="soft">{days.data && t`每人每天 ${days.data.capacity} 件`}</span>
        </header>
        <div className="cal-month" role="group" aria-label={t`每天的件数`}>
          {Array.from({ length: 42 }, (_, i) => addDays(from, i)).map((day) => (
            <Day
              key={day}
              day={day}
              of={days.data}
              out={!day.startsWith(month.slice(0, 7))}
              chosen={day === chosen}
              room={(days.data?.capacity ?? 0) * callers}
              onOpen={() => setSearch({ day })}
            />
          ))}
        </div>
        <Week day={chosen} />
      </div>
    </Until>
  )
}

interface DayProps {
  day: string
  of: Days | undefined
  out: boolean
  chosen: boolean
  room: number
  onOpen: () => void
}
function Day({ day, of: load, out, chosen, room, onOpen }: DayProps) {
  const own = load?.list.filter((r) => r.day === day) ?? []
  const open = own.reduce((n, r) => n + r.open, 0)
  const done = own.reduce((n, r) => n + r.done, 0)
  const share = room ? Math.min(1, open / room) : 0
  return (
    <button
      type="button"
      className={out ? 'cal-day out' : 'cal-day'}
      aria-pressed={chosen}
      aria-label={t`${day}：待办 ${open}，已回访 ${done}`}
      onClick={onOpen}
    >
      <span className="num">{day.slice(8)}</span>
      {open > 0 && <b className="num">{open}</b>}
      {done > 0 && <small className="soft num">{t`完成 ${done}`}</small>}
      <i className={share >= 1 ? 'full' : undefined} style={{ width: `${share * 100}%` }} />
    </button>
  )
}

/** A week by person. A task dropped on a cell goes to that person and day. */
function Week({ day }: { day: string }) {
  const may = useCan()('revisit:assign')
  const callers = useCallers()
  const from = mondayOf(day)
  const week = Array.from({ length: 7 }, (_, i) => addDays(from, i))
  const tasks = useCall(
    endpoints['revisits.list'],
    { tailStartDate: from, tailEndDate: addDays(from, 6), channel: 1, per_page: 200 },
    { live: LIVE, keep: true },
  )
  const move = useSend(endpoints['revisits.move'], {
    invalidates: [...stale, endpoints['revisits.calendar']],
    onSuccess: ({ changed }) => toast(t`已修改 ${changed} 件`, 'ok'),
  })
  const [held, setHeld] = useState<number>()
  const open = (tasks.data?.list ?? []).filter((r) => revisitMachine.in.open.includes(r.status))
  const rows: Array<[string, string]> = [['', t`系统任务`], ...Object.entries(callers)]
  const drop = (ctid: string, to: string) => {
    if (held !== undefined) move.mutate({ rvids: [held], revisitTime: to, reviewStaff: ctid ? Number(ctid) : null })
    setHeld(undefined)
  }
  return (
    <div className="cal-week-box">
      <table className="cal-week">
        <thead>
          <tr>
            <th scope="col">{t`回访人`}</th>
            {week.map((d) => (
              <th key={d} scope="col" aria-current={d === day ? 'date' : undefined}>
                {weekday(d)} <span className="num">{d.slice(8)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([ctid, name]) => (
            <tr key={ctid}>
              <th scope="row">{name}</th>
              {week.map((d) => (
                <td key={d} onDragOver={(event) => may && event.preventDefault()} onDrop={() => drop(ctid, d)}>
                  <Cell
                    tasks={open.filter((r) => r.dueAt.startsWith(d) && String(r.reviewStaff ?? '') === ctid)}
                    may={may}
                    onHold={setHeld}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {may && <p className="soft">{t`拖动任务改日期和回访人；用键盘请在表格里勾选后改期或分派`}</p>}
    </div>
  )
}
const SHOWN = 4
const Cell = ({ tasks, may, onHold }: { tasks: readonly Task[]; may: boolean; onHold: (rvid: number) => void }) => (
  <>
    {tasks.slice(0, SHOWN).map((r) => (
      <span
        key={r.rvid}
        className="cal-task"
        draggable={may}
        onDragStart={() => onHold(r.rvid)}
        title={r.content ?? wordOfTask(r.taskType)}
      >
        {r.patientName}
      </span>
    ))}
    {tasks.length > SHOWN && <small className="soft">{t`另 ${tasks.length - SHOWN} 件`}</small>}
  </>
)
