import type { ImportResult, z } from '#kernel/contract/index.ts'
import { change, find, importRows, insert, locked, sql, type Cx, type ImportSpec, type Out, lit } from '#kernel/server/index.ts'
import { ImportPrice, type ImportPricesUpload } from '../contract/shapes.ts'
import { contractStates } from '../contract/states.ts'
import { contractOf } from './contracts.ts'
import { lower, productsNamed } from './goods.ts'

type Row = z.output<typeof ImportPrice>
interface Prepared {
  contractId: number
  byName: ReadonlyMap<string, number>
}
type End = number | null | undefined
/** A range from the smaller number to the larger; lists write −0.25 to −6.00. */
const ordered = (from: End, to: End): readonly [End, End] =>
  typeof from === 'number' && typeof to === 'number' && from > to ? [to, from] : [from, to]
/** Goods of a price: the named product, else the whole brand. */
function goodsOf(
  cx: Cx<string>,
  { barCode, productName, brand }: Row,
  { byName }: Prepared,
): { productId: number | null; brand: string | null } {
  const productWord = barCode || productName
  if (productWord) {
    const productId = byName.get(lower(barCode)) ?? byName.get(lower(productName))
    return productId
      ? { productId, brand: null }
      : cx.refuse('price_goods', { goods: productWord, field: barCode ? 'barCode' : 'productName' })
  }
  return brand?.trim() ? { productId: null, brand: brand.trim() } : cx.refuse('contract_goods', { field: 'productName' })
}
/** Prices of contracts that are in force meanwhile, which stay. */
const used = async (cx: Cx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const rows = await cx.db.rows(
    { lineId: 'number' },
    sql`
      select l.line_id
      from contract_line l
      join contract c on c.oid = l.oid and c.contract_id = l.contract_id
      where l.line_id = any(${ids}) and c.status <> ${lit(contractStates.is.draft)}
    `,
  )
  return new Map(rows.map((r) => [r.lineId, '合同已生效']))
}
/** Imports a price list as prices of one draft. Column meanings are remembered per supplier. */
const specOf = (target: {
  contractId?: number
  supplierId?: number | undefined
}): ImportSpec<typeof ImportPrice, Prepared, 'contract_fixed'> => ({
  label: '协议价',
  shape: ImportPrice,
  ...(target.supplierId ? { remembers: String(target.supplierId) } : {}),
  aliases: {
    barCode: ['商品条码', '条形码'],
    productName: ['商品名称', '品名', '名称', '产品名称'],
    brand: ['品牌名称'],
    sphFrom: ['球镜起', '球镜下限'],
    sphTo: ['球镜止', '球镜上限'],
    cylFrom: ['柱镜起', '柱镜下限'],
    cylTo: ['柱镜止', '柱镜上限'],
    quantityFrom: ['起订量', '数量起'],
    quantityTo: ['数量止'],
    cost: ['单价', '含税单价', '供货价', '价格'],
  },
  prepare: async (cx, rows) => {
    const { contractId = 0 } = target
    const { status } = await contractOf(cx, contractId)
    await locked(cx, 'contract', { contractId })
    if (status !== contractStates.is.draft) cx.refuse('contract_fixed', { field: 'contractId' })
    // Raises the version, so that an open draft cannot silently overwrite the imported prices.
    await change(cx, 'contract', { contractId }, {}, {})
    return { contractId, byName: await productsNamed(cx, rows) }
  },
  write: async (cx, row, rowImport, prepared) => {
    const [sphFrom, sphTo] = ordered(row.sphFrom, row.sphTo)
    const [cylFrom, cylTo] = ordered(row.cylFrom, row.cylTo)
    const { quantityFrom, quantityTo, cost, note } = row
    const price = { sphFrom, sphTo, cylFrom, cylTo, quantityFrom: quantityFrom ?? 1, quantityTo, cost, note }
    const { lineId } = await insert(cx, 'contract_line', { ...price, ...goodsOf(cx, row, prepared), contractId: prepared.contractId })
    await rowImport.made('contract_line', lineId)
  },
  root: {
    table: 'contract_line',
    names: async (cx, ids) => {
      const rows = await cx.db.rows(
        { lineId: 'number', what: 'string' },
        sql`
          select l.line_id, c.contract_no || ' ' || coalesce(p.name, l.brand) what
          from contract_line l
          join contract c on c.oid = l.oid and c.contract_id = l.contract_id
          left join product p on p.oid = l.oid and p.product_id = l.product_id
          where l.line_id = any(${ids})
        `,
      )
      return new Map(rows.map((r) => [r.lineId, r.what]))
    },
    used,
  },
})
export const priceImport = specOf({})
export async function importPrices(out: Out<'contract_fixed'>, { contractId, ...upload }: ImportPricesUpload): Promise<ImportResult> {
  const contract = await out.tx((cx) => find(cx, 'contract', { contractId }))
  return importRows(out, 'contract-prices', specOf({ contractId, supplierId: contract?.supplierId }), upload)
}
