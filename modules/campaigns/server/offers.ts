/** What bills ask promotions for and take of them: billing's questions, answered in its own transaction (decision 1230). */
import { insertMany, lit, lockAccounts, post, sql, type Cx, type LedgerLine } from '#kernel/server/index.ts'
import type { OffersQuestion } from '#modules/billing/contract/events.ts'
import { onShelf } from '../contract/states.ts'
import { accountOf, isOfferedTo } from './promotions.ts'

const Running = {
  promotionId: 'number',
  name: 'string',
  productId: 'number | null',
  fiid: 'number | null',
  price: 'number',
  limitTotal: 'number | null',
  limitMember: 'number | null',
} as const
/** Promotions that hold in a store today for the member's level. */
const running = (cx: Cx, { hid, pid, things }: OffersQuestion) =>
  cx.db.rows(
    Running,
    sql`
      select p.promotion_id, p.name, p.product_id, p.fiid, p.promotion_price price, p.limit_total, p.limit_member
      from promotion p
      where ${isOfferedTo(cx, { hid, pid })}
        and p.soldout = 0
        and (
          ${things === undefined}
          or p.product_id = any(${[...(things?.productIds ?? [])]}::bigint[])
          or p.fiid = any(${[...(things?.fiids ?? [])]}::bigint[])
        )
      order by p.promotion_id
    `,
  )
const Taken = { promotionId: 'number', pieces: 'number', ofMember: 'number', ofBill: 'number' } as const

/**
 * Tells the offers that are left. With `locks`, their accounts are locked first, so that the answer still holds when the bill takes them.
 */
export async function tellOffers(cx: Cx, question: OffersQuestion): Promise<void> {
  const rows = await running(cx, question)
  if (!rows.length) return
  const ids = rows.map((r) => r.promotionId)
  if (question.locks)
    await lockAccounts(
      cx,
      ids.map((id) => ({ book: 'offers' as const, key: accountOf(id), floor: 0 })),
    )
  const taken = await cx.db.rows(
    Taken,
    sql`
      select promotion_id, sum(pieces)::int pieces, coalesce(sum(pieces) filter (where pid = ${question.pid}), 0)::int of_member,
        coalesce(sum(pieces) filter (where fbid = ${question.fbid}::bigint), 0)::int of_bill
      from promotion_use
      where promotion_id = any(${ids})
      group by promotion_id
    `,
  )
  const byId = new Map(taken.map((t) => [t.promotionId, t]))
  for (const { promotionId, name, productId, fiid, price, limitTotal, limitMember } of rows) {
    const use = byId.get(promotionId) ?? { pieces: 0, ofMember: 0, ofBill: 0 }
    const limits = [
      limitTotal === null ? null : limitTotal - use.pieces + use.ofBill,
      limitMember === null ? null : limitMember - use.ofMember + use.ofBill,
    ]
    const bounds = limits.filter((n) => n !== null)
    const left = bounds.length ? Math.max(0, Math.min(...bounds)) : null
    if (left !== 0) question.tell({ promotionId, name, productId, fiid, price, left })
  }
}

interface Piece {
  readonly promotionId: number
  readonly biid: number
  readonly pieces: number
}
interface Billed {
  readonly fbid: number
  readonly hid: number
  readonly pid: number
}
interface RefundNotice {
  readonly fbid: number
  readonly refundId: number
}
/** Pieces a bill holds, by its lines. */
const heldBy = (cx: Cx, fbid: number): Promise<Piece[]> =>
  cx.db.rows(
    { promotionId: 'number', biid: 'number', pieces: 'number' },
    sql`
      select promotion_id, biid, sum(pieces)::int pieces
      from promotion_use
      where fbid = ${fbid}
      group by promotion_id, biid
      having sum(pieces) <> 0
      order by promotion_id, biid
    `,
  )

