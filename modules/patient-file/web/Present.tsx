/** Current state in reading order: prescription, glasses, next visit, open orders, home, and money as one line. */
import type { ReactNode } from 'react'
import { metaOf, show, showMoney, showNumber, type Tone } from '#kernel/contract/index.ts'
import { Can, Link, Money, Rx, Status, t, today, tr } from '#kernel/web/index.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { OthersInfo } from '#modules/patients/contract/shapes.ts'
import { rxKind } from '#modules/records/contract/fields.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import { type as visitType } from '#modules/reservations/contract/fields.ts'
import type { MemberFile } from '../contract/shapes.ts'
import { monthsBetween, monthsWord } from './words.ts'

export const Present = ({ file }: { file: MemberFile }) => (
  <aside className="panel file-present">
    <Can code="prescription:view">
      <Prescription file={file} />
    </Can>
    <Can code="frame:view">
      <Worn file={file} />
    </Can>
    <Can code="reservation:view">
      <Next file={file} />
    </Can>
    {file.orders && file.orders.length > 0 && <Orders orders={file.orders} />}
    {file.history && <Home history={file.history} height={file.curve?.height.at(-1)?.height ?? null} />}
    <Wallet file={file} />
  </aside>
)

const Part = ({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) => (
  <section>
    <h2>
      {title} {note !== undefined && <span>{note}</span>}
    </h2>
    {children}
  </section>
)

function Prescription({ file: { rx, member } }: { file: MemberFile }) {
  if (!rx) return <Part title={t`最近处方`}>{t`还没有处方`}</Part>
  const [line] = rx.list
  return (
    <Part
      title={t`最近处方`}
      note={
        <>
          {rx.orderDate} {rx.doctorName} <Status of={prescriptionMachine} value={rx.status} />
        </>
      }
    >
      {line && <Rx of={line} large />}
      <p className="soft num">
        {[
          line && tr(show(rxKind, line.kind)),
          line && (line.vaOd !== null || line.vaOs !== null) && t`矫正 ${showNumber(line.vaOd, 1)} / ${showNumber(line.vaOs, 1)}`,
          line && line.pd !== null && t`瞳距 ${showNumber(line.pd, 1)}`,
          rx.list.length > 1 && t`共 ${rx.list.length} 副`,
          t`有效期至 ${rx.validUntil}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Link to={`/patients/detail/${member.pid}/prescription`}>{rx.rxNo}</Link>
    </Part>
  )
}

/** Months after which glasses are rechecked, for growing members and for adults. */
const LIFE = { child: 12, adult: 24 }
function Worn({ file: { now, member } }: { file: MemberFile }) {
  const { wearing } = now
  if (!wearing) return <Part title={t`现在戴的`}>{t`没有在本机构取过眼镜`}</Part>
  const months = monthsBetween(wearing.since, today())
  const life = member.age && member.age.years < 18 ? LIFE.child : LIFE.adult
  return (
    <Part title={t`现在戴的`} note={monthsWord(months)}>
      <Link to={`/process/edit/${wearing.recordFrameId}`}>{wearing.lens || t`框架眼镜`}</Link>
      <div className="file-life" role="img" aria-label={t`已戴 ${monthsWord(months)}，${life} 个月后复查换镜`}>
        <i style={{ width: `${Math.min(100, (months / (life * 1.5)) * 100)}%` }} className={months > life ? 'over' : ''} />
        <b style={{ left: `${100 / 1.5}%` }} />
      </div>
      <Rx of={wearing} />
      <p className="soft num">{t`${wearing.since.slice(0, 10)} 起`}</p>
    </Part>
  )
}

function Next({ file: { next } }: { file: MemberFile }) {
  const { booked, due } = next
  const late = due !== null && due < today() && !booked
  return (
    <Part title={t`下次就诊`}>
      {booked ? (
        <p>
          <strong className="num">{booked.visitAt.slice(0, 16)}</strong> {tr(show(visitType, booked.type))} {booked.doctorName}
        </p>
      ) : (
        <p>
          <strong>{t`未预约`}</strong>
        </p>
      )}
      {due && <p className={late ? 'late num' : 'soft num'}>{t`建议 ${due} 前复查`}</p>}
    </Part>
  )
}

const Orders = ({ orders }: { orders: NonNullable<MemberFile['orders']> }) => (
  <Part title={t`未完的单`} note={orders.length}>
    <ul className="file-orders">
      {orders.map((order) => (
        <li key={order.recordFrameId}>
          <Link to={`/process/edit/${order.recordFrameId}`}>{order.orderNo}</Link>
          <span className="lens">{order.lens}</span>
          {order.late ? <Late since={order.promisedAt} /> : <Status of={frameOrder} value={order.status} />}
        </li>
      ))}
    </ul>
  </Part>
)
const LATE: Tone = 'bad'
const Late = ({ since }: { since: string | null }) => (
  <span className={`status ${LATE}`}>
    <i aria-hidden />
    {t`逾期`} <span className="num">{since?.slice(5, 10)}</span>
  </span>
)

const HABITS = ['parentsMyopic', 'outdoorHours', 'nearWorkHours', 'treatments'] as const
const Home = ({ history, height }: { history: NonNullable<MemberFile['history']>; height: number | null }) => (
  <Part title={t`家庭与习惯`} note={history.at.slice(0, 10)}>
    <p className="num">
      {[
        ...HABITS.filter((key) => history[key] !== null && history[key] !== '').map(
          (key) => `${tr(metaOf(OthersInfo.shape[key]).label ?? key)} ${tr(show(OthersInfo.shape[key], history[key]))}`,
        ),
        ...(height === null ? [] : [t`身高 ${showNumber(height, 1)} cm`]),
      ].join(' · ') || '—'}
    </p>
  </Part>
)

const Wallet = ({ file: { member, owed } }: { file: MemberFile }) => (
  <footer className="num">
    <span>
      {t`储值`} <b>{showMoney(member.money)}</b>
      {member.moneyGift > 0 && ` · ${t`赠金`} ${showMoney(member.moneyGift)}`}
      {owed && (
        <>
          {' · '}
          <span className={owed.money > 0 ? 'late' : ''}>
            {t`欠费`} <Money of={owed.money} />
          </span>
        </>
      )}
      {` · ${t`积分`} ${member.points.toLocaleString('en-US')}`}
      {member.levelName && ` · ${member.levelName}`}
    </span>
    <Can code="stored:view">
      <Link to={`/patients/detail/${member.pid}/prepaid`}>{t`明细`}</Link>
    </Can>
  </footer>
)
