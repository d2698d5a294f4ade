/** What one of the people gets, on a phone, with the facts that matched; the arrows go to the next one. */
import { Segmented } from 'antd'
import { useState } from 'react'
import { t, tr, useCall, useWho } from '#kernel/web/index.ts'
import { marketing } from '../../../contract/endpoints.ts'
import type { Target, WechatTemplateRow } from '../../../contract/shapes.ts'
import { wechatWord } from '../../wechat/words.ts'
import { sampleLink, wordOfPerson, type TaskDraft, type ShownWording } from './draft.ts'

interface ReceivedProps {
  readonly draft: TaskDraft
  readonly store: string
  readonly people: Target['people']
  readonly person: number
  readonly onStep: (by: number) => void
  readonly wordings: readonly ShownWording[]
}
export function Received({ draft, store, people, person, onStep, wordings }: ReceivedProps) {
  const { hid } = useWho()
  const [way, setWay] = useState<string>('wechat')
  const templates = useCall(marketing['marketing.wechat-templates'], { hid }).data ?? []
  const template = templates.find((one) => one.id === draft.wechatTemplateId)
  const shown = people[Math.min(person, people.length - 1)]
  const ways = [
    ...(template ? [{ value: 'wechat', label: t`微信` }] : []),
    ...wordings.map((_, i) => ({ value: String(i), label: wordings.length > 1 ? ('ABC'[i] ?? '') : t`短信` })),
  ]
  const current = ways.some((w) => w.value === way) ? way : (ways[0]?.value ?? '')
  const wording = wordings[Number(current)]
  return (
    <aside className="composer-phone" aria-label={t`收到的样子`}>
      <header>
        {ways.length > 1 && <Segmented size="small" aria-label={t`渠道`} value={current} options={ways} onChange={setWay} />}
        <b>{shown?.name ?? t`收到的样子`}</b>
        {shown?.age != null && <span className="soft">{t`${shown.age} 岁`}</span>}
        <span className="composer-steps">
          <button type="button" aria-label={t`上一位`} onClick={() => onStep(-1)}>
            ↑
          </button>
          <button type="button" aria-label={t`下一位`} onClick={() => onStep(1)}>
            ↓
          </button>
        </span>
      </header>
      <div className="sms-phone">
        <small className="soft">{`${current === 'wechat' ? t`服务号` : t`短信`} · ${draft.sendAt.slice(5, 16)}`}</small>
        {current === 'wechat' && template ? (
          <Card template={template} name={shown?.name ?? '王小明'} store={store} day={draft.sendAt.slice(0, 10)} />
        ) : (
          wording && <div className="bubble">{t`【明眸】${wording.text}`}</div>
        )}
        {draft.purpose === 'marketing' && wording && (
          <>
            <div className="mine">R</div>
            <div className="bubble">{t`已为这个号码退订，订单和复查提醒照常。`}</div>
          </>
        )}
      </div>
      {shown && (
        <footer>
          <strong>{t`为什么是这位`}</strong>
          {shown.facts.map((fact) => (
            <small key={fact.label}>{`${tr(fact.label)} ${fact.words}`}</small>
          ))}
        </footer>
      )}
    </aside>
  )
}
function Card({ template, name, store, day }: { template: WechatTemplateRow; name: string; store: string; day: string }) {
  return (
    <div className="wechat-card">
      <b>{wechatWord(template.kind)}</b>
      <dl className="wechat-fields">
        {template.fields.map(({ key, label, text }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{wordOfPerson(text, {}, { name, store, day, link: sampleLink() })}</dd>
          </div>
        ))}
      </dl>
      <span className="open">{t`选时间`}</span>
    </div>
  )
}
