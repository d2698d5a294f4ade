/** What was received: where each order stands, and telling the member that the lenses wait. */
import { Button } from 'antd'
import { Can, Panel, Status, t, useGo, useSend } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import type { Expected } from '../../contract/shapes.expected.ts'
import { fitted } from '../../contract/states.ts'
import { pathOf } from '../kinds.ts'
import { machineOfKind } from '../words.tsx'
import { shelfName, useShelves } from './shelf.ts'

export function Done({ of: expected }: { of: readonly Expected[] }) {
  return (
    <Panel title={t`已收货入库`} className="receive-done">
      {expected.map((o) => (
        <One key={o.orderId} order={o} />
      ))}
    </Panel>
  )
}
function One({ order: o }: { order: Expected }) {
  const go = useGo()
  const notify = useSend(lensOrders['orders.notify'])
  const machine = machineOfKind(o.kind)
  const shelf = shelfName(useShelves(), o.inWareHouseId)
  const waits = machine.table === fitted.table && machine.name === fitted.name && o.status === fitted.is.ready
  const whose = o.patientName ?? o.supplierName
  return (
    <p>
      <strong>{whose}</strong> <span className="num">{o.orderNo}</span> <Status of={machine} value={o.status} />{' '}
      {shelf && <span className="soft">{t`已入 ${shelf}`}</span>} {waits && <span className="soft">{t`已为会员留货`}</span>}
      {waits && (
        <Can code="order:handover">
          <Button loading={notify.isPending} onClick={() => notify.mutate({ id: o.orderId })}>
            {notify.isSuccess ? t`再次通知` : t`通知取镜`}
          </Button>
        </Can>
      )}
      <Button onClick={() => go(pathOf(o.kind, o.orderId))}>{t`查看订单`}</Button>
    </p>
  )
}
