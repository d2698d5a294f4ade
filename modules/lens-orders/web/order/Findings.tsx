/** What the check finds of the order as it is, and the reasons that were given. */
import { Dot, Panel, t } from '#kernel/web/index.ts'
import type { OrderInfo } from '../../contract/shapes.ts'

type Finding = OrderInfo['findings'][number]
function toneOf({ level, reason }: Finding): 'bad' | 'warn' | 'ok' {
  if (level === 'block') return 'bad'
  return reason === null ? 'warn' : 'ok'
}
export function Findings({ order }: { order: OrderInfo }) {
  if (!order.findings.length) return null
  return (
    <Panel title={t`订单检查`}>
      {order.findings.map((f) => (
        <p key={f.code}>
          <Dot tone={toneOf(f)}>{f.sentence}</Dot> {f.reason !== null && <span className="soft">{f.reason}</span>}
        </p>
      ))}
    </Panel>
  )
}
