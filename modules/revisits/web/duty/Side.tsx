/** Right of the card: what came back from one's own calls, one's own day, free times, taking back. Nobody is ranked. */
import { useEffect, useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Dot, Link, Panel, t, type OutOf } from '#kernel/web/index.ts'
import type endpoints from '../../contract/endpoints.ts'
import { shortDay, shortTime, wordOfCall } from '../words.ts'
import type { Duty } from './useDuty.ts'

type MyDay = OutOf<(typeof endpoints)['revisits.queue']>['mine']
export function Side({ duty }: { duty: Duty }) {
  const mine = duty.queue.data?.mine
  return (
    <Panel className="duty-side">
      {duty.task && duty.card.data && <Slots duty={duty} />}
      {mine && (
        <>
          <Back of={mine.back} />
          <Hours of={mine} />
          <Funnel of={mine.week} />
          {mine.last && <Undo last={mine.last} onUndo={duty.undo} />}
        </>
      )}
    </Panel>
  )
}

function Slots({ duty }: { duty: Duty }) {
  const slots = duty.card.data?.slots
  if (!slots?.list.length) return null
  const booking = duty.mode?.does === 'book'
  return (
    <section>
      <h3>
        {slots.doctorName ? t`${slots.doctorName}的空位` : t`空位`} <span>{t`${slots.minutes} 分钟`}</span> <kbd>b</kbd>
      </h3>
      <div className="duty-slots" role="radiogroup" aria-label={t`空位`}>
        {slots.list.map((time, i) => (
          <button
            key={time}
            type="button"
            role="radio"
            aria-checked={booking && i === duty.slot}
            onClick={() => {
              duty.setSlot(i)
              duty.setMode({ does: 'book' })
            }}
            onDoubleClick={duty.bookSlot}
          >
            <span className="soft">{shortDay(time)}</span> <b className="num">{time.slice(11, 16)}</b>
          </button>
        ))}
      </div>
    </section>
  )
}
const Back = ({ of: day }: { of: MyDay['back'] }) => {
  const words = { booked: t`已预约`, came: t`已到店`, bought: t`买了`, wrote: t`来信` }
  return (
    <section>
      <h3>
        {t`回来的`} <span>{t`打过电话之后`}</span>
      </h3>
      {day.length === 0 && <p className="soft">{t`还没有`}</p>}
      <ul>
        {day.map((b) => (
          <li key={`${b.at}${b.pid}${b.what}`}>
            <span className="num soft">{shortTime(b.at)}</span>
            <Link to={`/patients/detail/${b.pid}/home`}>{b.patientName}</Link>
            <Dot tone={b.what === 'wrote' ? 'info' : 'ok'}>
              {b.amount === null ? words[b.what] : `${words[b.what]} ${showMoney(b.amount)}`}
            </Dot>
          </li>
        ))}
      </ul>
    </section>
  )
}
function Hours({ of: day }: { of: MyDay }) {
  const most = Math.max(1, ...day.hours.map((h) => h.calls))
  const hours = Array.from({ length: 9 }, (_, i) => 9 + i)
  return (
    <section>
      <h3>
        {t`我的今天`} <span>{t`每小时通数`}</span>
      </h3>
      <div className="duty-hours" role="img" aria-label={t`已打 ${day.called} 通`}>
        {hours.map((hour) => {
          const calls = day.hours.find((h) => h.hour === hour)?.calls ?? 0
          return (
            <span key={hour}>
              <i style={{ height: `${(calls / most) * 28}px` }} />
              {hour}
            </span>
          )
        })}
      </div>
      <p className="duty-sums">
        <span>
          {t`已打`} <b className="num">{day.called}</b>
        </span>
        <span>
          {t`接通`} <b className="num">{day.reached}</b>
        </span>
        <span>
          {t`约到`} <b className="num">{day.booked}</b>
        </span>
      </p>
    </section>
  )
}
function Funnel({ of: day }: { of: MyDay['week'] }) {
  const most = Math.max(1, day.booked, day.came, day.bought)
  const lines = [
    [t`约到`, day.booked],
    [t`到店`, day.came],
    [t`成交`, day.bought],
  ] as const
  return (
    <section>
      <h3>{t`近七天我联系的人`}</h3>
      <ul className="duty-funnel">
        {lines.map(([label, n]) => (
          <li key={label}>
            <span>{label}</span>
            <i>
              <u style={{ width: `${(n / most) * 100}%` }} />
            </i>
            <b className="num">{n}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
/** How long an answer can be taken back: the browser's clock may be behind the server's. */
const UNDO_MINUTES = 10
function Undo({ last, onUndo }: { last: NonNullable<MyDay['last']>; onUndo: () => void }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.min(UNDO_MINUTES, Math.ceil((Date.parse(`${last.until.replace(' ', 'T').slice(0, 19)}+08:00`) - now) / 60_000))
  if (minutes <= 0) return null
  return (
    <section className="duty-undo">
      <span>{t`上一件 ${last.patientName} · ${wordOfCall(last.status, last.outcome)}`}</span>
      <button type="button" className="link" onClick={onUndo}>
        {t`撤销`} <kbd>u</kbd>
      </button>
      <small className="soft">{t`还可撤销 ${minutes} 分钟`}</small>
    </section>
  )
}
