import { find, implement, pageOf, sql, type Open, type Who, type Sql, wholeRow } from '#kernel/server/index.ts'
import { balanceOf, moveBalance, ownStore, rechargeBalance, rewardBalance, storeOf } from '#modules/institution/server/door.ts'
import { paymentOf } from '#ports/payment/choose.ts'
import type { StateOf } from '#kernel/contract/index.ts'
import { payments } from '../contract/endpoints.ts'
import { rechargeAmounts } from '../contract/prices.ts'
import { channels, orderOf, type PaymentOrderRow } from './orders.ts'
import { prices, setPrice } from './prices.ts'
import { inviters, moneyRecords, ordersOf, storeBalances } from './queries.ts'
import { couponShape, giveCoupon, openRecharge, ownCoupons, renew } from './recharge.ts'
import { askState, settle } from './settle.ts'
import { rechargeCoupon } from '../contract/states.ts'

const text = (body: string) => ({ filename: 'answer.txt', type: 'text/plain', body: new TextEncoder().encode(body) })

/** Resolves the organisation of an order number for callers without a session; acts as the account that showed the code. */
async function ownerOf(open: Open, orderNo: string): Promise<Who> {
  const owner =
    (await open.db.one(
      { oid: 'number', hid: 'number', ctid: 'number', name: 'string' },
      sql`select * from payment_order_tenant(${orderNo})`,
    )) ?? open.refuse('not_found', { what: '支付单' })
  return { ...owner, hids: [owner.hid], uid: 0, account: '', role: 'system', roles: [], can: new Set() }
}
/** An order and the simulated phone that may pay it. */
async function onPhone(open: Open, orderNo: string) {
  const who = await ownerOf(open, orderNo)
  const { order, store } = await open.as(who, async (cx) => ({ order: await orderOf(cx, orderNo), store: await storeOf(cx, who.hid) }))
  const phone = paymentOf(order.payWay).phone ?? open.refuse('not_found', { what: '支付单' })
  return { who, order, store, phone }
}
const statusOf = (order: PaymentOrderRow) => order.status

export default implement(payments, {
  'pay.wx': (out, input) => openRecharge(out, 2, input),
  'pay.alipay': (out, input) => openRecharge(out, 3, input),
  'payments.state': async (out, { orderNo }) => ({ orderNo, status: await askState(out, orderNo) }),
  'payments.orders': ordersOf,
  'payments.notice': async (open, { channel, headers, body }) => {
    const received =
      paymentOf(channel === 'wechat' ? 2 : 3).notified?.({
        headers: Object.fromEntries(Object.entries(headers).filter((h): h is [string, string] => typeof h[1] === 'string')),
        body,
      }) ?? 'nothing'
    if (received === 'forged') return open.refuse('bad_input', { what: '通知的签名无效' })
    if (received === 'nothing') return text('success')
    const who = await ownerOf(open, received.orderNo)
    await open.as(who, (cx) => settle(cx, received.orderNo, received))
    return text('success')
  },
  'payments.phone': async (open, { orderNo }) => {
    const { order, store, phone } = await onPhone(open, orderNo)
    phone.look(orderNo)
    return {
      orderNo,
      storeName: store.name,
      subject: order.subject,
      amount: order.amount,
      payWay: order.payWay,
      status: statusOf(order),
    }
  },
  'payments.phone-answer': async (open, { orderNo, act }) => {
    const { who, order, phone } = await onPhone(open, orderNo)
    phone.answer(orderNo, act === 'pay')
    const state = await paymentOf(order.payWay).query(orderNo)
    return { orderNo, status: await open.as(who, (cx) => settle(cx, orderNo, state)) }
  },

  'sdx.recharge': async (cx, { hid = cx.who.hid }) => ({
    hid: ownStore(cx, hid),
    balance: await balanceOf(cx, hid),
    amounts: rechargeAmounts.map((yuan) => yuan * 100),
    channels: channels().map(({ payWay, label, simulated }) => ({ payWay, label, simulated })),
  }),
  'sdx-account.hospital-balance': async (cx, { hid, money = 0 }) => {
    const balance = await balanceOf(cx, ownStore(cx, hid))
    return balance < money ? cx.refuse('balance_short') : { hid, balance }
  },
  'sdx-account.balance-list': (cx, { hid }) => storeBalances(cx, hid),
  'sdx.money-records': moneyRecords,
  'medical-fees': async (cx) => listed(await prices(cx)),
  'payments.prices': async (cx, { servicePriceId, price }) => listed(await setPrice(cx, servicePriceId, price)),
  'payments.receive': async (cx, { hid, money, payWay, note }) => {
    await rechargeBalance(cx, { hid: ownStore(cx, hid), amount: money, payWay, reason: note ? `总部登记：${note}` : '总部登记' })
    return { hid, balance: await balanceOf(cx, hid) }
  },
  'saler.transfer-accounts': async (cx, { hid, toHid, transferAmount, confirmMoney, note }) => {
    if (confirmMoney !== transferAmount) cx.refuse('confirm_money', { field: 'confirmMoney' })
    if (hid === toHid) cx.refuse('same_store', { field: 'toHid' })
    await storeOf(cx, toHid)
    await moveBalance(cx, { hid: ownStore(cx, hid), toHid, amount: transferAmount, reason: note ? `余额转账：${note}` : '余额转账' })
    return { hid, balance: await balanceOf(cx, hid) }
  },
  'inviter.list': inviters,
  'inviter.recharge': async (cx, { hid, inviterHid, money }) => {
    if (hid === inviterHid) cx.refuse('same_store', { field: 'inviterHid' })
    const [invited] = await Promise.all([storeOf(cx, hid), storeOf(cx, inviterHid)])
    const rewarded = await cx.db.any(sql`select 1 from balance_record where kind = 5 and hid = ${inviterHid} and other_hid = ${hid}`)
    if (rewarded) cx.refuse('rewarded', { field: 'inviterHid' })
    await rewardBalance(cx, { hid: inviterHid, otherHid: hid, amount: money, reason: `推荐奖励：${invited.shortName}` })
    return { hid: inviterHid, balance: await balanceOf(cx, inviterHid) }
  },
  'account.hospital-renewal': renew,

  'coupon.list': async (cx, { uid, status, ...page }) => {
    const { is } = rechargeCoupon
    const holding = {
      [is.unused]: sql`used_at is null and valid_to >= ${cx.today}::date`,
      [is.used]: sql`used_at is not null`,
      [is.expired]: sql`used_at is null and valid_to < ${cx.today}::date`,
    } satisfies Record<StateOf<typeof rechargeCoupon>, Sql>
    const found = await pageOf(
      cx,
      {
        of: wholeRow('account_coupon'),
        select: sql`*`,
        from: sql`account_coupon`,
        where: [sql`uid = ${ownCoupons(cx, uid)}`, status === undefined ? undefined : holding[status]],
        order: sql`coupon_id desc`,
      },
      page,
    )
    return { list: found.list.map(couponShape(cx)), total: found.total }
  },
  'account.coupon': async (cx, { id }) => {
    const coupon = (await find(cx, 'account_coupon', { couponId: id })) ?? cx.refuse('not_found', { what: '优惠券' })
    ownCoupons(cx, coupon.uid)
    return couponShape(cx)(coupon)
  },
  'payments.give-coupon': giveCoupon,
})
const listed = <T>(list: T[]) => ({ list, total: list.length })
