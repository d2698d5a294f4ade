import { Form, t, useCan, type FormItem, type FormRule, type SentOf } from '#kernel/web/index.ts'
import { products } from '../contract/endpoints.ts'
import type { Product } from '../contract/shapes.ts'
import { making } from '../contract/states.ts'
import { useSuppliers } from './useSuppliers.ts'

const LENS = new Set([3, 4, 8, 10])
const DEVICE = new Set([4, 5, 10, 11])
const inCategories = (set: ReadonlySet<number>) => (v: Readonly<Record<string, unknown>>) => set.has(Number(v.category))
/** Checks of the server, repeated while typing. */
const rules: FormRule = (v) => [
  ...above(v, 'sphMin', 'sphMax', t`球镜上限不能小于下限`),
  ...above(v, 'cylMin', 'cylMax', t`柱镜上限不能小于下限`),
  ...above(v, 'minStock', 'maxStock', t`库存上限不能小于下限`),
]
const above = (v: Readonly<Record<string, unknown>>, low: string, high: string, sentence: string) =>
  typeof v[low] === 'number' && typeof v[high] === 'number' && (v[low] as number) > (v[high] as number) ? [{ field: high, sentence }] : []

type Item = FormItem<keyof SentOf<(typeof products)['product.save']> & string>
const lens = {
  group: '光度范围',
  when: inCategories(LENS),
  items: [
    { key: 'lensType', span: 4 },
    { key: 'classifyStatus', span: 4 },
    { key: 'film', span: 4 },
    { key: 'index', span: 4 },
    { key: 'diameter', span: 4, placeholder: '65/70' },
    { key: 'baseCurve', span: 4 },
    { key: 'sphMin', span: 3 },
    { key: 'sphMax', span: 3 },
    { key: 'cylMin', span: 3 },
    { key: 'cylMax', span: 3 },
    { key: 'combinedMax', span: 3 },
  ],
} satisfies Item
const device: Item = {
  group: '医疗器械',
  when: inCategories(DEVICE),
  items: [
    { key: 'deviceClass', span: 3 },
    { key: 'registrationNo', span: 5 },
    { key: 'registrationExpires', span: 4 },
    { key: 'maker', span: 6 },
  ],
}

export interface GoodsFormProps {
  product?: Product | undefined
  category?: number | undefined
  onDone: (product: Product) => void
  onLeave: () => void
}
/** A product: names, prices, powers, registration. */
export function GoodsForm({ product, category, onDone, onLeave }: GoodsFormProps) {
  const can = useCan()
  const mayPrice = !product || can('product:price')
  const supplierOptions = useSuppliers()
  return (
    <Form
      of={products['product.save']}
      initial={product ?? { category: category ?? 1, unit: category === 3 ? '片' : '件', classifyStatus: making.is.stocked }}
      rules={rules}
      invalidates={[products['products.list']]}
      onDone={onDone}
      onLeave={onLeave}
      {...(product ? { fixed: { productId: product.productId, versionNo: product.versionNo } } : { draft: 'product' })}
      fields={[
        { key: 'category', span: 4 },
        { key: 'name', span: 8 },
        { key: 'brand', span: 4 },
        { key: 'series', span: 4 },
        { key: 'version', span: 4 },
        { key: 'spec', span: 4, placeholder: '52□18-145' },
        { key: 'colour', span: 4 },
        { key: 'barCode', span: 4, placeholder: t`扫码或输入` },
        { key: 'prefixLength', span: 4, hint: t`RFID 标签要用：条码里厂商识别代码的位数` },
        {
          group: '价格与库存',
          items: [
            { key: 'price', span: 3, disabled: !mayPrice },
            ...(can('product:cost')
              ? [{ key: 'cost' as const, span: 3, disabled: !mayPrice, ...(mayPrice ? {} : { hint: t`没有修改价格的权限` }) }]
              : []),
            { key: 'unit', span: 3 },
            { key: 'chargeType', span: 3 },
            { key: 'minStock', span: 3 },
            { key: 'maxStock', span: 3 },
            ...(supplierOptions.length ? [{ key: 'supplierId' as const, span: 6, options: supplierOptions }] : []),
          ],
        },
        { ...lens, note: t`负柱镜写法；留空表示不限` },
        device,
        {
          group: '其它',
          items: [
            { key: 'productCategoryChild', span: 4 },
            { key: 'status', span: 4 },
            { key: 'note', span: 12 },
          ],
        },
      ]}
    />
  )
}
