import { Button, Drawer, Segmented } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, DataTable, Form, Screen, confirm, t, toast, useCan, useSearch, useSend, useWho } from '#kernel/web/index.ts'
import { SupplierList } from '#modules/suppliers/web/door.tsx'
import { stock } from '../contract/endpoints.ts'
import type { Warehouse } from '../contract/shapes.ts'

/** Suppliers of the chain and warehouses of the store. */
export default function InventorySettings() {
  const [search, setSearch] = useSearch()
  const tab = search.tab ?? 'suppliers'
  return (
    <Screen
      fill
      actions={
        <Segmented
          aria-label={t`设置项`}
          value={tab}
          options={[
            { value: 'suppliers', label: t`供应商` },
            { value: 'warehouses', label: t`仓库` },
          ]}
          onChange={(v) => setSearch({ tab: v === 'suppliers' ? undefined : v })}
        />
      }
    >
      {tab === 'warehouses' ? <Warehouses /> : <SupplierList />}
    </Screen>
  )
}

function Warehouses() {
  const { hid } = useWho()
  const can = useCan()
  const [edited, setEdited] = useState<Warehouse | 'new'>()
  const stale = [stock['warehouses.list'], stock['warehouses.their']]
  const remove = useSend(stock['warehouses.delete'], { invalidates: stale, onSuccess: () => toast(t`仓库已删除`, 'ok') })
  const ask = async (w: Warehouse) => {
    if (await confirm({ message: t`删除仓库“${w.name}”？`, danger: true })) remove.mutate({ id: w.warehouseId })
  }
  const fields = [
    { key: 'name' as const, span: 12 },
    { key: 'manager' as const, span: 6 },
    { key: 'phone' as const, span: 6 },
    { key: 'address' as const, span: 12 },
  ]
  const done = () => (toast(t`仓库已保存`, 'ok'), setEdited(undefined))
  return (
    <>
      <DataTable
        of={stock['warehouses.list']}
        input={{ hid }}
        rowKey="warehouseId"
        live={['stock']}
        name="warehouse"
        {...(can('warehouse:edit') ? { onOpen: (w: Warehouse) => setEdited(w) } : {})}
        columns={[
          { key: 'name', sort: false, render: (w) => <strong>{w.name}</strong> },
          { key: 'first', sort: false },
          { key: 'hospitalName', sort: false },
          { key: 'manager', sort: false },
          { key: 'phone', sort: false },
          { key: 'address', sort: false },
          { key: 'quantity', sort: false },
          { key: 'status', sort: false },
        ]}
        tools={
          <Can code="warehouse:edit">
            <Button type="primary" icon={<Plus size={14} />} onClick={() => setEdited('new')}>{t`新建仓库`}</Button>
          </Can>
        }
        {...(can('warehouse:edit')
          ? {
              actions: (w: Warehouse) =>
                w.first ? null : (
                  <button type="button" className="link soft" onClick={(e) => (e.stopPropagation(), void ask(w))}>{t`删除`}</button>
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
        {edited === 'new' ? (
          <Form
            of={stock['warehouses.create']}
            fixed={{ hid }}
            invalidates={stale}
            fields={fields}
            onDone={done}
            onLeave={() => setEdited(undefined)}
          />
        ) : (
          edited && (
            <Form
              of={stock['warehouses.update']}
              fixed={{ id: edited.warehouseId }}
              initial={edited}
              invalidates={stale}
              fields={[...fields, { key: 'status', span: 12 }]}
              onDone={done}
              onLeave={() => setEdited(undefined)}
            />
          )
        )}
      </Drawer>
    </>
  )
}
