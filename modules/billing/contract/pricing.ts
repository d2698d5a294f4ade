/**
 * Calculates the price of a bill and its trace: list price → changed price → member discount → promotion → bill discount → coupon →
 * rounding. All amounts are integer fen. Every step lowers the total and allocates the reduction to the lines; the remainder goes to the
 * last line. A promotion lowers its own pieces to their promoted price, unless the member's level made them cheaper still.
 */

export interface PriceLine {
  /** Charged unit price, fen. */
  readonly price: number
  /** Catalogue unit price, fen. Equal to `price` unless the till changed it. */
  readonly listPrice?: number
  readonly quantity: number
  /** False keeps the line out of every discount. */
  readonly discountable?: boolean
  /** Pieces of the line that a promotion offers at its price. */
  readonly promotion?: PromotedPieces
}
export interface PromotedPieces {
  readonly promotionId: number
  readonly name: string
  /** Promoted unit price, fen. */
  readonly price: number
  readonly pieces: number
}
export interface TakenPieces {
  readonly promotionId: number
  readonly pieces: number
}
/** A promotion as the till may use it for one member now. */
export interface PromotionOffer {
  readonly promotionId: number
  readonly name: string
  readonly productId: number | null
  readonly fiid: number | null
  /** Promoted unit price, fen. */
  readonly price: number
  /** Pieces the member may still take; null: as many as they like. */
  readonly left: number | null
}
export interface PriceRules {
  /** Member discount in 折 (10 = none) and the name of the level. */
  readonly member?: { readonly discount: number; readonly level: string }
  /** Discount of the whole bill in 折. */
  readonly discount?: number
  /** Fen off, or a discount in 折; applies to totals of at least `from` fen. */
  readonly coupon?: { readonly name: string; readonly off?: number; readonly discount?: number; readonly from?: number }
  /** 0 to the fen, 1 down to the jiao, 2 down to the yuan. */
  readonly rounding?: Rounding
}
export type Rounding = 0 | 1 | 2
/** One step of the price calculation: its label, its effect and the total after it. */
export interface TraceLine {
  readonly step: 'list' | 'price' | 'member' | 'promotion' | 'discount' | 'coupon' | 'rounding'
  readonly label: string
  /** Fen taken off by this step (list: 0). */
  readonly off: number
  /** Total of the bill after this step, fen. */
  readonly total: number
}
export interface Priced {
  readonly originalPrice: number
  readonly totalDiscount: number
  readonly billPrice: number
  /** Amount of each line after all steps, fen, in input order. Their sum is `billPrice`. */
  readonly amounts: readonly number[]
  /** What each line took of a promotion that made it cheaper, in input order; null where none did. */
  readonly promoted: ReadonlyArray<TakenPieces | null>
  readonly trace: readonly TraceLine[]
}

/**
 * Allocates `total` to weights, pro rata and rounded down; the remainder goes to the last lines that have room. No share exceeds its
 * weight as long as `total` does not exceed their sum; no share is negative.
 */
export function share(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  if (sum === 0) return weights.map(() => 0)
  const shares = weights.map((w) => Number((BigInt(total) * BigInt(w)) / BigInt(sum)))
  let remainder = total - shares.reduce((a, b) => a + b, 0)
  const capped = total <= sum
  for (let i = weights.length - 1; remainder > 0 && i >= 0; i--) {
    const room = capped ? weights[i]! - shares[i]! : remainder
    const more = Math.min(room, remainder)
    shares[i]! += more
    remainder -= more
  }
  return shares
}

/** Applies a discount in 折 to an amount, rounded to the nearest fen. */
export const atDiscount = (fen: number, zhe: number): number => Math.round((fen * Math.round(zhe * 100)) / 1000)
const units = [1, 10, 100] as const

