import { powerOf, stocked } from '#kernel/contract/index.ts'
import { all, idIn, join, sql, type Cx, type LedgerLine, type Sql, type ShapedRow, columnsOf } from '#kernel/server/index.ts'
import { POWERED } from '#modules/products/contract/fields.ts'

/** A batch with its balance. */
export const BatchRow = {
  batchId: 'number',
  productId: 'number',
  warehouseId: 'number',
  sph: 'number | null',
  cyl: 'number | null',
  axis: 'number | null',
  batchNo: 'string | null',
  expiry: 'string | null',
  cost: 'number',
  supplierId: 'number | null',
  locked: 'boolean',
  lockReason: 'string | null',
  heldFor: 'string | null',
  balance: 'number',
} as const
export type BatchRow = ShapedRow<typeof BatchRow>

/** Identifies goods: the product and, where it has one, the power in either cylinder notation. */
export interface GoodsKey {
  readonly productId: number
  readonly sph?: number | null
  readonly cyl?: number | null
  readonly axis?: number | null
}
interface BatchLine {
  readonly productId: number
  readonly sph?: number | null
  readonly cyl?: number | null
  readonly axis?: number | null
  readonly batchId?: number | null
  readonly warehouseId?: number | null
}

/** Ledger account of a batch, and its counter-account. One counter-account per batch avoids a shared bottleneck. */
export const accountOf = (batchId: number): string => `batch:${batchId}`
/** Pieces of a batch that are on their way to another store. */
export const transitOf = (batchId: number): string => `transit:${batchId}`
export const outsideOf = (batchId: number): string => `outside:${batchId}`
/** Batch id of ledger account `a`; null for counter-accounts. */
export const batchOfKey: Sql = idIn(sql`a.key`, 'batch')

export const needsPower = (product: { category: number }): boolean => POWERED.has(product.category)

const powerIs = (column: Sql, value: number | null | undefined): Sql =>
  value === null || value === undefined ? sql`${column} is null` : sql`${column} = ${value}::numeric`
/** Condition on `v`: the batch the line names, or the non-empty ones that match its goods. */
const matchesLine = (line: BatchLine): Sql =>
  line.batchId
    ? sql`(v.batch_id = ${line.batchId} and v.product_id = ${line.productId})`
    : sql`(${all([
        sql`v.product_id = ${line.productId} and v.on_hand > 0`,
        powerIs(sql`v.sph`, line.sph),
        powerIs(sql`v.cyl`, line.cyl),
        typeof line.axis === 'number' && sql`(v.axis is null or v.axis = ${line.axis}::int)`,
        Boolean(line.warehouseId) && sql`v.warehouse_id = ${line.warehouseId}`,
      ])})`

/** Batches of a store that match the lines, first expired first, batches without expiry last, older before newer. */
export const candidates = (cx: Cx, hid: number, lines: readonly BatchLine[]): Promise<BatchRow[]> =>
  lines.length
    ? cx.db.rows(
        BatchRow,
        sql`
          select ${columnsOf(BatchRow, 'b', 'balance')}, v.on_hand balance
          from stock_level v
          join batch b on b.oid = v.oid and b.batch_id = v.batch_id
          where v.hid = ${hid} and (${join(lines.map(matchesLine), ' or ')})
          order by v.expiry nulls last, v.batch_id
        `,
      )
    : Promise.resolve([])

/** The rule of `candidates` for one batch and one line. */
export const sameBatch = (b: BatchRow, line: BatchLine): boolean =>
  line.batchId
    ? b.batchId === line.batchId && b.productId === line.productId
    : b.productId === line.productId &&
      b.sph === (line.sph ?? null) &&
      b.cyl === (line.cyl ?? null) &&
      (line.axis === null || line.axis === undefined || b.axis === null || b.axis === line.axis) &&
      (!line.warehouseId || b.warehouseId === line.warehouseId)

/** Balances of batches, locked until the end of the transaction in the ledger's own lock order. */
export async function lockedBalances(cx: Cx, batchIds: readonly number[]): Promise<Map<number, number>> {
  if (!batchIds.length) return new Map()
  const rows = await cx.db.rows(
    { key: 'string', balance: 'number' },
    sql`
      select key, balance
      from ledger_account
      where book = 'stock' and key = any(${batchIds.map(accountOf)})
      order by account_id
      for no key update
    `,
  )
  return new Map(rows.map((r) => [Number(r.key.slice('batch:'.length)), r.balance]))
}

/** The two ledger lines that move pieces into (+) or out of (−) a batch. */
export const pair = (batchId: number, quantity: number): LedgerLine[] => [
  { book: 'stock', key: accountOf(batchId), amount: quantity, floor: 0 },
  { book: 'stock', key: outsideOf(batchId), amount: -quantity, floor: null },
]

/** Converts the power to the stored notation; a sphere without a cylinder gets cylinder 0. */
export function normal<W extends GoodsKey>(line: W): W & { sph: number | null; cyl: number | null; axis: number | null } {
  const power = powerOf(line)
  return { ...line, ...(power ? stocked(power) : { sph: null, cyl: null, axis: null }) }
}
