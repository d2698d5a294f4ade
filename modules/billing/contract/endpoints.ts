import { del, done, get, outside, post, put } from '#kernel/contract/index.ts'
import { groups } from './endpoints.groups.ts'
import { rankings } from './endpoints.rankings.ts'
import * as s from './shapes.ts'

/** What the stock may answer when goods are issued. */
const stock = ['stock_short', 'stock_unpowered', 'batch_locked', 'batch_expired', 'batch_short', 'service_not_stocked'] as const
const bill = { can: 'feebill:view', reads: 'pid', output: s.FeeBillInfo } as const
export const billing = {
  'feeitem.list': get('/feeitem/getList/{hid}', { can: 'session', summary: 'Fee items of a store (pageSize 0 = all)', input: s.FeeItemList, output: s.FeeItemPage }),
  'feeitem.items': get('/feeitem/items/getList/{hid}', { can: 'session', summary: 'Fee items by types, for reservations and the till', input: s.FeeItemQuery, output: s.FeeItemPage }),
  'feeitem.tree': get('/feeitem/tree/{hid}', { can: 'session', summary: 'Active fee items by type', input: s.ByHid, output: s.FeeItemTree }),
  'feeitem.info': get('/feeitem/info/{id}', { can: 'session', summary: 'One fee item', input: s.ById, output: s.FeeItem }),
  'feeitem.save': post('/feeitem/insertOrupdate', { can: 'feeitem:edit', summary: 'Creates or changes a fee item', input: s.EditFeeItem, output: s.FeeItem }),
  'feeitem.status': put('/feeitem/update-status/{id}', { can: 'feeitem:edit', summary: 'Starts (0) or stops (1) a fee item', input: s.FeeItemStatus, output: s.FeeItem, query: ['status'] }),
  'feeitem.delete': get('/feeitem/delete/{fiid}/{hid}', { can: 'feeitem:edit', summary: 'Deletes a fee item that no bill uses', input: s.DeleteFeeItem, output: done(), pure: false }),

  'feebill.list': get('/feebill/getList/{hid}', { can: 'feebill:view', summary: 'Fee bills of a store', input: s.StoreBills, output: s.FeeBillPage }),
  'fee-bills.list': get('/{product}/fee-bills', { can: 'feebill:view', summary: 'Fee bills of the present store (newer path)', input: s.MyBills, output: s.FeeBillPage }),
  'feebill.list-by-patient': get('/feebill/getListByPid/{pid}', { can: 'feebill:view', reads: 'pid', summary: 'Fee bills of a member', input: s.MemberBills, output: s.FeeBillPage }),
  'feebill.info': get('/feebill/info/{id}', { ...bill, summary: 'A fee bill with items, money and member', input: s.ById }),
  'fee-bills.get': get('/{product}/fee-bills/{id}', { ...bill, summary: 'A fee bill (newer path)', input: s.ById }),
  'feebill.print': get('/feebill/print/{id}', { ...bill, summary: 'A fee bill for its prints', input: s.ById }),
  'feebill.save': post('/feebill/insertOrupdate', {
    can: 'feebill:save', once: true, summary: 'Writes or changes a fee bill that is not paid', input: s.SaveFeeBill, output: s.FeeBillInfo,
    fails: ['discount_range', 'price_changed', 'item_stopped', 'voucher_unknown', 'coupon_unusable', 'coupon_min', 'combo_off', 'combo_limit', 'combo_new_only', 'deposit_kept', 'patient_fixed'],
  }),
  'feebill.confirm': post('/feebill/confirm', {
    can: 'feebill:confirm', once: true, summary: 'Takes the money: any mix of ways, the whole or a deposit', input: s.ConfirmFeeBill, output: s.FeeBillInfo,
    fails: ['sum_differs', 'overpaid', 'points_share', 'short_cash', 'paid_twice', 'not_scanned', 'voucher_unknown', 'coupon_unusable', 'coupon_min', 'coupon_over', ...stock],
  }),
  'feebill.cancel': del('/feebill/cancel/{id}', { can: 'feebill:save', once: true, summary: 'Cancels an unpaid bill; a deposit goes back the way it came', input: s.ById, output: s.FeeBillInfo }),
  'feebill.delete': del('/feebill/delete/{id}', { can: 'feebill:save', summary: 'Deletes a bill on which no money was taken', input: s.ById, output: done(), fails: ['delete_state', 'has_payments'] }),
  'fee-bills.status': put('/{product}/fee-bills/status', { can: 'feebill:confirm', once: true, summary: 'On account (6) or cancelled (4)', input: s.SetStatus, output: s.FeeBillInfo }),
  'fee-bills.refund': post('/{product}/fee-bills/refund', {
    can: 'feebill:refund', once: true, summary: 'Gives items back; dryRun answers beforehand exactly what it will do', input: s.RefundFeeBill, output: s.RefundAnswer,
    fails: ['refund_nothing', 'refund_too_high', 'refund_quantity', 'points_spent', 'points_spent_block', 'refund_order', 'take_back_too_much', 'package_used', 'package_late'],
  }),
  'fee-bills.cancellation-refund': put('/{product}/fee-bills/cancellation-refund/{fbid}', { can: 'feebill:refund', once: true, summary: 'Takes back the last refund of the day', input: s.ByFbid, output: s.FeeBillInfo, fails: ['not_last_day', ...stock] }),
  'pay.config': get('/pay/config', { can: 'session', summary: 'Ways to pay at the till and the channel of scan payments', input: s.ByHid, output: s.PayConfig }),
  'pay.wx4fee': outside.post('/wx/pay4fee', { can: 'feebill:confirm', summary: 'A code the member scans to pay a bill or part of it', input: s.NewScan, output: s.Scan, fails: ['overpaid'] }),
  'pay.status': outside.get('/pay/pay-status', { can: 'feebill:confirm', summary: 'Whether a scan payment was made', input: s.ScanQuery, output: s.ScanState, pure: false }),
  'pay.order-number': get('/pay/order-number', { can: 'feebill:confirm', summary: 'Number for a scan payment of what is left to pay', input: s.ByFbid, output: s.OrderNumber }),
  'statistics.revenue': get('/statistic/revenue/{hid}', { can: 'revenue:view', summary: 'Money of a day by way, staff and kind', input: s.RevenueQuery, output: s.Revenue }),
  ...groups,
  ...rankings,
}
export default billing
