import { Button } from 'antd'
import { FileUp } from 'lucide-react'
import { Can, DataTable, Money, t, useGo, useWho, type TableColumn } from '#kernel/web/index.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockInRow } from '../../contract/shapes.papers.ts'
import { PaperScreen, PrintLink, usePapers } from '../paper/PaperScreen.tsx'
import { StockInForm } from './StockInForm.tsx'
import { StockInView } from './StockInView.tsx'
import { differences } from '../../contract/states.ts'

/** Stock-in documents of the store. */
export default function StockInList() {
  const { hid } = useWho()
  const go = useGo()
  const papers = usePapers('stockin:edit')
  const { begin, open, period } = papers
  return (
    <PaperScreen
      papers={papers}
      exportOf={stock['stockin.exports']}
      exports={t`${period.start_date} 至 ${period.end_data} 已入库的明细`}
      title={t`入库单`}
      create={t`新建入库单`}
      width={1320}
      more={
        <Can code="stockin:edit">
          <Button icon={<FileUp size={14} />} onClick={() => go('/inventory/import/file')}>{t`导入送货单`}</Button>
        </Can>
      }
      form={<StockInForm onDone={(p) => open(p.stockinId)} onLeave={papers.leave} />}
      view={(id) => <StockInView stockinId={id} onLeave={() => open(undefined)} />}
    >
      <DataTable
        of={stock['stockin.list']}
        input={{ hid }}
        rowKey="stockinId"
        live={['stock']}
        pageSize={50}
        onTotal={papers.setTotal}
        onOpen={(p) => open(p.stockinId)}
        {...(begin ? { onNew: begin } : {})}
        columns={columns}
        filters={[
          { key: 'text', width: 220 },
          'status',
          'stockinType',
          'differStatus',
          { range: ['start_date', 'end_data'], label: '入库日期' },
        ]}
        rowTone={(p) => (p.differStatus === differences.is.open ? 'warn' : undefined)}
        actions={(p) => <PrintLink to={`/import-print/${p.stockinId}`} label={t`打印 ${p.stockinNo}`} />}
        empty={{
          text: t`还没有入库单。到货后扫码登记，审核后才进入库存`,
          action: begin && <Button type="primary" onClick={begin}>{t`新建入库单`}</Button>,
        }}
      />
    </PaperScreen>
  )
}

const columns: ReadonlyArray<TableColumn<StockInRow>> = [
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
]
