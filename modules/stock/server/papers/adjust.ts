import { post, sql, type Cx } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { productsOf } from '#modules/products/server/door.ts'
import type { LawFail } from '../../contract/refusals.ts'
import type { Adjust, Adjusted } from '../../contract/shapes.ts'
import { lockedBalances, pair } from '../batch/batches.ts'
import { checkLawful } from '../batch/lawful.ts'

/** Posts counted − balance, with the balance read under lock, so that a concurrent sale is not undone. Balances are never set. */
export async function adjust(cx: Cx<LawFail>, input: z.output<typeof Adjust>): Promise<z.output<typeof Adjusted>> {
  const batch = await cx.db.one(
    { batchId: 'number', supplierId: 'number | null' },
    sql`
      select batch_id, supplier_id
      from batch
      where batch_id = ${input.batchId} and product_id = ${input.productId} and hid = ${ownStore(cx, input.hid)}
    `,
  )
  if (!batch) return cx.refuse('not_found', { what: '批次' })
  const balance = (await lockedBalances(cx, [input.batchId])).get(input.batchId) ?? 0
  const difference = input.stockNumber - balance
  if (difference > 0) await checkLawful(cx, await productsOf(cx, [input.productId]), [{ ...input, ...batch }])
  const entryId = difference
    ? await post(cx, {
        reason: difference > 0 ? '报溢' : '报损',
        ref: `adjust:${input.batchId}`,
        note: input.note,
        lines: pair(input.batchId, difference),
      })
    : null
  return { batchId: input.batchId, before: balance, quantity: input.stockNumber, difference, entryId }
}
