/** What the check finds of the order as it is: what stops it, and what goes on once somebody gives a reason. */
import { isReason } from '#kernel/contract/index.ts'
import { trSentence, Act, Dot, Panel, Reason, t, useHolds, useSend } from '#kernel/web/index.ts'
import { orderReasons } from '#modules/frame-orders/contract/check/confirm.ts'
import { writing } from '../../contract/calls.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import type { OrderInfo, LensOverride } from '../../contract/shapes.ts'
import { machineOfKind } from '../words.tsx'

type Finding = OrderInfo['findings'][number]
function toneOf({ level, reason }: Finding): 'bad' | 'warn' | 'ok' {
  if (level === 'block') return 'bad'
  return reason === null ? 'warn' : 'ok'
}
/** Reasons that are being written, by finding. */
export type Reasons = Readonly<Record<string, string>>
/** What somebody must still confirm before the order goes on. */
export const openOf = ({ findings }: Pick<OrderInfo, 'findings'>): Finding[] =>
  findings.filter((f) => f.level === 'warn' && f.reason === null)
/** The confirmations that were written, as they are sent. */
export const overridesOf = (order: Pick<OrderInfo, 'findings'>, reasons: Reasons): LensOverride[] =>
  openOf(order).flatMap(({ code }) => {
    const reason = reasons[code]?.trim() ?? ''
    return isReason(orderReasons, reason) ? [{ code, reason }] : []
  })
/** Keeps reasons with a fitted lens order while it is written on; its other fields stay as they are. */
function useConfirm({ orderId, version, kind }: OrderInfo) {
  const send = useSend(lensOrders['orders.update'], { invalidates: [lensOrders['orders.info']] })
  const { calls } = kindOf(kind)
  const confirm = (overrides: LensOverride[]) => send.mutate({ order: { orderId }, version, overrides })
  return calls.style === 'order' ? { confirm, busy: send.isPending } : undefined
}

interface Props {
  order: OrderInfo
  reasons: Reasons
  onReason: (code: string, reason: string) => void
}
export function Findings({ order, reasons, onReason }: Props) {
  const holds = useHolds()
  const keep = useConfirm(order)
  if (!order.findings.length) return null
  const machine = machineOfKind(order.kind)
  const writes = keep && machine.in.written.includes(order.status) && holds(writing(kindOf(order.kind)))
  // Who reviews an order that was handed in confirms with the review itself.
  const reviews = order.needsReview && !machine.in.draft.includes(order.status) && holds('order:review')
  const open = writes || reviews ? openOf(order) : []
  const ready = overridesOf(order, reasons)
  return (
    <Panel title={t`订单检查`}>
      {order.findings.map((f) => (
        <p key={f.code}>
          <Dot tone={toneOf(f)}>{trSentence(f.sentence)}</Dot> {f.reason !== null && <span className="soft">{f.reason}</span>}
          {open.includes(f) && (
            <Reason finding={f} reasons={orderReasons} value={reasons[f.code] ?? ''} onChange={(reason) => onReason(f.code, reason)} />
          )}
        </p>
      ))}
      {writes && open.length > 0 && (
        <p>
          <Act
            unless={!ready.length && t`请选择理由，或写明至少四个字`}
            loading={keep.busy}
            onClick={() => keep.confirm(ready)}
          >{t`确认提醒`}</Act>
        </p>
      )}
    </Panel>
  )
}
