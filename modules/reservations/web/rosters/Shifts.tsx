/** Duty roster of a week: one key per shift in the focused cell; weeks can be copied. */
import { Button } from 'antd'
import { ChevronLeft, ChevronRight, Copy } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import {
  Can,
  confirm,
  Empty,
  Screen,
  t,
  today,
  toast,
  tr,
  Until,
  useCan,
  useLive,
  useSearch,
  useSend,
  useWho,
  Act,
  unless,
  type ListRowOf,
} from '#kernel/web/index.ts'
import { rooms } from '../../contract/endpoints.rooms.ts'
import { shifts } from '../../contract/fields.ts'
import { isDay, LIVE, mondayOf, plusDays, useDoctors } from '../data.ts'
import '../reservations.css'

type Doctor = ListRowOf<(typeof rooms)['duties.doctors']>
type Shift = 0 | 1 | 2 | 3 | 4
const words: Readonly<Record<Shift, string>> = { 0: '休', ...shifts }
const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

export default function Shifts() {
  const [search, change] = useSearch()
  const can = useCan()
  const monday = mondayOf(isDay(search.date) ? search.date : today())
  const days = weekdays.map((_, i) => plusDays(monday, i))
  const { query, doctors } = useDoctors(monday, days[6])
  useLive(LIVE)
  const put = usePut()
  const turn = (weeks: number) => change({ date: plusDays(monday, 7 * weeks) })
  return (
    <Screen
      fill
      note={
        <>
          {monday.slice(5)} – {days[6]!.slice(5)}
        </>
      }
      actions={
        <>
          <Button aria-label={t`上一周`} icon={<ChevronLeft size={15} />} onClick={() => turn(-1)} />
          <Act unless={monday === mondayOf(today()) && t`已经是本周`} onClick={() => change({ date: undefined })}>{t`本周`}</Act>
          <Button aria-label={t`下一周`} icon={<ChevronRight size={15} />} onClick={() => turn(1)} />
          <Can code="duty:edit">
            <span className="roster-keys">
              {(Object.entries(words) as Array<[string, string]>).map(([key, word]) => (
                <span key={key}>
                  <kbd>{key}</kbd> {tr(word)}
                </span>
              ))}
            </span>
            <WeekActions monday={monday} sunday={days[6]!} empty={doctors.every((d) => d.duties.length === 0)} />
          </Can>
        </>
      }
    >
      <Until of={query}>
        {doctors.length === 0 ? (
          <Empty text={t`门店还没有医生或验光师`} />
        ) : (
          <Roster days={days} doctors={doctors} edits={can('duty:edit')} put={put} />
        )}
      </Until>
    </Screen>
  )
}

/** Clears the week, or fills it from the previous one. */
function WeekActions({ monday, sunday, empty }: { monday: string; sunday: string; empty: boolean }) {
  const { hid } = useWho()
  const copy = useSend(rooms['duties.copy'], {
    invalidates: [rooms['duties.doctors']],
    onSuccess: ({ copied, skipped }) =>
      toast(skipped ? t`已复制 ${copied} 个班次，${skipped} 个与已有排班重叠未复制` : t`已复制 ${copied} 个班次`, copied ? 'ok' : 'warn'),
  })
  const clear = useSend(rooms['duties.clear'], { invalidates: [rooms['duties.doctors']] })
  const clearWeek = async () => {
    if (await confirm({ message: t`清空 ${monday} 至 ${sunday} 的排班？`, danger: true }))
      clear.mutate({ hid, startDate: monday, endDate: sunday })
  }
  return (
    <>
      <Act danger unless={empty && t`本周没有排班`} onClick={() => void clearWeek()}>{t`清空本周`}</Act>
      <Button
        type="primary"
        icon={<Copy size={14} />}
        loading={copy.isPending}
        onClick={() => copy.mutate({ hid, startDate: plusDays(monday, -7), endDate: plusDays(monday, -1), targetDate: monday })}
      >{t`复制上周`}</Button>
    </>
  )
}

