/** Goods received for an order: posted on their own document, held for the order, and freed when it is given up. */
import { move, post, sql, type Cx } from '#kernel/server/index.ts'
import { stockIn } from '../../contract/states.ts'
import { lockedBalances, pair } from '../batch/batches.ts'
import { levelOf } from '../batch/levels.ts'
import { batchFor } from '../papers/receive.ts'
import { createStockIn, postStockIn, type PostFail, type StockInWriteFail } from '../papers/stock-in.ts'
import { StockInType } from '../../contract/fields.ts'

export interface PaperLine {
  readonly productId: number
  readonly sph?: number | null
  readonly cyl?: number | null
  readonly axis?: number | null
  readonly batchNo?: string | null
  readonly producedOn?: string | null
  readonly expiry?: string | null
  /** Fen per piece. */
  readonly cost: number
  readonly quantity: number
}
export type ReceivePaperFail = StockInWriteFail | PostFail
/** Receives purchased goods on a stock-in that is posted at once. Returns the document and the batch per line, in order. */
export async function receivePaper(
  cx: Cx<ReceivePaperFail>,
  {
    lines,
    heldFor,
    orderedBy,
    ...head
  }: {
    readonly hid: number
    readonly supplierId: number | null
    readonly warehouseId?: number | null
    readonly deliveryNo?: string | null
    readonly note?: string | null
    readonly heldFor?: string | null
    /** The person who ordered the goods; a store can require another one to accept them. */
    readonly orderedBy?: number | null
    readonly lines: readonly PaperLine[]
  },
): Promise<{ stockinId: number; batchIds: number[] }> {
  const paper = await createStockIn(cx, {
    hid: head.hid,
    stockinType: StockInType.purchase,
    status: stockIn.is.draft,
    items: lines.map((l) => ({ ...l })),
    ...(head.supplierId ? { supplierId: head.supplierId } : {}),
    ...(head.warehouseId ? { warehouseId: head.warehouseId } : {}),
    ...(head.deliveryNo ? { deliveryNo: head.deliveryNo } : {}),
    ...(head.note ? { note: head.note } : {}),
  })
  await move(cx, stockIn, paper.stockinId, 'submit', { automatic: true })
  return {
    stockinId: paper.stockinId,
    batchIds: await postStockIn(cx, paper, { heldFor: heldFor ?? null, automatic: true, orderedBy: orderedBy ?? null }),
  }
}

const Held = {
  batchId: 'number',
  hid: 'number',
  warehouseId: 'number',
  productId: 'number',
  sph: 'number | null',
  cyl: 'number | null',
  axis: 'number | null',
  batchNo: 'string | null',
  producedOn: 'string | null',
  expiry: 'string | null',
  cost: 'number',
  supplierId: 'number | null',
  locked: 'boolean',
  lockReason: 'string | null',
  quantity: 'number',
} as const
/** Pieces held for a ref, by batch. */
export const heldPieces = (cx: Cx, ref: string) =>
  cx.db.rows(
    Held,
    sql`
      select
        b.batch_id, b.hid, b.warehouse_id, b.product_id, b.sph, b.cyl, b.axis, b.batch_no, b.produced_on, b.expiry, b.cost, b.supplier_id,
        b.locked, b.lock_reason, v.on_hand quantity
      from batch b ${levelOf}
      where b.held_for = ${ref} and v.on_hand > 0
      order by b.batch_id
    `,
  )
/** Frees the pieces held for a ref: they move to an equal batch without a hold. Locked ones stay locked. */
export async function freeHeld(cx: Cx, ref: string, reason: string): Promise<number> {
  const pieces = await heldPieces(cx, ref)
  await lockedBalances(
    cx,
    pieces.map((h) => h.batchId),
  )
  // Read under the lock: pieces issued meanwhile are not freed.
  const stillHeld = await heldPieces(cx, ref)
  for (const { batchId, hid, warehouseId, quantity, locked, lockReason, ...goods } of stillHeld) {
    const free = await batchFor(cx, hid, warehouseId, goods)
    if (locked)
      await cx.db.run(sql`
        update batch
        set locked = true, lock_reason = ${lockReason}
        where batch_id = ${free} and not locked
      `)
    await post(cx, { reason, ref: `freed-${ref}`, lines: [...pair(batchId, -quantity), ...pair(free, quantity)] })
  }
  return stillHeld.reduce((n, h) => n + h.quantity, 0)
}
/** Locks batches, with a reason. */
export const lockBatches = (cx: Cx, batchIds: readonly number[], reason: string): Promise<number> =>
  cx.db.run(sql`
    update batch
    set locked = true, lock_reason = ${reason}
    where batch_id = any(${batchIds}::bigint[])
  `)