/** Writes pieces taken (positive) and given back (negative); those of a limited promotion through its account. */
async function write(
  cx: Cx,
  bill: Billed,
  moves: readonly Piece[],
  { reason, refundId = null }: { reason: string; refundId?: number | null },
): Promise<void> {
  if (!moves.length) return
  const net = new Map<number, number>()
  for (const { promotionId, pieces } of moves) net.set(promotionId, (net.get(promotionId) ?? 0) + pieces)
  const limited = await cx.db.rows(
    { promotionId: 'number' },
    sql`
      select promotion_id
      from promotion
      where promotion_id = any(${[...net.keys()]}) and limit_total is not null
    `,
  )
  const lines = limited.flatMap(({ promotionId }): LedgerLine[] => {
    const pieces = net.get(promotionId) ?? 0
    if (pieces === 0) return []
    return [
      { book: 'offers', key: accountOf(promotionId), amount: -pieces, floor: 0 },
      { book: 'offers', key: `sold:${bill.hid}`, amount: pieces },
    ]
  })
  const entryId = lines.length ? await post(cx, { hid: bill.hid, reason, ref: `fee_bill:${bill.fbid}`, lines }) : null
  await insertMany(
    cx,
    'promotion_use',
    moves.map((m) => ({ ...m, fbid: bill.fbid, hid: bill.hid, pid: bill.pid, reason, refundId, entryId })),
  )
  cx.touch('campaigns', bill.hid)
}

/** What a bill holds becomes what it took now. */
export async function takeOffers(cx: Cx, { taken, ...bill }: Billed & { readonly taken: readonly Piece[] }): Promise<void> {
  const held = await heldBy(cx, bill.fbid)
  if (!held.length && !taken.length) return
  await write(cx, bill, [...held.map((h) => ({ ...h, pieces: -h.pieces })), ...taken], {
    reason: taken.length ? '收费单占用' : '收费单取消',
  })
}

/** A refund gives promoted pieces of its lines back, while the promotion runs. */
export async function returnOffers(
  cx: Cx,
  { fbid, refundId, items }: RefundNotice & { readonly items: ReadonlyArray<{ biid: number; quantity: number }> },
): Promise<void> {
  const held = await heldBy(cx, fbid)
  if (!held.length) return
  const runs = await cx.db.rows(
    { promotionId: 'number' },
    sql`
      select promotion_id
      from promotion
      where promotion_id = any(${held.map((h) => h.promotionId)}) and status = ${lit(onShelf.is.up)} and to_date >= ${cx.today}::date
    `,
  )
  const isRunning = new Set(runs.map((r) => r.promotionId))
  const back = held.flatMap((h) => {
    const refunded = items.find((i) => i.biid === h.biid)?.quantity ?? 0
    const pieces = Math.min(refunded, h.pieces)
    return pieces > 0 && isRunning.has(h.promotionId) ? { ...h, pieces: -pieces } : []
  })
  await write(cx, await billedOf(cx, fbid), back, { reason: '退费', refundId })
}
/** A cancelled refund takes its pieces again, as far as nobody else bought them since: what is sold never exceeds the limit. */
export async function retakeOffers(cx: Cx, { fbid, refundId }: RefundNotice): Promise<void> {
  const returned = await cx.db.rows(
    { promotionId: 'number', biid: 'number', pieces: 'number' },
    sql`
      select promotion_id, biid, -sum(pieces)::int pieces
      from promotion_use
      where refund_id = ${refundId}
      group by promotion_id, biid
      having sum(pieces) < 0
    `,
  )
  if (!returned.length) return
  const balances = await lockAccounts(
    cx,
    returned.map((r) => ({ book: 'offers' as const, key: accountOf(r.promotionId), floor: 0 })),
  )
  const unlimited = await cx.db.rows(
    { promotionId: 'number' },
    sql`
      select promotion_id
      from promotion
      where promotion_id = any(${returned.map((r) => r.promotionId)}) and limit_total is null
    `,
  )
  const free = new Map(returned.map((r) => [r.promotionId, balances.get(`offers ${accountOf(r.promotionId)}`) ?? 0]))
  for (const { promotionId } of unlimited) free.set(promotionId, Number.MAX_SAFE_INTEGER)
  const moves = returned.flatMap((r) => {
    const pieces = Math.min(r.pieces, free.get(r.promotionId)!)
    free.set(r.promotionId, free.get(r.promotionId)! - pieces)
    return pieces > 0 ? { ...r, pieces } : []
  })
  await write(cx, await billedOf(cx, fbid), moves, { reason: '撤销退费', refundId })
}
const billedOf = (cx: Cx, fbid: number): Promise<Billed> =>
  cx.db.the({ fbid: 'number', hid: 'number', pid: 'number' }, sql`select fbid, hid, pid from fee_bill where fbid = ${fbid}`)
