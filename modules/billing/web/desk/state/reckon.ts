/** Totals of the desk: price, coupons, payments, and what still blocks payment. Pure; amounts in fen. */
import { showMoney } from '#kernel/contract/index.ts'
import { t } from '#kernel/web/i18n.ts'
import type { ReceiveRecord } from '#modules/loyalty/contract/shapes.coupons.ts'
import type { FeeBillInfo } from '../../../contract/shapes.ts'
import { fen, wantsReason } from './bill.ts'
import { couponsPay, priceDesk, promotionsOn, takingOf, type Desk, type HeldCoupon, type Taking, type TypedAmounts } from './state.ts'
import type { DeskFacts } from './useDeskFacts.ts'
import { overdrawn } from './wallet.ts'
import { feeBill } from '../../../contract/states.ts'

/** Usable coupons, and the one reserved by this bill. Coupons of packages are redeemed elsewhere. */
const usableOn = (bill: FeeBillInfo | undefined, coupons: readonly ReceiveRecord[]): ReceiveRecord[] =>
  coupons.filter((c) => c.couponType !== 5 && (c.usable || (bill && c.lockedRef === `fee_bill:${bill.feebill.fbid}`)))

interface OnDesk {
  bill: FeeBillInfo | undefined
  desk: Desk
  /** Amounts typed per way, and the coupons that pay. */
  typed: TypedAmounts
  paying: readonly number[]
  facts: Pick<DeskFacts, 'member' | 'wallet' | 'coupons'> & Partial<Pick<DeskFacts, 'offers'>>
}
export function reckon({ bill, desk, typed, paying, facts }: OnDesk) {
  const coupons = usableOn(bill, facts.coupons)
  const lowering = coupons.find((c) => c.id === desk.discountCouponId)
  const owed = bill?.feebill.status === feeBill.is.owed
  const priced = priceDesk(desk, facts.member, lowering, facts.offers)
  // A bill on account keeps its price.
  const price = owed ? fen(bill.feebill.billPrice) : priced.billPrice
  const due = price - fen(bill?.feebill.paid ?? 0)
  const chosen = coupons.filter((c) => paying.includes(c.id))
  const pays = couponsPay(chosen, price, due)
  const couponPaid = [...pays.values()].reduce((sum, n) => sum + n, 0)
  const taking = takingOf(typed, due - couponPaid)
  const missing = missingOn(desk)
  const lowers = !lowering || priced.originalPrice <= 0 || priced.trace.some((s) => s.step === 'coupon')
  return {
    owed,
    coupons,
    priced,
    /** Promotion of each line, as it is shown. */
    promotions: promotionsOn(priced),
    due,
    pays,
    couponPaid,
    taking,
    /** Missing input, as a sentence. */
    missing,
    /** Invalid input, as a sentence. */
    unfit: missing ?? unfitOf(due, lowers ? undefined : lowering, taking) ?? overdrawn(typed, facts.wallet)[0],
    /** Open or excess amount, as a sentence. */
    open: openOf(taking.left),
  }
}

function missingOn(desk: Desk): string | undefined {
  if (!desk.pid) return t`请选择会员`
  const unsaid = desk.lines.find((l) => wantsReason(l) && !l.priceReason?.trim())
  if (unsaid) return t`${unsaid.name}：请填写改价原因`
  return desk.lines.length ? undefined : t`请添加项目`
}
/** `unusable`: a selected coupon that does not lower the price. */
function unfitOf(due: number, unusable: HeldCoupon | undefined, taking: Taking): string | undefined {
  if (due < 0) return t`应收低于已收定金`
  if (unusable) return t`卡券满 ${showMoney(unusable.fromPrice)} 可用`
  return taking.wrong.length ? t`金额格式不对` : undefined
}
function openOf(left: number): string | undefined {
  if (left === 0) return undefined
  return left > 0 ? t`还需收 ${showMoney(left / 100)}` : t`多收了 ${showMoney(-left / 100)}`
}
