import { DataTable, Screen, t, useCall, useGo, useWho } from '#kernel/web/index.ts'
import { gsp } from '../contract/endpoints.ts'
import type { LotRow } from '../contract/lots.ts'

/** Lots that came, for an inspector: by lot or code, supplier and day; each opens its way from the supplier to who has it. */
export default function Inspect() {
  const { hid } = useWho()
  const go = useGo()
  const suppliers = useCall(gsp['gsp.lot-suppliers'], { hid })
  const options = suppliers.data?.map(({ supplierId: value, supplierName: label }) => ({ value, label })) ?? []
  return (
    <Screen fill note={t`只读：按批号、供应商和入库日期查找，点开一批看它从供应商到会员的全过程`}>
      <DataTable
        of={gsp['gsp.lots']}
        exportOf={gsp['gsp.lots-export']}
        input={{ hid }}
        rowKey="key"
        live={['stock', 'orders']}
        columns={[
          { key: 'lot', sort: false, render: (r) => <strong>{r.lot}</strong> },
          'productName',
          'registrationNo',
          'supplierName',
          'expiry',
          'cameOn',
          'came',
          'onShelf',
          'recalled',
        ]}
        filters={[
          { key: 'text', width: 240 },
          { key: 'supplierId', width: 180, options },
          { range: ['startTime', 'endTime'], label: '入库日期', all: 'a lot is followed however old it is' },
        ]}
        onOpen={(r: LotRow) => go(`/inventory/gsp/lot/${encodeURIComponent(r.lot)}?productId=${r.productId}`)}
        rowTone={(r: LotRow) => (r.recalled ? 'bad' : undefined)}
        empty={{ text: t`没有找到批号` }}
      />
    </Screen>
  )
}
