/** After-sales of glasses: a case is opened, kept up to date and closed with its outcome; what was is told. */
import { Button } from 'antd'
import { useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { Badge, Can, Choose, Facts, Form, Link, Money, Panel, t, tr, useCall } from '#kernel/web/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import { ServiceCase } from '../../contract/service.ts'
import type { FrameOrderInfo } from '../../contract/shapes.ts'
import { frameOrder } from '../../contract/states.ts'

type Props = { order: FrameOrderInfo }
const stale = [frameOrders['frame.info'], frameOrders['frame.customer-service.get']]
const wordsOf = (field: 'kind' | 'payer') => metaOf(ServiceCase.shape[field]).options ?? {}

/** Case of an order that was handed over: the one that is open, the last one, or a button that opens one. */
export function ServicePanel({ order }: Props) {
  const open = order.status === frameOrder.is.afterSales
  const had = open || order.history.some((h) => h.toStatus === frameOrder.is.afterSales)
  const last = useCall(frameOrders['frame.customer-service.get'], { id: order.recordFrameId }, { enabled: had })
  return (
    <Panel title={t`售后`} className="stage">
      {last.data && <Told of={last.data} />}
      <Can code="frame:pickup">
        {open && last.data && <Closing order={order} of={last.data} />}
        {order.status === frameOrder.is.collected && <Opening order={order} />}
      </Can>
    </Panel>
  )
}

const Told = ({ of: c }: { of: ServiceCase }) => (
  <Facts
    columns={1}
    items={[
      [t`售后类型`, tr(wordsOf('kind')[c.kind] ?? c.kind)],
      [t`原因`, c.complaint ?? '—'],
      [
        t`质保`,
        <Badge key="w" tone={c.inWarranty ? 'ok' : 'neutral'}>
          {c.inWarranty ? t`质保内` : t`已过质保`} {c.warrantyUntil ?? ''}
        </Badge>,
      ],
      [t`费用承担`, tr(wordsOf('payer')[c.payer] ?? c.payer)],
      [t`费用`, <Money key="m" of={c.cost} />],
      [
        t`关联订单`,
        c.linkedId ? (
          <Link key="l" to={`/process/edit/${c.linkedId}`}>
            {c.linkedNo}
          </Link>
        ) : (
          '—'
        ),
      ],
      [t`受理`, `${c.opener ?? ''} ${c.openedAt.slice(0, 16)}`],
      ...(c.closedAt ? ([[t`处理结果`, `${c.outcome} · ${c.closer ?? ''} ${c.closedAt.slice(0, 16)}`]] as const) : []),
    ]}
  />
)

function Opening({ order }: Props) {
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <div className="stage-actions">
        <Button onClick={() => setOpen(true)}>{t`受理售后`}</Button>
      </div>
    )
  return (
    <Form
      of={frameOrders['frame.customer-service']}
      fixed={{ id: order.recordFrameId }}
      initial={{ kind: 'adjust' }}
      fields={[
        { key: 'kind', span: 6 },
        { key: 'payer', span: 6, hint: t`不选时质保内由门店承担，质保外由会员承担` },
        { key: 'complaint', span: 12 },
      ]}
      onDone={() => setOpen(false)}
      onLeave={() => setOpen(false)}
      invalidates={stale}
    />
  )
}

function Closing({ order, of: c }: Props & { of: ServiceCase }) {
  return (
    <Form
      of={frameOrders['frame.customer-service']}
      fixed={{ id: order.recordFrameId }}
      initial={{ payer: c.payer, cost: c.cost, linkedId: c.linkedId }}
      fields={[
        { key: 'payer', span: 4 },
        { key: 'cost', span: 4 },
        {
          key: 'linkedId',
          span: 4,
          hint: t`换片、重做时选新开的订单`,
          control: (form, id) => (
            <Choose
              id={id}
              of={frameOrders['frame.list-by-patient']}
              input={{ pid: order.pid }}
              value="recordFrameId"
              label={(f) => `${f.orderNo} ${f.orderDate}`}
              chosen={Number(form.values.linkedId) || undefined}
              chosenLabel={c.linkedNo ?? undefined}
              onChange={(v) => form.set('linkedId', v ?? null)}
              placeholder={t`会员的订单`}
            />
          ),
        },
        { key: 'outcome', span: 12 },
      ]}
      invalidates={stale}
    />
  )
}
