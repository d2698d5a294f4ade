import { Button } from 'antd'
import { Pencil, Printer } from 'lucide-react'
import { useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { Can, Facts, Money, Moves, Status, Until, confirm, t, toast, tr, useCall, useHolds, useSend } from '#kernel/web/index.ts'
import { goodsName, showPower } from '#modules/products/contract/range.ts'
import { stock } from '../../contract/endpoints.ts'
import { differStatus, stockInStatus, stockInTypes } from '../../contract/fields.ts'
import type { StockIn } from '../../contract/papers.ts'
import { stockIn } from '../../contract/states.ts'
import { Agreed } from '../paper/Agreed.tsx'
import { History, usePaperKeys } from '../paper/History.tsx'
import { StockInForm } from './StockInForm.tsx'
import '../stock.css'

/** A stock-in paper with what may be done with it. */
export function StockInView({ stockinId, onLeave }: { stockinId: number; onLeave: () => void }) {
  const info = useCall(stock['stockin.info'], { id: stockinId }, { live: ['stock'] })
  const [editing, setEditing] = useState(false)
  if (editing && info.data) return <StockInForm paper={info.data} onDone={() => setEditing(false)} onLeave={() => setEditing(false)} />
  return <Until of={info}>{info.data && <Paper paper={info.data} edit={() => setEditing(true)} onLeave={onLeave} />}</Until>
}

function Paper({ paper, edit, onLeave }: { paper: StockIn; edit: () => void; onLeave: () => void }) {
  const holds = useHolds()
  const [pricing, setPricing] = useState(false)
  const send = useSend(stock['stockin.status'], {
    invalidates: [stock['stockin.list'], stock['stockin.info'], stock['stock.view'], stock['stock.inventorys']],
    onSuccess: (p) => toast(t`入库单 ${p.stockinNo}：${tr(stockIn.states[p.status]!.label)}`, 'ok'),
  })
  usePaperKeys({ onLeave })
  const settle = async () => {
    const said = await confirm({
      title: t`处理差异`,
      message: t`实收与应收不符。写明怎样处理：补发、退款、报损…`,
      reason: { label: t`处理结果`, required: true },
    })
    if (typeof said === 'string') send.mutate({ stockinId: paper.stockinId, differStatus: 2, reason: said })
  }
  return (
    <div className="stock-detail">
      <Facts
        columns={4}
        items={[
          ['入库单号', paper.stockinNo],
          ['状态', <Status key="s" of={metaOf(stockInStatus)} value={paper.status} />],
          ['入库类型', tr(stockInTypes[paper.stockinType])],
          ['供应商', paper.supplierName],
          ['仓库', paper.warehouseName],
          ['送货单号', paper.deliveryNo],
          ['入库日期', paper.stockinDate],
          ['制单人', paper.staffName],
          ['差异', <Status key="d" of={metaOf(differStatus)} value={paper.differStatus} />],
          ['差异处理', paper.differNote],
          ['备注', paper.note],
        ]}
      />
      <div className="lines-scroll">
        <table className="grid num paper-lines">
          <thead>
            <tr>
              {[t`商品`, t`光度`, t`批号`, t`有效期至`].map((h) => (
                <th key={h} scope="col">
                  {h}
                </th>
              ))}
              {[t`应收`, t`实收`, t`进价`, t`金额`].map((h) => (
                <th key={h} scope="col" className="right">
                  {h}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {paper.items.map((i) => (
              <tr key={i.itemId} className={i.expected !== null && i.expected !== i.quantity ? 'warn' : undefined}>
                <td>{goodsName({ ...i, spec: null })}</td>
                <td>{showPower(i.sph, i.cyl, i.axis) || '—'}</td>
                <td>{i.batchNo ?? '—'}</td>
                <td>{i.expiry ?? '—'}</td>
                <td className="right">{i.expected ?? '—'}</td>
                <td className="right">
                  <b>{i.quantity}</b> {i.unit}
                </td>
                <td className="right">
                  <Money of={i.cost} />
                </td>
                <td className="right">
                  <Money of={i.amount} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={5}>{t`合计`}</td>
              <td className="right">{paper.quantity}</td>
              <td />
              <td className="right">
                <Money of={paper.amount} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      <div className="screen-actions">
        {paper.status === 0 && (
          <Can code="stockin:edit">
            <Button size="small" icon={<Pencil size={13} />} onClick={edit}>{t`修改`}</Button>
          </Can>
        )}
        {paper.differStatus === 1 && holds('stockin:edit') && <Button size="small" onClick={() => void settle()}>{t`处理差异`}</Button>}
        {paper.status === 2 && (
          <Can code="stock:price">
            <Button size="small" onClick={() => setPricing(true)}>{t`核定价格`}</Button>
          </Can>
        )}
        <Button size="small" icon={<Printer size={13} />} href={`/import-print/${paper.stockinId}`} target="_blank">{t`打印`}</Button>
        <Moves
          of={stockIn}
          status={paper.status}
          busy={send.isPending}
          onMove={(step, reason) =>
            send.mutate({
              stockinId: paper.stockinId,
              status: stockIn.moves[step].to as 0,
              version: paper.version,
              ...(reason ? { reason } : {}),
            })
          }
        />
      </div>
      {pricing && <Agreed paper={{ stockinId: paper.stockinId }} close={() => setPricing(false)} />}
      <History of={paper.history} />
    </div>
  )
}
