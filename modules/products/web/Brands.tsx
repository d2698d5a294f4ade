import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, confirm, DataTable, Form, Screen, t, toast, useCan, useSend } from '#kernel/web/index.ts'
import { inUse } from '#kernel/contract/index.ts'
import type { Brand } from '../contract/brand.ts'
import { products } from '../contract/endpoints.ts'
import { categories } from '../contract/fields.ts'
import { useSuppliers } from './useSuppliers.ts'

const kinds = Object.entries(categories).map(([value, label]) => ({ value: Number(value), label }))
const stale = [products['brand.list'], products['products.list']]
const words = (ids: readonly number[]) => kinds.filter((k) => ids.includes(k.value)).map((k) => k.label)
const range = (from: number | null, to: number | null) => (from === null && to === null ? '' : `${from ?? ''}…${to ?? ''}`)

/** Brands of the organisation: suppliers, delivery days, available ranges. */
export default function Brands() {
  const can = useCan()
  const [edited, setEdited] = useState<Brand | 'new'>()
  const edits = can('product:edit')
  return (
    <Screen fill>
      <DataTable
        of={products['brand.list']}
        rowKey="brandId"
        columns={[
          { key: 'name', sort: false, render: (b) => <strong>{b.name}</strong> },
          { key: 'brandCode', sort: false },
          { key: 'categories', sort: false, render: (b) => words(b.categories).join(' ') },
          { key: 'suppliers', sort: false, render: (b) => b.suppliers.map((s) => s.name).join(' ') },
          { key: 'stockDays', sort: false },
          { key: 'customDays', sort: false },
          { key: 'bcMin', title: t`基弧`, sort: false, render: (b) => range(b.bcMin, b.bcMax) },
          { key: 'targetMin', title: t`降幅`, sort: false, render: (b) => range(b.targetMin, b.targetMax) },
          { key: 'jessenFactor', sort: false },
          { key: 'products', sort: false },
          { key: 'status', sort: false },
        ]}
        filters={[{ key: 'text', width: 200 }, 'category', 'status']}
        tools={
          <Can code="product:edit">
            <Button type="primary" icon={<Plus size={14} />} onClick={() => setEdited('new')}>{t`新建品牌`}</Button>
          </Can>
        }
        {...(edits ? { onOpen: setEdited, onNew: () => setEdited('new'), actions: (b: Brand) => <Remove brand={b} /> } : {})}
        empty={{ text: t`还没有品牌。商品上写的品牌会自动登记在这里` }}
      />
      <Drawer
        title={edited === 'new' ? t`新建品牌` : t`品牌`}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        size={720}
        destroyOnHidden
      >
        {edited && <BrandForm brand={edited} close={() => setEdited(undefined)} />}
      </Drawer>
    </Screen>
  )
}

function BrandForm({ brand, close }: { brand: Brand | 'new'; close: () => void }) {
  const suppliers = useSuppliers()
  const initial = brand === 'new' ? { status: inUse.is.on } : { ...brand, supplierIds: brand.suppliers.map((s) => s.supplierId) }
  return (
    <Form
      of={products['brand.save']}
      initial={initial}
      {...(brand === 'new' ? {} : { fixed: { brandId: brand.brandId, versionNo: brand.versionNo } })}
      invalidates={stale}
      fields={[
        { key: 'name', span: 6, ...(brand === 'new' ? {} : { hint: t`改名后商品上的品牌一同改` }) },
        { key: 'brandCode', span: 6, placeholder: t`留空与名称相同` },
        { key: 'categories', span: 6, options: kinds },
        ...(suppliers.length ? [{ key: 'supplierIds' as const, span: 6, options: suppliers }] : []),
        { key: 'stockDays', span: 4 },
        { key: 'customDays', span: 4 },
        { key: 'lifeMonths', span: 4 },
        {
          group: '可做范围',
          note: t`留空表示不限；商品自己的范围更窄时以商品为准`,
          items: [
            { key: 'sphMin', span: 4 },
            { key: 'sphMax', span: 4 },
            { key: 'cylMin', span: 4 },
            { key: 'bcMin', span: 3 },
            { key: 'bcMax', span: 3 },
            { key: 'diaMin', span: 3 },
            { key: 'diaMax', span: 3 },
          ],
        },
        {
          group: '角膜塑形镜',
          items: [
            { key: 'targetMin', span: 4 },
            { key: 'targetMax', span: 4 },
            { key: 'jessenFactor', span: 4, hint: t`基弧 = 平K − 降幅 − 因子` },
          ],
        },
        { key: 'status', span: 4 },
        { key: 'note', span: 8 },
      ]}
      onDone={() => (toast(t`品牌已保存`, 'ok'), close())}
      onLeave={close}
    />
  )
}

function Remove({ brand }: { brand: Brand }) {
  const remove = useSend(products['brand.delete'], { invalidates: stale, onSuccess: () => toast(t`已删除`, 'ok') })
  const confirmDelete = async () => {
    if (await confirm({ message: t`删除品牌“${brand.name}”？有商品的品牌不能删除，可以停用。`, danger: true }))
      remove.mutate({ id: brand.brandId })
  }
  return <button type="button" className="link soft" onClick={() => void confirmDelete()}>{t`删除`}</button>
}
