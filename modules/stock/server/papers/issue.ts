/** Issues goods and takes them back: pieces held for the ref first, then first expired first. A shortage names what is available. */
import { powerOf, showPower } from '#kernel/contract/index.ts'
import { join, post, sql, type Cx, type LedgerLine, lit } from '#kernel/server/index.ts'
import { productsOf, type ProductRow } from '#modules/products/server/door.ts'
import { SERVICE } from '#modules/products/contract/fields.ts'
import {
  accountOf,
  batchOfKey,
  candidates,
  lockedBalances,
  needsPower,
  normal,
  pair,
  sameBatch,
  transitOf,
  type BatchRow,
  type GoodsKey,
} from '../batch/batches.ts'
import type { IssueFail } from '../../contract/refusals.ts'
import { checkLawful } from '../batch/lawful.ts'
import { byPower, byProduct } from '../batch/levels.ts'
import { settingIn } from '#modules/settings/server/door.ts'
import { onSale } from '#modules/products/contract/states.ts'

export interface IssueLine extends GoodsKey {
  readonly quantity: number
  /** Issues from this batch only. */
  readonly batchId?: number | null
  readonly warehouseId?: number | null
}
export interface IssuedLine {
  readonly productId: number
  readonly batchId: number
  readonly quantity: number
}
export interface Issue {
  /** The document the goods are issued for, `frame:12`. Taking back uses it. */
  readonly ref: string
  readonly hid: number
  readonly reason: string
  readonly lines: readonly IssueLine[]
  /** Moves the pieces into transit to another store. */
  readonly inTransit?: boolean
  /** Scrap and returns to the supplier may name locked or expired batches. */
  readonly evenHeld?: boolean
}

/** Issuable pieces: unlocked, unexpired, in the store, held for nobody or for the given ref. */
export async function available(
  cx: Cx,
  { ref = null, ...goods }: GoodsKey & { hid: number; warehouseId?: number | null; ref?: string | null },
): Promise<number> {
  const rows = await candidates(cx, goods.hid, [normal(goods)])
  return rows.filter((b) => issuable(cx, b, ref)).reduce((sum, b) => sum + b.balance, 0)
}

/** Issuable pieces of products by power. Powers without stock have no row. */
export const onShelf = (
  cx: Cx,
  { hid, productIds, powers }: { hid: number; productIds: readonly number[]; powers: ReadonlyArray<{ sph: number; cyl: number }> },
): Promise<Array<{ productId: number; sph: number; cyl: number; quantity: number }>> =>
  productIds.length && powers.length
    ? cx.db.rows(
        { productId: 'number', sph: 'number', cyl: 'number', quantity: 'number' },
        sql`
          select product_id, sph, cyl, available::int quantity
          from ${byPower(
            cx,
            hid,
            sql`k.product_id = any(${productIds}::bigint[]) and (${join(
              powers.map((p) => sql`(k.sph = ${p.sph}::numeric and k.cyl = ${p.cyl}::numeric)`),
              ' or ',
            )})`,
          )} q
          where available > 0
        `,
      )
    : Promise.resolve([])

/** Issuable pieces of products over all powers. Products without stock are absent. */
export async function onHand(cx: Cx, hid: number, productIds: readonly number[]): Promise<Map<number, number>> {
  if (!productIds.length) return new Map()
  const rows = await cx.db.rows(
    { productId: 'number', quantity: 'number' },
    sql`
      select product_id, available::int quantity
      from ${byProduct(cx, hid, sql`k.product_id = any(${productIds}::bigint[])`)} q
      where available > 0
    `,
  )
  return new Map(rows.map((r) => [r.productId, r.quantity]))
}

/**
 * Issues goods, those held for the ref first, then first expired first, and returns the batches they came from. Refuses, naming product,
 * power and availability, when a line cannot be met in full; then nothing is issued. Service lines are refused: pass goods only.
 */
export async function issue(cx: Cx<IssueFail>, request: Issue): Promise<{ entryId: number; lines: IssuedLine[] }> {
  const products = await productsOf(
    cx,
    request.lines.map((l) => l.productId),
  )
  const lines = request.lines.map((line) => {
    const product = products.get(line.productId)!
    if (product.category === SERVICE) cx.refuse('service_not_stocked', { product: product.name })
    if (needsPower(product) && (line.sph === null || line.sph === undefined) && !line.batchId)
      cx.refuse('stock_unpowered', { product: product.name })
    return { ...line, ...normal(line), product }
  })
  const rows = await candidates(cx, request.hid, lines)
  const balances = await lockedBalances(
    cx,
    rows.map((b) => b.batchId),
  )
  const picked = lines.flatMap((line) => pick(cx, request, line, rows, balances))
  const from = rows.filter((b) => picked.some((p) => p.batchId === b.batchId))
  if (!request.evenHeld) await checkLawful(cx, products, from)
  const entryId = await post(cx, {
    reason: request.reason,
    ref: request.ref,
    lines: picked.flatMap(({ batchId, quantity }) => (request.inTransit ? intoTransit : leaving)(batchId, quantity)),
  })
  return { entryId, lines: picked }
}

