/** What the check finds of the order as it is: what stops it, and what goes on once somebody gives a reason. */
import { Input } from 'antd'
import { useState } from 'react'
import { Act, Dot, Panel, t, useHolds, useSend } from '#kernel/web/index.ts'
import { writing } from '../../contract/calls.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import type { OrderInfo, Override } from '../../contract/shapes.ts'
import { machineOfKind } from '../words.tsx'

type Finding = OrderInfo['findings'][number]
function toneOf({ level, reason }: Finding): 'bad' | 'warn' | 'ok' {
  if (level === 'block') return 'bad'
  return reason === null ? 'warn' : 'ok'
}
/** Keeps reasons with a draft of a fitted lens; its other fields stay as they are. */
function useConfirm({ orderId, version, kind }: OrderInfo) {
  const send = useSend(lensOrders['orders.update'], { invalidates: [lensOrders['orders.info']] })
  const { calls } = kindOf(kind)
  const confirm = (overrides: Override[]) => send.mutate({ order: { orderId }, version, overrides })
  return calls.style === 'order' ? { confirm, busy: send.isPending } : undefined
}

export function Findings({ order }: { order: OrderInfo }) {
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const holds = useHolds()
  const keep = useConfirm(order)
  if (!order.findings.length) return null
  const open = order.findings.filter((f) => f.level === 'warn' && f.reason === null)
  const draft = machineOfKind(order.kind).in.draft.includes(order.status)
  const asked = keep && draft && holds(writing(kindOf(order.kind))) ? open : []
  const given = asked.flatMap(({ code }) => (reasons[code]?.trim() ? [{ code, reason: reasons[code].trim() }] : []))
  return (
    <Panel title={t`订单检查`}>
      {order.findings.map((f) => (
        <p key={f.code}>
          <Dot tone={toneOf(f)}>{f.sentence}</Dot> {f.reason !== null && <span className="soft">{f.reason}</span>}
          {asked.includes(f) && (
            <Input
              size="small"
              aria-label={t`理由：${f.sentence}`}
              placeholder={t`确认并填写理由`}
              maxLength={200}
              value={reasons[f.code] ?? ''}
              onChange={(e) => setReasons((now) => ({ ...now, [f.code]: e.target.value }))}
            />
          )}
        </p>
      ))}
      {keep && asked.length > 0 && (
        <p>
          <Act unless={!given.length && t`请填写理由`} loading={keep.busy} onClick={() => keep.confirm(given)}>{t`确认提醒`}</Act>
        </p>
      )}
    </Panel>
  )
}
