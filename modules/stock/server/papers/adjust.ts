import { post, sql, type Cx } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { productsOf } from '#modules/products/server/door.ts'
import type { LawFail } from '../../contract/refusals.ts'
import type { Adjust, Adjusted } from '../../contract/shapes.ts'
import { lockedBalances, pair } from '../batch/batches.ts'
import { checkLawful } from '../batch/lawful.ts'
import { refuseDoubleCount } from '../count/lines.ts'
import { adjustByPaper, CLASS_III } from './loss.ts'

/** Worth at cost up to which one person adjusts a batch alone, fen. */
const ALONE_MOST = 100_000

/**
 * Posts counted − balance, with the balance read under lock, so that a concurrent sale is not undone. Balances are never set. A difference of a
 * class III device, or of more than a person adjusts alone, becomes a paper of loss and overflow that others confirm.
 */
export async function adjust(cx: Cx<LawFail | 'count_elsewhere'>, input: z.output<typeof Adjust>): Promise<z.output<typeof Adjusted>> {
  const batch = await cx.db.one(
    { batchId: 'number', supplierId: 'number | null', warehouseId: 'number', cost: 'number' },
    sql`
      select batch_id, supplier_id, warehouse_id, cost
      from batch
      where batch_id = ${input.batchId} and product_id = ${input.productId} and hid = ${ownStore(cx, input.hid)}
    `,
  )
  if (!batch) return cx.refuse('not_found', { what: '批次' })
  const balance = (await lockedBalances(cx, [input.batchId])).get(input.batchId) ?? 0
  const difference = input.stockNumber - balance
  const products = await productsOf(cx, [input.productId])
  if (difference > 0) await checkLawful(cx, products, [{ ...input, ...batch }])
  const answer = { batchId: input.batchId, before: balance, quantity: input.stockNumber, difference }
  const isWatched = products.get(input.productId)?.deviceClass === CLASS_III
  if (difference && (isWatched || Math.abs(difference) * batch.cost > ALONE_MOST)) {
    await refuseDoubleCount(cx, [input.batchId])
    const { hid, note } = input
    return { ...answer, entryId: null, ...(await adjustByPaper(cx, { hid, note, ...batch, difference })) }
  }
  const entryId = difference
    ? await post(cx, {
        reason: difference > 0 ? '报溢' : '报损',
        ref: `adjust:${input.batchId}`,
        note: input.note,
        lines: pair(input.batchId, difference),
      })
    : null
  return { ...answer, entryId, profitLossId: null, profitLossNo: null }
}
