/** One reservation: details, state, history, actions. */
import { Button, Drawer } from 'antd'
import { CalendarClock, Move, Phone, Printer, UserRound } from 'lucide-react'
import { useState } from 'react'
import { show, showAge, showGender, type StateOf } from '#kernel/contract/index.ts'
import { Can, Facts, Link, Status, t, today, tr, Until, useCall, useCan, useGo, useSend, Badge, type OutOf } from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { reservations } from '../../contract/endpoints.ts'
import { examItems, requestFrom, type } from '../../contract/fields.ts'
import { examReservationStates, reservationStates, visitState } from '../../contract/states.ts'
import { VisitButtons, type ActionVisit } from '../actions.tsx'
import { LIVE } from '../data.ts'
import '../reservations.css'

export interface VisitDrawerProps {
  resid: number | undefined
  room?: number | undefined
  onClose: () => void
  onEdit?: (visit: ActionVisit) => void
  /** Picks the reservation up, to be dropped in the agenda. */
  onPick?: (visit: ActionVisit) => void
}

export function VisitDrawer({ resid, room, onClose, onEdit, onPick }: VisitDrawerProps) {
  return (
    <Drawer open={resid !== undefined} onClose={onClose} title={t`预约`} size={520} destroyOnHidden rootClassName="booking" keyboard>
      {resid !== undefined && <Details resid={resid} room={room} {...(onEdit ? { onEdit } : {})} {...(onPick ? { onPick } : {})} />}
    </Drawer>
  )
}

function Details({ resid, room, onEdit, onPick }: Omit<VisitDrawerProps, 'onClose'> & { resid: number }) {
  const go = useGo()
  const query = useCall(reservations['reservations.legacy.infos'], { id: resid }, { live: LIVE })
  const v = query.data
  return (
    <Until of={query}>
      {v && (
        <div className="visit">
          <header>
            <strong>{v.patientName}</strong>
            <span className="soft">
              {tr(showGender(v.gender))} · {showAge(v.birth, today())} · {v.memberNo}
            </span>
            {v.ticketNo && <b className="ticket num">{v.ticketNo}</b>}
          </header>
          <p className="visit-state">
            <Status {...visitState(v)} />
            {v.noShows > 0 && <Badge tone="bad">{t`爽约 ${v.noShows} 次`}</Badge>}
            {v.walkIn && <Badge>{t`现场登记`}</Badge>}
          </p>
          <Facts
            columns={2}
            items={[
              ['预约时间', v.walkIn ? v.visitAt.slice(0, 16) : `${v.visitAt.slice(0, 16)}–${v.visitEnd.slice(11, 16)}`],
              ['医生', v.doctorName],
              ['预约类型', tr(show(type, v.type))],
              ['预约来源', tr(show(requestFrom, v.requestFrom))],
              ['手机号', v.mobile],
              ['诊室', v.consultingName],
              ...(v.waited !== null && v.ticketNo ? [['等候', t`${v.waited} 分钟`] as const] : []),
              ...(v.offDutyNote ? [['排班外说明', v.offDutyNote] as const] : []),
              ...(v.cancelReason ? [['取消原因', v.cancelReason] as const] : []),
              ...(v.note ? [['备注', v.note] as const] : []),
            ]}
          />
          <Reach resid={resid} />
          <div className="visit-actions">
            <VisitButtons visit={v} room={room} size="middle" />
            {reservationStates.in.ahead.includes(v.status) && onEdit && (
              <Can code="reservation:edit">
                <Button icon={<CalendarClock size={14} />} onClick={() => onEdit(v)}>{t`修改或改约`}</Button>
              </Can>
            )}
            {reservationStates.in.ahead.includes(v.status) && onPick && (
              <Can code="reservation:edit">
                <Button icon={<Move size={14} />} onClick={() => onPick(v)}>{t`在日程中移动`}</Button>
              </Can>
            )}
            <Button icon={<UserRound size={14} />} onClick={() => go(`/patients/detail/${v.pid}/home`)}>{t`会员档案`}</Button>
            <Link to={`/reservation-slip/${v.resid}`} className="btn">
              <Printer size={14} aria-hidden /> {t`打印预约单`}
            </Link>
          </div>
          {!reservationStates.in.over.includes(v.status) && <Exams visit={v} />}
          <History steps={v.history} />
        </div>
      )}
    </Until>
  )
}

