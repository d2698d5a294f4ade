/** Rows of a day under their hour; the row in hand is higher, with the score in a field of its own. */
import { Fragment, useEffect, useRef, type KeyboardEvent } from 'react'
import { Button } from 'antd'
import { wordOf } from '#kernel/contract/machine.ts'
import { Age, Can, Link, t, tr, useCan, useLetters, today } from '#kernel/web/index.ts'
import { cardUnits } from '../../contract/brands.ts'
import type { DaySession } from '../../contract/sessions.ts'
import { trainSession } from '../../contract/states.ts'
import { CardLeft, DayBlocks, modulesWord, TrendCell } from '../pieces.tsx'
import type { DayKeys } from './useDay.ts'

const { is, in: sets } = trainSession
const hourOf = (s: DaySession): string => `${s.time.slice(0, 2)}:00`

export function DayRows({ list, keys, day }: { list: readonly DaySession[]; keys: DayKeys; day: string }) {
  const may = useCan()('train:edit')
  const hours = [...new Set(list.map(hourOf))]
  const letters = {
    a: keys.absent,
    b: keys.makeUp,
    m: keys.complain,
    u: keys.undo,
    ArrowDown: () => keys.step(1),
    ArrowUp: () => keys.step(-1),
  }
  const byKey = new Map<string, () => unknown>(Object.entries(letters))
  useLetters(may ? { ...letters, Enter: keys.done } : { ArrowDown: letters.ArrowDown, ArrowUp: letters.ArrowUp })
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && event.shiftKey)
      keys.signHour(list.filter((s) => keys.current && hourOf(s) === hourOf(keys.current) && s.status === is.planned))
    else if (event.key === 'Enter') keys.done()
    else if (!event.ctrlKey && !event.altKey && !event.metaKey && byKey.has(event.key)) byKey.get(event.key)?.()
    else return
    event.preventDefault()
  }
  return (
    <section className="panel train-sheet">
      <div className="train-scroll" tabIndex={0} role="region" aria-label={t`今日训练`}>
        <table className="train-rows">
          <thead>
            <tr>
              <th scope="col">{t`孩子`}</th>
              <th scope="col">{t`训练内容`}</th>
              <th scope="col" className="right">{t`分钟`}</th>
              <th scope="col" className="right">{t`上次分`}</th>
              <th scope="col" className="right">{t`今天分`}</th>
              <th scope="col" className="right">{t`卡剩`}</th>
              <th scope="col">{t`近 14 天练了`}</th>
              <th scope="col">{t`走势，虚线为目标`}</th>
            </tr>
          </thead>
          <tbody>
            {hours.map((hour) => (
              <Fragment key={hour}>
                <Hour hour={hour} of={list.filter((s) => hourOf(s) === hour)} />
                {list
                  .filter((s) => hourOf(s) === hour)
                  .map((s) => (
                    <Row key={s.id} of={s} keys={keys} may={may} onKey={onKey} />
                  ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {keys.current && <Foot of={keys.current} keys={keys} future={day > today()} />}
    </section>
  )
}
const Hour = ({ hour, of: item }: { hour: string; of: readonly DaySession[] }) => {
  const done = item.filter((s) => sets.trained.includes(s.status)).length
  const missed = item.filter((s) => s.status === is.missed).length
  return (
    <tr className="train-hour">
      <th scope="rowgroup" colSpan={8}>
        <b className="num">{hour}</b> {t`${item.length} 位，${done} 到 ${missed} 缺`}
      </th>
    </tr>
  )
}

function Row({ of: s, keys, may, onKey }: { of: DaySession; keys: DayKeys; may: boolean; onKey: (event: KeyboardEvent) => void }) {
  const here = keys.current?.id === s.id
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // On a phone the keyboard would cover the rows.
    if (here && may && matchMedia('(min-width: 800px)').matches) field.current?.focus()
  }, [here, may])
  return (
    <tr
      aria-current={here || undefined}
      className={sets.trained.includes(s.status) ? 'trained' : undefined}
      onClick={() => keys.choose(s.id)}
    >
      <th scope="row">
        {s.pid === null ? <span>{s.personName}</span> : <Link to={`/patients/detail/${s.pid}/train`}>{s.personName}</Link>}
        <small>
          {s.birth && <Age birth={s.birth} />}
          {s.week !== null && ` · ${t`${s.week}/${s.weeks ?? 0} 周`}`}
        </small>
      </th>
      <td>{modulesWord(s.modules)}</td>
      <td className="right num" data-label={t`分钟`}>
        {s.minutes ?? s.plannedMinutes}
      </td>
      <td className="right num soft" data-label={t`上次分`}>
        {s.lastScore ?? '—'}
      </td>
      <td className="right" data-label={t`今天分`}>
        {here && may && (s.status === is.planned || s.status === is.missed) ? (
          <input
            ref={field}
            className="train-score"
            inputMode="numeric"
            aria-label={t`${s.personName} 今天得分`}
            value={keys.typed}
            placeholder={s.status === is.missed ? t`缺席` : '—'}
            onChange={(e) => keys.type(e.target.value)}
            onKeyDown={onKey}
          />
        ) : (
          <Score of={s} />
        )}
      </td>
      <td className="right" data-label={t`卡剩`}>
        {s.cardLeft === null || s.cardUnit === null ? (
          '—'
        ) : (
          <CardLeft left={s.cardLeft} unit={s.cardUnit} endsOn={s.cardEndsOn} today={today()} />
        )}
      </td>
      <td>{s.trend ? <DayBlocks of={s.trend} /> : '—'}</td>
      <td>
        <TrendCell of={s.trend} />
      </td>
    </tr>
  )
}
const Score = ({ of: s }: { of: DaySession }) => {
  if (s.status === is.planned) return <span className="soft">—</span>
  if (s.status === is.missed) return <b className="train-missed">{tr(wordOf(trainSession, s.status))}</b>
  return (
    <b className="num">
      {s.score ?? t`已练`} {s.status === is.madeUp ? t`补` : <span className="train-check">✓</span>}
    </b>
  )
}
/** What Enter will do, and the keys; on a phone they are buttons. */
function Foot({ of: s, keys, future }: { of: DaySession; keys: DayKeys; future: boolean }) {
  const left = s.cardLeft
  const leads =
    s.status === is.planned
      ? t`签到${left === null ? '' : `，${t`卡`} ${left} → ${Math.max(0, left - 1)} ${tr(cardUnits[s.cardUnit ?? 1])}`}`
      : s.status === is.missed
        ? t`补课`
        : t`下一位`
  return (
    <footer className="train-foot">
      <span>
        <b>{s.personName}</b> {keys.typed !== '' && t`${keys.typed} 分，`}
        {t`上次 ${s.lastScore ?? '—'}`}；<kbd>Enter</kbd> {future ? t`训练还没有到日期` : leads}
      </span>
      <Can code="train:edit">
        <span className="train-keys">
          <Button size="small" disabled={keys.busy} onClick={keys.done}>
            {t`照计划`} <kbd>Enter</kbd>
          </Button>
          <Button size="small" onClick={keys.absent}>
            {t`缺席`} <kbd>a</kbd>
          </Button>
          <Button size="small" onClick={keys.makeUp}>
            {t`补课`} <kbd>b</kbd>
          </Button>
          <Button size="small" onClick={keys.complain}>
            {t`不适`} <kbd>m</kbd>
          </Button>
          <Button size="small" onClick={keys.undo}>
            {t`撤销`} <kbd>u</kbd>
          </Button>
        </span>
      </Can>
    </footer>
  )
}
