import { tables, type Functions } from '#kernel/contract/tables.ts'

const paid = { wall: 'store', addedOnly: true } as const
export default tables({
  fee_item: { word: '收费项目', wall: 'store' },
  fee_group: { word: '收费套餐', wall: 'chain', changedBy: 'store' },
  fee_group_item: { word: '收费套餐明细', wall: 'chain', unaudited: 'written with its package' },
  fee_bill: { posts: true, books: true, word: '收费单', wall: 'store', happened: { bill_date: 'backdateBillDays' }, keeps: 'accounting' },
  bill_item: { posts: true, word: '收费明细', wall: 'store' },
  bill_payment: { posts: true, ...paid, word: '支付' },
  refund: {
    posts: true,
    ...paid,
    word: '退费',
    // `refund_agreed` asks who agreed.
    approval: { frozen: ['fbid', 'amount', 'deducted'], refusal: 'approval_self' },
  },
  refund_item: { posts: true, word: '退费明细', wall: 'chain', addedOnly: true },
  till_shift: { posts: true, ...paid, word: '当班', personal: { opened_by: ['signature'] } },
  till_handover: { posts: true, ...paid, word: '交接班' },
  till_count: { posts: true, ...paid, word: '交班清点' },
  refund_payment: { posts: true, ...paid, word: '退款' },
})
export const functions: Functions = { app: ['till_takings'] }
