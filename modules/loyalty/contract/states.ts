import { machine, states, type StateIn } from '#kernel/contract/index.ts'

/** A member's coupon. Its worth is in the ledger, and the state follows it. */
export const coupon = machine({
  name: 'receive-record',
  table: 'receive_record',
  key: 'id',
  noun: '卡券',
  start: [0],
  states: {
    0: { name: 'unused', label: '未使用', tone: 'ok' },
    1: { name: 'redeemed', label: '已核销', tone: 'neutral' },
    2: { name: 'expired', label: '已过期', tone: 'warn' },
    3: { name: 'voided', label: '已作废', tone: 'bad' },
    4: { name: 'handedBack', label: '已退回', tone: 'neutral' },
  },
  sets: {
    /** Counts against the limits in total and per member. */
    given: [0, 1, 2, 4],
    /** States a counter can set by hand. */
    byHand: [0, 1, 3, 4],
  },
  moves: {
    redeem: { label: '核销', from: [0], to: 1, can: 'coupon:redeem' },
    unredeem: { label: '撤销核销', from: [1], to: 0, can: 'coupon:redeem', reason: true },
    cancel: { label: '作废', from: [0], to: 3, can: 'coupon:issue', reason: true },
    handBack: { label: '退回', from: [0], to: 4, can: 'coupon:issue', reason: true },
    expire: { label: '到期', from: [0], to: 2, can: 'coupon:issue', automatic: true },
  },
})

/** Manual actions on a coupon, by target state. */
export const couponByHand = {
  0: 'unredeem',
  1: 'redeem',
  3: 'cancel',
  4: 'handBack',
} as const satisfies Record<StateIn<typeof coupon, 'byHand'>, keyof typeof coupon.moves>

/** A package a member bought. */
export const memberPackage = machine({
  name: 'package',
  table: 'member_package',
  key: 'package_id',
  noun: '套餐',
  start: [0, 1],
  states: {
    0: { name: 'inactive', label: '未激活', tone: 'info' },
    1: { name: 'active', label: '使用中', tone: 'ok' },
    2: { name: 'finished', label: '已用完', tone: 'neutral' },
    3: { name: 'expired', label: '已过期', tone: 'warn' },
    4: { name: 'givenBack', label: '已退', tone: 'neutral' },
    5: { name: 'frozen', label: '冻结', tone: 'bad' },
  },
  sets: {
    /** Can be used. */
    usable: [0, 1],
    /** Still the member's and not expired: follows changes of its combo. */
    held: [0, 1, 2],
    /** Its expiry can be moved. */
    extendable: [1, 3],
    /** Frozen, or can be frozen. */
    freezable: [1, 5],
    alone: [4],
  },
  moves: {
    activate: { label: '首次使用', from: [0], to: 1, can: 'package:redeem', automatic: true },
    finish: { label: '用完', from: [1], to: 2, can: 'package:redeem', automatic: true },
    reopen: { label: '撤销核销', from: [2], to: 1, can: 'package:redeem', automatic: true },
    expire: { label: '到期', from: [0, 1], to: 3, can: 'package:delay', automatic: true },
    delay: { label: '延期', from: [1, 3], to: 1, can: 'package:delay', reason: true },
    freeze: { label: '冻结', from: [1], to: 5, can: 'package:delay', reason: true },
    thaw: { label: '解冻', from: [5], to: 1, can: 'package:delay' },
    giveBack: { label: '退套餐', from: [0, 1, 2, 3], to: 4, can: 'package:redeem', automatic: true },
    restore: { label: '撤销退套餐', from: [4], to: 'former', can: 'package:redeem', automatic: true },
  },
})

/** A gift exchanged for points, until it is handed over. */
export const giftOrder = machine({
  name: 'gift-order',
  table: 'gift_order',
  key: 'gift_order_id',
  noun: '兑换单',
  start: [0, 1],
  states: {
    0: { name: 'waiting', label: '待领取', tone: 'warn' },
    1: { name: 'collected', label: '已领取', tone: 'ok' },
    9: { name: 'cancelled', label: '已取消', tone: 'neutral' },
  },
  sets: {
    exchanged: [0, 1],
    alone: [9],
  },
  moves: {
    handOver: { label: '领取', from: [0], to: 1, can: 'points:exchange' },
    cancel: { label: '取消兑换', from: [0], to: 9, can: 'points:exchange', reason: true },
  },
})

/** A gift or prize: available to members or not. */
export const onOffer = states({
  0: { name: 'on', label: '上架', tone: 'ok' },
  1: { name: 'off', label: '下架', tone: 'neutral' },
})
export default [coupon, memberPackage, giftOrder]
