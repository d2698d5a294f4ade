/** One page for a task: whom, what, when and at what cost, and what one person gets. */
import { Button, Input, InputNumber, Segmented, Select } from 'antd'
import { useMemo, useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { asTree } from '#kernel/contract/segments/condition.ts'
import { Money, Panel, Screen, Until, call, dayFromToday, MomentPicker, t, toast, tr, useCall, useSend, useWho } from '#kernel/web/index.ts'
import { filled, PIECE_PRICE, piecesOf } from '#modules/messages/contract/templates.ts'
import { marketing } from '../../contract/endpoints.ts'
import { outcome as outcomeField } from '../../contract/fields.ts'
import { rowsOfTree, treeOfRows, type ConditionRow } from '../../contract/segments/rows.ts'
import { treeWords } from '../../contract/segments/tree.ts'
import type { MessageTemplate, Target, MessageTask } from '../../contract/shapes.ts'
import { ruleStates, templateStates } from '../../contract/states.ts'
import { checkWording } from '../../contract/wording/wording.ts'
import { Conditions } from '../segments/Conditions.tsx'
import { Waterfall } from '../segments/Waterfall.tsx'

type Purpose = 'care' | 'marketing'
interface Draft {
  name: string
  purpose: Purpose
  segmentId: number | null
  rows: ConditionRow[]
  wordings: Array<{ templateId: number; params: Record<string, string> }>
  sendAt: string
  ceiling: number
  controlPercent: number
  outcome: (typeof OUTCOMES)[number]
  outcomeDays: number
}
const fresh = (): Draft => ({
  name: '',
  purpose: 'care',
  segmentId: null,
  rows: [],
  wordings: [],
  sendAt: `${dayFromToday(1)} 10:00:00`,
  ceiling: 50,
  controlPercent: 10,
  outcome: 'came',
  outcomeDays: 14,
})
const draftOf = (task: MessageTask): Draft => ({
  ...task,
  rows: rowsOfTree(asTree(task.tree)) ?? [],
  wordings: task.wordings.map(({ templateId, params }) => ({ templateId, params })),
})

export function Composer({ id, onLeave }: { id: number | undefined; onLeave: () => void }) {
  const kept = useCall(marketing['sms-tasks.get'], { id: id ?? 0 }, { enabled: id !== undefined })
  if (id === undefined) return <Editor onLeave={onLeave} start={fresh()} />
  return <Until of={kept}>{kept.data && <Editor onLeave={onLeave} start={draftOf(kept.data)} task={kept.data} />}</Until>
}
const wordOfPerson = (text: string, params: Readonly<Record<string, string>>, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...params, ...facts })[name] || `{${name}}`)

function Editor({ start, task, onLeave }: { start: Draft; task?: MessageTask; onLeave: () => void }) {
  const { hid } = useWho()
  const [draft, setDraft] = useState(start)
  const [person, setPerson] = useState(0)
  const set = (change: Partial<Draft>) => setDraft((d) => ({ ...d, ...change }))
  const templates = useCall(marketing['sms-tasks.template'], { hid }).data?.list ?? []
  const tree = useMemo(() => treeOfRows(draft.rows), [draft.rows])
  const target = useCall(
    marketing['sms-tasks.target-customer'],
    { hid, purpose: draft.purpose, tree: JSON.stringify(tree), sendAt: draft.sendAt },
    { enabled: draft.rows.length > 0, keep: true, logged: true },
  )
  const people = target.data?.people ?? []
  const shown = people[Math.min(person, people.length - 1)]
  const messages = filledFor(draft, templates, shown?.name)
  const control = draft.purpose === 'marketing' ? draft.controlPercent : 0
  const sending = Math.round((target.data?.numbers ?? 0) * (1 - control / 100))
  const cost = (sending * PIECE_PRICE * (messages[0]?.pieces ?? 1)) / 100
  const send = useSend(marketing['sms-tasks.submit'], {
    invalidates: [marketing['sms-tasks.list']],
    onSuccess: (saved) => (
      toast(saved.people > 200 ? t`已送审：${saved.people} 个号码` : t`已排定：${saved.people} 个号码`, 'ok'),
      onLeave()
    ),
  })
  const input = { ...draft, tree, controlPercent: control, hid }
  const save = async (): Promise<MessageTask> =>
    task
      ? call(marketing['sms-tasks.update'], { ...input, id: task.id, version: task.version })
      : call(marketing['sms-tasks.create'], input)
  const note = t`发给 ${sending} 个号码，${draft.sendAt.slice(0, 16)} 起，短信约 ¥${cost.toFixed(2)}`
  return (
    <Screen
      title={draft.name || t`新任务`}
      note={note}
      actions={
        <>
          <Button onClick={onLeave}>{t`返回`}</Button>
          <Button onClick={() => void save().then(() => (toast(t`草稿已存`, 'ok'), onLeave()))}>{t`存草稿`}</Button>
          <Button type="primary" loading={send.isPending} onClick={() => void save().then(({ id }) => send.mutate({ id }))}>
            {t`送出 ${sending} 条`}
          </Button>
        </>
      }
    >
      <div className="composer">
        <Whom draft={draft} set={set} target={target.data} />
        <What draft={draft} set={set} templates={templates} messages={messages} />
        <WhenAndCost draft={draft} set={set} sending={sending} cost={cost} />
        <Received purpose={draft.purpose} people={people} person={person} onPerson={setPerson} texts={messages.map((m) => m.text)} />
      </div>
    </Screen>
  )
}
/** The wordings of a draft as one person would read them, with the pieces operators count. */
const filledFor = (draft: Draft, templates: readonly MessageTemplate[], name = '王小明'): Shown[] =>
  draft.wordings.map(({ templateId, params }) => {
    const template = templates.find((one) => one.id === templateId)
    const content = template ? wordOfPerson(template.text, params, { name, day: draft.sendAt.slice(0, 10) }) : ''
    const text = filled(draft.purpose === 'marketing' ? 'marketing' : 'notice', { name, store: '本店', content })
    return { template, text, pieces: piecesOf(text) }
  })
