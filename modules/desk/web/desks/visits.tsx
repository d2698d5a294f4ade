/** Blocks about people: my waiting ones, who comes, who may go home. */
import { Button } from 'antd'
import { useState } from 'react'
import { showGender } from '#kernel/contract/index.ts'
import {
  Age,
  Empty,
  Link,
  Status,
  Until,
  t,
  toast,
  today,
  tr,
  useCall,
  useGo,
  useHolds,
  useSend,
  useWho,
  useLetters,
} from '#kernel/web/index.ts'
import { reservations } from '#modules/reservations/contract/endpoints.ts'
import { types } from '#modules/reservations/contract/fields.ts'
import { reservationStates, visitState } from '#modules/reservations/contract/states.ts'
import {
  Booking,
  VisitButtons,
  isMine,
  useDay,
  useMyRoom,
  useOpenVisit,
  type BookingStart,
  type Visit,
} from '#modules/reservations/web/door.tsx'
import { desk } from '../../contract/endpoints.ts'
import type { Closing as Row } from '../../contract/shapes.ts'
import { Opens, Titled } from './Block.tsx'

const { in: sets } = reservationStates
/** Minutes after which a wait is long: the tick of the bar. */
const LONG = 30
const QUEUE = '/current-work/reservations'

/** Those in line that are mine to see, the longest wait first: the list behind the link, filtered as it is there. */
export function Waiting({ mine = true }: { mine?: boolean }) {
  const day = useDay(today())
  const { ctid } = useWho()
  const { room } = useMyRoom()
  const rows = (day.data?.list ?? [])
    .filter((v) => sets.inLine.includes(v.status) && (!mine || isMine(v, ctid)))
    .sort((a, b) => (b.waited ?? 0) - (a.waited ?? 0))
  return (
    <Titled
      title={mine ? '等我的患者' : '排队中'}
      total={day.data && rows.length}
      to={QUEUE}
      search={{ stage: 'waiting', mine: mine ? 1 : undefined }}
    >
      <Until of={day}>
        {rows.length === 0 ? (
          <Empty text={t`现在没有人在等候。`} />
        ) : (
          <table className="desk-list people">
            <tbody>
              {rows.slice(0, 8).map((v) => (
                <Person key={v.resid} of={v} room={room} />
              ))}
            </tbody>
          </table>
        )}
      </Until>
    </Titled>
  )
}

function Person({ of: v, room }: { of: Visit; room: number | undefined }) {
  const open = useOpenVisit()
  const sees = useHolds()('exam:view')
  const go = useGo()
  const waited = v.waited ?? 0
  return (
    <Opens open={() => (sees ? void open(v) : go(`/patients/detail/${v.pid}/reserve`))}>
      <td className="num soft">{v.ticketNo ?? '—'}</td>
      <td>
        <strong>{v.patientName}</strong>{' '}
        <span className="soft">
          {tr(showGender(v.gender))} <Age birth={v.birth} />
        </span>
        <small>
          {tr(types[v.type])}
          {v.doctorName && ` · ${v.doctorName}`}
        </small>
      </td>
      <td>
        <Status {...visitState(v)} />
      </td>
      <td className="wait">
        <span className={waited > LONG ? 'bar long' : 'bar'} aria-hidden>
          <i style={{ width: `${Math.min(100, (waited / (LONG * 1.5)) * 100)}%` }} />
        </span>
      </td>
      <td className={waited > LONG ? 'num late' : 'num'}>{t`${waited} 分钟`}</td>
      <td>
        <VisitButtons visit={v} room={room} only={['see']} />
      </td>
    </Opens>
  )
}

