/** Handing the glasses over: who takes them and signs, telling that they are ready, or sending them. */
import { Button, Input } from 'antd'
import { useState } from 'react'
import { ageOn } from '#kernel/contract/index.ts'
import { Act, Can, Dot, Panel, SignaturePad, t, today, useCan, useSend } from '#kernel/web/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import type { FrameOrderInfo } from '../../contract/shapes.ts'
import { frameOrder } from '../../contract/states.ts'

type Props = { order: FrameOrderInfo }
const { is } = frameOrder

/** Under eighteen somebody else should sign. */
const isMinor = (birth: string | null): boolean => birth !== null && (ageOn(birth, today())?.years ?? 18) < 18

export function PickUp({ order }: Props) {
  const notify = useSend(frameOrders['frame.notification'])
  const take = useSend(frameOrders['frame.mirrors'])
  const [receiver, setReceiver] = useState(firstReceiver(order))
  const [signature, setSignature] = useState('')
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
        <Receiver order={order} value={receiver} onChange={setReceiver} />
        <SignaturePad label={t`取镜人签名`} value={signature} onChange={setSignature} />
        <div className="stage-actions">
          <Act
            type="primary"
            unless={(!receiver.trim() && t`请填写取镜人`) || (!signature && t`请先签名`)}
            loading={take.isPending}
            onClick={() => take.mutate({ id: order.recordFrameId, receiver, signature })}
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

/** Who takes the glasses: the guardian of a minor where one is known, else the member. */
const firstReceiver = ({ birth, guardian, patientName }: FrameOrderInfo): string => (isMinor(birth) && guardian) || patientName

interface ReceiverProps extends Props {
  value: string
  onChange: (name: string) => void
}
function Receiver({ order, value, onChange }: ReceiverProps) {
  const minor = isMinor(order.birth)
  return (
    <div className="receiver">
      <label htmlFor="receiver">{minor ? t`取镜人（未成年，监护人优先）` : t`取镜人`}</label>
      <Input id="receiver" style={{ width: 160 }} value={value} onChange={(e) => onChange(e.target.value)} />
      {[...new Set([minor && order.guardian, order.patientName])].map(
        (name) =>
          name &&
          name !== value && (
            <Button key={name} size="small" onClick={() => onChange(name)}>
              {name}
            </Button>
          ),
      )}
      {minor && !order.guardian && <Dot tone="warn">{t`会员资料未登记监护人`}</Dot>}
    </div>
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
