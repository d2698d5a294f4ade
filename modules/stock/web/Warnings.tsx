import { Segmented } from 'antd'
import { metaOf } from '#kernel/contract/index.ts'
import { DataTable, Money, Screen, Status, t, tr, useCall, useGo, useSearch, useWho } from '#kernel/web/index.ts'
import { showPower } from '#modules/products/contract/range.ts'
import { stock } from '../contract/endpoints.ts'
import { expiryState } from '../contract/fields.ts'

/** What runs short, what lies too much, what must not or soon must not be sold. */
export default function Warnings() {
  const { hid } = useWho()
  const go = useGo()
  const [search, setSearch] = useSearch()
  const kind = search.kind ?? 'low'
  const live = { live: ['stock', 'products', 'frame-orders', 'billing'] } as const
  const counts = [
    useCall(stock['stock.low'], { hid, per_page: 1 }, live).data?.total,
    useCall(stock['stock.invalid'], { hid, per_page: 1 }, live).data?.total,
    useCall(stock['stock.high'], { hid, per_page: 1 }, live).data?.total,
  ]
  const kinds = [
    ['low', '低于下限'],
    ['invalid', '效期与锁定'],
    ['high', '高于上限'],
  ] as const
  const goods = ['category', 'productName', 'brand', 'version'].map((key) => ({ key, sort: false }))
  const limit = [
    ...goods,
    { key: 'quantity', sort: false },
    { key: 'available', sort: false },
    { key: 'minStock', sort: false },
    { key: 'maxStock', sort: false },
    { key: 'difference', sort: false },
    { key: 'supplierName', sort: false },
  ]
  const common = { input: { hid }, live: live.live, pageSize: 50 } as const
  const open = (name: string) => go('/inventory/list', { query_type: 3, text: name, type: 0 })
  return (
    <Screen
      fill
      actions={
        <Segmented
          aria-label={t`预警种类`}
          value={kind}
          options={kinds.map(([value, label], i) => ({ value, label: `${tr(label)}${counts[i] ? ` ${counts[i]}` : ''}` }))}
          onChange={(v) => setSearch({ kind: v === 'low' ? undefined : v, page: undefined })}
        />
      }
    >
      {kind === 'invalid' ? (
        <DataTable
          of={stock['stock.invalid']}
          {...common}
          rowKey="rowKey"
          onOpen={(r) => open(r.productName)}
          rowTone={(r) => (r.expiryState === 2 ? 'bad' : r.locked ? 'warn' : undefined)}
          columns={[
            ...goods,
            {
              key: 'power',
              title: '光度',
              unit: 'D',
              align: 'right',
              sort: false,
              render: (r) => <span className="num">{showPower(r.sph, r.cyl, r.axis) || '—'}</span>,
            },
            { key: 'batchNo', sort: false },
            {
              key: 'expiry',
              sort: false,
              render: (r) =>
                r.expiry ? (
                  <>
                    {r.expiry} <Status of={metaOf(expiryState)} value={r.expiryState} />
                  </>
                ) : (
                  '—'
                ),
            },
            { key: 'locked', sort: false, render: (r) => (r.locked ? t`已锁定：${r.lockReason ?? '—'}` : '—') },
            { key: 'warehouseName', sort: false },
            { key: 'quantity', sort: false },
            { key: 'amount', sort: false, render: (r) => <Money of={r.amount} /> },
          ]}
          filters={[
            { key: 'text', width: 220 },
            'category',
            {
              key: 'days',
              options: [
                { value: 30, label: t`30 天内` },
                { value: 90, label: t`90 天内` },
                { value: 180, label: t`半年内` },
                { value: 365, label: t`一年内` },
              ],
            },
          ]}
          empty={{ text: t`没有过期、近效期或锁定的批次` }}
        />
      ) : kind === 'high' ? (
        <DataTable
          of={stock['stock.high']}
          {...common}
          rowKey="productId"
          onOpen={(r) => open(r.productName)}
          columns={limit}
          filters={[{ key: 'text', width: 220 }, 'category']}
          empty={{ text: t`没有超过上限的商品` }}
        />
      ) : (
        <DataTable
          of={stock['stock.low']}
          {...common}
          rowKey="productId"
          onOpen={(r) => open(r.productName)}
          columns={limit}
          filters={[{ key: 'text', width: 220 }, 'category']}
          rowTone={(r) => (r.available === 0 ? 'bad' : 'warn')}
          empty={{ text: t`没有低于下限的商品。下限在商品管理中设置` }}
        />
      )}
    </Screen>
  )
}
