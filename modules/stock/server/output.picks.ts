/** What was scanned for a paper, line by line and batch by batch. */
import { sql, type Cx } from '#kernel/server/index.ts'

/** Rounds of scanning: from the shelf, and by another person. */
export const ROUNDS = { pick: 1, check: 2 } as const
export type Round = keyof typeof ROUNDS
/** Pieces of named batches, by line. */
export type Picks = ReadonlyMap<number, ReadonlyArray<{ readonly batchId: number; readonly quantity: number }>>

const Tally = {
  itemId: 'number',
  batchId: 'number',
  batchNo: 'string | null',
  expiry: 'string | null',
  picked: 'number',
  checked: 'number',
} as const
/** What of each line was picked and checked, out of which batch, the first scanned first. */
export const talliesOf = (cx: Cx, stockoutId: number) =>
  cx.db.rows(
    Tally,
    sql`select s.item_id, s.batch_id, b.batch_no, b.expiry, coalesce(sum(s.quantity) filter (where s.round = ${ROUNDS.pick}), 0)::int picked, coalesce(sum(s.quantity) filter (where s.round = ${ROUNDS.check}), 0)::int checked
      from stock_out_scan s join batch b on b.oid = s.oid and b.batch_id = s.batch_id where s.stockout_id = ${stockoutId} group by s.item_id, s.batch_id, b.batch_no, b.expiry
      having bool_or(s.quantity > 0) and coalesce(sum(s.quantity) filter (where s.round = ${ROUNDS.pick}), 0) > 0 order by min(s.scan_id)`,
  )
/** The batches a picked paper leaves from, none where nobody began to pick it; refuses what was begun and not checked whole. */
export async function checkedPicks(cx: Cx<'pick_unchecked'>, stockoutId: number): Promise<Picks> {
  const tallies = await talliesOf(cx, stockoutId)
  if (!tallies.length) return new Map()
  const items = await cx.db.rows(
    { itemId: 'number', quantity: 'number' },
    sql`select item_id, quantity from stock_out_item where stockout_id = ${stockoutId}`,
  )
  const of = (itemId: number) => tallies.filter((t) => t.itemId === itemId)
  for (const { itemId, quantity } of items)
    for (const done of ['picked', 'checked'] as const)
      if (of(itemId).reduce((n, t) => n + t[done], 0) !== quantity) return cx.refuse('pick_unchecked')
  return new Map(items.map(({ itemId }) => [itemId, of(itemId).map(({ batchId, picked }) => ({ batchId, quantity: picked }))]))
}
