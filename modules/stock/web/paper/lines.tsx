/** What the forms of stock-in and stock-out share: the goods column, adding a line by scanning. */
import { useRef } from 'react'
import { call, t, toast, useScanner, useWho, type FormState, type LineColumn } from '#kernel/web/index.ts'
import { products } from '#modules/products/contract/endpoints.ts'
import { POWERED } from '#modules/products/contract/fields.ts'
import type { Product } from '#modules/products/contract/shapes.ts'
import { ProductPicker } from '#modules/products/web/door.tsx'
import { onSale } from '#modules/products/contract/states.ts'

export type Line = Record<string, unknown>
/** Lines of the form, whatever was typed so far. */
export const linesOf = (form: Pick<FormState, 'values'>): Line[] => (form.values.items as Line[] | undefined) ?? []

/** The goods of a line; choosing fills in what the product knows. */
export const goodsColumn = (fill: (product: Product) => Line): LineColumn => ({
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

/** The lines after a product was scanned: a piece more on its line, or a line of its own; goods with a power get one each time. */
export function withScanned(lines: readonly Line[], product: Product, fill: (product: Product) => Line): Line[] {
  const at = POWERED.has(product.category) ? -1 : lines.findIndex((l) => l.productId === product.productId)
  return at < 0
    ? [...lines.filter((l) => l.productId), { productId: product.productId, quantity: 1, ...fill(product) }]
    : lines.map((l, i) => (i === at ? { ...l, quantity: Number(l.quantity ?? 0) + 1 } : l))
}

/** Adds what is scanned. Codes come faster than answers: they are looked up one after the other, and none is lost. */
export function useScannedLines(form: Pick<FormState, 'values' | 'set'>, fill: (product: Product) => Line): void {
  const { hid } = useWho()
  const now = useRef({ form, lines: linesOf(form) })
  now.current = { form, lines: linesOf(form) }
  const known = useRef(new Map<string, Product>())
  const queue = useRef<Promise<void>>(Promise.resolve())
  const add = async (code: string) => {
    const product = known.current.get(code) ?? (await find(hid, code))
    if (!product) return toast(t`没有条码为 ${code} 的商品`, 'warn')
    known.current.set(code, product)
    // The form renders later; until then the next code builds on what this one made.
    now.current.lines = withScanned(now.current.lines, product, fill)
    now.current.form.set('items', now.current.lines)
    toast(t`已添加：${product.name}`, 'ok')
  }
  useScanner((code) => {
    // A failed look-up has told the person already; the codes behind it go on.
    queue.current = queue.current.then(() => add(code)).catch(() => undefined)
  })
}
async function find(hid: number, code: string): Promise<Product | undefined> {
  const { list } = await call(products['products.list'], { hid, text: code, status: onSale.is.on, per_page: 5 })
  return list.find((p) => p.barCode === code) ?? (list.length === 1 ? list[0] : undefined)
}

/** Puts the scanner inside a form, where its state is at hand. */
export function ScanLines({ form, fill }: { form: FormState; fill: (product: Product) => Line }) {
  useScannedLines(form, fill)
  return <p className="soft">{t`扫描商品条码直接加一行；同一商品再扫一次数量加一。`}</p>
}
