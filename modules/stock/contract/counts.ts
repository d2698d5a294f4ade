/** Stocktakes, and loss and overflow documents, written by a stocktake or by hand. */
import { choice, count, date, flag, id, moment, money, page, perPage, scannedCode, status, text, z } from '#kernel/contract/index.ts'
import { bought, categories } from '#modules/products/contract/fields.ts'
import {
  batchId,
  batchNo,
  cost,
  createdAt,
  expiry,
  goods,
  onHand,
  power,
  reason,
  remark,
  staffName,
  typedPower,
  warehouseId,
} from './fields.ts'
import { History, version } from './shapes.papers.ts'
import { profitLoss, stocktaking } from './states.ts'

const countId = id('盘点单')
const profitLossId = id('报损报溢单')
const countStatus = status('状态', stocktaking)
const lossStatus = status('状态', profitLoss)
const signed = (label: string) => z.int().min(-1_000_000).max(1_000_000).meta({ label, format: 'count' })

const lossCauses = {
  1: '破损',
  2: '丢失',
  3: '盘亏',
  4: '盘盈',
  5: '过期',
  6: '错发漏记',
  9: '其他',
} as const
/** Causes of differences found by a stocktake. */
export const CountCause = { missing: 3, surplus: 4 } as const

const scope = {
  categories: z.array(choice('类别', categories)).max(20).nullable().optional().meta({ label: '类别' }),
  brands: z.array(text('品牌')).max(50).nullable().optional().meta({ label: '品牌' }),
  productIds: z.array(goods.productId).max(500).nullable().optional().meta({ label: '商品' }),
}
const rules = {
  blind: flag('盲盘').default(true),
  recountPieces: count('复盘差异件数', { min: 1 }).nullable().optional(),
  recountValue: money('复盘差异金额', { min: 0.01 }).nullable().optional(),
  note: remark.nullable().optional(),
}
/** POST /stocktaking: `category` is one category, `categories` several. Without any, the whole warehouse is counted. */
export const NewStocktaking = z.object({
  hid: id('门店'),
  warehouseId: warehouseId.optional(),
  category: choice('类别', categories).optional(),
  ...scope,
  ...rules,
})
/**
 * One counted entry. A code, or a product with its power, distributes its pieces over the matching batches, first expired first;
 * `batchId` names one. `counted` is the total, `add` an increment (negative to undo).
 */
const Found = z.object({
  code: scannedCode('条码').optional(),
  batchId: batchId.optional(),
  productId: goods.productId.optional(),
  ...typedPower,
  counted: count('实盘数').optional(),
  add: signed('加数').optional(),
})
export type CountEntry = z.output<typeof Found>
/** PUT /stocktaking: counted pieces, a step, or both; the pieces are recorded first. */
export const EditStocktaking = z.object({
  countId,
  version: version.optional(),
  lines: z.array(Found).max(500).optional().meta({ label: '明细' }),
  status: countStatus.optional(),
  reason: reason.optional(),
  note: remark.nullable().optional(),
})

const countHead = {
  countId,
  hid: id('门店'),
  hospitalName: text('门店'),
  countNo: text('盘点单号', { width: 140 }),
  warehouseId,
  warehouseName: text('仓库'),
  categories: z.array(choice('类别', categories)).nullable().meta({ label: '类别' }),
  brands: z.array(text('品牌')).nullable().meta({ label: '品牌' }),
  productIds: z.array(goods.productId).nullable().meta({ label: '商品' }),
  blind: flag('盲盘'),
  recountPieces: count('复盘差异件数').nullable(),
  recountValue: money('复盘差异金额', { max: 1_000_000_000 }).nullable(),
  status: countStatus,
  version,
  note: remark.nullable(),
  staffName,
  createdAt,
  completedAt: moment('完成时间').nullable(),
  profitLossId: profitLossId.nullable(),
  batches: count('已盘批次'),
  pieces: count('已盘件数', { max: 1_000_000_000 }),
  people: count('盘点人数'),
}
export const StocktakingRow = z.object(countHead)
export type StocktakingRow = z.output<typeof StocktakingRow>
export const StocktakingPage = page(StocktakingRow)
const listed = {
  hid: id('门店').optional(),
  warehouseId: warehouseId.optional(),
  start_date: date('开始日期').optional(),
  end_data: date('结束日期').optional(),
  text: text('单号或备注').optional(),
  ...perPage,
}
export const StocktakingQuery = z.object({ ...listed, status: countStatus.optional() })
export const StocktakingById = z.object({ id: countId })

