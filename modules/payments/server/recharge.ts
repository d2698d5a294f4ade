/** Recharges and renewals of a store's account, and recharge coupons. Amounts in fen. */
import type { z } from '#kernel/contract/index.ts'
import { find, insert, locked, may, sql, update, type Cx, type Out, type Row } from '#kernel/server/index.ts'
import { forgetAccounts } from '#modules/account/server/door.ts'
import { balanceOf, extendStore, ownStore, rechargeBalance, spendBalance, storeOf } from '#modules/institution/server/door.ts'
import type { AccountCoupon, GiveCoupon, NewRecharge, PayCode, Renew, Renewed } from '../contract/shapes.ts'
import { newOrder, showCode, type PaymentOrderRow } from './orders.ts'
import { priceOf } from './prices.ts'
import { rechargeCoupon } from '../contract/states.ts'

type Coupon = Row<'account_coupon'>

/** Opens a payment that recharges a store's balance; a coupon adds its part on payment. */
export async function openRecharge(
  out: Out<'coupon_unfit'>,
  payWay: 2 | 3,
  { hid, money, couponId }: z.output<typeof NewRecharge>,
): Promise<PayCode> {
  const order = await out.tx(async (cx) => {
    const store = await storeOf(cx, ownStore(cx, hid))
    const coupon = couponId ? await fittingCoupon(cx, couponId, money) : undefined
    const amount = money - (coupon?.money ?? 0)
    if (amount < 1) cx.refuse('coupon_unfit', { why: '充值金额应大于面额', field: 'couponId' })
    return newOrder(cx, {
      hid,
      payWay,
      amount,
      prefix: `CZ${cx.today}`,
      purpose: 'balance',
      subject: `账户充值 ${store.shortName}`,
      payload: { money, couponId: couponId ?? null },
    })
  })
  return showCode(out, order)
}

/** Books a paid recharge. If the coupon was used meanwhile, only the paid amount is credited. */
export async function bookRecharge(cx: Cx, order: PaymentOrderRow): Promise<void> {
  // This module wrote the payload.
  const { money, couponId } = order.payload as { money: number; couponId: number | null }
  const ref = `payment:${order.orderNo}`
  const used =
    couponId !== null &&
    (await cx.db.run(
      sql`
        update account_coupon
        set used_at = ${cx.now}::timestamptz, used_ref = ${ref}
        where coupon_id = ${couponId} and used_at is null
      `,
    )) === 1
  const amount = couponId === null || used ? money : order.amount
  await rechargeBalance(cx, { hid: order.hid, amount, coupon: amount - order.amount, payWay: order.payWay, reason: '账户充值', ref })
}

/** Renews a store's subscription from its end, or from today if it has expired, and debits the price. */
export async function renew(cx: Cx<'coupon_unfit'>, { hid, years, couponId }: z.output<typeof Renew>): Promise<z.output<typeof Renewed>> {
  ownStore(cx, hid)
  const price = (await priceOf(cx, 'renewal')) * years
  const coupon = couponId ? await fittingCoupon(cx, couponId, price) : undefined
  const paid = Math.max(0, price - (coupon?.money ?? 0))
  const expireDate = await extendStore(cx, hid, years)
  const ref = `renewal:${hid}:${expireDate}`
  if (coupon) await update(cx, 'account_coupon', { couponId: coupon.couponId }, { usedAt: cx.now, usedRef: ref })
  if (paid)
    await spendBalance(cx, {
      hid,
      amount: paid,
      ref,
      reason: `账户续费 ${years} 年${coupon ? `（优惠券抵 ${(price - paid) / 100} 元）` : ''}`,
    })
  // Expired accounts regain access with their next call.
  await forgetAccounts(cx, sql`a.hid = ${hid}`)
  cx.touch('institution')
  return { hid, expireDate, paid, balance: await balanceOf(cx, hid) }
}

async function fittingCoupon(cx: Cx<'coupon_unfit'>, couponId: number, money: number): Promise<Coupon> {
  const coupon = await locked(cx, 'account_coupon', { couponId, uid: cx.who.uid }, { what: '优惠券' })
  const no = (why: string) => cx.refuse('coupon_unfit', { why, field: 'couponId' })
  if (coupon.usedAt) no('已使用')
  if (coupon.validTo < cx.today) no('已过期')
  if (money < coupon.minMoney) no(`满 ${coupon.minMoney / 100} 元可用`)
  return coupon
}

const couponState = ({ today }: Cx, { usedAt, validTo }: Coupon) => {
  const { is } = rechargeCoupon
  if (usedAt) return is.used
  return validTo < today ? is.expired : is.unused
}
/** Coupons as the account sees them. */
export const couponShape =
  (cx: Cx) =>
  (c: Coupon): AccountCoupon => ({
    couponId: c.couponId,
    uid: c.uid,
    name: c.name,
    money: c.money,
    minMoney: c.minMoney,
    validTo: c.validTo,
    status: couponState(cx, c),
    usedAt: c.usedAt,
    usedRef: c.usedRef,
    note: c.note,
  })
/** Coupons of the own account; head office sees all. */
export function ownCoupons(cx: Cx, uid: number): number {
  return uid === cx.who.uid || may(cx, 'balance:coupon') ? uid : cx.refuse('not_found', { what: '优惠券' })
}
export async function giveCoupon(cx: Cx, { note, ...input }: z.output<typeof GiveCoupon>): Promise<AccountCoupon> {
  if (!(await find(cx, 'account', { uid: input.uid }))) cx.refuse('not_found', { what: '账号' })
  return couponShape(cx)(await insert(cx, 'account_coupon', { ...input, note: note ?? null }))
}
