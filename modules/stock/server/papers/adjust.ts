import { dayStart, post, sql, type Cx } from '#kernel/server/index.ts'
import { addDays, type z } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { productsOf } from '#modules/products/server/door.ts'
import type { LawFail } from '../../contract/refusals.ts'
import type { Adjust, Adjusted } from '../../contract/shapes.ts'
import { accountOf, lockedBalances, pair } from '../batch/batches.ts'
import { checkLawful, CLASS_III } from '../batch/lawful.ts'
import { refuseDoubleCount } from '../count/lines.ts'
import { adjustByPaper } from './loss.ts'

/** Worth at cost up to which a batch is adjusted without a second person, fen; what was adjusted so in these days counts. */
const ALONE_MOST = 100_000
const ALONE_DAYS = 30

/** Pieces of a batch that were adjusted without a paper lately, up and down alike. Read under the lock of the batch. */
const piecesAlone = async (cx: Cx, batchId: number): Promise<number> =>
  (
    await cx.db.the(
      { pieces: 'number' },
      sql`
        select coalesce(sum(abs(l.amount)), 0)::int pieces
        from ledger_entry e
        join ledger_line l using (oid, entry_id)
        join ledger_account a using (oid, account_id)
        where e.ref = ${refOf(batchId)}
          and e.at >= ${dayStart(addDays(cx.today, -ALONE_DAYS))}
          and a.book = 'stock'
          and a.key = ${accountOf(batchId)}
      `,
    )
  ).pieces
const refOf = (batchId: number): string => `adjust:${batchId}`

/**
 * Posts counted − balance, with the balance read under lock, so that a concurrent sale is not undone. Balances are never set. A difference
 * of a class III device, or of more than a person adjusts alone, becomes a paper of loss and overflow that others confirm.
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
  const isDear = async () => ((await piecesAlone(cx, input.batchId)) + Math.abs(difference)) * batch.cost > ALONE_MOST
  if (difference && (isWatched || (await isDear()))) {
    await refuseDoubleCount(cx, [input.batchId])
    const { hid, note } = input
    return { ...answer, entryId: null, ...(await adjustByPaper(cx, { hid, note, ...batch, difference })) }
  }
  const entryId = difference
    ? await post(cx, {
        reason: difference > 0 ? '报溢' : '报损',
        ref: refOf(input.batchId),
        note: input.note,
        lines: pair(input.batchId, difference),
      })
    : null
  return { ...answer, entryId, profitLossId: null, profitLossNo: null }
}
