/** Handing the glasses over: who takes them and signs, telling that they are ready, or sending them. */
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Act, Can, Dot, Panel, t, useCan, useSend } from '#kernel/web/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import type { FrameOrderInfo } from '../../contract/shapes.ts'
import { frameOrder } from '../../contract/states.ts'
import { PickupProof, Receiver, collectorMissing, firstReceiver, usePickupProof, type CollectorInput } from './Receiver.tsx'

type Props = { order: FrameOrderInfo }
const { is } = frameOrder

export function PickUp({ order }: Props) {
  const notify = useSend(frameOrders['frame.notification'])
  const take = useSend(frameOrders['frame.mirrors'])
  const [receiver, setReceiver] = useState<CollectorInput>({ receiver: firstReceiver(order) })
  const proof = usePickupProof()
  const may = useCan()('frame:pickup')
  return (
    <Panel title={t`取镜`} className="stage">
      {!may && (
        <p>
          {order.notifiedAt
            ? t`镜已配好，${order.notifiedAt.slice(5, 16)} 已通知会员；取镜和签名由前台登记。`
            : t`镜已配好；取镜和签名由前台登记。`}
        </p>
      )}
      <Can code="frame:pickup">
        <Receiver of={order} value={receiver} onChange={setReceiver} />
        <PickupProof entry={proof} />
        <div className="stage-actions">
          <Act
            type="primary"
            unless={collectorMissing(order, receiver) || proof.missing}
            loading={take.isPending}
            onClick={() => take.mutate({ id: order.recordFrameId, ...receiver, ...proof.proof })}
          >{t`确认取镜`}</Act>
          {order.status === is.ready && (
            <Button loading={notify.isPending} onClick={() => notify.mutate({ id: order.recordFrameId })}>
              {order.notifiedAt ? t`再次通知` : t`通知取镜`}
            </Button>
          )}
          {order.notifiedAt && <Dot tone="ok">{t`已通知 ${order.notifiedAt.slice(5, 16)}`}</Dot>}
        </div>
        {order.status === is.ready && <Parcel order={order} />}
      </Can>
    </Panel>
  )
}

function Parcel({ order }: Props) {
  const deliver = useSend(frameOrders['frame.delivery'])
  const [trackingNumber, setTracking] = useState('')
  return (
    <div className="stage-actions">
      <Input
        aria-label={t`快递单号`}
        placeholder={t`快递单号`}
        style={{ width: 220 }}
        value={trackingNumber}
        onChange={(e) => setTracking(e.target.value)}
      />
      <Act
        unless={!trackingNumber.trim() && t`请填写快递单号`}
        onClick={() => deliver.mutate({ id: order.recordFrameId, trackingNumber })}
      >{t`寄出`}</Act>
    </div>
  )
}