interface ReceivedProps {
  purpose: Purpose
  people: Target['people']
  person: number
  onPerson: (person: number) => void
  texts: readonly string[]
}
/** What one of the people gets, on a phone; the arrows go to the next one. */
function Received({ purpose, people, person, onPerson, texts }: ReceivedProps) {
  const shown = people[Math.min(person, people.length - 1)]
  return (
    <Panel
      title={shown ? `${shown.name} ${shown.age ?? ''}` : t`收到的样子`}
      actions={
        <Segmented
          size="small"
          aria-label={t`换人`}
          value=""
          options={[
            { value: '-', label: '↑' },
            { value: '+', label: '↓' },
          ]}
          onChange={(way) => onPerson(Math.max(0, Math.min(people.length - 1, person + (way === '+' ? 1 : -1))))}
        />
      }
    >
      <div className="sms-phone">
        {texts.map((text, i) => (
          <div key={i} className="bubble">{t`【明眸】${text}`}</div>
        ))}
        {purpose === 'marketing' && <div className="mine">R</div>}
        {purpose === 'marketing' && <div className="bubble">{t`已为这个号码退订，订单和复查提醒照常。`}</div>}
        {shown?.facts.map((fact) => (
          <small key={fact.label}>{`${tr(fact.label)} ${fact.words}`}</small>
        ))}
      </div>
    </Panel>
  )
}
interface PartProps {
  draft: Draft
  set: (change: Partial<Draft>) => void
}
function Whom({ draft, set, target }: PartProps & { target: Target | undefined }) {
  const { hid } = useWho()
  const list = useCall(marketing['segments.list'], { hid }).data ?? []
  return (
    <Panel title={t`1 给谁`} note={draft.rows.length ? tr(treeWords(treeOfRows(draft.rows))) : t`选人群，或写条件`}>
      <div className="wording">
        <Input
          value={draft.name}
          aria-label={t`任务名`}
          placeholder={t`任务名`}
          maxLength={40}
          onChange={(e) => set({ name: e.target.value })}
        />
        <Segmented<Purpose>
          aria-label={t`用途`}
          value={draft.purpose}
          options={[
            { value: 'care', label: t`关怀` },
            { value: 'marketing', label: t`营销` },
          ]}
          onChange={(purpose) => set({ purpose, wordings: [] })}
        />
        <Select
          allowClear
          value={draft.segmentId}
          placeholder={t`从人群开始`}
          aria-label={t`从人群开始`}
          options={list
            .filter((s) => s.status === ruleStates.is.active)
            .map((s) => ({ value: s.id, label: `${s.name} · ${t`第 ${s.no} 版`}` }))}
          onChange={(segmentId: number | undefined) => {
            const rows = rowsOfTree(asTree(list.find((s) => s.id === segmentId)?.tree ?? { all: [] })) ?? []
            set({ segmentId: segmentId ?? null, rows })
          }}
        />
      </div>
      <Conditions rows={draft.rows} purpose={draft.purpose} onChange={(rows) => set({ rows })} />
      {target && draft.rows.length > 0 && <Waterfall of={target} />}
    </Panel>
  )
}
interface Shown {
  template: MessageTemplate | undefined
  text: string
  pieces: number
}
function What({ draft, set, templates, messages }: PartProps & { templates: readonly MessageTemplate[]; messages: readonly Shown[] }) {
  const fitting = templates.filter((one) => one.purpose === draft.purpose)
  const options = fitting.map((one) => ({
    value: one.id,
    label: one.state === templateStates.is.passed ? one.name : t`${one.name}（未通过报备）`,
    disabled: one.state !== templateStates.is.passed,
  }))
  const put = (at: number, wording: Draft['wordings'][number]) => set({ wordings: draft.wordings.map((w, i) => (i === at ? wording : w)) })
  return (
    <Panel title={t`2 说什么`} note={draft.wordings.length > 1 ? t`${draft.wordings.length} 种写法平分，事后比` : t`写法须已报备`}>
      {messages.map(({ template, text, pieces }, i) => (
        <div className="wording" key={i}>
          <strong>{t`写法 ${'ABC'[i] ?? ''} · ${[...text].length} 字 · ${pieces} 条`}</strong>
          <p>{text}</p>
          {template?.variables.map((variable) => (
            <Input
              key={variable}
              size="small"
              addonBefore={variable}
              aria-label={variable}
              value={draft.wordings[i]?.params[variable] ?? ''}
              onChange={(e) => put(i, { templateId: template.id, params: { ...draft.wordings[i]?.params, [variable]: e.target.value } })}
            />
          ))}
          {checkWording(text).map((f) => (
            <div key={f.from} className={f.level === 'blocked' ? 'wording-finding' : 'warn'}>
              <strong>{f.level === 'blocked' ? t`“${f.words}”不能说` : t`“${f.words}”要有依据`}</strong>
              <div>{tr(f.why)}</div>
              <small className="soft">{`${tr(f.source)} · ${f.date}`}</small>
            </div>
          ))}
          <button
            type="button"
            className="link"
            onClick={() => set({ wordings: draft.wordings.filter((_, at) => at !== i) })}
          >{t`去掉这种写法`}</button>
        </div>
      ))}
      {draft.wordings.length < 3 && (
        <div className="wording">
          <Select
            value={null}
            placeholder={draft.wordings.length ? t`加一种写法` : t`选模板`}
            aria-label={t`选模板`}
            options={options}
            onChange={(templateId: number | null) => templateId && set({ wordings: [...draft.wordings, { templateId, params: {} }] })}
          />
          {fitting.length === 0 && <p className="soft">{t`这个用途还没有模板，请先在“短信模板”里写一个`}</p>}
        </div>
      )}
    </Panel>
  )
}
function WhenAndCost({ draft, set, sending, cost }: PartProps & { sending: number; cost: number }) {
  return (
    <Panel title={t`3 何时与花费`}>
      <div className="wording">
        <MomentPicker value={draft.sendAt} onChange={(sendAt) => sendAt && set({ sendAt })} />
        <span className="num">
          {t`${sending} 条 × ¥${(PIECE_PRICE / 100).toFixed(2)}`} = <Money of={cost} />
        </span>
        <label>
          {t`封顶`}{' '}
          <InputNumber
            size="small"
            min={0.1}
            value={draft.ceiling}
            aria-label={t`封顶`}
            onChange={(ceiling) => set({ ceiling: ceiling ?? 0 })}
          />{' '}
          {t`元`}
        </label>
        {sending > 200 && <small className="warn">{t`超过 200 个号码，由另一人审批`}</small>}
      </div>
      <Judged draft={draft} set={set} />
    </Panel>
  )
}
const OUTCOMES = ['booked', 'came', 'bought', 'coupon'] as const
/** Whom it is compared with, what is looked at, and for how long. */
function Judged({ draft, set }: PartProps) {
  return (
    <div className="wording">
      {draft.purpose === 'marketing' ? (
        <label>
          {t`对照组，不发，按家庭抽`}{' '}
          <InputNumber
            size="small"
            min={0}
            max={50}
            value={draft.controlPercent}
            aria-label={t`对照组`}
            onChange={(v) => set({ controlPercent: v ?? 0 })}
          />{' '}
          %
        </label>
      ) : (
        <small className="soft">{t`关怀一个不留，不设对照`}</small>
      )}
      <label>
        {t`观察`}{' '}
        <InputNumber
          size="small"
          min={1}
          max={90}
          value={draft.outcomeDays}
          aria-label={t`观察天数`}
          onChange={(v) => set({ outcomeDays: v ?? 14 })}
        />{' '}
        {t`天内`}
      </label>
      <Segmented
        aria-label={t`看什么`}
        value={draft.outcome}
        options={OUTCOMES.map((value) => ({ value, label: tr(metaOf(outcomeField).options?.[value] ?? value) }))}
        onChange={(outcome) => set({ outcome })}
      />
    </div>
  )
}
