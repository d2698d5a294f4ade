import { Button } from 'antd'
import { DataTable, Form, t, toast, useGo, useWho, type TableColumn } from '#kernel/web/index.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StocktakingRow } from '../../contract/counts.ts'
import { PaperScreen, PrintLink, usePapers } from '../paper/PaperScreen.tsx'
import { useWarehouses } from '../paper/fields.tsx'
import { CountReview } from './CountReview.tsx'

/** Stocktakes of the store. Sales continue during a count; their time tells them apart. */
export default function CountList() {
  const { hid } = useWho()
  const go = useGo()
  const papers = usePapers('stock:count')
  const { begin, open } = papers
  return (
    <PaperScreen
      papers={papers}
      title={t`盘点单`}
      create={t`新建盘点`}
      width={1100}
      form={<CountForm onDone={(countId) => go(`/inventory/count/${countId}`)} onLeave={papers.leave} />}
      view={(id) => <CountReview countId={id} onLeave={() => open(undefined)} />}
    >
      <DataTable
        of={stock['stocktaking.list']}
        input={{ hid }}
        rowKey="countId"
        live={['stock']}
        pageSize={50}
        onTotal={papers.setTotal}
        onOpen={(c) => open(c.countId)}
        {...(begin ? { onNew: begin } : {})}
        columns={columns}
        filters={[{ key: 'text', width: 220 }, 'status', { range: ['start_date', 'end_data'], label: '盘点日期' }]}
        actions={(c) => <PrintLink to={`/print/inventory-count/${c.countId}/blind`} label={t`打印 ${c.countNo}`} />}
        empty={{
          text: t`还没有盘点单。盘点时照常卖货，不用停业`,
          action: begin && <Button type="primary" onClick={begin}>{t`新建盘点`}</Button>,
        }}
      />
    </PaperScreen>
  )
}
/** Scope of a count; without a choice the whole warehouse. */
function CountForm({ onDone, onLeave }: { onDone: (countId: number) => void; onLeave: () => void }) {
  const { hid } = useWho()
  const options = useWarehouses()
  return (
    <Form
      of={stock['stocktaking.create']}
      fixed={{ hid }}
      initial={{ blind: true }}
      fields={[
        { key: 'warehouseId', span: 6, options, placeholder: t`默认仓库` },
        { key: 'blind', span: 6 },
        { key: 'categories', span: 12, placeholder: t`全部类别` },
        { key: 'recountPieces', span: 6, placeholder: t`与账面差这么多件以上，要再数一次` },
        { key: 'recountValue', span: 6 },
        { key: 'note', span: 12 },
      ]}
      saveLabel={t`开始盘点`}
      invalidates={[stock['stocktaking.list']]}
      onLeave={onLeave}
      onDone={(c) => (toast(t`盘点单 ${c.countNo} 已开始`, 'ok'), onDone(c.countId))}
    />
  )
}
const columns: ReadonlyArray<TableColumn<StocktakingRow>> = [
  { key: 'countNo', sort: false, render: (c) => <strong>{c.countNo}</strong> },
  { key: 'createdAt', sort: false },
  { key: 'warehouseName', sort: false },
  { key: 'batches', sort: false },
  { key: 'pieces', sort: false },
  { key: 'people', sort: false },
  { key: 'status', sort: false },
  { key: 'staffName', sort: false },
  { key: 'note', sort: false },
]
