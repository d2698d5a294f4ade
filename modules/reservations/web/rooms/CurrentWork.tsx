/** Today's visits by stage, and the room that calls them: one button for the next. */
import { Button, Segmented, Select } from 'antd'
import { Megaphone, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import {
  Age,
  Badge,
  Can,
  columnsOf,
  Empty,
  Grid,
  Link,
  Panel,
  Screen,
  Status,
  t,
  toast,
  today,
  tr,
  Until,
  useLive,
  useSearch,
  useSend,
  useWho,
  type Column,
} from '#kernel/web/index.ts'
import { fieldsOf, showGender } from '#kernel/contract/index.ts'
import { reservations } from '../../contract/endpoints.ts'
import { Reservation } from '../../contract/shapes.ts'
import { queueStates, reservationStates } from '../../contract/states.ts'
import { VisitButtons, type Visit } from '../actions.tsx'
import { Booking, startOf, type BookingStart } from '../book/Booking.tsx'
import { LIVE, nextSlot, useDay, useRooms } from '../data.ts'
import { VisitDrawer } from '../list/VisitDrawer.tsx'
import '../reservations.css'

const stages = {
  booked: { label: '待签到', of: [1, 2] },
  waiting: { label: '候诊', of: [3, 4] },
  seeing: { label: '就诊中', of: [5] },
  examining: { label: '检查中', of: [10] },
  checked: { label: '已检查', of: [15] },
  done: { label: '已完成', of: [20] },
  gone: { label: '未到', of: [30, 31, 32] },
} as const
type Stage = keyof typeof stages
const stageOf = (text: string | undefined): Stage => (text !== undefined && text in stages ? (text as Stage) : 'waiting')

export default function CurrentWork() {
  const [search, change] = useSearch()
  const stage = stageOf(search.stage)
  const day = useDay(today())
  const { room, setRoom } = useMyRoom()
  const [start, setStart] = useState<BookingStart>()
  const [opened, setOpened] = useState<number>()
  useLive(LIVE, undefined, { keepFresh: 60 })
  const all = useMemo(() => day.data?.list ?? [], [day.data])
  const rows = useMemo(
    () =>
      byLine(
        all.filter((v) => (stages[stage].of as readonly number[]).includes(v.status)),
        stage,
      ),
    [all, stage],
  )
  return (
    <Screen
      fill
      note={
        <>
          {today()} · {t`${all.filter((v) => v.status < 30).length} 人`}
        </>
      }
      actions={
        <Can code="reservation:edit">
          <Button onClick={() => setStart({ visitAt: nextSlot(today()) })}>{t`新增预约`}</Button>
          <Button type="primary" icon={<Plus size={15} />} onClick={() => setStart({ walkIn: true })}>
            {t`现场登记`} <kbd>n</kbd>
          </Button>
        </Can>
      }
    >
      <Can code="queue:run">
        <MyRoom visits={all} room={room} setRoom={setRoom} onNew={() => setStart({ walkIn: true })} onOpen={setOpened} />
      </Can>
      <Panel className="list">
        <div className="filters queue-stages">
          <Segmented
            aria-label={t`阶段`}
            value={stage}
            options={(Object.keys(stages) as Stage[]).map((key) => ({
              value: key,
              label: (
                <>
                  {tr(stages[key].label)}{' '}
                  <b className="num">{all.filter((v) => (stages[key].of as readonly number[]).includes(v.status)).length}</b>
                </>
              ),
            }))}
            onChange={(key) => change({ stage: key === 'waiting' ? undefined : key })}
          />
        </div>
        <div className="list-body">
          <Until of={day}>
            {rows.length === 0 ? (
              <Empty text={t`现在没有“${tr(stages[stage].label)}”的人`} />
            ) : (
              <Grid
                columns={columns}
                rows={rows}
                rowKey={(r) => (r as Visit).resid}
                onOpen={(r) => setOpened((r as Visit).resid)}
                actions={(r) => (
                  <VisitButtons
                    visit={r as Visit}
                    room={room}
                    only={['take', 'call', 'recall', 'see', 'pass', 'requeue', 'examine', 'checked', 'back', 'complete']}
                  />
                )}
                rowTone={(r) =>
                  ((r as Visit).waited ?? 0) >= LATE && (r as Visit).status <= 4 && (r as Visit).ticketNo ? 'warn' : undefined
                }
              />
            )}
          </Until>
        </div>
      </Panel>
      <VisitDrawer
        resid={opened}
        room={room}
        onClose={() => setOpened(undefined)}
        onEdit={(v) => (setOpened(undefined), setStart(startOf(v)))}
      />
      <Booking start={start} onClose={() => setStart(undefined)} />
    </Screen>
  )
}

/** Minutes in line after which a row is marked. */
const LATE = 30
const byLine = (visits: readonly Visit[], stage: Stage): Visit[] =>
  stage === 'waiting' ? [...visits].sort((a, b) => (a.position ?? 0) - (b.position ?? 0)) : [...visits]
const own: Array<Column<Visit>> = [
  { key: 'ticketNo', render: (r) => (r.ticketNo ? <b className="num">{r.ticketNo}</b> : '—') },
  {
    key: 'patientName',
    render: (r) => (
      <>
        <Link to={`/patients/detail/${r.pid}/home`}>{r.patientName}</Link>
        {r.noShows > 0 && r.status <= 2 ? (
          <>
            {' '}
            <Badge tone="bad">{t`爽约 ${r.noShows} 次`}</Badge>
          </>
        ) : null}
      </>
    ),
  },
  {
    key: 'birth',
    title: '性别和年龄',
    render: (r) => (
      <>
        {tr(showGender(r.gender))} <Age birth={r.birth} />
      </>
    ),
  },
  { key: 'visitAt', title: '预约时间', width: 88, render: (r) => (r.walkIn ? t`现场` : r.visitAt.slice(11, 16)) },
  'type',
  'doctorName',
  'consultingName',
  {
    key: 'ticketStatus',
    title: '状态',
    render: (r) =>
      r.ticketStatus === null || r.status > 4 ? (
        <Status of={reservationStates} value={r.status} />
      ) : (
        <Status of={queueStates} value={r.ticketStatus} />
      ),
  },
  { key: 'waited', title: '等候', unit: '分', align: 'right', render: (r) => (r.ticketNo ? r.waited : '—') },
]
const columns = columnsOf(own as ReadonlyArray<Column<object>>, fieldsOf(Reservation)).map((c) => ({ ...c, sort: false }))

const KEY = 'mingmou.room'
/** The room this machine calls from: remembered here; a doctor starts with the own one. */
function useMyRoom(): { room: number | undefined; setRoom: (room: number | undefined) => void } {
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

interface MyRoomProps {
  visits: readonly Visit[]
  room: number | undefined
  setRoom: (room: number | undefined) => void
  onNew: () => void
  onOpen: (resid: number) => void
}
/** Who is called and who sits in the room; the button that calls the next one. */
function MyRoom({ visits, room, setRoom, onNew, onOpen }: MyRoomProps) {
  const { options, query } = useRooms()
  const next = useSend(reservations['reservations.numbers'], {
    onSuccess: (visit) => toast(t`请 ${visit.ticketNo ?? ''} ${visit.patientName} 到 ${visit.consultingName ?? ''}`, 'ok'),
  })
  const call = () => room && !next.isPending && next.mutate({ consulting_id: room, status: 1 })
  const here = visits.filter((v) => v.consultingId === room)
  const called = here.find((v) => v.status === 4 && v.ticketStatus === 1)
  const inside = here.filter((v) => v.status === 5)
  const waiting = visits.filter(
    (v) =>
      (v.status === 3 || v.status === 4) &&
      (v.ticketStatus === 0 || v.ticketStatus === 3) &&
      (v.consultingId === room || v.consultingId === null),
  ).length
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).closest('input,textarea,select,[role=dialog]'))
        return
      if (event.key === 'n') onNew()
      else if (event.key === 'c') call()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
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
      <Button
        type="primary"
        size="large"
        icon={<Megaphone size={17} />}
        disabled={!room || waiting === 0}
        loading={next.isPending}
        onClick={call}
      >
        {t`叫下一位`} <kbd>c</kbd>
      </Button>
      <span className="soft num">{t`还有 ${waiting} 人候诊`}</span>
      {called && (
        <div className="my-room-visit">
          <b className="num">{called.ticketNo}</b>
          <button type="button" className="link" onClick={() => onOpen(called.resid)}>
            {called.patientName}
          </button>
          <span className="soft">{t`叫号 ${called.calls ?? 0} 次`}</span>
          <VisitButtons visit={called} room={room} size="middle" only={['see', 'recall', 'pass']} />
        </div>
      )}
      {inside.map((v) => (
        <div key={v.resid} className="my-room-visit">
          <b className="num">{v.ticketNo}</b>
          <button type="button" className="link" onClick={() => onOpen(v.resid)}>
            {v.patientName}
          </button>
          <span className="soft">{t`就诊中`}</span>
          <VisitButtons visit={v} room={room} size="middle" only={['examine', 'complete']} />
        </div>
      ))}
    </section>
  )
}
