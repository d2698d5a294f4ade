import { useState } from 'react'
import { metaOf, powerOf, showPower, wordOf } from '#kernel/contract/index.ts'
import { Money, Rows, Status, Until, t, toast, tr, useCall, useHolds, useSend } from '#kernel/web/index.ts'
import { goodsName } from '#modules/products/contract/range.ts'
import { stock } from '../../contract/endpoints.ts'
import { differStatus, stockInStatus, stockInTypes } from '../../contract/fields.ts'
import type { StockIn } from '../../contract/shapes.papers.ts'
import { stockIn, differences } from '../../contract/states.ts'
import { transferOutcomes } from '../../contract/transfer.ts'
import { Acceptance, wantsAcceptance } from './Acceptance.tsx'
import { DifferButton, PaperView } from '../paper/PaperView.tsx'
import { StockInForm } from './StockInForm.tsx'
import { TransferCount } from '../transfer/TransferCount.tsx'
import { TransferDecision } from '../transfer/TransferDecision.tsx'

/** A stock-in document with its actions. */
export function StockInView({ stockinId, onLeave }: { stockinId: number; onLeave: () => void }) {
  const info = useCall(stock['stockin.info'], { id: stockinId }, { live: ['stock'] })
  const [editing, setEditing] = useState(false)
  if (editing && info.data?.stockoutId)
    return <TransferCount paper={info.data} onDone={() => setEditing(false)} onLeave={() => setEditing(false)} />
  if (editing && info.data) return <StockInForm paper={info.data} onDone={() => setEditing(false)} onLeave={() => setEditing(false)} />
  return <Until of={info}>{info.data && <Paper paper={info.data} edit={() => setEditing(true)} onLeave={onLeave} />}</Until>
}

function Paper({ paper, edit, onLeave }: { paper: StockIn; edit: () => void; onLeave: () => void }) {
  const mayEdit = useHolds()
  const { stockinId } = paper
  const [accepting, setAccepting] = useState(false)
  const announce = (p: StockIn) => toast(t`入库单 ${p.stockinNo}：${tr(wordOf(stockIn, p.status))}`, 'ok')
  const send = useSend(stock['stockin.status'], {
    invalidates: [stock['stockin.list'], stock['stockin.info'], stock['stock.view'], stock['stock.inventorys']],
    onSuccess: announce,
  })
  return (
    <PaperView
      paper={paper}
      machine={stockIn}
      facts={factsOf(paper)}
      code="stockin:edit"
      edit={edit}
      differ={
        paper.differStatus === differences.is.open &&
        mayEdit('stockin:edit') &&
        (paper.stockoutId !== null ? (
          <TransferDecision paper={paper} />
        ) : (
          <DifferButton
            text={t`处理差异`}
            message={t`实收与应收不符。写明怎样处理：补发、退款、报损…`}
            label={t`处理结果`}
            tell={(reason) => send.mutate({ stockinId, differStatus: differences.is.settled, reason })}
          />
        ))
      }
      agreed={{ stockinId }}
      printAt={`/import-print/${stockinId}`}
      labelsAt={labelsOf(paper)}
      busy={send.isPending}
      onMove={(step, reason) =>
        step === 'post' && wantsAcceptance(paper)
          ? setAccepting(true)
          : send.mutate({ stockinId, status: stockIn.moves[step].to as 0, version: paper.version, ...(reason ? { reason } : {}) })
      }
      onLeave={onLeave}
    >
      <Lines paper={paper} />
      <Acceptance
        paper={paper}
        open={accepting}
        close={() => setAccepting(false)}
        onDone={(posted) => {
          setAccepting(false)
          announce(posted)
        }}
      />
    </PaperView>
  )
}

/** Labels: one per received piece. */
function labelsOf({ items }: StockIn): string | undefined {
  const batches = items.flatMap((i) => (i.batchId !== null && i.quantity > 0 ? [`${i.batchId}x${i.quantity}`] : []))
  return batches.length ? `/print/goods-labels/${batches.join(',')}` : undefined
}

const factsOf = (paper: StockIn) =>
  [
    ['入库单号', paper.stockinNo],
    ['状态', <Status key="s" of={metaOf(stockInStatus)} value={paper.status} />],
    ['入库类型', tr(stockInTypes[paper.stockinType])],
    ...(paper.fromHid === null ? [] : [['调出门店', paper.fromName] as const]),
    ['供应商', paper.supplierName],
    ['仓库', paper.warehouseName],
    ['送货单号', paper.deliveryNo],
    ['入库日期', paper.stockinDate],
    ['制单人', paper.staffName],
    ['验收人', paper.acceptedName],
    ...(paper.arrivalCelsius === null ? [] : [['到货温度', `${paper.arrivalCelsius.toFixed(1)} ℃`] as const]),
    ...(paper.certificates === null ? [] : [['合格证明', t`齐全`] as const]),
    ['差异', <Status key="d" of={metaOf(differStatus)} value={paper.differStatus} />],
    ['差异处理', paper.differNote],
    ['备注', paper.note],
  ] as const

const rejected = {
  title: t`拒收数量`,
  cell: (i: StockIn['items'][number]) => (i.rejected ? `${i.rejected} · ${i.rejectReason ?? ''}` : '—'),
}
const surplus = { title: t`多出`, right: true, cell: (i: StockIn['items'][number]) => i.surplus || '—' }
const outcome = { title: t`差异结果`, cell: (i: StockIn['items'][number]) => (i.outcome ? tr(transferOutcomes[i.outcome]) : '—') }
/** Empty feet below the columns that only some papers have. */
const more = ({ items }: StockIn): string[] =>
  [items.some((i) => i.rejected), items.some((i) => i.surplus), items.some((i) => i.outcome)].flatMap((shown) => (shown ? [''] : []))
/** Received against announced goods. */
const Lines = ({ paper }: { paper: StockIn }) => (
  <Rows
    className="grid num paper-lines"
    rows={paper.items}
    rowKey={(i) => i.itemId}
    tone={(i) => (i.expected !== null && i.expected !== i.quantity ? 'warn' : undefined)}
    columns={[
      { title: t`商品`, cell: (i) => goodsName({ ...i, spec: null }) },
      { title: t`光度`, cell: (i) => showPower(powerOf(i)) || '—' },
      { title: t`批号`, cell: (i) => i.batchNo ?? '—' },
      { title: t`有效期至`, cell: (i) => i.expiry ?? '—' },
      { title: t`应收`, right: true, cell: (i) => i.expected ?? '—' },
      {
        title: t`实收`,
        right: true,
        cell: (i) => (
          <>
            <b>{i.quantity}</b> {i.unit}
          </>
        ),
      },
      ...(paper.items.some((i) => i.rejected) ? [rejected] : []),
      ...(paper.items.some((i) => i.surplus) ? [surplus] : []),
      ...(paper.items.some((i) => i.outcome) ? [outcome] : []),
      { title: t`进价`, right: true, cell: (i) => <Money of={i.cost} /> },
      { title: t`金额`, right: true, cell: (i) => <Money of={i.amount} /> },
    ]}
    foot={[5, t`合计`, paper.quantity, ...more(paper), '', <Money key="sum" of={paper.amount} />]}
  />
)
