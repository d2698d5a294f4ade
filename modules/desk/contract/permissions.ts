import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'desk:view': { label: '查看今日工作台', roles: ['doctor', 'optometrist', 'cashier', 'warehouse', 'workshop', 'reception', 'trainer', 'eg'] },
  'expert:view': { label: '专家阅片', roles: ['expert'], not: ['chain', 'manager'] },
})
