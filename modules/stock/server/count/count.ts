/** Stocktakes: counted pieces per batch next to the ledger balance at the moment of the count. */
import type { Page, z } from '#kernel/contract/index.ts'
import {
  begin,
  change,
  columnsOf,
  find,
  insert,
  lit,
  locked,
  move,
  number,
  pageOf,
  remove,
  sameVersion,
  sql,
  type Cx,
  type Row,
  type Sql,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import {
  StocktakingLine,
  StocktakingRow,
  CountSheet,
  SHEET_LINES,
  SimpleInfo,
  type EditStocktaking,
  type NewStocktaking,
  type SimpleInfoQuery,
  type Stocktaking,
  type StocktakingQuery,
  type UpdatedCount,
} from '../../contract/counts.ts'
import { stocktaking } from '../../contract/states.ts'
import { levelOf } from '../batch/levels.ts'
import { inScope, recordCount, type FoundFail } from './lines.ts'
import { settleLate, writeLoss } from '../papers/loss.ts'
import { historyShown, moveTo, paperWhere } from '../papers.ts'
import { usableWarehouse } from '../warehouses.ts'

const COUNT_NO = 'PDyymmdd-###'
type StepFail = 'count_recount' | 'count_empty' | 'count_elsewhere'

/** True for the latest line `l` of a batch in a count. */
const isLatest: Sql = sql`
  not exists (
    select
    from stocktaking_line x
    where x.oid = l.oid and x.count_id = l.count_id and x.batch_id = l.batch_id and x.line_id > l.line_id
  )
`
const parts = {
  select: sql`
    ${columnsOf(StocktakingRow, 'd', 'hospitalName', 'warehouseName', 'staffName', 'profitLossId', 'batches', 'pieces', 'people')},
    st.name hospital_name, w.name warehouse_name, c.name staff_name, pl.profit_loss_id, coalesce(i.batches, 0)::int batches,
    coalesce(i.pieces, 0)::int pieces, coalesce(i.people, 0)::int people
  `,
  from: sql`
    stocktaking d
    join store st on st.oid = d.oid and st.hid = d.hid
    join warehouse w on w.oid = d.oid and w.warehouse_id = d.warehouse_id
    left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
    left join profit_loss pl on pl.oid = d.oid and pl.count_id = d.count_id
    left join lateral (
      select count(distinct l.batch_id) batches, sum(l.counted) filter (where ${isLatest}) pieces, count(distinct l.ctid_) people
      from stocktaking_line l
      where l.oid = d.oid and l.count_id = d.count_id
    ) i on true
  `,
}
export const stocktakingPage = (cx: Cx, query: z.output<typeof StocktakingQuery>): Promise<Page<StocktakingRow>> =>
  pageOf(
    cx,
    {
      of: StocktakingRow,
      ...parts,
      where: paperWhere(ownStore(cx, query.hid ?? cx.who.hid), sql`d.created_at::date`, sql`d.count_no`, query, sql`w.name`),
      order: sql`d.count_id desc`,
      key: sql`d.count_id`,
    },
    query,
  )

async function headOf(cx: Cx, countId: number): Promise<StocktakingRow> {
  const head = await cx.db.one(StocktakingRow, sql`select ${parts.select} from ${parts.from} where d.count_id = ${countId}`)
  return head ?? cx.refuse('not_found', { what: '盘点单' })
}

/** True when a difference requires a second count: it is large, and the batch was counted once. */
const needsRecount: Sql = sql`
  (
    n.times = 1
    and (
      abs(l.counted - l.ledger) >= coalesce(d.recount_pieces, 2147483647)
      or abs(l.counted - l.ledger) * b.cost >= coalesce(d.recount_value, 9223372036854775807)
    )
  )
`
const lineFrom: Sql = sql`
  stocktaking_line l
  join stocktaking d on d.oid = l.oid and d.count_id = l.count_id
  join batch b on b.oid = l.oid and b.batch_id = l.batch_id
  join product p on p.oid = b.oid and p.product_id = b.product_id
  left join contact c on c.oid = l.oid and c.ctid_ = l.ctid_
  cross join lateral (
    select count(*)::int times
    from stocktaking_line x
    where x.oid = l.oid and x.count_id = l.count_id and x.batch_id = l.batch_id
  ) n ${levelOf}
`
const goods: Sql = sql`
  p.product_id, p.name product_name, p.category, p.brand, p.series, p.version, p.spec, p.unit, p.bar_code, b.sph, b.cyl, b.axis, b.batch_id,
  b.batch_no, b.expiry, b.cost
`

/** Latest line of every batch, largest difference first. Ledger balances are hidden during a blind count. */
function linesOf(cx: Cx, head: StocktakingRow): Promise<StocktakingLine[]> {
  const ledger = head.blind && head.status === stocktaking.is.counting ? sql`null::int` : sql`l.ledger`
  return cx.db.rows(
    StocktakingLine,
    sql`
      select l.line_id,
        ${goods},
        l.counted,
        ${ledger} ledger,
        l.counted - ${ledger} difference,
        ((l.counted - ${ledger}) * b.cost)::bigint amount,
        case when ${ledger} is not null then v.on_hand - l.ledger
        end::int since,
        n.times,
        ${needsRecount} recount,
        l.counted_at,
        c.name
      from ${lineFrom}
      where l.count_id = ${head.countId} and ${isLatest}
      order by abs(l.counted - ${ledger}) desc nulls last, l.line_id desc
    `,
  )
}
export async function stocktakingOf(cx: Cx, countId: number): Promise<Stocktaking> {
  const head = await headOf(cx, countId)
  const [items, history, rest] = await Promise.all([
    linesOf(cx, head),
    historyShown(cx, stocktaking, countId),
    cx.db.the(
      { batches: 'number', pieces: 'number' },
      sql`
        select count(*)::int batches, coalesce(sum(v.on_hand), 0)::int pieces
        from batch b
        join product p on p.oid = b.oid and p.product_id = b.product_id ${levelOf}
        where b.hid = ${head.hid}
          and ${inScope(head)}
          and v.on_hand > 0
          and not exists (
            select
            from stocktaking_line l
            where l.oid = b.oid and l.batch_id = b.batch_id and l.count_id = ${countId}
          )
      `,
    ),
  ])
  const blind = head.blind && head.status === stocktaking.is.counting
  return { ...head, items, history, uncounted: { batches: rest.batches, pieces: blind ? null : rest.pieces } }
}

const LastLine = SimpleInfo.shape.lastFive.element
/** Head, progress and the last five counts, as the scanner page shows them. */
export async function simpleInfo(cx: Cx, { id, hid }: z.output<typeof SimpleInfoQuery>): Promise<SimpleInfo> {
  const store = ownStore(cx, hid ?? cx.who.hid)
  const open = await cx.db.one(
    { countId: 'number' },
    sql`
      select count_id
      from stocktaking
      where ${id ? sql`count_id = ${id}` : sql`hid = ${store} and status = ${lit(stocktaking.is.counting)}`}
      order by count_id desc
      limit 1
    `,
  )
  if (!open) return cx.refuse('not_found', { what: '盘点单' })
  const [head, recounts, lastFive] = await Promise.all([
    headOf(cx, open.countId),
    cx.db.the(
      { n: 'number' },
      sql`
        select count(*)::int n
        from ${lineFrom}
        where l.count_id = ${open.countId} and ${isLatest} and ${needsRecount}
      `,
    ),
    cx.db.rows(
      LastLine,
      sql`
        select l.line_id, l.batch_id, p.name product_name, b.sph, b.cyl, b.axis, b.batch_no, l.counted, l.counted_at, c.name
        from stocktaking_line l
        join batch b on b.oid = l.oid and b.batch_id = l.batch_id
        join product p on p.oid = b.oid and p.product_id = b.product_id
        left join contact c on c.oid = l.oid and c.ctid_ = l.ctid_
        where l.count_id = ${open.countId}
        order by l.line_id desc
        limit 5
      `,
    ),
  ])
  return { ...head, recounts: recounts.n, lastFive }
}

export async function beginCount(cx: Cx<'warehouse_off'>, { category, ...input }: z.output<typeof NewStocktaking>): Promise<Stocktaking> {
  ownStore(cx, input.hid)
  const categories = [...new Set([...(input.categories ?? []), ...(category === undefined ? [] : [category])])]
  const row = await insert(cx, 'stocktaking', {
    hid: input.hid,
    countNo: await number(cx, COUNT_NO),
    warehouseId: await usableWarehouse(cx, input.hid, input.warehouseId),
    categories: categories.length ? categories : null,
    brands: input.brands?.length ? input.brands : null,
    productIds: input.productIds?.length ? input.productIds : null,
    blind: input.blind,
    recountPieces: input.recountPieces ?? null,
    recountValue: input.recountValue ?? null,
    note: input.note || null,
    ctid: cx.who.ctid || null,
  })
  await begin(cx, stocktaking, row.countId, stocktaking.is.counting)
  return stocktakingOf(cx, row.countId)
}

/** Refuses completion while nothing was counted or a large difference was counted only once. */
async function checkComplete(cx: Cx<StepFail>, countId: number): Promise<void> {
  if (!(await cx.db.any(sql`select 1 from stocktaking_line where count_id = ${countId} limit 1`))) cx.refuse('count_empty')
  const open = await cx.db.rows(
    { product: 'string' },
    sql`
      select p.name product
      from ${lineFrom}
      where l.count_id = ${countId} and ${isLatest} and ${needsRecount}
      order by l.line_id
    `,
  )
  if (open[0]) cx.refuse('count_recount', { product: open[0].product, more: open.length })
}
/** Completes a count. Differences become a document that another person confirms; without differences the count takes effect at once. */
async function complete(cx: Cx<StepFail>, head: { countId: number; hid: number; warehouseId: number }): Promise<void> {
  const lines = await cx.db.rows(
    { lineId: 'number', batchId: 'number', difference: 'number' },
    sql`
      select l.line_id, l.batch_id, l.counted - l.ledger difference
      from stocktaking_line l
      where l.count_id = ${head.countId} and ${isLatest}
      order by l.batch_id
    `,
  )
  const differing = lines.filter((l) => l.difference !== 0)
  if (differing.length) await writeLoss(cx, head, differing)
  await settleLate(
    cx,
    lines.filter((l) => l.difference === 0).map((l) => l.lineId),
  )
}

export async function updateCount(cx: Cx<FoundFail | StepFail>, input: z.output<typeof EditStocktaking>): Promise<UpdatedCount> {
  const { countId, version, lines = [], status, reason, note } = input
  // Counters of one count run in parallel; only its steps lock them out.
  const head =
    lines.length && status === undefined && note === undefined
      ? await lockShared(cx, countId)
      : await locked(cx, 'stocktaking', { countId })
  ownStore(cx, head.hid)
  await sameVersion(cx, 'stocktaking', { countId }, head, { version })
  const noted = lines.length ? await recordCount(cx, head, lines) : []
  if (note !== undefined) await change(cx, 'stocktaking', { countId }, {}, { note: note || null })
  if (status !== undefined && status !== head.status) {
    const step = moveTo(cx, stocktaking, head.status, status)
    if (step === 'finish' || step === 'complete') await checkComplete(cx, countId)
    await move(cx, stocktaking, countId, step, { note: reason ?? null, ...(step === 'complete' ? { set: { completedAt: cx.now } } : {}) })
    if (step === 'complete') await complete(cx, head)
  }
  return { ...(await simpleInfo(cx, { id: countId })), noted }
}
/** Share-locks the count against its steps. */
async function lockShared(cx: Cx, countId: number): Promise<Row<'stocktaking'>> {
  await cx.db.run(sql`select 1 from stocktaking where count_id = ${countId} for share`)
  return (await find(cx, 'stocktaking', { countId })) ?? cx.refuse('not_found', { what: stocktaking.noun })
}

const SheetLine = CountSheet.shape.items.element
export async function countSheet(cx: Cx<'count_sheet_large'>, countId: number): Promise<CountSheet> {
  const head = await headOf(cx, countId)
  const items = await cx.db.rows(
    SheetLine,
    sql`
      select p.product_id, p.name product_name, p.category, p.brand, p.series, p.version, p.spec, p.unit, p.bar_code, b.sph, b.cyl, b.axis,
        b.batch_id, b.batch_no, b.expiry
      from batch b
      join product p on p.oid = b.oid and p.product_id = b.product_id ${levelOf}
      where b.hid = ${head.hid} and ${inScope(head)} and v.on_hand > 0
      order by p.category, p.brand, p.name, b.sph desc, b.cyl desc, b.expiry nulls last, b.batch_id
      limit ${SHEET_LINES + 1}
    `,
  )
  if (items.length > SHEET_LINES) cx.refuse('count_sheet_large', { batches: `${SHEET_LINES}+` })
  return { ...head, items }
}

export async function deleteCount(cx: Cx<'count_has_lines'>, countId: number): Promise<null> {
  const head = await locked(cx, 'stocktaking', { countId })
  ownStore(cx, head.hid)
  if (await cx.db.any(sql`select 1 from stocktaking_line where count_id = ${countId} limit 1`)) return cx.refuse('count_has_lines')
  await remove(cx, 'stocktaking', { countId })
  return null
}
