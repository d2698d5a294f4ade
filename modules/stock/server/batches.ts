import { powerOf, stocked } from '#kernel/contract/index.ts'
import { all, idIn, join, sql, type Cx, type LedgerLine, type Sql, type RowOf, columnsOf } from '#kernel/server/index.ts'
import { POWERED } from '#modules/products/contract/fields.ts'

/** A batch with what is in it. */
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
export type BatchRow = RowOf<typeof BatchRow>

/** A kind of goods: the product and, where it has one, the power. Either cylinder notation is understood. */
export interface Wanted {
  readonly productId: number
  readonly sph?: number | null
  readonly cyl?: number | null
  readonly axis?: number | null
}
interface Line {
  readonly productId: number
  readonly sph?: number | null
  readonly cyl?: number | null
  readonly axis?: number | null
  readonly batchId?: number | null
  readonly warehouseId?: number | null
}

/** Ledger account of a batch, and of where its pieces come from and go to: per batch, so that no account is everybody's bottleneck. */
export const accountOf = (batchId: number): string => `batch:${batchId}`
const outsideOf = (batchId: number): string => `outside:${batchId}`
/** Batch of a ledger account `a`; null for the accounts of the outside. */
export const batchOfKey: Sql = idIn(sql`a.key`, 'batch')

export const needsPower = (product: { category: number }): boolean => POWERED.has(product.category)

const powerIs = (column: Sql, value: number | null | undefined): Sql =>
  value === null || value === undefined ? sql`${column} is null` : sql`${column} = ${value}::numeric`
/** Which batches `v` a line may come from: the one it names, or those with something in them. */
const fits = (line: Line): Sql =>
  line.batchId
    ? sql`(v.batch_id = ${line.batchId} and v.product_id = ${line.productId})`
    : sql`(${all([
        sql`v.product_id = ${line.productId} and v.on_hand > 0`,
        powerIs(sql`v.sph`, line.sph),
        powerIs(sql`v.cyl`, line.cyl),
        typeof line.axis === 'number' && sql`(v.axis is null or v.axis = ${line.axis}::int)`,
        Boolean(line.warehouseId) && sql`v.warehouse_id = ${line.warehouseId}`,
      ])})`

/** Batches of a store that the lines could come from, the one expiring first first; batches without an expiry last, older ones before newer. */
export const candidates = (cx: Cx, hid: number, lines: readonly Line[]): Promise<BatchRow[]> =>
  lines.length
    ? cx.db.rows(
        BatchRow,
        sql`select ${columnsOf(BatchRow, 'b', 'balance')}, v.on_hand balance from stock_level v join batch b on b.oid = v.oid and b.batch_id = v.batch_id
          where v.hid = ${hid} and (${join(lines.map(fits), ' or ')}) order by v.expiry nulls last, v.batch_id`,
      )
    : Promise.resolve([])

/** The same rule as `candidates`, for one batch and one line. */
export const sameBatch = (b: BatchRow, line: Line): boolean =>
  line.batchId
    ? b.batchId === line.batchId && b.productId === line.productId
    : b.productId === line.productId &&
      b.sph === (line.sph ?? null) &&
      b.cyl === (line.cyl ?? null) &&
      (line.axis === null || line.axis === undefined || b.axis === null || b.axis === line.axis) &&
      (!line.warehouseId || b.warehouseId === line.warehouseId)

/** Balances of batches, locked until the transaction ends, in the order the ledger itself locks accounts. */
export async function lockedBalances(cx: Cx, batchIds: readonly number[]): Promise<Map<number, number>> {
  if (!batchIds.length) return new Map()
  const rows = await cx.db.rows(
    { key: 'string', balance: 'number' },
    sql`select key, balance from ledger_account where book = 'stock' and key = any(${batchIds.map(accountOf)}) order by account_id for no key update`,
  )
  return new Map(rows.map((r) => [Number(r.key.slice('batch:'.length)), r.balance]))
}

/** The two lines that move pieces in (+) or out (−) of a batch. */
export const pair = (batchId: number, quantity: number): LedgerLine[] => [
  { book: 'stock', key: accountOf(batchId), amount: quantity, floor: 0 },
  { book: 'stock', key: outsideOf(batchId), amount: -quantity, floor: null },
]

/** Cylinder in the notation stock is kept in; a power without a cylinder has cylinder 0. */
export function normal<W extends Wanted>(line: W): W & { sph: number | null; cyl: number | null; axis: number | null } {
  const power = powerOf(line)
  return { ...line, ...(power ? stocked(power) : { sph: null, cyl: null, axis: null }) }
}
