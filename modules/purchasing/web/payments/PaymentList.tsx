import { Button, Drawer } from 'antd'
import { Plus, Printer } from 'lucide-react'
import { useState } from 'react'
import { Can, DataTable, Money, Screen, t, useCan, useSearch, useWho, type TableColumn } from '#kernel/web/index.ts'
import { purchasing } from '../../contract/endpoints.ts'
import type { PaymentRow } from '../../contract/shapes.payments.ts'
import { NewPayment } from './NewPayment.tsx'
import { PaymentView } from './PaymentView.tsx'

/** Payment orders to suppliers. */
export default function PaymentList() {
  const { hid } = useWho()
  const can = useCan()
  const [search, setSearch] = useSearch()
  const [fresh, setFresh] = useState(false)
  const opened = Number(search.payment) || undefined
  const open = (id: number | undefined) => (setFresh(false), setSearch({ payment: id }))
  const begin = can('payorder:edit') ? () => setFresh(true) : undefined
  const size = 'min(1080px, 100vw)'
  return (
    <Screen
      fill
      actions={
        <Can code="payorder:edit">
          <Button type="primary" icon={<Plus size={14} />} onClick={begin}>{t`新建付款单`}</Button>
        </Can>
      }
    >
      <DataTable
        of={purchasing['payment-order.list']}
        input={{ hid }}
        rowKey="id"
        live={['purchasing', 'stock']}
        onOpen={(p) => open(p.id)}
        {...(begin ? { onNew: begin } : {})}
        columns={columns}
        filters={[{ key: 'text', width: 240 }, 'status', { range: ['startTime', 'endTime'], label: '制单时间' }]}
        actions={(p) => (
          <a
            className="icon-btn"
            href={`/contract/payment/print/${p.id}`}
            target="_blank"
            rel="noreferrer"
            aria-label={t`打印 ${p.paymentNo}`}
            onClick={(e) => e.stopPropagation()}
          >
            <Printer size={15} />
          </a>
        )}
        empty={{ text: t`还没有付款单。从未付明细选择，或在供应商对账后生成` }}
      />
      <Drawer title={t`新建付款单`} open={fresh} onClose={() => setFresh(false)} size={size} destroyOnHidden>
        <NewPayment onDone={(p) => open(p.id)} />
      </Drawer>
      <Drawer title={t`付款单`} open={opened !== undefined} onClose={() => open(undefined)} size={size} destroyOnHidden>
        {opened && <PaymentView id={opened} />}
      </Drawer>
    </Screen>
  )
}

const columns: ReadonlyArray<TableColumn<PaymentRow>> = [
  { key: 'paymentNo', sort: false, render: (p) => <strong>{p.paymentNo}</strong> },
  { key: 'supplierName', sort: false },
  { key: 'papers', sort: false },
  { key: 'total', sort: false, render: (p) => <Money of={p.total} /> },
  { key: 'planOn', sort: false },
  { key: 'status', sort: false },
  { key: 'staffName', sort: false },
  { key: 'approverName', sort: false },
  { key: 'paidOn', sort: false },
  { key: 'voucher', sort: false },
]
