/** What the order check finds of an order as it is now: what stops it, and what goes on once somebody gives a reason. */
import { Input } from 'antd'
import { useState } from 'react'
import { trSentence, Act, Can, Dot, Panel, t, useSend } from '#kernel/web/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import type { FrameOrderInfo } from '../../contract/shapes.ts'

export function Findings({ order }: { order: FrameOrderInfo }) {
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const confirm = useSend(frameOrders['frame.override'])
  const given = order.findings.flatMap(({ code, reason }) => {
    const said = reason === null ? reasons[code]?.trim() : undefined
    return said ? [{ code, reason: said }] : []
  })
  if (!order.findings.length) return null
  const asked = order.findings.some((f) => f.level === 'warn' && f.reason === null)
  return (
    <Panel title={t`订单检查`} className="stage">
      {order.findings.map((f) => (
        <div key={f.code} className="finding">
          <Dot tone={toneOf(f)}>{trSentence(f.sentence)}</Dot>
          {f.reason !== null && <span className="soft">{f.reason}</span>}
          {f.level === 'warn' && f.reason === null && (
            <Can code="frame:edit">
              <Input
                size="small"
                aria-label={t`理由：${trSentence(f.sentence)}`}
                placeholder={t`确认并填写理由`}
                value={reasons[f.code] ?? ''}
                onChange={(e) => setReasons((r) => ({ ...r, [f.code]: e.target.value }))}
              />
            </Can>
          )}
        </div>
      ))}
      {asked && (
        <Can code="frame:edit">
          <div className="stage-actions">
            <Act
              unless={!given.length && t`请填写理由`}
              loading={confirm.isPending}
              onClick={() => confirm.mutate({ id: order.recordFrameId, overrides: given })}
            >{t`确认提醒`}</Act>
          </div>
        </Can>
      )}
    </Panel>
  )
}

function toneOf({ level, reason }: FrameOrderInfo['findings'][number]): 'bad' | 'warn' | 'ok' {
  if (level === 'block') return 'bad'
  return reason === null ? 'warn' : 'ok'
}
