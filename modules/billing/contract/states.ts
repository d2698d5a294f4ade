import { machine, wordOf } from '#kernel/contract/index.ts'

/** Fee bill. A deposit leaves it in 0 or 6; the last fen moves it to 1. */
export const feeBill = machine({
  name: 'fee-bill',
  table: 'fee_bill',
  key: 'fbid',
  noun: '收费单',
  start: [0],
  states: {
    0: { name: 'unpaid', label: '待收费', tone: 'warn' },
    1: { name: 'paid', label: '已收费', tone: 'ok' },
    2: { name: 'partRefunded', label: '部分退费', tone: 'info' },
    3: { name: 'refunded', label: '已退费', tone: 'neutral' },
    4: { name: 'cancelled', label: '已取消', tone: 'neutral' },
    6: { name: 'owed', label: '挂账', tone: 'bad' },
  },
  sets: {
    /** Money is still due. */
    due: [0, 6],
    /** Was paid in full once, refunded since or not: counts as a sale. */
    sold: [1, 2, 3],
    /** Holds money that can be refunded. */
    refundable: [1, 2],
    refunded: [2, 3],
    /** Nothing was sold and nothing is owed: can be deleted. */
    deletable: [0, 4],
    /** What a cashier can do with an unpaid bill. */
    setAside: [4, 6],
  },
  moves: {
    pay: { label: '收费', from: [0, 6], to: 1, can: 'feebill:confirm', automatic: true },
    owe: { label: '挂账', from: [0], to: 6, can: 'feebill:confirm', reason: true },
    cancel: { label: '取消', from: [0, 6], to: 4, can: 'feebill:save' },
    refundPart: { label: '部分退费', from: [1], to: 2, can: 'feebill:refund', automatic: true },
    refundAll: { label: '全部退费', from: [1, 2], to: 3, can: 'feebill:refund', automatic: true },
    restore: { label: '撤销退费', from: [2, 3], to: 1, can: 'feebill:refund', automatic: true },
    restorePart: { label: '撤销部分退费', from: [3], to: 2, can: 'feebill:refund', automatic: true },
  },
})
/** The label of a status. */
export const stateOf = (status: number): string => wordOf(feeBill, status)
export default [feeBill]
