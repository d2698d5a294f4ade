/** A stock order out of a file: its rows become drafts, one a supplier and kind, each with all of its rows or not at all. */
import { powerOf, showPower, stocked, type Power } from '#kernel/contract/index.ts'
import { barCodesOf, gtinOf } from '#kernel/contract/gs1/gs1.ts'
import { lit, may, refusalIn, sql, type Cx, type ImportSpec } from '#kernel/server/index.ts'
import { madeIn, showRange } from '#modules/products/contract/range.ts'
import { onSale } from '#modules/products/contract/states.ts'
import { productsOf, type ProductRow } from '#modules/products/server/door.ts'
import type { SaveFail } from '../../contract/calls.ts'
import { ImportStockOrder } from '../../contract/purchase/import.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import type { SaveLine } from '../../contract/shapes.ts'
import { supply } from '../../contract/states.ts'
import { kindFor } from './purchase.ts'
import { createOrder } from '../save.ts'

type Row = ImportStockOrder
type Cells = Readonly<Record<string, string>>
/** What a row says its goods are: read of cells that are wrong elsewhere too. */
type Naming = Partial<Pick<Row, 'barCode' | 'productName' | 'brand' | 'version' | 'supplierName'>>
/** Why a row is not taken: told when it is written. */
type Wrong = (cx: Cx<string>) => never
type Made = { readonly orderId: number; readonly lineId: number } | Wrong
type Prepared = ReadonlyMap<Row, Made>
interface Shelf {
  readonly byCode: ReadonlyMap<string, ProductRow>
  readonly byName: ReadonlyMap<string, readonly ProductRow[]>
  readonly suppliers: ReadonlyMap<string, number>
}
interface Placed {
  readonly kind: OrderKind
  readonly supplierId: number | null
}
interface Member extends Placed {
  readonly row: Row
  readonly item: SaveLine
}
const lower = (text: string | null | undefined): string => (text ?? '').trim().toLowerCase()
/** Spellings of a code: itself, and every length its GTIN may be written with. */
const codesOf = (code: string | null | undefined): string[] => {
  const gtin = gtinOf(code?.trim())
  return gtin ? barCodesOf(gtin) : lower(code) ? [lower(code)] : []
}

/** Products on sale in the store and suppliers, as far as the rows name them. */
async function shelfOf(cx: Cx, rows: readonly Naming[], hid: number): Promise<Shelf> {
  const found = await cx.db.rows(
    { productId: 'number', code: 'string', name: 'string' },
    sql`
      select product_id, lower(coalesce(bar_code, '')) code, lower(name) "name"
      from product
      where status = ${lit(onSale.is.on)}
        and (apply_stores is null or ${hid}::bigint = any(apply_stores))
        and (
          lower(bar_code) = any(${rows.flatMap((r) => codesOf(r.barCode))}::text[])
          or lower(name) = any(${rows.map((r) => lower(r.productName))}::text[])
        )
      order by product_id
    `,
  )
  const products = await productsOf(
    cx,
    found.map((f) => f.productId),
  )
  const suppliers = await cx.db.rows(
    { supplierId: 'number', name: 'string' },
    sql`
      select supplier_id, lower(name) "name"
      from supplier
      where lower(name) = any(${rows.map((r) => lower(r.supplierName))}::text[])
    `,
  )
  const byCode = new Map<string, ProductRow>()
  const byName = new Map<string, ProductRow[]>()
  for (const { productId, code, name } of found) {
    const product = products.get(productId)
    if (!product) continue
    for (const spelling of codesOf(code)) byCode.set(spelling, product)
    byName.set(name, [...(byName.get(name) ?? []), product])
  }
  return { byCode, byName, suppliers: new Map(suppliers.map((s) => [s.name, s.supplierId])) }
}
/** The goods a row names; of several of one name those made in its power. */
function goodsNamed({ byCode, byName }: Shelf, row: Naming, power: Power | null): readonly ProductRow[] {
  if (row.barCode?.trim()) {
    const coded = codesOf(row.barCode).flatMap((code) => byCode.get(code) ?? [])
    return coded.slice(0, 1)
  }
  const named = (byName.get(lower(row.productName)) ?? []).filter(
    (p) => (!lower(row.brand) || lower(p.brand) === lower(row.brand)) && (!lower(row.version) || lower(p.version) === lower(row.version)),
  )
  if (named.length < 2 || !power) return named
  const made = named.filter((p) => madeIn(p, power))
  return made.length ? made : named
}
/** The supplier a row is ordered of: the one it names, else its product's own; undefined where it names one nobody knows. */
const supplierFor = ({ suppliers }: Shelf, row: Naming, product: ProductRow): number | null | undefined =>
  lower(row.supplierName) ? suppliers.get(lower(row.supplierName)) : product.supplierId

