import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'account:own': { label: '查看自己的账户', roles: ['chain', 'manager', 'doctor', 'optometrist', 'cashier', 'warehouse', 'workshop', 'reception', 'trainer', 'expert', 'eg'] },
})
