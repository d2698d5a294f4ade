import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, DataTable, Form, Screen, confirm, t, toast, useCan, useSend, useTabs, useWho, type TableColumn } from '#kernel/web/index.ts'
import { SupplierList } from '#modules/suppliers/web/door.tsx'
import { stock } from '../contract/endpoints.ts'
import type { Warehouse } from '../contract/shapes.ts'

/** Suppliers of the organisation and warehouses of the store. */
export default function InventorySettings() {
  const [tab, tabs] = useTabs(
    [
      ['suppliers', t`供应商`],
      ['warehouses', t`仓库`],
    ],
    { label: t`设置项` },
  )
  return (
    <Screen fill actions={tabs}>
      {tab === 'warehouses' ? <Warehouses /> : <SupplierList />}
    </Screen>
  )
}

const stale = [stock['warehouses.list'], stock['warehouses.their']]

function Warehouses() {
  const { hid } = useWho()
  const can = useCan()
  const [edited, setEdited] = useState<Warehouse | 'new'>()
  const remove = useSend(stock['warehouses.delete'], { invalidates: stale, onSuccess: () => toast(t`仓库已删除`, 'ok') })
  const confirmDelete = async (w: Warehouse) => {
    if (await confirm({ message: t`删除仓库“${w.name}”？`, danger: true })) remove.mutate({ id: w.warehouseId })
  }
  return (
    <>
      <DataTable
        of={stock['warehouses.list']}
        input={{ hid }}
        rowKey="warehouseId"
        live={['stock']}
        name="warehouse"
        {...(can('warehouse:edit') ? { onOpen: (w: Warehouse) => setEdited(w) } : {})}
        columns={columns}
        tools={
          <Can code="warehouse:edit">
            <Button type="primary" icon={<Plus size={14} />} onClick={() => setEdited('new')}>{t`新建仓库`}</Button>
          </Can>
        }
        {...(can('warehouse:edit')
          ? {
              actions: (w: Warehouse) =>
                w.first ? null : (
                  <button
                    type="button"
                    className="link soft"
                    onClick={(e) => (e.stopPropagation(), void confirmDelete(w))}
                  >{t`删除`}</button>
                ),
            }
          : {})}
      />
      <Drawer
        title={edited === 'new' ? t`新建仓库` : t`仓库`}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        size={520}
        destroyOnHidden
      >
        {edited && <WarehouseForm warehouse={edited} close={() => setEdited(undefined)} />}
      </Drawer>
    </>
  )
}

const columns: ReadonlyArray<TableColumn<Warehouse>> = [
  { key: 'name', sort: false, render: (w) => <strong>{w.name}</strong> },
  { key: 'first', sort: false },
  { key: 'hospitalName', sort: false },
  { key: 'manager', sort: false },
  { key: 'phone', sort: false },
  { key: 'address', sort: false },
  { key: 'quantity', sort: false },
  { key: 'status', sort: false },
]

function WarehouseForm({ warehouse, close }: { warehouse: Warehouse | 'new'; close: () => void }) {
  const { hid } = useWho()
  const fields = [
    { key: 'name' as const, span: 12 },
    { key: 'manager' as const, span: 6 },
    { key: 'phone' as const, span: 6 },
    { key: 'address' as const, span: 12 },
  ]
  const common = { invalidates: stale, onDone: () => (toast(t`仓库已保存`, 'ok'), close()), onLeave: close }
  return warehouse === 'new' ? (
    <Form of={stock['warehouses.create']} fixed={{ hid }} fields={fields} {...common} />
  ) : (
    <Form
      of={stock['warehouses.update']}
      fixed={{ id: warehouse.warehouseId }}
      initial={warehouse}
      fields={[...fields, { key: 'status', span: 12 }]}
      {...common}
    />
  )
}
