/** What the order check finds of an order as it is now: what stops it, and what goes on once somebody gives a reason. */
import { useState } from 'react'
import { isReason } from '#kernel/contract/index.ts'
import { trSentence, Act, Dot, Panel, Reason, t, useSend } from '#kernel/web/index.ts'
import { orderReasons } from '../../contract/check/confirm.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import type { FrameOrderInfo } from '../../contract/shapes.ts'

export function Findings({ order }: { order: FrameOrderInfo }) {
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const confirm = useSend(frameOrders['frame.override'])
  const overrides = order.findings.flatMap(({ code, reason }) => {
    const typed = reason === null ? reasons[code]?.trim() : undefined
    return typed && isReason(orderReasons, typed) ? [{ code, reason: typed }] : []
  })
  if (!order.findings.length) return null
  const hasQuestions = order.findings.some((f) => f.level === 'warn' && f.reason === null && f.unless === null)
  return (
    <Panel title={t`订单检查`} className="stage">
      {order.findings.map((f) => (
        <div key={f.code} className="finding">
          <Dot tone={toneOf(f)}>{trSentence(f.sentence)}</Dot>
          {f.reason !== null && <span className="soft">{f.reason}</span>}
          {f.level === 'warn' && f.reason === null && (
            <Reason
              finding={f}
              reasons={orderReasons}
              value={reasons[f.code] ?? ''}
              onChange={(reason) => setReasons((r) => ({ ...r, [f.code]: reason }))}
            />
          )}
        </div>
      ))}
      {hasQuestions && (
        <div className="stage-actions">
          <Act
            unless={!overrides.length && t`请选择理由，或写明至少四个字`}
            loading={confirm.isPending}
            onClick={() => confirm.mutate({ id: order.recordFrameId, overrides: overrides })}
          >{t`确认提醒`}</Act>
        </div>
      )}
    </Panel>
  )
}

function toneOf({ level, reason }: FrameOrderInfo['findings'][number]): 'bad' | 'warn' | 'ok' {
  if (level === 'block') return 'bad'
  return reason === null ? 'warn' : 'ok'
}
