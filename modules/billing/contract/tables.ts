import { tables, type Functions } from '#kernel/contract/tables.ts'

const paid = { wall: 'store', addedOnly: true } as const
export default tables({
  fee_item: { word: '收费项目', wall: 'store' },
  fee_group: { word: '收费套餐', wall: 'chain' },
  fee_group_item: { word: '收费套餐明细', wall: 'chain', unaudited: 'written with its package' },
  fee_bill: { word: '收费单', wall: 'store', happened: { bill_date: 'backdateBillDays' }, keeps: 'accounting' },
  bill_item: { word: '收费明细', wall: 'store' },
  bill_payment: { ...paid, word: '支付', unaudited: 'a payment is its own record' },
  refund: { ...paid, word: '退费' },
  refund_item: { word: '退费明细', wall: 'chain', addedOnly: true, unaudited: 'written with its refund' },
  till_shift: { ...paid, word: '当班', personal: { opened_by: ['signature'] } },
  till_handover: { ...paid, word: '交接班' },
  till_count: { ...paid, word: '交班清点', unaudited: 'written with its hand-over' },
  refund_payment: { ...paid, word: '退款', unaudited: 'written with its refund' },
})
export const functions: Functions = { app: ['till_takings'] }
