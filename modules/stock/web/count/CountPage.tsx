/** Counting with a scanner only, or by touch on a phone. Each piece gives a sound, is shown large and can be undone. */
import { Button, Input } from 'antd'
import { Check, Undo2, Volume2, VolumeX, X } from 'lucide-react'
import { useState } from 'react'
import { Act, Empty, Key, Link, Screen, t, useId, useKeys } from '#kernel/web/index.ts'
import { setSound, soundOn } from '#kernel/web/scan/sound.ts'
import type { SimpleInfo } from '../../contract/counts.ts'
import { stocktaking } from '../../contract/states.ts'
import { detailOf, nameOf } from './goods.ts'
import { TypedCode } from './TypedCode.tsx'
import { gained, useCount, type CountState, type CountStep } from './useCount.ts'
import './count.css'

export default function CountPage() {
  const countId = useId('countId')
  const counting = useCount(countId)
  const head = counting.info.data
  useKeys({ F4: () => void counting.undo() })
  return (
    <Screen
      fill
      title={t`扫码盘点`}
      of={counting.info}
      note={head && `${head.countNo} ${head.warehouseName}`}
      actions={
        <>
          <Sound />
          <Link to={`/inventory/count?paper=${countId}`}>{t`复核`}</Link>
        </>
      }
    >
      {head &&
        (head.status === stocktaking.is.counting ? (
          <div className="counting">
            <Progress info={head} />
            <LastEntry entry={counting.newest} />
            <LastCount counting={counting} />
            <LastFive counting={counting} head={head} />
            <Foot counting={counting} />
          </div>
        ) : (
          <Empty text={t`这次盘点已经结束`} action={<Link to={`/inventory/count?paper=${countId}`}>{t`看盘点单`}</Link>} />
        ))}
    </Screen>
  )
}
const Progress = ({ info }: { info: SimpleInfo }) => (
  <p className="count-progress num">
    <span>
      <strong>{info.pieces}</strong> {t`件`} · {t`${info.batches} 个批次`}
    </span>
    <span>
      {info.blind ? t`盲盘` : t`明盘`} · {t`${info.people} 人在盘`}
      {info.recounts > 0 && <b> · {t`${info.recounts} 项待复盘`}</b>}
    </span>
  </p>
)
/** The last step in colour, sign and word; its sound came first. */
function LastEntry({ entry }: { entry: CountStep | undefined }) {
  if (!entry)
    return (
      <div className="count-band" role="status">
        {t`扫描枪就绪，扫第一件`}
      </div>
    )
  const pieces = gained(entry)
  return (
    <div className={`count-band ${entry.wrong ? 'bad' : 'ok'}`} role="status" aria-live="assertive">
      {entry.wrong ? <X size={22} aria-hidden /> : <Check size={22} aria-hidden />}
      <strong>{entry.wrong ?? (pieces < 0 ? t`减 ${-pieces} 件` : t`计 ${pieces} 件`)}</strong>
      <span className="num">{entry.time.toTimeString().slice(0, 8)}</span>
    </div>
  )
}
function LastCount({ counting }: { counting: CountState }) {
  const [typing, setTyping] = useState<string>()
  const noted = counting.last?.noted
  if (!noted) return <TypedCode take={counting.take} />
  const commit = () => {
    const pieces = Number(typing)
    if (typing?.trim() && Number.isInteger(pieces) && pieces >= 0) counting.set(pieces)
    setTyping(undefined)
  }
  return (
    <section className="count-last" aria-label={t`刚盘到的商品`}>
      <strong>{nameOf(noted)}</strong>
      <span className="soft num">{detailOf(noted)}</span>
      <output className="num">{noted.counted}</output>
      <span className="soft">{t`这一款数到第 ${noted.counted} 件`}</span>
      <div className="count-thumbs">
        <Act unless={noted.counted === 0 && t`已经是 0 件`} onClick={() => counting.more(-1)} aria-label={t`少一件`}>
          −1
        </Act>
        {typing === undefined ? (
          <Button onClick={() => setTyping('')}>{t`改数量`}</Button>
        ) : (
          <Input
            autoFocus
            inputMode="numeric"
            aria-label={t`这一款的数量`}
            value={typing}
            onChange={(e) => setTyping(e.target.value)}
            onPressEnter={commit}
            onBlur={commit}
          />
        )}
        <Button onClick={() => counting.more(1)} aria-label={t`多一件`}>
          +1
        </Button>
      </div>
      <TypedCode take={counting.take} />
    </section>
  )
}
const plus = (n: number): string => (n > 0 ? `+${n}` : `${n}`)
/** Steps of this page, newest first; before the first scan, the last counts by anyone. */
function LastFive({ counting, head }: { counting: CountState; head: SimpleInfo }) {
  return (
    <ol className="count-five num" aria-label={t`最近五条`}>
      {counting.entries.length
        ? counting.entries.map((e) => (
            <li key={e.nth} className={e.wrong ? 'bad' : ''}>
              <span>
                {e.noted ? nameOf(e.noted) : (e.ref.code ?? '')}
                <small>{e.noted ? detailOf(e.noted) : t`没有计入`}</small>
              </span>
              <em>{e.noted && plus(gained(e))}</em>
              <b>{e.noted?.counted ?? '—'}</b>
            </li>
          ))
        : head.lastFive.map((l) => (
            <li key={l.lineId}>
              <span>
                {l.productName}
                <small>{[l.batchNo, l.name].filter(Boolean).join(' · ')}</small>
              </span>
              <em />
              <b>{l.counted}</b>
            </li>
          ))}
    </ol>
  )
}
const Foot = ({ counting }: { counting: CountState }) => (
  <footer className="count-foot">
    <Act
      size="large"
      icon={<Undo2 size={18} />}
      unless={(!counting.newest && t`还没有扫描`) || counting.why}
      onClick={() => void counting.undo()}
    >
      {t`撤销上一件`} <Key>F4</Key>
    </Act>
    {counting.pending > 1 && <span className="soft num">{t`还有 ${counting.pending} 件在记录`}</span>}
  </footer>
)
function Sound() {
  const [on, setOn] = useState(soundOn)
  return (
    <Button
      aria-pressed={on}
      aria-label={on ? t`声音开` : t`声音关`}
      icon={on ? <Volume2 size={18} /> : <VolumeX size={18} />}
      onClick={() => {
        setSound(!on)
        setOn(!on)
      }}
    />
  )
}
