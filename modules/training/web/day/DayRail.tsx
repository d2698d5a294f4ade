/** What needs somebody's decision: flat ones, those who did not come, cards that run out. */
import type { ReactNode } from 'react'
import { addDays } from '#kernel/contract/index.ts'
import { Can, Link, Panel, t, today, tr, useKeys } from '#kernel/web/index.ts'
import { cardUnits } from '../../contract/brands.ts'
import type { DaySession } from '../../contract/sessions.ts'
import { trainSession } from '../../contract/states.ts'
import { CARD_LOW } from '../../contract/tell.ts'
import { ADHERENCE_DAYS } from '../../contract/verdict.ts'
import { measured, measureWord, VerdictDot } from '../pieces.tsx'
import { stepOf, useTell, type Tell } from './useTell.ts'

const { is, in: sets } = trainSession
const once = (list: readonly DaySession[]): DaySession[] => [...new Map(list.map((s) => [s.planId ?? `s${s.id}`, s])).values()]

/** A day, with its year only where it is another one. */
const dayShort = (day: string): string => (day.slice(0, 4) === today().slice(0, 4) ? day.slice(5) : day)
/** A session as a block: trained, missed, still to come, or none at all. */
function lookOf(session: DaySession | undefined): string {
  if (session === undefined) return 'gap'
  if (sets.trained.includes(session.status)) return 'trained'
  return session.status === is.missed ? 'missed' : 'none'
}
export function DayRail({ list }: { list: readonly DaySession[] }) {
  const tell = useTell()
  const decided = once(list.filter((s) => s.trend?.verdict === 'flat' || s.trend?.verdict === 'absent'))
    .sort((a, b) => (a.trend?.verdict ?? '').localeCompare(b.trend?.verdict ?? '') * -1)
    .slice(0, 6)
  const low = once(list.filter((s) => s.cardLeft !== null && s.cardLeft <= CARD_LOW)).sort((a, b) => (a.cardLeft ?? 0) - (b.cardLeft ?? 0))
  useKeys(Object.fromEntries(decided.slice(0, 4).map((s, i) => [`Alt+${i + 1}`, () => tell.decide(s)])))
  const hours = [...new Set(list.map((s) => s.time.slice(0, 2)))].sort()
  const most = Math.max(1, ...hours.map((h) => list.filter((s) => s.time.startsWith(h)).length))
  const trained = list.filter((s) => sets.trained.includes(s.status)).length
  const many = (status: number) => list.filter((s) => s.status === status).length
  return (
    <aside className="train-rail">
      <Panel title={t`今天`} note={t`${list.length} 节，已签 ${trained}，缺 ${many(is.missed)}，待 ${many(is.planned)}`}>
        <div
          className="train-hours"
          role="img"
          aria-label={hours.map((h) => t`${Number(h)} 点 ${list.filter((s) => s.time.startsWith(h)).length} 节`).join('，')}
        >
          {hours.map((h) => (
            <span key={h}>
              {Array.from({ length: most }, (_, i) => list.filter((s) => s.time.startsWith(h))[most - 1 - i]).map((s, i) => (
                <i key={i} className={lookOf(s)} />
              ))}
              <small className="num">{Number(h)}</small>
            </span>
          ))}
        </div>
      </Panel>
      <Panel title={t`要人拿主意的`} note={t`按近 6 次测量的斜率`}>
        {decided.length === 0 && <p className="soft train-pad">{t`没有持平或缺训的孩子`}</p>}
        <ul className="train-decide">{decided.map((s, i) => s.trend && <Decide key={s.id} of={s} at={i} tell={tell} />)}</ul>
      </Panel>
      <Panel title={t`卡快用完`} note={t`只有收银能续`}>
        {low.length === 0 && <p className="soft train-pad">{t`没有剩 7 次以下的卡`}</p>}
        <ul className="train-decide train-low">
          {low.map((s) => (
            <li key={s.id}>
              <b>{s.personName}</b>{' '}
              <span>
                {t`剩`} <b className="bad num">{s.cardLeft}</b> {tr(cardUnits[s.cardUnit ?? 1])}
                {s.cardEndsOn && t`，${dayShort(s.cardEndsOn)} 止`}
              </span>
              <Desk of={s} tell={tell} />
            </li>
          ))}
        </ul>
      </Panel>
    </aside>
  )
}
/** Tells the desk, or when it was told. */
function Desk({ of: s, tell }: { of: DaySession; tell: Tell }) {
  if (s.deskToldAt !== null) {
    const isToday = s.deskToldAt.slice(0, 10) === today()
    return <span className="soft train-act">{t`已告诉 ${isToday ? s.deskToldAt.slice(11, 16) : s.deskToldAt.slice(5, 10)}`}</span>
  }
  const { sdxUid } = s
  if (sdxUid === null) return null
  return (
    <Can code="train:edit">
      <button type="button" className="link train-act" disabled={tell.busy} onClick={() => tell.desk(sdxUid)}>
        {t`告诉前台`}
      </button>
    </Can>
  )
}
function Decide({ of: s, at: position, tell }: { of: DaySession; at: number; tell: Tell }) {
  const { trend } = s
  if (!trend) return null
  const points = trend.points.slice(-6)
  const [first, last] = [points[0], points.at(-1)]
  const from = first ? measured(trend.measure, first.value) : '—'
  const to = last ? measured(trend.measure, last.value) : '—'
  return (
    <li>
      <p>
        <VerdictDot of={trend.verdict} />
        {s.planId === null ? <b>{s.personName}</b> : <Link to={`/train/starton_train_record_detail/${s.planId}`}>{s.personName}</Link>}
        {s.week !== null && <small className="soft">{t`第 ${s.week} 周`}</small>}
        <Next of={s} tell={tell} tail={position < 4 && <kbd>Alt {position + 1}</kbd>} />
      </p>
      <p className="soft">
        {trend.verdict === 'absent'
          ? t`14 天只练 ${trend.adherence ?? 0}%，没练不算没效，不下结论。`
          : t`练得够（${trend.adherence ?? 0}%），${measureWord(trend)} ${from} → ${to}，目标 ${measured(trend.measure, trend.goal)}。换内容，或先送医生。`}
      </p>
    </li>
  )
}
/** The one act the finding asks for, or when it was done. */
function Next({ of: s, tell, tail }: { of: DaySession; tell: Tell; tail: ReactNode }) {
  const step = stepOf(s)
  const on = step === 'doctor' ? s.doctorToldOn : step === 'call' ? s.callToldOn : null
  if (on !== null && on > addDays(today(), -ADHERENCE_DAYS))
    return <span className="soft train-act">{step === 'doctor' ? t`${on.slice(5)} 已送医生` : t`${on.slice(5)} 已派回访`}</span>
  const word = { doctor: s.doctorName === null ? t`送医生` : t`送${s.doctorName}`, call: t`派回访`, measure: t`约复测` }[step]
  return (
    <Can code={step === 'measure' ? 'reservation:edit' : 'train:edit'}>
      <button type="button" className="link train-act" disabled={tell.busy} onClick={() => tell.decide(s)}>
        {word} {tail}
      </button>
    </Can>
  )
}
