/** Finds a product by its words, pinyin initials or a scanned bar code; with a power, only what is made in it. */
import { Select } from 'antd'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { t, tr, useCall, useSettled, useWho } from '#kernel/web/index.ts'
import { products } from '../contract/endpoints.ts'
import { categories } from '../contract/fields.ts'
import type { Product } from '../contract/shapes.ts'
import { onSale } from '../contract/states.ts'

export interface ProductPickerProps {
  /** Number of the product chosen. */
  chosen: number | null | undefined
  onChange: (product: Product | undefined) => void
  /** Only goods of this category. */
  category?: keyof typeof categories
  /** Only lenses made in this power, D. */
  power?: { sph: number; cyl?: number | null | undefined } | undefined
  /** Services have no stock: false leaves them out. */
  services?: boolean
  id?: string
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
}
/** Brand, name, model, size and colour: what tells one product from the next on the shelf. */
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
  const [held, setHeld] = useState<Product>()
  const { rows, answered, fetching } = useFound(typed, open, { category, power })
  const shown = useChosen(chosen, held, rows)
  const goods = rows.filter((p) => services || p.category !== 9)
  const options = [...(shown && !typed.trim() && !goods.some((p) => p.productId === shown.productId) ? [shown] : []), ...goods]
  return (
    // Enter before the answer waits for it: there is nothing to take yet.
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

/** Goods that go by what is typed. What is typed replaces the former choice: until its answer is there, there is nothing to take. */
function useFound(
  typed: string,
  open: boolean,
  { category, power }: Pick<ProductPickerProps, 'power'> & { category: ProductPickerProps['category'] | undefined },
) {
  const { hid } = useWho()
  const asked = useSettled(typed.trim())
  const list = useCall(
    products['products.list'],
    {
      hid,
      status: onSale.is.on,
      per_page: 30,
      ...(category ? { category } : {}),
      ...(asked ? { text: asked } : {}),
      ...(power ? { standard: power.sph, ...(power.cyl ? { cyl: power.cyl } : {}) } : {}),
    },
    { enabled: open, keep: true },
  )
  const answered = !typed.trim() || (typed.trim() === asked && !list.isFetching)
  return { rows: answered ? (list.data?.list ?? []) : [], answered, fetching: list.isFetching }
}

/** The chosen product: the one just picked, one of the list, or read by its number. */
function useChosen(chosen: number | null | undefined, held: Product | undefined, rows: readonly Product[]): Product | undefined {
  const known = held?.productId === chosen ? held : rows.find((p) => p.productId === chosen)
  const read = useCall(products['product.info'], { id: chosen ?? 0 }, { enabled: Boolean(chosen) && !known })
  return known ?? (read.data?.productId === chosen ? read.data : undefined)
}

const Option = ({ label, product, all }: { label: string; product: Product; all: boolean }) => (
  <span className="product-option">
    <span>{label}</span>
    <small className="soft">{[all ? tr(categories[product.category]) : '', showMoney(product.price)].filter(Boolean).join(' · ')}</small>
  </span>
)
