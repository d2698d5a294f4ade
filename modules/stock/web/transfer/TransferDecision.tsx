/** What becomes of the pieces of a transfer that did not arrive, arrived damaged or arrived beyond what was sent. */
import { Button, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { Can, Rows, t, toast, tr, unless, useSend } from '#kernel/web/index.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockIn } from '../../contract/shapes.papers.ts'
import { differences } from '../../contract/states.ts'
import { TransferOutcome, transferOutcomes } from '../../contract/transfer.ts'
import { nameOf } from '../count/goods.ts'

export function TransferDecision({ paper }: { paper: StockIn }) {
  const [open, setOpen] = useState(false)
  return (
    <Can code="stock:loss-approve">
      <Button size="small" onClick={() => setOpen(true)}>{t`处理差异`}</Button>
      {open && <Decision paper={paper} close={() => setOpen(false)} />}
    </Can>
  )
}

type Line = StockIn['items'][number]
const differs = (i: Line): boolean => i.quantity !== i.expected || i.surplus > 0
function Decision({ paper, close }: { paper: StockIn; close: () => void }) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, TransferOutcome>>(new Map())
  const [reason, setReason] = useState('')
  const lines = paper.items.filter(differs)
  const send = useSend(stock['stockin.status'], {
    invalidates: [stock['stockin.info'], stock['stockin.list'], stock['transfers.list'], stock['stock.view']],
    onSuccess: () => (toast(t`差异已处理`, 'ok'), close()),
  })
  const lacking = lines.some((i) => !outcomes.has(i.itemId)) ? t`请为每一行选择结果` : !reason.trim() && t`请写明原因`
  return (
    <Modal
      title={t`处理调拨差异`}
      open
      onCancel={close}
      okText={t`确认处理`}
      cancelText={t`取消`}
      okButtonProps={{ loading: send.isPending, ...unless(lacking) }}
      onOk={() =>
        send.mutate({
          stockinId: paper.stockinId,
          differStatus: differences.is.settled,
          reason,
          decisions: [...outcomes].map(([itemId, outcome]) => ({ itemId, outcome })),
        })
      }
      width={760}
    >
      <p className="soft">{t`缺少的还在途中：按损失处理、退回发货门店，或收货门店补收；多出的选“补收”才入库，由发货门店的批次补出。`}</p>
      <Rows
        rows={lines}
        rowKey={(i) => i.itemId}
        columns={[
          { title: t`商品`, cell: nameOf },
          { title: t`发出`, right: true, cell: (i) => i.expected ?? '—' },
          { title: t`实收`, right: true, cell: (i) => i.quantity },
          { title: t`拒收数量`, right: true, cell: (i) => i.rejected || '—' },
          { title: t`多出`, right: true, cell: (i) => i.surplus || '—' },
          {
            title: t`差异结果`,
            cell: (i) => (
              <Select<TransferOutcome>
                aria-label={t`${i.productName} 差异结果`}
                style={{ width: 150 }}
                value={outcomes.get(i.itemId) ?? null}
                options={choices()}
                onChange={(outcome) => setOutcomes(new Map(outcomes).set(i.itemId, outcome))}
              />
            ),
          },
        ]}
      />
      <Input.TextArea aria-label={t`原因`} placeholder={t`原因`} rows={2} value={reason} onChange={(e) => setReason(e.target.value)} />
    </Modal>
  )
}
const choices = () => Object.values(TransferOutcome).map((value) => ({ value, label: tr(transferOutcomes[value]) }))
