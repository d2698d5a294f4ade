/** Rules with their numbers in one column, saved together. */
import { InputNumber, Select } from 'antd'
import { useState } from 'react'
import { Can, Panel, t, toast, tr, useHolds, useSend, Act } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import { ruleLimits, ruleShown, type RuleCode } from '../../contract/rules.ts'
import type { PointsRule } from '../../contract/shapes.ts'
import './rules.css'

/** Earning rules by way and kind are percentages; every other rule declares its unit. */
const shownOf = (code: string): (typeof ruleShown)[RuleCode] => (code in ruleShown ? ruleShown[code as RuleCode] : { unit: '%' })
const limitsOf = (code: string): readonly [number, number] => (code in ruleLimits ? ruleLimits[code as RuleCode] : [0, 100])

export function RuleTable({ title, note, rules }: { title: string; note?: string; rules: readonly PointsRule[] }) {
  const [typed, setTyped] = useState<Readonly<Record<number, number>>>({})
  const mayEdit = useHolds()('points:rules')
  const changed = rules.filter((r) => typed[r.pointsRuleId] !== undefined && typed[r.pointsRuleId] !== r.pointsNumber)
  const send = useSend(loyalty['points.rules.save-all'], {
    invalidates: [loyalty['points.rules.list'], loyalty['points.rules.earning'], loyalty['points.rule'], loyalty['points.lottery.prizes']],
    onSuccess: () => (toast(t`已保存`, 'ok'), setTyped({})),
  })
  return (
    <Panel
      className="rules"
      title={title}
      note={note}
      actions={
        <Can code="points:rules">
          <Act
            type="primary"
            size="small"
            unless={!changed.length && t`没有要保存的修改`}
            loading={send.isPending}
            onClick={() =>
              send.mutate({ list: changed.map((r) => ({ pointsRuleId: r.pointsRuleId, pointsNumber: typed[r.pointsRuleId]! })) })
            }
          >
            {changed.length ? t`保存 ${changed.length} 项` : t`保存`}
          </Act>
        </Can>
      }
    >
      <table className="grid num">
        <tbody>
          {rules.map((r) => (
            <tr key={r.pointsRuleId}>
              <td>
                <label htmlFor={`rule-${r.pointsRuleId}`}>{tr(r.label)}</label>
                {shownOf(r.pointsRule).nought && <small className="soft"> {tr(shownOf(r.pointsRule).nought!)}</small>}
              </td>
              <td className="right">
                <RuleValue
                  of={r}
                  value={typed[r.pointsRuleId] ?? r.pointsNumber}
                  disabled={!mayEdit}
                  onChange={(to) => setTyped({ ...typed, [r.pointsRuleId]: to })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function RuleValue({
  of: rule,
  value,
  disabled,
  onChange,
}: {
  of: PointsRule
  value: number
  disabled: boolean
  onChange: (to: number) => void
}) {
  const { unit, options } = shownOf(rule.pointsRule)
  const [min, max] = limitsOf(rule.pointsRule)
  const id = `rule-${rule.pointsRuleId}`
  if (options)
    return (
      <Select
        id={id}
        size="small"
        disabled={disabled}
        value={value}
        options={Object.entries(options).map(([key, label]) => ({ value: Number(key), label: tr(label) }))}
        onChange={onChange}
      />
    )
  return (
    <InputNumber
      id={id}
      size="small"
      min={min}
      max={max}
      precision={0}
      disabled={disabled}
      value={value}
      suffix={unit && tr(unit)}
      onChange={(v) => onChange(v ?? min)}
    />
  )
}
