import { Button, Drawer } from 'antd'
import { FileUp, Plus, Tag } from 'lucide-react'
import { useState } from 'react'
import { Can, DataTable, Screen, confirm, t, toast, useCan, useGo, useScanner, useSearch, useSend, useWho } from '#kernel/web/index.ts'
import { products } from '../contract/endpoints.ts'
import type { Product } from '../contract/shapes.ts'
import { columnsFor } from './columns.tsx'
import { GoodsForm } from './GoodsForm.tsx'
import { LensPrices } from './LensPrices.tsx'
import { Limits, type Ticked } from './ticked/Limits.tsx'
import { Prices } from './ticked/Prices.tsx'
import { TagDrawer, TagTicked, useTags } from './ticked/Tags.tsx'

export default function Goods() {
  const can = useCan()
  const { hid } = useWho()
  const [search, setSearch] = useSearch()
  const [total, setTotal] = useState<number>()
  const [edited, setEdited] = useState<Product | 'new'>()
  const [priced, setPriced] = useState<Product>()
  const begin = () => setEdited('new')
  useScanner((code) => setSearch({ text: code, page: undefined }))
  const edits = can('product:edit')
  const tags = useTags()
  return (
    <Screen fill note={total !== undefined && t`${total.toLocaleString('en-US')} 个`} actions={<HeadActions begin={begin} />}>
      <DataTable
        of={products['products.list']}
        input={{ hid }}
        rowKey="productId"
        live={['products']}
        pageSize={50}
        onTotal={setTotal}
        columns={columnsFor(can('product:cost'))}
        filters={[
          { key: 'text', width: 260 },
          'category',
          'brand',
          'classifyStatus',
          'status',
          ...(tags.length ? [{ key: 'tag' as const, options: tags }] : []),
        ]}
        {...(can('product:export') ? { exportOf: products['product.bulk-export'] } : {})}
        {...(edits ? { onOpen: setEdited, onNew: begin, actions: (p: Product) => <RowActions product={p} showPrices={setPriced} /> } : {})}
        {...(can(['product:edit', 'product:price'])
          ? { selection: (rows: Product[], clear: () => void) => <TickedActions rows={rows} clear={clear} /> }
          : {})}
        empty={{
          text: search.text ? t`没有符合条件的商品` : t`还没有商品。新建第一个，或导入供应商目录`,
          action: edits && <Button type="primary" onClick={begin}>{t`新建商品`}</Button>,
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
      <LensPrices product={priced} close={() => setPriced(undefined)} />
    </Screen>
  )
}

function HeadActions({ begin }: { begin: () => void }) {
  const go = useGo()
  const [tagging, setTagging] = useState(false)
  return (
    <>
      <Button icon={<Tag size={14} />} onClick={() => setTagging(true)}>{t`标签`}</Button>
      <TagDrawer open={tagging} close={() => setTagging(false)} />
      <Can code="product:import">
        <Button icon={<FileUp size={14} />} onClick={() => go('/inventory/goods/import')}>{t`导入`}</Button>
      </Can>
      <Can code="product:edit">
        <Button type="primary" icon={<Plus size={14} />} onClick={begin}>{t`新建商品`}</Button>
      </Can>
    </>
  )
}

/** Actions on ticked products: prices, limits, state, tags. */
function TickedActions({ rows, clear }: Ticked) {
  const [priced, setPriced] = useState<Ticked>()
  const [limited, setLimited] = useState<Ticked>()
  const [tagged, setTagged] = useState<Ticked>()
  return (
    <>
      <Can code="product:price">
        <Button onClick={() => setPriced({ rows, clear })}>{t`调整价格`}</Button>
      </Can>
      <Can code="product:edit">
        <Button onClick={() => setLimited({ rows, clear })}>{t`批量设置`}</Button>
        <Button onClick={() => setTagged({ rows, clear })}>{t`标签`}</Button>
      </Can>
      <Prices ticked={priced} close={() => setPriced(undefined)} />
      <Limits ticked={limited} close={() => setLimited(undefined)} />
      <TagTicked ticked={tagged} close={() => setTagged(undefined)} />
    </>
  )
}

/** Spectacle lenses can have prices by power. */
const LENS = 3
const RowActions = ({ product, showPrices }: { product: Product; showPrices: (product: Product) => void }) => (
  <>
    {product.category === LENS && <button type="button" className="link" onClick={() => showPrices(product)}>{t`光度价格`}</button>}
    <Remove product={product} />
  </>
)

function Remove({ product: p }: { product: Product }) {
  const remove = useSend(products['products.delete'], {
    invalidates: [products['products.list']],
    onSuccess: () => toast(t`商品已删除`, 'ok'),
  })
  const confirmDelete = async () => {
    if (await confirm({ message: t`删除商品“${p.name}”？已有库存或单据的商品不能删除，可以停售。`, danger: true }))
      remove.mutate({ id: p.productId })
  }
  return <button type="button" className="link soft" onClick={() => void confirmDelete()}>{t`删除`}</button>
}
