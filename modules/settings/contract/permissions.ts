import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'settings:edit': { label: '修改基础设置', roles: ['manager'] },
  'settings:store': { label: '新开门店', roles: ['chain'], not: ['manager'] },
  'settings:backdate': { label: '补录超期记录', roles: ['manager'] },
  'settings:close-month': { label: '月结和重新打开', roles: ['finance', 'manager'] },
})
