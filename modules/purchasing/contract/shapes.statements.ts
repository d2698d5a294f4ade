/** Reconciliation of a supplier's statement. */
import {
  count,
  date,
  flag,
  id,
  ImportUpload,
  moment,
  money,
  page,
  perPage,
  status,
  text,
  z,
  planned,
  span,
} from '#kernel/contract/index.ts'
import { cyl, sph, typedPower } from '#modules/stock/contract/fields.ts'
import { reason, supplierName } from './fields.ts'
import { findings, lineStates } from './states.ts'

const MOST = 1_000_000_000
const signed = (label: string) => money(label, { min: -MOST, max: MOST })
const pieces = (label: string) => z.int().min(-100_000).max(100_000).meta({ label, format: 'count' })
const statementId = id('对账单')
const deliveryNo = text('送货单号', { max: 60 })
const orderNo = text('订单号', { max: 60 })

/** A row of a supplier's file: goods by bar code or name. Returns have a negative quantity. */
export const ImportStatement = z.object({
  day: date('日期').nullable().optional(),
  deliveryNo: deliveryNo.nullable().optional(),
  orderNo: orderNo.nullable().optional(),
  barCode: text('条码').nullable().optional(),
  productName: text('商品', { max: 120 }).min(1),
  sph: typedPower.sph,
  cyl: typedPower.cyl,
  quantity: pieces('数量').refine((n) => n !== 0, '数量不能为 0'),
  price: money('单价', { adds: false }),
})
const term = { from_on: span(date('开始日期')), to_on: span(date('结束日期')) }
export const ImportStatementUpload = ImportUpload.extend({ supplierId: id('供应商'), ...term })
export type ImportStatementUpload = z.output<typeof ImportStatementUpload>

const Statement = z.object({
  statementId,
  statementNo: text('对账单号', { width: 140 }),
  hid: id('门店'),
  supplierId: id('供应商'),
  supplierName,
  fromOn: date('开始日期'),
  toOn: date('结束日期'),
  filename: text('文件', { max: 200 }),
  rows: count('行数'),
  staffName: text('导入人').nullable(),
  createdAt: moment('导入时间'),
})
export type SupplierStatement = z.output<typeof Statement>
export const StatementRow = Statement
export const StatementPage = page(Statement)
export const StatementQuery = z.object({ hid: id('门店').optional(), supplierId: id('供应商').optional(), ...perPage })
export type StatementQuery = z.output<typeof StatementQuery>

const side = { quantity: pieces('数量').nullable(), price: money('单价', { adds: false }).nullable(), amount: signed('金额').nullable() }
const orderOfLine = z.object({
  orderId: id('订单'),
  orderNo: text('订单号'),
  day: date('订货日期'),
  ordered: pieces('订购'),
  received: pieces('已收'),
  rejected: pieces('拒收'),
  price: money('单价', { adds: false }),
  stateName: text('状态'),
  promisedOn: date('应到日期').nullable(),
  tracking: text('运单号').nullable(),
})
/** One line: their side, our side, the difference and the decision. `line` identifies it. */
export const SupplierStatementLine = z.object({
  line: text('行', { max: 40 }),
  finding: status('差在', findings),
  state: status('处理', lineStates),
  day: date('日期').nullable(),
  docNo: text('单号').nullable(),
  /** The order and the delivery note with its pieces, next to the receipt. */
  order: orderOfLine.nullable().meta({ label: '订单' }),
  delivery: z
    .object({ deliveryNo: deliveryNo.nullable(), quantity: pieces('数量').nullable() })
    .nullable()
    .meta({ label: '送货单' }),
  goods: text('商品', { max: 200 }),
  sph: sph.nullable(),
  cyl: cyl.nullable(),
  theirs: z.object(side).meta({ label: '对账单' }),
  ours: z.object(side).meta({ label: '账本' }),
  difference: signed('差额'),
  /** Evidence for our side: the document, a contract price, open orders. */
  basis: text('依据', { max: 200 }).nullable(),
  note: text('说明', { max: 200 }).nullable(),
  staffName: text('处理人').nullable(),
})
export type SupplierStatementLine = z.output<typeof SupplierStatementLine>
const sum = z.object({ rows: count('行数'), amount: signed('金额') })
/**
 * GET /supplier/reconciliation. Their total − accepted − disputed − open = ours; opening + movements − paid = closing. `payableNow` is
 * the sum of agreeing and accepted lines that are in no payment yet.
 */
export const Reconciliation = z.object({
  statement: Statement.nullable(),
  supplierId: id('供应商'),
  supplierName,
  fromOn: date('开始日期'),
  toOn: date('结束日期'),
  opening: signed('期初应付'),
  movements: signed('本期发生'),
  paid: signed('本期付款'),
  closing: signed('期末应付'),
  theirs: signed('对账单合计'),
  ours: signed('账本合计'),
  same: sum.meta({ label: '一致' }),
  accepted: sum.meta({ label: '已接受' }),
  disputed: sum.meta({ label: '有争议' }),
  open: sum.meta({ label: '待处理' }),
  payableNow: signed('现在可付'),
  list: z.array(SupplierStatementLine).meta({ label: '明细' }),
  total: count('行数'),
})
export type Reconciliation = z.output<typeof Reconciliation>
/** Selects a statement by number, or a supplier's latest; without one the ledger of a period (default: this month). */
export const ReconciliationQuery = z.object({
  statementId: statementId.optional(),
  supplierId: id('供应商').optional(),
  hid: id('门店').optional(),
  start_date: date('开始日期').optional(),
  end_data: date('结束日期').optional(),
})
export type ReconciliationQuery = z.output<typeof ReconciliationQuery>
/** 1 accepts their figure, 2 keeps ours, 0 reopens. `difference` is the one the user saw. */
export const Decide = z.object({
  id: statementId,
  line: text('行', { max: 40 }).min(1),
  state: z.literal([lineStates.is.open, lineStates.is.accepted, lineStates.is.disputed]).meta({ ...status('处理', lineStates).meta() }),
  difference: signed('差额'),
  note: reason.nullable().optional(),
})
export type Decide = z.output<typeof Decide>
export const Settle = z.object({
  id: statementId,
  planOn: planned(date('计划付款日')).nullable().optional(),
  confirmed: flag('确认').optional(),
})
