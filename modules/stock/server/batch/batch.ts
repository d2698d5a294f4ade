import { find, remove, sql, update, type Cx } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { SERVICE } from '#modules/products/contract/fields.ts'
import { productOf } from '#modules/products/server/door.ts'
import type { SaveBatch, StockRow } from '../../contract/shapes.ts'
import { needsPower } from './batches.ts'
import { batchesToTake } from '../queries.ts'
import { batchFor } from '../papers/receive.ts'
import { usableWarehouse } from '../warehouses.ts'

/** A batch with its balance. */
async function stockRowOf(cx: Cx, batchId: number): Promise<StockRow> {
  return (await batchesToTake(cx, [sql`v.batch_id = ${batchId}`]))[0] ?? cx.refuse('not_found', { what: '批次' })
}

/** Opens an empty batch in the current store, or corrects the lot and dates of a batch and locks or unlocks it. */
export async function saveBatch(
  cx: Cx<'warehouse_off' | 'service_not_stocked' | 'stock_unpowered'>,
  { batchId, warehouseId, locked, lockReason, ...line }: z.output<typeof SaveBatch>,
): Promise<StockRow> {
  const product = await productOf(cx, line.productId)
  if (locked && !lockReason) cx.refuse('bad_input', { what: '锁定批次：请填写原因', field: 'lockReason' })
  const lock = locked === undefined ? {} : { locked, lockReason: locked ? lockReason : null }
  if (batchId) {
    const { batchNo, producedOn, expiry } = line
    const row = await update(
      cx,
      'batch',
      { batchId, productId: line.productId },
      {
        ...(batchNo === undefined ? {} : { batchNo: batchNo || null }),
        ...(producedOn === undefined ? {} : { producedOn }),
        ...(expiry === undefined ? {} : { expiry }),
        ...lock,
      },
    )
    return row ? stockRowOf(cx, batchId) : cx.refuse('not_found', { what: '批次' })
  }
  if (product.category === SERVICE) cx.refuse('service_not_stocked', { product: product.name })
  if (needsPower(product) && (line.sph === null || line.sph === undefined))
    cx.refuse('stock_unpowered', { product: product.name, field: 'sph' })
  const openedId = await batchFor(cx, cx.who.hid, await usableWarehouse(cx, cx.who.hid, warehouseId), line)
  if (locked) await update(cx, 'batch', { batchId: openedId }, lock)
  return stockRowOf(cx, openedId)
}

/** Deletes a batch without ledger lines; any other stays for good. */
export async function deleteBatch(cx: Cx<'batch_in_use'>, batchId: number): Promise<null> {
  const batch = await find(cx, 'batch', { batchId })
  if (!batch) return cx.refuse('not_found', { what: '批次' })
  const used = await cx.db.any(
    sql`
      select 1
      from ledger_account a
      join ledger_line l using (oid, account_id)
      where a.book = 'stock' and a.key = ${`batch:${batchId}`}
      limit 1
    `,
  )
  if (used) return cx.refuse('batch_in_use', { batch: batch.batchNo ?? batchId })
  await remove(cx, 'batch', { batchId })
  return null
}
