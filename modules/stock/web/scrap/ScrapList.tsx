/** Scrap documents: written with cause and photo, approved by another person, destroyed before a witness. */
import { Button } from 'antd'
import { showMoney } from '#kernel/contract/index.ts'
import { DataTable, Form, t, toast, tr, useWho, type TableColumn } from '#kernel/web/index.ts'
import { PHOTO, PictureField } from '#modules/settings/web/door.tsx'
import { stock } from '../../contract/endpoints.ts'
import { scrapCauses, type ScrapRow } from '../../contract/scrap.ts'
import { PaperScreen, PrintLink, usePapers } from '../paper/PaperScreen.tsx'
import { batchColumn, useWarehouses } from '../paper/fields.tsx'
import { ScrapView } from './ScrapView.tsx'
import '../stock.css'

export default function ScrapList() {
  const { hid } = useWho()
  const papers = usePapers('stock:scrap')
  const { begin, open } = papers
  return (
    <PaperScreen
      papers={papers}
      title={t`报废单`}
      create={t`新建报废单`}
      width={1000}
      form={<ScrapForm onDone={open} onLeave={papers.leave} />}
      view={(id) => <ScrapView stockoutId={id} onLeave={() => open(undefined)} />}
    >
      <DataTable
        of={stock['scrap.list']}
        input={{ hid }}
        rowKey="stockoutId"
        live={['stock']}
        pageSize={50}
        onTotal={papers.setTotal}
        onOpen={(p) => open(p.stockoutId)}
        {...(begin ? { onNew: begin } : {})}
        columns={columns}
        filters={[{ key: 'text', width: 220 }, 'cause', 'status', { range: ['start_date', 'end_data'], label: '出库日期' }]}
        actions={(p) => <PrintLink to={`/print/scrap/${p.stockoutId}`} label={t`打印 ${p.stockoutNo}`} />}
        empty={{
          text: t`还没有报废单。破损、过期、召回的货在这里报废，由另一个人审批`,
          action: begin && <Button type="primary" onClick={begin}>{t`新建报废单`}</Button>,
        }}
      />
    </PaperScreen>
  )
}
const columns: ReadonlyArray<TableColumn<ScrapRow>> = [
  { key: 'stockoutNo', title: '报废单号', sort: false, render: (p) => <strong>{p.stockoutNo}</strong> },
  { key: 'stockoutDate', sort: false },
  { key: 'cause', sort: false, render: (p) => (p.cause ? tr(scrapCauses[p.cause]) : '—') },
  { key: 'jobNo', sort: false },
  { key: 'quantity', sort: false },
  { key: 'value', sort: false, render: (p) => showMoney(p.value) },
  { key: 'status', sort: false },
  { key: 'staffName', sort: false },
  { key: 'approverName', sort: false },
  { key: 'destroyedOn', sort: false, render: (p) => p.destroyedOn ?? t`尚未销毁` },
]

function ScrapForm({ onDone, onLeave }: { onDone: (stockoutId: number) => void; onLeave: () => void }) {
  const { hid } = useWho()
  const options = useWarehouses()
  return (
    <div className="lines-scroll">
      <Form
        of={stock['scrap.create']}
        fixed={{ hid }}
        initial={{ items: [{}] }}
        draft="scrap"
        fields={[
          { key: 'cause', span: 3 },
          { key: 'jobNo', span: 3 },
          { key: 'warehouseId', span: 3, options, placeholder: t`默认仓库` },
          { key: 'note', span: 12 },
          {
            key: 'items',
            blank: {},
            columns: [
              batchColumn(hid, 400, (row) => ({ productId: row?.productId })),
              { key: 'quantity', width: 110 },
              { key: 'note', width: 150 },
            ],
          },
          {
            key: 'photo',
            span: 12,
            control: (form, id) => (
              <PictureField
                id={id}
                disabled={false}
                room={PHOTO}
                label={t`报废的照片`}
                none=""
                value={typeof form.values.photo === 'string' ? form.values.photo : null}
                onChange={(photo) => form.set('photo', photo)}
              />
            ),
          },
        ]}
        saveLabel={t`保存，等待审批`}
        invalidates={[stock['scrap.list']]}
        onLeave={onLeave}
        onDone={(p) => (toast(t`${p.stockoutNo} 已保存，等另一个人审批`, 'ok'), onDone(p.stockoutId))}
      />
    </div>
  )
}
