/** Waiting-room screen: readable from five metres, masked names, shows its age, speaks through the browser, recovers by itself. */
import { Volume2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { clinicNow } from '#kernel/contract/format.ts'
import { Link, t, tr, useCall, useLive, useSearch, useWho, type OutOf } from '#kernel/web/index.ts'
import { wordOf } from '#kernel/contract/machine.ts'
import { rooms } from '../../contract/endpoints.rooms.ts'
import { LIVE } from '../data.ts'
import { useSpeech } from './speech.ts'
import './tv.css'
import { inLineWord, queueStates } from '../../contract/states.ts'

type Board = OutOf<(typeof rooms)['queue.check-office']>
const idOf = (text: string | undefined): number | undefined => Number(text) || undefined
/** Seconds after which the screen marks itself as outdated. */
export const OLD = 30
const CALLED = 4
const WAITING = 9

export default function Tv() {
  const who = useWho()
  const [search] = useSearch()
  const screens = useCall(rooms['large-screens.list'], { hid: who.hid }, { live: LIVE })
  const list = screens.data?.list ?? []
  const screenId = idOf(search.screen)
  const screen =
    list.find((s) => s.id === screenId) ?? (list.length === 1 && !search.consulting_id && !search.office_id ? list[0] : undefined)
  const office = idOf(search.office_id) ?? screen?.officeId ?? undefined
  const room = idOf(search.consulting_id) ?? screen?.consultingId ?? undefined
  // Refetched every five seconds even without events, so that waiting times and the shown age stay current.
  const live = useLive(LIVE, undefined, { keepFresh: 5 })
  const board = useCall(
    rooms['queue.check-office'],
    { hid: who.hid, ...(office ? { office_id: office } : {}), ...(room ? { consulting_id: room } : {}) },
    { live: LIVE, keep: true },
  )
  const speech = useSpeech(board.data?.called, screen?.speak ?? true, screen?.speechRate ?? 0.9)
  useEffect(() => {
    document.title = `${t`候诊大屏`} · ${t`明眸`}`
  }, [])
  return (
    <main className="tv">
      <header>
        <h1>
          {t`${board.data?.store ?? who.hospitalName} 候诊`}
          {screen && <small>{screen.name}</small>}
        </h1>
        <Clock />
      </header>
      {board.data ? (
        <Lines board={board.data} showWait={screen?.showWait ?? true} />
      ) : (
        <p className="tv-empty">{board.error ? t`正在重新连接…` : t`正在读取…`}</p>
      )}
      <footer>
        <span>{screen?.notice ?? t`散瞳检查后四小时内请勿驾车。过号请到前台重新签到。`}</span>
        {!screenId && list.length > 1 && (
          <nav>
            {list.map((s) => (
              <Link key={s.id} to="" search={{ screen: s.id }}>
                {s.name}
              </Link>
            ))}
          </nav>
        )}
        {!speech.ready && (screen?.speak ?? true) && (
          <button type="button" onClick={speech.unlock}>
            <Volume2 size="1em" aria-hidden /> {t`点击开启语音播报`}
          </button>
        )}
        <Freshness ageOf={() => live.lastUpdate()} connected={live.connected} />
      </footer>
    </main>
  )
}

function Lines({ board, showWait }: { board: Board; showWait: boolean }) {
  return (
    <div className="tv-lines">
      <section aria-label={tr(wordOf(queueStates, queueStates.is.called))} aria-live="polite">
        {board.called.length === 0 && <p className="tv-empty">{t`暂无叫号`}</p>}
        {board.called.slice(0, CALLED).map((c, i) => (
          <article key={c.ticketId} className={i === 0 ? 'now' : ''}>
            <b className="num">{c.no}</b>
            <span>{c.name}</span>
            <strong>{c.room}</strong>
          </article>
        ))}
      </section>
      <section aria-label={tr(inLineWord)}>
        <h2>
          {tr(inLineWord)} <small className="num">{t`${board.waiting.length} 人`}</small>
        </h2>
        <ol>
          {board.waiting.slice(0, WAITING).map((w) => (
            <li key={w.ticketId}>
              <b className="num">{w.no}</b>
              <span>
                {w.name}
                {w.passed && <em>{tr(wordOf(queueStates, queueStates.is.passed))}</em>}
              </span>
              <i className="num">{showWait ? t`约 ${w.minutes} 分钟` : (w.room ?? '')}</i>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

const clockNow = () => clinicNow().slice(11, 16)
function Clock() {
  const [now, setNow] = useState(clockNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(clockNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <time className="num">{now}</time>
}

/** 3 秒前更新; red from 30 s on. */
export function Freshness({ ageOf, connected }: { ageOf: () => number; connected: boolean }) {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const last = ageOf()
  const age = last ? Math.max(0, Math.round((Date.now() - last) / 1000)) : undefined
  return (
    <span className={age === undefined || age >= OLD ? 'tv-age num old' : 'tv-age num'} role="status">
      {age === undefined ? t`尚未更新` : t`${age} 秒前更新`}
      {!connected && ` · ${t`正在重新连接`}`}
    </span>
  )
}
