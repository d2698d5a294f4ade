import { Button, Drawer, Modal, Segmented } from 'antd'
import { useState } from 'react'
import {
  DataTable,
  Form,
  Money,
  Screen,
  Status,
  t,
  toast,
  tr,
  useCan,
  useScanner,
  useSearch,
  useWho,
  type Column,
} from '#kernel/web/index.ts'
import { metaOf } from '#kernel/contract/index.ts'
import { showPower } from '#modules/products/contract/range.ts'
import { stock } from '../../contract/endpoints.ts'
import { expiryState } from '../../contract/fields.ts'
import type { StockRow } from '../../contract/shapes.ts'
import { StockDetail } from './StockDetail.tsx'

const VIEWS = { 1: '按光度', 2: '按批次', 3: '按商品' } as const

/** Stock of the store, by power, batch or product; a row opens its grid, batches and movements. */
export default function StockList() {
  const { hid } = useWho()
  const can = useCan()
  const [search, setSearch] = useSearch()
  const [total, setTotal] = useState<number>()
  const [opened, setOpened] = useState<StockRow>()
  const [counted, setCounted] = useState<StockRow>()
  const [held, setHeld] = useState<StockRow>()
  const view = (search.query_type ?? '1') as '1' | '2' | '3'
  const byBatch = view === '2'
  useScanner((code) => setSearch({ text: code, page: undefined }))
  return (
    <Screen
      fill
      note={total !== undefined && t`${total.toLocaleString('en-US')} 行`}
      actions={
        <Segmented
          aria-label={t`查看方式`}
          value={view}
          options={Object.entries(VIEWS).map(([value, label]) => ({ value, label: tr(label) }))}
          onChange={(v) => setSearch({ query_type: v === '1' ? undefined : v, page: undefined })}
        />
      }
    >
      <DataTable
        key={view}
        of={stock['stock.view']}
        input={{ hid, query_type: Number(view) as 1 | 2 | 3 }}
        rowKey="rowKey"
        live={['stock', 'frame-orders', 'billing']}
        pageSize={50}
        onTotal={setTotal}
        onOpen={setOpened}
        defaults={{ type: '1' }}
        columns={columnsFor(view)}
        filters={[
          { key: 'text', width: 250 },
          'category',
          'brand',
          'classify_status',
          {
            key: 'type',
            options: [
              { value: 1, label: t`有库存` },
              { value: 2, label: t`无库存` },
              { value: 0, label: t`全部库存` },
            ],
          },
        ]}
        rowTone={(r) => (r.expiryState === 2 && r.quantity > 0 ? 'bad' : r.locked ? 'warn' : undefined)}
        {...(can('stock:export') ? { exportOf: stock['stock.export'] } : {})}
        {...(byBatch && (can('stock:adjust') || can('stock:batch'))
          ? {
              actions: (r: StockRow) => (
                <span className="moves" onClick={(e) => e.stopPropagation()}>
                  {can('stock:batch') && (
                    <Button size="small" onClick={() => setHeld(r)}>
                      {r.locked ? t`解锁` : t`锁定`}
                    </Button>
                  )}
                  {can('stock:adjust') && <Button size="small" onClick={() => setCounted(r)}>{t`调整`}</Button>}
                </span>
              ),
            }
          : {})}
        empty={{ text: search.text ? t`没有符合条件的库存` : t`还没有库存。从采购入库开始` }}
      />
      <Drawer title={opened?.productName} open={opened !== undefined} onClose={() => setOpened(undefined)} size={900} destroyOnHidden>
        {opened && <StockDetail row={opened} />}
      </Drawer>
      <Count row={counted} hid={hid} close={() => setCounted(undefined)} />
      <Hold row={held} close={() => setHeld(undefined)} />
    </Screen>
  )
}

const columnsFor = (view: '1' | '2' | '3'): ReadonlyArray<Column<StockRow>> => [
  { key: 'category', sort: false, width: 90 },
  { key: 'productName', sort: false, render: (r: StockRow) => <strong>{r.productName}</strong> },
  { key: 'brand', sort: false },
  { key: 'version', sort: false },
  { key: 'spec', sort: false },
  ...(view === '3'
    ? []
    : [
        {
          key: 'power',
          title: '光度',
          unit: 'D',
          align: 'right' as const,
          sort: false,
          render: (r: StockRow) => <span className="num">{showPower(r.sph, r.cyl, r.axis) || '—'}</span>,
        },
      ]),
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
    render: (r: StockRow) =>
      r.expiry ? (
        <>
          {r.expiry} {r.expiryState > 0 && <Status of={metaOf(expiryState)} value={r.expiryState} />}
        </>
      ) : (
        '—'
      ),
  },
  { key: 'quantity', sort: false, render: (r: StockRow) => <b>{r.quantity}</b> },
  {
    key: 'available',
    sort: false,
    render: (r: StockRow) => (r.available < r.quantity ? <span className="warn">{r.available}</span> : r.available),
  },
  { key: 'cost', title: view === '2' ? '进价' : '均价', align: 'right', sort: false, render: (r: StockRow) => <Money of={r.cost} /> },
  { key: 'amount', sort: false, render: (r: StockRow) => <Money of={r.amount} /> },
  ...(view === '2'
    ? [
        {
          key: 'locked',
          sort: false,
          render: (r: StockRow) => (r.locked ? <span className="warn" title={r.lockReason ?? ''}>{t`已锁定`}</span> : '—'),
        },
      ]
    : []),
]

const stale = [stock['stock.view'], stock['stock.inventorys'], stock['stock.inventorys.get'], stock['stock.products']]
/** What was counted; the difference to the books is posted. */
const Count = ({ row, hid, close }: { row: StockRow | undefined; hid: number; close: () => void }) => (
  <Modal title={t`调整库存`} open={row !== undefined} onCancel={close} footer={null} destroyOnHidden>
    {row && (
      <Form
        of={stock['stock.adjust']}
        fixed={{ hid, productId: row.productId, batchId: row.batchId! }}
        initial={{ stockNumber: row.quantity }}
        invalidates={stale}
        saveLabel={t`记账`}
        onLeave={close}
        fields={[
          { key: 'stockNumber', span: 6, hint: t`账面 ${row.quantity} ${row.unit}；差额记为报溢或报损` },
          { key: 'note', span: 12, placeholder: t`盘点差异、破损、找回…` },
        ]}
        onDone={(a) => (
          toast(a.difference === 0 ? t`与账面一致，没有变动` : t`已记账：${a.difference > 0 ? '+' : '−'}${Math.abs(a.difference)}`, 'ok'),
          close()
        )}
      />
    )}
  </Modal>
)
/** Holds a batch back from issue, or lets it go again. */
const Hold = ({ row, close }: { row: StockRow | undefined; close: () => void }) => (
  <Modal title={row?.locked ? t`解锁批次` : t`锁定批次`} open={row !== undefined} onCancel={close} footer={null} destroyOnHidden>
    {row && (
      <Form
        of={stock['batch.create']}
        fixed={{ batchId: row.batchId!, productId: row.productId, locked: !row.locked }}
        invalidates={stale}
        saveLabel={row.locked ? t`解锁` : t`锁定`}
        onLeave={close}
        fields={
          row.locked
            ? [{ render: () => <p>{t`锁定原因：${row.lockReason ?? '—'}。解锁后可以出库。`}</p> }]
            : [{ key: 'lockReason', span: 12, placeholder: t`待检、召回、破损待定…` }]
        }
        onDone={() => (toast(row.locked ? t`批次已解锁` : t`批次已锁定，不能出库`, 'ok'), close())}
      />
    )}
  </Modal>
)
