import { Button, Drawer, Modal } from 'antd'
import { FileUp, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  Can,
  DataTable,
  Form,
  Money,
  Screen,
  t,
  toast,
  tr,
  useCan,
  useGo,
  useScanner,
  useSearch,
  useSend,
  useWho,
  confirm,
  type Column,
} from '#kernel/web/index.ts'
import { products } from '../contract/endpoints.ts'
import { showPower } from '../contract/range.ts'
import type { Product } from '../contract/shapes.ts'
import { GoodsForm } from './GoodsForm.tsx'
import { Prices } from './Prices.tsx'

/** −8.00 … 0.00 / −2.00: the range a lens is made in. */
const range = (p: Product): string =>
  p.sphMin === null ? '—' : `${showPower(p.sphMin)} … ${showPower(p.sphMax)}${p.cylMin ? ` / ${showPower(p.cylMin)}` : ''}`

export default function Goods() {
  const go = useGo()
  const can = useCan()
  const { hid } = useWho()
  const [search, setSearch] = useSearch()
  const [total, setTotal] = useState<number>()
  const [edited, setEdited] = useState<Product | 'new'>()
  const [priced, setPriced] = useState<Chosen>()
  const [limited, setLimited] = useState<Chosen>()
  const remove = useSend(products['products.delete'], {
    invalidates: [products['products.list']],
    onSuccess: () => toast(t`商品已删除`, 'ok'),
  })
  useScanner((code) => setSearch({ text: code, page: undefined }))
  const ask = async (p: Product) => {
    if (await confirm({ message: t`删除商品“${p.name}”？已有库存或单据的商品不能删除，可以停售。`, danger: true }))
      remove.mutate({ id: p.productId })
  }
  return (
    <Screen
      fill
      note={total !== undefined && t`${total.toLocaleString('en-US')} 个`}
      actions={
        <>
          <Can code="product:import">
            <Button icon={<FileUp size={14} />} onClick={() => go('/inventory/goods/import')}>{t`导入`}</Button>
          </Can>
          <Can code="product:edit">
            <Button type="primary" icon={<Plus size={14} />} onClick={() => setEdited('new')}>{t`新建商品`}</Button>
          </Can>
        </>
      }
    >
      <DataTable
        of={products['products.list']}
        input={{ hid }}
        rowKey="productId"
        live={['products']}
        pageSize={50}
        onTotal={setTotal}
        {...(can('product:edit') ? { onOpen: (p: Product) => setEdited(p), onNew: () => setEdited('new') } : {})}
        columns={columnsFor(can('product:edit'))}
        filters={[{ key: 'text', width: 260 }, 'category', 'brand', 'classifyStatus', 'status']}
        {...(can('product:export') ? { exportOf: products['product.bulk-export'] } : {})}
        {...(can('product:edit')
          ? {
              actions: (p: Product) => (
                <button type="button" className="link soft" onClick={(e) => (e.stopPropagation(), void ask(p))}>{t`删除`}</button>
              ),
            }
          : {})}
        {...(can('product:edit') || can('product:price')
          ? {
              selection: (rows: Product[], clear: () => void) => (
                <>
                  <Can code="product:price">
                    <Button onClick={() => setPriced({ rows, clear })}>{t`调整价格`}</Button>
                  </Can>
                  <Can code="product:edit">
                    <Button onClick={() => setLimited({ rows, clear })}>{t`批量设置`}</Button>
                  </Can>
                </>
              ),
            }
          : {})}
        empty={{
          text: search.text ? t`没有符合条件的商品` : t`还没有商品。新建第一个，或导入供应商目录`,
          action: can('product:edit') && <Button type="primary" onClick={() => setEdited('new')}>{t`新建商品`}</Button>,
        }}
      />
      <Drawer
        title={edited === 'new' ? t`新建商品` : t`商品`}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        size={860}
        destroyOnHidden
      >
        {edited && (
          <GoodsForm
            product={edited === 'new' ? undefined : edited}
            category={Number(search.category) || undefined}
            onDone={() => (toast(t`商品已保存`, 'ok'), setEdited(undefined))}
            onLeave={() => setEdited(undefined)}
          />
        )}
      </Drawer>
      <Prices of={priced} close={() => setPriced(undefined)} />
      <Limits of={limited} close={() => setLimited(undefined)} />
    </Screen>
  )
}

const columnsFor = (edits: boolean): ReadonlyArray<Column<Product>> => [
  { key: 'category', sort: false, width: 96 },
  { key: 'name', sort: false, render: (p: Product) => <strong>{p.name}</strong> },
  { key: 'brand', sort: false },
  { key: 'version', sort: false },
  { key: 'spec', sort: false, render: (p: Product) => [p.spec, p.colour].filter(Boolean).join(' ') || '—' },
  { key: 'range', title: '光度范围', unit: 'D', sort: false, render: (p: Product) => <span className="num">{range(p)}</span> },
  { key: 'index', sort: false, render: (p: Product) => p.index?.toFixed(2) ?? '—' },
  { key: 'classifyStatus', sort: false, render: (p: Product) => (p.sphMin === null ? '—' : tr(p.classifyStatus === 1 ? '现片' : '订制')) },
  { key: 'barCode', sort: false },
  { key: 'price', sort: false, render: (p: Product) => <Money of={p.price} /> },
  ...(edits ? [{ key: 'cost', sort: false, align: 'right' as const, render: (p: Product) => <Money of={p.cost} /> }] : []),
  {
    key: 'minStock',
    title: '上下限',
    align: 'right',
    sort: false,
    render: (p: Product) => (p.minStock === null && p.maxStock === null ? '—' : `${p.minStock ?? 0}–${p.maxStock ?? '∞'}`),
  },
  { key: 'status', sort: false },
]

type Chosen = { rows: Product[]; clear: () => void } | undefined
/** Stock limits and state of the products ticked. */
const Limits = ({ of, close }: { of: Chosen; close: () => void }) => (
  <Modal title={t`批量设置 ${of?.rows.length ?? 0} 个商品`} open={of !== undefined} onCancel={close} footer={null} destroyOnHidden>
    {of && (
      <Form
        of={products['product.product-setting']}
        fixed={{ productIds: of.rows.map((p) => p.productId) }}
        saveLabel={t`保存`}
        invalidates={[products['products.list']]}
        onLeave={close}
        fields={[
          { key: 'minStock', span: 6 },
          { key: 'maxStock', span: 6 },
          { key: 'status', span: 12, hint: t`留空的项目保持不变` },
        ]}
        onDone={({ changed }) => (toast(t`已修改 ${changed} 个商品`, 'ok'), of.clear(), close())}
      />
    )}
  </Modal>
)
