/**
 * What an inspector asks: which lots came, by lot, supplier or day; and one lot followed from its supplier to who has it, paper by paper.
 */
import { binary, count, date, flag, get, id, moment, outside, page, perPage, scannedCode, text, z } from '#kernel/contract/index.ts'
import { LotTrace } from '#modules/lens-orders/contract/receive/lots.ts'
import { ApprovalRow } from './approvals.ts'
import { RecallRow } from './shapes.ts'

export const LotRow = z.object({
  key: text('编号'),
  lot: text('批号'),
  productId: id('商品'),
  productName: text('商品', { width: 220 }),
  registrationNo: text('注册证号', { width: 180 }).nullable(),
  supplierName: text('供应商').nullable(),
  expiry: date('有效期').nullable(),
  cameOn: date('入库日期').nullable(),
  came: count('入库', { adds: true }),
  onShelf: count('在库', { adds: true }),
  recalled: flag('召回'),
})
export type LotRow = z.output<typeof LotRow>
export const LotSupplier = z.object({ supplierId: id('供应商'), supplierName: text('供应商') })
const filters = {
  hid: id('门店').optional(),
  text: text('批号、条码、商品或供应商', { max: 120 }).optional(),
  supplierId: id('供应商').optional(),
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
}
export type LotSupplier = z.output<typeof LotSupplier>
export const LotsQuery = z.object({ ...filters, ...perPage })
export type LotsQuery = z.output<typeof LotsQuery>
export type LotFilters = Omit<LotsQuery, 'page' | 'per_page'>

/** A paper by which pieces of the lot came, as it was accepted. */
const Arrival = z.object({
  key: text('编号'),
  storeName: text('门店'),
  paperNo: text('入库单号'),
  at: moment('入库时间'),
  supplierName: text('供应商').nullable(),
  deliveryNo: text('送货单号').nullable(),
  productName: text('商品'),
  expiry: date('有效期').nullable(),
  expected: count('应到').nullable(),
  quantity: count('数量'),
  staffName: text('经办人').nullable(),
})
export const LotTrail = z.object({
  lot: text('批号'),
  approvals: z.array(ApprovalRow).meta({ label: '首营审批' }),
  arrivals: z.array(Arrival).meta({ label: '采购验收' }),
  trace: LotTrace.meta({ label: '追溯' }),
  recalls: z.array(RecallRow).meta({ label: '召回' }),
})
export type LotTrail = z.output<typeof LotTrail>

export const lotCalls = {
  'gsp.lots': get('/v1/{product}/gsp/lots', {
    can: 'gsp:inspect',
    summary: 'Ours: the lots of devices of class II and III that came to a store, by lot or code, supplier and day',
    input: LotsQuery,
    output: page(LotRow),
  }),
  'gsp.lot-suppliers': get('/v1/{product}/gsp/lots/suppliers', {
    can: 'gsp:inspect',
    summary: 'Ours: the suppliers the lots of a store came from, by name',
    input: z.object({ hid: id('门店').optional() }),
    output: z.array(LotSupplier),
  }),
  'gsp.lots-export': outside.get('/v1/{product}/gsp/lots/export', {
    can: 'gsp:inspect',
    summary: 'Ours: the lots that the filters find, as Excel',
    input: z.object(filters),
    reads: 'nobody',
    output: binary(),
    binary: true,
    timeout: 120,
  }),
  'gsp.lot': get('/v1/{product}/gsp/lot', {
    can: 'gsp:inspect',
    summary:
      'Ours: one lot from its supplier to who has it: approvals, papers it came by, shelves, holders, recalls; members are named in part',
    input: z.object({ lot: scannedCode('批号或条码', { max: 120 }).min(1), productId: id('商品').optional() }),
    reads: 'many',
    output: LotTrail,
  }),
}
