import { Button } from 'antd'
import { DataTable, confirm, t, toast, useCan, useSend, useWho, type TableColumn } from '#kernel/web/index.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockOutRow } from '../../contract/shapes.papers.ts'
import { PaperScreen, PrintLink, usePapers } from '../paper/PaperScreen.tsx'
import { StockOutForm } from './StockOutForm.tsx'
import { StockOutView } from './StockOutView.tsx'
import { stockOut } from '../../contract/states.ts'

/** Stock-out documents of the store. Sales and workshop use are issued by bills and orders; this covers the rest. */
export default function StockOutList() {
  const { hid } = useWho()
  const can = useCan()
  const papers = usePapers('stockout:edit')
  const { begin, open, period } = papers
  return (
    <PaperScreen
      papers={papers}
      exportOf={stock['stockout.exports']}
      exports={t`${period.start_date} 至 ${period.end_data} 已出库的明细`}
      title={t`出库单`}
      create={t`新建出库单`}
      width={1100}
      form={<StockOutForm onDone={(p) => open(p.stockoutId)} onLeave={papers.leave} />}
      view={(id) => <StockOutView stockoutId={id} onLeave={() => open(undefined)} />}
    >
      <DataTable
        of={stock['stockout.list']}
        input={{ hid }}
        rowKey="stockoutId"
        live={['stock']}
        pageSize={50}
        onTotal={papers.setTotal}
        onOpen={(p) => open(p.stockoutId)}
        {...(begin ? { onNew: begin } : {})}
        columns={columns}
        filters={[{ key: 'text', width: 220 }, 'status', 'stockoutType', { range: ['start_date', 'end_data'], label: '出库日期' }]}
        {...(can('stockout:confirm')
          ? { selection: (rows: StockOutRow[], clear: () => void) => <DeliverAll rows={rows} clear={clear} /> }
          : {})}
        actions={(p) => <PrintLink to={`/export-print/${p.stockoutId}`} label={t`打印 ${p.stockoutNo}`} />}
        empty={{
          text: t`还没有出库单。退供、报废、领用和试戴样品从这里出库`,
          action: begin && <Button type="primary" onClick={begin}>{t`新建出库单`}</Button>,
        }}
      />
    </PaperScreen>
  )
}

/** Posts the selected documents, all or none. */
function DeliverAll({ rows, clear }: { rows: StockOutRow[]; clear: () => void }) {
  const bulk = useSend(stock['stockout.bulk-delivery'], {
    invalidates: [stock['stockout.list'], stock['stock.view']],
    onSuccess: ({ delivered }) => toast(t`已出库 ${delivered} 张`, 'ok'),
  })
  const deliver = async () => {
    const waiting = rows.filter((r) => stockOut.in.open.includes(r.status))
    if (!waiting.length) return toast(t`选中的单据都不在待出库状态`, 'warn')
    const note = await confirm({
      title: t`批量出库`,
      message: t`确认 ${waiting.length} 张出库单全部出库？有一张库存不足则全部不出。`,
      reason: { label: t`备注`, required: false },
    })
    if (note === false) return
    bulk.mutate(
      { stock_out_ids: waiting.map((r) => r.stockoutId), ...(typeof note === 'string' && note ? { note } : {}) },
      { onSuccess: clear },
    )
  }
  return <Button loading={bulk.isPending} onClick={() => void deliver()}>{t`批量出库`}</Button>
}

const columns: ReadonlyArray<TableColumn<StockOutRow>> = [
  { key: 'stockoutNo', sort: false, render: (p) => <strong>{p.stockoutNo}</strong> },
  { key: 'stockoutDate', sort: false },
  { key: 'stockoutType', sort: false },
  { key: 'receiver', sort: false },
  { key: 'supplierName', sort: false },
  { key: 'warehouseName', sort: false },
  { key: 'lines', sort: false },
  { key: 'quantity', sort: false },
  { key: 'differStatus', sort: false },
  { key: 'status', sort: false },
  { key: 'staffName', sort: false },
  { key: 'note', sort: false },
]
