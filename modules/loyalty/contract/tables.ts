import { tables, type Functions } from '#kernel/contract/tables.ts'

export default tables({
  charge_bill: {
    happened: { pay_time: 31 },
    word: '储值单',
    wall: 'chain',
    addedOnly: true,
    personal: { pid: ['referrer', 'refund_name', 'refund_account'] },
    keeps: 'accounting',
  },
  points_rule: { word: '积分规则', wall: 'chain' },
  gift: { word: '礼品', wall: 'chain', ledger: { book: 'gifts', key: 'gift' } },
  gift_order: { word: '礼品兑换', wall: 'chain', impersonal: ['gift_name'], keeps: 'accounting' },
  recommend_reward: { word: '推荐奖励', wall: 'chain', addedOnly: true, keeps: 'accounting' },
  coupon_kind: { word: '卡券', wall: 'chain', member: 'reads' },
  receive_record: { word: '卡券领取', wall: 'chain', ledger: { book: 'coupons', key: 'coupon' }, keeps: 'accounting' },
  lottery_prize: { word: '抽奖奖品', wall: 'chain' },
  lottery_draw: { word: '抽奖记录', wall: 'chain', addedOnly: true, impersonal: ['prize_name'], keeps: 'business' },
  member_package: { word: '会员套餐', wall: 'chain', impersonal: ['name'], keeps: 'accounting' },
  package_item: { word: '套餐项目', wall: 'chain', ledger: { book: 'sessions', key: 'package_item' } },
  package_record: { word: '套餐核销', wall: 'chain', addedOnly: true, keeps: 'accounting' },
  storage_scheme: { word: '储值方案', wall: 'store' },
  storage_scheme_coupon: { word: '储值方案卡券', wall: 'chain', unaudited: 'written with its scheme' },
})

export const functions: Functions = { member: ['package_left'] }
