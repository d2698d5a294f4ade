/** Issuing and taking back: first expired first out, what is held for a ref before all others; a shortage says what is there. */
import { powerOf, showPower } from '#kernel/contract/index.ts'
import { join, post, sql, type Cx, lit } from '#kernel/server/index.ts'
import { productsOf, type ProductRow } from '#modules/products/server/door.ts'
import { SERVICE } from '#modules/products/contract/fields.ts'
import { batchOfKey, candidates, lockedBalances, needsPower, normal, pair, sameBatch, type BatchRow, type Wanted } from './batches.ts'
import type { IssueFail } from '../contract/refusals.ts'
import { lawful } from './lawful.ts'
import { byPower, byProduct } from './levels.ts'
import { settingIn } from '#modules/settings/server/door.ts'
import { onSale } from '#modules/products/contract/states.ts'

export interface IssueLine extends Wanted {
  readonly quantity: number
  /** Issue from this batch only. */
  readonly batchId?: number | null
  readonly warehouseId?: number | null
}
export interface IssuedLine {
  readonly productId: number
  readonly batchId: number
  readonly quantity: number
}
export interface Issue {
  /** What the goods are issued for, `frame:12`; taking back goes by it. */
  readonly ref: string
  readonly hid: number
  readonly reason: string
  readonly lines: readonly IssueLine[]
  /** Scrap and returns to the supplier may take named batches that are locked or expired. */
  readonly evenHeld?: boolean
}

/** Pieces that can be issued now: unlocked, unexpired, in the store, held for nobody or for the ref they are wanted for. */
export async function available(
  cx: Cx,
  { ref = null, ...wanted }: Wanted & { hid: number; warehouseId?: number | null; ref?: string | null },
): Promise<number> {
  const rows = await candidates(cx, wanted.hid, [normal(wanted)])
  return rows.filter((b) => issuable(cx, b, ref)).reduce((sum, b) => sum + b.balance, 0)
}

/** Pieces of products that can be issued now, in each of some powers; a product that has none of a power has no row of it. */
export const onShelf = (
  cx: Cx,
  { hid, productIds, powers }: { hid: number; productIds: readonly number[]; powers: ReadonlyArray<{ sph: number; cyl: number }> },
): Promise<Array<{ productId: number; sph: number; cyl: number; quantity: number }>> =>
  productIds.length && powers.length
    ? cx.db.rows(
        { productId: 'number', sph: 'number', cyl: 'number', quantity: 'number' },
        sql`select product_id, sph, cyl, available::int quantity from ${byPower(
          cx,
          hid,
          sql`k.product_id = any(${productIds}::bigint[]) and (${join(
            powers.map((p) => sql`(k.sph = ${p.sph}::numeric and k.cyl = ${p.cyl}::numeric)`),
            ' or ',
          )})`,
        )} q where available > 0`,
      )
    : Promise.resolve([])

/** Pieces of products that can be issued now, in whatever power; what there is none of is not named. */
export async function onHand(cx: Cx, hid: number, productIds: readonly number[]): Promise<Map<number, number>> {
  if (!productIds.length) return new Map()
  const rows = await cx.db.rows(
    { productId: 'number', quantity: 'number' },
    sql`select product_id, available::int quantity from ${byProduct(cx, hid, sql`k.product_id = any(${productIds}::bigint[])`)} q where available > 0`,
  )
  return new Map(rows.map((r) => [r.productId, r.quantity]))
}

/**
 * Issues goods first-expired-first-out, those held for the ref before all others, and answers which batches they came from. Refuses, naming product, power and what is there, when a
 * line cannot be met whole; nothing is issued then. Service lines are refused: ask for goods only.
 */
export async function issue(cx: Cx<IssueFail>, asked: Issue): Promise<{ entryId: number; lines: IssuedLine[] }> {
  const products = await productsOf(
    cx,
    asked.lines.map((l) => l.productId),
  )
  const lines = asked.lines.map((line) => {
    const product = products.get(line.productId)!
    if (product.category === SERVICE) cx.refuse('service_not_stocked', { product: product.name })
    if (needsPower(product) && (line.sph === null || line.sph === undefined) && !line.batchId)
      cx.refuse('stock_unpowered', { product: product.name })
    return { ...line, ...normal(line), product }
  })
  const rows = await candidates(cx, asked.hid, lines)
  const left = await lockedBalances(
    cx,
    rows.map((b) => b.batchId),
  )
  const picked = lines.flatMap((line) => pick(cx, asked, line, rows, left))
  const from = rows.filter((b) => picked.some((p) => p.batchId === b.batchId))
  if (!asked.evenHeld) await lawful(cx, products, from)
  const entryId = await post(cx, { reason: asked.reason, ref: asked.ref, lines: picked.flatMap((p) => pair(p.batchId, -p.quantity)) })
  return { entryId, lines: picked }
}

