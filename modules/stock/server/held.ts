/** Goods that came for an order: received on a paper of their own, held for it, and freed when it is given up. */
import { move, post, sql, type Cx } from '#kernel/server/index.ts'
import { stockIn } from '../contract/states.ts'
import { lockedBalances, pair } from './batches.ts'
import { levelOf } from './levels.ts'
import { batchFor } from './receive.ts'
import { createStockIn, postStockIn, type PostFail, type WriteFail } from './stock-in.ts'

export interface PaperLine {
  readonly productId: number
  readonly sph?: number | null
  readonly cyl?: number | null
  readonly axis?: number | null
  readonly batchNo?: string | null
  readonly producedOn?: string | null
  readonly expiry?: string | null
  /** Fen a piece. */
  readonly cost: number
  readonly quantity: number
}
export type ReceivePaperFail = WriteFail | PostFail
/** What was bought comes in on a stock-in that is posted at once; answers the paper and the batch of every line, in their order. */
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
    /** Who sent for it; a store may want another to accept it. */
    readonly orderedBy?: number | null
    readonly lines: readonly PaperLine[]
  },
): Promise<{ stockinId: number; batchIds: number[] }> {
  const paper = await createStockIn(cx, {
    hid: head.hid,
    stockinType: 1,
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
/** What lies here for a ref, batch by batch. */
export const heldPieces = (cx: Cx, ref: string) =>
  cx.db.rows(
    Held,
    sql`select b.batch_id, b.hid, b.warehouse_id, b.product_id, b.sph, b.cyl, b.axis, b.batch_no, b.produced_on, b.expiry, b.cost, b.supplier_id, b.locked, b.lock_reason, v.on_hand quantity from batch b ${levelOf} where b.held_for = ${ref} and v.on_hand > 0 order by b.batch_id`,
  )
/** Frees all that is held for a ref: the pieces go into the same batch as anybody may have. What is locked stays so. */
export async function freeHeld(cx: Cx, ref: string, reason: string): Promise<number> {
  const held = await heldPieces(cx, ref)
  await lockedBalances(
    cx,
    held.map((h) => h.batchId),
  )
  // Under the lock: what was issued meanwhile is not freed.
  const still = await heldPieces(cx, ref)
  for (const { batchId, hid, warehouseId, quantity, locked, lockReason, ...what } of still) {
    const free = await batchFor(cx, hid, warehouseId, what)
    if (locked) await cx.db.run(sql`update batch set locked = true, lock_reason = ${lockReason} where batch_id = ${free} and not locked`)
    await post(cx, { reason, ref: `freed-${ref}`, lines: [...pair(batchId, -quantity), ...pair(free, quantity)] })
  }
  return still.reduce((n, h) => n + h.quantity, 0)
}
/** Holds batches back from everybody, with the reason. */
export const lockBatches = (cx: Cx, batchIds: readonly number[], why: string): Promise<number> =>
  cx.db.run(sql`update batch set locked = true, lock_reason = ${why} where batch_id = any(${batchIds}::bigint[])`)
