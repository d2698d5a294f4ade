/** Columns of a kind's list: those every list has, around those the kind declares. */
import { eyeOf, showDioptre, showNumber, showRx } from '#kernel/contract/index.ts'
import { Money, tr, type TableColumn } from '#kernel/web/index.ts'
import type { ListColumn, OrderKind } from '../../contract/kinds/kind.ts'
import type { OrderRow } from '../../contract/shapes.ts'
import { Cause, Member, Paid, Promised, StateSince } from '../words.tsx'

type Own = Exclude<TableColumn<OrderRow>, string>
/** Base curve (mm) and target (D) of one eye, as makers read them. */
const curve = (bc: number | null, target: number | null): string =>
  bc === null && target === null ? '—' : `${showNumber(bc, 2)} · ${showDioptre(target)}`
/** One eye in its own column and colour. */
const eye = (side: 'Od' | 'Os', unit: string, textOf: (row: OrderRow) => string): Own => ({
  key: `eye${side}`,
  title: side === 'Od' ? '右眼' : '左眼',
  unit,
  width: 150,
  align: 'left',
  render: (r) => <span className={`num order-${side.toLowerCase()}`}>{textOf(r)}</span>,
})
const shown: Readonly<Record<Exclude<ListColumn, 'cause'>, readonly Own[]>> = {
  patientName: [{ key: 'patientName', width: 120, render: (r) => <Member of={r} /> }],
  productName: [{ key: 'productName', render: (r) => r.productName || '—' }],
  powers: [eye('Od', 'D', (r) => showRx(eyeOf(r, 'Od'))), eye('Os', 'D', (r) => showRx(eyeOf(r, 'Os')))],
  parameters: [eye('Od', 'BC · D', (r) => curve(r.bcOd, r.targetOd)), eye('Os', 'BC · D', (r) => curve(r.bcOs, r.targetOs))],
  pieces: [{ key: 'pieces', width: 90, render: (r) => (r.received ? `${r.received} / ${r.pieces}` : r.pieces) }],
  brand: [{ key: 'brand', width: 110, render: (r) => r.brand ?? '—' }],
  recordFrameId: [{ key: 'recordFrameId', title: '配镜订单', width: 100, render: (r) => r.recordFrameId ?? '—' }],
  paid: [{ key: 'paid', title: '收款', width: 120, align: 'left', render: (r) => <Paid of={r} /> }],
  mode: [{ key: 'mode', width: 80 }],
}
export function columnsFor(kind: OrderKind, cost: boolean): ReadonlyArray<TableColumn<OrderRow>> {
  const columns: Own[] = [
    {
      key: 'orderNo',
      width: 170,
      render: (r) => (
        <>
          {r.orderNo} <Cause of={r.cause} />
        </>
      ),
    },
    ...kind.columns.flatMap((name) => (name === 'cause' ? [] : shown[name])),
    { key: 'supplierName', render: (r) => r.supplierName ?? '—' },
    { key: 'status', width: 140, align: 'left', render: (r) => <StateSince of={r} /> },
    { key: 'promisedOn', width: 130, render: (r) => <Promised of={r} /> },
  ]
  if (cost) columns.push({ key: 'costTotal', width: 110, render: (r) => <Money of={r.costTotal} /> })
  return columns.map((c) => ({ ...c, sort: false, ...(c.title ? { title: tr(c.title) } : {}) }))
}
