/** An order whose basis has fallen: why, who decides, and going on with another prescription of its member. */
import { Can, useSend } from '#kernel/web/index.ts'
import { OnAnother, Stopped } from '#modules/frame-orders/web/door.tsx'
import { lensOrders } from '../../contract/endpoints.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import type { OrderInfo } from '../../contract/shapes.ts'

export function StoppedOrder({ order }: { order: OrderInfo }) {
  const send = useSend(lensOrders['orders.basis'], { invalidates: [lensOrders['orders.info']] })
  const { orderId: id, version, pid, stopReason, kind } = order
  const links = pid !== null && kindOf(kind).basis.some((name) => name === 'prescription')
  return (
    <Stopped why={stopReason}>
      {links && (
        <Can code="order:edit">
          <OnAnother pid={pid} busy={send.isPending} onChoose={(prescriptionId) => send.mutate({ id, prescriptionId, version })} />
        </Can>
      )}
    </Stopped>
  )
}
