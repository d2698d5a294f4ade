import { tables, type Functions } from '#kernel/contract/tables.ts'

export default tables({
  payment_order: { word: '支付订单', wall: 'store' },
  service_price: { word: '服务价格', wall: 'chain' },
  account_coupon: { word: '账户优惠券', wall: 'chain', impersonal: ['name'] },
})

export const functions: Functions = { door: ['payment_order_tenant'] }
