import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'order:view': { label: '查看订单', roles: ['doctor', 'optometrist', 'reception', 'cashier', 'warehouse', 'workshop', 'finance'] },
  'order:edit': { label: '会员订单', roles: ['doctor', 'optometrist', 'reception'] },
  'order:stock': { label: '备货订单', roles: ['warehouse', 'doctor', 'optometrist', 'reception'] },
  'order:review': { label: '审核订单', roles: ['doctor', 'optometrist'] },
  'order:send': { label: '下单和发货', roles: ['warehouse', 'workshop'] },
  'order:receive': { label: '订单收货', roles: ['warehouse', 'workshop'] },
  'order:handover': { label: '订单交付', roles: ['optometrist', 'reception'] },
  'order:cancel': { label: '取消会员和备货订单', roles: ['optometrist', 'reception', 'warehouse'] },
  'order:cost': { label: '订单进价', roles: ['finance'] },
  'order:supervise': { label: '订单主管处理', roles: [] },
  'order:credit': { label: '门店采购额度', roles: [], not: ['manager'] },
})
