import { Button, Drawer } from 'antd'
import { Download, Plus, Printer } from 'lucide-react'
import { useState } from 'react'
import {
  Can,
  DataTable,
  Screen,
  confirm,
  dayFromToday,
  download,
  t,
  toast,
  today,
  useCan,
  useSearch,
  useSend,
  useWho,
} from '#kernel/web/index.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockOutRow } from '../../contract/papers.ts'
import { StockOutForm } from './StockOutForm.tsx'
import { StockOutView } from './StockOutView.tsx'

/** Stock-out papers of the store. What is sold or worked into glasses leaves by its own bill or order; here goes the rest. */
export default function StockOutList() {
  const { hid } = useWho()
  const can = useCan()
  const [search, setSearch] = useSearch()
  const [total, setTotal] = useState<number>()
  const [fresh, setFresh] = useState(false)
  const opened = Number(search.paper) || undefined
  const open = (stockoutId: number | undefined) => setSearch({ paper: stockoutId })
  const period = { start_date: search.start_date ?? dayFromToday(-30), end_data: search.end_data ?? today() }
  const bulk = useSend(stock['stockout.bulk-delivery'], {
    invalidates: [stock['stockout.list'], stock['stock.view']],
    onSuccess: ({ delivered }) => toast(t`已出库 ${delivered} 张`, 'ok'),
  })
  const deliver = async (rows: StockOutRow[], clear: () => void) => {
    const waiting = rows.filter((r) => r.status < 2)
    if (!waiting.length) return toast(t`选中的单据都不在待出库状态`, 'warn')
    const note = await confirm({
      title: t`批量出库`,
      message: t`确认 ${waiting.length} 张出库单全部出库？有一张库存不足则全部不出。`,
      reason: { label: t`备注`, required: false },
    })
    if (note === false) return
    bulk.mutate(
      { stock_out_ids: waiting.map((r) => r.stockoutId), ...(typeof note === 'string' && note ? { note } : {}) },
      { onSuccess: clear },
    )
  }
  return (
    <Screen
      fill
      note={total !== undefined && t`${total.toLocaleString('en-US')} 张`}
      actions={
        <>
          <Can code="stock:export">
            <Button
              icon={<Download size={14} />}
              title={t`${period.start_date} 至 ${period.end_data} 已出库的明细`}
              onClick={() => void download(stock['stockout.exports'], { hid, ...period })}
            >{t`导出明细`}</Button>
          </Can>
          <Can code="stockout:edit">
            <Button type="primary" icon={<Plus size={14} />} onClick={() => setFresh(true)}>{t`新建出库单`}</Button>
          </Can>
        </>
      }
    >
      <DataTable
        of={stock['stockout.list']}
        input={{ hid }}
        rowKey="stockoutId"
        live={['stock']}
        pageSize={50}
        onTotal={setTotal}
        onOpen={(p: StockOutRow) => open(p.stockoutId)}
        {...(can('stockout:edit') ? { onNew: () => setFresh(true) } : {})}
        columns={[
          { key: 'stockoutNo', sort: false, render: (p) => <strong>{p.stockoutNo}</strong> },
          { key: 'stockoutDate', sort: false },
          { key: 'stockoutType', sort: false },
          { key: 'receiver', sort: false },
          { key: 'supplierName', sort: false },
          { key: 'warehouseName', sort: false },
          { key: 'lines', sort: false },
          { key: 'quantity', sort: false },
          { key: 'differStatus', sort: false },
          { key: 'status', sort: false },
          { key: 'staffName', sort: false },
          { key: 'note', sort: false },
        ]}
        filters={[{ key: 'text', width: 220 }, 'status', 'stockoutType', { range: ['start_date', 'end_data'], label: '出库日期' }]}
        {...(can('stockout:confirm')
          ? {
              selection: (rows: StockOutRow[], clear: () => void) => (
                <Button loading={bulk.isPending} onClick={() => void deliver(rows, clear)}>{t`批量出库`}</Button>
              ),
            }
          : {})}
        actions={(p) => (
          <a
            className="icon-btn"
            href={`/export-print/${p.stockoutId}`}
            target="_blank"
            rel="noreferrer"
            aria-label={t`打印 ${p.stockoutNo}`}
            onClick={(e) => e.stopPropagation()}
          >
            <Printer size={15} />
          </a>
        )}
        empty={{
          text: t`还没有出库单。退供、报废、领用和试戴样品从这里出库`,
          action: can('stockout:edit') && <Button type="primary" onClick={() => setFresh(true)}>{t`新建出库单`}</Button>,
        }}
      />
      <Drawer title={t`新建出库单`} open={fresh} onClose={() => setFresh(false)} size="min(1100px, 100vw)" destroyOnHidden>
        <StockOutForm onDone={(p) => (setFresh(false), open(p.stockoutId))} onLeave={() => setFresh(false)} />
      </Drawer>
      <Drawer title={t`出库单`} open={opened !== undefined} onClose={() => open(undefined)} size="min(1100px, 100vw)" destroyOnHidden>
        {opened && <StockOutView stockoutId={opened} onLeave={() => open(undefined)} />}
      </Drawer>
    </Screen>
  )
}
