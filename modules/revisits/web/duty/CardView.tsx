/** The card reads top down as the call goes: who, number, why now, eyes, what is open, what was said, what to say. */
import { Button, Input, type GetRef } from 'antd'
import { useEffect, useState, type RefObject } from 'react'
import { showGender, showMoney, showPhone, showPower } from '#kernel/contract/index.ts'
import { Age, Badge, Empty, EyeTag, Link, Panel, Until, t, tr, type OutOf } from '#kernel/web/index.ts'
import type endpoints from '../../contract/endpoints.ts'
import { types } from '#modules/reservations/contract/fields.ts'
import { holdIn, shortTime, wordOfCall, wordOfTask } from '../words.ts'
import { Lengths } from './Lengths.tsx'
import { Outcomes } from './Outcomes.tsx'
import type { Duty } from './useDuty.ts'

export type CardData = OutOf<(typeof endpoints)['revisits.card']>

export function CardView({ duty, note }: { duty: Duty; note: RefObject<HTMLTextAreaElement | null> }) {
  const { card } = duty
  const data = duty.task ? card.data : undefined
  return (
    <Panel className="duty-card">
      {data ? (
        <Until of={card}>
          <Head card={data} duty={duty} />
          <Why card={data} />
          <div className="duty-two">
            <Eyes card={data} />
            <Lengths of={data.al} />
          </div>
          <div className="duty-two">
            <OpenThings card={data} />
            <Calls card={data} />
          </div>
          <Script card={data} />
          <Note duty={duty} note={note} />
          <Outcomes duty={duty} card={data} />
        </Until>
      ) : (
        <Empty
          text={t`按 Enter 取下一件，十分钟内只有您能看到要打的这一家`}
          action={<Button type="primary" onClick={() => duty.take()}>{t`取下一件`}</Button>}
        />
      )}
    </Panel>
  )
}

