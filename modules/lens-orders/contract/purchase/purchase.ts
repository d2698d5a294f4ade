/** What the store orders for its shelves: the orders without a member, their lines, and what should be ordered now. */
import { count, date, flag, get, id, money, page, perPage, post, text, word, z } from '#kernel/contract/index.ts'
import { productFields } from '#modules/products/contract/fields.ts'
import { saveFails } from '../calls.ts'
import { headFields, kindWord, lineParameters, orderId, orderNo, pieces } from '../fields.ts'

const hid = id('门店').optional()
const filters = {
  hid,
  kind: kindWord.optional(),
  supplierId: id('供应商').optional(),
  state: word('进度', { open: '未到齐', late: '逾期', due: '七天内到' }).optional(),
  text: text('单号、供应商或商品').optional(),
}
const facts = {
  orderId,
  orderNo,
  kind: kindWord,
  supplierId: headFields.supplierId,
  supplierName: text('供应商').nullable(),
  orderDate: date('下单日期'),
  promisedOn: headFields.promisedOn,
  late: flag('逾期'),
  lateDays: count('逾期天数', { unit: '天' }),
}
export const PurchaseRow = z.object({
  ...facts,
  status: z.int().meta({ label: '状态' }),
  statusName: text('状态'),
  productName: text('商品', { max: 400 }),
  pieces: count('数量'),
  received: count('已收'),
  waiting: count('未到件数'),
  costTotal: money('进价合计').nullable(),
})
export type PurchaseRow = z.output<typeof PurchaseRow>
const { sph, cyl, axis } = lineParameters
export const PurchaseLine = z.object({
  lineId: id('明细'),
  ...facts,
  productId: id('商品'),
  name: text('商品', { max: 200 }),
  sph,
  cyl,
  axis,
  ordered: count('订购'),
  received: count('已收'),
  rejected: count('已拒'),
  waiting: count('未到件数'),
})
export type PurchaseLine = z.output<typeof PurchaseLine>

/** `demand`: 90 days; `perWeek`: what the weeks until the delivery are expected to take each. */
export const ProposalRow = z.object({
  rowKey: text('编号'),
  productId: id('商品'),
  category: productFields.category,
  name: text('商品', { max: 200 }),
  supplierId: headFields.supplierId,
  supplierName: text('供应商').nullable(),
  sph,
  cyl,
  axis,
  onHand: count('现有'),
  onOrder: count('在途'),
  demand: z.int().meta({ label: '90 天用量', format: 'count' }),
  perWeek: z.number().meta({ label: '预计每周' }),
  leadDays: count('到货天数', { unit: '天' }),
  minStock: count('库存下限').nullable(),
  maxStock: count('库存上限').nullable(),
  quantity: count('建议数量'),
  why: word('原因', { out: '已无库存', min: '低于下限', demand: '到货前会缺' }, { tones: { out: 'bad', min: 'warn', demand: 'info' } }),
})
export type ProposalRow = z.output<typeof ProposalRow>
/** A product by the powers it is made in: what lies here, is on its way and was taken in 90 days. Cylinder axes of a power are together. */
export const PowerCell = z.object({
  sph: sph.unwrap(),
  cyl: cyl.unwrap(),
  onHand: count('现有'),
  onOrder: count('在途'),
  demand: count('90 天用量'),
})
export type PowerCell = z.output<typeof PowerCell>
export const NewStockOrders = z.object({
  hid,
  items: z
    .array(z.object({ productId: id('商品'), sph: sph.optional(), cyl: cyl.optional(), axis: axis.optional(), number: pieces }))
    .min(1)
    .max(500)
    .meta({ label: '订购明细' }),
})
const Made = z.object({ orderId, orderNo, kind: kindWord, supplierName: text('供应商').nullable(), pieces: count('数量') })

export const purchases = {
  'purchase.order': get('/purchase/order', {
    can: 'order:view',
    summary: 'Orders of a store for its shelves: open, late, due within a week; what waits longest first',
    input: z.object({ ...filters, ...perPage }),
    output: page(PurchaseRow),
  }),
  'purchase.order-detail': get('/purchase/order_detail', {
    can: 'order:view',
    summary: 'Their lines, of one order or of all: pieces ordered, received, refused and still to come',
    input: z.object({ ...filters, id: orderId.optional(), productId: id('商品').optional(), ...perPage }),
    output: page(PurchaseLine),
  }),
  'purchase.proposal': get('/purchase/proposal', {
    can: 'order:stock',
    summary: 'Ours: what should be ordered now, by product and power: limits, 90 days, lead time, on order, and why',
    input: z.object({
      hid,
      supplierId: id('供应商').optional(),
      category: productFields.category.optional(),
      text: text('商品').optional(),
    }),
    output: z.object({ list: z.array(ProposalRow), total: count('行数') }),
  }),
  'purchase.powers': get('/purchase/powers', {
    can: 'order:stock',
    summary: 'Ours: a lens by the powers it is made in: on hand, on order, taken in 90 days',
    input: z.object({ hid, productId: id('商品') }),
    output: z.object({ name: text('商品'), list: z.array(PowerCell), total: count('光度') }),
    fails: ['no_powers'],
  }),
  'purchase.propose': post('/purchase/proposal', {
    can: 'order:stock',
    summary: 'Ours: makes the stock orders of a proposal, one a supplier and kind, as drafts; all or none',
    input: NewStockOrders,
    output: z.array(Made),
    fails: [...saveFails, 'no_stock_kind'],
  }),
}
