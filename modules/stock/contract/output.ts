/** Outgoing goods: documents to be picked by scan, checked by another person and handed out, and orders whose goods have arrived. */
import {
  count,
  date,
  flag,
  get,
  id,
  moment,
  name,
  page,
  perPage,
  personal,
  post,
  put,
  scannedCode,
  status,
  text,
  word,
  z,
} from '#kernel/contract/index.ts'
import { batchId, batchNo, expiry, goods, onHand, power } from './fields.ts'
import { issueFails } from './refusals.ts'
import { StockOut, StockOutRow, version } from './shapes.papers.ts'
import { outputStages } from './states.ts'

const outputWays = { paper: '出库单', transfer: '调拨' } as const
const stockoutId = StockOutRow.shape.stockoutId
const stage = status('进度', outputStages)
const pieces = (label: string) => onHand.meta({ label, format: 'count' })

const { status: _status, differStatus: _d, differNote: _n, postedAt: _p, amount: _a, ...head } = StockOutRow.shape
export const OutputRow = z.object({
  ...head,
  stage,
  picked: pieces('已拣'),
  checked: pieces('已复核'),
  pickers: text('拣货人').nullable(),
  checkers: text('复核人').nullable(),
})
export type OutputRow = z.output<typeof OutputRow>
export const OutputQuery = z.object({
  hid: id('门店').optional(),
  way: word('去向', outputWays).optional(),
  stage: stage.optional(),
  text: text('单号、供应商或备注').optional(),
  ...perPage,
})
export type OutputQuery = z.output<typeof OutputQuery>

const OutputBatch = z.object({
  batchId,
  batchNo: batchNo.nullable(),
  expiry: expiry.nullable(),
  picked: pieces('已拣'),
  checked: pieces('已复核'),
})
/** An outgoing line: the picked pieces per batch, and the batch of the next piece. */
export const OutputItem = z.object({
  itemId: id('明细'),
  ...goods,
  ...power,
  quantity: pieces('数量'),
  picked: pieces('已拣'),
  checked: pieces('已复核'),
  batches: z.array(OutputBatch).meta({ label: '批次' }),
  next: z
    .object({ batchId, batchNo: batchNo.nullable(), expiry: expiry.nullable(), free: pieces('可拣') })
    .nullable()
    .meta({ label: '下一件从' }),
})
export type OutputItem = z.output<typeof OutputItem>
export const Output = OutputRow.extend({
  status: StockOutRow.shape.status,
  items: z.array(OutputItem).meta({ label: '明细' }),
  history: StockOut.shape.history,
})
export type Output = z.output<typeof Output>

/** A code or a batch; `quantity` pieces of it, negative to take them back. */
const Scan = z.object({
  stockoutId,
  code: scannedCode('条码').optional(),
  batchId: batchId.optional(),
  quantity: z.int().min(-100_000).max(100_000).default(1).meta({ label: '数量', format: 'count' }),
})
export type OutputScan = z.output<typeof Scan>
/** The document and line after a scan. `earlier` is the expiry of a batch on the shelf that expires before the scanned one. */
export const OutputScanResult = OutputRow.extend({
  item: OutputItem,
  batch: OutputBatch,
  earlier: date('更早到期').nullable(),
  complete: flag('已齐'),
})
export type OutputScanResult = z.output<typeof OutputScanResult>
export const HandOut = z.object({ stockoutId, version: version.optional(), receiver: StockOutRow.shape.receiver.optional() })

/** Goods of an order that are ready for a member, reported by the module that owns the order. `at` is the screen that hands them over. */
export const OrderOut = z.object({
  key: text('编号'),
  what: text('订单种类'),
  number: text('订单号', { width: 150 }),
  pid: id('会员').nullable(),
  patientName: personal(name('会员'), 'name').nullable(),
  goodsName: text('商品', { width: 220 }),
  pieces: count('件数'),
  since: moment('到货时间').nullable(),
  at: text('去向'),
})
export type OrderOut = z.output<typeof OrderOut>

const scanFails = [
  'scan_unknown',
  'scan_other',
  'scan_enough',
  'scan_own',
  'scan_not_picked',
  'scan_closed',
  'batch_locked',
  'batch_held',
  'batch_expired',
  'batch_short',
] as const
export type ScanFail = (typeof scanFails)[number]

export const outputs = {
  'output.list': get('/stock/output/list', {
    can: 'stockout:view',
    summary: 'Ours: papers and transfers that await their way out, the oldest first, with what was picked and checked',
    input: OutputQuery,
    output: page(OutputRow),
  }),
  'output.orders': get('/stock/output/orders', {
    can: 'stockout:view',
    summary: 'Ours: orders whose goods lie here for a member',
    input: z.object({ hid: id('门店').optional() }),
    reads: 'many',
    output: page(OrderOut),
  }),
  'output.info': get('/stock/output/info/{id}', {
    can: 'stockout:view',
    summary: 'Ours: one paper on its way out, line by line, with where the next piece is taken from',
    input: z.object({ id: stockoutId }),
    output: Output,
  }),
  'output.pick': post('/stock/output/pick', {
    can: 'stockout:edit',
    summary: 'Ours: pieces taken from the shelf for a paper, by scan',
    input: Scan,
    output: OutputScanResult,
    fails: scanFails,
  }),
  'output.check': post('/stock/output/check', {
    can: 'stockout:confirm',
    summary: 'Ours: the same pieces scanned once more by another person',
    input: Scan,
    output: OutputScanResult,
    fails: scanFails,
  }),
  'output.hand-out': put('/stock/output/hand-out', {
    can: 'stockout:confirm',
    summary: 'Ours: hands out what was picked and checked; the goods leave the stock out of the batches scanned',
    input: HandOut,
    output: StockOut,
    fails: [...issueFails, 'scrap_own', 'loss_own', 'pick_unchecked', 'transfer_store'],
  }),
}
