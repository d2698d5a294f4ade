import { powerOf, stocked, type ImportResult } from '#kernel/contract/index.ts'
import { importRows, insert, number, sql, type Cx, type ImportSpec, type Out } from '#kernel/server/index.ts'
import { supplierOf } from '#modules/suppliers/server/door.ts'
import { lower, productsNamed } from './goods.ts'
import { ImportStatement, type ImportStatementUpload } from '../contract/shapes.statements.ts'

const STATEMENT_NO = 'DZyymmdd-###'
interface Prepared {
  statementId: number
  byName: ReadonlyMap<string, number>
}
const used = async (cx: Cx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const rows = await cx.db.rows(
    { rowId: 'number' },
    sql`
      select r.row_id
      from statement_row r
      where r.row_id = any(${ids})
        and exists (
          select
          from statement_decision d
          where d.oid = r.oid and d.statement_id = r.statement_id and d.payable_id is not null
        )
    `,
  )
  return new Map(rows.map((r) => [r.rowId, '差额已入账']))
}
/** Imports a supplier's file as a statement. Column meanings are remembered per supplier. */
const specOf = (upload: Partial<ImportStatementUpload>): ImportSpec<typeof ImportStatement, Prepared, 'statement_term'> => ({
  label: '对账单明细',
  shape: ImportStatement,
  ...(upload.supplierId ? { remembers: String(upload.supplierId) } : {}),
  aliases: {
    day: ['发货日期', '送货日期', '单据日期', '销售日期'],
    deliveryNo: ['单据编号', '发货单号', '出库单号', '单号'],
    orderNo: ['订单编号', '客户订单号', '采购单号'],
    barCode: ['商品条码', '条形码'],
    productName: ['商品名称', '品名', '名称', '产品名称'],
    quantity: ['数量', '发货数量', '片数'],
    price: ['含税单价', '结算价'],
  },
  prepare: async (cx, rows, hid) => {
    const { supplierId = 0, from_on: fromOn = cx.today, to_on: toOn = cx.today, file } = upload
    await supplierOf(cx, supplierId)
    if (toOn < fromOn) cx.refuse('statement_term', { field: 'to_on' })
    const filename = file?.filename.slice(0, 200) ?? ''
    const head = { hid, supplierId, fromOn, toOn, filename, statementNo: await number(cx, STATEMENT_NO) }
    const { statementId } = await insert(cx, 'supplier_statement', head)
    return { statementId, byName: await productsNamed(cx, rows) }
  },
  write: async (cx, { day, deliveryNo, orderNo, barCode, productName, quantity, price, ...typed }, rowImport, { statementId, byName }) => {
    const power = powerOf(typed)
    const stockPower = power && stocked(power)
    const productId = byName.get(lower(barCode)) ?? byName.get(lower(productName)) ?? null
    const papers = { day: day ?? null, deliveryNo: deliveryNo || null, orderNo: orderNo || null }
    const goods = { goods: productName, productId, sph: stockPower?.sph ?? null, cyl: stockPower?.cyl ?? null, quantity, price }
    const { rowId } = await insert(cx, 'statement_row', { hid: rowImport.hid, statementId, rowNo: rowImport.rowNo, ...papers, ...goods })
    await rowImport.made('statement_row', rowId)
    await rowImport.made('supplier_statement', statementId)
  },
  root: {
    table: 'statement_row',
    names: async (cx, ids) => {
      const rows = await cx.db.rows(
        { rowId: 'number', what: 'string' },
        sql`select row_id, row_no || ' ' || goods what from statement_row where row_id = any(${ids})`,
      )
      return new Map(rows.map((r) => [r.rowId, r.what]))
    },
    used,
  },
})
export const statementImport = specOf({})
export const importStatement = (out: Out<'statement_term'>, input: ImportStatementUpload): Promise<ImportResult> => {
  const { supplierId, from_on, to_on, ...upload } = input
  return importRows(out, 'supplier-statement', specOf({ supplierId, from_on, to_on, file: upload.file }), upload)
}
