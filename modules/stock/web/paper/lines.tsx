/** Shared by the stock-in and stock-out forms: goods column, adding lines by scanner. */
import { useRef } from 'react'
import { call, t, toast, useScanner, useWho, type FormState, type LineColumn } from '#kernel/web/index.ts'
import { products } from '#modules/products/contract/endpoints.ts'
import { POWERED } from '#modules/products/contract/fields.ts'
import type { Product } from '#modules/products/contract/shapes.ts'
import { ProductPicker } from '#modules/products/web/door.tsx'
import { onSale } from '#modules/products/contract/states.ts'

export type FormLine = Record<string, unknown>
/** Current lines of the form. */
export const linesOf = (form: Pick<FormState, 'values'>): FormLine[] => (form.values.items as FormLine[] | undefined) ?? []

/** Goods of a line; selecting a product fills in its values. */
export const goodsColumn = (fill: (product: Product) => FormLine): LineColumn => ({
  key: 'productId',
  width: 300,
  control: (line, change) => (
    <ProductPicker
      chosen={line.productId as number | undefined}
      services={false}
      onChange={(p) => change(p ? { productId: p.productId, ...fill(p) } : { productId: undefined })}
    />
  ),
})

/** Lines after a product scan: one piece more on its line, or a new line. Goods with a power always get a new line. */
export function withScanned(lines: readonly FormLine[], product: Product, fill: (product: Product) => FormLine): FormLine[] {
  const index = POWERED.has(product.category) ? -1 : lines.findIndex((l) => l.productId === product.productId)
  return index < 0
    ? [...lines.filter((l) => l.productId), { productId: product.productId, quantity: 1, ...fill(product) }]
    : lines.map((l, i) => (i === index ? { ...l, quantity: Number(l.quantity ?? 0) + 1 } : l))
}

/** Adds scanned goods. Codes arrive faster than responses: they are looked up one after another, and none is lost. */
export function useScannedLines(form: Pick<FormState, 'values' | 'set'>, fill: (product: Product) => FormLine): void {
  const { hid } = useWho()
  const latest = useRef({ form, lines: linesOf(form) })
  latest.current = { form, lines: linesOf(form) }
  const productByCode = useRef(new Map<string, Product>())
  const queue = useRef<Promise<void>>(Promise.resolve())
  const add = async (code: string) => {
    const product = productByCode.current.get(code) ?? (await find(hid, code))
    if (!product) return toast(t`没有条码为 ${code} 的商品`, 'warn')
    productByCode.current.set(code, product)
    // The form renders later; until then the next code continues from this state.
    latest.current.lines = withScanned(latest.current.lines, product, fill)
    latest.current.form.set('items', latest.current.lines)
    toast(t`已添加：${product.name}`, 'ok')
  }
  useScanner((code) => {
    // A failed look-up already told the user; following codes continue.
    queue.current = queue.current.then(() => add(code)).catch(() => undefined)
  })
}
async function find(hid: number, code: string): Promise<Product | undefined> {
  const { list } = await call(products['products.list'], { hid, text: code, status: onSale.is.on, per_page: 5 })
  return list.find((p) => p.barCode === code) ?? (list.length === 1 ? list[0] : undefined)
}

/** Places the scanner inside a form, where the form state is available. */
export function ScanLines({ form, fill }: { form: FormState; fill: (product: Product) => FormLine }) {
  useScannedLines(form, fill)
  return <p className="soft">{t`扫描商品条码直接加一行；同一商品再扫一次数量加一。`}</p>
}