/** Sets a doctor's day; asks first when reservations would fall outside. */
function usePut(): (doctorId: number, day: string, shift: Shift) => void {
  const who = useWho()
  const send = useSend(rooms['duties.create'], { invalidates: [rooms['duties.doctors']] })
  return (doctorId, day, shift) => {
    const input = { hid: who.hid, doctorId, day, shift, replace: true }
    const insist = async (why: string) => {
      if (await confirm({ message: t`${why}。仍要修改排班？`, danger: true })) send.mutate({ ...input, force: true })
    }
    send.mutate(input, { onError: (error) => void (error.field === 'force' && insist(error.message)) })
  }
}

interface RosterProps {
  days: readonly string[]
  doctors: readonly Doctor[]
  edits: boolean
  put: (doctorId: number, day: string, shift: Shift) => void
}
function Roster({ days, doctors, edits, put }: RosterProps) {
  const table = useRef<HTMLTableElement>(null)
  const focus = (row: number, column: number) =>
    table.current
      ?.querySelector<HTMLElement>(`[data-cell="${Math.min(Math.max(row, 0), doctors.length - 1)} ${Math.min(Math.max(column, 0), 6)}"]`)
      ?.focus()
  const onKey = (event: KeyboardEvent) => {
    const [row, column] = ((event.target as HTMLElement).dataset.cell ?? '').split(' ').map(Number)
    if (row === undefined || column === undefined || Number.isNaN(column)) return
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
    if (step) focus(row + step[0]!, column + step[1]!)
    else if (edits && /^[0-4]$/.test(event.key)) {
      put(doctors[row]!.ctid, days[column]!, Number(event.key) as Shift)
      focus(row, column + 1)
    } else return
    event.preventDefault()
  }
  return (
    <div className="panel roster-wrap">
      <table className="roster num" ref={table} onKeyDown={onKey}>
        <thead>
          <tr>
            <th>{t`医生`}</th>
            {days.map((d, i) => (
              <th key={d} className={d === today() ? 'now' : undefined}>
                {tr(weekdays[i]!)} <span>{d.slice(8)}</span>
              </th>
            ))}
            <th>{t`半天数`}</th>
          </tr>
        </thead>
        <tbody>
          {doctors.map((doctor, row) => (
            <tr key={doctor.ctid}>
              <th scope="row">
                {doctor.name}
                {doctor.title && <small>{doctor.title}</small>}
              </th>
              {days.map((day, column) => (
                <Cell key={day} {...{ doctor, day, edits, put }} at={`${row} ${column}`} first={row === 0 && column === 0} />
              ))}
              <td className="half">{doctor.halfDays}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({
  doctor,
  day,
  at: cell,
  first,
  edits,
  put,
}: {
  doctor: Doctor
  day: string
  at: string
  first: boolean
  edits: boolean
  put: RosterProps['put']
}) {
  const duties = doctor.duties.filter((d) => d.day === day)
  const word = duties.length ? duties.map((d) => tr(shifts[d.shift])).join(' + ') : tr('休')
  const why = !edits && t`没有修改排班的权限`
  // A click cycles through the shifts; keys set one directly.
  const next = ((duties[0]?.shift ?? 0) + 1) % 5
  return (
    <td>
      <button
        type="button"
        className={`shift shift${duties[0]?.shift ?? 0}`}
        {...unless(why, () => put(doctor.ctid, day, next as Shift))}
        data-cell={cell}
        tabIndex={first ? 0 : -1}
        title={[...duties.map((d) => `${d.timeFrom}–${d.timeTo}${d.quota ? ` · ${d.quota}` : ''}`), why].filter(Boolean).join('\n')}
        aria-label={`${doctor.name} ${day} ${word}`}
      >
        {word}
      </button>
    </td>
  )
}
