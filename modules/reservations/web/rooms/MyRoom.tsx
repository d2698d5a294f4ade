import { Select } from 'antd'
import { Megaphone } from 'lucide-react'
import { useEffect, useState, type ComponentProps } from 'react'
import { t, toast, topLayer, useSend, useWho, tr, Act } from '#kernel/web/index.ts'
import { wordOf } from '#kernel/contract/index.ts'
import { reservations } from '../../contract/endpoints.ts'
import { VisitButtons, type ActionVisit } from '../actions.tsx'
import { useRooms } from '../data.ts'
import { queueStates, reservationStates } from '../../contract/states.ts'

const { is } = reservationStates
const KEY = 'mingmou.room'
/** The room this machine calls from, stored locally. Doctors default to their own. */
export function useMyRoom(): { room: number | undefined; setRoom: (room: number | undefined) => void } {
  const who = useWho()
  const { rooms } = useRooms()
  const key = `${KEY}.${who.hid}`
  const [chosen, setChosen] = useState(() => Number(localStorage.getItem(key)) || undefined)
  const room = (
    rooms.find((r) => r.id === chosen) ??
    rooms.find((r) => r.doctorId === who.ctid) ??
    (rooms.length === 1 ? rooms[0] : undefined)
  )?.id
  return {
    room,
    setRoom: (to) => {
      setChosen(to)
      if (to) localStorage.setItem(key, String(to))
      else localStorage.removeItem(key)
    },
  }
}

/** Calls the next visit to the room: why it is blocked, how many wait, and the action. `onCalled` receives the visit. */
export function useNext(visits: readonly ActionVisit[], room: number | undefined, onCalled?: (visit: ActionVisit) => void) {
  const { query } = useRooms()
  const next = useSend(reservations['reservations.numbers'], {
    onSuccess: (visit) => {
      toast(t`请 ${visit.ticketNo ?? ''} ${visit.patientName} 到 ${visit.consultingName ?? ''}`, 'ok')
      onCalled?.(visit)
    },
  })
  const { waiting } = inRoom(visits, room)
  const why = whyNot(room, query.data?.length, waiting)
  const call = () => {
    if (why) toast(why, 'warn')
    else if (!next.isPending) next.mutate({ consulting_id: room, status: queueStates.is.called })
  }
  return { why, waiting, call, busy: next.isPending }
}

interface MyRoomProps {
  visits: readonly ActionVisit[]
  room: number | undefined
  setRoom: (room: number | undefined) => void
  onNew: () => void
  onOpen: (resid: number) => void
}
/** The called and the admitted visit, and the button for the next one. */
export function MyRoom({ visits, room, setRoom, onNew, onOpen }: MyRoomProps) {
  const { options, query } = useRooms()
  const next = useNext(visits, room)
  const { called, inside } = inRoom(visits, room)
  useRoomKeys({ n: onNew, c: next.call })
  return (
    <section className="my-room panel">
      <label>
        <span>{t`我的诊室`}</span>
        <Select
          aria-label={t`我的诊室`}
          placeholder={query.data?.length === 0 ? t`还没有诊室` : t`请选择`}
          allowClear
          value={room ?? null}
          options={options}
          onChange={(v: number | null) => setRoom(v ?? undefined)}
        />
      </label>
      <Act type="primary" size="large" icon={<Megaphone size={17} />} unless={next.why} loading={next.busy} onClick={next.call}>
        {t`叫下一位`} <kbd>c</kbd>
      </Act>
      <span className="soft num">{t`还有 ${next.waiting} 人排队`}</span>
      {called && <Here of={called} room={room} note={t`叫号 ${called.calls ?? 0} 次`} only={['see', 'recall', 'pass']} onOpen={onOpen} />}
      {inside.map((v) => (
        <Here
          key={v.resid}
          of={v}
          room={room}
          note={tr(wordOf(reservationStates, v.status))}
          only={['open', 'examine', 'complete']}
          onOpen={onOpen}
        />
      ))}
    </section>
  )
}

/** Why nobody can be called: no room, or nobody waits for it. */
function whyNot(room: number | undefined, rooms: number | undefined, waiting: number): string | undefined {
  if (rooms === 0) return t`还没有诊室，请先新增诊室`
  if (!room) return t`请先选择“我的诊室”，再叫号`
  return waiting === 0 ? t`没有排队的人` : undefined
}

/** Called visit, admitted visit and queue length of a room. */
function inRoom(visits: readonly ActionVisit[], room: number | undefined) {
  const inRoom = visits.filter((v) => v.consultingId === room)
  const called = inRoom.find((v) => v.status === is.waiting && v.ticketStatus === queueStates.is.called)
  const inside = inRoom.filter((v) => v.status === is.consulting)
  const waiting = visits.filter(
    (v) =>
      reservationStates.in.inLine.includes(v.status) &&
      v.ticketStatus !== null &&
      queueStates.in.callable.includes(v.ticketStatus) &&
      (v.consultingId === room || v.consultingId === null),
  ).length
  return { called, inside, waiting }
}

interface HereProps {
  of: ActionVisit
  room: number | undefined
  note: string
  only: ComponentProps<typeof VisitButtons>['only']
  onOpen: (resid: number) => void
}
/** A called or admitted visit with its next steps. */
const Here = ({ of: visit, room, note, only, onOpen }: HereProps) => (
  <div className="my-room-visit">
    <b className="num">{visit.ticketNo}</b>
    <button type="button" className="link" onClick={() => onOpen(visit.resid)}>
      {visit.patientName}
    </button>
    <span className="soft">{note}</span>
    <VisitButtons visit={visit} room={room} size="middle" only={only} />
  </div>
)

/** Single-key shortcuts of the room, while nobody types. */
function useRoomKeys(keys: Readonly<Record<string, () => unknown>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || topLayer() || (event.target as HTMLElement).closest('input,textarea,select'))
        return
      const run = keys[event.key]
      if (!run) return
      run()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