/**
 * Takes goods issued under a ref back into the batches they came from: all that is still out, or the named quantities (of a batch, or of a
 * product: the last issued batch first). Taking back what is already back does nothing.
 */
export async function takeBack(
  cx: Cx<'take_back_too_much'>,
  { ref, reason, lines }: { ref: string; reason: string; lines?: ReadonlyArray<{ productId: number; batchId?: number; quantity: number }> },
): Promise<{ lines: IssuedLine[] }> {
  const touched = await cx.db.rows(
    { batchId: 'number' },
    sql`select distinct ${batchOfKey} batch_id from ledger_entry e join ledger_line l using (oid, entry_id) join ledger_account a using (oid, account_id) where e.ref = ${ref} and a.book = 'stock' and starts_with(a.key, 'batch:')`,
  )
  await lockedBalances(
    cx,
    touched.map((t) => t.batchId),
  )
  const out = await stillOut(cx, ref)
  const back = lines ? lines.flatMap((line) => chosen(cx, line, out)) : out
  const returned = back.filter((b) => b.quantity > 0)
  if (returned.length) await post(cx, { reason, ref, lines: returned.flatMap((b) => pair(b.batchId, b.quantity)) })
  return { lines: returned.map(({ productId, batchId, quantity }) => ({ productId, batchId, quantity })) }
}

/** What was issued under a ref and has not come back, batch by batch, the batch issued last first. */
export const stillOut = (
  cx: Cx,
  ref: string,
): Promise<Array<IssuedLine & { batchNo: string | null; expiry: string | null; name: string }>> =>
  cx.db.rows(
    { productId: 'number', batchId: 'number', batchNo: 'string | null', expiry: 'string | null', name: 'string', quantity: 'number' },
    sql`select b.product_id, b.batch_id, b.batch_no, b.expiry, p.name, -sum(l.amount)::int quantity
    from ledger_entry e join ledger_line l using (oid, entry_id) join ledger_account a using (oid, account_id)
    join batch b on b.oid = a.oid and b.batch_id = ${batchOfKey} join product p on p.oid = b.oid and p.product_id = b.product_id
    where e.ref = ${ref} and a.book = 'stock' and starts_with(a.key, 'batch:')
    group by b.product_id, b.batch_id, b.batch_no, b.expiry, p.name having sum(l.amount) < 0 order by max(e.entry_id) desc, b.expiry desc nulls first, b.batch_id desc`,
  )

/** Whether a batch may be issued for a ref now. */
export const issuable = (cx: Cx, b: BatchRow, ref: string | null): boolean =>
  !b.locked && (b.expiry === null || b.expiry >= cx.today) && heldFor(b, ref)
const heldFor = (b: BatchRow, ref: string | null): boolean => b.heldFor === null || b.heldFor === ref

function pick(
  cx: Cx<IssueFail>,
  asked: Issue,
  line: IssueLine & { product: ProductRow },
  rows: readonly BatchRow[],
  left: Map<number, number>,
): IssuedLine[] {
  const fitting = rows.filter((b) => sameBatch(b, line))
  if (line.batchId && !asked.evenHeld) refuseHeld(cx, fitting[0], asked.ref)
  const may = asked.evenHeld && line.batchId ? fitting : fitting.filter((b) => issuable(cx, b, asked.ref))
  const open = [...may.filter((b) => b.heldFor !== null), ...may.filter((b) => b.heldFor === null)]
  const picked: IssuedLine[] = []
  let wanted = line.quantity
  for (const b of open) {
    const quantity = Math.min(wanted, left.get(b.batchId) ?? 0)
    if (quantity <= 0) continue
    left.set(b.batchId, left.get(b.batchId)! - quantity)
    picked.push({ productId: line.productId, batchId: b.batchId, quantity })
    wanted -= quantity
    if (wanted === 0) return picked
  }
  return short(cx, line, fitting, left, line.quantity - wanted)
}

