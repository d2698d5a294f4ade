import { tables, type Functions } from '#kernel/contract/tables.ts'
import { grantKinds } from './grants/shapes.ts'

export default tables({
  charge_bill: {
    posts: true,
    books: true,
    happened: { pay_time: 31, paid_at: 31 },
    word: '储值单',
    wall: 'chain',
    addedOnly: true,
    personal: { pid: ['referrer', 'refund_name', 'refund_account'] },
    keeps: 'accounting',
  },
  charge_share: { posts: true, word: '储值来源', wall: 'chain', addedOnly: true, keeps: 'accounting' },
  hand_grant: {
    word: '手工赠送',
    wall: 'store',
    addedOnly: true,
    posts: true,
    keeps: 'accounting',
    says: { kind: grantKinds },
    // `hand_grant_bounded` asks who agreed.
    approval: { frozen: ['pid', 'kind', 'quantity', 'worth'], refusal: 'approval_self' },
  },
  points_rule: { word: '积分规则', wall: 'chain' },
  gift: { word: '礼品', wall: 'chain', ledger: { book: 'gifts', key: 'gift' } },
  gift_order: {
    posts: true,
    word: '礼品兑换',
    wall: 'chain',
    changedAcross: 'a gift is handed over where the member fetches it',
    impersonal: ['gift_name'],
    keeps: 'accounting',
  },
  recommend_reward: { posts: true, word: '推荐奖励', wall: 'chain', addedOnly: true, keeps: 'accounting' },
  coupon_kind: { member: 'reads', word: '卡券', wall: 'chain' },
  receive_record: {
    posts: true,
    word: '卡券领取',
    wall: 'chain',
    changedAcross: 'a coupon is redeemed in every store of its scope',
    ledger: { book: 'coupons', key: 'coupon' },
    keeps: 'accounting',
  },
  lottery_prize: { word: '抽奖奖品', wall: 'chain' },
  lottery_draw: { posts: true, word: '抽奖记录', wall: 'chain', addedOnly: true, impersonal: ['prize_name'], keeps: 'business' },
  member_package: {
    posts: true,
    word: '会员套餐',
    wall: 'chain',
    changedAcross: 'a package is used in every store',
    impersonal: ['name'],
    keeps: 'accounting',
  },
  package_item: { posts: true, word: '套餐项目', wall: 'chain', ledger: { book: 'sessions', key: 'package_item' } },
  package_record: { posts: true, word: '套餐核销', wall: 'chain', addedOnly: true, keeps: 'accounting' },
  storage_scheme: { word: '储值方案', wall: 'store' },
  storage_scheme_coupon: { word: '储值方案卡券', wall: 'chain', unaudited: 'written with its scheme' },
})

export const functions: Functions = { member: ['package_left'] }
