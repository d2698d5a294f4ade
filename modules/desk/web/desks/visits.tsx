/** Blocks of visits: my queue, upcoming visits. */
import { showGender } from '#kernel/contract/index.ts'
import { Age, Empty, Link, Status, Until, t, today, tr, useGo, useHolds, useWho } from '#kernel/web/index.ts'
import { types } from '#modules/reservations/contract/fields.ts'
import { reservationStates, visitState } from '#modules/reservations/contract/states.ts'
import { VisitButtons, isMine, useDay, useMyRoom, useOpenVisit, type ActionVisit } from '#modules/reservations/web/door.tsx'
import { Opens, Titled } from './Block.tsx'

const { in: sets } = reservationStates
/** Minutes after which a wait is long: the tick of the bar. */
const LONG = 30
const QUEUE = '/current-work/reservations'

/** My queue, longest wait first, with the filter of the linked list. */
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
                <Person key={v.resid} visit={v} room={room} />
              ))}
            </tbody>
          </table>
        )}
      </Until>
    </Titled>
  )
}

function Person({ visit: v, room }: { visit: ActionVisit; room: number | undefined }) {
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

/** Today's upcoming visits, next one first. */
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
