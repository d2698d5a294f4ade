import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'product:view': {
    label: '查看商品',
    roles: ['doctor', 'optometrist', 'cashier', 'warehouse', 'workshop', 'reception', 'trainer', 'finance'],
  },
  'product:edit': { label: '维护商品', roles: ['warehouse'] },
  'product:price': { label: '修改商品价格', roles: [] },
  'product:cost': { label: '查看进价', roles: ['warehouse', 'workshop', 'finance'] },
  'product:export': { label: '导出商品', roles: ['warehouse'] },
  'product:import': { label: '导入商品', roles: ['warehouse'] },
})
