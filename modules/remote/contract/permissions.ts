import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'remote:view': { label: '查看远程会诊', roles: ['doctor', 'optometrist', 'expert'] },
  'remote:apply': { label: '申请远程会诊', roles: ['doctor', 'optometrist'] },
  'remote:answer': { label: '接受和签署远程会诊', roles: ['expert'], not: ['chain', 'manager'] },
  'specialist:edit': { label: '设置远程专家', roles: ['manager'] },
  'expert:view': { label: '专家工作台', roles: ['expert'], not: ['chain', 'manager'] },
})