/** What an offer is for. A line whose price was changed by hand, or a combo, takes part in none. */
interface OfferedLine extends PriceLine {
  readonly productId?: number | null | undefined
  readonly fiid?: number | null | undefined
}
/** Lines with the pieces that offers hold for them, given out from the first line to the last. */
export function withOffers<L extends OfferedLine>(lines: readonly L[], offers: readonly PromotionOffer[]): Array<L & PriceLine> {
  const left = new Map(offers.map((o) => [o.promotionId, o.left ?? Number.MAX_SAFE_INTEGER]))
  const leftOf = (o: PromotionOffer): number => left.get(o.promotionId) ?? 0
  return lines.map((line) => {
    const isOffered = (o: PromotionOffer) => (line.fiid ? o.fiid === line.fiid : o.productId !== null && o.productId === line.productId)
    const [offer] = offers.filter((o) => isOffered(o) && leftOf(o) > 0).sort((a, b) => a.price - b.price)
    if (!offer || line.price !== (line.listPrice ?? line.price)) return { ...line }
    const pieces = Math.min(line.quantity, leftOf(offer))
    left.set(offer.promotionId, leftOf(offer) - pieces)
    return { ...line, promotion: { promotionId: offer.promotionId, name: offer.name, price: offer.price, pieces } }
  })
}
/** The amount of a line after its promotion, and the pieces that were cheaper by it. */
function promote({ quantity, promotion }: PriceLine, amount: number): { amount: number; taken: TakenPieces | null } {
  const pieces = Math.min(quantity, promotion?.pieces ?? 0)
  if (!promotion || pieces < 1) return { amount, taken: null }
  const cheaper = promotion.price * pieces + Math.floor((amount * (quantity - pieces)) / quantity)
  return cheaper < amount ? { amount: cheaper, taken: { promotionId: promotion.promotionId, pieces } } : { amount, taken: null }
}

export function priceOf(lines: readonly PriceLine[], rules: PriceRules = {}): Priced {
  let amounts = lines.map((l) => l.price * l.quantity)
  const sum = () => amounts.reduce((a, b) => a + b, 0)
  // A raised price becomes the line's own original price; a lowered one counts as a reduction of the list price.
  const originalPrice = lines.reduce((total, l) => total + Math.max(l.listPrice ?? l.price, l.price) * l.quantity, 0)
  const trace: TraceLine[] = [{ step: 'list', label: '原价', off: 0, total: originalPrice }]
  if (sum() < originalPrice) trace.push({ step: 'price', label: '改价', off: originalPrice - sum(), total: sum() })
  const open = (i: number) => lines[i]!.discountable !== false
  /** Lowers the discountable lines together to `target`; no step where that lowers nothing. */
  const lower = (step: TraceLine['step'], label: string, target: (base: number) => number) => {
    const weights = amounts.map((a, i) => (open(i) ? a : 0))
    const base = weights.reduce((a, b) => a + b, 0)
    const lowered = Math.min(base, Math.max(0, target(base)))
    if (lowered === base) return
    const shared = share(lowered, weights)
    amounts = amounts.map((a, i) => (open(i) ? shared[i]! : a))
    trace.push({ step, label, off: base - lowered, total: sum() })
  }
  if (rules.member) lower('member', `${rules.member.level} ${rules.member.discount} 折`, (base) => atDiscount(base, rules.member!.discount))
  const results = lines.map((line, i) => promote(line, amounts[i] ?? 0))
  const promoted = results.map((r) => r.taken)
  for (const [id, name] of new Map(lines.flatMap((l) => (l.promotion ? [[l.promotion.promotionId, l.promotion.name] as const] : [])))) {
    const before = sum()
    amounts = amounts.map((a, i) => (results[i]?.taken?.promotionId === id ? results[i].amount : a))
    if (sum() < before) trace.push({ step: 'promotion', label: `促销 ${name}`, off: before - sum(), total: sum() })
  }
  if (rules.discount !== undefined) lower('discount', `整单 ${rules.discount} 折`, (base) => atDiscount(base, rules.discount!))
  if (rules.coupon && sum() >= (rules.coupon.from ?? 0))
    lower(
      'coupon',
      `卡券 ${rules.coupon.name}`,
      (base) => (rules.coupon!.discount === undefined ? base : atDiscount(base, rules.coupon!.discount)) - (rules.coupon!.off ?? 0),
    )
  const unit = units[rules.rounding ?? 0]
  lower('rounding', unit === 10 ? '抹零到角' : '抹零到元', (base) => base - (sum() % unit))
  const billPrice = sum()
  return { originalPrice, totalDiscount: originalPrice - billPrice, billPrice, amounts, promoted, trace }
}
