/** Goods columns shared by several lists. */
import { metaOf, powerOf, showPower } from '#kernel/contract/index.ts'
import { Grid, Money, Status, columnsOf, t, type TableColumn } from '#kernel/web/index.ts'
import { expiryState } from '../../contract/fields.ts'
import type { StockRow } from '../../contract/shapes.ts'
import { expiries } from '../../contract/states.ts'

/** Batches as a small table, in the given order. */
export const BatchGrid = <R extends StockRow>({ columns, rows }: { columns: ReadonlyArray<TableColumn<R>>; rows: readonly R[] }) => (
  <Grid columns={columnsOf(columns as ReadonlyArray<TableColumn<object>>, {})} rows={[...rows]} rowKey={(b) => (b as R).rowKey} />
)

export const powerColumn = {
  key: 'power',
  title: '光度',
  unit: 'D',
  align: 'right' as const,
  sort: false,
  render: (r: Pick<StockRow, 'sph' | 'cyl' | 'axis'>) => <span className="num">{showPower(powerOf(r)) || '—'}</span>,
}

/** Expiry of a batch with its state, unless it is far off (`far` always shows it). */
export const Expiry = ({
  batch: { expiry, expiryState: state },
  far = false,
}: {
  batch: Pick<StockRow, 'expiry' | 'expiryState'>
  far?: boolean
}) =>
  expiry ? (
    <>
      {expiry} {(far || state !== expiries.is.fine) && <Status of={metaOf(expiryState)} value={state} />}
    </>
  ) : (
    '—'
  )

/** Why the pieces cannot be issued. */
function heldBack({ locked, lockReason, heldFor }: StockRow) {
  if (locked) return <span className="warn" title={lockReason ?? ''}>{t`已锁定`}</span>
  return heldFor ? <span>{t`留给订单`}</span> : '—'
}
export const columnsFor = (view: '1' | '2' | '3', costs: boolean): ReadonlyArray<TableColumn<StockRow>> => [
  { key: 'category', sort: false, width: 90 },
  { key: 'productName', sort: false, render: (r: StockRow) => <strong>{r.productName}</strong> },
  { key: 'brand', sort: false },
  { key: 'version', sort: false },
  { key: 'spec', sort: false },
  ...(view === '3' ? [] : [powerColumn]),
  ...(view === '2'
    ? [
        { key: 'batchNo', sort: false },
        { key: 'warehouseName', sort: false },
        { key: 'supplierName', sort: false },
      ]
    : [{ key: 'batches', sort: false }]),
  {
    key: 'expiry',
    title: view === '2' ? '有效期至' : '最近效期',
    sort: false,
    render: (r: StockRow) => <Expiry batch={r} />,
  },
  { key: 'quantity', sort: false, render: (r: StockRow) => <b>{r.quantity}</b> },
  {
    key: 'available',
    sort: false,
    render: (r: StockRow) => (r.available < r.quantity ? <span className="warn">{r.available}</span> : r.available),
  },
  ...(costs
    ? [
        {
          key: 'cost',
          title: view === '2' ? '进价' : '均价',
          align: 'right' as const,
          sort: false,
          render: (r: StockRow) => <Money of={r.cost} />,
        },
        { key: 'amount', sort: false, render: (r: StockRow) => <Money of={r.amount} /> },
      ]
    : []),
  ...(view === '2'
    ? [
        {
          key: 'locked',
          sort: false,
          render: heldBack,
        },
      ]
    : []),
]