function Head({ card, duty }: { card: CardData; duty: Duty }) {
  const [member, ...family] = card.members
  if (!member) return null
  return (
    <header className="duty-head">
      <div>
        <h2>
          <Link to={`/patients/detail/${member.pid}/home`}>{member.patientName}</Link>
        </h2>
        <span>
          {tr(showGender(member.gender))} <Age birth={member.birth} /> {member.memberNo}
        </span>
        {family.length > 0 && <Badge tone="info">{t`同一号码：${family.map((f) => f.patientName).join('、')}`}</Badge>}
        <Held until={card.until} />
      </div>
      <div>
        {member.mobile ? (
          <a className="duty-number num" href={`tel:${member.mobile}`}>
            {showPhone(member.mobile)}
          </a>
        ) : (
          <span className="duty-number soft">{t`没有手机号`}</span>
        )}
        {member.guardian && <span className="soft">{member.guardian}</span>}
        <span className="duty-ways">
          <Button onClick={() => duty.setMode({ does: 'write', channel: 2 })}>
            {t`短信`} <kbd>s</kbd>
          </Button>
          <Button onClick={() => duty.setMode({ does: 'write', channel: 3 })}>
            {t`微信`} <kbd>w</kbd>
          </Button>
          <Button type="primary" href={`tel:${member.mobile ?? ''}`}>
            {t`拨号`} <kbd>c</kbd>
          </Button>
        </span>
      </div>
    </header>
  )
}
/** How long the card is still kept for this caller. */
function Held({ until }: { until: string | null }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (!until) return null
  const seconds = Math.max(0, Math.round((Date.parse(`${until.replace(' ', 'T')}+08:00`) - now) / 1000))
  return <span className="duty-held num soft">{t`为您留着 ${`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}`}</span>
}

function Why({ card }: { card: CardData }) {
  const [task, ...others] = card.tasks
  if (!task) return null
  const booked = card.open.find((o) => o.kind === 'booking')
  const last = card.calls[0]
  return (
    <p className="duty-why">
      <b>{t`为什么是现在`}</b> {task.content ?? wordOfTask(task.taskType)}
      {task.tailEndDate && t`，窗口 ${(task.tailStartDate ?? task.revisitTime).slice(5, 10)} 至 ${task.tailEndDate.slice(5)}`}
      {booked?.at ? t`，已约 ${booked.at.slice(5, 16)}` : t`，尚未预约`}
      {task.tries > 0 && t`，打过 ${task.tries} 次未接通`}
      {task.promised && last && t`，约好 ${task.dueAt.slice(11, 16)} 再打`}
      {task.note && `。${task.note}`}
      {others.length > 0 &&
        t`。同一通电话还有：${others.map((o) => `${o.patientName ?? ''} ${o.content ?? wordOfTask(o.taskType)}`).join('、')}`}
    </p>
  )
}

function Eyes({ card }: { card: CardData }) {
  const { rx } = card
  const change = (by: number | null) => (by === null ? '' : t`一年 ${by > 0 ? `+${by.toFixed(2)}` : by.toFixed(2).replace('-', '−')}`)
  return (
    <section>
      <h3>{t`最近三次`}</h3>
      {card.visits.length === 0 && <p className="soft">{t`没有就诊记录`}</p>}
      <ul>
        {card.visits.map((v) => (
          <li key={v.at}>
            <span className="num soft">{v.at.slice(5, 10)}</span>
            <span>{tr(Object.entries(types).find(([n]) => Number(n) === v.type)?.[1] ?? '')}</span>
            <span className="soft">{v.doctorName}</span>
          </li>
        ))}
      </ul>
      <h3>{t`屈光`}</h3>
      {!rx && <p className="soft">{t`没有验光记录`}</p>}
      {rx && (
        <ul>
          {(['od', 'os'] as const).map((eye) => {
            const { ds, dc, ax, change: by } = rx[eye]
            return (
              <li key={eye}>
                <EyeTag eye={eye} />
                <span className="num">{ds === null ? '—' : showPower({ sph: ds, cyl: dc ?? 0, axis: ax })}</span>
                <span className="soft num">{change(by)}</span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

function OpenThings({ card }: { card: CardData }) {
  const sentenceOf = (o: CardData['open'][number]): string => {
    const who = o.pid === card.members[0]?.pid ? '' : `${o.patientName} `
    const day = o.at?.slice(5, 10) ?? ''
    const words: Readonly<Record<typeof o.kind, string>> = {
      booking: t`${day} 有预约`,
      frame: t`眼镜做好，等待取镜`,
      balance: t`储值 ${showMoney(o.amount)}`,
      lens: t`塑形镜 ${day} 到期`,
      task: t`${day} 还有一次回访`,
    }
    return `${who}${words[o.kind]}`
  }
  return (
    <section>
      <h3>{t`没完的事`}</h3>
      {card.open.length === 0 && <p className="soft">{t`没有`}</p>}
      <ul>
        {card.open.map((o) => (
          <li key={`${o.kind}${o.pid}${o.at ?? ''}`}>{sentenceOf(o)}</li>
        ))}
      </ul>
    </section>
  )
}
const Calls = ({ card }: { card: CardData }) => (
  <section>
    <h3>{t`之前的电话`}</h3>
    {card.calls.length === 0 && <p className="soft">{t`还没有打过`}</p>}
    <ul>
      {card.calls.map((c) => (
        <li key={c.at}>
          <span className="num soft">{shortTime(c.at)}</span>
          <span>{[wordOfCall(c.status, c.outcome), c.note].filter(Boolean).join('，')}</span>
          <span className="soft">{c.staffName ?? t`系统`}</span>
        </li>
      ))}
    </ul>
  </section>
)
const Script = ({ card: { script } }: { card: CardData }) => (
  <section className="duty-script">
    <h3>
      {t`话术`} {script.version !== null && <span className="num">{`v${script.version}${script.arm === 1 ? 'B' : ''}`}</span>}{' '}
      <span>{script.title}</span>
    </h3>
    <p>{script.pieces.map((p, i) => (p.fact ? <mark key={i}>{p.text}</mark> : p.text))}</p>
  </section>
)

function Note({ duty, note }: { duty: Duty; note: RefObject<HTMLTextAreaElement | null> }) {
  const phrases = [t`要和家人商量`, t`周末再联系`, t`正在上课`, t`接电话的是老人`]
  return (
    <div className="duty-note">
      <Input.TextArea
        autoSize={{ minRows: 1, maxRows: 3 }}
        ref={(made: GetRef<typeof Input.TextArea> | null) => holdIn(note, made?.resizableTextArea?.textArea ?? null)}
        value={duty.note}
        maxLength={500}
        aria-label={t`备注`}
        placeholder={t`备注（m），自动保存在本机`}
        onChange={(event) => duty.setNote(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      {phrases.map((p) => (
        <button key={p} type="button" className="link" onClick={() => duty.setNote(duty.note ? `${duty.note}，${p}` : p)}>
          {p}
        </button>
      ))}
    </div>
  )
}
