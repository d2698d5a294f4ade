import { machine, states } from '#kernel/contract/index.ts'

const draft = { name: 'draft', label: '草稿', tone: 'neutral' } as const
const active = { name: 'active', label: '生效', tone: 'ok' } as const
const terminated = { name: 'terminated', label: '已终止', tone: 'bad' } as const

/** Stored state of a contract; its end date adds the derived one (`contractStates`). */
export const contract = machine({
  name: 'contract',
  table: 'contract',
  key: 'contract_id',
  noun: '合同',
  start: [0],
  states: { 0: draft, 1: active, 4: terminated },
  moves: {
    activate: { label: '批准生效', from: [0], to: 1, can: 'contract:approve' },
    amend: { label: '改动条款，待重新批准', from: [1], to: 0, can: 'contract:edit', automatic: true },
    terminate: { label: '终止', from: [1], to: 4, can: 'contract:edit', reason: true },
  },
})
/** Derived state of a contract on a day: ending within its last 60 days, ended afterwards. */
export const contractStates = states(
  {
    0: draft,
    1: active,
    2: { name: 'ending', label: '将到期', tone: 'warn' },
    3: { name: 'ended', label: '已到期', tone: 'neutral' },
    4: terminated,
  },
  { inForce: [1, 2], past: [3, 4], alone: [0] },
)
/** Days before its end that a contract is shown as ending. */
export const SOON = 60

/**
 * A payment order to a supplier. The last author of its lines cannot approve it; 3 is deleted, for one that was not approved (R132). A
 * returned order, or an approved unpaid one, can be rejected; edited again it waits for approval.
 */
export const supplierPayment = machine({
  name: 'supplier-payment',
  table: 'supplier_payment',
  key: 'payment_id',
  noun: '付款单',
  start: [0],
  states: {
    0: { name: 'submitted', label: '待审核', tone: 'warn' },
    1: { name: 'approved', label: '待付款', tone: 'info' },
    2: { name: 'paid', label: '已付款', tone: 'ok' },
    3: { name: 'deleted', label: '已删除', tone: 'neutral' },
    4: { name: 'rejected', label: '已驳回', tone: 'bad' },
  },
  sets: {
    /** Lines can be edited. */
    written: [0, 4],
    /** Reserves its payables. */
    underWay: [0, 1, 4],
    done: [2, 3],
  },
  moves: {
    approve: { label: '审核通过', from: [0], to: 1, can: 'payorder:approve' },
    reject: { label: '驳回', from: [0, 1], to: 4, can: 'payorder:approve', reason: true },
    resubmit: { label: '重新提交', from: [4], to: 0, can: 'payorder:edit' },
    pay: { label: '付款', from: [1], to: 2, can: 'payorder:pay' },
    remove: { label: '删除', from: [0, 4], to: 3, can: 'payorder:edit' },
  },
})
/** Cause of a payable or reduction. */
export const payableKinds = states(
  {
    1: { name: 'received', label: '收货' },
    2: { name: 'returned', label: '退货' },
    3: { name: 'difference', label: '差价' },
    4: { name: 'revoked', label: '撤销' },
    5: { name: 'credit', label: '供应商赔付' },
    6: { name: 'accepted', label: '对账差额' },
  },
  { posted: [1, 2], since: [3, 4], alone: [5, 6] },
)

/** Decision on a line of a statement. A disputed line blocks only itself. */
export const lineStates = states(
  {
    0: { name: 'open', label: '待处理', tone: 'warn' },
    1: { name: 'accepted', label: '已接受', tone: 'ok' },
    2: { name: 'disputed', label: '有争议', tone: 'bad' },
    3: { name: 'settled', label: '已结算', tone: 'neutral' },
  },
  { decided: [1, 2], paying: [1, 3], alone: [0] },
)
/** Difference of a line. */
export const findings = states(
  {
    0: { name: 'same', label: '一致' },
    1: { name: 'quantity', label: '数量不同' },
    2: { name: 'price', label: '单价不同' },
    3: { name: 'unordered', label: '没有订过' },
    4: { name: 'missing', label: '没有收到' },
    5: { name: 'twice', label: '对方重复' },
    6: { name: 'wrong', label: '商品不同' },
    7: { name: 'unlisted', label: '对方漏列' },
    8: { name: 'unreturned', label: '退货未减' },
    9: { name: 'unknown', label: '未对账' },
  },
  { theirsAlone: [3, 4, 5], oursAlone: [7, 8, 9], both: [0, 1, 2, 6] },
)

export default [contract, supplierPayment]
