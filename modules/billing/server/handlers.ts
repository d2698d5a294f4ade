import { implement } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { channels, orderNumber } from '#modules/payments/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { billing } from '../contract/endpoints.ts'
import { payWays } from '../contract/fields.ts'
import { cancelBill, deleteBill, owe } from './cancel.ts'
import { confirm } from './confirm.ts'
import { associated, deleteFeeItem, feeItemOf, feeItemTree, feeItems, saveFeeItem, setFeeItemStatus } from './items.ts'
import { groupHandlers } from './groups.ts'
import { offersFor } from './price.ts'
import { rankingHandlers } from './rankings.ts'
import { billInfo, billsOfMember, billsOfStore, findBill } from './queries.ts'
import { exportReceivables, receivables } from './receivables.ts'
import { refund } from './refund.ts'
import { revenueOf } from './revenue.ts'
import { saveBill } from './save.ts'
import { keepScan, openScan, scanState, takeScan } from './scan.ts'
import { cancelRefund } from './unrefund.ts'
import { handOver, openShift, shiftOf, shiftsOf, tillNow } from './shifts.ts'
import { feeBill } from '../contract/states.ts'

export default implement(billing, {
  'feeitem.list': (cx, query) => feeItems(cx, query),
  'feeitem.items': (cx, query) => feeItems(cx, query),
  'feeitem.projects': (cx, { hid }) => associated(cx, hid),
  'feeitem.tree': (cx, { hid }) => feeItemTree(cx, hid),
  'feeitem.info': (cx, { id }) => feeItemOf(cx, id),
  'feeitem.save': saveFeeItem,
  'feeitem.status': (cx, { id, status }) => setFeeItemStatus(cx, id, status),
  'feeitem.delete': (cx, { fiid }) => deleteFeeItem(cx, fiid),
  'feebill.list': (cx, { hid, ...query }) => billsOfStore(cx, ownStore(cx, hid), query),
  'fee-bills.list': (cx, query) => billsOfStore(cx, cx.who.hid, query),
  'feebill.list-by-patient': async (cx, { pid, ...query }) => billsOfMember(cx, (await patientOf(cx, pid)).pid, query),
  'feebill.info': (cx, { id }) => billInfo(cx, id),
  'fee-bills.get': (cx, { id }) => billInfo(cx, id),
  'feebill.print': (cx, { id }) => billInfo(cx, id),
  'feebill.offers': async (cx, { hid, pid, fbid }) => offersFor(cx, { hid: ownStore(cx, hid), pid, fbid: fbid ?? null }),
  'feebill.save': saveBill,
  'feebill.confirm': confirm,
  'feebill.cancel': (cx, { id, ...input }) => cancelBill(cx, id, input),
  'feebill.delete': (cx, { id }) => deleteBill(cx, id),
  'fee-bills.status': (cx, { fbid, status, ...input }) =>
    status === feeBill.is.owed ? owe(cx, fbid, input.reason) : cancelBill(cx, fbid, input),
  'fee-bills.refund': refund,
  'fee-bills.cancellation-refund': (cx, { fbid }) => cancelRefund(cx, fbid),
  'pay.config': async (cx, { hid }) => {
    ownStore(cx, hid)
    return {
      channels: channels(),
      ways: Object.entries(payWays)
        .filter(([way]) => way !== '7')
        // Object.entries turns the numeric codes into strings.
        .map(([way, label]) => ({ payWay: Number(way) as 1, label })),
    }
  },
  'pay.wx4fee': openScan,
  'pay.scan': takeScan,
  'pay.status': scanState,
  'pay.keep': keepScan,
  'pay.order-number': async (cx, { fbid }) => {
    const bill = await findBill(cx, fbid)
    return { orderNo: orderNumber(bill.billNo), amount: feeBill.in.due.includes(bill.status) ? bill.billPrice - bill.paid : 0 }
  },
  'statistics.revenue': (cx, { hid, date }) => revenueOf(cx, hid, date),
  'receivables.list': receivables,
  'receivables.export': exportReceivables,
  'till.now': (cx, { hid }) => tillNow(cx, hid),
  'till.open': openShift,
  'till.hand-over': handOver,
  'till.shifts': (cx, query) => shiftsOf(cx, query),
  'till.shift': (cx, { id }) => shiftOf(cx, id),
  ...groupHandlers,
  ...rankingHandlers,
})
