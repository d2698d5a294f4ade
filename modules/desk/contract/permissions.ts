import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'desk:view': {
    label: '查看今日工作台',
    roles: ['doctor', 'optometrist', 'cashier', 'warehouse', 'workshop', 'reception', 'trainer'],
  },
  'jobs:view': { label: '查看失败的后台任务', roles: ['manager'] },
  'jobs:run': { label: '重试和忽略后台任务', roles: ['manager'] },
})
