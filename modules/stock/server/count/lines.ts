/**
 * Records counted pieces next to the balance at that moment. Counting locks batches against other counters but no account, so sales never
 * wait for it.
 */
import { wordOf, z } from '#kernel/contract/index.ts'
import { all, insertMany, lit, sql, type Cx, type Row, type Sql } from '#kernel/server/index.ts'
import { CountedGoods, type CountEntry } from '../../contract/counts.ts'
import { profitLoss, stocktaking } from '../../contract/states.ts'
import { normal } from '../batch/batches.ts'
import { levelOf } from '../batch/levels.ts'
import { codeCondition } from '../batch/codes.ts'

export type FoundFail = 'count_scope' | 'count_unknown' | 'count_unpowered' | 'count_elsewhere' | 'count_negative'
/** A batch that counted pieces can belong to: goods, balance, last ledger line, and its previous count. */
const CountableBatch = CountedGoods.omit({ before: true }).extend({
  scoped: z.boolean(),
  balance: z.int(),
  seenLine: z.int(),
  counted: z.int().nullable(),
})
type CountableBatch = z.output<typeof CountableBatch>
type Count = Row<'stocktaking'>

/** Conditions on batches `b` and products `p` that are in the scope of a count. */
export const inScope = (head: Pick<Row<'stocktaking'>, 'warehouseId' | 'categories' | 'brands' | 'productIds'>): Sql =>
  all([
    sql`b.warehouse_id = ${head.warehouseId}`,
    head.categories !== null && sql`p.category = any(${head.categories}::int[])`,
    head.brands !== null && sql`p.brand = any(${head.brands}::text[])`,
    head.productIds !== null && sql`p.product_id = any(${head.productIds}::bigint[])`,
  ])

/** Batches of the count's warehouse with their ledger balance and last count, in issue order. */
const countableBatches = (cx: Cx, count: Count, condition: Sql): Promise<CountableBatch[]> =>
  cx.db.rows(
    CountableBatch,
    sql`
      select
        b.batch_id, b.product_id, p.name product_name, p.category, p.brand, p.series, p.version, p.spec, p.unit, p.bar_code, b.sph, b.cyl,
        b.axis, (${inScope(count)}) scoped, v.on_hand::int balance,
        coalesce(
          (select max(m.line_id) from ledger_line m where m.oid = a.oid and m.account_id = a.account_id), 0
        ) seen_line,
        (
          select l.counted
          from stocktaking_line l
          where l.oid = b.oid and l.count_id = ${count.countId} and l.batch_id = b.batch_id
          order by l.line_id desc
          limit 1
        ) counted
      from batch b
      join product p on p.oid = b.oid and p.product_id = b.product_id ${levelOf}
      left join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
      where ${all([sql`b.hid = ${count.hid}`, condition])}
      order by b.expiry nulls last, b.batch_id
    `,
  )

/** Condition on the batches an entry can belong to. */
function conditionOf(entry: CountEntry, count: Count): Sql {
  if (entry.batchId) return sql`b.batch_id = ${entry.batchId}`
  const { sph, cyl, axis } = normal({
    productId: entry.productId ?? 0,
    sph: entry.sph ?? null,
    cyl: entry.cyl ?? null,
    axis: entry.axis ?? null,
  })
  const code = entry.code?.trim()
  return all([
    sql`b.warehouse_id = ${count.warehouseId}`,
    entry.productId !== undefined && sql`b.product_id = ${entry.productId}`,
    code !== undefined && codeCondition(code),
    sph !== null && sql`b.sph = ${sph}::numeric and b.cyl = ${cyl ?? 0}::numeric`,
    axis !== null && sql`(b.axis is null or b.axis = ${axis})`,
  ])
}
/** Batches of the goods an entry is distributed over: non-empty or already counted ones, else the newest. */
async function batchesOf(cx: Cx<FoundFail>, count: Count, entry: CountEntry): Promise<CountableBatch[]> {
  const target = entry.code ?? entry.batchId ?? entry.productId
  if (target === undefined) return cx.refuse('bad_input', { what: '请扫码或选择商品', field: 'lines' })
  const rows = await countableBatches(cx, count, conditionOf(entry, count))
  const [first] = rows
  if (!first) return cx.refuse('count_unknown', { code: target })
  const kind = ({ productId, sph, cyl, axis }: CountableBatch) => [productId, sph, cyl, axis].join(' ')
  if (new Set(rows.map(kind)).size > 1) return cx.refuse('count_unpowered', { product: first.productName })
  if (!rows.every((r) => r.scoped)) return cx.refuse('count_scope', { product: first.productName })
  const open = rows.filter((r) => r.balance > 0 || r.counted !== null)
  return open.length ? open : rows.slice(-1)
}

