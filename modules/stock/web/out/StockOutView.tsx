import { useState } from 'react'
import { metaOf, powerOf, showPower, wordOf } from '#kernel/contract/index.ts'
import { Rows, Status, Until, t, toast, tr, useCall, useHolds, useSend } from '#kernel/web/index.ts'
import { goodsName } from '#modules/products/contract/range.ts'
import { stock } from '../../contract/endpoints.ts'
import { differStatus, stockOutStatus, stockOutTypes } from '../../contract/fields.ts'
import type { StockOut } from '../../contract/shapes.papers.ts'
import { stockOut, differences } from '../../contract/states.ts'
import { DifferButton, PaperView } from '../paper/PaperView.tsx'
import { StockOutForm } from './StockOutForm.tsx'

/** A stock-out document with its actions. */
export function StockOutView({ stockoutId, onLeave }: { stockoutId: number; onLeave: () => void }) {
  const info = useCall(stock['stockout.info'], { id: stockoutId }, { live: ['stock'] })
  const [editing, setEditing] = useState(false)
  if (editing && info.data) return <StockOutForm paper={info.data} onDone={() => setEditing(false)} onLeave={() => setEditing(false)} />
  return <Until of={info}>{info.data && <Paper paper={info.data} edit={() => setEditing(true)} onLeave={onLeave} />}</Until>
}

function Paper({ paper, edit, onLeave }: { paper: StockOut; edit: () => void; onLeave: () => void }) {
  const holds = useHolds()
  const { stockoutId } = paper
  const send = useSend(stock['stockout.status'], {
    invalidates: [stock['stockout.list'], stock['stockout.info'], stock['stock.view'], stock['stock.inventorys']],
    onSuccess: (p) => toast(t`出库单 ${p.stockoutNo}：${tr(wordOf(stockOut, p.status))}`, 'ok'),
  })
  const first = paper.differStatus === differences.is.none
  return (
    <PaperView
      paper={paper}
      machine={stockOut}
      facts={factsOf(paper)}
      code="stockout:edit"
      edit={edit}
      differ={
        paper.status === stockOut.is.posted &&
        paper.toHid === null &&
        differences.in.unsettled.includes(paper.differStatus) &&
        holds('stockout:edit') && (
          <DifferButton
            text={first ? t`报告差异` : t`处理差异`}
            message={first ? t`收货方清点不符时写明差多少。` : t`写明怎样处理：补发、报损…`}
            label={t`说明`}
            tell={(reason) => send.mutate({ stockoutId, differStatus: first ? differences.is.open : differences.is.settled, reason })}
          />
        )
      }
      agreed={{ stockoutId }}
      printAt={`/export-print/${stockoutId}`}
      busy={send.isPending}
      onMove={(step, reason) =>
        send.mutate({ stockoutId, status: stockOut.moves[step].to as 0, version: paper.version, ...(reason ? { reason } : {}) })
      }
      onLeave={onLeave}
    >
      <Lines paper={paper} />
    </PaperView>
  )
}

const factsOf = (paper: StockOut) =>
  [
    ['出库单号', paper.stockoutNo],
    ['状态', <Status key="s" of={metaOf(stockOutStatus)} value={paper.status} />],
    ['出库类型', tr(stockOutTypes[paper.stockoutType])],
    ['领用人', paper.receiver],
    ...(paper.toHid === null ? [] : [['调入门店', paper.toName] as const]),
    ['供应商', paper.supplierName],
    ['仓库', paper.warehouseName],
    ['出库日期', paper.stockoutDate],
    ['制单人', paper.staffName],
    ['差异', <Status key="d" of={metaOf(differStatus)} value={paper.differStatus} />],
    ['差异处理', paper.differNote],
    ['备注', paper.note],
  ] as const

/** Issued goods by batch. */
const Lines = ({ paper }: { paper: StockOut }) => (
  <Rows
    className="grid num paper-lines"
    rows={paper.items}
    rowKey={(i) => i.itemId}
    columns={[
      { title: t`商品`, cell: (i) => goodsName({ ...i, spec: null }) },
      { title: t`光度`, cell: (i) => showPower(powerOf(i)) || '—' },
      { title: t`批号`, cell: (i) => i.batchNo ?? (i.batchId ? '—' : t`先到期先出`) },
      { title: t`有效期至`, cell: (i) => i.expiry ?? '—' },
      {
        title: t`数量`,
        right: true,
        cell: (i) => (
          <>
            <b>{i.quantity}</b> {i.unit}
          </>
        ),
      },
    ]}
    foot={[4, t`合计`, paper.quantity]}
  />
)
