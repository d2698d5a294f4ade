import { DataTable, Money, Screen, t, tr, useCall, useGo, useTabs, useWho } from '#kernel/web/index.ts'
import { stock } from '../contract/endpoints.ts'
import { Expiry, powerColumn } from './stock/columns.tsx'
import { expiries } from '../contract/states.ts'

const live = ['stock', 'products', 'frame-orders', 'billing'] as const
const kinds = [
  ['low', '低于下限'],
  ['invalid', '效期与锁定'],
  ['high', '高于上限'],
] as const

/** Stock warnings: below or above limits, expired, expiring and locked batches. */
export default function Warnings() {
  const counts = useCounts()
  const [kind, tabs] = useTabs(
    kinds.map(([key, label]) => [key, `${tr(label)}${counts[key] ? ` ${counts[key]}` : ''}`] as const),
    { name: 'kind', label: t`预警种类` },
  )
  const go = useGo()
  const Shown = { low: Low, invalid: Invalid, high: High }[kind]
  return (
    <Screen fill actions={tabs}>
      <Shown open={(name) => go('/inventory/list', { query_type: 3, text: name, type: 0 })} />
    </Screen>
  )
}

/** Number of warnings per kind. */
function useCounts() {
  const { hid } = useWho()
  const first = { hid, per_page: 1 }
  return {
    low: useCall(stock['stock.low'], first, { live }).data?.total,
    invalid: useCall(stock['stock.invalid'], first, { live }).data?.total,
    high: useCall(stock['stock.high'], first, { live }).data?.total,
  }
}

type Opens = { open: (productName: string) => void }
const goods = ['category', 'productName', 'brand', 'version'].map((key) => ({ key, sort: false }))
const limits = [
  ...goods,
  ...['quantity', 'available', 'minStock', 'maxStock', 'difference', 'supplierName'].map((key) => ({ key, sort: false })),
]

function Low({ open }: Opens) {
  const { hid } = useWho()
  return (
    <DataTable
      of={stock['stock.low']}
      input={{ hid }}
      live={live}
      pageSize={50}
      rowKey="productId"
      onOpen={(r) => open(r.productName)}
      columns={limits}
      filters={[{ key: 'text', width: 220 }, 'category']}
      rowTone={(r) => (r.available === 0 ? 'bad' : 'warn')}
      empty={{ text: t`没有低于下限的商品。下限在商品管理中设置` }}
    />
  )
}

function High({ open }: Opens) {
  const { hid } = useWho()
  return (
    <DataTable
      of={stock['stock.high']}
      input={{ hid }}
      live={live}
      pageSize={50}
      rowKey="productId"
      onOpen={(r) => open(r.productName)}
      columns={limits}
      filters={[{ key: 'text', width: 220 }, 'category']}
      empty={{ text: t`没有超过上限的商品` }}
    />
  )
}

function Invalid({ open }: Opens) {
  const { hid } = useWho()
  const days = [
    { value: 30, label: t`30 天内` },
    { value: 90, label: t`90 天内` },
    { value: 180, label: t`半年内` },
    { value: 365, label: t`一年内` },
  ]
  return (
    <DataTable
      of={stock['stock.invalid']}
      input={{ hid }}
      live={live}
      pageSize={50}
      rowKey="rowKey"
      onOpen={(r) => open(r.productName)}
      rowTone={(r) => (r.expiryState === expiries.is.past ? 'bad' : r.locked ? 'warn' : undefined)}
      columns={[
        ...goods,
        powerColumn,
        { key: 'batchNo', sort: false },
        { key: 'expiry', sort: false, render: (r) => <Expiry batch={r} far /> },
        { key: 'locked', sort: false, render: (r) => (r.locked ? t`已锁定：${r.lockReason ?? '—'}` : '—') },
        { key: 'warehouseName', sort: false },
        { key: 'quantity', sort: false },
        { key: 'amount', sort: false, render: (r) => <Money of={r.amount} /> },
      ]}
      filters={[{ key: 'text', width: 220 }, 'category', { key: 'days', options: days }]}
      empty={{ text: t`没有过期、近效期或锁定的批次` }}
    />
  )
}
