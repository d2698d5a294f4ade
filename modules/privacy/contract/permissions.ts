import { permissions } from '#kernel/contract/index.ts'

export default permissions({
  'audit:view': { label: '查看操作审计', roles: ['manager'] },
  'privacy:lock': { label: '设置档案查看密码', roles: ['manager'] },
  'privacy:break-glass': { label: '紧急查看档案', roles: ['doctor', 'optometrist'] },
})
