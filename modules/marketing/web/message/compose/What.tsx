/** What is said: the WeChat template first, wordings under each other, and what the checker finds. */
import { Input, Select } from 'antd'
import { Ban, Check, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Panel, t, tr, useCall, useWho } from '#kernel/web/index.ts'
import { PIECE_PRICE } from '#modules/messages/contract/templates.ts'
import { marketing } from '../../../contract/endpoints.ts'
import type { MessageTemplate, Target } from '../../../contract/shapes.ts'
import { ruleStates, templateStates } from '../../../contract/states.ts'
import { checkWording } from '../../../contract/wording/wording.ts'
import { wechatWord } from '../../wechat/words.ts'
import type { TaskDraft, PartProps, ShownWording, Sum } from './draft.ts'

interface WhatProps extends PartProps {
  readonly templates: readonly MessageTemplate[]
  readonly wordings: readonly ShownWording[]
  readonly people: Target['people']
  readonly sum: Sum
}
export function What({ draft, set, templates, wordings, people, sum }: WhatProps) {
  const isCare = draft.purpose === 'care'
  return (
    <Panel
      title={t`2 说什么`}
      note={isCare ? t`能走微信的走微信，其余短信` : wordings.length > 1 ? t`${wordings.length} 种写法平分，事后比` : t`写法须已报备`}
    >
      {isCare && <OverWechat draft={draft} set={set} sum={sum} />}
      {wordings.map((wording, i) => (
        <Wording key={i} nth={i} wording={wording} draft={draft} set={set} bySms={sum.bySms} />
      ))}
      {draft.wordings.length < 3 && <AddWording draft={draft} set={set} templates={templates} />}
      <Checks draft={draft} wordings={wordings} people={people} />
    </Panel>
  )
}
function OverWechat({ draft, set, sum }: PartProps & { sum: Sum }) {
  const { hid } = useWho()
  const list = useCall(marketing['marketing.wechat-templates'], { hid }).data ?? []
  const chosen = list.find((one) => one.id === draft.wechatTemplateId)
  return (
    <div className="wording">
      <span className="wording-head">
        <strong>{t`微信`}</strong>
        <span className="num soft">{chosen ? t`${sum.overWechat} 家 · 不要钱` : ''}</span>
      </span>
      <Select
        allowClear
        value={draft.wechatTemplateId}
        placeholder={list.length ? t`选微信模板` : t`还没有微信模板，全部走短信`}
        aria-label={t`选微信模板`}
        options={list.filter((one) => one.status === ruleStates.is.active).map((one) => ({ value: one.id, label: wechatWord(one.kind) }))}
        onChange={(id: number | undefined) => set({ wechatTemplateId: id ?? null })}
      />
      {chosen && (
        <dl className="wechat-fields">
          {chosen.fields.map(({ key, label, text }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                <Marked text={text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
const NAMES: Readonly<Record<string, string>> = { name: '称呼', store: '门店', day: '日期', link: '链接' }
/** Variables of a text stand out, by what they hold. */
const Marked = ({ text }: { text: string }): ReactNode =>
  text.split(/(\{\w+\})/).map((part, i) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    return name ? <mark key={i}>{tr(NAMES[name] ?? name)}</mark> : part
  })
interface WordingProps extends PartProps {
  readonly nth: number
  readonly wording: ShownWording
  readonly bySms: number
}
const ONE_PIECE = 70
function Wording({ nth, wording: { template, length, pieces }, draft, set, bySms }: WordingProps) {
  const own = draft.wordings[nth]
  const put = (params: Record<string, string>) =>
    set({ wordings: draft.wordings.map((w, i) => (i === nth ? { templateId: w.templateId, params } : w)) })
  if (!template || !own) return null
  const findings = checkWording(template.text)
  const isBlocked = findings.some((f) => f.level === 'blocked')
  const over = length - ONE_PIECE
  const saved = (Math.ceil(bySms / draft.wordings.length) * (pieces - 1) * PIECE_PRICE) / 100
  return (
    <div className="wording" data-field="wordings">
      <span className="wording-head">
        <strong>{`${draft.wordings.length > 1 ? 'ABC'[nth] : t`短信`} · ${template.name}`}</strong>
        <span className={pieces > 1 ? 'num warn' : 'num soft'}>{t`${length} / 70 字 · ${pieces} 条`}</span>
      </span>
      <p className={isBlocked ? 'wording-text blocked' : 'wording-text'}>
        {t`【明眸】`}
        <Marked text={template.text} />
        {draft.purpose === 'marketing' && t` 拒收请回复R`}
      </p>
      {over > 0 && over < 30 && bySms > 0 && (
        <small className="warn">{t`超 ${over} 字就多算 ${pieces - 1} 条。删到 70 字，这次省 ¥${saved.toFixed(2)}`}</small>
      )}
      {template.variables.map((variable) => (
        <Input
          key={variable}
          size="small"
          addonBefore={variable}
          aria-label={variable}
          value={own.params[variable] ?? ''}
          onChange={(e) => put({ ...own.params, [variable]: e.target.value })}
        />
      ))}
      <button
        type="button"
        className="link"
        onClick={() => set({ wordings: draft.wordings.filter((_, i) => i !== nth) })}
      >{t`去掉这种写法`}</button>
    </div>
  )
}
function AddWording({ draft, set, templates }: PartProps & { templates: readonly MessageTemplate[] }) {
  const fitting = templates.filter((one) => one.purpose === draft.purpose)
  const options = fitting.map((one) => ({
    value: one.id,
    label: one.state === templateStates.is.passed ? one.name : t`${one.name}（未通过报备）`,
    disabled: one.state !== templateStates.is.passed,
  }))
  return (
    <div className="wording" data-field="wordings">
      <Select
        value={null}
        placeholder={draft.wordings.length ? t`加一种写法` : t`选短信模板`}
        aria-label={t`选模板`}
        options={options}
        onChange={(templateId: number | null) => templateId && set({ wordings: [...draft.wordings, { templateId, params: {} }] })}
      />
      {fitting.length === 0 && <p className="soft">{t`这个用途还没有模板，请先在“短信模板”里写一个`}</p>}
    </div>
  )
}
interface CheckLine {
  readonly isFine: boolean
  readonly head: string
  readonly note: string
}
const PRICE = /\d+(?:\.\d+)?\s*(?:元|折)|[¥￥]\s*\d|优惠|特价|满减/
const CLINICAL = /度数|屈光|眼轴|散光|近视\s*\d|球镜|病情|诊断/
function checksOf(draft: TaskDraft, wordings: readonly ShownWording[], people: Target['people']): CheckLine[] {
  const texts = wordings.map((w) => w.template?.text ?? '')
  const long = people.filter((p) => p.name.length > 4).length
  if (draft.purpose === 'care')
    return [
      { isFine: !texts.some((x) => CLINICAL.test(x)), head: t`没有写病情、镜片和度数`, note: t`登录后才看得到` },
      { isFine: !texts.some((x) => PRICE.test(x)), head: t`没有优惠、没有价格`, note: t`有就要算营销` },
      { isFine: texts.every((x) => x.includes('{link}')), head: t`写了选时间的链接`, note: t`没有链接，家长只能打电话来约` },
    ]
  return [
    { isFine: true, head: t`签名、退订语`, note: t`自动加上` },
    { isFine: wordings.every((w) => w.pieces === 1), head: t`都在一条以内`, note: t`超过 70 字按两条计费` },
    { isFine: long === 0, head: t`称呼都不长`, note: t`同号家人合写一条，字数已计` },
  ]
}
function Checks({ draft, wordings, people }: { draft: TaskDraft; wordings: readonly ShownWording[]; people: Target['people'] }) {
  if (!wordings.length) return null
  const findings = wordings.flatMap((w, i) => checkWording(w.template?.text ?? '').map((f) => ({ ...f, nth: i })))
  return (
    <div className="composer-checks">
      {findings.map((f) => (
        <div key={`${f.nth} ${f.from}`} className={f.level === 'blocked' ? 'finding blocked' : 'finding'} role="alert">
          <Ban size={16} aria-hidden />
          <span>
            <strong>{f.level === 'blocked' ? t`“${f.words}”不能说` : t`“${f.words}”要有依据`}</strong>
            {tr(f.why)}
            <small>{`${tr(f.source)} · ${f.date}`}</small>
          </span>
        </div>
      ))}
      {checksOf(draft, wordings, people).map(({ isFine, head, note }) => (
        <div key={head} className={isFine ? 'check fine' : 'check'}>
          {isFine ? <Check size={15} aria-hidden /> : <Info size={15} aria-hidden />}
          <span>{head}</span>
          <small className="soft">{note}</small>
        </div>
      ))}
    </div>
  )
}
