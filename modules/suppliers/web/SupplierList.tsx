import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, DataTable, Form, t, toast, useCan, useSend, useWho } from '#kernel/web/index.ts'
import { inUse, switched, type Tone } from '#kernel/contract/index.ts'
import { suppliers } from '../contract/endpoints.ts'
import { categories } from '../contract/fields.ts'
import type { Supplier } from '../contract/shapes.ts'
import { supplierLicence } from '../contract/states.ts'

const kinds = Object.entries(categories).map(([value, label]) => ({ value: Number(value), label }))

/** A licence that expired or expires soon. */
const pressing: Readonly<Record<number, Tone>> = { [supplierLicence.is.expired]: 'bad', [supplierLicence.is.ending]: 'warn' }

/** Suppliers of the organisation with the state of their licence. */
export function SupplierList() {
  const { hid } = useWho()
  const can = useCan()
  const [edited, setEdited] = useState<Supplier | 'new'>()
  return (
    <>
      <DataTable
        of={suppliers['supplier.by-hospital']}
        input={{ id: hid }}
        rowKey="supplierId"
        live={['suppliers']}
        name="supplier"
        {...(can('supplier:edit') ? { onOpen: (s: Supplier) => setEdited(s) } : {})}
        columns={[
          { key: 'name', sort: false, render: (s) => <strong>{s.name}</strong> },
          'contactName',
          'phone',
          'licenceNo',
          { key: 'licenceExpires', sort: false },
          'licenceState',
          { key: 'paymentDays', sort: false },
          'status',
        ]}
        filters={[{ key: 'text', width: 220 }, 'licenceState', 'status']}
        rowTone={(s) => pressing[s.licenceState]}
        tools={
          <Can code="supplier:edit">
            <Button type="primary" icon={<Plus size={14} />} onClick={() => setEdited('new')}>{t`新建供应商`}</Button>
          </Can>
        }
        {...(can('supplier:edit')
          ? {
              actions: (s: Supplier) => <StopOrStart supplier={s} />,
            }
          : {})}
        empty={{ text: t`还没有供应商。登记供应商和许可证到期日，过期后自动停止收货` }}
      />
      <Drawer
        title={edited === 'new' ? t`新建供应商` : t`供应商`}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        size={680}
        destroyOnHidden
      >
        {edited && <SupplierForm of={edited} close={() => setEdited(undefined)} />}
      </Drawer>
    </>
  )
}

const SupplierForm = ({ of: supplier, close }: { of: Supplier | 'new'; close: () => void }) => (
  <Form
    of={suppliers['supplier.save']}
    initial={supplier === 'new' ? { paymentDays: 30 } : supplier}
    {...(supplier === 'new' ? {} : { fixed: { supplierId: supplier.supplierId } })}
    invalidates={[suppliers['supplier.by-hospital']]}
    fields={[
      { key: 'name', span: 12 },
      { key: 'contactName', span: 6 },
      { key: 'phone', span: 6 },
      { key: 'address', span: 12 },
      {
        group: '证照',
        items: [
          { key: 'licenceNo', span: 6 },
          { key: 'licenceExpires', span: 6, hint: t`到期次日起锁定，不能收货` },
        ],
      },
      {
        group: '结算',
        items: [
          { key: 'bank', span: 6 },
          { key: 'bankAccount', span: 6 },
          { key: 'paymentDays', span: 6 },
          { key: 'categories', span: 6, options: kinds },
        ],
      },
      { key: 'note', span: 12 },
    ]}
    onDone={() => (toast(t`供应商已保存`, 'ok'), close())}
    onLeave={close}
  />
)

function StopOrStart({ supplier: s }: { supplier: Supplier }) {
  const status = useSend(suppliers['supplier.status'], {
    invalidates: [suppliers['supplier.by-hospital']],
    onSuccess: (s) => toast(s.status === inUse.is.on ? t`已启用` : t`已停用`, 'ok'),
  })
  return (
    <button type="button" className="link" onClick={() => status.mutate({ id: s.supplierId, status: switched(s.status) })}>
      {s.status === inUse.is.on ? t`停用` : t`启用`}
    </button>
  )
}
