/** What the cashier has on the desk: lines, discount, ways to pay. Pure; all money in fen. */
import { priceOf, type Priced, type Rounding } from '../../../contract/pricing.ts'
import type { ReceiveRecord } from '#modules/loyalty/contract/shapes.coupons.ts'

/** A line on the desk. */
export interface DeskLine {
  /** Key of the row on the screen. */
  key: string
  fiid?: number
  productId?: number
  /** A combo, opened as a package when it is paid. */
  fgid?: number
  name: string
  /** Fen each. */
  price: number
  /** Fen each in the catalogue; none for free words. */
  listPrice?: number
  /** Why another price than the catalogue's is charged. */
  priceReason?: string | null
  quantity: number
  discountable: boolean
  unit?: string | null
  /** Powered goods: which power leaves the stock. */
  sph?: number | null
  cyl?: number | null
  /** The line came with an order: neither its price nor its number is the cashier's. */
  fixed?: boolean
}
export interface Desk {
  pid?: number | undefined
  lines: DeskLine[]
  discount: number
  rounding: Rounding
  note: string
  docid?: number | null
  salerId?: number | null
  /** Coupon that lowers the price. */
  discountCouponId?: number | null
}
export const emptyDesk: Desk = { lines: [], discount: 10, rounding: 0, note: '' }

export type WayCode = 1 | 2 | 3 | 4 | 5 | 6 | 8 | 9
/** Ways in the order of the panel; 8 and 9 are rare and come last. */
export const wayOrder: readonly WayCode[] = [1, 2, 3, 4, 5, 6, 8, 9]
/** What is typed at each way, as text. */
export type Typed = Readonly<Partial<Record<WayCode, string>>>

/** Fen of a typed amount: `12.5`, `1,234.50`; undefined when it is no amount. */
export function fenOf(text: string): number | undefined {
  const plain = text.replace(/[,，\s¥]/g, '')
  if (plain === '') return 0
  return /^\d{1,8}(\.\d{0,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined
}
/** Text of fen as it is typed: `12.50`, `12` when whole. */
export const typedOf = (fen: number): string => (fen === 0 ? '' : fen % 100 === 0 ? String(fen / 100) : (fen / 100).toFixed(2))

/** Adds a line, or one more piece of the same thing. */
export function addLine(lines: readonly DeskLine[], line: Omit<DeskLine, 'key'>): DeskLine[] {
  const same = lines.find(
    (l) =>
      !l.fixed &&
      l.name === line.name &&
      l.price === line.price &&
      l.fiid === line.fiid &&
      l.productId === line.productId &&
      l.fgid === line.fgid &&
      (l.sph ?? null) === (line.sph ?? null) &&
      (l.cyl ?? null) === (line.cyl ?? null),
  )
  if (same && (line.fiid !== undefined || line.productId !== undefined || line.fgid !== undefined))
    return lines.map((l) => (l === same ? { ...l, quantity: l.quantity + line.quantity } : l))
  return [...lines, { ...line, key: `${Date.now()}-${lines.length}` }]
}

/** The price of the desk by the same function the server uses. */
export const priceDesk = (desk: Desk, member?: { discount: number; level: string }, coupon?: HeldCoupon): Priced =>
  priceOf(desk.lines, {
    discount: desk.discount,
    rounding: desk.rounding,
    ...(member ? { member } : {}),
    ...(coupon
      ? {
          coupon: {
            name: coupon.name,
            from: Math.round(coupon.fromPrice * 100),
            ...(coupon.couponType === 2 ? { discount: coupon.discount ?? 10 } : { off: Math.round(coupon.value * 100) }),
          },
        }
      : {}),
  })

/** What the desk needs of a coupon; money in yuan as it came. */
export type HeldCoupon = Pick<ReceiveRecord, 'id' | 'name' | 'couponType' | 'value' | 'discount' | 'fromPrice' | 'left'>
/** True for coupons that lower the price; the others pay. */
export const lowersPrice = (c: Pick<HeldCoupon, 'couponType'>): boolean => c.couponType === 2 || c.couponType === 3
/** Fen each chosen coupon pays of an amount due, in the order chosen; those a bill of `price` fen is too small for pay nothing. */
export function couponsPay(chosen: readonly HeldCoupon[], price: number, due: number): Map<number, number> {
  const pays = new Map<number, number>()
  let left = due
  for (const c of chosen) {
    const part = price < Math.round(c.fromPrice * 100) ? 0 : Math.min(left, Math.round(c.left * 100))
    if (part > 0) pays.set(c.id, part)
    left -= part
  }
  return pays
}

export interface Taking {
  /** Fen given in all ways; cash counts up to what is due. */
  given: number
  /** Fen still missing; negative when too much was typed. */
  left: number
  /** Fen of change for the cash handed over. */
  change: number
  /** What is sent: one entry per way, cash without its change. */
  styles: Array<{ payWay: WayCode; amount: number; tendered?: number }>
  wrong: WayCode[]
}
/** What the typed ways mean for an amount due. Cash may be more than what is left: the rest is change. */
export function takingOf(typed: Typed, due: number): Taking {
  const wrong: WayCode[] = []
  const amounts = wayOrder.flatMap((way) => {
    const fen = fenOf(typed[way] ?? '')
    if (fen === undefined) wrong.push(way)
    return fen ? [{ way, fen }] : []
  })
  const others = amounts.reduce((sum, a) => sum + (a.way === 1 ? 0 : a.fen), 0)
  const cash = amounts.find((a) => a.way === 1)?.fen ?? 0
  const kept = Math.min(cash, Math.max(0, due - others))
  const styles = amounts.flatMap((a): Taking['styles'] =>
    a.way !== 1 ? [{ payWay: a.way, amount: a.fen }] : kept ? [{ payWay: 1, amount: kept, tendered: cash }] : [],
  )
  return { given: others + kept, left: due - others - kept, change: cash - kept, styles, wrong }
}

/** Numbers of scan payments that were made, by way. */
export type Scanned = Readonly<Partial<Record<WayCode, string>>>
/** The ways as the confirm call takes them, in yuan. */
export const stylesInYuan = (styles: Taking['styles'], scanned: Scanned = {}) =>
  styles.map((s) => ({
    payWay: s.payWay,
    amount: s.amount / 100,
    ...(s.tendered === undefined ? {} : { tendered: s.tendered / 100 }),
    ...(scanned[s.payWay] ? { orderNo: scanned[s.payWay] } : {}),
  }))
