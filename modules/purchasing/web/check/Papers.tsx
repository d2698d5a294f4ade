import { showMoney } from '#kernel/contract/index.ts'
import { Rows, t } from '#kernel/web/index.ts'
import type { SupplierStatementLine } from '../../contract/shapes.statements.ts'

interface Paper {
  readonly name: string
  readonly no: string | null
  readonly day: string | null
  readonly quantity: number | null
  readonly price: number | null
  readonly more: string
}
/** Order, delivery note, receipt and statement row of one line. */
export function Papers({ of: { order, delivery, ours, theirs, docNo, day, note } }: { of: SupplierStatementLine }) {
  const refused = order && order.rejected > 0 && t`拒收 ${order.rejected} 件`
  const due = order?.promisedOn && t`应到 ${order.promisedOn}`
  const papers: Paper[] = [
    {
      name: t`订单`,
      no: order?.orderNo ?? null,
      day: order?.day ?? null,
      quantity: order?.ordered ?? null,
      price: order?.price ?? null,
      more: order ? [order.stateName, refused, due, order.tracking].filter(Boolean).join(' · ') : '',
    },
    { name: t`送货单`, no: delivery?.deliveryNo ?? null, day: null, quantity: delivery?.quantity ?? null, price: null, more: '' },
    {
      name: t`收货`,
      no: ours.quantity === null ? null : docNo,
      day: ours.quantity === null ? null : day,
      quantity: ours.quantity,
      price: ours.price,
      more: note ?? '',
    },
    { name: t`对账单`, no: null, day: null, quantity: theirs.quantity, price: theirs.price, more: '' },
  ]
  return (
    <Rows
      className="grid num"
      rows={papers}
      rowKey={(p) => p.name}
      columns={[
        { title: t`单据`, cell: (p) => p.name },
        { title: t`单号`, cell: (p) => p.no ?? '—' },
        { title: t`日期`, cell: (p) => p.day ?? '—' },
        { title: t`数量`, right: true, cell: (p) => p.quantity ?? '—' },
        { title: t`单价`, right: true, cell: (p) => (p.price === null ? '—' : showMoney(p.price)) },
        { title: t`说明`, cell: (p) => p.more },
      ]}
    />
  )
}
