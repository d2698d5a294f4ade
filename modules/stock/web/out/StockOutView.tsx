import { Button } from 'antd'
import { Pencil, Printer } from 'lucide-react'
import { useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { Can, Facts, Moves, Status, Until, confirm, t, toast, tr, useCall, useHolds, useSend } from '#kernel/web/index.ts'
import { goodsName, showPower } from '#modules/products/contract/range.ts'
import { stock } from '../../contract/endpoints.ts'
import { differStatus, stockOutStatus, stockOutTypes } from '../../contract/fields.ts'
import type { StockOut } from '../../contract/papers.ts'
import { stockOut } from '../../contract/states.ts'
import { Agreed } from '../paper/Agreed.tsx'
import { History, usePaperKeys } from '../paper/History.tsx'
import { StockOutForm } from './StockOutForm.tsx'
import '../stock.css'

/** A stock-out paper with what may be done with it. */
export function StockOutView({ stockoutId, onLeave }: { stockoutId: number; onLeave: () => void }) {
  const info = useCall(stock['stockout.info'], { id: stockoutId }, { live: ['stock'] })
  const [editing, setEditing] = useState(false)
  if (editing && info.data) return <StockOutForm paper={info.data} onDone={() => setEditing(false)} onLeave={() => setEditing(false)} />
  return <Until of={info}>{info.data && <Paper paper={info.data} edit={() => setEditing(true)} onLeave={onLeave} />}</Until>
}

function Paper({ paper, edit, onLeave }: { paper: StockOut; edit: () => void; onLeave: () => void }) {
  const holds = useHolds()
  const [pricing, setPricing] = useState(false)
  const send = useSend(stock['stockout.status'], {
    invalidates: [stock['stockout.list'], stock['stockout.info'], stock['stock.view'], stock['stock.inventorys']],
    onSuccess: (p) => toast(t`出库单 ${p.stockoutNo}：${tr(stockOut.states[p.status]!.label)}`, 'ok'),
  })
  usePaperKeys({ onLeave })
  const differ = async (to: 1 | 2) => {
    const said = await confirm({
      title: to === 1 ? t`报告差异` : t`处理差异`,
      message: to === 1 ? t`收货方清点不符时写明差多少。` : t`写明怎样处理：补发、报损…`,
      reason: { label: t`说明`, required: true },
    })
    if (typeof said === 'string') send.mutate({ stockoutId: paper.stockoutId, differStatus: to, reason: said })
  }
  return (
    <div className="stock-detail">
      <Facts
        columns={4}
        items={[
          ['出库单号', paper.stockoutNo],
          ['状态', <Status key="s" of={metaOf(stockOutStatus)} value={paper.status} />],
          ['出库类型', tr(stockOutTypes[paper.stockoutType])],
          ['领用人', paper.receiver],
          ['供应商', paper.supplierName],
          ['仓库', paper.warehouseName],
          ['出库日期', paper.stockoutDate],
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
              <th scope="col" className="right">{t`数量`}</th>
            </tr>
          </thead>
          <tbody>
            {paper.items.map((i) => (
              <tr key={i.itemId}>
                <td>{goodsName({ ...i, spec: null })}</td>
                <td>{showPower(i.sph, i.cyl, i.axis) || '—'}</td>
                <td>{i.batchNo ?? (i.batchId ? '—' : t`先到期先出`)}</td>
                <td>{i.expiry ?? '—'}</td>
                <td className="right">
                  <b>{i.quantity}</b> {i.unit}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={4}>{t`合计`}</td>
              <td className="right">{paper.quantity}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <div className="screen-actions">
        {paper.status === 0 && (
          <Can code="stockout:edit">
            <Button size="small" icon={<Pencil size={13} />} onClick={edit}>{t`修改`}</Button>
          </Can>
        )}
        {paper.status === 2 && paper.differStatus < 2 && holds('stockout:edit') && (
          <Button size="small" onClick={() => void differ(paper.differStatus === 0 ? 1 : 2)}>
            {paper.differStatus === 0 ? t`报告差异` : t`处理差异`}
          </Button>
        )}
        {paper.status === 2 && (
          <Can code="stock:price">
            <Button size="small" onClick={() => setPricing(true)}>{t`核定价格`}</Button>
          </Can>
        )}
        <Button size="small" icon={<Printer size={13} />} href={`/export-print/${paper.stockoutId}`} target="_blank">{t`打印`}</Button>
        <Moves
          of={stockOut}
          status={paper.status}
          busy={send.isPending}
          onMove={(step, reason) =>
            send.mutate({
              stockoutId: paper.stockoutId,
              status: stockOut.moves[step].to as 0,
              version: paper.version,
              ...(reason ? { reason } : {}),
            })
          }
        />
      </div>
      {pricing && <Agreed paper={{ stockoutId: paper.stockoutId }} close={() => setPricing(false)} />}
      <History of={paper.history} />
    </div>
  )
}