/** Latest count of a batch. `times` is the number of counts; `ledger` and `difference` are null while a blind count is open. */
export const StocktakingLine = z.object({
  lineId: id('盘点明细'),
  ...goods,
  ...power,
  batchId,
  batchNo: batchNo.nullable(),
  expiry: expiry.nullable(),
  cost: bought(cost),
  counted: onHand.meta({ label: '实盘数', format: 'count' }),
  ledger: onHand.meta({ label: '账面数', format: 'count' }).nullable(),
  difference: signed('差异').nullable(),
  amount: bought(money('差异金额', { min: -1_000_000_000_000, max: 1_000_000_000_000 })),
  since: signed('盘点后变动').nullable(),
  times: count('盘点次数'),
  recount: flag('待复盘'),
  countedAt: moment('盘点时间'),
  name: text('盘点人').nullable(),
})
export type StocktakingLine = z.output<typeof StocktakingLine>
/** Batches in scope that hold stock and were not counted. They stay unchanged. */
const Uncounted = z.object({ batches: count('批次数'), pieces: onHand.meta({ label: '账面数', format: 'count' }).nullable() })
export const Stocktaking = z.object({
  ...countHead,
  items: z.array(StocktakingLine).meta({ label: '明细' }),
  uncounted: Uncounted.meta({ label: '未盘' }),
  history: z.array(History).meta({ label: '经过' }),
})
export type Stocktaking = z.output<typeof Stocktaking>
/** GET /stocktaking/simple_info: head and progress for the scanner page. Without an id, the open count of the caller. */
export const SimpleInfoQuery = z.object({ id: countId.optional(), hid: id('门店').optional() })
export const SimpleInfo = StocktakingRow.extend({
  recounts: count('待复盘'),
  lastFive: z
    .array(
      z.object({
        lineId: id('盘点明细'),
        batchId,
        productName: goods.productName,
        ...power,
        batchNo: batchNo.nullable(),
        counted: onHand.meta({ label: '实盘数', format: 'count' }),
        countedAt: moment('盘点时间'),
        name: text('盘点人').nullable(),
      }),
    )
    .meta({ label: '最近五条' }),
})
export type SimpleInfo = z.output<typeof SimpleInfo>
/** Result of one entry: pieces of the goods in this count before and after it, over all their batches. */
export const CountedGoods = z.object({
  ...goods,
  ...power,
  batchId,
  before: onHand.meta({ label: '原实盘数', format: 'count' }),
  counted: onHand.meta({ label: '实盘数', format: 'count' }),
})
export type CountedGoods = z.output<typeof CountedGoods>
/** PUT /stocktaking: the scanner page after the entries were recorded. */
export const UpdatedCount = SimpleInfo.extend({ noted: z.array(CountedGoods).meta({ label: '刚盘到的' }) })
export type UpdatedCount = z.output<typeof UpdatedCount>
/** GET /stocktaking/sheet/{id}: batches in scope that hold stock, in shelf order, without balances. */
export const CountSheet = z.object({
  ...countHead,
  items: z.array(z.object({ ...goods, ...power, batchId, batchNo: batchNo.nullable(), expiry: expiry.nullable() })).meta({ label: '明细' }),
})
export type CountSheet = z.output<typeof CountSheet>
/** Maximum number of batches on a counting sheet. */
export const SHEET_LINES = 5000

const NewLossItem = z.object({
  batchId,
  quantity: signed('数量'),
  cause: choice('原因', lossCauses),
  note: text('备注', { max: 200 }).nullable().optional(),
})
export type NewLossItem = z.output<typeof NewLossItem>
const lossBody = {
  warehouseId: warehouseId.optional(),
  note: remark.nullable().optional(),
}
export const NewProfitLoss = z.object({
  hid: id('门店'),
  ...lossBody,
  items: z.array(NewLossItem).min(1).max(2000).meta({ label: '明细' }),
})
/** PUT /profitloss: other lines, or a step: status 1 confirms, 9 voids. */
export const EditProfitLoss = z.object({
  profitLossId,
  version: version.optional(),
  note: remark.nullable().optional(),
  items: z.array(NewLossItem).min(1).max(2000).optional().meta({ label: '明细' }),
  status: lossStatus.optional(),
  reason: reason.optional(),
})
const lossHead = {
  profitLossId,
  hid: id('门店'),
  hospitalName: text('门店'),
  profitLossNo: text('报损报溢单号', { width: 140 }),
  warehouseId,
  warehouseName: text('仓库'),
  countId: countId.nullable(),
  countNo: text('盘点单号').nullable(),
  category: choice('种类', { 1: '报损', 2: '报溢', 3: '报损报溢' }),
  status: lossStatus,
  version,
  note: remark.nullable(),
  staffName,
  createdAt,
  firstName: text('第一确认人').nullable(),
  confirmedName: text('确认人').nullable(),
  confirmedAt: moment('确认时间').nullable(),
  lost: count('报损件数'),
  found: count('报溢件数'),
  amount: bought(money('金额', { min: -1_000_000_000_000, max: 1_000_000_000_000 })),
}
export const ProfitLossRow = z.object(lossHead)
export type ProfitLossRow = z.output<typeof ProfitLossRow>
export const ProfitLossPage = page(ProfitLossRow)
export const ProfitLossQuery = z.object({ ...listed, status: lossStatus.optional() })
export const ProfitLossById = z.object({ id: profitLossId })
export const ProfitLossItem = z.object({
  itemId: id('明细'),
  ...goods,
  ...power,
  batchId,
  batchNo: batchNo.nullable(),
  expiry: expiry.nullable(),
  quantity: signed('数量'),
  cost: bought(cost),
  amount: bought(money('金额', { min: -1_000_000_000_000, max: 1_000_000_000_000 })),
  cause: choice('原因', lossCauses),
  counted: onHand.meta({ label: '实盘数', format: 'count' }).nullable(),
  ledger: onHand.meta({ label: '账面数', format: 'count' }).nullable(),
  note: text('备注', { max: 200 }).nullable(),
})
export type ProfitLossItem = z.output<typeof ProfitLossItem>
export const ProfitLoss = z.object({
  ...lossHead,
  items: z.array(ProfitLossItem).meta({ label: '明细' }),
  history: z.array(History).meta({ label: '经过' }),
})
export type ProfitLoss = z.output<typeof ProfitLoss>
