/**
 * Loss and overflow documents, typed or written by a stocktake. Another person's confirmation posts movements; balances are never set.
 */
import { wordOf, type Page, type z } from '#kernel/contract/index.ts'
import {
  begin,
  change,
  columnsOf,
  insert,
  insertMany,
  isAuthor,
  locked,
  may,
  move,
  number,
  pageOf,
  post,
  remove,
  sql,
  stay,
  type Cx,
  type Row,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { productsOf } from '#modules/products/server/door.ts'
import {
  CountCause,
  ProfitLossItem,
  ProfitLossRow,
  type EditProfitLoss,
  type NewLossItem,
  type NewProfitLoss,
  type ProfitLoss,
  type ProfitLossQuery,
} from '../../contract/counts.ts'
import type { LawFail } from '../../contract/refusals.ts'
import { profitLoss } from '../../contract/states.ts'
import { lockedBalances, pair } from '../batch/batches.ts'
import { refuseDoubleCount } from '../count/lines.ts'
import { checkLawful, CLASS_III } from '../batch/lawful.ts'
import { historyShown, moveTo, paperWhere } from '../papers.ts'
import { usableWarehouse } from '../warehouses.ts'

const LOSS_NO = 'BSyymmdd-###'
type ItemFail = 'loss_same_batch' | 'count_elsewhere'
type ConfirmFail = 'loss_own' | 'loss_twice' | 'loss_short' | LawFail

/** Columns that other tables bring. */
const JOINED = [
  'hospitalName',
  'warehouseName',
  'countNo',
  'category',
  'staffName',
  'firstName',
  'confirmedName',
  'lost',
  'found',
  'amount',
] as const
const parts = {
  select: sql`
    ${columnsOf(ProfitLossRow, 'd', ...JOINED)},
    st.name hospital_name,
    w.name warehouse_name,
    k.count_no,
    c.name staff_name,
    f.name first_name,
    e.name confirmed_name,
    case when i.lost > 0 and i.found > 0 then 3 when i.found > 0 then 2 else 1
    end category,
    coalesce(i.lost, 0)::int lost,
    coalesce(i.found, 0)::int as found,
    coalesce(i.amount, 0)::bigint amount
  `,
  from: sql`
    profit_loss d
    join store st on st.oid = d.oid and st.hid = d.hid
    join warehouse w on w.oid = d.oid and w.warehouse_id = d.warehouse_id
    left join stocktaking k on k.oid = d.oid and k.count_id = d.count_id
    left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
    left join contact f on f.oid = d.oid and f.ctid_ = d.first_by
    left join contact e on e.oid = d.oid and e.ctid_ = d.confirmed_by
    left join lateral (
      select -sum(x.quantity) filter (where x.quantity < 0) lost, sum(x.quantity) filter (where x.quantity > 0) as found,
        sum(x.quantity * b.cost) amount
      from profit_loss_item x
      join batch b on b.oid = x.oid and b.batch_id = x.batch_id
      where x.oid = d.oid and x.profit_loss_id = d.profit_loss_id
    ) i on true
  `,
}
export const lossPage = (cx: Cx, query: z.output<typeof ProfitLossQuery>): Promise<Page<ProfitLossRow>> =>
  pageOf(
    cx,
    {
      of: ProfitLossRow,
      ...parts,
      where: paperWhere(ownStore(cx, query.hid ?? cx.who.hid), sql`d.created_at::date`, sql`d.profit_loss_no`, query, sql`k.count_no`),
      order: sql`d.profit_loss_id desc`,
      key: sql`d.profit_loss_id`,
    },
    query,
  )

export async function lossOf(cx: Cx, profitLossId: number): Promise<ProfitLoss> {
  const head = await cx.db.one(ProfitLossRow, sql`select ${parts.select} from ${parts.from} where d.profit_loss_id = ${profitLossId}`)
  if (!head) return cx.refuse('not_found', { what: profitLoss.noun })
  const [items, history] = await Promise.all([
    cx.db.rows(
      ProfitLossItem,
      sql`
        select
          i.item_id, p.product_id, p.name product_name, p.category, p.brand, p.series, p.version, p.spec, p.unit, p.bar_code, b.sph, b.cyl,
          b.axis, b.batch_id, b.batch_no, b.expiry, i.quantity, b.cost, (i.quantity * b.cost)::bigint amount, i.cause, l.counted, l.ledger,
          i.note
        from profit_loss_item i
        join batch b on b.oid = i.oid and b.batch_id = i.batch_id
        join product p on p.oid = b.oid and p.product_id = b.product_id
        left join stocktaking_line l on l.oid = i.oid and l.line_id = i.count_line_id
        where i.profit_loss_id = ${profitLossId}
        order by i.item_id
      `,
    ),
    historyShown(cx, profitLoss, profitLossId),
  ])
  return { ...head, items, history }
}

async function begun(
  cx: Cx,
  head: { hid: number; warehouseId: number; countId?: number; note?: string | null },
): Promise<Row<'profit_loss'>> {
  const paper = await insert(cx, 'profit_loss', { ...head, profitLossNo: await number(cx, LOSS_NO), ctid: cx.who.ctid || null })
  await begin(cx, profitLoss, paper.profitLossId, profitLoss.is.waiting)
  return paper
}
/** Writes the document of a stocktake, batch by batch. `difference` is counted − balance at the time of the line. */
export async function writeLoss(
  cx: Cx,
  { countId, hid, warehouseId }: { countId: number; hid: number; warehouseId: number },
  lines: ReadonlyArray<{ lineId: number; batchId: number; difference: number }>,
): Promise<void> {
  const { profitLossId } = await begun(cx, { hid, warehouseId, countId })
  await insertMany(
    cx,
    'profit_loss_item',
    lines.map((l) => ({
      hid,
      profitLossId,
      batchId: l.batchId,
      quantity: l.difference,
      cause: l.difference < 0 ? CountCause.missing : CountCause.surplus,
      countLineId: l.lineId,
    })),
  )
}

/** Writes the document of one batch whose count differs, for others to confirm. */
export async function adjustByPaper(
  cx: Cx,
  { hid, warehouseId, batchId, difference, note }: { hid: number; warehouseId: number; batchId: number; difference: number; note: string },
): Promise<{ profitLossId: number; profitLossNo: string }> {
  const { profitLossId, profitLossNo } = await begun(cx, { hid, warehouseId, note })
  const cause = difference < 0 ? CountCause.missing : CountCause.surplus
  await insert(cx, 'profit_loss_item', { hid, profitLossId, batchId, quantity: difference, cause, note })
  return { profitLossId, profitLossNo }
}

/** Typed lines: each a batch of the warehouse, once, that is in no open count or other pending document. */
async function writeItems(
  cx: Cx<ItemFail>,
  { profitLossId, hid, warehouseId }: Row<'profit_loss'>,
  items: readonly NewLossItem[],
): Promise<void> {
  const batchIds = items.map((i) => i.batchId)
  const batches = await cx.db.rows(
    { batchId: 'number' },
    sql`
      select batch_id
      from batch
      where hid = ${hid} and warehouse_id = ${warehouseId} and batch_id = any(${batchIds}::bigint[])
    `,
  )
  const present = new Set(batches.map((b) => b.batchId))
  items.forEach((item, n) => {
    if (!present.has(item.batchId)) cx.refuse('not_found', { what: '批次', field: `items.${n}.batchId` })
    if (item.quantity === 0) cx.refuse('bad_input', { what: '数量不能是 0', field: `items.${n}.quantity` })
    if (batchIds.indexOf(item.batchId) !== n) cx.refuse('loss_same_batch', { batch: item.batchId, field: `items.${n}.batchId` })
  })
  await refuseDoubleCount(cx, batchIds, { profitLossId })
  await insertMany(
    cx,
    'profit_loss_item',
    items.map((i) => ({ hid, profitLossId, batchId: i.batchId, quantity: i.quantity, cause: i.cause, note: i.note || null })),
  )
}
export async function createLoss(
  cx: Cx<ItemFail | 'warehouse_off'>,
  { hid, warehouseId, note, items }: z.output<typeof NewProfitLoss>,
): Promise<ProfitLoss> {
  ownStore(cx, hid)
  const paper = await begun(cx, { hid, warehouseId: await usableWarehouse(cx, hid, warehouseId), note: note || null })
  await writeItems(cx, paper, items)
  return lossOf(cx, paper.profitLossId)
}

/** Reverses late movements, which were posted after a count line but happened before it. Each reversal links the line it answers. */
export async function settleLate(cx: Cx, lineIds: readonly number[]): Promise<void> {
  if (!lineIds.length) return
  const batches = await cx.db.rows(
    { batchId: 'number' },
    sql`select batch_id from stocktaking_line where line_id = any(${lineIds}::bigint[])`,
  )
  await lockedBalances(
    cx,
    batches.map((b) => b.batchId),
  )
  const late = await cx.db.rows(
    { batchId: 'number', lineId: 'number', pieces: 'number' },
    sql`
      select l.batch_id, max(m.line_id) line_id, sum(m.amount)::int pieces
      from stocktaking_line l
      join ledger_account a on a.oid = l.oid and a.book = 'stock' and a.key = 'batch:' || l.batch_id
      join ledger_line m on m.oid = a.oid and m.account_id = a.account_id and m.line_id > l.seen_line
      join ledger_entry e on e.oid = m.oid and e.entry_id = m.entry_id and e.at < l.counted_at
      where l.line_id = any(${lineIds}::bigint[])
      group by l.batch_id
      having sum(m.amount) <> 0
      order by l.batch_id
    `,
  )
  for (const { batchId, lineId, pieces } of late)
    await post(cx, { reason: '盘点前迟到', ref: `late:${lineId}`, lines: pair(batchId, -pieces) })
}

/** True when the current person wrote the document, set one of its lines or counted one. */
const isOwn = async (cx: Cx, paper: Row<'profit_loss'>): Promise<boolean> =>
  paper.ctid === cx.who.ctid || (await isAuthor(cx, 'profit_loss', paper.profitLossId))
    ? true
    : cx.db.any(
        sql`
          select 1
          from profit_loss_item i
          join stocktaking_line l on l.oid = i.oid and l.line_id = i.count_line_id
          where i.profit_loss_id = ${paper.profitLossId} and l.ctid_ = ${cx.who.ctid}
          limit 1
        `,
      )

/**
 * Confirms a document, by another person than its author or counters. For class III devices the first of two confirmations leaves it
 * pending.
 */
async function confirm(cx: Cx<ConfirmFail>, paper: Row<'profit_loss'>): Promise<void> {
  if (await isOwn(cx, paper)) cx.refuse('loss_own')
  const { items, profitLossNo } = await lossOf(cx, paper.profitLossId)
  const products = await productsOf(
    cx,
    items.map((i) => i.productId),
  )
  const devices = [...products.values()].some((p) => p.deviceClass === CLASS_III)
  if (devices && paper.firstBy === cx.who.ctid) cx.refuse('loss_twice')
  if (devices && !paper.firstBy) {
    if (!may(cx, profitLoss.moves.confirm.can, paper.hid))
      cx.refuse('no_access', { what: profitLoss.moves.confirm.label, code: profitLoss.moves.confirm.can })
    await change(cx, 'profit_loss', { profitLossId: paper.profitLossId }, {}, { firstBy: cx.who.ctid })
    await stay(cx, profitLoss, paper.profitLossId, paper.status, 'confirm')
    return
  }
  await move(cx, profitLoss, paper.profitLossId, 'confirm', { set: { confirmedBy: cx.who.ctid, confirmedAt: cx.now } })
  const surpluses = items.filter((i) => i.quantity > 0)
  const suppliers = await cx.db.rows(
    { batchId: 'number', supplierId: 'number | null' },
    sql`
      select batch_id, supplier_id
      from batch
      where batch_id = any(${surpluses.map((i) => i.batchId)}::bigint[])
    `,
  )
  await checkLawful(
    cx,
    products,
    surpluses.map((i) => ({ productId: i.productId, supplierId: suppliers.find((s) => s.batchId === i.batchId)?.supplierId ?? null })),
  )
  const lineIds = await cx.db.rows(
    { id: 'number' },
    sql`
      select count_line_id id
      from profit_loss_item
      where profit_loss_id = ${paper.profitLossId} and count_line_id is not null
    `,
  )
  await settleLate(
    cx,
    lineIds.map((l) => l.id),
  )
  const balances = await lockedBalances(
    cx,
    items.map((i) => i.batchId),
  )
  for (const i of items) {
    const available = balances.get(i.batchId) ?? 0
    if (available + i.quantity < 0)
      cx.refuse('loss_short', { product: i.productName, batch: i.batchNo ?? i.batchId, available, wanted: -i.quantity })
  }
  await post(cx, {
    hid: paper.hid,
    reason: '报损报溢',
    ref: `profitloss:${paper.profitLossId}`,
    note: profitLossNo,
    lines: items.flatMap((i) => pair(i.batchId, i.quantity)),
  })
}

export async function updateLoss(
  cx: Cx<ItemFail | ConfirmFail | 'loss_of_count'>,
  input: z.output<typeof EditProfitLoss>,
): Promise<ProfitLoss> {
  const { profitLossId, version, items, note, status, reason } = input
  const paper = await locked(
    cx,
    'profit_loss',
    { profitLossId },
    items || note !== undefined ? { version: version ?? null } : version === undefined ? {} : { version },
  )
  ownStore(cx, paper.hid)
  if (items || note !== undefined) {
    if (paper.status !== profitLoss.is.waiting) return cx.refuse('illegal_move', { state: wordOf(profitLoss, paper.status), move: '修改' })
    if (items && paper.countId) cx.refuse('loss_of_count')
    await change(cx, 'profit_loss', { profitLossId }, {}, { firstBy: null, ...(note === undefined ? {} : { note: note || null }) })
    if (items) await remove(cx, 'profit_loss_item', { profitLossId })
    if (items) await writeItems(cx, paper, items)
  }
  if (status !== undefined && status !== paper.status) {
    const step = moveTo(cx, profitLoss, paper.status, status)
    if (step === 'confirm') await confirm(cx, items || note !== undefined ? { ...paper, firstBy: null } : paper)
    else await move(cx, profitLoss, profitLossId, step, { note: reason ?? null })
  }
  return lossOf(cx, profitLossId)
}
