import { binary, get, open, outside, post, put, z } from '#kernel/contract/index.ts'
import * as s from './shapes.ts'

const recharge = { can: 'balance:recharge', input: s.NewRecharge, output: s.PayCode, fails: ['coupon_unfit'] } as const
export const payments = {
  'pay.wx': outside.post('/wx/pay', { ...recharge, summary: 'A WeChat code that recharges the balance of a store' }),
  'pay.alipay': outside.post('/alipay/pay', { ...recharge, summary: 'An Alipay code that recharges the balance of a store' }),
  'payments.state': outside.get('/pay/order/{orderNo}', {
    can: 'session',
    summary: 'Ours: whether a code was paid, asked of the payment service',
    input: s.OrderQuery,
    output: s.OrderState,
    pure: false,
  }),
  'payments.orders': get('/pay/orders/{hid}', {
    can: 'payments:view',
    summary: 'Ours: payment orders of a store, for reconciliation',
    input: s.OrdersQuery,
    output: s.OrderPage,
  }),
  'payments.notice': open.post('/pay/notify/{channel}', {
    can: 'public',
    proof: 'signature',
    raw: true,
    binary: true,
    perMinute: 600,
    summary: 'Ours: the payment service tells of a payment; its signature is verified',
    input: s.Notice,
    reads: 'nobody',
    output: binary(),
  }),
  'payments.phone': open.get('/pay/phone/{orderNo}', {
    can: 'public',
    proof: 'secret',
    pure: false,
    perMinute: 120,
    summary: 'Ours: what the simulated phone shows; not in production',
    input: s.OrderQuery,
    output: s.PhoneOrder,
  }),
  'payments.phone-answer': open.post('/pay/phone/{orderNo}', {
    can: 'public',
    proof: 'secret',
    perMinute: 120,
    summary: 'Ours: the simulated phone pays or declines; not in production',
    input: s.PhoneAnswer,
    output: s.OrderState,
  }),

  'sdx.recharge': get('/sdx/recharge', {
    can: 'balance:view',
    summary: 'What the recharge dialog needs: balance, amounts, channels',
    input: s.StoreAsk,
    output: s.RechargeOffer,
  }),
  'sdx-account.hospital-balance': get('/sdxAccount/hospitalBalance/{hid}', {
    can: 'session',
    summary: 'Balance of a store; asked with money it refuses with 405 when the store holds less',
    input: s.BalanceQuery,
    output: s.Balance,
  }),
  'sdx-account.balance-list': get('/sdxAccount/balance/List/{hid}', {
    can: 'balance:view',
    summary: 'Balances of the store and of those the account may work in',
    input: s.StoreQuery,
    output: s.StoreBalances,
  }),
  'sdx.money-records': get('/sdx/account/money/records', {
    can: 'balance:view',
    summary: 'Movements of a store’s balance, newest first',
    input: s.MoneyRecordQuery,
    output: s.MoneyRecords,
  }),
  'medical-fees': get('/medical-fees', {
    can: 'session',
    summary: 'Prices of services paid from the balance',
    input: z.object({}),
    output: s.Services,
  }),
  'payments.prices': put('/medical-fees', {
    can: 'balance:price',
    summary: 'Ours: head office sets the price of a service',
    input: s.EditService,
    output: s.Services,
  }),
  'payments.receive': post('/sdxAccount/receive', {
    can: 'balance:receive',
    summary: 'Ours: head office books money of a store that came by bank or in cash',
    input: s.Receive,
    output: s.Balance,
  }),
  'saler.transfer-accounts': put('/saler/{hid}/transfer-accounts', {
    can: 'balance:transfer',
    summary: 'Moves balance to another store; the amount twice',
    input: s.TransferBalance,
    output: s.Balance,
    fails: ['confirm_money', 'same_store'],
  }),
  'inviter.list': get('/{product}/account', {
    can: 'balance:view',
    summary: 'Stores that may have invited another, with what they were rewarded',
    input: z.object({}),
    output: s.Inviters,
  }),
  'inviter.recharge': post('/{product}/hospital/inviter-recharge', {
    can: 'balance:reward',
    summary: 'Rewards the store that invited another, once a pair',
    input: s.InviterRecharge,
    output: s.Balance,
    fails: ['same_store', 'rewarded'],
  }),
  'account.hospital-renewal': post('/{product}/hospital/renewal', {
    can: 'balance:recharge',
    summary: 'Extends the time of a store, paid from its balance',
    input: s.Renew,
    output: s.Renewed,
    fails: ['coupon_unfit'],
  }),

  'coupon.list': get('/coupon/getList/{uid}', {
    can: 'session',
    summary: 'Coupons of an account for recharges and renewals',
    input: s.CouponsOf,
    output: s.AccountCoupons,
  }),
  'account.coupon': get('/account/coupon/{id}', {
    can: 'session',
    summary: 'One coupon of an account',
    input: s.ById,
    output: s.AccountCoupon,
  }),
  'payments.give-coupon': post('/coupon/give', {
    can: 'balance:coupon',
    summary: 'Ours: head office gives an account a coupon',
    input: s.GiveCoupon,
    output: s.AccountCoupon,
  }),
}
export default payments
