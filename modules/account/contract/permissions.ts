import { permissions } from '#kernel/contract/index.ts'

export default permissions({
  'staff:edit': { label: '管理员工和账号', roles: ['manager'] },
  'role:edit': { label: '管理角色和权限', roles: ['chain'], not: ['manager'] },
  'store:grant': { label: '分配门店授权', roles: ['chain'], not: ['manager'] },
  'account:log': { label: '查看登录日志', roles: ['manager'] },
  'account:token': { label: '代为登录', roles: ['chain'], not: ['manager'] },
  'account:edition': { label: '变更门店版本', roles: ['chain'], not: ['manager'] },
})