/** Refuses a batch that is held, locked or expired. */
export function refuseHeld(cx: Cx<'batch_held' | 'batch_locked' | 'batch_expired'>, batch: BatchRow | undefined, ref: string): void {
  if (batch && !heldFor(batch, ref)) cx.refuse('batch_held', { batch: batch.batchNo ?? batch.batchId })
  if (batch?.locked) cx.refuse('batch_locked', { batch: batch.batchNo ?? batch.batchId, why: batch.lockReason ?? '未注明' })
  if (batch?.expiry && batch.expiry < cx.today) cx.refuse('batch_expired', { batch: batch.batchNo ?? batch.batchId, day: batch.expiry })
}

/** The sentence of a shortage says what could be issued, and what lies there but is expired or locked. */
function short(
  cx: Cx<IssueFail>,
  line: IssueLine & { product: ProductRow },
  fitting: readonly BatchRow[],
  left: Map<number, number>,
  had: number,
): never {
  const power = line.sph === null || line.sph === undefined ? '' : ` ${showPower(powerOf(line))} `
  if (line.batchId)
    return cx.refuse('batch_short', {
      product: line.product.name,
      power,
      batch: fitting[0]?.batchNo ?? line.batchId,
      available: had,
      wanted: line.quantity,
    })
  const sum = (keep: (b: BatchRow) => boolean) => fitting.filter(keep).reduce((n, b) => n + (left.get(b.batchId) ?? 0), 0)
  const expired = sum((b) => b.expiry !== null && b.expiry < cx.today)
  const locked = sum((b) => b.locked && !(b.expiry !== null && b.expiry < cx.today))
  const kept = sum((b) => b.heldFor !== null && !b.locked && !(b.expiry !== null && b.expiry < cx.today))
  const held = [expired && `过期 ${expired}`, locked && `锁定 ${locked}`, kept && `留给订单 ${kept}`].filter(Boolean).join('、')
  return cx.refuse('stock_short', {
    product: line.product.name,
    power,
    wanted: line.quantity,
    available: had,
    held: held ? `（另有${held}）` : '',
  })
}

function chosen(
  cx: Cx<'take_back_too_much'>,
  line: { productId: number; batchId?: number; quantity: number },
  out: IssuedLine[],
): IssuedLine[] {
  const fitting = out.filter((o) => o.productId === line.productId && (line.batchId === undefined || o.batchId === line.batchId))
  const issued = fitting.reduce((n, o) => n + o.quantity, 0)
  if (line.quantity > issued)
    return cx.refuse('take_back_too_much', {
      // Lines read for people carry the name of their product beside.
      product: (fitting[0] as { name?: string } | undefined)?.name ?? line.productId,
      issued,
      wanted: line.quantity,
    })
  let wanted = line.quantity
  return fitting.map((o) => {
    const quantity = Math.min(wanted, o.quantity)
    wanted -= quantity
    return { productId: o.productId, batchId: o.batchId, quantity }
  })
}

/** How many products of a store are low or high, and how many batches expired, end soon or are locked: for the desk. */
export async function stockWarnings(
  cx: Cx,
  hid: number,
): Promise<{ low: number; high: number; expired: number; expiring: number; locked: number }> {
  const row = await cx.db.the(
    { low: 'number', high: 'number', expired: 'number', expiring: 'number', locked: 'number' },
    sql`with s as (select * from ${byProduct(cx, hid)} q)
    select (select count(*) from product p left join s on s.product_id = p.product_id where p.status = ${lit(onSale.is.on)} and p.min_stock > coalesce(s.available, 0) and (p.apply_stores is null or ${hid}::bigint = any(p.apply_stores))) low,
      (select count(*) from product p join s on s.product_id = p.product_id where p.status = ${lit(onSale.is.on)} and s.quantity > p.max_stock) high,
      (select count(*) from stock_level v where v.hid = ${hid} and v.on_hand > 0 and v.expiry < ${cx.today}::date) expired,
      (select count(*) from stock_level v where v.hid = ${hid} and v.on_hand > 0 and v.expiry between ${cx.today}::date and ${cx.today}::date + ${settingIn(sql`${hid}::bigint`, 'nearExpiryDays')}::int) expiring,
      (select count(*) from stock_level v where v.hid = ${hid} and v.on_hand > 0 and v.locked) locked`,
  )
  return row
}
