/** Rules with their numbers in one column, saved together. */
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { Can, Panel, t, toast, tr, useHolds, useSend } from '#kernel/web/index.ts'
import { loyalty } from '../contract/endpoints.ts'
import type { PointsRule } from '../contract/shapes.ts'

export function RuleTable({ title, note, rules, unit }: { title: string; note?: string; rules: readonly PointsRule[]; unit?: string }) {
  const [typed, setTyped] = useState<Readonly<Record<number, number>>>({})
  const may = useHolds()('points:rules')
  const changed = rules.filter((r) => typed[r.pointsRuleId] !== undefined && typed[r.pointsRuleId] !== r.pointsNumber)
  const send = useSend(loyalty['points.rules.save-all'], { invalidates: [loyalty['points.rules.list'], loyalty['points.rules.earning'], loyalty['points.rule'], loyalty['points.lottery.prizes']], onSuccess: () => (toast(t`已保存`, 'ok'), setTyped({})) })
  return (
    <Panel title={title} note={note} actions={<Can code="points:rules"><Button type="primary" size="small" disabled={!changed.length} loading={send.isPending} onClick={() => send.mutate({ list: changed.map((r) => ({ pointsRuleId: r.pointsRuleId, pointsNumber: typed[r.pointsRuleId]! })) })}>{changed.length ? t`保存 ${changed.length} 项` : t`保存`}</Button></Can>}>
      <table className="grid num">
        <tbody>
          {rules.map((r) => (
            <tr key={r.pointsRuleId}>
              <td><label htmlFor={`rule-${r.pointsRuleId}`}>{tr(r.label)}</label></td>
              <td className="right" style={{ width: 160 }}><InputNumber id={`rule-${r.pointsRuleId}`} size="small" min={0} precision={0} disabled={!may} value={typed[r.pointsRuleId] ?? r.pointsNumber} {...(unit ? { suffix: unit } : {})} onChange={(v) => setTyped({ ...typed, [r.pointsRuleId]: v ?? 0 })} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