/** Refuses batches that are in another open count or pending document: one difference would be posted twice. */
export async function refuseDoubleCount(
  cx: Cx<'count_elsewhere'>,
  batchIds: readonly number[],
  but: { countId?: number; profitLossId?: number } = {},
): Promise<void> {
  await cx.db.run(sql`
    select 1
    from batch
    where batch_id = any(${batchIds}::bigint[])
    order by batch_id
    for no key update
  `)
  const other = await cx.db.one(
    { paper: 'string', product: 'string' },
    sql`
      select u.paper, p.name product
      from (
        select d.count_no paper, l.batch_id
        from stocktaking_line l
        join stocktaking d on d.oid = l.oid and d.count_id = l.count_id
        where l.batch_id = any(${batchIds}::bigint[]) and d.status in ${lit(stocktaking.in.open)} and d.count_id <> ${but.countId ?? 0}
        union all
        select d.profit_loss_no, i.batch_id
        from profit_loss_item i
        join profit_loss d on d.oid = i.oid and d.profit_loss_id = i.profit_loss_id
        where i.batch_id = any(${batchIds}::bigint[])
          and d.status = ${lit(profitLoss.is.waiting)}
          and d.profit_loss_id <> ${but.profitLossId ?? 0}
      ) u
      join batch b on b.batch_id = u.batch_id
      join product p on p.oid = b.oid and p.product_id = b.product_id
      order by 1
      limit 1
    `,
  )
  if (other) cx.refuse('count_elsewhere', other)
}

/** Distributes pieces over batches by ledger balance, first ones first; the excess goes to the last. */
export function spread<B extends { readonly balance: number }>(pieces: number, batches: readonly B[]): Array<B & { share: number }> {
  let remaining = pieces
  return batches.map((batch, n) => {
    const share = n === batches.length - 1 ? remaining : Math.min(remaining, batch.balance)
    remaining -= share
    return { ...batch, share }
  })
}

/**
 * Records entries. Every batch of the goods gets a line of this moment, so that all compare with one state of the ledger. Returns the
 * result per goods.
 */
export async function recordCount(cx: Cx<FoundFail>, count: Count, entries: readonly CountEntry[]): Promise<CountedGoods[]> {
  if (count.status !== stocktaking.is.counting) cx.refuse('illegal_move', { state: wordOf(stocktaking, count.status), move: '盘点' })
  const noted: CountedGoods[] = []
  const kinds: Array<{ one: CountEntry; ids: ReadonlySet<number>; kind: CountableBatch }> = []
  for (const one of entries) {
    const rows = await batchesOf(cx, count, one)
    for (const kind of rows.slice(0, 1)) kinds.push({ one, ids: new Set(rows.map((b) => b.batchId)), kind })
  }
  const batchIds = [...new Set(kinds.flatMap((k) => [...k.ids]))]
  await refuseDoubleCount(cx, batchIds, { countId: count.countId })
  // Read again under the lock, in one statement, so that concurrent counts are added to and not overwritten.
  const current = await countableBatches(cx, count, sql`b.batch_id = any(${batchIds}::bigint[])`)
  const counted = new Map(current.map((b) => [b.batchId, b.counted]))
  for (const { one, ids, kind } of kinds) {
    const batches = current.filter((b) => ids.has(b.batchId))
    const countedBefore = batches.reduce((sum, b) => sum + (counted.get(b.batchId) ?? 0), 0)
    const pieces = one.counted ?? countedBefore + (one.add ?? 1)
    if (pieces < 0) cx.refuse('count_negative', { product: kind.productName })
    const lines = spread(pieces, batches)
    const head = { hid: count.hid, countId: count.countId, countedAt: cx.now }
    await insertMany(
      cx,
      'stocktaking_line',
      lines.map((b) => ({ ...head, batchId: b.batchId, counted: b.share, ledger: b.balance, seenLine: b.seenLine })),
    )
    for (const b of lines) counted.set(b.batchId, b.share)
    const { scoped: _scoped, balance: _balance, seenLine: _seen, ...goods } = kind
    noted.push({ ...goods, before: countedBefore, counted: pieces })
  }
  return noted
}
