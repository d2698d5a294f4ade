import { post, sql, type Cx } from '#kernel/server/index.ts'
import { productsOf } from '#modules/products/server/door.ts'
import type { ReceiveFail } from '../../contract/refusals.ts'
import { normal, pair } from '../batch/batches.ts'
import { checkReceivable } from '../batch/lawful.ts'

/** Received goods: one line is one batch. Cost in fen per piece. */
export interface ReceiveLine {
  readonly productId: number
  readonly sph?: number | null
  readonly cyl?: number | null
  readonly axis?: number | null
  readonly batchNo?: string | null
  readonly producedOn?: string | null
  readonly expiry?: string | null
  readonly cost?: number
  readonly supplierId?: number | null
  /** Ref of the order the pieces are held for, `order:12`. */
  readonly heldFor?: string | null
  readonly quantity: number
}

/** The store's default warehouse, created with the store. */
async function firstWarehouse(cx: Cx, hid: number): Promise<number> {
  const row = await cx.db.one({ warehouseId: 'number' }, sql`select warehouse_id from warehouse where hid = ${hid} and first`)
  return row?.warehouseId ?? cx.refuse('not_found', { what: '仓库' })
}

/** Returns the batch of a line, opening it when no equal one exists. */
export async function batchFor(cx: Cx, hid: number, warehouseId: number, received: Omit<ReceiveLine, 'quantity'>): Promise<number> {
  const line = normal(received)
  const producedOn = line.producedOn ?? null
  const values = sql`
    ${hid}::bigint, ${warehouseId}::bigint, ${line.productId}::bigint, ${line.sph}::numeric, ${line.cyl}::numeric, ${line.axis}::int,
    ${line.batchNo || null}::text, ${producedOn}::date, ${line.expiry ?? null}::date, ${line.cost ?? 0}::bigint,
    ${line.supplierId ?? null}::bigint, ${line.heldFor ?? null}::text
  `
  const created = await cx.db.one(
    { batchId: 'number' },
    sql`
      insert into batch (hid, warehouse_id, product_id, sph, cyl, axis, batch_no, produced_on, expiry, cost, supplier_id, held_for)
      values (${values})
      on conflict on constraint batch__same do nothing
      returning batch_id
    `,
  )
  if (created) return created.batchId
  // An existing batch is read without a lock: a sale holds its account and waits for the batch, so locking here would deadlock.
  const row = await cx.db.the(
    { batchId: 'number', producedOn: 'string | null' },
    sql`
      select batch_id, produced_on
      from batch
      where warehouse_id = ${warehouseId}
        and product_id = ${line.productId}
        and (sph, cyl, axis, batch_no, expiry, cost, supplier_id, held_for) is not distinct from (
          ${line.sph}::numeric, ${line.cyl}::numeric, ${line.axis}::int, ${line.batchNo || null}::text, ${line.expiry ?? null}::date,
          ${line.cost ?? 0}::bigint, ${line.supplierId ?? null}::bigint, ${line.heldFor ?? null}::text
        )
    `,
  )
  if (producedOn !== null && row.producedOn === null)
    await cx.db.run(sql`
      update batch
      set produced_on = ${producedOn}::date
      where batch_id = ${row.batchId} and produced_on is null
    `)
  return row.batchId
}

/** Receives goods under a ref and returns the batch per line, in order. Lines with quantity 0 only open the batch. */
export async function receive(
  cx: Cx<ReceiveFail>,
  {
    ref,
    hid,
    warehouseId,
    reason,
    lines,
  }: { ref: string; hid: number; warehouseId?: number; reason: string; lines: readonly ReceiveLine[] },
): Promise<{ entryId: number | null; batchIds: number[] }> {
  const products = await productsOf(
    cx,
    lines.map((l) => l.productId),
  )
  await checkReceivable(cx, products, lines)
  const targetWarehouse = warehouseId ?? (await firstWarehouse(cx, hid))
  const batchIds: number[] = []
  for (const line of lines) batchIds.push(await batchFor(cx, hid, targetWarehouse, line))
  const moved = lines.flatMap((line, i) => (line.quantity ? pair(batchIds[i]!, line.quantity) : []))
  return { entryId: moved.length ? await post(cx, { reason, ref, lines: moved }) : null, batchIds }
}
