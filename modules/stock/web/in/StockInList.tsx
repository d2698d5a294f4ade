import { Button, Drawer } from 'antd'
import { Download, FileUp, Plus, Printer } from 'lucide-react'
import { useState } from 'react'
import { Can, DataTable, Money, Screen, dayFromToday, download, t, today, useCan, useGo, useSearch, useWho } from '#kernel/web/index.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockInRow } from '../../contract/papers.ts'
import { StockInForm } from './StockInForm.tsx'
import { StockInView } from './StockInView.tsx'

/** Purchase receipts and other stock-in papers of the store. */
export default function StockInList() {
  const { hid } = useWho()
  const can = useCan()
  const go = useGo()
  const [search, setSearch] = useSearch()
  const [total, setTotal] = useState<number>()
  const [fresh, setFresh] = useState(false)
  const opened = Number(search.paper) || undefined
  const open = (stockinId: number | undefined) => setSearch({ paper: stockinId })
  const period = { start_date: search.start_date ?? dayFromToday(-30), end_data: search.end_data ?? today() }
  return (
    <Screen
      fill
      note={total !== undefined && t`${total.toLocaleString('en-US')} 张`}
      actions={
        <>
          <Can code="stock:export">
            <Button
              icon={<Download size={14} />}
              title={t`${period.start_date} 至 ${period.end_data} 已入库的明细`}
              onClick={() => void download(stock['stockin.exports'], { hid, ...period })}
            >{t`导出明细`}</Button>
          </Can>
          <Can code="stockin:edit">
            <Button icon={<FileUp size={14} />} onClick={() => go('/inventory/import/file')}>{t`导入送货单`}</Button>
          </Can>
          <Can code="stockin:edit">
            <Button type="primary" icon={<Plus size={14} />} onClick={() => setFresh(true)}>{t`新建入库单`}</Button>
          </Can>
        </>
      }
    >
      <DataTable
        of={stock['stockin.list']}
        input={{ hid }}
        rowKey="stockinId"
        live={['stock']}
        pageSize={50}
        onTotal={setTotal}
        onOpen={(p: StockInRow) => open(p.stockinId)}
        {...(can('stockin:edit') ? { onNew: () => setFresh(true) } : {})}
        columns={[
          { key: 'stockinNo', sort: false, render: (p) => <strong>{p.stockinNo}</strong> },
          { key: 'stockinDate', sort: false },
          { key: 'stockinType', sort: false },
          { key: 'supplierName', sort: false },
          { key: 'deliveryNo', sort: false },
          { key: 'warehouseName', sort: false },
          { key: 'lines', sort: false },
          { key: 'quantity', sort: false },
          { key: 'amount', sort: false, render: (p) => <Money of={p.amount} /> },
          { key: 'differStatus', sort: false },
          { key: 'status', sort: false },
          { key: 'staffName', sort: false },
        ]}
        filters={[
          { key: 'text', width: 220 },
          'status',
          'stockinType',
          'differStatus',
          { range: ['start_date', 'end_data'], label: '入库日期' },
        ]}
        rowTone={(p) => (p.differStatus === 1 ? 'warn' : undefined)}
        actions={(p) => (
          <a
            className="icon-btn"
            href={`/import-print/${p.stockinId}`}
            target="_blank"
            rel="noreferrer"
            aria-label={t`打印 ${p.stockinNo}`}
            onClick={(e) => e.stopPropagation()}
          >
            <Printer size={15} />
          </a>
        )}
        empty={{
          text: t`还没有入库单。到货后扫码登记，审核后才进入库存`,
          action: can('stockin:edit') && <Button type="primary" onClick={() => setFresh(true)}>{t`新建入库单`}</Button>,
        }}
      />
      <Drawer title={t`新建入库单`} open={fresh} onClose={() => setFresh(false)} size="min(1180px, 100vw)" destroyOnHidden>
        <StockInForm onDone={(p) => (setFresh(false), open(p.stockinId))} onLeave={() => setFresh(false)} />
      </Drawer>
      <Drawer title={t`入库单`} open={opened !== undefined} onClose={() => open(undefined)} size="min(1180px, 100vw)" destroyOnHidden>
        {opened && <StockInView stockinId={opened} onLeave={() => open(undefined)} />}
      </Drawer>
    </Screen>
  )
}
