/** Scans of an outgoing document by line and batch. */
import { sql, type Cx } from '#kernel/server/index.ts'

/** Scan rounds: picking, and checking by another person. */
export const ROUNDS = { pick: 1, check: 2 } as const
export type PickRound = keyof typeof ROUNDS
/** Pieces per batch, by line. */
export type Picks = ReadonlyMap<number, ReadonlyArray<{ readonly batchId: number; readonly quantity: number }>>

const Tally = {
  itemId: 'number',
  batchId: 'number',
  batchNo: 'string | null',
  expiry: 'string | null',
  picked: 'number',
  checked: 'number',
} as const
/** Picked and checked pieces per line and batch, first scanned first. */
export const talliesOf = (cx: Cx, stockoutId: number) =>
  cx.db.rows(
    Tally,
    sql`
      select s.item_id, s.batch_id, b.batch_no, b.expiry, coalesce(sum(s.quantity) filter (where s.round = ${ROUNDS.pick}), 0)::int picked,
        coalesce(sum(s.quantity) filter (where s.round = ${ROUNDS.check}), 0)::int checked
      from stock_out_scan s
      join batch b on b.oid = s.oid and b.batch_id = s.batch_id
      where s.stockout_id = ${stockoutId}
      group by s.item_id, s.batch_id, b.batch_no, b.expiry
      having bool_or(s.quantity > 0) and coalesce(sum(s.quantity) filter (where s.round = ${ROUNDS.pick}), 0) > 0
      order by min(s.scan_id)
    `,
  )
/** Batches a picked document is issued from; empty when picking never began. Refuses a document that is picked but not fully checked. */
export async function checkedPicks(cx: Cx<'pick_unchecked'>, stockoutId: number): Promise<Picks> {
  const tallies = await talliesOf(cx, stockoutId)
  if (!tallies.length) return new Map()
  const items = await cx.db.rows(
    { itemId: 'number', quantity: 'number' },
    sql`select item_id, quantity from stock_out_item where stockout_id = ${stockoutId}`,
  )
  const talliesOfItem = (itemId: number) => tallies.filter((t) => t.itemId === itemId)
  for (const { itemId, quantity } of items)
    for (const column of ['picked', 'checked'] as const)
      if (talliesOfItem(itemId).reduce((n, t) => n + t[column], 0) !== quantity) return cx.refuse('pick_unchecked')
  return new Map(items.map(({ itemId }) => [itemId, talliesOfItem(itemId).map(({ batchId, picked }) => ({ batchId, quantity: picked }))]))
}
