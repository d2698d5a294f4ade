/** What came of the call: a fixed field of eight, not reached apart at the left; above it the strip that one of them opens. */
import { Input } from 'antd'
import { useState } from 'react'
import { Dot, t, toast, tr, useSend } from '#kernel/web/index.ts'
import { addDays, metaOf } from '#kernel/contract/index.ts'
import endpoints from '../../contract/endpoints.ts'
import { outcome, outcomes, result, type FollowUpOutcome } from '../../contract/fields.ts'
import { nextTimes, putOff, stale, type SlotChoice } from '../words.ts'
import type { CardData } from './CardView.tsx'
import type { Duty } from './useDuty.ts'

const order: readonly FollowUpOutcome[] = [1, 2, 3, 4, 5, 6, 7, 8]
export function Outcomes({ duty, card }: { duty: Duty; card: CardData }) {
  const tones = metaOf(outcome).tones ?? {}
  const { task } = duty
  return (
    <div className="duty-outs">
      <Strip duty={duty} card={card} />
      <div className="duty-field">
        <button type="button" className="zero" disabled={duty.busy} onClick={duty.unreached}>
          <kbd>0</kbd>
          <Dot tone="warn">{t`未接通`}</Dot>
          <small className="soft">{t`第 ${(task?.tries ?? 0) + 1} 次`}</small>
        </button>
        {order.map((n) => (
          <button key={n} type="button" disabled={duty.busy} onClick={() => duty.outcome(n)}>
            <kbd>{n}</kbd>
            <Dot tone={tones[n] ?? 'neutral'}>{tr(outcomes[n])}</Dot>
          </button>
        ))}
      </div>
    </div>
  )
}

function Strip({ duty, card }: { duty: Duty; card: CardData }) {
  const { mode } = duty
  if (!mode) return null
  if (mode.does === 'write') return <Write duty={duty} card={card} channel={mode.channel} />
  if (mode.does === 'book')
    return (
      <p className="duty-strip" role="status">
        {card.slots.list.length > 0 ? t`← → 选右边的空位，Enter 约下` : t`没有空位：请到预约里约，或改日再打`} <kbd>Esc</kbd>
      </p>
    )
  if (mode.does === 'next')
    return (
      <Choices
        title={t`${tr(outcomes[mode.outcome])}，下一次`}
        of={nextTimes()}
        onPick={(c) => duty.close(mode.outcome, { nextDate: c.at })}
        none={() => duty.close(mode.outcome, { noNext: t`本次已处理完` })}
      />
    )
  return mode.does === 'later' ? <CallBack duty={duty} /> : <Choices title={t`改到`} of={putOff()} onPick={(c) => duty.putOffTo(c.at)} />
}
function Choices({
  title,
  of: choice,
  onPick,
  none,
}: {
  title: string
  of: readonly SlotChoice[]
  onPick: (c: SlotChoice) => void
  none?: () => void
}) {
  return (
    <div className="duty-strip" role="group" aria-label={title}>
      <b>{title}</b>
      {choice.map((c) => (
        <button key={c.key} type="button" onClick={() => onPick(c)}>
          <kbd>{c.key}</kbd> {c.label} <small className="num soft">{c.at.slice(5, 10)}</small>
        </button>
      ))}
      {none && (
        <button type="button" onClick={none}>
          <kbd>0</kbd> {t`不再安排`}
        </button>
      )}
    </div>
  )
}
/** “Call me at twenty past two”: a time of today, or one of the quick days. */
function CallBack({ duty }: { duty: Duty }) {
  const [clock, setClock] = useState('')
  const today = putOff()[0]?.at.slice(0, 10) ?? ''
  const yesterday = addDays(today, -1)
  return (
    <div className="duty-strip" role="group" aria-label={tr(outcomes[result.later])}>
      <b>{tr(outcomes[result.later])}</b>
      <Input
        size="small"
        className="duty-clock"
        placeholder="14:20"
        aria-label={t`今天的时间`}
        value={clock}
        onChange={(event) => setClock(event.target.value)}
        onPressEnter={() =>
          /^([01]?\d|2[0-3]):[0-5]\d$/.test(clock)
            ? duty.callBack(`${yesterday} ${clock.padStart(5, '0')}`)
            : toast(t`时间格式应为 09:30`, 'warn')
        }
      />
      {putOff().map((c) => (
        <button key={c.key} type="button" onClick={() => duty.callBack(c.at)}>
          <kbd>{c.key}</kbd> {c.label}
        </button>
      ))}
    </div>
  )
}
function Write({ duty, card, channel }: { duty: Duty; card: CardData; channel: 2 | 3 }) {
  const spoken = card.script.pieces.map((p) => p.text).join('')
  const [text, setText] = useState(spoken.replace(/^[^，]*您好，/, '').slice(0, 200))
  const send = useSend(endpoints['revisits.message'], {
    invalidates: stale,
    onSuccess: () => {
      toast(channel === 2 ? t`短信已发出` : t`微信已发出`, 'ok')
      duty.setMode(undefined)
    },
  })
  const go = () => duty.task && send.mutate({ rvid: duty.task.rvid, channel, text })
  return (
    <div className="duty-strip" role="group" aria-label={channel === 2 ? t`短信` : t`微信`}>
      <b>{channel === 2 ? t`短信` : t`微信`}</b>
      <Input
        autoFocus
        value={text}
        maxLength={300}
        aria-label={t`内容`}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={go}
        onKeyDown={(event) => event.key === 'Escape' && duty.setMode(undefined)}
      />
      <button type="button" disabled={send.isPending} onClick={go}>
        {t`发送`} <kbd>Enter</kbd>
      </button>
    </div>
  )
}