/** Who is still to come today, the next one first. */
export function Arrivals() {
  const day = useDay(today())
  const rows = (day.data?.list ?? []).filter((v) => sets.ahead.includes(v.status))
  return (
    <Titled title="今日未到" total={day.data && rows.length} to={QUEUE} search={{ stage: 'booked' }}>
      <Until of={day}>
        {rows.length === 0 ? (
          <Empty text={t`今天预约的都到了。`} />
        ) : (
          <table className="desk-list">
            <tbody>
              {rows.slice(0, 8).map((v) => (
                <tr key={v.resid}>
                  <td className="num">{v.visitAt.slice(11, 16)}</td>
                  <td>
                    <Link to={`/patients/detail/${v.pid}/reserve`}>{v.patientName}</Link>
                  </td>
                  <td>{tr(types[v.type])}</td>
                  <td>{v.doctorName}</td>
                  <td>
                    <VisitButtons visit={v} only={['take']} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Until>
    </Titled>
  )
}

/** Who has paid or taken the glasses: the visit to complete, the review to book; one key each for the first of them. */
export function Closing() {
  const { hid } = useWho()
  const [start, setStart] = useState<BookingStart>()
  const list = useCall(
    desk['home.closing'],
    { hid },
    { live: ['reservations', 'billing', 'frame-orders', 'records'], keep: true, logged: true },
  )
  const deeds = useClosing()
  const rows = list.data?.list ?? []
  useLetters({
    w: () => rows.slice(0, 1).forEach((row) => deeds.complete?.(row)),
    r: () => rows.slice(0, 1).forEach((row) => deeds.review?.(row)),
  })
  return (
    <Titled title="可以结束的就诊" total={list.data?.total}>
      <Until of={list}>
        {rows.length === 0 ? (
          <Empty text={t`付清或取镜的会员会出现在这里，可完成就诊并预约复查。`} />
        ) : (
          <table className="desk-list">
            <tbody>
              {rows.slice(0, 8).map((row, i) => (
                <ClosingRow key={row.pid} of={row} first={i === 0} deeds={deeds} another={setStart} />
              ))}
            </tbody>
          </table>
        )}
      </Until>
      <Booking start={start} onClose={() => setStart(undefined)} />
    </Titled>
  )
}

/** What may be done here; absent without the right to it. */
interface Deeds {
  complete: ((row: Row) => void) | undefined
  review: ((row: Row) => void) | undefined
  busy: boolean
}
function useClosing(): Deeds {
  const { hid } = useWho()
  const holds = useHolds()
  const stale = { invalidates: [desk['home.closing']] }
  const status = useSend(reservations['reservations.status'], stale)
  const book = useSend(reservations['reservations.legacy.save'], {
    ...stale,
    onSuccess: (made) => toast(t`已为 ${made.patientName} 预约 ${made.visitAt.slice(0, 16)} 复查`, 'ok'),
  })
  const complete = (row: Row) => row.resid !== null && status.mutate({ id: row.resid, status: reservationStates.is.completed })
  const review = (row: Row) =>
    row.reviewAt !== null && book.mutate({ hid, pid: row.pid, type: 2, requestFrom: 4, visitAt: `${row.reviewAt} ${row.reviewHour}:00` })
  return {
    complete: holds('queue:run') ? complete : undefined,
    review: holds('reservation:edit') ? review : undefined,
    busy: status.isPending || book.isPending,
  }
}
interface ClosingRowProps {
  of: Row
  first: boolean
  deeds: Deeds
  another: (start: BookingStart) => void
}
const ClosingRow = ({ of: row, first, deeds: { complete, review, busy }, another }: ClosingRowProps) => (
  <tr>
    <td>
      <Link to={`/patients/detail/${row.pid}/reserve`}>{row.patientName}</Link>
      <small>{row.why === 2 ? t`已取镜` : t`已付清`}</small>
    </td>
    <td>
      {row.reviewAt && !review && <span className="num">{t`${row.reviewMonths ?? 0} 个月后 ${row.reviewAt}`}</span>}
      {row.reviewAt && review && (
        <button
          type="button"
          className="link num"
          title={t`换一个时间`}
          onClick={() => another({ pid: row.pid, type: 2, visitAt: `${row.reviewAt ?? ''} ${row.reviewHour}:00` })}
        >
          {t`${row.reviewMonths ?? 0} 个月后 ${row.reviewAt}`}
        </button>
      )}
    </td>
    <td>
      {row.resid !== null && complete && (
        <Button size="small" disabled={busy} onClick={() => complete(row)}>
          {t`完成就诊`} {first && <kbd>w</kbd>}
        </Button>
      )}{' '}
      {row.reviewAt !== null && review && (
        <Button size="small" disabled={busy} onClick={() => review(row)}>
          {t`预约复查`} {first && <kbd>r</kbd>}
        </Button>
      )}
    </td>
  </tr>
)
