import { showDioptre } from '#kernel/contract/index.ts'
import { importRows, insert, sql, type Cx, type ImportSpec, type Layout, type Out } from '#kernel/server/index.ts'
import type { ImportResult, z } from '#kernel/contract/index.ts'
import { parseContactLensRow, parseLensRow } from '../contract/catalog.ts'
import { ImportProduct, type ImportProducts } from '../contract/shapes.ts'
import { checkProduct } from './save.ts'
import { searchText } from './search.ts'
import { onSale } from '../contract/states.ts'

const has = (head: readonly string[], ...names: string[]): boolean => names.every((n) => head.some((h) => h.trim().toLowerCase() === n))
const lower = (cells: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(cells).map(([k, v]) => [k.trim().toLowerCase(), v]))

/** Suppliers' catalogues of spectacle lenses. Discontinued ones are imported as off sale. */
const lensCatalogue: Layout = {
  name: '镜片目录（品牌、系列、类型、折射率、直径、光度范围）',
  matches: (head) => has(head, 'brand', 'line', 'type', 'index', 'sph_min', 'sph_max'),
  read: (file) => {
    const cells = lower(file)
    const { value, errors, warnings } = parseLensRow(cells)
    const wrong = errors.map((e) => ({ ...e, given: cells[e.column] ?? '' }))
    if (!value) return { value: undefined, errors: wrong, warnings }
    const { available, ...lens } = value
    return {
      value: {
        ...lens,
        category: 3,
        name: [
          lens.series,
          lens.index.toFixed(2),
          lens.sphMin === null ? '' : `${showDioptre(lens.sphMin)}…${showDioptre(lens.sphMax)}`,
          lens.cylMin ? `/ ${showDioptre(lens.cylMin)}` : '',
        ]
          .filter(Boolean)
          .join(' '),
        unit: '片',
        status: available ? onSale.is.on : onSale.is.off,
      },
      errors: wrong,
      warnings,
    }
  },
}
/** Catalogues of soft contact lenses: class III devices. */
const contactCatalogue: Layout = {
  name: '隐形眼镜目录（厂家、品牌、基弧、直径、光度范围）',
  matches: (head) => has(head, 'manufacturer', 'brand', 'name', 'bc1_mm', 'dia_mm', 'sph_min_d', 'sph_max_d'),
  read: (file) => {
    const cells = lower(file)
    const { value, errors, warnings } = parseContactLensRow(cells)
    const wrong = errors.map((e) => ({ ...e, given: cells[e.column] ?? '' }))
    if (!value) return { value: undefined, errors: wrong, warnings }
    const { halfBeyond6, ...lens } = value
    return {
      value: {
        ...lens,
        category: 4,
        name: [lens.brand, lens.series].filter(Boolean).join(' '),
        version: cells.code || null,
        unit: '盒',
        deviceClass: 3,
        note: halfBeyond6 ? '±6.00 D 以上每 0.50 D 一档' : null,
      },
      errors: wrong,
      warnings,
    }
  },
}

const aliases = {
  name: ['商品名称', '品名', '名称', '产品名称'],
  category: ['类别', '商品类别', '分类'],
  version: ['型号', '厂家型号'],
  barCode: ['条码', '商品条码', '条形码'],
  colour: ['色号', '颜色', '厂家色号'],
  spec: ['规格', '尺寸'],
  price: ['零售价', '标准零售价', '售价'],
  cost: ['进价', '含税单价', '批发价格', '成本'],
  index: ['折射率'],
  minStock: ['库存下限', '最低库存'],
  maxStock: ['库存上限', '最高库存'],
  maker: ['生产企业', '厂家', '生产厂家'],
  registrationNo: ['注册证号', '备案号'],
} as const

/** Imports goods. Values of the upload fill empty cells. */
const specOf = (options: Partial<ImportProducts>): ImportSpec<typeof ImportProduct> => ({
  label: '商品',
  shape: ImportProduct,
  aliases,
  layouts: [lensCatalogue, contactCatalogue],
  prepare: async () => undefined,
  write: async (cx: Cx<string>, row: z.output<typeof ImportProduct>, rowImport) => {
    const category = row.category ?? options.category ?? cx.refuse('category_missing', { field: 'category' })
    const values = { ...row, category, productCategoryChild: row.productCategoryChild ?? options.productCategoryChild ?? null }
    await checkProduct(cx, undefined, values)
    const { productId } = await insert(cx, 'product', {
      ...values,
      supplierId: options.supplierId ?? null,
      applyStores: options.applyStores?.length ? options.applyStores : null,
      search: searchText(values),
    })
    await rowImport.made('product', productId)
  },
  root: {
    table: 'product',
    names: async (cx, ids) =>
      new Map(
        (
          await cx.db.rows(
            { productId: 'number', name: 'string' },
            sql`select product_id, name from product where product_id = any(${ids})`,
          )
        ).map((p) => [p.productId, p.name]),
      ),
  },
})
export const productImport = specOf({})
export const importProducts = (
  out: Out,
  { category, productCategoryChild, supplierId, applyStores, importType: _, ...upload }: ImportProducts,
): Promise<ImportResult> => importRows(out, 'product', specOf({ category, productCategoryChild, supplierId, applyStores }), upload)
