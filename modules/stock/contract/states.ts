import { machine, states } from '#kernel/contract/index.ts'

/** Stock-in document. Goods move at 2; 4 posts the reversal. Ledger lines are never deleted (decided states). */
export const stockIn = machine({
  name: 'stock-in',
  table: 'stock_in',
  key: 'stockin_id',
  noun: '入库单',
  start: [0],
  states: {
    0: { name: 'draft', label: '草稿', tone: 'neutral' },
    1: { name: 'submitted', label: '待审核', tone: 'warn' },
    2: { name: 'posted', label: '已入库', tone: 'ok' },
    3: { name: 'invalid', label: '已作废', tone: 'neutral' },
    4: { name: 'revoked', label: '已撤销', tone: 'bad' },
  },
  sets: {
    open: [0, 1],
    /** Goods moved, and moved back where it was revoked. */
    posted: [2, 4],
    alone: [3],
  },
  moves: {
    submit: { label: '提交审核', from: [0], to: 1, can: 'stockin:edit' },
    post: { label: '审核入库', from: [1], to: 2, can: 'stockin:confirm' },
    back: { label: '退回修改', from: [1], to: 0, can: 'stockin:confirm' },
    invalidate: { label: '作废', from: [0, 1], to: 3, can: 'stockin:edit', reason: true },
    revoke: { label: '撤销入库', from: [2], to: 4, can: 'stockin:revoke', reason: true },
  },
})

/** Stock-out document: posting issues the goods, revoking returns them to their batches. */
export const stockOut = machine({
  name: 'stock-out',
  table: 'stock_out',
  key: 'stockout_id',
  noun: '出库单',
  start: [0],
  states: {
    0: { name: 'draft', label: '草稿', tone: 'neutral' },
    1: { name: 'submitted', label: '待审核', tone: 'warn' },
    2: { name: 'posted', label: '已出库', tone: 'ok' },
    3: { name: 'invalid', label: '已作废', tone: 'neutral' },
    4: { name: 'revoked', label: '已撤销', tone: 'bad' },
  },
  sets: {
    open: [0, 1],
    /** Goods moved, and moved back where it was revoked. */
    posted: [2, 4],
    alone: [3],
  },
  moves: {
    submit: { label: '提交审核', from: [0], to: 1, can: 'stockout:edit' },
    post: { label: '确认出库', from: [1], to: 2, can: 'stockout:confirm' },
    back: { label: '退回修改', from: [1], to: 0, can: 'stockout:confirm' },
    invalidate: { label: '作废', from: [0, 1], to: 3, can: 'stockout:edit', reason: true },
    revoke: { label: '撤销出库', from: [2], to: 4, can: 'stockout:revoke', reason: true },
  },
})
/** Stocktake (decided states). Sales continue during the count; on completion the differences become a loss and overflow document. */
export const stocktaking = machine({
  name: 'stocktaking',
  table: 'stocktaking',
  key: 'count_id',
  noun: '盘点单',
  start: [0],
  states: {
    0: { name: 'counting', label: '盘点中', tone: 'info' },
    1: { name: 'counted', label: '待确认', tone: 'warn' },
    2: { name: 'completed', label: '已完成', tone: 'ok' },
    9: { name: 'voided', label: '已作废', tone: 'neutral' },
  },
  sets: {
    /** Batches of such a count cannot be counted by another one. */
    open: [0, 1],
    alone: [2, 9],
  },
  moves: {
    finish: { label: '结束盘点', from: [0], to: 1, can: 'stock:count' },
    reopen: { label: '继续盘点', from: [1], to: 0, can: 'stock:count' },
    complete: { label: '完成盘点', from: [1], to: 2, can: 'stock:count' },
    discard: { label: '作废', from: [0, 1], to: 9, can: 'stock:count', reason: true },
  },
})
/** Loss and overflow document: nothing moves before another person confirms. */
export const profitLoss = machine({
  name: 'profit-loss',
  table: 'profit_loss',
  key: 'profit_loss_id',
  noun: '报损报溢单',
  start: [0],
  states: {
    0: { name: 'waiting', label: '待确认', tone: 'warn' },
    1: { name: 'confirmed', label: '已确认', tone: 'ok' },
    9: { name: 'voided', label: '已作废', tone: 'neutral' },
  },
  sets: { alone: [0, 1, 9] },
  moves: {
    confirm: { label: '确认', from: [0], to: 1, can: 'stock:loss-approve' },
    discard: { label: '作废', from: [0], to: 9, can: 'stock:loss', reason: true },
  },
})
/** Difference reported by the receiver. */
export const differences = states(
  {
    0: { name: 'none', label: '无差异', tone: 'neutral' },
    1: { name: 'open', label: '有差异待处理', tone: 'warn' },
    2: { name: 'settled', label: '已处理', tone: 'ok' },
  },
  { unsettled: [0, 1], alone: [2] },
)
/** Derived from the batch's expiry on the day of the request. `near` depends on the store's warning period. */
export const expiries = states({
  0: { name: 'fine', label: '正常', tone: 'ok' },
  1: { name: 'near', label: '近效期', tone: 'warn' },
  2: { name: 'past', label: '已过期', tone: 'bad' },
  3: { name: 'none', label: '无效期', tone: 'neutral' },
})
/** Progress of an outgoing document: picked by one person, checked by another. */
export const outputStages = states(
  {
    0: { name: 'waiting', label: '待拣货', tone: 'warn' },
    1: { name: 'picking', label: '拣货中', tone: 'info' },
    2: { name: 'picked', label: '等第二人复核', tone: 'warn' },
    3: { name: 'checking', label: '复核中', tone: 'info' },
    4: { name: 'checked', label: '可以交货', tone: 'ok' },
  },
  { toPick: [0, 1], alone: [2, 3, 4] },
)
export default [stockIn, stockOut, stocktaking, profitLoss]
