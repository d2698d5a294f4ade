/** Meaning of a scanned code: the matching goods per batch, and the documents with that number. */
import { canonicalCode, wordOf, type z } from '#kernel/contract/index.ts'
import { barCodesOf, gtinOf, readUdi, type Udi } from '#kernel/contract/gs1/gs1.ts'
import { all, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { productOf } from '#modules/products/server/door.ts'
import {
  type acts,
  batchOfLabel,
  elementsOf,
  labelOf,
  type CodedBatch,
  type CodedPaper,
  type CodeQuery,
  type CodeRead,
} from '../../contract/codes.ts'
import { codeAsked } from '../../contract/events.ts'
import type { StockRow } from '../../contract/shapes.ts'
import { expiries, stockIn, stockOut } from '../../contract/states.ts'
import { batchRows } from '../queries.ts'

/** Compares lots without case, however they were typed or scanned. The index is on `lower`. */
export const sameLot = (column: Sql, lot: string): Sql => sql`lower(${column}) = lower(${canonicalCode(lot)})`
/** Goods with one of the bar codes. */
const goodsOf = (barCodes: readonly string[]): Sql =>
  sql`
    v.product_id = any (
      array(select x.product_id from product x where x.bar_code = any(${barCodes}::text[]))
    )
  `
/** Matches a GTIN with any number of leading zeros, and its lot. */
const pieceOf = ({ gtin, batch }: Udi): Sql | undefined =>
  gtin === undefined
    ? undefined
    : all([goodsOf(barCodesOf(gtin)), batch !== undefined && sql`v.lot = lower(${canonicalCode(batch)}::text)`])
/**
 * Batches `v` and `b` that match a code: the product and usually the lot of a GS1 code, the batch of an own label, else a bar code or
 * lot.
 */
export function codeCondition(code: string): Sql {
  const { udi } = readUdi(code)
  const labelled = batchOfLabel(code)
  const gtin = gtinOf(code)
  return (
    (udi && pieceOf(udi)) ??
    sql`
      (
        ${goodsOf(gtin === undefined ? [code] : barCodesOf(gtin))}
        or v.lot = lower(${canonicalCode(code)}::text)
        or v.batch_id = ${labelled ?? null}::bigint
      )
    `
  )
}

function actOf({ quantity, locked, expiryState, heldFor }: StockRow): keyof typeof acts {
  if (quantity <= 0) return 'empty'
  if (expiryState === expiries.is.past) return 'expired'
  if (locked) return 'locked'
  if (heldFor) return 'held'
  return expiryState === expiries.is.near ? 'first' : 'take'
}
const codedBatch = (row: StockRow): z.output<typeof CodedBatch> => ({
  ...row,
  label: row.batchId === null ? null : labelOf(row.batchId),
  elements: elementsOf(row),
  act: actOf(row),
})

function kindOf(code: string, udi: Udi | undefined, list: readonly StockRow[], papers: readonly CodedPaper[]): CodeRead['kind'] {
  if (udi?.gtin !== undefined) return 'udi'
  const gtin = gtinOf(code)
  if (list.some((row) => row.batchId === batchOfLabel(code))) return 'label'
  if (list.some((row) => row.barCode === code || (gtin !== undefined && gtinOf(row.barCode) === gtin))) return 'goods'
  if (list.length) return 'lot'
  return papers.length ? 'paper' : 'none'
}
/** Documents with a number: the store's own, and those other modules report. */
async function papersOf(cx: Cx, hid: number, code: string, serial: string): Promise<CodedPaper[]> {
  const number = code.toUpperCase()
  const storePapers = await cx.db.rows(
    { way: 'string', number: 'string', status: 'number' },
    sql`
      select 'in' way, stockin_no number, status
      from stock_in
      where hid = ${hid} and stockin_no = ${number}
      union all
      select 'out', stockout_no, status
      from stock_out
      where hid = ${hid} and stockout_no = ${number}
    `,
  )
  const papers = storePapers.map(({ way, number: no, status }): CodedPaper => ({
    ...NO_OWNER,
    what: way === 'in' ? '入库单' : '出库单',
    number: no,
    stateName: wordOf(way === 'in' ? stockIn : stockOut, status),
    at: `/inventory/${way === 'in' ? 'import' : 'export'}?text=${no}`,
  }))
  await cx.announce(codeAsked, { hid, number, serial, tell: (paper) => void papers.push({ ...NO_OWNER, ...paper }) })
  return papers
}
const NO_OWNER = { pid: null, whose: null, next: null, why: null, at: null } as const

export async function readCode(cx: Cx, { code: typed, productId, hid: requestedHid }: CodeQuery): Promise<CodeRead> {
  const hid = ownStore(cx, requestedHid ?? cx.who.hid)
  const code = typed?.trim() || undefined
  if (code === undefined && productId === undefined) return cx.refuse('bad_input', { what: '请扫码，或指明商品', field: 'code' })
  if (productId !== undefined) await productOf(cx, productId)
  const conditions = [
    sql`v.hid = ${hid}`,
    productId !== undefined && sql`v.product_id = ${productId}`,
    code !== undefined && codeCondition(code),
  ]
  const { list } = await batchRows(
    cx,
    conditions,
    { page: 1, per_page: BATCHES_MAX },
    sql`(v.on_hand > 0) desc, v.expiry nulls last, v.batch_id`,
  )
  const { udi, fault } = code === undefined ? { udi: undefined, fault: undefined } : readUdi(code)
  const papers = code === undefined ? [] : await papersOf(cx, hid, code, udi?.serial ?? code)
  return {
    code: code ?? null,
    kind: code === undefined ? 'goods' : kindOf(code, udi, list, papers),
    // Text that reads as an ordinary code is not a broken UDI.
    fault: list.length || papers.length ? null : (fault ?? null),
    gtin: udi?.gtin ?? null,
    serial: udi?.serial ?? null,
    batchNo: udi?.batch ?? null,
    expiry: udi?.expiry ?? null,
    list: list.map(codedBatch),
    papers,
  }
}
/** Maximum batches returned. More than that belong to one product, whose list shows them. */
const BATCHES_MAX = 200
