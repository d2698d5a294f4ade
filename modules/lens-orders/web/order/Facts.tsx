/** Money, promise and people of an order, in the order they are asked about. */
import { Button } from 'antd'
import { Can, Facts as FactsList, Money, Panel, t, useGo, useHolds } from '#kernel/web/index.ts'
import type { OrderInfo } from '../../contract/shapes.ts'
import { Paid, Promised } from '../words.tsx'

/** What is not known of an order yet is not asked about. */
const isKnown = <F extends readonly [string, unknown]>(items: readonly F[]): F[] =>
  items.filter(([, value]) => value !== null && value !== '')

export function Facts({ order: o }: { order: OrderInfo }) {
  const go = useGo()
  const cost = useHolds()('order:cost')
  return (
    <Panel title={t`订单`}>
      <FactsList
        columns={2}
        items={isKnown([
          ['金额', <Money key="total" of={o.total} />],
          ['收款', <Paid key="paid" of={o} />],
          ...(cost ? [['进价合计', <Money key="cost" of={o.costTotal} />] as const] : []),
          ['供应商', o.supplierName],
          ['承诺到货', <Promised key="due" of={o} />],
          ['快递单号', o.lastEmsNumber],
          ['处方号', o.rxNo],
          ['开单人', o.writer],
          ['审核人', o.reviewer ?? (o.needsReview ? t`待他人审核` : null)],
          ['下单日期', o.orderDate],
          ['取镜人', o.receiver],
          ['原因', o.cancelReason],
          ['订单备注', o.orderNote],
        ])}
      />
      {o.fbid !== null && (
        <Can code="feebill:confirm">
          <Button onClick={() => go(`/medical/fee-edit/${o.fbid}`)}>{t`去收费`}</Button>
        </Can>
      )}
      {o.recordFrameId !== null && (
        <Can code="frame:view">
          <Button onClick={() => go(`/process/edit/${o.recordFrameId}`)}>{t`配镜订单`}</Button>
        </Can>
      )}
    </Panel>
  )
}
