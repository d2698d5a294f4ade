import { Button } from 'antd'
import { metaOf, showMoney, wordOf } from '#kernel/contract/index.ts'
import { DataTable, Facts, Form, Rows, Status, Until, t, toast, tr, useCall, useSend, useWho, type TableColumn } from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { Printer } from 'lucide-react'
import { ProfitLossItem, ProfitLossRow, type ProfitLoss } from '../../contract/counts.ts'
import { stock } from '../../contract/endpoints.ts'
import { profitLoss } from '../../contract/states.ts'
import { nameOf } from '../count/goods.ts'
import { History, usePaperKeys } from '../paper/History.tsx'
import { PaperScreen, PrintLink, usePapers } from '../paper/PaperScreen.tsx'
import { batchColumn, useWarehouses } from '../paper/fields.tsx'
import '../stock.css'

/** Loss and overflow documents, typed or written by a count. Nothing moves before another person confirms. */
export default function LossList() {
  const { hid } = useWho()
  const papers = usePapers('stock:loss')
  const { begin, open } = papers
  return (
    <PaperScreen
      papers={papers}
      title={t`报损报溢单`}
      create={t`新建报损报溢单`}
      width={1100}
      form={<LossForm onDone={open} onLeave={papers.leave} />}
      view={(id) => <LossView profitLossId={id} onLeave={() => open(undefined)} />}
    >
      <DataTable
        of={stock['profitloss.list']}
        input={{ hid }}
        rowKey="profitLossId"
        live={['stock']}
        pageSize={50}
        onTotal={papers.setTotal}
        onOpen={(p) => open(p.profitLossId)}
        {...(begin ? { onNew: begin } : {})}
        columns={columns}
        filters={[{ key: 'text', width: 220 }, 'status', { range: ['start_date', 'end_data'], label: '制单日期' }]}
        actions={(p) => <PrintLink to={`/print/loss-and-overflow/${p.profitLossId}/${p.category}`} label={t`打印 ${p.profitLossNo}`} />}
        empty={{
          text: t`还没有报损报溢单。盘点的差异会自动写成一张，等另一个人确认`,
          action: begin && <Button type="primary" onClick={begin}>{t`新建报损报溢单`}</Button>,
        }}
      />
    </PaperScreen>
  )
}
const columns: ReadonlyArray<TableColumn<ProfitLossRow>> = [
  { key: 'profitLossNo', sort: false, render: (p) => <strong>{p.profitLossNo}</strong> },
  { key: 'createdAt', sort: false },
  { key: 'category', sort: false },
  { key: 'countNo', sort: false },
  { key: 'warehouseName', sort: false },
  { key: 'lost', sort: false },
  { key: 'found', sort: false },
  { key: 'amount', sort: false },
  { key: 'status', sort: false },
  { key: 'staffName', sort: false },
  { key: 'confirmedName', sort: false },
]

function LossForm({ onDone, onLeave }: { onDone: (profitLossId: number) => void; onLeave: () => void }) {
  const { hid } = useWho()
  const options = useWarehouses()
  return (
    <div className="lines-scroll">
      <Form
        of={stock['profitloss.create']}
        fixed={{ hid }}
        initial={{ items: [{}] }}
        draft="profit-loss"
        fields={[
          { key: 'warehouseId', span: 3, options, placeholder: t`默认仓库` },
          { key: 'note', span: 9 },
          {
            key: 'items',
            blank: {},
            columns: [
              batchColumn(hid, 380),
              { key: 'quantity', title: '数量（报损为负）', width: 130 },
              { key: 'cause', width: 130 },
              { key: 'note', width: 200 },
            ],
          },
        ]}
        saveLabel={t`保存，等待确认`}
        invalidates={[stock['profitloss.list']]}
        onLeave={onLeave}
        onDone={(p) => (toast(t`${p.profitLossNo} 已保存，等另一个人确认`, 'ok'), onDone(p.profitLossId))}
      />
    </div>
  )
}

function LossView({ profitLossId, onLeave }: { profitLossId: number; onLeave: () => void }) {
  const info = useCall(stock['profitloss.info'], { id: profitLossId }, { live: ['stock'] })
  usePaperKeys({ onLeave })
  return <Until of={info}>{info.data && <Paper paper={info.data} />}</Until>
}
const toStatus = ProfitLossRow.shape.status
function Paper({ paper }: { paper: ProfitLoss }) {
  const { profitLossId, version } = paper
  const send = useSend(stock['profitloss.update'], {
    invalidates: [stock['profitloss.list'], stock['profitloss.info'], stock['stock.view'], stock['stock.inventorys']],
    onSuccess: (p) =>
      p.status === paper.status
        ? toast(t`已记第一确认人，还要另一个人确认`, 'ok')
        : toast(t`报损报溢单 ${p.profitLossNo}：${tr(wordOf(profitLoss, p.status))}`, 'ok'),
  })
  return (
    <div className="stock-detail">
      <Facts columns={4} items={factsOf(paper)} />
      <Lines paper={paper} />
      <div className="screen-actions">
        <Button
          size="small"
          icon={<Printer size={13} />}
          href={`/print/loss-and-overflow/${profitLossId}/${paper.category}`}
          target="_blank"
        >
          {t`打印`}
        </Button>
        <Moves
          of={profitLoss}
          status={paper.status}
          busy={send.isPending}
          onMove={(step, reason) =>
            send.mutate({ profitLossId, version, status: toStatus.parse(profitLoss.moves[step].to), ...(reason ? { reason } : {}) })
          }
        />
      </div>
      <History entries={paper.history} />
    </div>
  )
}
const factsOf = (paper: ProfitLoss) =>
  [
    ['报损报溢单号', paper.profitLossNo],
    ['状态', <Status key="s" of={metaOf(ProfitLossRow.shape.status)} value={paper.status} />],
    ['仓库', paper.warehouseName],
    ['盘点单号', paper.countNo],
    ['制单人', paper.staffName],
    ['第一确认人', paper.firstName],
    ['确认人', paper.confirmedName],
    ['金额', showMoney(paper.amount)],
    ['备注', paper.note],
  ] as const
const signed = (n: number): string => (n > 0 ? `+${n}` : `${n}`)
const causes = metaOf(ProfitLossItem.shape.cause).options ?? {}
const Lines = ({ paper }: { paper: ProfitLoss }) => (
  <div className="lines-scroll">
    <Rows
      className="grid num paper-lines"
      rows={paper.items}
      rowKey={(i) => i.itemId}
      columns={[
        { title: t`商品`, cell: nameOf },
        { title: t`批号`, cell: (i) => i.batchNo ?? '—' },
        { title: t`有效期至`, cell: (i) => i.expiry ?? '—' },
        { title: t`账面数`, right: true, cell: (i) => i.ledger ?? '—' },
        { title: t`实盘数`, right: true, cell: (i) => i.counted ?? '—' },
        { title: t`数量`, right: true, cell: (i) => <b>{signed(i.quantity)}</b> },
        { title: t`金额`, right: true, cell: (i) => showMoney(i.amount) },
        { title: t`原因`, cell: (i) => tr(causes[i.cause] ?? '') },
        { title: t`备注`, cell: (i) => i.note ?? '' },
      ]}
    />
  </div>
)
