import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'stock:view': { label: '查看库存', roles: ['doctor', 'optometrist', 'cashier', 'warehouse', 'workshop', 'reception'] },
  'stock:export': { label: '导出库存', roles: ['warehouse'] },
  'stock:adjust': { label: '调整库存', roles: [] },
  'stock:batch': { label: '维护批次、锁定批次', roles: ['warehouse'] },
  'stock:price': { label: '核定出入库价格', roles: ['cashier', 'finance'] },
  'stockin:view': { label: '查看入库单', roles: ['warehouse', 'workshop', 'finance'] },
  'stockin:edit': { label: '填写入库单', roles: ['warehouse', 'workshop'] },
  'stockin:confirm': { label: '审核入库', roles: ['warehouse'] },
  'stockin:revoke': { label: '撤销入库', roles: [] },
  'stockout:view': { label: '查看出库单', roles: ['warehouse', 'workshop', 'finance'] },
  'stockout:edit': { label: '填写出库单', roles: ['warehouse', 'workshop'] },
  'stockout:confirm': { label: '确认出库', roles: ['warehouse'] },
  'stockout:revoke': { label: '撤销出库', roles: [] },
  'warehouse:edit': { label: '维护仓库', roles: [] },
})
