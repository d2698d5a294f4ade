import { machine, type Machine, type Move } from '#kernel/contract/index.ts'
import { basisNames } from './check/basis.ts'

/** Orders of goods for the shelf or the workshop (decided states). */
export const supply = machine({
  name: 'supply-order',
  table: 'supply_order',
  key: 'order_id',
  when: { column: 'flow', is: 'supply' },
  noun: '订单',
  standsOn: basisNames,
  start: [1],
  states: {
    1: { name: 'draft', label: '待提交', tone: 'neutral' },
    2: { name: 'submitted', label: '已提交', tone: 'warn' },
    3: { name: 'making', label: '生产中', tone: 'info' },
    4: { name: 'shipped', label: '已发货', tone: 'info' },
    5: { name: 'received', label: '已收货', tone: 'info' },
    6: { name: 'stocked', label: '已入库', tone: 'ok' },
    8: { name: 'rejected', label: '已拒收', tone: 'bad' },
    9: { name: 'cancelled', label: '已取消', tone: 'neutral' },
  },
  sets: {
    draft: [1],
    /** Something is still to come of it. */
    open: [1, 2, 3, 4, 5],
    /** The goods are not here yet: past its promise it is late. */
    awaited: [2, 3, 4],
    /** Still written on. */
    written: [1, 2],
    /** Ordered of its supplier. */
    placed: [3, 4, 5],
    /** In the house. */
    here: [5, 6],
    /** Never became anything: may be deleted. */
    neverMade: [1, 9],
    givenUp: [8, 9],
  },
  moves: {
    submit: { label: '提交', from: [1], to: 2, can: 'order:view' },
    accept: { label: '下单', from: [2], to: 3, can: 'order:send' },
    ship: { label: '发货', from: [3], to: 4, can: 'order:send' },
    receive: { label: '收货', from: [4], to: 5, can: 'order:receive' },
    receiveAhead: { label: '收货', from: [2, 3], to: 5, can: 'order:receive' },
    stock: { label: '入库', from: [5], to: 6, can: 'order:receive' },
    reject: { label: '拒收', from: [4, 5], to: 8, can: 'order:receive', reason: true, givesUp: true },
    cancel: { label: '取消订单', from: [2, 3], to: 9, can: 'order:cancel', reason: true, givesUp: true },
    cancelLate: { label: '主管取消', from: [4], to: 9, can: 'order:supervise', reason: true, givesUp: true },
  },
})

/** Orders of lenses that are fitted to one member: hard and soft contact lenses (decided states). */
export const fitted = machine({
  name: 'fitted-order',
  table: 'supply_order',
  key: 'order_id',
  when: { column: 'flow', is: 'fitted' },
  noun: '订单',
  standsOn: basisNames,
  start: [1],
  states: {
    1: { name: 'draft', label: '草稿', tone: 'neutral' },
    2: { name: 'reviewing', label: '待审核', tone: 'warn' },
    3: { name: 'placed', label: '已下单', tone: 'info' },
    4: { name: 'making', label: '生产中', tone: 'info' },
    5: { name: 'shipped', label: '已发货', tone: 'info' },
    6: { name: 'arrived', label: '已到货待验', tone: 'info' },
    7: { name: 'ready', label: '待取镜', tone: 'ok' },
    8: { name: 'handedOver', label: '已取镜', tone: 'ok' },
    9: { name: 'cancelled', label: '已取消', tone: 'neutral' },
    11: { name: 'returned', label: '退换', tone: 'bad' },
  },
  sets: {
    draft: [1],
    open: [1, 2, 3, 4, 5, 6, 7],
    awaited: [2, 3, 4, 5],
    written: [1, 2],
    placed: [3, 4, 5, 6, 7],
    /** In the house, judged or not. */
    here: [6, 7],
    handedOver: [8],
    neverMade: [1, 9],
    givenUp: [9, 11],
  },
  moves: {
    submit: { label: '提交审核', from: [1], to: 2, can: 'order:edit' },
    back: { label: '退回修改', from: [2], to: 1, can: 'order:review', reason: true, givesUp: true },
    accept: { label: '审核下单', from: [2], to: 3, can: 'order:review' },
    make: { label: '已发厂家', from: [3], to: 4, can: 'order:send' },
    ship: { label: '发货', from: [4], to: 5, can: 'order:send' },
    receive: { label: '到货', from: [5], to: 6, can: 'order:receive' },
    confirm: { label: '验收合格', from: [6], to: 7, can: 'order:receive' },
    handOver: { label: '取镜', from: [7], to: 8, can: 'order:handover' },
    refuse: { label: '验收退换', from: [6, 7], to: 11, can: 'order:receive', reason: true, givesUp: true },
    giveBack: { label: '退货', from: [8], to: 11, can: 'order:supervise', reason: true, givesUp: true },
    cancel: { label: '取消订单', from: [1, 2, 3], to: 9, can: 'order:cancel', reason: true, givesUp: true },
    cancelLate: { label: '主管取消', from: [4, 5], to: 9, can: 'order:supervise', reason: true, givesUp: true },
  },
})

/** States in which goods may come: on their way, or partly here. */
export const receivable = ({ moves }: { readonly moves: Readonly<Record<string, Move>> }): number[] =>
  ['receive', 'receiveAhead', 'confirm', 'stock'].flatMap((name) => moves[name]?.from ?? [])

export const flows = { supply, fitted } as const
export type Flow = keyof typeof flows
type Sets = 'draft' | 'open' | 'awaited' | 'written' | 'placed' | 'here' | 'neverMade' | 'givenUp'
type Both = 'submit' | 'accept' | 'ship' | 'receive' | 'cancel' | 'cancelLate'
export type AnyFlow = Machine<string, object, Readonly<Record<Sets, readonly number[]>>, 'supply_order'> & {
  readonly moves: Readonly<Record<Both, Move>>
}
/** The machine of a flow as code that serves both sees it: sets both have, moves by name. */
export const machineOf = (flow: string): AnyFlow => {
  if (flow === 'supply') return supply
  if (flow === 'fitted') return fitted
  throw new Error(`no flow ${flow}`)
}
export default [supply, fitted]
