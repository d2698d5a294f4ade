/** The next step of an order in a list, as a word on its button. */
import { Button } from 'antd'
import { t, toast, tr, useGo, useHolds, useSend } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import type { OrderRow } from '../../contract/shapes.ts'
import { machineOfKind } from '../words.tsx'
import { nextOf, type ListedOrder } from './next.ts'

export function NextStep({ of: standing }: { of: ListedOrder & Partial<Pick<OrderRow, 'version'>> }) {
  const go = useGo()
  const holds = useHolds()
  const move = useSend(lensOrders['orders.status'], {
    onSuccess: (now) => toast(t`${now.orderNo}：${tr(now.statusName)}`, 'ok'),
    invalidates: [lensOrders['orders.counts']],
  })
  const next = nextOf(machineOfKind(standing.kind), standing, holds)
  if (!next) return null
  const { label, at: position, to } = next
  const seen = standing.version === undefined ? {} : { version: standing.version }
  return (
    <Button
      size="small"
      loading={move.isPending}
      onClick={(e) => {
        e.stopPropagation()
        if (position) go(position)
        else if (to !== undefined) move.mutate({ oid: standing.orderId, status: to, ...seen })
      }}
    >
      {tr(label)}
    </Button>
  )
}
