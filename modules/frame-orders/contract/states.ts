import { machine } from '#kernel/contract/index.ts'

/** Frame-glasses order: the stages of the workshop, one screen each (decided states; calls in the comments of endpoints.ts). */
export const frameOrder = machine({
  name: 'frame-order',
  table: 'record_frame',
  key: 'record_frame_id',
  noun: '框架镜订单',
  standsOn: ['prescription'],
  start: [10],
  states: {
    10: { name: 'choosing', label: '待选择商品', tone: 'neutral' },
    20: { name: 'billed', label: '待付款', tone: 'warn' },
    30: { name: 'awaitingGoods', label: '待来料', tone: 'info' },
    40: { name: 'inspecting', label: '待初检', tone: 'info' },
    50: { name: 'processing', label: '加工中', tone: 'info' },
    55: { name: 'outsourced', label: '委外加工', tone: 'info' },
    60: { name: 'finalInspection', label: '待终检', tone: 'info' },
    65: { name: 'unqualified', label: '不合格', tone: 'bad' },
    70: { name: 'ready', label: '待取镜', tone: 'ok' },
    78: { name: 'sent', label: '已寄出', tone: 'ok' },
    80: { name: 'collected', label: '已取镜', tone: 'ok' },
    85: { name: 'afterSales', label: '售后中', tone: 'warn' },
    90: { name: 'cancelled', label: '已取消', tone: 'neutral' },
    95: { name: 'returned', label: '已退货', tone: 'neutral' },
  },
  sets: {
    /** Somebody still waits for the glasses. */
    open: [10, 20, 30, 40, 50, 55, 60, 65, 70, 78],
    unpaid: [10, 20],
    /** Goods may go back to their batches. */
    uncut: [10, 20, 30, 40],
    /** Paid for, up to the hand-over: the work of a day. */
    paid: [30, 40, 50, 55, 60, 65, 70, 78, 80],
    /** Paid for and not finished: in the workshop or waiting for it. */
    making: [30, 40, 50, 55, 60, 65],
    /** Finished: waits for the member or is on the way. */
    toHandOver: [70, 78],
    /** Off the usual way: the board shows them when something stands there. */
    aside: [55, 65, 78],
    handedOver: [80, 85],
    givenUp: [90, 95],
    /** Never became anything: may be deleted. */
    neverMade: [10, 20, 90],
  },
  moves: {
    choose: { label: '选择商品', from: [10], to: 20, can: 'frame:edit' },
    paid: { label: '已付款待来料', from: [20], to: 30, can: 'frame:edit', automatic: true },
    paidFromStock: { label: '已付款并出库', from: [20], to: 40, can: 'frame:edit', automatic: true },
    goods: { label: '来料收货', from: [30], to: 40, can: 'frame:goods' },
    process: { label: '初检合格，开始加工', from: [40], to: 50, can: 'frame:inspect' },
    external: { label: '委外加工', from: [40], to: 55, can: 'frame:inspect' },
    returned: { label: '委外收回', from: [55], to: 60, can: 'frame:process' },
    processed: { label: '加工完成', from: [50], to: 60, can: 'frame:process' },
    pass: { label: '终检合格', from: [60], to: 70, can: 'frame:inspect' },
    send: { label: '寄出', from: [70], to: 78, can: 'frame:pickup' },
    pickup: { label: '取镜', from: [70, 78], to: 80, can: 'frame:pickup' },
    unqualified: { label: '判不合格', from: [40, 50, 60], to: 65, can: 'frame:inspect', reason: true, givesUp: true },
    rework: { label: '返工', from: [65], to: 50, can: 'frame:process' },
    reorder: { label: '重新订片', from: [65], to: 30, can: 'frame:inspect' },
    restore: { label: '撤销不合格', from: [65], to: 'former', can: 'frame:supervise' },
    afterSales: { label: '转售后', from: [80], to: 85, can: 'frame:pickup', givesUp: true },
    afterSalesDone: { label: '售后完成', from: [85], to: 80, can: 'frame:pickup', givesUp: true },
    cancel: { label: '取消订单', from: [10, 20, 30, 40], to: 90, can: 'frame:cancel', reason: true, givesUp: true },
    cancelLate: {
      label: '主管取消',
      from: [50, 55, 60, 65, 70, 78],
      to: 90,
      can: 'frame:supervise',
      reason: true,
      givesUp: true,
    },
    returnGoods: { label: '退货', from: [80, 85], to: 95, can: 'frame:supervise', reason: true, givesUp: true },
  },
})
export default [frameOrder]
