/** Scrap: stock-out documents of type 5 with cause, related job, approval and destruction. */
import {
  backdateReason,
  choice,
  date,
  get,
  id,
  moment,
  money,
  name,
  page,
  perPage,
  post,
  put,
  text,
  z,
  happened,
} from '#kernel/contract/index.ts'
import { bought } from '#modules/products/contract/fields.ts'
import { stockOutStatus, stockoutId } from './fields.ts'
import { issueFails } from './refusals.ts'
import { NewStockOut, StockOut, StockOutItem, StockOutRow, version } from './shapes.papers.ts'

export const scrapCauses = { 1: '破损', 2: '过期', 3: '召回', 4: '污染', 5: '加工损耗', 6: '退回不可售' } as const
const cause = choice('报废原因', scrapCauses)
const jobNo = text('加工单号', { max: 40 })
// A picture of at most 1024 × 1024 pixels, reduced by the browser.
const photo = z
  .string()
  .max(400_000, '图片过大')
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, '请选择 PNG、JPEG 或 WebP 图片')
  .meta({ label: '照片' })
const destruction = {
  destroyedOn: happened(date('销毁日期')),
  backdateReason,
  destroyedWay: name('销毁方式', { max: 100 }),
  witness: name('监销人', { max: 30 }),
}
const value = bought(money('报废金额', { min: -1_000_000_000_000, max: 1_000_000_000_000 }))

const { warehouseId, stockoutDate, note, items } = NewStockOut.shape
const { price: _price, ...line } = items.element.shape
/** POST /scrap: the document is submitted for approval by another person at once. */
export const NewScrap = z.object({
  hid: id('门店'),
  warehouseId,
  cause,
  jobNo: jobNo.nullable().optional(),
  photo: photo.nullable().optional(),
  stockoutDate,
  backdateReason,
  note,
  items: z.array(z.object(line)).min(1).max(500).meta({ label: '明细' }),
})
const {
  stockoutType: _type,
  supplierId: _s,
  supplierName: _n,
  toHid: _to,
  toName: _tn,
  receiver: _r,
  differStatus: _d,
  differNote: _dn,
  amount: _a,
  ...head
} = StockOutRow.shape
export const ScrapRow = z.object({
  ...head,
  cause: cause.nullable(),
  jobNo: jobNo.nullable(),
  value,
  approverName: text('审批人').nullable(),
  approvedAt: moment('审批时间').nullable(),
  destroyedOn: destruction.destroyedOn.nullable(),
  destroyedWay: destruction.destroyedWay.nullable(),
  witness: destruction.witness.nullable(),
  destroyedBy: id('销毁人').nullable(),
  destroyerName: text('销毁人').nullable(),
})
export type ScrapRow = z.output<typeof ScrapRow>
export const Scrap = ScrapRow.extend({
  photo: photo.nullable(),
  items: z.array(StockOutItem.omit({ price: true, amount: true })).meta({ label: '明细' }),
  history: StockOut.shape.history,
})
export type Scrap = z.output<typeof Scrap>
const ScrapQuery = z.object({
  hid: id('门店').optional(),
  cause: cause.optional(),
  status: stockOutStatus.optional(),
  start_date: date('开始日期').optional(),
  end_data: date('结束日期').optional(),
  text: text('单号、加工单号或备注').optional(),
  ...perPage,
})
export type ScrapQuery = z.output<typeof ScrapQuery>
export const Destroyed = z.object({ stockoutId, ...destruction })

export const scraps = {
  'scrap.list': get('/scrap/list', {
    can: 'stockout:view',
    summary: 'Scrap papers, the newest first',
    input: ScrapQuery,
    output: page(ScrapRow),
  }),
  'scrap.create': post('/scrap', {
    can: 'stock:scrap',
    summary: 'Writes a scrap paper, which waits for another person to agree',
    input: NewScrap,
    output: Scrap,
    fails: ['service_not_stocked', 'stock_unpowered', 'warehouse_off', 'batch_elsewhere'],
  }),
  'scrap.info': get('/scrap/info/{id}', {
    can: 'stockout:view',
    summary: 'Ours: one scrap paper with its lines, photo and history',
    input: z.object({ id: stockoutId }),
    output: Scrap,
  }),
  'scrap.approve': put('/scrap/approve', {
    can: 'stock:scrap-approve',
    summary: 'Ours: agrees to a scrap paper of somebody else; the goods leave the stock',
    input: z.object({ stockoutId, version: version.optional() }),
    output: Scrap,
    fails: [...issueFails, 'scrap_own', 'loss_own', 'pick_unchecked'],
  }),
  'scrap.destroy': put('/scrap/destroy', {
    can: 'stock:scrap',
    summary: 'Ours: how scrapped goods were destroyed, on which day and before whom; written once',
    input: Destroyed,
    output: Scrap,
    fails: ['not_posted_scrap', 'destroyed_already', 'destroyed_before'],
  }),
}
