import { powerOf, showPower, wordOf } from '#kernel/contract/index.ts'
import { Money, Rows, t, tr } from '#kernel/web/index.ts'
import type { ReactNode } from 'react'
import type { Payable } from '../../contract/shapes.payments.ts'
import { payableKinds } from '../../contract/states.ts'

/** Payables as lines, each with an optional leading cell. */
export const PayableLines = ({ payables, before }: { payables: readonly Payable[]; before?: (line: Payable) => ReactNode }) => (
  <div className="contract-lines">
    <Rows
      className="grid num"
      rows={payables}
      rowKey={(l) => l.payableId}
      tone={(l) => (l.amount < 0 ? 'warn' : undefined)}
      columns={[
        ...(before ? [{ title: t`选择`, cell: before }] : []),
        { title: t`类型`, cell: (l: Payable) => tr(wordOf(payableKinds, l.kind)) },
        { title: t`单号`, cell: (l: Payable) => l.docNo },
        { title: t`送货单号`, cell: (l: Payable) => l.deliveryNo ?? '—' },
        { title: t`商品`, cell: (l: Payable) => `${l.productName ?? l.note ?? '—'} ${showPower(powerOf(l)) ?? ''}` },
        { title: t`数量`, right: true, cell: (l: Payable) => l.quantity },
        { title: t`单价`, right: true, cell: (l: Payable) => <Money of={l.price} /> },
        { title: t`金额`, right: true, cell: (l: Payable) => <Money of={l.amount} /> },
        { title: t`应付日期`, cell: (l: Payable) => l.dueOn },
      ]}
    />
  </div>
)
