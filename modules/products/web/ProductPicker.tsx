/** Finds products by words, pinyin initials or bar code; with a power, only those made in it. */
import { Select } from 'antd'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { t, tr, useCall, useSettled, useWho } from '#kernel/web/index.ts'
import { products } from '../contract/endpoints.ts'
import { categories } from '../contract/fields.ts'
import type { Product } from '../contract/shapes.ts'
import { onSale } from '../contract/states.ts'

export interface ProductPickerProps {
  /** Id of the selected product. */
  chosen: number | null | undefined
  onChange: (product: Product | undefined) => void
  /** Restricts to a category. */
  category?: keyof typeof categories
  /** Restricts to lenses made in this power, D. */
  power?: { sph: number; cyl?: number | null | undefined } | undefined
  /** False excludes services, which have no stock. */
  services?: boolean
  id?: string
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
}
/** Brand, name, model, size and colour, which distinguish products on the shelf. */
const productTitle = (p: Pick<Product, 'brand' | 'name' | 'version' | 'spec' | 'colour'>): string =>
  [p.brand && !p.name.includes(p.brand) ? p.brand : '', p.name, p.version, p.spec, p.colour].filter(Boolean).join(' ')

export function ProductPicker({
  chosen,
  onChange,
  category,
  power,
  services = true,
  id,
  placeholder,
  disabled = false,
  autoFocus = false,
}: ProductPickerProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [picked, setHeld] = useState<Product>()
  const { rows, answered, fetching } = useFound(typed, open, { category, power })
  const selected = useChosen(chosen, picked, rows)
  const goods = rows.filter((p) => services || p.category !== 9)
  const options = [...(selected && !typed.trim() && !goods.some((p) => p.productId === selected.productId) ? [selected] : []), ...goods]
  return (
    // Enter waits for the response, because nothing can be selected before.
    <span className="finder" onKeyDownCapture={(e) => e.key === 'Enter' && !answered && e.stopPropagation()}>
      <Select
        {...(id ? { id } : {})}
        aria-label={placeholder ?? t`商品`}
        style={{ width: '100%' }}
        allowClear
        autoFocus={autoFocus}
        disabled={disabled}
        placeholder={placeholder ?? t`名称、型号、条码或拼音首字母`}
        showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
        loading={fetching}
        notFoundContent={answered && !fetching ? t`没有找到` : t`正在读取…`}
        open={open}
        onOpenChange={setOpen}
        popupMatchSelectWidth={420}
        value={chosen ?? null}
        options={options.map((p) => ({ value: p.productId, label: productTitle(p), product: p }))}
        optionRender={({ data }) => <Option label={data.label} product={data.product} all={!category} />}
        onChange={(value: number | null) => {
          const product = options.find((p) => p.productId === value)
          setHeld(product)
          setTyped('')
          onChange(product)
        }}
      />
    </span>
  )
}

/** Matching goods. Typing clears the previous selection until the response arrives. */
function useFound(
  typed: string,
  open: boolean,
  { category, power }: Pick<ProductPickerProps, 'power'> & { category: ProductPickerProps['category'] | undefined },
) {
  const { hid } = useWho()
  const searched = useSettled(typed.trim())
  const list = useCall(
    products['products.list'],
    {
      hid,
      status: onSale.is.on,
      per_page: 30,
      ...(category ? { category } : {}),
      ...(searched ? { text: searched } : {}),
      ...(power ? { standard: power.sph, ...(power.cyl ? { cyl: power.cyl } : {}) } : {}),
    },
    { enabled: open, keep: true },
  )
  const answered = !typed.trim() || (typed.trim() === searched && !list.isFetching)
  return { rows: answered ? (list.data?.list ?? []) : [], answered, fetching: list.isFetching }
}

/** The selected product: just picked, in the list, or loaded by id. */
function useChosen(chosen: number | null | undefined, picked: Product | undefined, rows: readonly Product[]): Product | undefined {
  const chosenProduct = picked?.productId === chosen ? picked : rows.find((p) => p.productId === chosen)
  const read = useCall(products['product.info'], { id: chosen ?? 0 }, { enabled: Boolean(chosen) && !chosenProduct })
  return chosenProduct ?? (read.data?.productId === chosen ? read.data : undefined)
}

const Option = ({ label, product, all }: { label: string; product: Product; all: boolean }) => (
  <span className="product-option">
    <span>{label}</span>
    <small className="soft">{[all ? tr(categories[product.category]) : '', showMoney(product.price)].filter(Boolean).join(' · ')}</small>
  </span>
)
