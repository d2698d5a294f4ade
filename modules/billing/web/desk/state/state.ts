/** State of the desk: lines, discount, ways of payment. Pure; all amounts in fen. */
import { priceOf, withOffers, type PromotionOffer, type Priced, type Rounding } from '../../../contract/pricing.ts'
import type { ReceiveRecord } from '#modules/loyalty/contract/shapes.coupons.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'

export interface DeskLine {
  /** Row key on the screen. */
  key: string
  fiid?: number
  productId?: number
  /** A combo, opened as a package on payment. */
  fgid?: number
  name: string
  /** Unit price, fen. */
  price: number
  /** Catalogue unit price, fen; absent for free text. */
  listPrice?: number
  /** Reason for a price other than the catalogue's. */
  priceReason?: string | null
  quantity: number
  discountable: boolean
  unit?: string | null
  /** Power of the goods to issue. */
  sph?: number | null
  cyl?: number | null
  /** The line belongs to an order: the cashier can change neither its price nor its quantity. */
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
  /** The coupon that lowers the price. */
  discountCouponId?: number | null
}
export const emptyDesk: Desk = { lines: [], discount: 10, rounding: 0, note: '' }

export type WayCode = 1 | 2 | 3 | 4 | 5 | 6 | 8 | 9
/** Ways in the order of the panel; 8 and 9 are rare and come last. */
export const wayOrder: readonly WayCode[] = [1, 2, 3, 4, 5, 6, 8, 9]
/** Text typed per way. */
export type TypedAmounts = Readonly<Partial<Record<WayCode, string>>>

/** Parses a typed amount (`12.5`, `1,234.50`) to fen; undefined when it is none. */
export function fenOf(text: string): number | undefined {
  const plain = text.replace(/[,，\s¥]/g, '')
  if (plain === '') return 0
  return /^\d{1,8}(\.\d{0,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined
}
/** Formats fen for typing: `12.50`, or `12` when whole. */
export const typedOf = (fen: number): string => (fen === 0 ? '' : fen % 100 === 0 ? String(fen / 100) : (fen / 100).toFixed(2))

/** Adds a line, or increases the quantity of an equal one. */
export function addLine(lines: readonly DeskLine[], line: Omit<DeskLine, 'key'>): DeskLine[] {
  const existing = lines.find(
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
  if (existing && (line.fiid !== undefined || line.productId !== undefined || line.fgid !== undefined))
    return lines.map((l) => (l === existing ? { ...l, quantity: l.quantity + line.quantity } : l))
  return [...lines, { ...line, key: `${Date.now()}-${lines.length}` }]
}

/** Prices the desk with the function the server uses. */
export const priceDesk = (
  desk: Desk,
  member?: { discount: number; level: string },
  coupon?: HeldCoupon,
  offers: readonly PromotionOffer[] = [],
): Priced =>
  priceOf(withOffers(desk.lines, offers), {
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

/** The promotion that made each line of the desk cheaper; undefined where none did. */
export const promotionsOn = ({ promoted }: Priced): Array<number | undefined> => promoted.map((taken) => taken?.promotionId)

/** Fields of a coupon that the desk needs. Amounts in yuan, as received. */
export type HeldCoupon = Pick<ReceiveRecord, 'id' | 'name' | 'couponType' | 'value' | 'discount' | 'fromPrice' | 'left'>
/** True for coupons that lower the price; the others pay. */
export const lowersPrice = (c: Pick<HeldCoupon, 'couponType'>): boolean => c.couponType === 2 || c.couponType === 3
/** Fen each selected coupon pays of the amount due, in the order selected. Coupons whose minimum exceeds `price` pay nothing. */
export function couponsPay(chosen: readonly HeldCoupon[], price: number, due: number): Map<number, number> {
  const pays = new Map<number, number>()
  let remaining = due
  for (const c of chosen) {
    const part = price < Math.round(c.fromPrice * 100) ? 0 : Math.min(remaining, Math.round(c.left * 100))
    if (part > 0) pays.set(c.id, part)
    remaining -= part
  }
  return pays
}

export interface Taking {
  /** Sum of all ways, fen; cash counts up to the amount due. */
  given: number
  /** Open amount, fen; negative when too much was typed. */
  left: number
  /** Change for cash, fen. */
  change: number
  /** Payments to send: one per way, cash without change. */
  styles: Array<{ payWay: WayCode; amount: number; tendered?: number }>
  wrong: WayCode[]
}
/** Evaluates the typed amounts against the amount due. Cash above the open amount is change. */
export function takingOf(typed: TypedAmounts, due: number): Taking {
  const wrong: WayCode[] = []
  const amounts = wayOrder.flatMap((way) => {
    const fen = fenOf(typed[way] ?? '')
    if (fen === undefined) wrong.push(way)
    return fen ? [{ way, fen }] : []
  })
  const others = amounts.reduce((sum, a) => sum + (a.way === PayWay.cash ? 0 : a.fen), 0)
  const cash = amounts.find((a) => a.way === PayWay.cash)?.fen ?? 0
  const cashDue = Math.min(cash, Math.max(0, due - others))
  const styles = amounts.flatMap((a): Taking['styles'] =>
    a.way !== PayWay.cash ? [{ payWay: a.way, amount: a.fen }] : cashDue ? [{ payWay: PayWay.cash, amount: cashDue, tendered: cash }] : [],
  )
  return { given: others + cashDue, left: due - others - cashDue, change: cash - cashDue, styles, wrong }
}

/** Order numbers of completed scan payments, by way. */
export type ScanOrders = Readonly<Partial<Record<WayCode, string>>>
/** Payments of the confirm call, in yuan. */
export const stylesInYuan = (styles: Taking['styles'], scanned: ScanOrders = {}) =>
  styles.map((s) => ({
    payWay: s.payWay,
    amount: s.amount / 100,
    ...(s.tendered === undefined ? {} : { tendered: s.tendered / 100 }),
    ...(scanned[s.payWay] ? { orderNo: scanned[s.payWay] } : {}),
  }))
