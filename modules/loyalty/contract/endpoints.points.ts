import { del, done, get, post, put, z } from '#kernel/contract/index.ts'
import * as s from './shapes.points.ts'
import { PointsRule, Wallet } from './shapes.ts'

/** What the stock may answer when a gift is goods of the catalogue. */
const stock = ['stock_short', 'stock_unpowered', 'batch_locked', 'batch_expired', 'batch_short', 'service_not_stocked'] as const
const view = { can: 'points:view' } as const
export const points = {
  'patients.points.adjust-batch': post('/patient/adjustPointBatch', {
    can: 'points:adjust',
    summary: 'Adds or takes points of many members, all or none',
    input: s.AdjustMany,
    output: s.Adjusted,
    fails: ['points_short'],
  }),
  'points.transfer': post('/patient/{pid}/points/transfer', {
    can: 'points:transfer',
    summary: 'Points from one member to another',
    input: s.TransferPoints,
    output: Wallet,
    fails: ['same_member', 'points_short'],
  }),
  'points.exchange': post('/patient/{pid}/points/exchange', {
    can: 'points:exchange',
    summary: 'Exchanges points for a gift',
    input: s.ExchangeGift,
    output: s.GiftOrder,
    fails: ['points_short', 'gift_off', 'gift_none', ...stock],
  }),
  'points.recommended-records': get('/patient/{pid}/recommended/records', {
    ...view,
    reads: 'pid',
    summary: 'Members somebody recommended, and what that earned',
    input: s.MemberRecommended,
    output: s.RecommendedPage,
  }),
  'points.gifts.list': get('/points/gifts', {
    ...view,
    summary: 'Gifts with what the present store has of them',
    input: s.GiftQuery,
    output: s.GiftPage,
  }),
  'points.gifts.create': post('/points/gifts', {
    can: 'gift:edit',
    summary: 'A new gift',
    input: s.NewGift,
    output: s.Gift,
    fails: ['gift_goods_only'],
  }),
  'points.gifts.update': put('/points/gifts/{id}', {
    can: 'gift:edit',
    summary: 'Changes a gift',
    input: s.EditGift,
    output: s.Gift,
    fails: ['gift_goods_only'],
  }),
  'points.gifts.delete': del('/points/gifts/{id}', {
    can: 'gift:edit',
    summary: 'Deletes a gift nobody ever exchanged',
    input: s.ById,
    output: done(),
  }),
  'points.record': get('/point/record', {
    ...view,
    summary: 'Lines of points accounts of the members of the present store',
    input: s.PointRecordQuery,
    output: s.PointRecordPage,
  }),
  'points.gifts.stock': post('/points/gifts/{id}/stock', {
    can: 'gift:edit',
    summary: 'Ours: puts pieces of a gift on the shelf of the present store, or takes some off',
    input: s.StockGift,
    output: s.Gift,
    fails: ['gift_goods_only', 'gift_none'],
  }),
  'points.orders': get('/points/orders', {
    ...view,
    summary: 'Ours: gifts exchanged in the present store',
    input: s.GiftOrderQuery,
    output: s.GiftOrderPage,
  }),
  'points.orders.hand-over': put('/points/orders/{giftOrderId}/hand-over', {
    can: 'points:exchange',
    summary: 'Ours: the member took the gift',
    input: s.HandOver,
    output: s.GiftOrder,
  }),
  'points.orders.cancel': put('/points/orders/{giftOrderId}/cancel', {
    can: 'points:exchange',
    summary: 'Ours: points and gift go back',
    input: s.CancelGiftOrder,
    output: s.GiftOrder,
    fails: ['take_back_too_much'],
  }),
  'points.accounts': get('/points/accounts', {
    ...view,
    summary: 'Ours: members with points, and what of them lapses soon',
    input: s.PointAccountQuery,
    output: s.PointAccountPage,
  }),
  'points.figures': get('/points/figures', {
    ...view,
    summary: 'Ours: points of the members of the present store, in sum',
    input: z.object({}),
    output: s.PointFigures,
  }),
  'points.member': get('/patient/{pid}/points/figures', {
    ...view,
    reads: 'pid',
    summary: 'Ours: what a member earned, used, holds, and what lapses soon',
    input: s.ByPid,
    output: s.MemberPointFigures,
  }),
  'points.rules.earning': get('/points/rules-earning', {
    can: 'session',
    summary: 'Ours: share of the money that earns points, by way of payment and kind of item',
    input: z.object({}),
    output: z.array(PointsRule),
  }),
  'points.lottery.prizes': get('/points/lottery/prizes', {
    ...view,
    summary: 'Ours: prizes with their chances as they stand',
    input: z.object({}),
    output: s.Prizes,
  }),
  'points.lottery.save': post('/points/lottery/prizes', {
    can: 'gift:edit',
    summary: 'Ours: a new prize, or another weight',
    input: s.EditPrize,
    output: s.Prizes,
    fails: ['prize_what'],
  }),
  'points.lottery.delete': del('/points/lottery/prizes/{id}', {
    can: 'gift:edit',
    summary: 'Ours: deletes a prize that was never drawn',
    input: s.ById,
    output: done(),
  }),
  'points.lottery.draw': post('/patient/{pid}/points/lottery', {
    can: 'points:exchange',
    summary: 'Ours: draws a prize for points',
    input: s.ByPid,
    output: s.Draw,
    fails: [
      'points_short',
      'lottery_closed',
      'lottery_daily',
      'gift_off',
      'gift_none',
      'coupon_stopped',
      'coupon_total',
      'coupon_per_member',
      ...stock,
    ],
  }),
  'points.lottery.records': get('/points/lottery/records', {
    ...view,
    summary: 'Ours: what was drawn in the present store',
    input: s.DrawQuery,
    output: s.DrawPage,
  }),
  'points.recommended': get('/points/recommended/records', {
    ...view,
    summary: 'Ours: recommendations of the members of the present store',
    input: s.RecommendedQuery,
    output: s.RecommendedPage,
  }),
}
