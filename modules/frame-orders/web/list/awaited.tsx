import { Badge, t, tr, useCall, useWho } from '#kernel/web/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import type { Awaited, FrameOrderRow } from '../../contract/shapes.ts'
import { frameOrder } from '../../contract/states.ts'

/** Orders of lenses under way, by the glasses that wait for them. */
export function useAwaited(): (order: FrameOrderRow) => readonly Awaited[] | undefined {
  const { hid } = useWho()
  const { data } = useCall(frameOrders['frame.awaited'], { hid }, { live: ['frame-orders', 'orders'] })
  return (order) =>
    order.status === frameOrder.is.awaitingGoods ? data?.filter((goods) => goods.recordFrameId === order.recordFrameId) : undefined
}

/** What glasses wait for and when it is promised; marked where that is too late for them, or where nobody has ordered anything. */
export function Awaits({ of: order, goods }: { of: FrameOrderRow; goods: readonly Awaited[] | undefined }) {
  if (!goods) return null
  if (!goods.length) return <Badge tone="warn">{tr('镜片未订')}</Badge>
  return (
    <span className="awaits">
      {goods.map((each) => (
        <span key={each.orderNo} title={each.orderNo}>
          {[tr(each.stateName), each.supplierName].filter(Boolean).join(' · ')} <When of={order} goods={each} />
        </span>
      ))}
    </span>
  )
}
function When({ of: order, goods: { promisedOn, late } }: { of: FrameOrderRow; goods: Awaited }) {
  if (!promisedOn) return null
  const day = <span className="num">{t`${promisedOn.slice(5)} 到`}</span>
  if (late)
    return (
      <Badge tone="bad">
        {day} {tr('逾期')}
      </Badge>
    )
  if (order.promisedAt && promisedOn > order.promisedAt.slice(0, 10))
    return (
      <Badge tone="warn">
        {day} {tr('晚于取镜时间')}
      </Badge>
    )
  return day
}
