import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'payments:view': { label: '查看支付订单', roles: ['cashier'] },
  'balance:view': { label: '查看账户余额', roles: ['cashier'] },
  'balance:recharge': { label: '账户充值与续费', roles: [] },
  'balance:transfer': { label: '账户余额转账', roles: [] },
  // Head office credits and sets prices; a store cannot do so itself.
  'balance:receive': { label: '登记门店汇款', roles: [], not: ['manager'] },
  'balance:price': { label: '设置服务价格', roles: [], not: ['manager'] },
  'balance:reward': { label: '发放推荐奖励', roles: [], not: ['manager'] },
  'balance:coupon': { label: '发放账户优惠券', roles: [], not: ['manager'] },
})
