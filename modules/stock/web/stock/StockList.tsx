import { Drawer } from 'antd'
import { useState } from 'react'
import { DataTable, Screen, t, tr, useCan, useScanner, useSearch, useTabs, useWho } from '#kernel/web/index.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockRow } from '../../contract/shapes.ts'
import { BatchActions } from './BatchActions.tsx'
import { columnsFor } from './columns.tsx'
import { Scanned } from './Scanned.tsx'
import { StockDetail } from './StockDetail.tsx'
import { expiries } from '../../contract/states.ts'

const views = [
  ['1', '按光度'],
  ['2', '按批次'],
  ['3', '按商品'],
] as const

/** Stock of the store by power, batch or product. A row opens its grid, batches and movements. */
export default function StockList() {
  const { hid } = useWho()
  const can = useCan()
  const [search, setSearch] = useSearch()
  const [total, setTotal] = useState<number>()
  const [opened, setOpened] = useState<StockRow>()
  const [view, tabs] = useTabs(
    views.map(([key, label]) => [key, tr(label)] as const),
    { name: 'query_type', label: t`查看方式` },
  )
  useScanner((code) => setSearch({ code }))
  const stockOptions = [
    { value: 1, label: t`有库存` },
    { value: 2, label: t`无库存` },
    { value: 0, label: t`全部库存` },
  ]
  return (
    <Screen fill note={total !== undefined && t`${total.toLocaleString('en-US')} 行`} actions={tabs}>
      <DataTable
        key={view}
        of={stock['stock.view']}
        input={{ hid, query_type: Number(view) as 1 | 2 | 3 }}
        rowKey="rowKey"
        live={['stock', 'frame-orders', 'billing']}
        pageSize={50}
        onTotal={setTotal}
        onOpen={setOpened}
        defaults={{ type: '1' }}
        columns={columnsFor(view, can('product:cost'))}
        filters={[{ key: 'text', width: 250 }, 'category', 'brand', 'classify_status', { key: 'type', options: stockOptions }]}
        rowTone={(r) => (r.expiryState === expiries.is.past && r.quantity > 0 ? 'bad' : r.locked ? 'warn' : undefined)}
        {...(can('stock:export') ? { exportOf: stock['stock.export'] } : {})}
        {...(view === '2' ? { actions: (r: StockRow) => <BatchActions row={r} /> } : {})}
        empty={{ text: search.text ? t`没有符合条件的库存` : t`还没有库存。从采购入库开始` }}
      />
      <Scanned code={search.code} close={() => setSearch({ code: undefined })} />
      <Drawer title={opened?.productName} open={opened !== undefined} onClose={() => setOpened(undefined)} size={900} destroyOnHidden>
        {opened && <StockDetail row={opened} />}
      </Drawer>
    </Screen>
  )
}
