import { Button, Modal } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { metaOf, wordOf } from '#kernel/contract/index.ts'
import { Can, Facts, Form, Money, Rows, Status, Until, t, toast, today, tr, useCall, useSend } from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { purchasing } from '../../contract/endpoints.ts'
import { PaymentRow, type Payment } from '../../contract/shapes.payments.ts'
import { supplierPayment } from '../../contract/states.ts'
import { PayableLines } from './lines.tsx'
import '../purchasing.css'

const lists = [purchasing['payment-order.list'], purchasing['payment-order.get'], purchasing['payment-order.supplier']]
const announce = (p: Payment) => toast(t`付款单 ${p.paymentNo}：${tr(wordOf(supplierPayment, p.status))}`, 'ok')

const { is } = supplierPayment
/** Target states of the steps. */
const TARGET = {
  approve: is.approved,
  reject: is.rejected,
  resubmit: is.submitted,
  pay: is.paid,
  remove: is.deleted,
} as const

/** A payment order with its lines and actions. */
export function PaymentView({ id }: { id: number }) {
  const info = useCall(purchasing['payment-order.get'], { id }, { live: ['purchasing'] })
  return <Until of={info}>{info.data && <Paper payment={info.data} />}</Until>
}

function Paper({ payment: p }: { payment: Payment }) {
  const [paying, setPaying] = useState(false)
  const send = useSend(purchasing['payment-order.status'], { invalidates: lists, onSuccess: announce })
  return (
    <div className="contract-view">
      <Facts
        columns={4}
        items={[
          ['付款单号', p.paymentNo],
          ['状态', <Status key="s" of={metaOf(PaymentRow.shape.status)} value={p.status} />],
          ['供应商', p.supplierName],
          ['付款金额', <Money key="m" of={p.total} />],
          ['收款银行', p.payeeBank],
          ['收款账号', p.payeeAccount],
          ['制单人', p.staffName],
          ['审核人', p.approverName],
          ['付款日期', p.paidOn],
          ['付款银行', p.bank],
          ['凭证号', p.voucher],
          ['备注', p.note],
        ]}
      />
      <PayableLines payables={p.lines} />
      <div className="screen-actions">
        {p.status === is.approved && (
          <Can code="payorder:pay">
            <Button type="primary" size="small" onClick={() => setPaying(true)}>{t`登记付款`}</Button>
          </Can>
        )}
        <Button size="small" icon={<Printer size={13} />} href={`/contract/payment/print/${p.id}`} target="_blank">{t`打印`}</Button>
        <Moves
          of={supplierPayment}
          only={['approve', 'reject', 'resubmit', 'remove']}
          status={p.status}
          busy={send.isPending}
          onMove={(step, reason) => send.mutate({ id: p.id, status: TARGET[step], version: p.version, ...(reason ? { reason } : {}) })}
        />
      </div>
      <Steps payment={p} />
      <Modal title={t`登记付款`} open={paying} onCancel={() => setPaying(false)} footer={null} destroyOnHidden>
        <Form
          of={purchasing['payment-order.status']}
          fixed={{ id: p.id, status: is.paid, version: p.version }}
          initial={{ paidOn: today() }}
          invalidates={lists}
          fields={[
            { key: 'paidOn', span: 12 },
            { key: 'bank', span: 12 },
            { key: 'voucher', span: 12 },
          ]}
          onDone={(paid: Payment) => (announce(paid), setPaying(false))}
          onLeave={() => setPaying(false)}
        />
      </Modal>
    </div>
  )
}

const Steps = ({ payment: p }: { payment: Payment }) => (
  <Rows
    className="grid"
    rows={p.history}
    rowKey={(h) => `${h.at} ${h.move}`}
    columns={[
      { title: t`时间`, cell: (h) => h.at },
      { title: t`经手人`, cell: (h) => h.name ?? '—' },
      { title: t`动作`, cell: (h) => tr(h.move) },
      { title: t`说明`, cell: (h) => h.note ?? '—' },
    ]}
  />
)
