import { tables, type Functions } from '#kernel/contract/tables.ts'

export const functions: Functions = { app: ['supply_orders_stop'] }

export default tables({
  maker_profile: { word: '厂家文件格式', wall: 'chain', impersonal: ['account'] },
  supply_sent: { word: '已发送文件', wall: 'store' },
  supply_bundle: { word: '合并订单', wall: 'store' },
  supply_order: {
    word: '订单',
    wall: 'store',
    happened: { order_date: 'backdateRecordDays' },
    personal: { pid: ['receiver', 'receiver_phone', 'signature'] },
    keeps: 'goods',
    says: { flow: { supply: '备货流程', fitted: '验配流程' } },
  },
  supply_order_line: { word: '订单明细', wall: 'store' },
  supply_receipt: { word: '收货单', wall: 'store' },
  supply_receipt_line: { word: '收货明细', wall: 'store', happened: { produced_on: 'life' } },
})
