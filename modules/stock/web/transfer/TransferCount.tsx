/** What the receiving store counted of a transfer. Goods, lots and cost stay as they were sent. */
import { Form, t, toast } from '#kernel/web/index.ts'
import { powerOf, showPower } from '#kernel/contract/index.ts'
import { stock } from '../../contract/endpoints.ts'
import { StockInType } from '../../contract/fields.ts'
import type { StockIn } from '../../contract/shapes.papers.ts'
import { stockIn } from '../../contract/states.ts'
import { typedOf, useWarehouses } from '../paper/fields.tsx'
import '../stock.css'

export function TransferCount({ paper, onDone, onLeave }: { paper: StockIn; onDone: () => void; onLeave: () => void }) {
  const options = useWarehouses()
  const fixed = {
    stockinId: paper.stockinId,
    version: paper.version,
    hid: paper.hid,
    stockinType: StockInType.transfer,
    status: stockIn.is.submitted,
  }
  return (
    <div className="lines-scroll">
      <Form
        of={stock['stockin.update']}
        fixed={fixed}
        initial={{ warehouseId: paper.warehouseId, items: paper.items.map((i) => lineOf(i, paper.countedAt !== null)) }}
        fields={[
          { key: 'warehouseId', span: 4, options },
          {
            key: 'items',
            span: 12,
            blank: null,
            columns: [
              { key: 'productId', width: 300, control: (_line, _change, n) => <span>{goodsAt(paper, n)}</span> },
              { key: 'expected', title: '发出', width: 68, control: (_line, _change, n) => <span>{paper.items[n]?.expected ?? ''}</span> },
              { key: 'quantity', width: 84 },
              { key: 'rejected', width: 84 },
              { key: 'rejectReason', width: 160 },
            ],
          },
        ]}
        saveLabel={t`清点完成，提交审核`}
        invalidates={[stock['stockin.list'], stock['stockin.info'], stock['transfers.list']]}
        onLeave={onLeave}
        onDone={(saved) => (toast(t`调拨 ${saved.stockinNo} 已清点`, 'ok'), onDone())}
      />
    </div>
  )
}
const goodsAt = ({ items }: StockIn, n: number): string => {
  const item = items[n]
  return item ? [item.productName, showPower(powerOf(item)), item.batchNo].filter(Boolean).join(' ') : ''
}
/** A line to count; what was counted before stands in it, with the pieces beyond what was sent. */
const lineOf = (item: StockIn['items'][number], counted: boolean): Record<string, unknown> => ({
  ...typedOf(item, ['productId', 'sph', 'cyl', 'axis', 'batchNo', 'expiry']),
  ...(counted ? { quantity: item.quantity + item.surplus, rejected: item.rejected, rejectReason: item.rejectReason ?? '' } : {}),
})
