/** How an order of any kind is said: its state, its day, what it is paid, the parameters of an eye. */
import { ageOn, metaOf, show } from '#kernel/contract/index.ts'
import { Badge, Money, Status, t, today, tr } from '#kernel/web/index.ts'
import { StoppedMark } from '#modules/frame-orders/web/door.tsx'
import { cause, lineParameters, type LineParameter } from '../contract/fields.ts'
import type { OrderInfo, OrderLine, OrderRow } from '../contract/shapes.ts'
import { kindOf } from '../contract/kinds/index.ts'
import { machineOf } from '../contract/states.ts'

export const machineOfKind = (kind: string) => machineOf(kindOf(kind).flow)
export const OrderState = ({ of }: { of: Pick<OrderRow, 'kind' | 'status'> }) => <Status of={machineOfKind(of.kind)} value={of.status} />

/** The state, and how long it has stood there while something is still to come. */
export const StateSince = ({ of: order }: { of: Pick<OrderRow, 'kind' | 'status' | 'stateDays' | 'stopReason'> }) => (
  <>
    <OrderState of={order} />
    <StoppedMark why={order.stopReason} />
    {order.stateDays > 0 && machineOfKind(order.kind).in.open.includes(order.status) && (
      <span className="soft num"> {t`${order.stateDays} 天`}</span>
    )}
  </>
)
/** The member, and how old. */
export function Member({ of: order }: { of: Pick<OrderRow, 'patientName' | 'birth'> }) {
  if (!order.patientName) return <>—</>
  const age = order.birth ? ageOn(order.birth, today()) : null
  return (
    <>
      <strong>{order.patientName}</strong>
      {age && <span className="soft num"> {t`${age.years} 岁`}</span>}
    </>
  )
}
/** 11-25, and how late it is in a word. */
export function Promised({ of: order }: { of: Pick<OrderRow, 'promisedOn' | 'lateDays'> }) {
  if (!order.promisedOn) return <>—</>
  return (
    <span className={order.lateDays > 0 ? 'num order-late' : 'num'}>
      {order.promisedOn.slice(5)} {order.lateDays > 0 && <b>{t`晚 ${order.lateDays} 天`}</b>}
    </span>
  )
}
/** What of its bill is paid; a replacement under warranty costs nothing. */
export function Paid({ of: order }: { of: Pick<OrderRow, 'warranty' | 'fbid' | 'billPrice' | 'paid'> }) {
  if (order.warranty) return <>{t`保修`}</>
  if (order.fbid === null || order.billPrice === null) return <>—</>
  const due = order.billPrice - (order.paid ?? 0)
  if (due <= 0) return <>{t`已付清`}</>
  if (!order.paid) return <Badge tone="bad">{t`未付款`}</Badge>
  return (
    <Badge tone="warn">
      {t`还差`} <Money of={due} />
    </Badge>
  )
}
/** Why it replaces another. */
export const Cause = ({ of }: { of: OrderRow['cause'] }) =>
  of === null ? null : <Badge>{`${t`补片`} · ${tr(metaOf(cause).options?.[of] ?? of)}`}</Badge>

/** A parameter as its field shows it. */
export function shownParameter(name: LineParameter, value: unknown): string {
  return value === null || value === undefined ? '—' : tr(show(lineParameters[name], value))
}
export const labelOf = (name: LineParameter): string => tr(metaOf(lineParameters[name]).label ?? name)
export const unitOf = (name: LineParameter): string => metaOf(lineParameters[name]).unit ?? ''
/** Parameters of a kind that some line of the order has. */
export const parametersOf = ({ kind, items }: Pick<OrderInfo, 'kind' | 'items'>): LineParameter[] =>
  kindOf(kind).parameters.filter((name) => items.some((i) => i[name] !== null))
/** The line of an eye. */
export const lineOf = (items: readonly OrderLine[], eye: 'od' | 'os'): OrderLine | undefined => items.find((i) => i.eye === eye)
