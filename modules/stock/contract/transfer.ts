/** Transfers between stores: one paper with two postings, out of the sending store and into the receiving one. */
import { choice, get, id, moment, money, page, perPage, states, status, text, z } from '#kernel/contract/index.ts'

/** What became of pieces that did not arrive, arrived damaged or arrived beyond what was sent. */
export const TransferOutcome = { writtenOff: 1, sender: 2, receiver: 3 } as const
export const transferOutcomes = { 1: '按损失处理', 2: '退回发货门店', 3: '收货门店补收' } as const
export type TransferOutcome = (typeof TransferOutcome)[keyof typeof TransferOutcome]
export const transferOutcome = choice('差异结果', transferOutcomes)

/** Where a transfer stands. Derived from both sides of the paper. */
export const transferStages = states(
  {
    0: { name: 'underWay', label: '运送中', tone: 'info' },
    1: { name: 'received', label: '已收货', tone: 'ok' },
    2: { name: 'differs', label: '有差异待处理', tone: 'warn' },
    3: { name: 'settled', label: '差异已处理', tone: 'ok' },
    4: { name: 'takenBack', label: '已撤回', tone: 'neutral' },
  },
  { alone: [0, 1, 2, 3, 4] },
)
const stage = status('进度', transferStages)
const pieces = (label: string) => z.int().meta({ label, format: 'count' })
export const StockTransfer = z.object({
  stockoutId: id('调拨单'),
  stockinId: id('收货单'),
  transferNo: text('调拨单号', { width: 140 }),
  hid: id('调出门店'),
  hospitalName: text('调出门店'),
  toHid: id('调入门店'),
  toName: text('调入门店'),
  stage,
  sentAt: moment('发出时间'),
  receivedAt: moment('收货时间').nullable(),
  sent: pieces('发出'),
  received: pieces('实收').nullable(),
  rejected: pieces('破损拒收'),
  surplus: pieces('多出'),
  value: money('在途成本', { max: 1_000_000_000_000 }),
  note: text('备注').nullable(),
})
export type StockTransfer = z.output<typeof StockTransfer>
export const TransferStore = z.object({ hid: id('门店'), name: text('门店') })
const TransferQuery = z.object({
  hid: id('门店').optional(),
  /** Without a way both directions are listed. */
  way: z
    .enum(['out', 'in'])
    .meta({ label: '方向', options: { out: '调出', in: '调入' } })
    .optional(),
  stage: stage.optional(),
  text: text('单号或备注').optional(),
  ...perPage,
})
export type TransferQuery = z.output<typeof TransferQuery>

export const transfers = {
  'transfers.list': get('/v1/{product}/stock-transfers', {
    can: 'stockin:view',
    summary: 'Ours: transfers that left or are to reach the store, with what is on its way',
    input: TransferQuery,
    output: page(StockTransfer),
  }),
  'transfers.stores': get('/v1/{product}/stock-transfers/stores', {
    can: 'stockout:edit',
    summary: 'Ours: stores of the chain that goods may be transferred to',
    input: z.object({}),
    output: z.array(TransferStore),
  }),
}
