/** Types, templates, rules, quiet hours and capacity of follow-up. */
import { InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { inUse, metaOf } from '#kernel/contract/index.ts'
import { Badge, Panel, Rows, Screen, Until, t, tr, trSentence, useCall, useSend, useWho, type OutOf } from '#kernel/web/index.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { MasterList, OptionsForm, Parts, revisitTemplates, revisitTypes } from '#modules/settings/web/door.tsx'
import endpoints from '../contract/endpoints.ts'
import { channel } from '../contract/fields.ts'
import './revisits.css'

type Rule = OutOf<(typeof endpoints)['revisits.rules.list']>[number]
export default function Setting() {
  return (
    <Screen>
      <Parts
        groups={[
          {
            title: '回访设置',
            parts: [
              { key: 'rules', title: '回访规则', show: () => <Rules /> },
              { key: 'types', title: '回访类型', show: () => <MasterList def={revisitTypes} /> },
              { key: 'templates', title: '回访模板', show: () => <MasterList def={revisitTemplates} /> },
              { key: 'hours', title: '时间和数量', show: () => <Hours /> },
              { key: 'dry-run', title: '试算', show: () => <DryRun /> },
            ],
          },
        ]}
      />
    </Screen>
  )
}
const Hours = () => (
  <OptionsForm
    fields={[
      { key: 'revisitQuietFrom', hint: t`这段时间不自动发消息，也不能手动发` },
      'revisitQuietTo',
      { key: 'revisitRestDays', hint: t`法定节假日已在内。休息日不自动发消息，到期的回访顺延；紧急的不顺延` },
      { key: 'revisitCapacity', hint: t`日历按这个数显示每天是否排满` },
      { key: 'revisitEffectDays', hint: t`回访后这些天内到店，算作这次回访的效果` },
    ]}
  />
)

function Rules() {
  const { hid } = useWho()
  const list = useCall(endpoints['revisits.rules.list'], { hid })
  return (
    <Until of={list}>
      <ul className="follow-rules">
        {list.data?.map((rule) => (
          <RuleCard key={rule.rule} rule={rule} />
        ))}
      </ul>
    </Until>
  )
}
function RuleCard({ rule }: { rule: Rule }) {
  const { hid } = useWho()
  const types = useCall(settings['revisits.types.list'], { hid, status: inUse.is.on }, { stale: 60_000 }).data?.list ?? []
  const save = useSend(endpoints['revisits.rules.save'], { invalidates: [endpoints['revisits.rules.list']] })
  const keep = (change: object) => save.mutate({ hid, rule: rule.rule, version: rule.version, ...change })
  const steps = (step: number, change: object) =>
    keep({ steps: rule.steps.map(({ label: _, ...s }) => (s.step === step ? { ...s, ...change } : s)) })
  return (
    <li className={rule.active ? 'panel rule' : 'panel rule off'}>
      <header>
        <Switch
          checked={rule.active}
          loading={save.isPending}
          aria-label={t`启用“${tr(rule.label)}”`}
          onChange={(active) => keep({ active })}
        />
        <b>{tr(rule.label)}</b>
        <span className="soft">{tr(rule.cause)}</span>
        {rule.urgency === 3 && <Badge tone="bad">{t`紧急`}</Badge>}
        <Select
          size="small"
          allowClear
          aria-label={t`话术来自`}
          placeholder={t`话术来自`}
          value={rule.type}
          options={types.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(type: number | undefined) => keep({ type: type ?? null })}
        />
      </header>
      <ol>
        {rule.steps.map((s) => (
          <li key={s.step}>
            <Switch size="small" checked={s.on} aria-label={t`启用“${tr(s.label)}”`} onChange={(on) => steps(s.step, { on })} />
            <span>{tr(s.label)}</span>
            <Days value={s.days} onKeep={(days) => steps(s.step, { days })} />
            <Select
              size="small"
              aria-label={t`方式`}
              value={s.channel}
              options={Object.entries(metaOf(channel).options ?? {}).map(([value, label]) => ({ value: Number(value), label: tr(label) }))}
              onChange={(to: number) => steps(s.step, { channel: to })}
            />
          </li>
        ))}
      </ol>
      <p className="soft">{t`依据：${tr(rule.source)}`}</p>
    </li>
  )
}
/** Days after the cause, kept when the field is left. */
function Days({ value, onKeep }: { value: number; onKeep: (days: number) => void }) {
  const [days, setDays] = useState<number | null>(value)
  return (
    <InputNumber
      size="small"
      min={-365}
      max={730}
      value={days}
      suffix={t`天`}
      aria-label={t`第几天`}
      onChange={setDays}
      onBlur={() => days !== null && days !== value && onKeep(days)}
    />
  )
}

function DryRun() {
  const { hid } = useWho()
  const run = useCall(endpoints['revisits.rules.dry-run'], { hid, days: 90 }, { stale: 60_000 })
  return (
    <Until of={run}>
      {run.data && (
        <Panel title={t`按现在的规则，最近 90 天会多出的任务`}>
          <p className="soft">{t`自 ${run.data.since}，已经生成的不算；试算不写入任何东西`}</p>
          <Rows
            rows={run.data.list}
            rowKey={(r) => r.rule}
            columns={[
              { title: t`规则`, cell: (r) => tr(r.label) },
              { title: t`任务`, cell: (r) => <span className="num">{r.active ? r.tasks : '—'}</span> },
              { title: t`会员`, cell: (r) => <span className="num">{r.active ? r.members : '—'}</span> },
            ]}
          />
          {run.data.skipped.map((s) => (
            <p key={s.sentence}>{t`${s.count} 人跳过：${trSentence(s.sentence)}`}</p>
          ))}
        </Panel>
      )}
    </Until>
  )
}
