/** Conditions as lines that read as Chinese: 且, 或, 不要 in the margin, the value in the line; typed words become lines. */
import { Button, Input, InputNumber, Select } from 'antd'
import { Lock, X } from 'lucide-react'
import { useState } from 'react'
import { conditionOps, type ConditionDeclaration, type ConditionLeaf } from '#kernel/contract/segments/condition.ts'
import { t, tr, useCall, useWho } from '#kernel/web/index.ts'
import { segments } from '../../contract/endpoints.ts'
import { conditionGroups, conditions } from '../../contract/segments/conditions.ts'
import type { ConditionRow, Joint } from '../../contract/segments/rows.ts'
import { typedRows } from '../../contract/segments/typed.ts'
import type { ConditionChoices } from '../../contract/shapes.ts'

const opWords: Readonly<Record<string, string>> = {
  atLeast: '不少于',
  atMost: '不超过',
  between: '介于',
  in: '是',
  notIn: '不是',
  yes: '是',
  no: '否',
  contains: '含',
  lacks: '不含',
}
const jointWords: Readonly<Record<Joint, string>> = { and: '且', or: '或', not: '不要' }
const emptyLeaf = (key: string): ConditionLeaf => {
  const kind = conditions[key]?.kind ?? 'flag'
  return { key, op: conditionOps[kind][0], ...(kind === 'choice' ? { value: [] } : {}) }
}

interface ConditionsProps {
  rows: readonly ConditionRow[]
  onChange: (rows: ConditionRow[]) => void
  /** In marketing a condition of health is dashed and says why. */
  purpose?: string
}
export function Conditions({ rows, onChange, purpose }: ConditionsProps) {
  const { hid } = useWho()
  const choices = useCall(segments['segments.choices'], { hid }, { stale: 60_000 })
  const [typed, setTyped] = useState('')
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const put = (at: number, row: ConditionRow) => onChange(rows.map((r, i) => (i === at ? row : r)))
  const read = () => {
    const found = typedRows(typed)
    setUnknown(found.unknown)
    if (found.rows.length) onChange([...rows, ...found.rows])
    setTyped(found.unknown.join('，'))
  }
  return (
    <div className="conditions">
      {rows.map((row, i) => (
        <Line
          key={`${row.leaf.key}-${i}`}
          row={row}
          isFirst={i === 0}
          choices={choices.data}
          isLocked={purpose === 'marketing' && conditions[row.leaf.key]?.sensitive === true}
          onChange={(next) => put(i, next)}
          onRemove={() => onChange(rows.filter((_, at) => at !== i))}
        />
      ))}
      <div className="condition-add">
        <Select
          value={null}
          placeholder={t`添加条件`}
          aria-label={t`添加条件`}
          options={conditionGroups.map((group) => ({
            label: tr(group.title),
            options: Object.entries(group.conditions as Readonly<Record<string, ConditionDeclaration>>).map(([value, c]) => ({
              value,
              label: tr(c.label),
            })),
          }))}
          onChange={(key: string | null) => key && onChange([...rows, { joint: 'and', leaf: emptyLeaf(key) }])}
        />
        <Input
          value={typed}
          aria-label={t`打字写条件`}
          placeholder={t`打字也行：两年前配过镜、今年来过的`}
          onChange={(e) => setTyped(e.target.value)}
          onPressEnter={read}
          onBlur={() => typed && read()}
        />
      </div>
      {unknown.length > 0 && <p className="warn">{t`没看懂：${unknown.join('、')}。请从列表里选`}</p>}
    </div>
  )
}

interface LineProps {
  row: ConditionRow
  isFirst: boolean
  isLocked: boolean
  choices: ConditionChoices | undefined
  onChange: (row: ConditionRow) => void
  onRemove: () => void
}
function Line({ row, isFirst, isLocked, choices, onChange, onRemove }: LineProps) {
  const declared = conditions[row.leaf.key]
  if (!declared) return null
  const { joint, leaf } = row
  const order: readonly Joint[] = isFirst ? ['and', 'not'] : ['and', 'or', 'not']
  const next = order[(order.indexOf(joint) + 1) % order.length] ?? 'and'
  return (
    <>
      <div className={isLocked ? 'condition locked' : 'condition'}>
        <button
          type="button"
          className="link joint"
          title={t`换成“${tr(jointWords[next])}”`}
          onClick={() => onChange({ joint: next, leaf })}
        >
          {isFirst && joint === 'and' ? t`在` : tr(jointWords[joint])}
        </button>
        <span className="condition-chip">
          {isLocked && <Lock size={13} aria-hidden />}
          <span className="condition-label">{tr(declared.label)}</span>
          <Select
            size="small"
            variant="borderless"
            aria-label={t`${tr(declared.label)}：比较`}
            value={leaf.op}
            options={conditionOps[declared.kind].map((op) => ({ value: op as string, label: tr(opWords[op] ?? op) }))}
            onChange={(op) => onChange({ joint, leaf: { ...leaf, op } })}
          />
          <Value declared={declared} leaf={leaf} choices={choices} onChange={(value) => onChange({ joint, leaf: { ...leaf, value } })} />
          <Button size="small" type="text" aria-label={t`去掉“${tr(declared.label)}”`} icon={<X size={14} />} onClick={onRemove} />
        </span>
      </div>
      {isLocked && (
        <p className="warn condition-why">{t`健康条件：营销要有“健康信息营销”同意。加上条件“同意健康信息营销”，或改作关怀任务`}</p>
      )}
    </>
  )
}
interface ValueProps {
  declared: ConditionDeclaration
  leaf: ConditionLeaf
  choices: ConditionChoices | undefined
  onChange: (value: ConditionLeaf['value']) => void
}
function Value({ declared, leaf, choices, onChange }: ValueProps) {
  const label = tr(declared.label)
  const values = [leaf.value].flat()
  if (declared.kind === 'flag') return null
  if (declared.kind === 'words')
    return <Input size="small" aria-label={label} value={String(leaf.value ?? '')} onChange={(e) => onChange(e.target.value)} />
  if (declared.kind === 'choice') {
    const listed = declared.list ? (choices?.[declared.list] ?? []) : []
    const fixed = Object.entries(declared.options ?? {}).map(([value, word]) => ({ value: Number(value), label: tr(word) }))
    return (
      <Select
        size="small"
        mode="multiple"
        className="condition-choice"
        aria-label={label}
        value={values.map(Number).filter((v) => !Number.isNaN(v))}
        options={declared.list ? listed : fixed}
        onChange={(chosen: number[]) => onChange(chosen)}
      />
    )
  }
  const numberOf = (i: number) => (values[i] === undefined || values[i] === null || values[i] === '' ? null : Number(values[i]))
  const put = (i: number, value: number | null) => {
    if (leaf.op !== 'between') return onChange(value)
    const pair = [numberOf(0) ?? 0, numberOf(1) ?? 0]
    pair[i] = value ?? 0
    onChange(pair)
  }
  return (
    <>
      <InputNumber size="small" aria-label={label} value={numberOf(0)} onChange={(v) => put(0, v)} />
      {leaf.op === 'between' && <InputNumber size="small" aria-label={t`${label}：到`} value={numberOf(1)} onChange={(v) => put(1, v)} />}
      <span className="soft">{declared.unit ? tr(declared.unit) : ''}</span>
    </>
  )
}