/** A row as a line of its order, or what is wrong with it. */
function memberOf(shelf: Shelf, row: Row, costs: boolean): Member | Wrong {
  const typed = powerOf(row)
  const goods = row.barCode || row.productName || ''
  const field = row.barCode?.trim() ? 'barCode' : 'productName'
  const [product, another] = goodsNamed(shelf, row, typed)
  if (!product) return (cx) => cx.refuse('import_goods', { goods, field })
  if (another) return (cx) => cx.refuse('import_goods_many', { goods, field })
  const kind = kindFor(product.category)
  if (!kind) return (cx) => cx.refuse('no_stock_kind', { product: product.name, field })
  const supplierId = supplierFor(shelf, row, product)
  if (supplierId === undefined) return (cx) => cx.refuse('import_supplier', { supplier: row.supplierName ?? '', field: 'supplierName' })
  if (kind.needed.includes('sph') && !typed) return (cx) => cx.refuse('import_power', { product: product.name, field: 'sph' })
  const power = kind.parameters.includes('sph') && typed ? stocked(typed) : null
  if (power && !madeIn(product, power))
    return (cx) => cx.refuse('out_of_range', { product: product.name, power: showPower(power), range: showRange(product), field: 'sph' })
  return { row, kind, supplierId, item: itemOf(row, { product, kind, power, costs }) }
}
interface Found {
  readonly product: ProductRow
  readonly kind: OrderKind
  readonly power: Power | null
  readonly costs: boolean
}
const itemOf = ({ number, note, cost, costReason }: Row, { product, kind, power, costs }: Found): SaveLine => ({
  productId: product.productId,
  number,
  note: note ?? null,
  // A spectacle lens of the shelf is turned in its frame: it has no axis yet.
  ...(power ? { sph: power.sph, cyl: power.cyl, axis: kind.kind === 'glasses' ? null : power.axis } : {}),
  ...(costs && typeof cost === 'number' ? { cost, costReason: costReason ?? null } : {}),
})
const keyOf = ({ kind, supplierId }: Placed): string => `${kind.kind}|${supplierId}`
/** The orders that rows nobody can read belong to, by what their other cells say. */
function lacking(shelf: Shelf, broken: readonly Naming[]): Set<string> {
  return new Set(
    broken.flatMap((row) =>
      goodsNamed(shelf, row, null).flatMap((product) => {
        const kind = kindFor(product.category)
        const supplierId = supplierFor(shelf, row, product)
        return kind && supplierId !== undefined ? [keyOf({ kind, supplierId })] : []
      }),
    ),
  )
}
const withOthers: Wrong = (cx) => cx.refuse('import_with', {})

/** Writes the draft of a group; where it is refused, the row at fault says why and the others go with it. */
async function written(cx: Cx<SaveFail>, group: readonly Member[], hid: number, made: Map<Row, Made>): Promise<void> {
  const [{ kind, supplierId } = { kind: undefined, supplierId: null }] = group
  if (!kind) return
  const draft = { hid, head: { supplierId }, items: group.map((m) => m.item), overrides: [] }
  const { refused, outcome } = await refusalIn(cx, async () => {
    const { orderId } = await createOrder(cx, kind, draft)
    return cx.db.rows(
      { orderId: 'number', lineId: 'number' },
      sql`
        select order_id, line_id
        from supply_order_line
        where order_id = ${orderId}
        order by line_no
      `,
    )
  })
  const [, index, field] = /^items\.(\d+)\.(\w+)$/.exec(refused?.field ?? '') ?? []
  group.forEach(({ row }, n) => {
    const line = outcome?.[n]
    if (line) made.set(row, line)
    else if (!refused || (index !== undefined && Number(index) !== n)) made.set(row, withOthers)
    else made.set(row, (own) => own.refuse('bad_input', { what: refused.message, ...(field ? { field } : {}) }))
  })
}

async function prepare(cx: Cx<SaveFail>, rows: readonly Row[], hid: number, broken: readonly Cells[]): Promise<Prepared> {
  const shelf = await shelfOf(cx, [...rows, ...broken], hid)
  const costs = may(cx, 'order:cost', hid)
  const made = new Map<Row, Made>()
  const groups = new Map<string, Member[]>()
  const without = lacking(shelf, broken)
  for (const row of rows) {
    const member = memberOf(shelf, row, costs)
    if (typeof member === 'function') {
      for (const key of lacking(shelf, [row])) without.add(key)
      made.set(row, member)
      continue
    }
    const group = groups.get(keyOf(member))
    if (group) group.push(member)
    else groups.set(keyOf(member), [member])
  }
  for (const [key, group] of groups)
    if (without.has(key)) group.forEach(({ row }) => made.set(row, withOthers))
    else await written(cx, group, hid, made)
  return made
}

export const orderImport: ImportSpec<typeof ImportStockOrder, Prepared, SaveFail> = {
  label: '备货订单',
  shape: ImportStockOrder,
  aliases: {
    barCode: ['商品条码', '条形码', 'GTIN', '商品编码', '产品标识'],
    productName: ['商品名称', '品名', '名称', '产品名称'],
    version: ['规格型号'],
    number: ['订购数量', '订货数量', '采购数量', '片数', '盒数'],
    supplierName: ['供应商名称', '供货商'],
    cost: ['含税单价', '单价', '进货价', '采购价'],
    note: ['说明'],
  },
  prepare,
  write: async (cx, row, line, prepared) => {
    const made = prepared.get(row)
    if (!made) throw new Error('a row that was not prepared')
    if (typeof made === 'function') return made(cx)
    await line.made('supply_order_line', made.lineId)
    await line.made('supply_order', made.orderId)
  },
  root: {
    table: 'supply_order',
    names: async (cx, ids) => {
      const rows = await cx.db.rows(
        { orderId: 'number', orderNo: 'string' },
        sql`select order_id, order_no from supply_order where order_id = any(${ids})`,
      )
      return new Map(rows.map((r) => [r.orderId, r.orderNo]))
    },
    used: async (cx, ids) => {
      const rows = await cx.db.rows(
        { orderId: 'number' },
        sql`
          select order_id
          from supply_order
          where order_id = any(${ids}) and status <> ${lit(supply.is.draft)}
        `,
      )
      return new Map(rows.map((r) => [r.orderId, '订单已提交']))
    },
  },
}
