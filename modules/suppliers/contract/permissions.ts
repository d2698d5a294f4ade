import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'supplier:view': { label: '查看供应商', roles: ['warehouse', 'workshop', 'cashier', 'finance'] },
  'supplier:edit': { label: '维护供应商', roles: ['warehouse'] },
})
