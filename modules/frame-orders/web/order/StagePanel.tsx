/** The next step of a job, by its stage. */
import { Button } from 'antd'
import { useState, type ComponentType } from 'react'
import type { StateOf } from '#kernel/contract/index.ts'
import { Can, Dot, Panel, Signature, t, useGo, useSend, tr } from '#kernel/web/index.ts'
import { wordOf } from '#kernel/contract/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import type { FrameOrderInfo } from '../../contract/shapes.ts'
import { frameOrder } from '../../contract/states.ts'
import { ChooseGoods } from '../goods/ChooseGoods.tsx'
import { Final } from './inspect/Final.tsx'
import { Initial } from './inspect/Initial.tsx'
import { PickUp } from './PickUp.tsx'
import { Reject } from './inspect/Reject.tsx'
import { ServicePanel } from './ServicePanel.tsx'
import { Waiting } from './Waiting.tsx'

type Props = { order: FrameOrderInfo }

const { is } = frameOrder
const panels = {
  [is.choosing]: ChooseGoods,
  [is.billed]: Unpaid,
  [is.awaitingGoods]: Waiting,
  [is.inspecting]: Initial,
  [is.processing]: Processing,
  [is.outsourced]: Outside,
  [is.finalInspection]: Final,
  [is.unqualified]: Unqualified,
  [is.ready]: PickUp,
  [is.sent]: PickUp,
  [is.collected]: Collected,
  [is.afterSales]: Collected,
  [is.cancelled]: null,
  [is.returned]: null,
} satisfies Record<StateOf<typeof frameOrder>, ComponentType<Props> | null>

export function StagePanel({ order }: Props) {
  const Stage = panels[order.status]
  return Stage && <Stage order={order} />
}

function Collected({ order }: Props) {
  return (
    <>
      <Panel title={tr(wordOf(frameOrder, order.status))} className="stage">
        <p>
          {order.receiver} {order.pickedAt?.slice(0, 16)}
        </p>
        {order.byCode && <Dot tone="ok">{t`凭取镜码`}</Dot>}
        {order.signature && <Signature of={order.signature} label={t`签名`} />}
      </Panel>
      <ServicePanel order={order} />
    </>
  )
}

function Unpaid({ order }: Props) {
  const go = useGo()
  const [again, setAgain] = useState(false)
  if (again) return <ChooseGoods order={order} />
  return (
    <Panel title={tr(wordOf(frameOrder, order.status))} className="stage">
      <p>{t`收费后有库存的商品自动出库，订单进入初检；缺货的等待来料。`}</p>
      <div className="stage-actions">
        {order.fbid !== null && (
          <Can code="feebill:confirm">
            <Button type="primary" onClick={() => go(`/medical/fee-edit/${order.fbid}`)}>{t`去收费`}</Button>
          </Can>
        )}
        <Can code="frame:edit">
          <Button onClick={() => setAgain(true)}>{t`重新选择商品`}</Button>
        </Can>
      </div>
    </Panel>
  )
}

function Processing({ order }: Props) {
  const status = useSend(frameOrders['frame.status'])
  return (
    <Panel title={t`加工`} className="stage">
      <p>{t`磨边装配完成后交终检。`}</p>
      <Can code="frame:process">
        <Button
          type="primary"
          loading={status.isPending}
          onClick={() => status.mutate({ id: order.recordFrameId, status: is.finalInspection })}
        >{t`加工完成`}</Button>
      </Can>
      <Reject order={order} />
    </Panel>
  )
}
function Outside({ order }: Props) {
  const back = useSend(frameOrders['frame.processing-external'])
  return (
    <Panel title={tr(wordOf(frameOrder, order.status))} className="stage">
      <p>{order.lab ?? ''}</p>
      <Can code="frame:process">
        <Button
          type="primary"
          loading={back.isPending}
          onClick={() => back.mutate({ id: order.recordFrameId })}
        >{t`委外收回，交终检`}</Button>
      </Can>
    </Panel>
  )
}

function Unqualified({ order }: Props) {
  const status = useSend(frameOrders['frame.status'])
  return (
    <Panel title={tr(wordOf(frameOrder, order.status))} className="stage">
      <p>{order.slips.at(-1)?.note}</p>
      <div className="stage-actions">
        <Can code="frame:process">
          <Button
            type="primary"
            loading={status.isPending}
            onClick={() => status.mutate({ id: order.recordFrameId, status: is.processing })}
          >{t`返工`}</Button>
        </Can>
        <Can code="frame:inspect">
          <Button onClick={() => status.mutate({ id: order.recordFrameId, status: is.awaitingGoods })}>{t`重新订片`}</Button>
        </Can>
      </div>
    </Panel>
  )
}
