/** Transfers between stores: what is on its way, what came, and where a difference waits. */
import { DataTable, Screen, t, useGo, useWho, type TableColumn } from '#kernel/web/index.ts'
import { showMoney } from '#kernel/contract/index.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockTransfer } from '../../contract/transfer.ts'

export default function TransferList() {
  const { hid } = useWho()
  const go = useGo()
  return (
    <Screen fill>
      <DataTable
        of={stock['transfers.list']}
        input={{ hid }}
        rowKey="stockoutId"
        live={['stock']}
        pageSize={50}
        // The sending store opens what it sent, the receiving one what it receives.
        onOpen={(x) => go(x.hid === hid ? `/inventory/export?paper=${x.stockoutId}` : `/inventory/import?paper=${x.stockinId}`)}
        columns={columns}
        filters={[{ key: 'text', width: 220 }, 'way', 'stage']}
        empty={{ text: t`没有门店调拨。在出库管理新建“调拨出库”并选择调入门店；对方收货前可以撤回` }}
      />
    </Screen>
  )
}
const columns: ReadonlyArray<TableColumn<StockTransfer>> = [
  { key: 'transferNo', sort: false, render: (x) => <strong>{x.transferNo}</strong> },
  { key: 'hospitalName', title: '调出门店', sort: false },
  { key: 'toName', sort: false },
  { key: 'stage', sort: false },
  { key: 'sentAt', sort: false },
  { key: 'receivedAt', sort: false },
  { key: 'sent', sort: false },
  { key: 'received', sort: false },
  { key: 'rejected', sort: false },
  { key: 'surplus', sort: false },
  { key: 'value', sort: false, render: (x) => showMoney(x.value) },
  { key: 'note', sort: false },
]
