/** Visits: my number in line, what comes, what was. */
import { useEffect, useState } from 'react'
import { t } from '#kernel/web/i18n.ts'
import type { PhoneLine, PhoneVisit } from '../../contract/shapes.ts'
import { ask, calls } from '../ask.ts'
import { Answer, Empty, To, Wrong } from '../look/Parts.tsx'
import { reasonWords, visitWords } from '../look/states.ts'
import { useAct, useAnswer } from '../look/use.ts'
import { momentWords } from '../look/words.ts'
import type { PageProps } from '../Phone.tsx'

export default function Visits({ member }: PageProps) {
  const answered = useAnswer<PhoneVisit[]>(calls.visits, { pid: member.pid })
  return (
    <>
      <Line pid={member.pid} />
      <Answer of={answered}>
        {(visits) => {
          const [ahead, past] = [visits.filter((v) => v.state === 'booked'), visits.filter((v) => v.state !== 'booked')]
          return (
            <>
              {ahead.map((visit) => (
                <Ahead key={visit.resid} visit={visit} again={answered.again} />
              ))}
              {!ahead.length && <Empty>{t`还没有预约。`}</Empty>}
              <To path="/h5/book" className="h5-button main">{t`约时间`}</To>
              {past.length > 0 && <Past visits={past} />}
            </>
          )
        }}
      </Answer>
    </>
  )
}

const EVERY_MS = 20_000
/** My number, asked again while the page is looked at. */
function Line({ pid }: { pid: number }) {
  const { data: line, again } = useAnswer<PhoneLine | null>(calls.line, { pid })
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), EVERY_MS)
    return () => clearInterval(timer)
  }, [again])
  if (!line) return null
  const words = {
    waiting: t`前面还有 ${line.ahead} 位`,
    called: t`叫到您了，请进`,
    seen: t`就诊中`,
    passed: t`已过号，前面还有 ${line.ahead} 位`,
  }[line.state]
  return (
    <section className="h5-card first" aria-live="polite">
      <small>{t`我的号`}</small>
      <p className="h5-number">{line.ticketNo}</p>
      <h2>{words}</h2>
      <p className="h5-soft">{[line.roomName, line.storeName].filter(Boolean).join(' · ')}</p>
    </section>
  )
}

function Ahead({ visit, again }: { visit: PhoneVisit; again: () => void }) {
  const [isCancelling, setCancelling] = useState(false)
  const { busy, wrong, act } = useAct()
  const [reason, setReason] = useState('')
  const cancel = () =>
    act(async () => {
      await ask(calls.cancel, { resid: visit.resid, version: visit.version, reason: reason.trim() || t`时间不合适` })
      again()
    })
  return (
    <section className="h5-card">
      <h2>{momentWords(visit.visitAt)}</h2>
      <p className="h5-soft">{[reasonWords(visit.type), visit.doctorName, visit.storeName].filter(Boolean).join(' · ')}</p>
      <p className="h5-soft">
        {visit.changeUntil ? t`${momentWords(visit.changeUntil)} 前可以自己改或取消` : t`离就诊太近，要改请打门店电话`}
      </p>
      {visit.changeUntil && !isCancelling && (
        <p className="h5-acts">
          <To
            path={`/h5/book?pid=${visit.pid}&hid=${visit.hid}&move=${visit.resid}.${visit.version}`}
            className="h5-button"
          >{t`改时间`}</To>
          <button type="button" className="h5-button" onClick={() => setCancelling(true)}>{t`取消预约`}</button>
        </p>
      )}
      {isCancelling && (
        <div className="h5-form">
          <label>
            <span>{t`为什么取消（可不填）`}</span>
            <input value={reason} onChange={(e) => setReason(e.target.value)} maxLength={100} />
          </label>
          <p className="h5-acts">
            <button type="button" className="h5-button" onClick={() => setCancelling(false)}>{t`不取消了`}</button>
            <button type="button" className="h5-button bad" disabled={busy} onClick={cancel}>{t`确认取消`}</button>
          </p>
        </div>
      )}
      <Wrong text={wrong} />
    </section>
  )
}

const Past = ({ visits }: { visits: readonly PhoneVisit[] }) => (
  <section aria-label={t`以前的`}>
    <h2 className="h5-title">{t`以前的`}</h2>
    <ul className="h5-card h5-rows">
      {visits.map((v) => (
        <li key={v.resid} className="h5-row">
          <span className="h5-row-words">
            <b>{momentWords(v.visitAt)}</b>
            <small>{[reasonWords(v.type), v.doctorName].filter(Boolean).join(' · ')}</small>
          </span>
          <small>{visitWords(v.state)}</small>
        </li>
      ))}
    </ul>
  </section>
)