const leaving = (batchId: number, quantity: number): LedgerLine[] => pair(batchId, -quantity)
const intoTransit = (batchId: number, quantity: number): LedgerLine[] => [
  { book: 'stock', key: accountOf(batchId), amount: -quantity, floor: 0 },
  { book: 'stock', key: transitOf(batchId), amount: quantity, floor: 0 },
]

/**
 * Takes goods issued under a ref back into their batches: everything still out, or the named quantities (of a batch, or of a product with
 * the last issued batch first). Idempotent.
 */
export async function takeBack(
  cx: Cx<'take_back_too_much'>,
  { ref, reason, lines }: { ref: string; reason: string; lines?: ReadonlyArray<{ productId: number; batchId?: number; quantity: number }> },
): Promise<{ lines: IssuedLine[] }> {
  const touched = await cx.db.rows(
    { batchId: 'number' },
    sql`
      select distinct ${batchOfKey} batch_id
      from ledger_entry e
      join ledger_line l using (oid, entry_id)
      join ledger_account a using (oid, account_id)
      where e.ref = ${ref} and a.book = 'stock' and starts_with(a.key, 'batch:')
    `,
  )
  await lockedBalances(
    cx,
    touched.map((t) => t.batchId),
  )
  const out = await stillOut(cx, ref)
  const back = lines ? lines.flatMap((line) => selectReturned(cx, line, out)) : out
  const returned = back.filter((b) => b.quantity > 0)
  if (returned.length) await post(cx, { reason, ref, lines: returned.flatMap((b) => pair(b.batchId, b.quantity)) })
  return { lines: returned.map(({ productId, batchId, quantity }) => ({ productId, batchId, quantity })) }
}

/** Pieces issued under a ref and not returned, by batch, last issued first. */
export const stillOut = (
  cx: Cx,
  ref: string,
): Promise<Array<IssuedLine & { batchNo: string | null; expiry: string | null; name: string }>> =>
  cx.db.rows(
    { productId: 'number', batchId: 'number', batchNo: 'string | null', expiry: 'string | null', name: 'string', quantity: 'number' },
    sql`
      select b.product_id, b.batch_id, b.batch_no, b.expiry, p.name, -sum(l.amount)::int quantity
      from ledger_entry e
      join ledger_line l using (oid, entry_id)
      join ledger_account a using (oid, account_id)
      join batch b on b.oid = a.oid and b.batch_id = ${batchOfKey}
      join product p on p.oid = b.oid and p.product_id = b.product_id
      where e.ref = ${ref} and a.book = 'stock' and starts_with(a.key, 'batch:')
      group by b.product_id, b.batch_id, b.batch_no, b.expiry, p.name
      having sum(l.amount) < 0
      order by max(e.entry_id) desc, b.expiry desc nulls first, b.batch_id desc
    `,
  )

/** True when a batch can be issued for a ref now. */
export const issuable = (cx: Cx, b: BatchRow, ref: string | null): boolean =>
  !b.locked && (b.expiry === null || b.expiry >= cx.today) && heldFor(b, ref)
const heldFor = (b: BatchRow, ref: string | null): boolean => b.heldFor === null || b.heldFor === ref

function pick(
  cx: Cx<IssueFail>,
  request: Issue,
  line: IssueLine & { product: ProductRow },
  rows: readonly BatchRow[],
  balances: Map<number, number>,
): IssuedLine[] {
  const fitting = rows.filter((b) => sameBatch(b, line))
  if (line.batchId && !request.evenHeld) refuseHeld(cx, fitting[0], request.ref)
  const allowed = request.evenHeld && line.batchId ? fitting : fitting.filter((b) => issuable(cx, b, request.ref))
  const open = [...allowed.filter((b) => b.heldFor !== null), ...allowed.filter((b) => b.heldFor === null)]
  const picked: IssuedLine[] = []
  let remaining = line.quantity
  for (const b of open) {
    const quantity = Math.min(remaining, balances.get(b.batchId) ?? 0)
    if (quantity <= 0) continue
    balances.set(b.batchId, balances.get(b.batchId)! - quantity)
    picked.push({ productId: line.productId, batchId: b.batchId, quantity })
    remaining -= quantity
    if (remaining === 0) return picked
  }
  return refuseShortage(cx, line, fitting, balances, line.quantity - remaining)
}