/** Contact data and guardian: loaded on demand, and the access is audited. */
function Reach({ resid }: { resid: number }) {
  const can = useCan()
  const [isRequested, setRequested] = useState(false)
  const query = useCall(reservations['reservations.legacy.secret'], { id: resid }, { enabled: isRequested })
  if (!can('reservation:secret')) return null
  if (!isRequested) return <Button size="small" icon={<Phone size={14} />} onClick={() => setRequested(true)}>{t`显示联系方式`}</Button>
  const s = query.data
  return (
    <Until of={query}>
      {s && (
        <Facts
          columns={2}
          items={[
            ['手机号', s.mobile],
            ['备用手机号', s.mobile2],
            ['监护人', s.guardian],
            ['身份证号', s.idCard],
            ['地址', s.address],
          ]}
        />
      )}
    </Until>
  )
}

/** Target state of a move of an examination. */
const { is: exam } = examReservationStates
const reached = { start: exam.started, finish: exam.finished, cancel: exam.cancelled } as const satisfies Record<
  keyof typeof examReservationStates.moves,
  StateOf<typeof examReservationStates>
>
/** Requested examinations of this visit. */
function Exams({ visit }: { visit: ActionVisit }) {
  const query = useCall(reservations['reservations.exam.by-resid'], { id: visit.resid }, { live: LIVE })
  const add = useSend(reservations['reservations.exam.create'], { onSuccess: () => setChosen([]) })
  const set = useSend(reservations['reservations.exam.status'])
  const [chosen, setChosen] = useState<ReadonlyArray<keyof typeof examItems>>([])
  const requested = new Set(query.data?.filter((e) => examReservationStates.in.wanted.includes(e.status)).map((e) => e.item))
  const items = (Object.keys(examItems) as Array<keyof typeof examItems>).filter((i) => !requested.has(i))
  return (
    <section>
      <h3>{t`检查`}</h3>
      <ul className="visit-exams">
        {query.data?.map((e) => (
          <li key={e.id}>
            <span>{tr(examItems[e.item])}</span>
            <Status of={examReservationStates} value={e.status} />
            <Can code="exam-reservation:edit">
              <Moves
                of={examReservationStates}
                status={e.status}
                only={e.status === examReservationStates.is.waiting ? ['start', 'cancel'] : ['finish', 'cancel']}
                busy={set.isPending}
                onMove={(move) => set.mutate({ id: e.id, status: reached[move] })}
              />
            </Can>
          </li>
        ))}
      </ul>
      <Can code="exam-reservation:edit">
        <div className="free-slots" role="group" aria-label={t`要做的检查`}>
          {items.map((i) => (
            <button
              key={i}
              type="button"
              aria-pressed={chosen.includes(i)}
              onClick={() => setChosen((now) => (now.includes(i) ? now.filter((x) => x !== i) : [...now, i]))}
            >
              {tr(examItems[i])}
            </button>
          ))}
          {chosen.length > 0 && (
            <Button
              size="small"
              type="primary"
              loading={add.isPending}
              onClick={() => add.mutate({ resid: visit.resid, items: [...chosen] })}
            >{t`开检查`}</Button>
          )}
        </div>
      </Can>
    </section>
  )
}

type Steps = OutOf<(typeof reservations)['reservations.legacy.infos']>['history']
const History = ({ steps }: { steps: Steps }) => (
  <section>
    <h3>{t`经过`}</h3>
    <ol className="visit-history">
      {steps.map((s, i) => (
        <li key={i}>
          <time className="num">{s.at.slice(5, 16)}</time>
          <span>
            {tr(s.move === 'begin' ? '登记' : (reservationStates.moves[s.move as keyof typeof reservationStates.moves]?.label ?? s.move))}
          </span>
          <span className="soft">
            {s.staffName ?? t`系统`}
            {s.note ? ` · ${s.note}` : ''}
          </span>
        </li>
      ))}
    </ol>
  </section>
)
