/** Payables and payment orders. */
import {
  backdateReason,
  axis,
  count,
  date,
  id,
  moment,
  money,
  page,
  perPage,
  status,
  text,
  z,
  planned,
  happened,
} from '#kernel/contract/index.ts'
import { sph, cyl } from '#modules/stock/contract/fields.ts'
import { licenceState, supplierFields } from '#modules/suppliers/contract/fields.ts'
import { reason, supplierName, version } from './fields.ts'
import { payableKinds, supplierPayment } from './states.ts'

const paymentId = id('付款单')
const paymentNo = text('付款单号', { width: 140 })
const paymentStatus = status('状态', supplierPayment)
const MOST = 1_000_000_000
const signed = (label: string) => money(label, { min: -MOST, max: MOST })
const bank = text('付款银行', { max: 60 })
const voucher = text('凭证号', { max: 60 })

/** One kind of goods owed for. Reductions have negative quantity and amount. */
export const Payable = z.object({
  payableId: id('应付明细'),
  kind: status('类型', payableKinds),
  docNo: text('单号', { width: 140 }),
  deliveryNo: text('送货单号').nullable(),
  day: date('日期'),
  dueOn: date('应付日期'),
  productName: text('商品', { max: 120, width: 220 }).nullable(),
  sph: sph.nullable(),
  cyl: cyl.nullable(),
  axis: axis().nullable(),
  quantity: z.int().meta({ label: '数量', format: 'count' }),
  price: signed('单价'),
  amount: signed('金额'),
  note: text('备注', { max: 200 }).nullable(),
})
export type Payable = z.output<typeof Payable>

export const PaymentRow = z.object({
  id: paymentId,
  paymentNo,
  hid: id('门店'),
  hospitalName: text('门店'),
  supplierId: id('供应商'),
  supplierName,
  total: money('付款金额', { max: MOST }),
  papers: count('单据数'),
  planOn: date('计划付款日').nullable(),
  status: paymentStatus,
  writtenBy: id('制单人'),
  staffName: text('制单人'),
  approverName: text('审核人').nullable(),
  paidOn: date('付款日期').nullable(),
  bank: bank.nullable(),
  voucher: voucher.nullable(),
  note: text('备注', { max: 500 }).nullable(),
  version,
  createdAt: moment('制单时间'),
})
export type PaymentRow = z.output<typeof PaymentRow>
export const PaymentPage = page(PaymentRow)
export const Payment = PaymentRow.extend({
  totalSaid: text('金额大写'),
  contactName: text('联系人').nullable(),
  phone: text('联系电话', { format: 'phone' }).nullable(),
  payeeBank: text('收款银行').nullable(),
  payeeAccount: text('收款账号').nullable(),
  lines: z.array(Payable).meta({ label: '明细' }),
  history: z
    .array(
      z.object({
        at: moment('时间'),
        name: text('经手人').nullable(),
        move: text('动作'),
        note: text('说明', { max: 500 }).nullable(),
      }),
    )
    .meta({ label: '经过' }),
})
export type Payment = z.output<typeof Payment>
export const PaymentById = z.object({ id: paymentId })
export const PaymentQuery = z.object({
  hid: id('门店').optional(),
  supplierId: id('供应商').optional(),
  status: paymentStatus.optional(),
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
  text: text('付款单号、供应商或凭证号').optional(),
  ...perPage,
})
export type PaymentQuery = z.output<typeof PaymentQuery>

const payableIds = z.array(id('应付明细')).min(1).max(5000).meta({ label: '明细' })
const head = { planOn: planned(date('计划付款日')).nullable().optional(), note: text('备注', { max: 500 }).nullable().optional() }
export const NewPayment = z.object({ hid: id('门店').optional(), supplierId: id('供应商'), payableIds, ...head })
export type NewPayment = z.output<typeof NewPayment>
/** PUT …/payment-order/{id}: `payableIds` replaces all lines; omitted, they stay. A rejected order waits for approval again. */
export const EditPayment = z.object({ id: paymentId, version: version.optional(), payableIds: payableIds.optional(), ...head })
export type EditPayment = z.output<typeof EditPayment>
/** PUT …/payment-order/status/{id}: the target selects the step. 2 requires day, bank and voucher; 4 a reason. */
export const PaymentStatus = z.object({
  id: paymentId,
  status: paymentStatus,
  version: version.optional(),
  reason: reason.optional(),
  paidOn: happened(date('付款日期')).optional(),
  backdateReason,
  bank: bank.optional(),
  voucher: voucher.optional(),
})
export type PaymentStatus = z.output<typeof PaymentStatus>

/** Supplier account: licence, contract, debt, and quality of the last year's goods. */
export const SupplierAccount = z.object({
  supplierId: id('供应商'),
  supplierName,
  licenceState,
  licenceExpires: date('许可证到期').nullable(),
  contractNo: text('合同编号').nullable(),
  contractEnds: date('合同到期').nullable(),
  balance: signed('应付余额'),
  overdue: signed('已到期'),
  papers: count('近一年到货单'),
  pieces: count('近一年到货件数'),
  returned: count('退货件数'),
  differing: count('数量不符的单'),
  disputed: count('争议行'),
  status: supplierFields.status,
})
export type SupplierAccount = z.output<typeof SupplierAccount>
export const SupplierAccountPage = page(SupplierAccount)
export const SupplierAccountQuery = z.object({
  hid: id('门店').optional(),
  text: text('供应商').optional(),
  licenceState: licenceState.optional(),
  ...perPage,
})
export type SupplierAccountQuery = z.output<typeof SupplierAccountQuery>

/** GET …/payment-order/supplier/{id}: debt of the current store to a supplier, and payables in no order, earliest due first. */
export const SupplierOwed = z.object({
  supplierId: id('供应商'),
  supplierName,
  hid: id('门店'),
  balance: signed('应付余额'),
  overdue: signed('已到期'),
  underWay: signed('付款中'),
  list: z.array(Payable).meta({ label: '未付明细' }),
  total: count('行数'),
})
export type SupplierOwed = z.output<typeof SupplierOwed>
export const SupplierOwedQuery = z.object({ id: id('供应商'), hid: id('门店').optional(), until: date('应付日期至').optional() })
