/** Today's visits by stage, and the calling room with its button for the next visit. */
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Can, Empty, Grid, Panel, Screen, t, today, tr, Until, useLive, useSearch, useTabs, useWho } from '#kernel/web/index.ts'
import { wordOf } from '#kernel/contract/index.ts'
import { VisitButtons, type ActionVisit } from '../actions.tsx'
import { Booking, startOf, type BookingStart } from '../book/Booking.tsx'
import { LIVE, isMine, nextSlot, useDay } from '../data.ts'
import { VisitDrawer } from '../list/VisitDrawer.tsx'
import { visitColumns } from './columns.tsx'
import { MyRoom, useMyRoom } from './MyRoom.tsx'
import '../reservations.css'
import { inLineWord, reservationStates } from '../../contract/states.ts'

const { is, in: visits } = reservationStates
const stages = {
  booked: { label: '待签到', statuses: visits.ahead },
  waiting: { label: inLineWord, statuses: visits.inLine },
  seeing: { label: wordOf(reservationStates, is.consulting), statuses: [is.consulting] },
  examining: { label: wordOf(reservationStates, is.examining), statuses: [is.examining] },
  checked: { label: wordOf(reservationStates, is.examined), statuses: [is.examined] },
  done: { label: wordOf(reservationStates, is.completed), statuses: [is.completed] },
  gone: { label: '未到', statuses: visits.givenUp },
} as const
type Stage = keyof typeof stages
/** In tab order; the page opens with the waiting ones. */
const isIn = (visit: ActionVisit, stage: Stage): boolean => (stages[stage].statuses as readonly number[]).includes(visit.status)

export default function CurrentWork() {
  const day = useDay(today())
  const { room, setRoom } = useMyRoom()
  const [start, setStart] = useState<BookingStart>()
  const [opened, setOpened] = useState<number>()
  useLive(LIVE, undefined, { keepFresh: 60 })
  const [{ mine }, setSearch] = useSearch()
  const { ctid } = useWho()
  const all = useMemo(() => (day.data?.list ?? []).filter((v) => !mine || isMine(v, ctid)), [day.data, mine, ctid])
  const { stage, row } = useStages(all)
  const rows = useMemo(() => byLine(all, stage), [all, stage])
  return (
    <Screen
      fill
      note={
        <>
          {today()} · {t`${all.filter((v) => !visits.givenUp.includes(v.status)).length} 人`}
        </>
      }
      actions={
        <Can code="reservation:edit">
          <Button aria-pressed={Boolean(mine)} onClick={() => setSearch({ mine: mine ? undefined : 1 })}>
            {mine ? t`看全部` : t`只看我的`}
          </Button>
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
        <div className="filters queue-stages">{row}</div>
        <div className="list-body">
          <Until of={day}>
            {rows.length === 0 ? (
              <Empty text={t`现在没有“${tr(stages[stage].label)}”的人`} />
            ) : (
              <Visits visits={rows} room={room} onOpen={setOpened} />
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

/** Selected stage, and the tabs with the number of visits in each. */
function useStages(all: readonly ActionVisit[]) {
  const [stage, row] = useTabs(
    (Object.keys(stages) as Stage[]).map((key) => {
      const many = all.filter((v) => isIn(v, key)).length
      return [
        key,
        <>
          {tr(stages[key].label)} <b className="num">{many}</b>
        </>,
      ] as const
    }),
    { name: 'stage', label: t`阶段`, initial: 'waiting' },
  )
  return { stage, row }
}

const STEPS = ['take', 'call', 'recall', 'see', 'pass', 'requeue', 'open', 'examine', 'checked', 'back', 'complete'] as const
interface VisitsProps {
  visits: readonly ActionVisit[]
  room: number | undefined
  onOpen: (resid: number) => void
}
const Visits = ({ visits, room, onOpen }: VisitsProps) => (
  <Grid
    columns={visitColumns}
    rows={visits}
    rowKey={(r) => (r as ActionVisit).resid}
    onOpen={(r) => onOpen((r as ActionVisit).resid)}
    actions={(r) => <VisitButtons visit={r as ActionVisit} room={room} only={STEPS} />}
    rowTone={(r) => (isLate(r as ActionVisit) ? 'warn' : undefined)}
  />
)

/** Minutes of waiting after which a row is marked. */
const LATE = 30
const isLate = ({ waited, status, ticketNo }: ActionVisit): boolean =>
  (waited ?? 0) >= LATE && visits.unseen.includes(status) && Boolean(ticketNo)
/** Visits of a stage; waiting ones in queue order. */
const byLine = (all: readonly ActionVisit[], stage: Stage): ActionVisit[] => {
  const visits = all.filter((v) => isIn(v, stage))
  return stage === 'waiting' ? visits.sort((a, b) => (a.position ?? 0) - (b.position ?? 0)) : visits
}