/** Refuses a batch that is held for another ref, locked or expired. */
export function refuseHeld(cx: Cx<'batch_held' | 'batch_locked' | 'batch_expired'>, batch: BatchRow | undefined, ref: string): void {
  if (batch && !heldFor(batch, ref)) cx.refuse('batch_held', { batch: batch.batchNo ?? batch.batchId })
  if (batch?.locked) cx.refuse('batch_locked', { batch: batch.batchNo ?? batch.batchId, why: batch.lockReason ?? '未注明' })
  if (batch?.expiry && batch.expiry < cx.today) cx.refuse('batch_expired', { batch: batch.batchNo ?? batch.batchId, day: batch.expiry })
}

/** Refuses with a sentence that names the available pieces and those that are expired or locked. */
function refuseShortage(
  cx: Cx<IssueFail>,
  line: IssueLine & { product: ProductRow },
  fitting: readonly BatchRow[],
  balances: Map<number, number>,
  available: number,
): never {
  const power = line.sph === null || line.sph === undefined ? '' : ` ${showPower(powerOf(line))} `
  if (line.batchId)
    return cx.refuse('batch_short', {
      product: line.product.name,
      power,
      batch: fitting[0]?.batchNo ?? line.batchId,
      available: available,
      wanted: line.quantity,
    })
  const sum = (keep: (b: BatchRow) => boolean) => fitting.filter(keep).reduce((n, b) => n + (balances.get(b.batchId) ?? 0), 0)
  const expired = sum((b) => b.expiry !== null && b.expiry < cx.today)
  const locked = sum((b) => b.locked && !(b.expiry !== null && b.expiry < cx.today))
  const reserved = sum((b) => b.heldFor !== null && !b.locked && !(b.expiry !== null && b.expiry < cx.today))
  const heldBack = [expired && `过期 ${expired}`, locked && `锁定 ${locked}`, reserved && `留给订单 ${reserved}`].filter(Boolean).join('、')
  return cx.refuse('stock_short', {
    product: line.product.name,
    power,
    wanted: line.quantity,
    available: available,
    held: heldBack ? `（另有${heldBack}）` : '',
  })
}

function selectReturned(
  cx: Cx<'take_back_too_much'>,
  line: { productId: number; batchId?: number; quantity: number },
  out: IssuedLine[],
): IssuedLine[] {
  const fitting = out.filter((o) => o.productId === line.productId && (line.batchId === undefined || o.batchId === line.batchId))
  const issued = fitting.reduce((n, o) => n + o.quantity, 0)
  if (line.quantity > issued)
    return cx.refuse('take_back_too_much', {
      // Lines loaded for display also carry the product's name.
      product: (fitting[0] as { name?: string } | undefined)?.name ?? line.productId,
      issued,
      wanted: line.quantity,
    })
  let remaining = line.quantity
  return fitting.map((o) => {
    const quantity = Math.min(remaining, o.quantity)
    remaining -= quantity
    return { productId: o.productId, batchId: o.batchId, quantity }
  })
}

/** Numbers of products below or above their limits and of expired, expiring and locked batches, for the dashboard. */
export async function stockWarnings(
  cx: Cx,
  hid: number,
): Promise<{ low: number; high: number; expired: number; expiring: number; locked: number }> {
  const row = await cx.db.the(
    { low: 'number', high: 'number', expired: 'number', expiring: 'number', locked: 'number' },
    sql`
      with s as (select * from ${byProduct(cx, hid)} q)
      select (
        select count(*)
        from product p
        left join s on s.product_id = p.product_id
        where p.status = ${lit(onSale.is.on)}
          and p.min_stock > coalesce(s.available, 0)
          and (p.apply_stores is null or ${hid}::bigint = any(p.apply_stores))
      ) low,
        (
          select count(*)
          from product p
          join s on s.product_id = p.product_id
          where p.status = ${lit(onSale.is.on)} and s.quantity > p.max_stock
        ) high,
        (
          select count(*)
          from stock_level v
          where v.hid = ${hid} and v.on_hand > 0 and v.expiry < ${cx.today}::date
        ) expired,
        (
          select count(*)
          from stock_level v
          where v.hid = ${hid}
            and v.on_hand > 0
            and v.expiry between ${cx.today}::date and ${cx.today}::date + ${settingIn(sql`${hid}::bigint`, 'nearExpiryDays')}::int
        ) expiring,
        (select count(*) from stock_level v where v.hid = ${hid} and v.on_hand > 0 and v.locked) locked
    `,
  )
  return row
}
