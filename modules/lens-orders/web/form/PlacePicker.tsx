/** Finds what a kind of orders may order, with what lies here, what is on its way and what it costs. */
import { Select } from 'antd'
import { useState } from 'react'
import { showMoney, type z } from '#kernel/contract/index.ts'
import { t, useCall, useSettled, useWho } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import type { PlaceRow } from '../../contract/purchase/lookups.ts'

export type Placeable = z.output<typeof PlaceRow>
interface PlacePickerProps {
  kind: string
  /** The product of the line as it is known so far. */
  chosen: number | undefined
  known: Placeable | undefined
  /** What to call it until it is known. */
  name?: string | undefined
  onChange: (row: Placeable | undefined) => void
  autoFocus?: boolean
}
export function PlacePicker({ kind, chosen, known: product, name, onChange, autoFocus }: PlacePickerProps) {
  const { hid } = useWho()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const settled = useSettled(typed.trim())
  const list = useCall(lensOrders['product.place-orders'], { hid, kind, text: settled, per_page: 30 }, { enabled: open, keep: true })
  const answered = typed.trim() === settled && !list.isFetching
  const rows = answered ? (list.data?.list ?? []) : []
  const held = product ? [{ value: product.productId, label: titleOf(product), row: product }] : []
  const unread = chosen !== undefined && !product ? [{ value: chosen, label: name ?? String(chosen), row: undefined }] : []
  const found = rows.flatMap((row) => (row.productId === chosen ? [] : [{ value: row.productId, label: titleOf(row), row }]))
  return (
    // Enter before the answer waits for it: there is nothing to take yet.
    <span className="finder" onKeyDownCapture={(e) => e.key === 'Enter' && !answered && e.stopPropagation()}>
      <Select
        aria-label={t`商品`}
        style={{ width: '100%' }}
        autoFocus={autoFocus ?? false}
        placeholder={t`名称、品牌、型号、条码或拼音首字母`}
        showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
        loading={list.isFetching}
        notFoundContent={answered ? t`没有找到` : t`正在读取…`}
        open={open}
        onOpenChange={setOpen}
        popupMatchSelectWidth={460}
        value={chosen ?? null}
        options={[...(typed.trim() ? [] : [...held, ...unread]), ...found]}
        optionRender={({ data }) => (
          <span className="product-option">
            <span>{data.label}</span>
            <small className="soft">{data.row && wordsOf(data.row)}</small>
          </span>
        )}
        onChange={(value: number) => {
          setTyped('')
          onChange(rows.find((r) => r.productId === value) ?? product)
        }}
      />
    </span>
  )
}
/** Brand, name and model. */
const titleOf = (p: Pick<Placeable, 'brand' | 'name' | 'version'>): string =>
  [p.brand && !p.name.includes(p.brand) ? p.brand : '', p.name, p.version].filter(Boolean).join(' ')
/** What lies here, what is coming and in how many days more would be here. */
export function stockWords(row: Placeable | undefined): string {
  if (!row) return '—'
  const { onHand, onOrder, leadDays } = row
  return [t`现有 ${onHand}`, onOrder > 0 ? t`在途 ${onOrder}` : '', leadDays === null ? '' : t`${leadDays} 天到货`]
    .filter(Boolean)
    .join(' · ')
}
const wordsOf = (row: Placeable): string => [stockWords(row), row.cost === null ? '' : showMoney(row.cost)].filter(Boolean).join(' · ')
